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
 * For each rail, speed and entry type, the keys it counts against and their periods, as PostgreSQL
 * names them for `date_trunc`.
 */
const counted = counts
  .flatMap(([by, rail]) =>
    ENTRY_TYPES.flatMap((entryType) =>
      countedKeys([rail], entryType).map(
        ({ key, period }) => `('${by}', '${entryType}', '${key}', '${period.toLowerCase()}')`,
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
    with counted (counts_for, entry_type, key, period) as (values ${counted}),
    payments_counted as (
      select p.id, p.customer_id, i.legal_entity_id, c.key, date_trunc(c.period, p.limit_date)::date as period_start,
        coalesce(p.limit_amount, p.amount) as amount
      from current_payments p join institutions i on i.tenant_id = p.tenant_id join counted c on c.entry_type = p.entry_type
          and c.counts_for in (p.rail, case when p.rail = 'BOOK' and p.receiver_account_id is null then p.speed end)
      where p.tenant_id = $1 and p.limit_date is not null
        and p.status not in ('VALIDATION_FAILURE', 'REJECTED', 'CANCELLED', 'RETURNED', 'REVERSED')
    ), levels as (
      select customer_id, key, period_start, amount from payments_counted
      union all
      select legal_entity_id, 'BELOW_' || key, period_start, amount from payments_counted where customer_id <> legal_entity_id
      union all
      select g.customer_id, 'BELOW_' || p.key, p.period_start, p.amount
      from payments_counted p join payment_limit_groups g on g.tenant_id = $1 and g.payment_id = p.id
    ), expected as (
      select customer_id, key, period_start, sum(amount) as amount from levels group by 1, 2, 3
    ), used as (
      select customer_id, key, period_start, used from limit_usage where tenant_id = $1 and key not like 'FEE\\_%'
    )
    select coalesce(u.customer_id, e.customer_id) as id,
      format('%s from %s: used %s, by payments %s', coalesce(u.key, e.key), coalesce(u.period_start, e.period_start), coalesce(u.used, 0), coalesce(e.amount, 0)) as detail
    from used u full join expected e on e.customer_id = u.customer_id and e.key = u.key and e.period_start = u.period_start
    where coalesce(u.used, 0) <> coalesce(e.amount, 0)`,
}
