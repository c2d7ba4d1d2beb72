import { idAfter } from '../kernel/id.ts'
import {
  applyTransfer,
  availableOf,
  type LedgerAccount,
  type NewTransfer,
  owedOn,
  type Transfer,
  type WorkingAccounts,
} from './transfer.ts'

/**
 * Repays receivables with what a transfer made available: a credit, or a hold that was released.
 * Applies the repayments and returns them.
 * @param before the accounts of the transfer with a receivable, as they were before it
 */
export function repaymentsAfter(
  accounts: WorkingAccounts,
  { id, referenceId, currency }: Transfer,
  before: readonly LedgerAccount[],
): NewTransfer[] {
  return before.flatMap((earlier) => {
    const receivable = accounts.get(earlier.receivableId!)
    const gained = availableOf(accounts.get(earlier.id)!) - availableOf(earlier)
    const owed = receivable ? owedOn(receivable) : 0n
    const amount = gained < owed ? gained : owed
    if (!receivable || amount <= 0n) return []
    const repayment: NewTransfer = {
      id: idAfter(id),
      kind: 'posted',
      debitAccountId: earlier.id,
      creditAccountId: receivable.id,
      amount,
      currency,
      purpose: 'repayment',
      referenceId,
    }
    const applied = applyTransfer(accounts, repayment)
    if (!applied.ok) throw new Error(`the ledger refused the repayment after transfer ${id}: ${applied.refusal}`)
    return [repayment]
  })
}
