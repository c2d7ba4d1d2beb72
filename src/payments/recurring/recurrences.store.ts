import type { Temporal } from 'temporal-polyfill'
import { type Altered, queryEach } from '../../db/altered-rows.ts'
import type { Connection, Transaction } from '../../db/client.ts'
import { checked, contentIndex, findAlteredContents, storedContent, type WithContent } from '../../db/content-digest.ts'
import { SERIES } from '../../db/digested-tables.ts'
import { insertRows } from '../../db/rows.ts'
import type { EntryType } from '../../kernel/rail.ts'
import { words } from '../../kernel/words.ts'
import type { CounterpartyReference } from '../decision/counterparties.ts'
import type { PaymentStatus } from '../payment-state.ts'
import type { Frequency } from './domain/recurrence.ts'

export const SERIES_STATUSES = words('SeriesStatus', ['Active', 'Completed', 'Cancelled'])

/** An upcoming payment of a series; `made` is undefined until the payment exists. */
export interface ComingOccurrence {
  number: number
  nominalDate: string
  paymentDate: string
  made: MadeOccurrence | undefined
}

/** A series after a change, and the scheduled payments cancelled with it. */
export interface ChangedRecurrence {
  recurrence: Recurrence
  cancelledPayments: readonly string[]
}

/**
 * A series of payments: the data of its payments, its schedule and its progress. Dates are
 * `yyyy-mm-dd`.
 */
export interface Recurrence extends CounterpartyReference {
  id: string
  /** How often its end was changed, from 1. */
  version: bigint
  /** By which clients name it. */
  number: bigint
  entryType: EntryType
  customerId: bigint
  senderAccountId: bigint
  externalReferenceId: string
  amount: bigint
  currency: string
  speed: string
  /** The SEC code of the request, if any. */
  secCode: string | null
  paymentNotes: string | null
  details: object
  frequency: Frequency
  startDate: string
  payUntil: 'Cancelled' | 'EndDate' | 'NumberOfPayments'
  endDate: string | null
  numberOfPayments: number | null
  status: (typeof SERIES_STATUSES)[number]
  paymentsMade: number
  dueOn: string | null
  createdBy: string
  /** The user whose token started it; its payments are submitted by that user too. */
  createdByUser: string | null
  createdAt: Temporal.Instant
  firstPaymentId: string
}

/** The series of a payment, with the payment's number in it. */
export interface SeriesOfPayment
  extends Pick<Recurrence, 'id' | 'frequency' | 'startDate' | 'payUntil' | 'endDate' | 'numberOfPayments' | 'status'> {
  number: number
  /** The number of the series, digits. */
  seriesNumber: string
}

const columns = `r.id, r.version, r.number, r.entry_type, r.customer_id, r.sender_account_id, r.contact_id, r.receiver_account_id,
  r.external_reference_id, r.amount, r.currency, r.speed, r.sec_code, r.payment_notes,
  r.details, r.frequency, r.start_date, r.pay_until, r.end_date,
  r.number_of_payments, r.status, r.payments_made, r.due_on, r.created_by, r.created_by_user,
  r.created_at, (${SERIES.derived!.first_payment_id!('r')}) as first_payment_id`

export async function insertRecurrences(
  tx: Transaction,
  tenantId: bigint,
  recurrences: readonly Recurrence[],
  now: Temporal.Instant,
): Promise<void> {
  await insertRows(
    tx,
    'payment_recurrences',
    { tenantId, createdAt: now, updatedAt: now },
    recurrences.map((recurrence) => ({
      id: recurrence.id,
      number: recurrence.number,
      customerId: recurrence.customerId,
      senderAccountId: recurrence.senderAccountId,
      contactId: recurrence.contactId,
      externalReferenceId: recurrence.externalReferenceId,
      amount: recurrence.amount,
      currency: recurrence.currency,
      speed: recurrence.speed,
      secCode: recurrence.secCode,
      paymentNotes: recurrence.paymentNotes,
      details: recurrence.details,
      frequency: recurrence.frequency,
      startDate: recurrence.startDate,
      payUntil: recurrence.payUntil,
      endDate: recurrence.endDate,
      numberOfPayments: recurrence.numberOfPayments,
      status: recurrence.status,
      paymentsMade: recurrence.paymentsMade,
      dueOn: recurrence.dueOn,
      createdBy: recurrence.createdBy,
      createdByUser: recurrence.createdByUser,
      receiverAccountId: recurrence.receiverAccountId,
      entryType: recurrence.entryType,
      version: recurrence.version,
      contentIndex: contentIndex(tx, tenantId, SERIES, recurrence),
    })),
  )
}

/** Links a payment to its number in a series. */
export interface Occurrence {
  recurrenceId: string
  number: number
  paymentId: string
}

/** Throws if one of the numbers is already used. */
export async function insertOccurrences(
  tx: Transaction,
  tenantId: bigint,
  occurrences: readonly Occurrence[],
): Promise<void> {
  await insertRows(
    tx,
    'payment_occurrences',
    { tenantId },
    occurrences.map(({ recurrenceId, number, paymentId }) => ({ recurrenceId, number, paymentId })),
  )
}

