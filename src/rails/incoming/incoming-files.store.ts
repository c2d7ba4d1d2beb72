import type { Temporal } from 'temporal-polyfill'
import type { Connection, Database, Transaction } from '../../db/client.ts'
import { INSTITUTION_TIME } from '../../institution/institution.ts'
import type { Rail } from '../../kernel/rail.ts'

/**
 * RECEIVING: its parts are being kept. RECEIVED: kept whole, not read yet. IMPORTING: a part of
 * its entries is booked. IMPORTED: all of them are. QUARANTINED: it cannot be read or does not
 * add up, and a person decides.
 */
export const INCOMING_STATUSES = ['RECEIVING', 'RECEIVED', 'IMPORTING', 'IMPORTED', 'QUARANTINED'] as const
export type IncomingStatus = (typeof INCOMING_STATUSES)[number]

/** A file that came in. The same content of a rail is one file, however often it comes. */
export interface IncomingFile {
  tenantId: bigint
  id: string
  rail: Rail
  /** The name that it first came with. */
  name: string
  /** SHA-256 in hexadecimal. */
  sha256: string
  sizeBytes: bigint
  status: IncomingStatus
  /** How many of its entries are booked. */
  importedEntries: number
  /** How often its import failed in a row without booking anything. */
  attempts: number
  receivedAt: Temporal.Instant
}

/** What a file had, counted while it was imported. Totals are minor units. */
export interface ImportTotals {
  entries: number
  debitTotal: bigint
  creditTotal: bigint
  /** What was tolerated although the rules of the network do not have it so, in words. */
  notes: readonly string[]
}

/** Why a file is in quarantine, and where it is wrong; null where a file is wrong as a whole. */
export interface FileRefusal {
  /** The line or block of the file, from 1. */
  line: number | null
  /** The record, as the network names it: `entry detail (6)`. */
  record: string | null
  field: string | null
  reason: string
}

/** The decision of a person to import a quarantined file once more. */
export interface FileRelease {
  by: string
  reason: string
  /** RFC 3339. */
  at: string
}

/** A file with how its import ended. */
export interface EndedFile extends Omit<IncomingFile, 'sha256'> {
  /** Null for a file that was too large to be read. */
  sha256: string | null
  entries: number | null
  debitTotal: bigint | null
  creditTotal: bigint | null
  notes: readonly string[] | null
  refusal: FileRefusal | null
  /** The last release from quarantine; null if there was none. */
  release: FileRelease | null
  endedAt: Temporal.Instant | null
}

const claimed = 'tenant_id, id, rail, name, sha256, size_bytes, status, imported_entries, attempts, received_at'
const columns = `${claimed}, entries, debit_total, credit_total, notes, refusal, release, ended_at`

/** A part of a file, before it is sealed. One part is in memory at a time. */
export const PART_BYTES = 1024 * 1024

const sealingOf = (tenantId: bigint, fileId: string, part: number) => `incoming_file:${tenantId}:${fileId}:${part}`

/** Undefined if a file of the rail has the same content already. It is RECEIVING. */
export async function insertIncoming(
  tx: Transaction,
  file: Pick<IncomingFile, 'tenantId' | 'id' | 'rail' | 'name' | 'sizeBytes' | 'receivedAt'> & { sha256: string },
): Promise<EndedFile | undefined> {
  return tx.row<EndedFile>(
    `insert into incoming_files (tenant_id, id, rail, name, sha256, size_bytes, received_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (tenant_id, rail, sha256) do nothing returning ${columns}`,
    [file.tenantId, file.id, file.rail, file.name, file.sha256, file.sizeBytes, file.receivedAt.toString()],
  )
}

/** A file that is too large to be read: it is in quarantine from the start. */
export async function insertUnread(
  tx: Transaction,
  file: Pick<IncomingFile, 'tenantId' | 'id' | 'rail' | 'name' | 'sizeBytes' | 'receivedAt'>,
  refusal: FileRefusal,
): Promise<EndedFile> {
  const row = await tx.row<EndedFile>(
    `insert into incoming_files (tenant_id, id, rail, name, size_bytes, received_at, status, refusal, ended_at)
     values ($1, $2, $3, $4, $5, $6, 'QUARANTINED', $7, $6) returning ${columns}`,
    [file.tenantId, file.id, file.rail, file.name, file.sizeBytes, file.receivedAt.toString(), JSON.stringify(refusal)],
  )
  return row!
}

export async function insertPart(
  tx: Transaction,
  { tenantId, id }: Pick<IncomingFile, 'tenantId' | 'id'>,
  part: number,
  bytes: Uint8Array,
): Promise<void> {
  const sealed = tx.keyring.sealer.seal(bytes, sealingOf(tenantId, id, part))
  await tx.query(
    `insert into incoming_file_parts (tenant_id, file_id, part, sealed) values ($1, $2, $3, $4)
     on conflict (tenant_id, file_id, part) do nothing`,
    [tenantId, id, part, sealed],
  )
}

