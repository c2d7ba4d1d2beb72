import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'
import type { LimitKey } from './domain/limit-key.ts'
import type { EffectiveLimit } from './domain/reserve.ts'

/** A limit that is set, in minor units. */
export interface SetLimit {
  key: string
  amount: bigint
  currency: string
  /** A payment above it waits for the institution's approval; only in limits of the institution. */
  approvalAbove?: bigint | null
}

export async function readCustomerLimits(db: Connection, tenantId: bigint, customerId: bigint): Promise<SetLimit[]> {
  return db.query<SetLimit>(
    'select key, amount, currency from customer_limits where tenant_id = $1 and customer_id = $2 order by key',
    [tenantId, customerId],
  )
}

export async function readInstitutionLimits(db: Connection, tenantId: bigint): Promise<SetLimit[]> {
  return db.query<SetLimit>(
    'select key, amount, currency, approval_above from institution_limits where tenant_id = $1 order by key',
    [tenantId],
  )
}

/** The limits on the payments of all customers together. */
export async function readInstitutionTotals(db: Connection, tenantId: bigint): Promise<SetLimit[]> {
  return db.query<SetLimit>('select key, amount, currency from institution_totals where tenant_id = $1 order by key', [
    tenantId,
  ])
}

/** Sets the given limits of a customer; null removes a limit. Other limits stay unchanged. */
export async function writeCustomerLimits(
  tx: Transaction,
  tenantId: bigint,
  customerId: bigint,
  limits: readonly LimitChange[],
  now: Temporal.Instant,
): Promise<void> {
  const { set, removed } = split(limits)
  await tx.query('delete from customer_limits where tenant_id = $1 and customer_id = $2 and key = any($3::text[])', [
    tenantId,
    customerId,
    removed,
  ])
  await insertRows(
    tx,
    'customer_limits',
    { tenantId, customerId, updatedAt: now },
    set.map(({ key, amount, currency }) => ({ key, amount, currency })),
    `on conflict (tenant_id, customer_id, key)
       do update set amount = excluded.amount, currency = excluded.currency, updated_at = excluded.updated_at`,
  )
  await appendVersions(tx, { tenantId, holder: 'Customer', customerId, validFrom: now }, limits)
}

export async function writeInstitutionLimits(
  tx: Transaction,
  tenantId: bigint,
  limits: readonly LimitChange[],
  now: Temporal.Instant,
): Promise<void> {
  const { set, removed } = split(limits)
  await tx.query('delete from institution_limits where tenant_id = $1 and key = any($2::text[])', [tenantId, removed])
  await insertRows(
    tx,
    'institution_limits',
    { tenantId, updatedAt: now },
    set.map(({ key, amount, currency, approvalAbove = null }) => ({ key, amount, currency, approvalAbove })),
    `on conflict (tenant_id, key)
       do update set amount = excluded.amount, currency = excluded.currency, approval_above = excluded.approval_above,
         updated_at = excluded.updated_at`,
  )
  await appendVersions(tx, { tenantId, holder: 'Institution', customerId: null, validFrom: now }, limits)
}

export async function writeInstitutionTotals(
  tx: Transaction,
  tenantId: bigint,
  totals: readonly LimitChange[],
  now: Temporal.Instant,
): Promise<void> {
  const { set, removed } = split(totals)
  await tx.query('delete from institution_totals where tenant_id = $1 and key = any($2::text[])', [tenantId, removed])
  await insertRows(
    tx,
    'institution_totals',
    { tenantId, updatedAt: now },
    set.map(({ key, amount, currency }) => ({ key, amount, currency })),
    `on conflict (tenant_id, key)
       do update set amount = excluded.amount, currency = excluded.currency, updated_at = excluded.updated_at`,
  )
  await appendVersions(tx, { tenantId, holder: 'Total', customerId: null, validFrom: now }, totals)
}

/** Whose limits they are. */
export type LimitHolder = 'Customer' | 'Institution' | 'Total'

