import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { lockPayments } from '../locked-payments.store.ts'
import type { PaymentStatus } from '../payment-state.ts'
import { endPayments } from './end-payments.ts'

/** Where a payment can be cancelled, unless it is in a file or message. */
export const CANCELLABLE: ReadonlySet<PaymentStatus> = new Set([
  ...(['PENDING_APPROVAL', 'PARTIALLY_APPROVED', 'FUTURE_DATED', 'HELD', 'VALIDATED', 'READY_TO_TRANSMIT'] as const),
])

/**
 * Cancels a payment because what it was made for is over, unless it has left or its message may
 * leave at any moment. The payment is by message, and in one currency.
 * @returns whether it is cancelled
 */
export async function cancelUnsent(
  tx: Transaction,
  institution: Institution,
  paymentId: string,
  failureReason: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const [payment] = await lockPayments(tx, institution.tenantId, [paymentId])
  if (!payment || !CANCELLABLE.has(payment.status) || payment.isInMessage) return false
  const evidence = { notes: failureReason }
  await endPayments(tx, institution, [{ payment, to: 'CANCELLED', actor: 'worker', evidence, failureReason }], now)
  return true
}
