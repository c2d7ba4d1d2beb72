import type { Transaction } from '../db/client.ts'
import { ENTRY_TYPES, RAILS } from '../kernel/rail.ts'
import { type LedgerDifference, runChecks } from '../ledger/verify-ledger.ts'
import { countedKeys } from './domain/limit-key.ts'

/**
 * For each rail and entry type, the keys it counts against and their periods, as PostgreSQL names
 * them for `date_trunc`.
 */
const counted = RAILS.flatMap((rail) =>
  ENTRY_TYPES.flatMap((entryType) =>
    countedKeys(rail, entryType).map(
      ({ key, period }) => `('${rail}', '${entryType}', '${key}', '${period.toLowerCase()}')`,
    ),
  ),
).join(', ')

/**
 * Compares the usage of limits with the payments that count against them. Payments that ended
 * without paying do not count.
 */
export async function verifyLimits(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  return runChecks(tx, tenantId, checks)
}

const checks = {
  'the usage of a limit is not the sum of its payments': `
    with counted (rail, entry_type, key, period) as (values ${counted}),
    expected as (
      select p.customer_id, c.key, date_trunc(c.period, p.limit_date)::date as period_start, sum(coalesce(x.limit_amount, p.amount)) as amount
      from payments p join institutions i on i.tenant_id = p.tenant_id join counted c on c.rail = p.rail and c.entry_type = p.entry_type
        left join payment_exchanges x on x.tenant_id = p.tenant_id and x.payment_id = p.id
      where p.tenant_id = $1 and case when x.payment_id is null then p.currency = i.currency else x.limit_amount is not null end
        and p.limit_date is not null and p.status not in ('REJECTED', 'CANCELLED', 'RETURNED')
      group by 1, 2, 3
    ), used as (
      select customer_id, key, period_start, used from limit_usage where tenant_id = $1 and key not like 'FEE\\_%'
    )
    select coalesce(u.customer_id, e.customer_id) as id,
      format('%s from %s: used %s, by payments %s', coalesce(u.key, e.key), coalesce(u.period_start, e.period_start), coalesce(u.used, 0), coalesce(e.amount, 0)) as detail
    from used u full join expected e on e.customer_id = u.customer_id and e.key = u.key and e.period_start = u.period_start
    where coalesce(u.used, 0) <> coalesce(e.amount, 0)`,
}
