import type { Transaction } from '../db/client.ts'
import { ENTRY_TYPES, railOf, SPEEDS } from '../kernel/rail.ts'
import { type LedgerDifference, runChecks } from '../ledger/verify-ledger.ts'
import { countedKeys, LIMITED_RAILS } from './domain/limit-key.ts'

/** The rails of limits by what a payment counts for: its rail, or the speed that it asked for. */
const counts = [
  ...LIMITED_RAILS.map((rail) => [rail, rail] as const),
  // RTP and FedNow share the instant limits.
  ...SPEEDS.map((speed) => [speed, railOf(speed, 'RTP')] as const),
]

/**
 * For each rail, speed and entry type, the limits that it counts against: their rail, entry type
 * and period.
 */
const counted = counts
  .flatMap(([by, rail]) =>
    ENTRY_TYPES.flatMap((entryType) =>
      countedKeys([rail], entryType).map(
        (limit) => `('${by}', '${entryType}', '${limit.rail}', '${limit.entryType ?? 'ALL'}', '${limit.period}')`,
      ),
    ),
  )
  .join(', ')

/**
 * Compares the usage of limits with the payments that count against them: the usage of each payer,
 * of the groups recorded with each payment, and of the institution. Payments that ended without
 * paying do not count, nor do book transfers that were reversed.
 */
export async function verifyLimits(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  return runChecks(tx, tenantId, checks)
}

const checks = {
  'the usage of a limit is not the sum of its payments': `
    with counted (counts_for, entry_type, rail, counted_type, period) as (values ${counted}),
    limited as materialized (
      select id, customer_id, entry_type, rail, limit_date, coalesce(limit_amount, amount) as amount,
        case when rail = 'BOOK' and receiver_account_id is null then speed end as speed
      from current_payments
      where tenant_id = $1 and limit_date is not null
        and status not in ('VALIDATION_FAILURE', 'REJECTED', 'CANCELLED', 'RETURNED', 'REVERSED')
    ), payments_counted as (
      select p.id, p.customer_id, i.legal_entity_id, c.rail, c.counted_type as entry_type, c.period,
        date_trunc(lower(c.period), p.limit_date)::date as period_start, p.amount
      from limited p join institutions i on i.tenant_id = $1
        join counted c on c.entry_type = p.entry_type and c.counts_for in (p.rail, p.speed)
    ), levels as (
      select customer_id, rail, entry_type, period, period_start, false as is_below, amount from payments_counted
      union all
      select legal_entity_id, rail, entry_type, period, period_start, true, amount from payments_counted
      where customer_id <> legal_entity_id
      union all
      select g.customer_id, p.rail, p.entry_type, p.period, p.period_start, true, p.amount
      from payments_counted p join payment_limit_groups g on g.tenant_id = $1 and g.payment_id = p.id
    ), expected as (
      select customer_id, rail, entry_type, period, period_start, is_below, sum(amount) as amount
      from levels group by 1, 2, 3, 4, 5, 6
    ), used as (
      select customer_id, rail, entry_type, period, period_start, is_below, used from limit_usage where tenant_id = $1
    )
    select customer_id as id,
      format('%s %s per %s from %s%s: used %s, by payments %s', rail, entry_type, period, period_start,
        case when is_below then ' of customers below' end, coalesce(u.used, 0), coalesce(e.amount, 0)) as detail
    from used u full join expected e using (customer_id, rail, entry_type, period, period_start, is_below)
    where coalesce(u.used, 0) <> coalesce(e.amount, 0)`,
}
