import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'
import { INSTITUTION_TIME } from '../institution/institution.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import type { Closing, DayDifference, ItemInTransit, Turnover } from './domain/prove-day.ts'

const posted = `t.kind in ('posted', 'post_pending')`
/** The name of an account: its code, or of customers' accounts that of their master GL account. */
const accountName = `coalesce(l.code, 'customers:' || l.currency || ':' || coalesce(a.master_gl, ''))`

/** Tenants with a business day that is over, or too few days ahead. `now` is the machine's time. */
export async function tenantsWithDays(
  db: Connection,
  kind: 'toClose' | 'toPrepare',
  now: Temporal.Instant,
): Promise<bigint[]> {
  const conditions = {
    // The oldest open day is the first to close, so its time decides.
    toClose: `(select d.close_due_at from ledger_days d where d.tenant_id = i.tenant_id and d.closed_at is null
      order by d.business_date limit 1) <= ${INSTITUTION_TIME}`,
    toPrepare: `coalesce((select max(d.closes_at) from ledger_days d where d.tenant_id = i.tenant_id and d.closed_at is null), '-infinity')
      < ${INSTITUTION_TIME} + interval '200 days'`,
  }
  const rows = await db.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where $1::timestamptz is not null and ${conditions[kind]} order by i.tenant_id`,
    [now.toString()],
  )
  return rows.map(({ tenantId }) => tenantId)
}

export interface OpenDay {
  businessDate: string
  /** The end of the business day before; null if the books have none. */
  beganAt: Temporal.Instant | null
  closesAt: Temporal.Instant
  closeDueAt: Temporal.Instant
  differences: DayDifference[] | null
}

/**
 * Locks the oldest open day. Another worker that closes it waits, and then finds the next. A day
 * that is not over still takes entries: they do not wait.
 */
export async function lockOldestOpenDay(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
): Promise<OpenDay | undefined> {
  const day = await tx.row<OpenDay>(
    `select d.business_date::text as business_date, d.closes_at, d.close_due_at, d.differences,
       (select max(b.closes_at) from ledger_days b where b.tenant_id = $1 and b.business_date < d.business_date) as began_at
     from ledger_days d where d.tenant_id = $1 and d.closed_at is null order by d.business_date limit 1 for no key update`,
    [tenantId],
  )
  // Waits for the transactions that add entries to the day. Later ones take the next day.
  if (day && day.closesAt.epochMilliseconds <= now.epochMilliseconds)
    await tx.query('select ledger_lock_day($1, $2)', [tenantId, day.businessDate])
  return day
}

/** The last day that is over; undefined if all days that are over are closed. */
export async function lastDayOver(
  db: Connection,
  tenantId: bigint,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const row = await db.row<{ last: string | null }>(
    `select max(business_date)::text as last from ledger_days
     where tenant_id = $1 and closed_at is null and closes_at <= $2`,
    [tenantId, now.toString()],
  )
  return row?.last ?? undefined
}

/** A business day; undefined if the books have none on the date. */
export async function findDay(db: Connection, tenantId: bigint, date: string): Promise<DayRow | undefined> {
  return db.row<DayRow>(
    `select business_date::text as business_date, closes_at, closed_at, differences from ledger_days
     where tenant_id = $1 and business_date = $2`,
    [tenantId, date],
  )
}

/** The last closed day before a date; undefined if none. */
export async function lastClosedBefore(db: Connection, tenantId: bigint, date: string): Promise<string | undefined> {
  const row = await db.row<{ last: string | null }>(
    `select max(business_date)::text as last from ledger_days
     where tenant_id = $1 and closed_at is not null and business_date < $2`,
    [tenantId, date],
  )
  return row?.last ?? undefined
}

/**
 * What every account did from the day after `since` until `date`, and its balance then. The
 * balance is taken from the totals, less later entries. One statement, so it sees one moment.
 */
export async function readTurnovers(
  tx: Connection,
  tenantId: bigint,
  { since, date }: { since: string | undefined; date: string },
): Promise<Turnover[]> {
  return tx.query<Turnover>(
    `with entries as (
       select t.business_date, t.debit_account_id as id, t.amount as debits, 0 as credits from ledger_transfers t
       where t.tenant_id = $1 and t.business_date > $2 and ${posted}
       union all
       select t.business_date, t.credit_account_id, 0, t.amount from ledger_transfers t
       where t.tenant_id = $1 and t.business_date > $2 and ${posted}
     ), sums as (
       select id, coalesce(sum(debits) filter (where business_date <= $3), 0) as debits,
         coalesce(sum(credits) filter (where business_date <= $3), 0) as credits,
         coalesce(sum(credits - debits) filter (where business_date > $3), 0) as later
       from entries group by id
     )
     select ${accountName} as account, l.currency, l.kind, coalesce(sum(s.debits), 0)::bigint as debits,
       coalesce(sum(s.credits), 0)::bigint as credits,
       sum(l.credits_posted - l.debits_posted - coalesce(s.later, 0))::bigint as balance
     from ledger_accounts l
       left join accounts a on a.tenant_id = $1 and a.id = l.id
       left join sums s on s.id = l.id
     where l.tenant_id = $1 group by 1, 2, 3 order by 1`,
    [tenantId, since ?? '-infinity', date],
  )
}

/** The closing balances of a closed day; none without a day. */
export async function readClosings(
  db: Connection,
  tenantId: bigint,
  date: string | undefined,
): Promise<(Closing & { glAccount: string })[]> {
  if (date === undefined) return []
  return db.query(
    `select account, currency, gl_account, opening, debits, credits, reclassified, closing from ledger_closings
     where tenant_id = $1 and business_date = $2 order by account`,
    [tenantId, date],
  )
}

/**
 * The reversals of debits that waited for their reversing entry at the end of the day, and the
 * items that were in suspense. If a return withdrew the reversing entry, the settlement of the
 * return took the place of the entry's.
 */
export async function readItemsInTransit(tx: Transaction, tenantId: bigint, date: string): Promise<ItemInTransit[]> {
  return tx.query(
    `select 'clearing:ACH:' || p.currency as account, r.payment_id as id, p.amount
     from ach_reversals r
       join payments p on p.tenant_id = $1 and p.id = r.payment_id
       join ledger_transfers t on t.tenant_id = $1 and t.reference_id = r.payment_id and t.purpose = 'reversal'
     where r.tenant_id = $1 and coalesce(t.business_date, '-infinity') <= $2
       and (r.settlement_id is null or r.settled_on > $2)
       and not (r.file_id is null and exists (select from ledger_transfers s
         where s.tenant_id = $1 and s.reference_id = r.return_settlement_id and coalesce(s.business_date, '-infinity') <= $2))
     union all
     select case i.reason when 'CrossedReturn' then 'crossed-returns:' else 'suspense:unposted:' end || i.currency, i.id,
       case i.reason when 'CrossedReturn' then -i.amount else i.amount end
     from suspense_items i join ledger_transfers t on t.tenant_id = $1 and t.id = i.id
     where i.tenant_id = $1 and coalesce(t.business_date, '-infinity') <= $2
       and not exists (select from suspense_releases r join ledger_transfers s on s.tenant_id = $1 and s.id = r.transfer_id
         where r.tenant_id = $1 and r.item_id = i.id and coalesce(s.business_date, '-infinity') <= $2)`,
    [tenantId, date],
  )
}

export async function insertClosings(
  tx: Transaction,
  tenantId: bigint,
  businessDate: string,
  closings: readonly (Closing & { glAccount: string })[],
): Promise<void> {
  await insertRows(tx, 'ledger_closings', { tenantId, businessDate }, closings)
}

export async function markClosed(
  tx: Transaction,
  tenantId: bigint,
  date: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    'update ledger_days set closed_at = $3, differences = null where tenant_id = $1 and business_date = $2',
    [tenantId, date, now.toString()],
  )
}

/** Records why a day stays open, and when its close is tried again. */
export async function keepOpen(
  tx: Transaction,
  tenantId: bigint,
  date: string,
  { differences, until }: { differences: readonly DayDifference[]; until: Temporal.Instant },
): Promise<void> {
  await tx.query(
    'update ledger_days set differences = $3, close_due_at = $4 where tenant_id = $1 and business_date = $2',
    [tenantId, date, JSON.stringify(differences), until.toString()],
  )
}

export interface DayRow {
  businessDate: string
  closesAt: Temporal.Instant
  closedAt: Temporal.Instant | null
  differences: DayDifference[] | null
}

/** Business days up to the one after `now`, the newest first. */
export async function listDays(
  db: Connection,
  tenantId: bigint,
  { now, page, limit }: PageRequest & { now: Temporal.Instant },
): Promise<PageOf<DayRow>> {
  const wanted = `from ledger_days where tenant_id = $1 and business_date <=
    (select min(business_date) from ledger_days where tenant_id = $1 and closed_at is null and closes_at > $2)`
  const rows = await db.query<DayRow>(
    `select business_date::text as business_date, closes_at, closed_at, differences ${wanted}
     order by business_date desc limit $3 offset $4`,
    [tenantId, now.toString(), limit, (page - 1) * limit],
  )
  const counted = await db.row<{ total: bigint }>(`select count(*) as total ${wanted}`, [tenantId, now.toString()])
  return { rows, total: Number(counted?.total ?? 0) }
}

/** The first business day that the books have; undefined if none. */
export async function firstDay(db: Connection, tenantId: bigint): Promise<string | undefined> {
  const row = await db.row<{ first: string | null }>(
    'select min(business_date)::text as first from ledger_days where tenant_id = $1',
    [tenantId],
  )
  return row?.first ?? undefined
}

export async function isClosed(db: Connection, tenantId: bigint, date: string): Promise<boolean> {
  const row = await db.row(
    'select from ledger_days where tenant_id = $1 and business_date = $2 and closed_at is not null',
    [tenantId, date],
  )
  return row !== undefined
}

export interface Movement {
  account: string
  currency: string
  /** The sum of the entries after the last closed day and before the date. */
  before: bigint
  debits: bigint
  credits: bigint
}

/** The entries since a closed day by account, until a date and, if given, a moment. */
export async function readMovements(
  db: Connection,
  tenantId: bigint,
  { since, date, asOf }: { since: string | undefined; date: string; asOf: Temporal.Instant | undefined },
): Promise<Movement[]> {
  const wanted = `t.tenant_id = $1 and t.business_date > $2 and t.business_date <= $3 and ${posted}
    and ($4::timestamptz is null or t.created_at <= $4)`
  return db.query<Movement>(
    `with entries as (
       select t.business_date, t.debit_account_id as id, t.amount as debits, 0 as credits from ledger_transfers t where ${wanted}
       union all
       select t.business_date, t.credit_account_id, 0, t.amount from ledger_transfers t where ${wanted}
     )
     select ${accountName} as account, l.currency,
       coalesce(sum(e.credits - e.debits) filter (where e.business_date < $3), 0)::bigint as before,
       coalesce(sum(e.debits) filter (where e.business_date = $3), 0)::bigint as debits,
       coalesce(sum(e.credits) filter (where e.business_date = $3), 0)::bigint as credits
     from entries e
       join ledger_accounts l on l.tenant_id = $1 and l.id = e.id
       left join accounts a on a.tenant_id = $1 and a.id = e.id
     group by 1, 2 order by 1`,
    [tenantId, since ?? '-infinity', date, asOf?.toString() ?? null],
  )
}

export interface JournalEntry {
  id: string
  at: Temporal.Instant
  purpose: string
  referenceId: string
  amount: bigint
  currency: string
  debit: string
  credit: string
}

/** The entries of a business day in the order of their ids, after one of them. */
export async function readJournal(
  db: Connection,
  tenantId: bigint,
  wanted: { date: string; currency: string | undefined; after: string | undefined; limit: number },
): Promise<JournalEntry[]> {
  return db.query<JournalEntry>(
    // The page is read first, so that a long day costs no more than a short one.
    `with page as materialized (
       select t.* from ledger_transfers t
       where t.tenant_id = $1 and t.business_date = $2 and ${posted} and t.id > $3 and ($4::text is null or t.currency = $4)
       order by t.id limit $5
     )
     select t.id, t.created_at as at, t.purpose, t.reference_id, t.amount, t.currency,
       coalesce(d.code, d.id::text) as debit, coalesce(c.code, c.id::text) as credit
     from page t
       join ledger_accounts d on d.tenant_id = $1 and d.id = t.debit_account_id
       join ledger_accounts c on c.tenant_id = $1 and c.id = t.credit_account_id
     order by t.id`,
    [
      tenantId,
      wanted.date,
      wanted.after ?? '00000000-0000-0000-0000-000000000000',
      wanted.currency ?? null,
      wanted.limit,
    ],
  )
}

export interface BookRow {
  code: string
  currency: string
  debitsPosted: bigint
  creditsPosted: bigint
}

/** The institution's own accounts in the order of their codes. */
export async function listBooks(
  db: Connection,
  tenantId: bigint,
  { currency = null, page, limit }: PageRequest & { currency?: string | null },
): Promise<PageOf<BookRow>> {
  const wanted =
    'from ledger_accounts where tenant_id = $1 and code is not null and ($2::text is null or currency = $2)'
  const rows = await db.query<BookRow>(
    `select code, currency, debits_posted, credits_posted ${wanted} order by code limit $3 offset $4`,
    [tenantId, currency, limit, (page - 1) * limit],
  )
  const counted = await db.row<{ total: bigint }>(`select count(*) as total ${wanted}`, [tenantId, currency])
  return { rows, total: Number(counted?.total ?? 0) }
}