/** As many new numbers of series. */
export async function nextSeriesNumbers(tx: Transaction, count: number): Promise<bigint[]> {
  const rows = await tx.query<{ number: bigint }>(
    `select nextval('payment_recurrences_number_seq') as number from generate_series(1, $1::int)`,
    [count],
  )
  return rows.map(({ number }) => number)
}

/** Reads the series with this id or number, with the legal entities above its customer. */
export async function findRecurrence(
  db: Connection,
  tenantId: bigint,
  name: { id: string } | { number: string },
): Promise<(Recurrence & { ancestorIds: bigint[] }) | undefined> {
  const [column, value] = 'id' in name ? ['id', name.id] : ['number', name.number]
  const row = await db.row<Recurrence & { ancestorIds: bigint[] }>(
    `select ${columns}, c.ancestor_ids
     from payment_recurrences r join customers c on c.tenant_id = r.tenant_id and c.id = r.customer_id
     where r.tenant_id = $1 and r.${column} = $2`,
    [tenantId, value],
  )
  return row
}

/** Locks an existing series against workers and other changes. Says if it was altered. */
export async function lockRecurrence(tx: Transaction, tenantId: bigint, id: string): Promise<Recurrence & Altered> {
  const row = await tx.row<Recurrence & WithContent>(
    `select ${columns}, ${storedContent(SERIES, 'r')} as content
     from payment_recurrences r where r.tenant_id = $1 and r.id = $2 for no key update`,
    [tenantId, id],
  )
  if (!row) throw new Error(`recurrence ${id} does not exist`)
  return checked(tx, tenantId, SERIES, row)
}

/** The currency of the account of a series; undefined if the account no longer exists. */
export async function readOwnCurrency(
  db: Connection,
  tenantId: bigint,
  { senderAccountId }: Pick<Recurrence, 'senderAccountId'>,
): Promise<string | undefined> {
  const row = await db.row<{ currency: string }>('select currency from accounts where tenant_id = $1 and id = $2', [
    tenantId,
    senderAccountId,
  ])
  return row?.currency
}

/** A series that is due, with the status of its first payment. */
export interface DueRecurrence extends Recurrence {
  firstStatus: string
}

/**
 * Locks series that are due, and skips those locked by another worker or by a client's change.
 * Those that were altered say so: their terms, or how many payments they have made.
 */
export async function claimDueRecurrences(
  tx: Transaction,
  tenantId: bigint,
  date: string,
  limit: number,
): Promise<(DueRecurrence & Altered)[]> {
  const rows = await queryEach<DueRecurrence & WithContent & { lastNumber: number | null }>(
    tx,
    `select ${columns}, ${storedContent(SERIES, 'r')} as content,
       (select max(o.number) from payment_occurrences o where o.tenant_id = r.tenant_id and o.recurrence_id = r.id) as last_number,
       (select s.status from payment_occurrences o join payment_states s on s.tenant_id = o.tenant_id and s.payment_id = o.payment_id
        where o.tenant_id = r.tenant_id and o.recurrence_id = r.id and o.number = 1) as first_status
     from payment_recurrences r where r.tenant_id = $1 and r.status = 'Active' and r.due_on <= $2
     order by r.due_on, r.id limit $3 for no key update of r skip locked`,
    [tenantId, date, limit],
  )
  return rows.map((row) => {
    const { lastNumber, ...due } = checked(tx, tenantId, SERIES, row)
    const altered = due.altered ?? whyMiscounted(due, lastNumber)
    return altered === undefined ? due : { ...due, altered }
  })
}

/** Its progress is in no digest: the numbers of its payments, which only grow, show it. */
function whyMiscounted({ id, paymentsMade }: Recurrence, lastNumber: number | null): string | undefined {
  if (paymentsMade === lastNumber) return undefined
  return `series ${id} counts ${paymentsMade} payments, and its last one has the number ${lastNumber}`
}

/** The Active series that are not what the service stored. */
export function findAlteredSeries(db: Connection, tenantId: bigint): Promise<{ id: string; altered: string }[]> {
  return findAlteredContents(db, tenantId, SERIES, `r.status = 'Active'`)
}

/**
 * The next Active series are due on a day at the latest, so that the worker counts again when they
 * are. Returns their ids.
 */
export async function lookAtSeriesAgain(
  tx: Transaction,
  tenantId: bigint,
  { afterId, on }: { afterId: string; on: string },
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `with next as (
       select id from payment_recurrences where tenant_id = $1 and id > $2 and status = 'Active'
       order by id limit $4 for no key update
     ), due as (
       update payment_recurrences r set due_on = $3
       from next where r.tenant_id = $1 and r.id = next.id and r.due_on > $3
     )
     select id from next order by id`,
    [tenantId, afterId, on, limit],
  )
  return rows.map(({ id }) => id)
}

