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
 * Applies a transfer as `applyTransfer` does, and repays the receivable of the credited account
 * with the credit. Returns the transfer and the repayment.
 */
export function applyAndRepay(accounts: WorkingAccounts, transfer: Transfer): Result<Transfer[], TransferRefusal> {
  const credited = accounts.get(transfer.creditAccountId)
  const before = credited && { ...credited }
  const result = applyTransfer(accounts, transfer)
  if (!result.ok) return result
  const repayment = before && repaymentOf(accounts, transfer, before)
  return accept(repayment ? [transfer, repayment] : [transfer])
}

/** Applies a transfer whose credit repays at the end of the transaction: `repayReleased`. */
export function applyWithoutRepaying(
  accounts: WorkingAccounts,
  transfer: Transfer,
): Result<Transfer[], TransferRefusal> {
  const result = applyTransfer(accounts, transfer)
  return result.ok ? accept([transfer]) : result
}

/**
 * Repays receivables with the holds that a transaction released, and did not place again, and with
 * what it left of the credits `repayLater`. Call it after the last transfer. Returns the
 * repayments.
 * @param before the accounts at the start of the transaction
 * @param repayLater the ids of those that were applied without repaying
 */
export function repayReleased(
  accounts: WorkingAccounts,
  before: WorkingAccounts,
  { applied, repayLater }: { applied: readonly Transfer[]; repayLater: ReadonlySet<string> },
): Transfer[] {
  // A receivable that was opened since is only known now. Most often there is none.
  const owing = [...accounts.values()].filter(({ receivableId }) => receivableId !== null)
  return owing.flatMap(({ id, receivableId }) => {
    const release = applied.findLast(
      (one) =>
        (isRelease(one.kind) && one.debitAccountId === id) || (repayLater.has(one.id) && one.creditAccountId === id),
    )
    return (release && repaymentOf(accounts, release, { ...before.get(id)!, receivableId })) ?? []
  })
}

function isRelease(kind: Transfer['kind']): boolean {
  return kind === 'void_pending' || kind === 'post_pending'
}

function repaymentOf(
  accounts: WorkingAccounts,
  { id, referenceId, currency }: Transfer,
  before: LedgerAccount,
): NewTransfer | undefined {
  if (before.receivableId === null) return undefined
  const receivable = accounts.get(before.receivableId)
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
