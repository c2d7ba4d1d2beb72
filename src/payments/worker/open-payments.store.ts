import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { INSTITUTION_TIME } from '../../institution/institution.ts'
import type { EntryType } from '../../kernel/rail.ts'

/** A payment that the worker takes further; its row is locked. */
export interface OpenPayment {
  id: string
  entryType: EntryType
  rail: string
  amount: bigint
  currency: string
  holdTransferId: string
  /** The hold of its fee, where it has one. */
  feeHoldTransferId: string | null
}

const columns = 'id, entry_type, rail, amount, currency, hold_transfer_id, fee_hold_transfer_id'

/** Payments whose funds are held and that wait for their release. What another worker holds is left to it. */
export async function claimValidated(tx: Transaction, tenantId: bigint, limit: number): Promise<OpenPayment[]> {
  return tx.query<OpenPayment>(
    `select ${columns} from payments where tenant_id = $1 and status = 'VALIDATED' order by rail, id limit $2 for no key update skip locked`,
    [tenantId, limit],
  )
}

/** Released payments of rails that carry single messages. */
export async function claimReady(
  tx: Transaction,
  tenantId: bigint,
  rails: readonly string[],
  limit: number,
): Promise<OpenPayment[]> {
  return tx.query<OpenPayment>(
    `select ${columns} from payments where tenant_id = $1 and status = 'READY_TO_TRANSMIT' and rail = any($2::text[])
     order by id limit $3 for no key update skip locked`,
    [tenantId, rails, limit],
  )
}

/** Transmitted payments whose settlement is due by the calendar, because their rail says nothing when all is well. */
export async function claimSettlementDue(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<OpenPayment[]> {
  return tx.query<OpenPayment>(
    `select ${columns} from payments where tenant_id = $1 and status = 'TRANSMITTED' and settlement_due_at <= $2
     order by settlement_due_at, id limit $3 for no key update skip locked`,
    [tenantId, now.toString(), limit],
  )
}

/** Payments by their ids, in the state TRANSMITTED. */
export async function lockTransmitted(
  tx: Transaction,
  tenantId: bigint,
  ids: readonly string[],
): Promise<OpenPayment[]> {
  return tx.query<OpenPayment>(
    `select ${columns} from payments where tenant_id = $1 and id = any($2::uuid[]) and status = 'TRANSMITTED'
     order by id for no key update`,
    [tenantId, ids],
  )
}

/** What may be open in an institution `i` whatever the time, each with the condition that its index answers. */
const questions = {
  validated: `from payments p where p.tenant_id = i.tenant_id and p.status = 'VALIDATED'`,
  // Every other rail comes after ACH in the alphabet, so that what waits for a file is not read past.
  messagesReady: `from payments p where p.tenant_id = i.tenant_id and p.status = 'READY_TO_TRANSMIT' and p.rail > 'ACH'`,
  achReady: `from payments p where p.tenant_id = i.tenant_id and p.status = 'READY_TO_TRANSMIT' and p.rail = 'ACH'`,
  reversalsWaiting: `from ach_reversals r where r.tenant_id = i.tenant_id and r.file_id is null`,
  filesUnwritten: `from ach_files f where f.tenant_id = i.tenant_id and f.written_at is null`,
} as const

/** What is due in an institution `i` by its clock: when for the first time, which is one look at its index, however much waits. */
const schedules = {
  settlementDue: `select min(p.settlement_due_at) from payments p
    where p.tenant_id = i.tenant_id and p.status = 'TRANSMITTED' and p.settlement_due_at is not null`,
  simulatorDue: `select min(m.settles_at) from simulator_messages m where m.tenant_id = i.tenant_id and m.settled_at is null`,
  paymentsDue: `select min(p.due_at) from payments p where p.tenant_id = i.tenant_id and p.status = 'FUTURE_DATED'`,
  approvalsExpired: `select min(p.approval_expires_at) from payments p
    where p.tenant_id = i.tenant_id and p.status in ('PENDING_APPROVAL', 'PARTIALLY_APPROVED')`,
  // A date has come in some time zone at the earliest fourteen hours before it comes in UTC; the sweep looks closer.
  recurrencesDue: `select min(r.due_on)::timestamp at time zone 'UTC' - interval '14 hours' from payment_recurrences r
    where r.tenant_id = i.tenant_id and r.status = 'Active'`,
} as const

type Question = keyof typeof questions
type Schedule = keyof typeof schedules

/**
 * The tenants in which something of that kind is open: asked across tenants, so that the work itself is done tenant by tenant. The first row found
 * is enough; an `exists` would be planned as a join, and may read them all.
 */
export async function tenantsWith(db: Connection, kind: Question | Schedule, now: Temporal.Instant): Promise<bigint[]> {
  const condition = isSchedule(kind)
    ? `(${schedules[kind]}) <= ${INSTITUTION_TIME}`
    : `(select true ${questions[kind]} limit 1)`
  const rows = await db.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where $1::timestamptz is not null and ${condition} order by i.tenant_id`,
    [now.toString()],
  )
  return rows.map((row) => row.tenantId)
}

function isSchedule(kind: Question | Schedule): kind is Schedule {
  return kind in schedules
}

/** Whether something of that kind is open in the institution. */
export async function isOpen(db: Connection, tenantId: bigint, kind: Question): Promise<boolean> {
  const rows = await db.query(
    `select from institutions i where i.tenant_id = $1 and (select true ${questions[kind]} limit 1)`,
    [tenantId],
  )
  return rows.length > 0
}

/** When something of that kind is due in the institution for the first time. */
export async function firstDue(
  db: Connection,
  tenantId: bigint,
  kind: Exclude<Schedule, 'recurrencesDue'>,
): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ at: Temporal.Instant | null }>(
    `select (${schedules[kind]}) as at from institutions i where i.tenant_id = $1`,
    [tenantId],
  )
  return row?.at ?? undefined
}
