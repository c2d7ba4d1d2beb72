import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'

/** A limit as it is set, in minor units. */
export interface SetLimit {
  key: string
  amount: bigint
  currency: string
}

/** The limits of the customer, with the institution's where the customer has none of its own. */
export async function readEffectiveLimits(tx: Transaction, tenantId: bigint, customerId: bigint): Promise<SetLimit[]> {
  return tx.query<SetLimit>(
    `select key, amount, currency from customer_limits where tenant_id = $1 and customer_id = $2
     union all
     select key, amount, currency from institution_limits i
     where tenant_id = $1
       and not exists (select from customer_limits c where c.tenant_id = $1 and c.customer_id = $2 and c.key = i.key)`,
    [tenantId, customerId],
  )
}

export async function readCustomerLimits(tx: Transaction, tenantId: bigint, customerId: bigint): Promise<SetLimit[]> {
  return tx.query<SetLimit>(
    'select key, amount, currency from customer_limits where tenant_id = $1 and customer_id = $2 order by key',
    [tenantId, customerId],
  )
}

export async function readInstitutionLimits(tx: Transaction, tenantId: bigint): Promise<SetLimit[]> {
  return tx.query<SetLimit>('select key, amount, currency from institution_limits where tenant_id = $1 order by key', [
    tenantId,
  ])
}

/** Sets limits of a customer; those given as null are removed, the others stay as they are. */
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
  await tx.query(
    `insert into customer_limits (tenant_id, customer_id, updated_at, key, amount, currency)
     select $1, $2, $3, l.* from unnest($4::text[], $5::bigint[], $6::text[]) as l
     on conflict (tenant_id, customer_id, key)
       do update set amount = excluded.amount, currency = excluded.currency, updated_at = excluded.updated_at`,
    [tenantId, customerId, now.toString(), ...columns(set)],
  )
}

export async function writeInstitutionLimits(
  tx: Transaction,
  tenantId: bigint,
  limits: readonly LimitChange[],
  now: Temporal.Instant,
): Promise<void> {
  const { set, removed } = split(limits)
  await tx.query('delete from institution_limits where tenant_id = $1 and key = any($2::text[])', [tenantId, removed])
  await tx.query(
    `insert into institution_limits (tenant_id, updated_at, key, amount, currency)
     select $1, $2, l.* from unnest($3::text[], $4::bigint[], $5::text[]) as l
     on conflict (tenant_id, key)
       do update set amount = excluded.amount, currency = excluded.currency, updated_at = excluded.updated_at`,
    [tenantId, now.toString(), ...columns(set)],
  )
}

export interface LimitChange {
  key: string
  currency: string
  amount: bigint | null
}

function split(limits: readonly LimitChange[]) {
  const set = limits.filter((limit): limit is SetLimit => limit.amount !== null)
  return { set, removed: limits.filter(({ amount }) => amount === null).map(({ key }) => key) }
}

function columns(limits: readonly SetLimit[]) {
  return [limits.map(({ key }) => key), limits.map(({ amount }) => amount), limits.map(({ currency }) => currency)]
}

/** What one period of one limit of one customer has been used by. */
export interface Usage {
  customerId: bigint
  key: string
  periodStart: string
  amount: bigint
}

/** Adds to what was used. Rows are taken in the order of their key, so that two transactions never wait for each other. */
export async function addUsage(tx: Transaction, tenantId: bigint, usage: readonly Usage[]): Promise<void> {
  if (usage.length === 0) return
  await tx.query(
    `insert into limit_usage (tenant_id, customer_id, key, period_start, used)
     select $1, u.* from unnest($2::bigint[], $3::text[], $4::date[], $5::bigint[]) as u
     on conflict (tenant_id, customer_id, key, period_start) do update set used = limit_usage.used + excluded.used`,
    [
      tenantId,
      usage.map(({ customerId }) => customerId),
      usage.map(({ key }) => key),
      usage.map(({ periodStart }) => periodStart),
      usage.map(({ amount }) => amount),
    ],
  )
}

/** What was used, for limits with the first days of their periods. */
export async function readUsage(
  tx: Transaction,
  tenantId: bigint,
  customerId: bigint,
  periods: readonly { key: string; periodStart: string }[],
): Promise<Map<string, bigint>> {
  const rows = await tx.query<{ key: string; used: bigint }>(
    `select u.key, u.used from unnest($3::text[], $4::date[]) as p (key, period_start)
       join limit_usage u on u.tenant_id = $1 and u.customer_id = $2 and u.key = p.key and u.period_start = p.period_start`,
    [tenantId, customerId, periods.map(({ key }) => key), periods.map(({ periodStart }) => periodStart)],
  )
  return new Map(rows.map(({ key, used }) => [key, used]))
}
