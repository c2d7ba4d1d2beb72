import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { byId, insertRow, type NewRow } from '../../db/rows.ts'
import type { Prenotes } from '../../db/types.ts'
import { conditions, readPage, readTotal } from '../../db/where.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import type { EntryType } from '../../kernel/rail.ts'
import type { SecCode } from '../../kernel/sec-codes.ts'
import { words } from '../../kernel/words.ts'
import type { StandingPrenote } from '../decision/domain/accept-payment.ts'

/**
 * Queued: it waits for a file, or its file has not left. Sent: its file has left, and the other
 * bank can still return it. Accepted: the time for returns passed. Returned: the other bank sent it
 * back. Refused: it did not leave, or the operator rejected its file.
 */
export const PRENOTE_STATUSES = words('PrenoteStatus', ['Queued', 'Sent', 'Accepted', 'Returned', 'Refused'])
export type PrenoteStatus = (typeof PRENOTE_STATUSES)[number]

/** The classes whose entries say nothing but the account: the others need what a check says. */
export const PRENOTE_SEC_CODES = words('PrenoteSecCode', ['PPD', 'CCD', 'CTX', 'WEB', 'TEL'] satisfies SecCode[])

export type Prenote = Omit<Prenotes, 'status' | 'entryType'> & { status: PrenoteStatus; entryType: EntryType }

export async function insertPrenote(tx: Transaction, prenote: NewRow<'prenotes'>): Promise<Prenote> {
  return (await insertRow(tx, 'prenotes', prenote)) as Prenote
}

export async function findPrenote(db: Connection, tenantId: bigint, id: string): Promise<Prenote | undefined> {
  return (await byId(db, 'prenotes', tenantId, id)) as Prenote | undefined
}

export interface PrenoteFilter {
  customerId: bigint
  contactId: bigint | undefined
  status: PrenoteStatus | undefined
  traceNumber: string | undefined
}

/** Newest first. */
export async function searchPrenotes(
  db: Connection,
  tenantId: bigint,
  { customerId, contactId, status, traceNumber }: PrenoteFilter,
  page: PageRequest,
): Promise<PageOf<Prenote>> {
  const where = conditions(tenantId)
  where.equals('customer_id', customerId)
  where.equals('contact_id', contactId)
  where.equals('status', status)
  where.equals('trace_number', traceNumber)
  const from = `from prenotes where tenant_id = $1 ${where}`
  const rows = await readPage<Prenote>(
    db,
    where,
    page,
    (bounds) => `select * ${from} order by created_at desc, id desc ${bounds}`,
  )
  return { rows, total: await readTotal(db, where, `select count(*) as total ${from}`) }
}

/** Locks those of the prenotifications that have one of the statuses. */
export async function lockPrenotes(
  tx: Transaction,
  tenantId: bigint,
  { ids, statuses }: { ids: readonly string[]; statuses: readonly PrenoteStatus[] },
): Promise<Prenote[]> {
  if (ids.length === 0) return []
  return tx.query<Prenote>(
    `select * from prenotes where tenant_id = $1 and id = any($2::uuid[]) and status = any($3::text[])
     order by id for no key update`,
    [tenantId, ids, statuses],
  )
}

/** Locks prenotifications whose file has left and that nobody has noted yet. */
export async function claimLeft(tx: Transaction, tenantId: bigint, limit: number): Promise<Prenote[]> {
  return tx.query<Prenote>(
    `select n.* from prenotes n join ach_files f on f.tenant_id = $1 and f.id = n.file_id and f.written_at is not null
     where n.tenant_id = $1 and n.status = 'Queued' and n.file_id is not null
     order by n.id limit $2 for no key update of n skip locked`,
    [tenantId, limit],
  )
}

