import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import { conditions } from '../db/where.ts'
import type { TransferPurpose } from '../ledger/transfer.ts'
import type { Totals } from './domain/balances.ts'
import type { Direction, MovementStatus } from './domain/movements.ts'

/** An entry of an account, with the totals after it, in minor units. */
export interface Entry {
  sequence: bigint
  transferId: string
  direction: Direction
  purpose: TransferPurpose
  status: MovementStatus
  amount: bigint
  debitsPending: bigint
  debitsPosted: bigint
  creditsPosted: bigint
  bookedAt: Temporal.Instant
  businessDate: string
  valueDate: string
  referenceId: string
  /** The hold that a booking ends; null for other entries. */
  pendingId: string | null
}

/** The conditions of a search; an entry must meet all of them. */
export interface EntryFilter {
  /** The first and the last business date, yyyy-mm-dd. */
  fromDate: string | undefined
  toDate: string | undefined
  fromValueDate: string | undefined
  toValueDate: string | undefined
  /** In minor units. */
  minAmount: bigint | undefined
  maxAmount: bigint | undefined
  direction: Direction | undefined
  purposes: readonly TransferPurpose[] | undefined
  statuses: readonly MovementStatus[]
  /** Only transfers of these payments; undefined for all. */
  referenceIds: readonly string[] | undefined
  counterparty: string | undefined
  /** The reference of the payment, by its sender. */
  externalReferenceId: string | undefined
}

/** The entries that a page reads at most, whatever it finds. */
export const MAX_SCANNED = 1_000n

/** Where a page begins, and how much of the account it may read. Both ends are included. */
export interface SequenceRange {
  from: bigint
  to: bigint
}

export interface BusinessDay {
  businessDate: string
  closesAt: Temporal.Instant
  dayBefore: string | null
}

/** A time in the life of an account: until a moment, the end of a business day, or its start. */
export type Until = { moment: Temporal.Instant } | { dayEnd: string } | { dayStart: string }

/** Finds the number of the last entry until then, 0 for none. The value is `$3`. */
function lastUntil(until: Until): { sql: string; value: string } {
  const search = (isBefore: string) => halves({ account: '$2', isBefore })
  if ('moment' in until) return { sql: search('e.booked_at <= $3::timestamptz'), value: until.moment.toString() }
  if ('dayEnd' in until) return { sql: search('e.business_date <= $3::date'), value: until.dayEnd }
  return { sql: search('e.business_date < $3::date'), value: until.dayStart }
}

/** The number of the last entry until then; 0 for none. */
export async function lastEntry(db: Connection, tenantId: bigint, accountId: bigint, until: Until): Promise<bigint> {
  const { sql, value } = lastUntil(until)
  const row = await db.row<{ sequence: bigint }>(sql, [tenantId, accountId, value])
  return row?.sequence ?? 0n
}

/** The number of the newest entry; 0 for none. */
export async function newestEntry(db: Connection, tenantId: bigint, accountId: bigint): Promise<bigint> {
  const row = await db.row<{ lastSequence: bigint }>(
    'select last_sequence from ledger_accounts where tenant_id = $1 and id = $2',
    [tenantId, accountId],
  )
  return row?.lastSequence ?? 0n
}

/**
 * Finds the last entry `e` for which `isBefore` is true. It is true for the first entries of the
 * account, and false from one entry on. Numbers have no gaps, so the search halves the account: the
 * cost hardly grows with its age.
 */
function halves({ account, isBefore }: { account: string; isBefore: string }): string {
  // The subquery makes each step one lookup. A plan that was kept from when the table was empty
  // could use any of its indexes.
  return `
    with recursive halves as (
      select 0::bigint as low, last_sequence as high from ledger_accounts where tenant_id = $1 and id = ${account}
      union all
      select case when is_before then middle else low end, case when is_before then high else middle - 1 end
      from (
        select low, high, middle, (
          select ${isBefore} from ledger_entries e where e.tenant_id = $1 and e.account_id = ${account} and e.sequence = middle
        ) as is_before
        from (select low, high, (low + high + 1) / 2 as middle from halves where low < high) h
      ) step)
    select low as sequence from halves where low = high`
}

