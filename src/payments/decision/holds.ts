import type { Temporal } from 'temporal-polyfill'
import { newId } from '../../kernel/id.ts'
import type { EntryType } from '../../kernel/rail.ts'
import type { Hold } from '../../ledger/ledger.ts'
import type { Resolution } from '../../ledger/transfer.ts'

/** A payment as far as its holds go. */
interface Holding {
  entryType: EntryType
  holdTransferId: string | null
  feeHoldTransferId: string | null
}

/** The holds of a payment: of its amount, of its fee, and of what is paid out in another currency. */
export function holdsOf(payment: Holding, exchange?: { payoutTransferId: string } | null): string[] {
  const ids = [payment.holdTransferId, payment.feeHoldTransferId, exchange?.payoutTransferId ?? null]
  return ids.filter((id) => id !== null)
}

/**
 * Whose accounts the holds are between: of each the customer's, and the institution's on the other side. A hold takes from the customer's account,
 * but for the amount of a debit, which is on its way to it, and what is paid out in another currency, which goes between two of the institution's.
 */
export function accountsOf(
  payments: readonly Holding[],
  holds: ReadonlyMap<string, Hold>,
): { accountIds: bigint[]; bookIds: bigint[] } {
  const collecting = new Set(
    payments.filter(({ entryType }) => entryType === 'DEBIT').map(({ holdTransferId }) => holdTransferId),
  )
  const sides = Array.from(holds.values(), ({ id, purpose, debitAccountId, creditAccountId }) => {
    if (purpose === 'fxPayout') return { accounts: [], books: [debitAccountId, creditAccountId] }
    return collecting.has(id)
      ? { accounts: [creditAccountId], books: [debitAccountId] }
      : { accounts: [debitAccountId], books: [creditAccountId] }
  })
  return { accountIds: sides.flatMap(({ accounts }) => accounts), bookIds: sides.flatMap(({ books }) => books) }
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