/** Locks prenotifications that nobody returned in time. */
export async function claimAccepted(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<Prenote[]> {
  return tx.query<Prenote>(
    `select * from prenotes where tenant_id = $1 and status = 'Sent' and accept_due_at <= $2
     order by accept_due_at, id limit $3 for no key update skip locked`,
    [tenantId, now.toString(), limit],
  )
}

/** Locks the prenotifications of a file that can still be accepted, or were. */
export async function lockOfFile(tx: Transaction, tenantId: bigint, fileId: string): Promise<Prenote[]> {
  return tx.query<Prenote>(
    `select * from prenotes where tenant_id = $1 and file_id = $2 and status in ('Queued', 'Sent', 'Accepted')
     order by id for no key update`,
    [tenantId, fileId],
  )
}

/** Whether no other prenotification stands for the account of `n`. */
const STANDS_ALONE = `not exists (
  select from prenotes o where o.tenant_id = $1 and o.contact_id = n.contact_id and o.id <> n.id
    and o.receiver_account_number_index = n.receiver_account_number_index
    and o.receiver_bank_code = n.receiver_bank_code and o.status in ('Queued', 'Sent', 'Returned'))`

/**
 * Locks the prenotifications that were refused with their file, and whose contacts got no other for
 * the same account.
 */
export async function lockRefusedOfFile(tx: Transaction, tenantId: bigint, fileId: string): Promise<Prenote[]> {
  return tx.query<Prenote>(
    `select * from prenotes n where n.tenant_id = $1 and n.file_id = $2 and n.status = 'Refused' and ${STANDS_ALONE}
     order by n.id for no key update`,
    [tenantId, fileId],
  )
}

/**
 * Locks those of the prenotifications that can come back: they have left, and their contacts got no
 * other for the same account.
 */
export async function lockReturnable(tx: Transaction, tenantId: bigint, ids: readonly string[]): Promise<Prenote[]> {
  if (ids.length === 0) return []
  return tx.query<Prenote>(
    `select * from prenotes n where n.tenant_id = $1 and n.id = any($2::uuid[]) and n.sent_at is not null
       and n.status in ('Sent', 'Accepted', 'Refused') and ${STANDS_ALONE}
     order by n.id for no key update`,
    [tenantId, ids],
  )
}

/** Writes prenotifications as they were changed. The caller has locked their rows. */
export async function writePrenotes(tx: Transaction, tenantId: bigint, prenotes: readonly Prenote[]): Promise<void> {
  if (prenotes.length === 0) return
  const all = <Key extends keyof Prenote>(key: Key) => prenotes.map((one) => one[key]?.toString() ?? null)
  await tx.query(
    `update prenotes n set status = w.status, ended_at = w.ended_at, return_code = w.return_code,
       change_code = w.change_code, refused_reason = w.refused_reason, sent_at = w.sent_at, settles_on = w.settles_on,
       first_entry_on = w.first_entry_on, accept_due_at = w.accept_due_at
     from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::timestamptz[],
       $9::date[], $10::date[], $11::timestamptz[]) as w (id, status, ended_at, return_code, change_code,
       refused_reason, sent_at, settles_on, first_entry_on, accept_due_at)
     where n.tenant_id = $1 and n.id = w.id`,
    [
      ...[tenantId, all('id'), all('status'), all('endedAt'), all('returnCode'), all('changeCode')],
      ...[all('refusedReason'), all('sentAt'), all('settlesOn'), all('firstEntryOn'), all('acceptDueAt')],
    ],
  )
}

/** The account of a contact, by the blind index of its number and its routing number. */
export interface ContactAccount {
  contactId: bigint
  numberIndex: string
  bankCode: string
}

/** Those that stand for these accounts: at most one for each. */
export async function readStandingPrenotes(
  db: Connection,
  tenantId: bigint,
  accounts: readonly ContactAccount[],
): Promise<(account: ContactAccount) => StandingPrenote | undefined> {
  if (accounts.length === 0) return () => undefined
  const rows = await db.query<StandingPrenote & ContactAccount>(
    `select n.id, n.status, n.return_code, n.effective_entry_date, n.first_entry_on, n.contact_id,
       n.receiver_account_number_index as number_index, n.receiver_bank_code as bank_code
     from unnest($2::bigint[], $3::text[], $4::text[]) as w (contact_id, number_index, bank_code)
       join prenotes n on n.tenant_id = $1 and n.contact_id = w.contact_id and n.receiver_bank_code = w.bank_code
         and n.receiver_account_number_index = w.number_index and n.status in ('Queued', 'Sent', 'Returned')`,
    [
      ...[tenantId, accounts.map(({ contactId }) => contactId)],
      ...[accounts.map(({ numberIndex }) => numberIndex), accounts.map(({ bankCode }) => bankCode)],
    ],
  )
  const standing = new Map(rows.map((row) => [keyOf(row), row]))
  return (account) => standing.get(keyOf(account))
}

function keyOf({ contactId, numberIndex, bankCode }: ContactAccount): string {
  return `${contactId} ${bankCode} ${numberIndex}`
}
