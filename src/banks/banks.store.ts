import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'
import type { BankDirectories, BankParticipants } from '../db/types.ts'
import type { Rail } from '../kernel/rail.ts'
import type { Participant } from './domain/participant.ts'

export type Directory = BankDirectories & { rail: Rail }

export interface NewDirectory {
  rail: Rail
  /** The date of the list. */
  listedOn: string
  participants: number
  fileName: string
  sha256: string
  importedBy: string
}

/** The lists of an institution, in the order of their rails. */
export function readDirectories(db: Connection, tenantId: bigint): Promise<Directory[]> {
  return db.query('select * from bank_directories where tenant_id = $1 order by rail', [tenantId])
}

/** Locks the list that an import replaces; undefined for the first list of the rail. */
export function lockDirectory(tx: Transaction, tenantId: bigint, rail: Rail): Promise<Directory | undefined> {
  return tx.row('select * from bank_directories where tenant_id = $1 and rail = $2 for no key update', [tenantId, rail])
}

export async function writeDirectory(
  tx: Transaction,
  tenantId: bigint,
  directory: NewDirectory,
  now: Temporal.Instant,
): Promise<void> {
  await insertRows(
    tx,
    'bank_directories',
    { tenantId, importedAt: now },
    [directory],
    `on conflict (tenant_id, rail) do update set listed_on = excluded.listed_on, participants = excluded.participants,
       file_name = excluded.file_name, sha256 = excluded.sha256, imported_by = excluded.imported_by,
       imported_at = excluded.imported_at`,
  )
}

/** The participants of the list of a rail. */
export function readParticipants(db: Connection, tenantId: bigint, rail: Rail): Promise<Participant[]> {
  return db.query(
    'select bank_id, name, takes_payments, details from bank_participants where tenant_id = $1 and rail = $2',
    [tenantId, rail],
  )
}

export async function writeParticipants(
  tx: Transaction,
  tenantId: bigint,
  rail: Rail,
  participants: readonly Participant[],
): Promise<void> {
  await insertRows(
    tx,
    'bank_participants',
    { tenantId, rail },
    participants.map(({ bankId, name, takesPayments, details }) => ({ bankId, name, takesPayments, details })),
    `on conflict (tenant_id, bank_id, rail) do update set name = excluded.name,
       takes_payments = excluded.takes_payments, details = excluded.details`,
  )
}

export async function deleteParticipants(
  tx: Transaction,
  tenantId: bigint,
  rail: Rail,
  bankIds: readonly string[],
): Promise<void> {
  await tx.query('delete from bank_participants where tenant_id = $1 and rail = $2 and bank_id = any($3::text[])', [
    tenantId,
    rail,
    bankIds,
  ])
}

/** A bank in one list. */
export type ListedBank = Pick<BankParticipants, 'bankId' | 'name' | 'takesPayments'> &
  Pick<Participant, 'details'> &
  Pick<Directory, 'rail' | 'listedOn'>

/** What the lists say of a bank, in the order of their rails. */
export function readBank(db: Connection, tenantId: bigint, bankId: string): Promise<ListedBank[]> {
  return db.query(
    `select p.bank_id, p.name, p.takes_payments, p.details, p.rail, d.listed_on
     from bank_participants p join bank_directories d on d.tenant_id = p.tenant_id and d.rail = p.rail
     where p.tenant_id = $1 and p.bank_id = $2 order by p.rail`,
    [tenantId, bankId],
  )
}

/** The lists, each with those of the banks that it names. */
export function readNamed(
  db: Connection,
  tenantId: bigint,
  bankIds: readonly string[],
): Promise<(Pick<Directory, 'rail' | 'listedOn'> & { named: string[] })[]> {
  return db.query(
    `select d.rail, d.listed_on, array(select p.bank_id from bank_participants p
       where p.tenant_id = $1 and p.rail = d.rail and p.bank_id = any($2::text[])) as named
     from bank_directories d where d.tenant_id = $1`,
    [tenantId, bankIds],
  )
}
