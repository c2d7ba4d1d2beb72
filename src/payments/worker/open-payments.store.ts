import { Temporal } from 'temporal-polyfill'
import type { Altered } from '../../db/altered-rows.ts'
import type { Connection, Transaction } from '../../db/client.ts'
import { CONTENT_WITH_HOLD, queryLeaving } from '../../db/payment-content.ts'
import { INSTITUTION_TIME } from '../../institution/institution.ts'
import type { OnMissedCutOff } from '../../kernel/cut-off.ts'
import type { EntryType, Rail, Speed } from '../../kernel/rail.ts'
import { type ChargeBearer, isDeparting, type Passage, type PaymentInformation } from '../../rails/rails.ts'
import { STOP_ENDED_AT } from '../held/stopped-makers.store.ts'
import { LIFTABLE_AT } from '../held/suspensions.store.ts'
import { recordValueDates } from '../history/value-date-changes.store.ts'

/** A payment that the worker moves one step; its row is locked. */
export interface OpenPayment {
  id: string
  entryType: EntryType
  rail: string
  secCode: string | null
  /** What moves over its rail in one currency: the amount less the fees deducted from it. */
  amount: bigint
  currency: string
  /** The fees deducted from a credit; null if none. */
  deductedAmount: bigint | null
  /** Whether the fees of a debit come out of what it collects. */
  feeFromProceeds: boolean
  holdTransferId: string
  /** Whether it is charged fees. */
  hasFees: boolean
  /** When it settles by the calendar; null if the rail reports the settlement. */
  settlementDueAt: Temporal.Instant | null
}

const columns = `p.id, p.entry_type, s.rail, p.sec_code, p.amount - coalesce(s.deducted_amount, 0) as amount, p.currency, s.deducted_amount,
  s.fee_from_proceeds, s.hold_transfer_id, s.fee_account_id is not null as has_fees, s.settlement_due_at`

const states =
  'from payment_states s join payments p on p.tenant_id = $1 and p.id = s.payment_id where s.tenant_id = $1'

/**
 * Locks payments that wait for release; their funds are held. Skips payments locked by another
 * worker.
 */
export async function claimValidated(tx: Transaction, tenantId: bigint, limit: number): Promise<string[]> {
  const rows = await tx.query<{ paymentId: string }>(
    `select payment_id from payment_states where tenant_id = $1 and status = 'VALIDATED'
     order by rail, payment_id limit $2 for no key update skip locked`,
    [tenantId, limit],
  )
  return rows.map(({ paymentId }) => paymentId)
}

/** A released payment that may leave now. */
export interface ReadyPayment extends OpenPayment, Altered {
  rail: Rail
  speed: Speed
  chargeBearer: ChargeBearer
  /** What its request says for the rail. */
  information: PaymentInformation | null
  /** Null for a payment from before value dates. */
  valueDate: Temporal.PlainDate | null
  /** The last cut-off for its value date, as it was told; null if its rail never closes. */
  cutOffAt: Temporal.Instant | null
  onMissedCutOff: OnMissedCutOff | null
}

/** What a stored request says for its rail, by `PaymentDetails`. */
interface SentDetails {
  additionalInfo?: PaymentInformation
  ultimateParties?: PaymentInformation
}

