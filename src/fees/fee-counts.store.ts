import type { Connection, Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'

/** How many payments of a customer count towards the tiers of a fee in a month. */
export interface FeeCount {
  customerId: bigint
  feeId: bigint
  /** The first day of the month, `yyyy-mm-dd`. */
  month: string
  payments: bigint
}

export async function readFeeCounts(
  db: Connection,
  tenantId: bigint,
  { customerIds, feeIds, month }: { customerIds: readonly bigint[]; feeIds: readonly bigint[]; month: string },
): Promise<FeeCount[]> {
  return db.query<FeeCount>(
    `select customer_id, fee_id, month, payments from fee_counts
     where tenant_id = $1 and customer_id = any($2::bigint[]) and fee_id = any($3::bigint[]) and month = $4`,
    [tenantId, customerIds, feeIds, month],
  )
}

/** Adds to the counts. Rows are locked in one order, so that two transactions cannot deadlock. */
export async function addFeeCounts(tx: Transaction, tenantId: bigint, added: readonly FeeCount[]): Promise<void> {
  await insertRows(
    tx,
    'fee_counts',
    { tenantId },
    added.toSorted(inOrder).map(({ customerId, feeId, month, payments }) => ({ customerId, feeId, month, payments })),
    'on conflict (tenant_id, customer_id, fee_id, month) do update set payments = fee_counts.payments + excluded.payments',
  )
}

/** Subtracts from the counts. The rows exist, and are locked in the order of `addFeeCounts`. */
export async function subtractFeeCounts(tx: Transaction, tenantId: bigint, taken: readonly FeeCount[]): Promise<void> {
  if (taken.length === 0) return
  const counts = taken.toSorted(inOrder)
  const values = [
    tenantId,
    counts.map(({ customerId }) => customerId),
    counts.map(({ feeId }) => feeId),
    counts.map(({ month }) => month),
    counts.map(({ payments }) => payments),
  ]
  const asked = 'unnest($2::bigint[], $3::bigint[], $4::date[], $5::bigint[])'
  const same = 'c.customer_id = t.customer_id and c.fee_id = t.fee_id and c.month = t.month'
  await tx.query(
    `select from ${asked} with ordinality as t (customer_id, fee_id, month, payments, place)
       join fee_counts c on c.tenant_id = $1 and ${same}
     order by t.place for no key update of c`,
    values,
  )
  await tx.query(
    `update fee_counts c set payments = c.payments - t.payments
     from ${asked} as t (customer_id, fee_id, month, payments) where c.tenant_id = $1 and ${same}`,
    values,
  )
}

function inOrder(a: FeeCount, b: FeeCount): number {
  const [first, second] = [a, b].map(({ customerId, feeId, month }) => `${customerId} ${feeId} ${month}`)
  return first! < second! ? -1 : 1
}