/** How many parts are kept: without a gap, if parts are only added in their order. */
export async function countParts(db: Connection, tenantId: bigint, id: string): Promise<number> {
  const row = await db.row<{ parts: bigint }>(
    'select count(*) as parts from incoming_file_parts where tenant_id = $1 and file_id = $2',
    [tenantId, id],
  )
  return Number(row!.parts)
}

/** All parts are kept. Undefined if another worker has noted that already. */
export async function markReceived(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  now: Temporal.Instant,
): Promise<EndedFile | undefined> {
  return tx.row<EndedFile>(
    `update incoming_files set status = 'RECEIVED', received_at = $3
     where tenant_id = $1 and id = $2 and status = 'RECEIVING' returning ${columns}`,
    [tenantId, id, now.toString()],
  )
}

/** A file that was too large to be read, by its name and size. */
export async function findUnread(
  db: Connection,
  tenantId: bigint,
  { rail, name, sizeBytes }: Pick<IncomingFile, 'rail' | 'name' | 'sizeBytes'>,
): Promise<EndedFile | undefined> {
  return db.row<EndedFile>(
    `select ${columns} from incoming_files where tenant_id = $1 and rail = $2 and name = $3 and size_bytes = $4
       and sha256 is null order by received_at desc, id desc limit 1`,
    [tenantId, rail, name, sizeBytes],
  )
}

/**
 * The bytes of a file, as they came, from an offset on. Each part is read by itself; between two
 * parts, no connection is taken.
 */
export async function* incomingContent(
  db: Pick<Database, 'read'>,
  { tenantId, id, sizeBytes }: Pick<IncomingFile, 'tenantId' | 'id' | 'sizeBytes'>,
  from = 0,
): AsyncGenerator<Uint8Array> {
  const parts = Math.ceil(Number(sizeBytes) / PART_BYTES)
  for (let part = Math.floor(from / PART_BYTES); part < parts; part++) {
    const bytes = await db.read((connection) => readPart(connection, { tenantId, id }, part))
    const skipped = from - part * PART_BYTES
    yield skipped > 0 ? bytes.subarray(skipped) : bytes
  }
}

async function readPart(
  db: Connection,
  { tenantId, id }: Pick<IncomingFile, 'tenantId' | 'id'>,
  part: number,
): Promise<Uint8Array> {
  const row = await db.row<{ sealed: Buffer }>(
    'select sealed from incoming_file_parts where tenant_id = $1 and file_id = $2 and part = $3',
    [tenantId, id, part],
  )
  if (!row) throw new Error(`the incoming file ${id} has no part ${part}`)
  return db.keyring.sealer.open(row.sealed, sealingOf(tenantId, id, part))
}

/** A file that no other worker has. Leases are of the database's clock. */
const isFree = (by: string) =>
  `(leased_until is null or leased_until <= clock_timestamp() or leased_by is not distinct from ${by})`

/**
 * The oldest file of a rail that is not imported in full, and does not wait after a failure;
 * undefined if others have all of them.
 * @param by the worker that asks: files under its own lease are free for it
 */
export async function claimIncomingFile(
  tx: Transaction,
  tenantId: bigint,
  rail: Rail,
  now: Temporal.Instant,
  by?: string,
): Promise<IncomingFile | undefined> {
  return tx.row<IncomingFile>(
    `select ${claimed} from incoming_files where tenant_id = $1 and rail = $2 and status in ('RECEIVED', 'IMPORTING')
       and (next_attempt_at is null or next_attempt_at <= $3) and ${isFree('$4')}
     order by received_at, id limit 1 for no key update skip locked`,
    [tenantId, rail, now.toString(), by ?? null],
  )
}

/** Leases an open file to a worker, or renews its lease. False if another one has it. */
export async function leaseIncomingFile(
  db: Connection,
  { tenantId, id }: Pick<IncomingFile, 'tenantId' | 'id'>,
  { by, ms }: { by: string; ms: number },
): Promise<boolean> {
  const row = await db.row(
    `update incoming_files set leased_by = $3, leased_until = clock_timestamp() + $4 * interval '1 millisecond'
     where tenant_id = $1 and id = $2 and ended_at is null and ${isFree('$3')} returning 1 as leased`,
    [tenantId, id, by, ms],
  )
  return row !== undefined
}

/** Ends the lease of a worker, if it still has it. */
export async function releaseIncomingFile(
  db: Connection,
  { tenantId, id }: Pick<IncomingFile, 'tenantId' | 'id'>,
  by: string,
): Promise<void> {
  await db.query(
    `update incoming_files set leased_by = null, leased_until = null
     where tenant_id = $1 and id = $2 and ended_at is null and leased_by = $3`,
    [tenantId, id, by],
  )
}

