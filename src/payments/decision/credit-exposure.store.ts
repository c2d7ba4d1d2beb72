import type { Connection } from '../../db/client.ts'

/**
 * The most that the ACH credits in flight of a customer and of all customers below it may be
 * together, in cents: ACH carries US dollars only.
 */
export interface CreditExposureLimit {
  customerId: bigint
  amount: bigint
}

/** Whether a state `p` is an ACH credit in flight, in SQL. It is the condition of its index. */
const IN_FLIGHT = `p.rail = 'ACH' and p.entry_type = 'CREDIT'
         and p.hold_transfer_id is not null and p.status in ('VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'HELD')`

/** The order in which payments in the states `p` take room within an exposure limit, in SQL. */
export const LEAVES_FIRST = `(p.status <> 'TRANSMITTED'), p.payment_id`

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
       left join payment_states p on p.tenant_id = $1 and p.customer_id = c.id and ${IN_FLIGHT}
     group by e.id`,
    [tenantId, customerIds],
  )
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

/**
 * Of each ACH credit in flight, by customer and payment: its amount and those before it of the
 * customer and of all customers below it. What has left comes first, then the oldest. In cents.
 */
export async function readCreditsUpTo(
  db: Connection,
  tenantId: bigint,
  { customerIds, paymentIds }: { customerIds: readonly bigint[]; paymentIds: readonly string[] },
): Promise<Map<string, bigint>> {
  if (customerIds.length === 0) return new Map()
  const rows = await db.query<{ customerId: bigint; paymentId: string; amount: bigint }>(
    `select e.id as customer_id, f.payment_id, f.amount
     from unnest($2::bigint[]) as e (id) cross join lateral (
       select p.payment_id, sum(p.amount) over (order by ${LEAVES_FIRST})::bigint as amount
       from customers_under($1, e.id) as c (id) join payment_states p on p.tenant_id = $1 and p.customer_id = c.id and ${IN_FLIGHT}) as f
     where f.payment_id = any($3::uuid[])`,
    [tenantId, customerIds, paymentIds],
  )
  return new Map(rows.map(({ customerId, paymentId, amount }) => [`${customerId}/${paymentId}`, amount]))
}
