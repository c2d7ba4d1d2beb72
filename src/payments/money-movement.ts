import type { Temporal } from 'temporal-polyfill'
import { newId } from '../kernel/id.ts'
import type { OpenBooks } from '../ledger/ledger.ts'
import type { NewTransfer } from '../ledger/transfer.ts'
import type { AcceptedPayment } from './domain/accept-payment.ts'

/**
 * What an accepted payment does to the books now: nothing before its date; a book transfer moves the money; any other holds it, against the
 * clearing account of its rail, until the rail has settled.
 */
export function moneyMovement(
  books: OpenBooks,
  payment: { id: string; senderAccountId: bigint; amount: bigint; currency: string },
  accepted: AcceptedPayment,
  now: Temporal.Instant,
): NewTransfer | undefined {
  if (accepted.status === 'FUTURE_DATED') return undefined
  return {
    id: newId(now),
    kind: accepted.status === 'PROCESSED' ? 'posted' : 'pending',
    debitAccountId: payment.senderAccountId,
    creditAccountId:
      accepted.status === 'PROCESSED'
        ? accepted.creditAccountId
        : books.book(`clearing:${accepted.rail}:${payment.currency}`),
    amount: payment.amount,
    currency: payment.currency,
    purpose: 'payment',
    referenceId: payment.id,
  }
}
