import type { Transaction } from '../db/client.ts'
import { type LedgerDifference, runChecks } from '../ledger/verify-ledger.ts'

/** Compares the daily totals that adjustment caps limit with what counted on those days. */
export async function verifyAdjustments(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  return runChecks(tx, tenantId, checks)
}

const checks = {
  'the total of a day is not the sum of its adjustments, write-offs and releases': `
    with made as (
      select currency, business_date, sum(amount) as amount from (
        select currency, business_date, amount from adjustments where tenant_id = $1
        union all
        select currency, business_date, amount from receivable_write_offs where tenant_id = $1
        union all
        select i.currency, r.business_date, i.amount
        from suspense_releases r join suspense_items i on i.tenant_id = $1 and i.id = r.item_id
        where r.tenant_id = $1
      ) as one where business_date is not null group by 1, 2
    ), counted as (
      select currency, business_date, used from adjustment_usage where tenant_id = $1
    )
    select coalesce(c.currency, m.currency) as id,
      format('%s: counted %s, adjusted %s', coalesce(c.business_date, m.business_date), coalesce(c.used, 0), coalesce(m.amount, 0)) as detail
    from counted c full join made m on m.currency = c.currency and m.business_date = c.business_date
    where coalesce(c.used, 0) <> coalesce(m.amount, 0)`,
}