/** Keeps what the limits are from now on; a version without an amount ends a limit. */
async function appendVersions(
  tx: Transaction,
  shared: { tenantId: bigint; holder: LimitHolder; customerId: bigint | null; validFrom: Temporal.Instant },
  limits: readonly LimitChange[],
): Promise<void> {
  await insertRows(
    tx,
    'limit_versions',
    shared,
    limits.map(({ key, currency, amount, approvalAbove = null }) => ({ key, currency, amount, approvalAbove })),
  )
}

export interface LimitChange {
  key: string
  currency: string
  amount: bigint | null
  approvalAbove?: bigint | null
}

function split(limits: readonly LimitChange[]) {
  const set = limits.filter((limit): limit is SetLimit => limit.amount !== null)
  return { set, removed: limits.filter(({ amount }) => amount === null).map(({ key }) => key) }
}

type LimitsByKey = Map<string, EffectiveLimit>

/** The limits that are set for some customers, and the institution's limits and totals. */
export interface LimitsRead {
  own: ReadonlyMap<bigint, LimitsByKey>
  institution: LimitsByKey
  totals: LimitsByKey
}

/** The limits of these customers, and the institution's limits and totals. */
export function readLimitsOf(db: Connection, tenantId: bigint, customerIds: readonly bigint[]): Promise<LimitsRead> {
  return readLimits(db, tenantId, '$2::bigint[]', customerIds)
}

/** The same of the customers of these accounts and of all customers above them. */
export function readLimitsOfAccounts(
  db: Connection,
  tenantId: bigint,
  accountIds: readonly bigint[],
): Promise<LimitsRead> {
  const customers = `array(select unnest(c.ancestor_ids || c.id) from accounts a
    join customers c on c.tenant_id = a.tenant_id and c.id = a.customer_id
    where a.tenant_id = $1 and a.id = any($2::bigint[]))`
  return readLimits(db, tenantId, customers, accountIds)
}

async function readLimits(
  db: Connection,
  tenantId: bigint,
  customers: string,
  ids: readonly bigint[],
): Promise<LimitsRead> {
  const rows = await db.query<
    SetLimit & { holder: 'customer' | 'institution' | 'total'; customerId: bigint | null; approvalAbove: bigint | null }
  >(
    `select 'customer' as holder, customer_id, key, amount, currency, null::bigint as approval_above
     from customer_limits where tenant_id = $1 and customer_id = any(${customers})
     union all
     select 'institution', null, key, amount, currency, approval_above from institution_limits where tenant_id = $1
     union all
     select 'total', null, key, amount, currency, null from institution_totals where tenant_id = $1`,
    [tenantId, ids],
  )
  const own = new Map<bigint, LimitsByKey>()
  const institution: LimitsByKey = new Map()
  const totals: LimitsByKey = new Map()
  for (const { holder, customerId, key, amount, currency, approvalAbove } of rows) {
    const limit = { amount, currency, approvalAbove: approvalAbove ?? undefined }
    if (holder === 'institution') institution.set(key, limit)
    else if (holder === 'total') totals.set(key, limit)
    else own.set(customerId!, (own.get(customerId!) ?? new Map()).set(key, limit))
  }
  return { own, institution, totals }
}