/** Locks released payments of rails that carry single messages, once they may leave. */
export async function claimReady(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<ReadyPayment[]> {
  const rows = await queryLeaving<
    Omit<ReadyPayment, 'valueDate' | 'information'> & { valueDate: string | null; details: SentDetails | null }
  >(
    tx,
    tenantId,
    `select ${CONTENT_WITH_HOLD}, ${columns}, s.speed, s.value_date, s.cut_off_at, p.on_missed_cut_off,
       p.receiver_account_number, p.receiver_account_number_index, p.contact_id, p.receiver_account_id,
       case upper(trim(p.details #>> '{additionalInfo,detailsOfCharges}')) when 'BEN' then 'CRED' when 'SHA' then 'SHAR' else 'DEBT' end as charge_bearer,
       p.details
     ${states} and s.status = 'READY_TO_TRANSMIT' and s.rail > 'ACH' and s.leaves_at <= $2
     order by s.leaves_at, s.payment_id limit $3 for no key update of s skip locked`,
    [tenantId, now.toString(), limit],
  )
  return rows.map(({ valueDate, details, ...row }) => ({
    ...row,
    information: { ...details?.additionalInfo, ...details?.ultimateParties },
    valueDate: valueDate === null ? null : Temporal.PlainDate.from(valueDate),
  }))
}

/**
 * Notes that messages of released payments are committed: nothing else moves them until a message
 * is handed over. They have no time at which they leave until they have left.
 */
export async function commitToMessages(tx: Transaction, tenantId: bigint, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.query(
    `update payment_states set leaves_at = null
     where tenant_id = $1 and payment_id = any(array(select unnest($2::uuid[]))) and status = 'READY_TO_TRANSMIT'`,
    [tenantId, ids],
  )
}

/** Writes when released payments that missed their cut-off leave, and their value dates. */
export async function writePassages(
  tx: Transaction,
  tenantId: bigint,
  late: readonly ({ id: string } & Pick<Passage, 'leavesAt' | 'valueDate' | 'lastCutOff'>)[],
  now: Temporal.Instant,
): Promise<void> {
  if (late.length === 0) return
  const dates = late.map(({ id, valueDate }) => ({ paymentId: id, valueDate, reason: 'missedCutOff' }) as const)
  await recordValueDates(tx, tenantId, dates, now)
  await tx.query(
    `update payment_states s set value_date = l.value_date, leaves_at = l.leaves_at, cut_off_at = l.cut_off_at, updated_at = $2
     from unnest($3::uuid[], $4::date[], $5::timestamptz[], $6::timestamptz[]) as l (id, value_date, leaves_at, cut_off_at)
     where s.tenant_id = $1 and s.payment_id = l.id and s.status = 'READY_TO_TRANSMIT'`,
    [
      ...[tenantId, now.toString(), late.map(({ id }) => id), late.map(({ valueDate }) => valueDate.toString())],
      late.map(({ leavesAt }) => leavesAt.toString()),
      late.map(({ lastCutOff }) => lastCutOff?.toString() ?? null),
    ],
  )
}

/**
 * Locks transmitted payments that are due to settle by the calendar, because their rail reports
 * only failures, and says which are in a file that has left.
 */
export async function claimSettlementDue(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<(OpenPayment & { isSent: boolean })[]> {
  return tx.query<OpenPayment & { isSent: boolean }>(
    `select ${columns}, exists (select from ach_entries e join ach_files f on f.tenant_id = $1 and f.id = e.file_id
         where e.tenant_id = $1 and e.payment_id = p.id and f.written_at is not null) as is_sent
     ${states} and s.status = 'TRANSMITTED' and s.settlement_due_at <= $2
     order by s.settlement_due_at, s.payment_id limit $3 for no key update of s skip locked`,
    [tenantId, now.toString(), limit],
  )
}

/** Puts off the settlement of a payment that stops others; its value date stays. */
export async function settleLater(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
  dueAt: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update payment_states set settlement_due_at = $3 where tenant_id = $1 and payment_id = $2 and status = 'TRANSMITTED'`,
    [tenantId, paymentId, dueAt.toString()],
  )
}

/** Locks those of the payments that are TRANSMITTED. */
export async function lockTransmitted(
  tx: Transaction,
  tenantId: bigint,
  ids: readonly string[],
): Promise<OpenPayment[]> {
  return tx.query<OpenPayment>(
    `select ${columns} ${states} and s.payment_id = any($2::uuid[]) and s.status = 'TRANSMITTED'
     order by s.payment_id for no key update of s`,
    [tenantId, ids],
  )
}

/** Locks the payments in their order; they settle no more by the calendar. Returns how many did. */
export async function suspendPayments(
  tx: Transaction,
  tenantId: bigint,
  ids: readonly string[],
  now: Temporal.Instant,
): Promise<number> {
  const rows = await tx.query(
    `with open as (
       select payment_id from payment_states where tenant_id = $1 and payment_id = any($2::uuid[])
         and status = 'TRANSMITTED' and settlement_due_at is not null order by payment_id for no key update
     )
     update payment_states s set settlement_due_at = null, updated_at = $3
     from open where s.tenant_id = $1 and s.payment_id = open.payment_id returning s.payment_id`,
    [tenantId, ids, now.toString()],
  )
  return rows.length
}

/** Locks those of the payments that are TRANSMITTED and that no calendar settles. */
export async function lockWithoutSettlement(
  tx: Transaction,
  tenantId: bigint,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ paymentId: string }>(
    `select payment_id from payment_states where tenant_id = $1 and payment_id = any($2::uuid[])
       and status = 'TRANSMITTED' and settlement_due_at is null order by payment_id for no key update`,
    [tenantId, ids],
  )
  return rows.map(({ paymentId }) => paymentId)
}

/** Writes when transmitted payments settle by the calendar. The caller has locked them. */
export async function writeSettlements(
  tx: Transaction,
  tenantId: bigint,
  settlements: readonly { paymentId: string; settlesAt: Temporal.Instant; valueDate: Temporal.PlainDate }[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update payment_states s set settlement_due_at = w.due_at, value_date = w.value_date, updated_at = $2
     from unnest($3::uuid[], $4::timestamptz[], $5::date[]) as w (id, due_at, value_date)
     where s.tenant_id = $1 and s.payment_id = w.id and s.status = 'TRANSMITTED'`,
    [
      ...[tenantId, now.toString(), settlements.map(({ paymentId }) => paymentId)],
      settlements.map(({ settlesAt }) => settlesAt.toString()),
      settlements.map(({ valueDate }) => valueDate.toString()),
    ],
  )
}

/** Work that can be open in an institution `i` at any time. Each condition has its own index. */
const questions = {
  validated: `from payment_states s where s.tenant_id = i.tenant_id and s.status = 'VALIDATED'`,
  achReady: `from payment_states s where s.tenant_id = i.tenant_id and s.status = 'READY_TO_TRANSMIT' and s.rail = 'ACH'`,
  reversalsWaiting: `from ach_reversals r where r.tenant_id = i.tenant_id and r.file_id is null and r.returned_at is null`,
  handoversDue: `from rail_handovers h where h.tenant_id = i.tenant_id and h.rail = 'ACH' and (h.status = 'Waiting'
    or h.status = 'Claimed' and h.leased_until <= clock_timestamp())`,
  handoversOpen: `from rail_handovers h where h.tenant_id = i.tenant_id and h.rail = 'ACH' and h.status in ('Waiting', 'Claimed')`,
} as const

/**
 * Work that is due in an institution `i` by its clock: the earliest due time, one index lookup
 * however much waits.
 */
const schedules = {
  settlementDue: `select min(s.settlement_due_at) from payment_states s
    where s.tenant_id = i.tenant_id and s.status = 'TRANSMITTED' and s.settlement_due_at is not null`,
  fundsDue: `select min(f.releases_at) from funds_holds f where f.tenant_id = i.tenant_id and f.released_at is null`,
  reversalsToSettle: `select min(r.settlement_due_at) from ach_reversals r
    where r.tenant_id = i.tenant_id and r.settlement_due_at is not null and r.settlement_id is null`,
  // All message rails sort after ACH, so this condition skips the entries that wait for a file.
  messagesReady: `select min(s.leaves_at) from payment_states s
    where s.tenant_id = i.tenant_id and s.status = 'READY_TO_TRANSMIT' and s.rail > 'ACH'`,
  earlierDue: `select min(m.settles_at) from simulator_messages m where m.tenant_id = i.tenant_id and m.settled_at is null`,
  paymentsDue: `select min(s.due_at) from payment_states s where s.tenant_id = i.tenant_id and s.status = 'FUTURE_DATED'`,
  approvalsExpired: `select min(s.approval_expires_at) from payment_states s
    where s.tenant_id = i.tenant_id and s.status in ('PENDING_APPROVAL', 'PARTIALLY_APPROVED')
      and not ${isDeparting('s.payment_id', 'i.tenant_id')}`,
  heldPastCutOff: `select least(
    (select min(s.cut_off_at) from payment_states s
      where s.tenant_id = i.tenant_id and s.status = 'HELD' and s.on_missed_cut_off = 'Refuse'
        and not ${isDeparting('s.payment_id', 'i.tenant_id')}),
    (select min(s.fails_at) from payment_states s
      where s.tenant_id = i.tenant_id and s.status = 'HELD' and s.fails_at is not null
        and not ${isDeparting('s.payment_id', 'i.tenant_id')})) + interval '1 millisecond'`,
  heldLiftable: `select least(${LIFTABLE_AT}, ${STOP_ENDED_AT})`,
  // A date starts in the first time zone fourteen hours before it starts in UTC. The sweep then
  // checks the exact date.
  recurrencesDue: `select min(r.due_on)::timestamp at time zone 'UTC' - interval '14 hours' from payment_recurrences r
    where r.tenant_id = i.tenant_id and r.status = 'Active'`,
} as const

type Question = keyof typeof questions
type Schedule = keyof typeof schedules

/**
 * The tenants with open work of this kind. This query reads all tenants, so that the work itself
 * can be done tenant by tenant. It stops at the first row of each; PostgreSQL would plan an
 * `exists` as a join, which can read all rows.
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

/** Whether the institution has open work of this kind. */
export async function isOpen(db: Connection, tenantId: bigint, kind: Question): Promise<boolean> {
  const rows = await db.query(
    `select from institutions i where i.tenant_id = $1 and (select true ${questions[kind]} limit 1)`,
    [tenantId],
  )
  return rows.length > 0
}

/** The earliest time at which work of this kind is due in the institution. */
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

/** The schedules as the sweeps that serve them are called. */
const SERVED_BY = {
  fundsDue: 'payments: release funds',
  paymentsDue: 'payments: release due payments',
  approvalsExpired: 'payments: expire approvals',
  heldPastCutOff: 'payments: fail held payments',
  heldLiftable: 'payments: lift held payments',
  messagesReady: 'payments: transmit messages',
  settlementDue: 'payments: settle ACH payments',
  reversalsToSettle: 'payments: settle ACH reversals',
  earlierDue: 'payments: settle messages of 0.2.0',
} as const satisfies Partial<Record<Schedule, string>>

/** The sweeps whose work can be overdue. */
export const SCHEDULED_SWEEPS: readonly string[] = Object.values(SERVED_BY)

const OVERDUE = `select w.sweep, extract(epoch from ${INSTITUTION_TIME} - w.due_at)::float8 as seconds
  from institutions i cross join lateral (values ${Object.entries(SERVED_BY)
    .map(([kind, sweep]) => `('${sweep}', (${schedules[kind as Schedule]}))`)
    .join(', ')}) as w (sweep, due_at)
  where i.tenant_id = $2 and w.due_at < ${INSTITUTION_TIME}`

/** For how long the earliest work of each sweep has been due, by the institution's clock. */
export async function readOverdue(
  db: Connection,
  tenantId: bigint,
  now: Temporal.Instant,
): Promise<{ sweep: string; seconds: number }[]> {
  return db.query(OVERDUE, [now.toString(), tenantId])
}