/** The first day, yyyy-mm-dd, on which a series is due. */
export async function firstDueDay(tx: Transaction, tenantId: bigint): Promise<string | undefined> {
  const row = await tx.row<{ day: string | null }>(
    `select min(due_on) as day from payment_recurrences where tenant_id = $1 and status = 'Active'`,
    [tenantId],
  )
  return row?.day ?? undefined
}

/** Writes the progress of series that the caller has locked. */
export async function advanceRecurrences(
  tx: Transaction,
  tenantId: bigint,
  recurrences: readonly Pick<Recurrence, 'id' | 'status' | 'paymentsMade' | 'dueOn'>[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update payment_recurrences as r set status = a.status, payments_made = a.payments_made, due_on = a.due_on, updated_at = $2
     from unnest($3::uuid[], $4::text[], $5::integer[], $6::date[]) as a (id, status, payments_made, due_on)
     where r.tenant_id = $1 and r.id = a.id`,
    [
      tenantId,
      now.toString(),
      recurrences.map(({ id }) => id),
      recurrences.map(({ status }) => status),
      recurrences.map(({ paymentsMade }) => paymentsMade),
      recurrences.map(({ dueOn }) => dueOn),
    ],
  )
}

/**
 * Writes the new end of a series, which makes its next version. The caller has locked the series,
 * and knows that it was not altered.
 */
export async function updateEnd(tx: Transaction, tenantId: bigint, after: Recurrence): Promise<void> {
  const { id, version, payUntil, endDate, numberOfPayments } = after
  await tx.query(
    `update payment_recurrences set pay_until = $3, end_date = $4, number_of_payments = $5, version = $6,
       content_index = $7 where tenant_id = $1 and id = $2`,
    [tenantId, id, payUntil, endDate, numberOfPayments, version, contentIndex(tx, tenantId, SERIES, after)],
  )
}

/** An unreleased payment of a series: it waits for its date or for approval, without a hold. */
export interface UnreleasedPayment {
  id: string
  customerId: bigint
  status: PaymentStatus
}

/** Locks the unreleased payments of a series after `afterNumber`, in order. */
export async function lockUnreleased(
  tx: Transaction,
  tenantId: bigint,
  { id }: Pick<Recurrence, 'id'>,
  afterNumber: number,
): Promise<UnreleasedPayment[]> {
  return tx.query<UnreleasedPayment>(
    `select s.payment_id as id, s.customer_id, s.status
     from payment_occurrences o join payment_states s on s.tenant_id = o.tenant_id and s.payment_id = o.payment_id
     where o.tenant_id = $1 and o.recurrence_id = $2 and o.number > $3 and (s.status in ('FUTURE_DATED', 'PENDING_APPROVAL', 'PARTIALLY_APPROVED')
       or (s.status = 'HELD' and s.hold_transfer_id is null))
     order by o.number for no key update of s`,
    [tenantId, id, afterNumber],
  )
}

/** An existing payment of a series. */
export interface MadeOccurrence {
  number: number
  paymentId: string
  status: PaymentStatus
  paymentDate: string
  approvalExpiresAt: Temporal.Instant | null
  failureReason: string | null
}

/** The payments of a series numbered `from` to `from + limit - 1`, in order. */
export async function readOccurrences(
  db: Connection,
  tenantId: bigint,
  { id }: Pick<Recurrence, 'id'>,
  { from, limit }: { from: number; limit: number },
): Promise<MadeOccurrence[]> {
  return db.query<MadeOccurrence>(
    `select o.number, o.payment_id, s.status, coalesce(s.pays_on, s.payment_date) as payment_date, s.approval_expires_at,
       s.failure_reason
     from payment_occurrences o join payment_states s on s.tenant_id = o.tenant_id and s.payment_id = o.payment_id
     where o.tenant_id = $1 and o.recurrence_id = $2 and o.number >= $3 and o.number < $3 + $4
     order by o.number`,
    [tenantId, id, from, limit],
  )
}

/** How many of the newest payments of a series are searched for a failure. */
const NEWEST = 10

/** Why the last payment of a series that was not made, among the newest ones, was not. */
export async function readLastFailure(
  db: Connection,
  tenantId: bigint,
  { id, paymentsMade }: Pick<Recurrence, 'id' | 'paymentsMade'>,
): Promise<string | undefined> {
  const row = await db.row<{ failureReason: string }>(
    `select p.failure_reason from payment_occurrences o join current_payments p on p.tenant_id = o.tenant_id and p.id = o.payment_id
     where o.tenant_id = $1 and o.recurrence_id = $2 and o.number > $3 and p.failure_reason is not null
     order by o.number desc limit 1`,
    [tenantId, id, paymentsMade - NEWEST],
  )
  return row?.failureReason
}

/** The customers of series, by the id of the series. */
export async function readCustomersOfSeries(
  tx: Transaction,
  tenantId: bigint,
  recurrenceIds: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await tx.query<{ id: string; customerId: bigint }>(
    'select id, customer_id from payment_recurrences where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, recurrenceIds],
  )
  return new Map(rows.map(({ id, customerId }) => [id, customerId]))
}
