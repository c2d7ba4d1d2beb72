import type { Temporal } from 'temporal-polyfill'
import { newId } from '../kernel/id.ts'
import type { Hold } from '../ledger/ledger.ts'
import type { Resolution } from '../ledger/transfer.ts'

/** The holds of a payment: of its amount, and of its fee. */
export function holdsOf(payment: { holdTransferId: string | null; feeHoldTransferId: string | null }): string[] {
  return [payment.holdTransferId, payment.feeHoldTransferId].filter((id) => id !== null)
}

/** The end of a hold, whole: it is posted, or voided. */
export function resolutionOf(
  { id, amount, currency, debitAccountId, creditAccountId, purpose }: Hold,
  kind: 'post_pending' | 'void_pending',
  paymentId: string,
  now: Temporal.Instant,
): Resolution {
  return {
    id: newId(now),
    kind,
    pendingId: id,
    pendingAmount: amount,
    debitAccountId,
    creditAccountId,
    amount,
    currency,
    purpose,
    referenceId: paymentId,
  }
}
