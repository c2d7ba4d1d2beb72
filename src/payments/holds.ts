import type { Temporal } from 'temporal-polyfill'
import { newId } from '../kernel/id.ts'
import type { Hold } from '../ledger/ledger.ts'
import type { Resolution } from '../ledger/transfer.ts'
import type { EntryType } from './domain/rail.ts'

/** A payment as far as its holds go. */
interface Holding {
  entryType: EntryType
  holdTransferId: string | null
  feeHoldTransferId: string | null
}

/** The holds of a payment: of its amount, and of its fee. */
export function holdsOf(payment: Holding): string[] {
  return [payment.holdTransferId, payment.feeHoldTransferId].filter((id) => id !== null)
}

/**
 * Whose accounts the holds are between: of each the customer's, and the institution's on the other side. A hold takes from the customer's account,
 * but for the amount of a debit, which is on its way to it.
 */
export function accountsOf(
  payments: readonly Holding[],
  holds: ReadonlyMap<string, Hold>,
): { accountIds: bigint[]; bookIds: bigint[] } {
  const collecting = new Set(
    payments.filter(({ entryType }) => entryType === 'DEBIT').map(({ holdTransferId }) => holdTransferId),
  )
  const sides = Array.from(holds.values(), ({ id, debitAccountId, creditAccountId }) =>
    collecting.has(id) ? ([creditAccountId, debitAccountId] as const) : ([debitAccountId, creditAccountId] as const),
  )
  return { accountIds: sides.map(([account]) => account), bookIds: sides.map(([, book]) => book) }
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
