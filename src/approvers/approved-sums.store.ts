import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'

/**
 * The total that a user approved on a day in the institution's currency: payments and trades,
 * including those that were rejected or failed later. What was approved again counts once, and
 * what is being approved now, `besides`, does not.
 */
export async function sumApprovedBy(
  tx: Transaction,
  tenantId: bigint,
  userId: string,
  { day, currency, besides }: { day: Temporal.PlainDate; currency: string; besides: string },
): Promise<bigint> {
  const row = await tx.row<{ total: bigint }>(
    `select coalesce(sum(one.amount), 0)::bigint as total
     from (
       select max(coalesce(a.limit_amount, p.amount)) as amount
       from payment_approvals a join payments p on p.tenant_id = a.tenant_id and p.id = a.payment_id
       where a.tenant_id = $1 and a.user_id = $2 and a.decided_on = $3 and a.decision = 'Approved'
         and (p.currency = $4 or a.limit_amount is not null) and a.payment_id <> $5
       group by a.payment_id
       union all
       select a.limit_amount from trade_approvals a
       where a.tenant_id = $1 and a.user_id = $2 and a.decided_on = $3 and a.limit_amount is not null
         and a.approval_id <> $5) as one`,
    [tenantId, userId, day.toString(), currency, besides],
  )
  return row!.total
}
