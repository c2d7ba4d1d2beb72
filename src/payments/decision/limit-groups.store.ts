import type { Transaction } from '../../db/client.ts'
import { insertRows } from '../../db/rows.ts'

/** What a payment counts for against limits. */
export interface CountedLimits {
  /** The customers above the payer whose limits it counts against. */
  groups: readonly bigint[]
  /** In minor units of the institution's currency; null if it is the amount of the payment. */
  amount: bigint | null
  /** The mid rate that converted the amount; null if nothing was converted. */
  rate: string | null
}

/** A payment with the customers above its payer whose limits it counts against. */
export interface LimitedPaymentGroups {
  paymentId: string
  limitGroups: readonly bigint[]
}

/** Records which groups payments count for, so that they give back exactly what they took. */
export async function insertLimitGroups(
  tx: Transaction,
  tenantId: bigint,
  payments: readonly LimitedPaymentGroups[],
): Promise<void> {
  const rows = payments.flatMap(({ paymentId, limitGroups }) =>
    limitGroups.map((customerId) => ({ paymentId, customerId })),
  )
  await insertRows(tx, 'payment_limit_groups', { tenantId }, rows)
}