/** Those of the customers that are the legal entity or below it. */
export async function readThoseWithin(
  db: Connection,
  tenantId: bigint,
  customerIds: readonly bigint[],
  legalEntityId: bigint,
): Promise<Set<bigint>> {
  const rows = await db.query<{ id: bigint }>(
    `select id from customers where tenant_id = $1 and id = any($2::bigint[]) and (id = $3 or ancestor_ids @> array[$3::bigint])`,
    [tenantId, customerIds, legalEntityId],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Locks the customers, so that no other transaction checks their limits until this one ends. */
export async function lockCustomersForLimits(
  tx: Transaction,
  tenantId: bigint,
  customerIds: readonly bigint[],
): Promise<void> {
  if (customerIds.length === 0) return
  await tx.query(
    'select from customers where tenant_id = $1 and id = any($2::bigint[]) order by id for no key update',
    [tenantId, customerIds],
  )
}

/** The usage of limits by customers, for limits with the first days of their periods. */
export async function readUsageOf(
  db: Connection,
  tenantId: bigint,
  customerIds: readonly bigint[],
  periods: readonly LimitInPeriod[],
): Promise<Usage[]> {
  const rows = await db.query<{ customerId: bigint; place: bigint; isBelow: boolean; used: bigint }>(
    `select u.customer_id, p.place, u.is_below, u.used
     from unnest($2::bigint[]) as c (id)
       cross join unnest($3::text[], $4::text[], $5::text[], $6::date[]) with ordinality as p (rail, entry_type, period, period_start, place)
       join limit_usage u on u.tenant_id = $1 and u.customer_id = c.id and u.rail = p.rail and u.entry_type = p.entry_type
         and u.period = p.period and u.period_start = p.period_start`,
    [tenantId, customerIds, ...columnsOf(periods)],
  )
  return rows.map(({ customerId, place, isBelow, used }) => {
    return { ...periods[Number(place) - 1]!, customerId, isBelow, amount: used }
  })
}

/** A limit of a day, week or month, in the period that begins on a day. */
export interface LimitInPeriod {
  limit: LimitKey
  periodStart: string
}

/** What a customer, or the customers below it, used of a limit in one period, in minor units. */
export interface Usage extends LimitInPeriod {
  customerId: bigint
  isBelow: boolean
  amount: bigint
}

/** Adds to the usage. Rows are locked in one order, so that two transactions cannot deadlock. */
export async function addUsage(tx: Transaction, tenantId: bigint, added: readonly Usage[]): Promise<void> {
  await insertRows(
    tx,
    'limit_usage',
    { tenantId },
    inOrder(added).map(({ customerId, limit, isBelow, periodStart, amount }) => {
      const { rail, period, entryType = 'ALL' } = limit
      return { customerId, rail, entryType, period, periodStart, isBelow, used: amount }
    }),
    `on conflict (tenant_id, customer_id, rail, entry_type, period, period_start, is_below)
       do update set used = limit_usage.used + excluded.used`,
  )
}

/** Subtracts from the usage. The rows exist, and are locked in the order of `addUsage`. */
export async function subtractUsage(tx: Transaction, tenantId: bigint, taken: readonly Usage[]): Promise<void> {
  if (taken.length === 0) return
  const usage = inOrder(taken)
  const columns = [
    usage.map(({ customerId }) => customerId),
    ...columnsOf(usage),
    usage.map(({ isBelow }) => isBelow),
    usage.map(({ amount }) => amount),
  ]
  const asked = `unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::date[], $7::boolean[], $8::bigint[])`
  const names = 'customer_id, rail, entry_type, period, period_start, is_below, amount'
  const same = `u.customer_id = t.customer_id and u.rail = t.rail and u.entry_type = t.entry_type
    and u.period = t.period and u.period_start = t.period_start and u.is_below = t.is_below`
  await tx.query(
    `select from ${asked} with ordinality as t (${names}, place)
       join limit_usage u on u.tenant_id = $1 and ${same}
     order by t.place for no key update of u`,
    [tenantId, ...columns],
  )
  await tx.query(
    `update limit_usage u set used = u.used - t.amount from ${asked} as t (${names}) where u.tenant_id = $1 and ${same}`,
    [tenantId, ...columns],
  )
}

/** The rail, the entry type, the period and its first day. */
function columnsOf(periods: readonly LimitInPeriod[]): string[][] {
  return [
    periods.map(({ limit }) => limit.rail),
    periods.map(({ limit }) => limit.entryType ?? 'ALL'),
    periods.map(({ limit }) => limit.period),
    periods.map(({ periodStart }) => periodStart),
  ]
}

/** Names are made once each: a comparison in the sort would make two. */
function inOrder(usage: readonly Usage[]): Usage[] {
  return usage
    .map((one) => ({ one, name: `${one.customerId} ${one.limit.key} ${one.periodStart} ${one.isBelow}` }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ one }) => one)
}
