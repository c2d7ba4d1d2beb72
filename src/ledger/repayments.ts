import { idAfter } from '../kernel/id.ts'
import { accept, type Result } from '../kernel/result.ts'
import { posting } from './postings.ts'
import {
  applyTransfer,
  availableOf,
  type LedgerAccount,
  type NewTransfer,
  owedOn,
  type Transfer,
  type TransferRefusal,
  type WorkingAccounts,
} from './transfer.ts'

/** Both accounts of a repayment are named. */
const NO_BOOKS = {
  book(code: string): never {
    throw new Error(`a repayment does not touch ${code}`)
  },
}

/**
 * Applies a transfer as `applyTransfer` does, and repays receivables with what it made available: a
 * credit, or a hold that was released. Returns the transfer and the repayments.
 */
export function applyAndRepay(accounts: WorkingAccounts, transfer: Transfer): Result<Transfer[], TransferRefusal> {
  const sides = [accounts.get(transfer.debitAccountId), accounts.get(transfer.creditAccountId)]
  const owing = sides.flatMap((side) => (side && side.receivableId !== null ? { ...side } : []))
  const result = applyTransfer(accounts, transfer)
  if (!result.ok) return result
  return accept([transfer, ...owing.flatMap((before) => repaymentOf(accounts, transfer, before) ?? [])])
}

function repaymentOf(
  accounts: WorkingAccounts,
  { id, referenceId, currency }: Transfer,
  before: LedgerAccount,
): NewTransfer | undefined {
  const receivable = accounts.get(before.receivableId!)
  if (!receivable) throw new Error(`the books have no receivable ${before.receivableId} of account ${before.id}`)
  const gained = availableOf(accounts.get(before.id)!) - availableOf(before)
  const owed = owedOn(receivable)
  const amount = gained < owed ? gained : owed
  if (amount <= 0n) return undefined
  const terms = { id: idAfter(id), customer: before.id, receivable: receivable.id, amount, currency, referenceId }
  const repayment = posting(NO_BOOKS, 'repayment', terms)
  const applied = applyTransfer(accounts, repayment)
  if (!applied.ok) throw new Error(`the ledger refused the repayment after transfer ${id}: ${applied.refusal}`)
  return repayment
}
