import type { Temporal } from 'temporal-polyfill'
import { lockCustomers } from '../db/advisory-locks.ts'
import type { Transaction } from '../db/client.ts'

/** The quotes of a customer and all below it that ask for a decision, in one currency. */
export interface OpenQuotes {
  customerId: bigint
  sellCurrency: string
  count: number
  /** In minor units of `sellCurrency`. */
  amount: bigint
}

/**
 * What a customer and each one above it has open, with all below it: quotes that have not expired
 * and are not contracts, and trades that wait for their approvers. Rejected quotes count until they
 * would have expired, because otherwise a customer could change them for better ones as the market
 * moves. The institution is above all customers and bounds none of them together. Until the
 * transaction ends, no other one makes a quote for any of them.
 */
export async function lockOpenQuotes(
  tx: Transaction,
  { tenantId, legalEntityId }: { tenantId: bigint; legalEntityId: bigint },
  customerId: bigint,
  now: Temporal.Instant,
): Promise<OpenQuotes[]> {
  const row = await tx.row<{ ids: bigint[] }>(
    'select array_remove(ancestor_ids, $3::bigint) || id as ids from customers where tenant_id = $1 and id = $2',
    [tenantId, customerId, legalEntityId],
  )
  const ids = row?.ids ?? []
  await lockCustomers(tx, { lock: 'fxQuotes', customerIds: ids })
  return tx.query<OpenQuotes>(
    `select level.id as customer_id, q.sell_currency, count(*)::integer as count, sum(q.sell_amount)::bigint as amount
     from unnest($2::bigint[]) as level (id)
       cross join lateral customers_under($1, level.id) as u (id)
       cross join lateral (
         select o.sell_currency, o.sell_amount from fx_quotes o
         where o.tenant_id = $1 and o.customer_id = u.id and o.status <> 'Accepted' and o.status <> 'PendingApproval'
           and o.expires_at > $3
         union all
         select w.sell_currency, w.sell_amount from fx_quotes w
         where w.tenant_id = $1 and w.customer_id = u.id and w.status = 'PendingApproval') as q
     group by 1, 2 order by 1, 2`,
    [tenantId, ids, now.toString()],
  )
}