/**
 * The newest entries of a range that match, newest first. The caller bounds the range: it has at
 * most `MAX_SCANNED` entries or live holds, except for a search by payment, which an index serves.
 * `newest` is the last `MAX_SCANNED` entries of the account, for a caller who does not know them.
 */
export async function searchEntries(
  db: Connection,
  tenantId: bigint,
  accountId: bigint,
  { filter, range, limit }: { filter: EntryFilter; range: SequenceRange | 'newest'; limit: number },
): Promise<Entry[]> {
  const where = conditions(tenantId)
  const { bind } = where
  const account = bind(accountId)
  const within =
    range === 'newest'
      ? `> (select last_sequence - ${MAX_SCANNED} from ledger_accounts where tenant_id = $1 and id = ${account})`
      : `between ${bind(range.from)} and ${bind(range.to)}`
  const bounds = where.values.length
  if (filter.fromValueDate !== undefined) where.and(`e.value_date >= ${bind(filter.fromValueDate)}`)
  if (filter.toValueDate !== undefined) where.and(`e.value_date <= ${bind(filter.toValueDate)}`)
  if (filter.minAmount !== undefined) where.and(`e.amount >= ${bind(filter.minAmount)}`)
  if (filter.maxAmount !== undefined) where.and(`e.amount <= ${bind(filter.maxAmount)}`)
  where.equals('e.direction', filter.direction)
  if (filter.purposes) where.and(`e.purpose = any(${bind(filter.purposes)}::text[])`)
  where.and(statusIs(filter.statuses, account))
  if (filter.counterparty !== undefined) where.and(counterpartyIs(bind(filter.counterparty), account))
  if (filter.externalReferenceId !== undefined)
    where.and(`exists (select from payments y where y.tenant_id = $1 and y.id = t.reference_id
      and y.external_reference_id = ${bind(filter.externalReferenceId)})`)
  // Only the key of entries serves a search without filters, so its plan cannot be a bad one.
  const isKept = where.values.length === bounds
  const source = sourceOf(filter, { account, within, bind })
  // Subqueries with offset 0 are lookups for each entry, whatever the planner knows of the tables.
  return db.query<Entry>(
    `select e.sequence, e.transfer_id, e.direction, e.purpose, e.amount, e.debits_pending, e.debits_posted, e.credits_posted,
       e.booked_at, e.business_date, e.value_date, t.reference_id, t.pending_id,
       case when e.kind in ('posted', 'post_pending') then 'Booked' when ${isLive(account)} then 'Pending' else 'Ended' end as status
     from ${source.from} cross join lateral (
       select o.reference_id, o.pending_id from ledger_transfers o where o.tenant_id = $1 and o.id = e.transfer_id offset 0) t
     where e.tenant_id = $1 and e.account_id = ${account} and e.sequence ${within} ${where}
     order by ${source.order} desc limit ${bind(limit)}`,
    where.values,
    { isKept },
  )
}

/** Where to look: the payment's transfers, the live holds, or the entries themselves. */
function sourceOf(
  { referenceIds, statuses }: EntryFilter,
  { account, within, bind }: { account: string; within: string; bind: (value: unknown) => string },
): { from: string; order: string } {
  const entryOf = (condition: string) =>
    `cross join lateral (select * from ledger_entries x where x.tenant_id = $1 and x.account_id = ${account} and ${condition} offset 0) e`
  // An entry is booked at the time of its transfer, or later if it waited: it is among the first
  // from then on. The case hides from the planner that only one entry matches, so that it reads
  // them in their order and stops there.
  if (referenceIds)
    return {
      from: `(select id, created_at from ledger_transfers where tenant_id = $1 and reference_id = any(${bind(referenceIds)}::uuid[])
          and ${account} in (debit_account_id, credit_account_id) offset 0) p
        cross join lateral (${halves({ account, isBefore: 'e.booked_at < p.created_at' })} offset 0) b
        ${entryOf('x.sequence > b.sequence and case when x.transfer_id = p.id then true else false end order by x.sequence limit 1')}`,
      order: 'e.sequence',
    }
  if (isPendingAlone(statuses))
    return {
      from: `(select sequence from ledger_holds where tenant_id = $1 and account_id = ${account} and sequence ${within}
        order by sequence desc) p ${entryOf('x.sequence = p.sequence')}`,
      order: 'p.sequence',
    }
  return { from: 'ledger_entries e', order: 'e.sequence' }
}

