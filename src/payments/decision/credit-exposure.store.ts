import type { Connection } from '../../db/client.ts'

/**
 * The most that the ACH credits in flight of a customer and of all customers below it may be
 * together, in cents: ACH carries US dollars only.
 */
export interface CreditExposureLimit {
  customerId: bigint
  amount: bigint
}

/**
 * The ACH credits in flight of each customer and of all customers below it: released, and neither
 * settled nor ended. In cents.
 */
export async function readCreditsInFlight(
  db: Connection,
  tenantId: bigint,
  customerIds: readonly bigint[],
): Promise<Map<bigint, bigint>> {
  const rows = await db.query<{ id: bigint; amount: bigint }>(
    `select e.id, coalesce(sum(p.amount), 0)::bigint as amount
     from unnest($2::bigint[]) as e (id) cross join lateral customers_under($1, e.id) as c (id)
       left join payment_states p on p.tenant_id = $1 and p.customer_id = c.id and p.rail = 'ACH' and p.entry_type = 'CREDIT'
         and p.hold_transfer_id is not null and p.status in ('VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'HELD')
     group by e.id`,
    [tenantId, customerIds],
  )
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}