/**
 * Institutions with a file of the rail whose import is due, and that no other worker has. `now` is
 * the machine's time.
 */
export async function tenantsWithIncoming(
  db: Connection,
  now: Temporal.Instant,
  rail: Rail,
  by?: string,
): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    `select tenant_id from institutions i where exists (select from incoming_files f
       where f.tenant_id = i.tenant_id and f.rail = $2 and f.status in ('RECEIVED', 'IMPORTING')
         and (f.next_attempt_at is null or f.next_attempt_at <= ${INSTITUTION_TIME}) and ${isFree('$3')})`,
    [now.toString(), rail, by ?? null],
  )
  return rows.map(({ tenantId }) => tenantId)
}

/** When the next import of a file of the rail is due: `now`, unless all wait after a failure. */
export async function nextImport(
  db: Connection,
  tenantId: bigint,
  rail: Rail,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ at: Temporal.Instant | null }>(
    `select min(coalesce(next_attempt_at, $3)) as at from incoming_files
     where tenant_id = $1 and rail = $2 and status in ('RECEIVED', 'IMPORTING')`,
    [tenantId, rail, now.toString()],
  )
  return row?.at ?? undefined
}

/** The file with this content. */
export async function findByContent(
  db: Connection,
  tenantId: bigint,
  { rail, sha256 }: { rail: Rail; sha256: string },
): Promise<EndedFile | undefined> {
  return db.row<EndedFile>(`select ${columns} from incoming_files where tenant_id = $1 and rail = $2 and sha256 = $3`, [
    tenantId,
    rail,
    sha256,
  ])
}

export async function findIncomingFile(db: Connection, tenantId: bigint, id: string): Promise<EndedFile | undefined> {
  return db.row<EndedFile>(`select ${columns} from incoming_files where tenant_id = $1 and id = $2`, [tenantId, id])
}

export async function lockIncomingFile(tx: Transaction, tenantId: bigint, id: string): Promise<EndedFile | undefined> {
  return tx.row<EndedFile>(`select ${columns} from incoming_files where tenant_id = $1 and id = $2 for no key update`, [
    tenantId,
    id,
  ])
}

/**
 * How far the import is: all entries up to this one are booked, in this transaction or before. A
 * lease lasts as long again.
 */
export async function noteImported(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  { importedEntries, leaseMs = 0 }: { importedEntries: number; leaseMs?: number },
): Promise<void> {
  await tx.query(
    `update incoming_files set status = 'IMPORTING', imported_entries = $3, attempts = 0, next_attempt_at = null,
       leased_until = case when leased_by is not null
         then greatest(leased_until, clock_timestamp() + $4 * interval '1 millisecond') end
     where tenant_id = $1 and id = $2`,
    [tenantId, id, importedEntries, leaseMs],
  )
}

/** The import failed, and is tried again. */
export async function markFailed(
  tx: Transaction,
  { tenantId, id }: Pick<IncomingFile, 'tenantId' | 'id'>,
  nextAttemptAt: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update incoming_files set attempts = attempts + 1, next_attempt_at = $3 where tenant_id = $1 and id = $2`,
    [tenantId, id, nextAttemptAt.toString()],
  )
}

export async function markImported(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  { entries, debitTotal, creditTotal, notes }: ImportTotals,
  now: Temporal.Instant,
): Promise<EndedFile> {
  const row = await tx.row<EndedFile>(
    `update incoming_files set status = 'IMPORTED', imported_entries = $3, entries = $3, debit_total = $4,
       credit_total = $5, notes = $6, ended_at = $7, leased_by = null, leased_until = null
     where tenant_id = $1 and id = $2 returning ${columns}`,
    [tenantId, id, entries, debitTotal, creditTotal, JSON.stringify(notes), now.toString()],
  )
  return row!
}

export async function markQuarantined(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  refusal: FileRefusal,
  now: Temporal.Instant,
): Promise<EndedFile> {
  const row = await tx.row<EndedFile>(
    `update incoming_files set status = 'QUARANTINED', refusal = $3, ended_at = $4, leased_by = null, leased_until = null
     where tenant_id = $1 and id = $2 returning ${columns}`,
    [tenantId, id, JSON.stringify(refusal), now.toString()],
  )
  return row!
}

/** The next import starts where the last one stopped: usually at the beginning. */
export async function markReleased(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  release: FileRelease,
): Promise<EndedFile> {
  const row = await tx.row<EndedFile>(
    `update incoming_files set status = 'RECEIVED', refusal = null, ended_at = null, release = $3, attempts = 0,
       next_attempt_at = null where tenant_id = $1 and id = $2 returning ${columns}`,
    [tenantId, id, JSON.stringify(release)],
  )
  return row!
}