export function isPendingAlone(statuses: readonly MovementStatus[]): boolean {
  return statuses.every((status) => status === 'Pending')
}

/** The number of the last of `MAX_SCANNED` live holds until an entry; 1 if there are fewer. */
export async function leastOfHolds(db: Connection, tenantId: bigint, accountId: bigint, to: bigint): Promise<bigint> {
  const row = await db.row<{ sequence: bigint }>(
    `select sequence from ledger_holds where tenant_id = $1 and account_id = $2 and sequence <= $3
     order by sequence desc offset ${MAX_SCANNED - 1n} limit 1`,
    [tenantId, accountId, to],
  )
  return row?.sequence ?? 1n
}

/** Whether the hold of an entry is live: one lookup. */
function isLive(account: string): string {
  return `(select true from ledger_holds l where l.tenant_id = $1 and l.account_id = ${account} and l.sequence = e.sequence) is not null`
}

function statusIs(statuses: readonly MovementStatus[], account: string): string {
  const either = statuses.map((status) => {
    if (status === 'Booked') return `e.kind in ('posted', 'post_pending')`
    return status === 'Pending'
      ? `(e.kind = 'pending' and ${isLive(account)})`
      : `(e.kind = 'void_pending' or e.kind = 'pending' and not (${isLive(account)}))`
  })
  return `(${either.join(' or ')})`
}

/** The name of the other party: the receiver of what this account paid, the sender of the rest. */
function counterpartyIs(name: string, account: string): string {
  return `exists (select from payments y join customers c on c.tenant_id = $1 and c.id = y.customer_id
    where y.tenant_id = $1 and y.id = t.reference_id
      and case when y.sender_account_id = ${account} then y.receiver_name else c.legal_name end = ${name})`
}

/** The totals after the last entry until then; undefined before the first. */
export function readTotals(
  db: Connection,
  tenantId: bigint,
  accountId: bigint,
  until: Until,
): Promise<Totals | undefined> {
  const { sql, value } = lastUntil(until)
  return db.row<Totals>(
    `select debits_pending, debits_posted, credits_pending, credits_posted from ledger_entries
     where tenant_id = $1 and account_id = $2 and sequence = (${sql})`,
    [tenantId, accountId, value],
  )
}

/** What is booked until a moment but counts only after the day: credits less debits. */
export async function readForwardValue(
  db: Connection,
  tenantId: bigint,
  accountId: bigint,
  { moment, date }: { moment: Temporal.Instant; date: string },
): Promise<bigint> {
  const row = await db.row<{ forward: bigint }>(
    `select coalesce(sum(case direction when 'Credit' then amount else -amount end), 0)::bigint as forward
     from ledger_entries where tenant_id = $1 and account_id = $2 and value_date > $3 and value_date > business_date
       and booked_at <= $4 and kind in ('posted', 'post_pending')`,
    [tenantId, accountId, date, moment.toString()],
    { isKept: false },
  )
  return row!.forward
}

/**
 * The business day of a moment, when it ends, and the one before it, null for none. Days that were
 * never prepared are none.
 */
export function readBusinessDay(
  db: Connection,
  tenantId: bigint,
  moment: Temporal.Instant,
): Promise<BusinessDay | undefined> {
  return db.row(
    `select d.business_date, d.closes_at,
       (select max(b.business_date) from ledger_days b where b.tenant_id = $1 and b.business_date < d.business_date) as day_before
     from ledger_days d where d.tenant_id = $1 and d.closes_at > $2 order by d.closes_at limit 1`,
    [tenantId, moment.toString()],
  )
}
