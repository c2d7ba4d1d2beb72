import type { Connection } from '../db/client.ts'
import { type LedgerDifference, runChecks } from '../ledger/verify-ledger.ts'

/** Compares the items in suspense with the books, and released items with their releases. */
export async function verifySuspense(db: Connection, tenantId: bigint): Promise<LedgerDifference[]> {
  return runChecks(db, tenantId, checks)
}

const checks = {
  'an account in suspense does not hold exactly its open items and receipts': `
    with amounts as (
      select case reason when 'CrossedReturn' then 'crossed-returns:' else 'suspense:unposted:' end || currency as code,
        case reason when 'CrossedReturn' then -amount else amount end as amount
      from suspense_items where tenant_id = $1 and released_at is null
      union all
      select case place when 'Review' then 'suspense-review:' else 'suspense:unposted:' end || currency,
        case direction when 'Credit' then amount else -amount end
      from receipts where tenant_id = $1 and place in ('Suspense', 'Review') and settlement_id is not null
    ), items as (select code, sum(amount) as amount from amounts group by 1)
    select a.code as id, format('balance %s, items %s', a.credits_posted - a.debits_posted, coalesce(i.amount, 0)) as detail
    from ledger_accounts a left join items i on i.code = a.code
    where a.tenant_id = $1 and a.kind = 'suspense' and a.credits_posted - a.debits_posted <> coalesce(i.amount, 0)`,
  'an item in suspense is released without a release, or has one and is not': `
    select i.id, format('released at %s', i.released_at) as detail
    from suspense_items i left join suspense_releases r on r.tenant_id = $1 and r.item_id = i.id
    where i.tenant_id = $1 and (i.released_at is null) <> (r.item_id is null)`,
}
