import type { Temporal } from 'temporal-polyfill'
import { newId } from '../../kernel/id.ts'
import type { EntryType } from '../../kernel/rail.ts'
import type { Hold } from '../../ledger/ledger.ts'
import type { Resolution } from '../../ledger/transfer.ts'

/** The fields of a payment that name its holds. */
interface PaymentWithHolds {
  entryType: EntryType
  holdTransferId: string | null
}

/**
 * The ids of a payment's holds: for its amount, for its fees, and for the payout in another
 * currency.
 */
export function holdsOf(
  { holdTransferId }: Pick<PaymentWithHolds, 'holdTransferId'>,
  fees: readonly { transferId: string | null }[] = [],
  exchange?: { payoutTransferId: string } | null,
): string[] {
  const ids = [holdTransferId, ...fees.map(({ transferId }) => transferId), exchange?.payoutTransferId ?? null]
  return ids.filter((id) => id !== null)
}

/**
 * Splits the accounts of the holds into customer accounts and the institution's ledger accounts. A
 * hold debits the customer's account, with two exceptions: the amount of a debit is a pending
 * credit to it, and a payout in another currency moves between two of the institution's accounts.
 */
export function accountsOf(
  payments: readonly PaymentWithHolds[],
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

/** Posts or voids a hold in full. */
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
