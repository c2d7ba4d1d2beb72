import { accept, type Result, refuse } from '../kernel/result.ts'

/**
 * Glossary
 * transfer   moves one positive amount of one currency from the credit side of one account to that of another: it debits one, credits one
 * pending    a transfer that is not done yet: the amount is held on both accounts
 * post, void end a pending transfer, once: it happens, in whole or in part, or it does not
 * posted     what has happened; a balance is what was posted
 * available  what the owner of the account can still pay out: posted credits less posted debits less pending debits
 */

/** An account of the books with its four totals, in minor units. They only say what the transfers say, and can be rebuilt from them. */
export interface LedgerAccount {
  id: bigint
  currency: string
  /** Whether more may be debited than was credited: true for the institution's own books, false for customers' accounts. */
  overdraft: boolean
  debitsPending: bigint
  debitsPosted: bigint
  creditsPending: bigint
  creditsPosted: bigint
}

/** Why money moves. */
export type TransferPurpose =
  | 'payment'
  | 'fee'
  | 'return'
  | 'reversal'
  | 'adjustment'
  | 'fxContract'
  | 'fxCover'
  | 'fxCancellation'
  | 'fxExpiry'
  | 'fxFunding'
  | 'fxPayout'

interface TransferData {
  id: string
  debitAccountId: bigint
  creditAccountId: bigint
  /** In minor units; of a void, the whole of the hold. */
  amount: bigint
  currency: string
  purpose: TransferPurpose
  /** The payment, adjustment or FX contract it belongs to. */
  referenceId: string
}

/** A movement, or a hold. */
export type NewTransfer = TransferData & { kind: 'posted' | 'pending' }

/** The end of a hold, between the same two accounts. */
export type Resolution = TransferData & {
  kind: 'post_pending' | 'void_pending'
  pendingId: string
  /** The amount of the hold that ends, of which `amount` is posted. */
  pendingAmount: bigint
}

export type Transfer = NewTransfer | Resolution

export type TransferRefusal =
  | 'amountNotPositive'
  | 'sameAccount'
  | 'accountUnknown'
  | 'currencyMismatch'
  | 'insufficientFunds'
  | 'exceedsHold'
  | 'voidsInPart'

/** What its owner can still pay out, in minor units. */
export function availableOf(account: LedgerAccount): bigint {
  return account.creditsPosted - account.debitsPosted - account.debitsPending
}

/** What was paid in less what was paid out, in minor units. */
export function postedOf(account: LedgerAccount): bigint {
  return account.creditsPosted - account.debitsPosted
}

/** The accounts that a transaction works on; their totals change as transfers are applied, before anything is written. */
export type WorkingAccounts = ReadonlyMap<bigint, LedgerAccount>

/**
 * Decides a transfer and applies it to the totals, or refuses it and changes nothing. The caller holds the locks on accounts without
 * overdraft, so that what was available stays so until the totals are written.
 */
export function applyTransfer(accounts: WorkingAccounts, transfer: Transfer): Result<void, TransferRefusal> {
  const debit = accounts.get(transfer.debitAccountId)
  const credit = accounts.get(transfer.creditAccountId)
  if (transfer.amount <= 0n) return refuse('amountNotPositive')
  if (transfer.debitAccountId === transfer.creditAccountId) return refuse('sameAccount')
  if (!debit || !credit) return refuse('accountUnknown')
  if (debit.currency !== transfer.currency || credit.currency !== transfer.currency) return refuse('currencyMismatch')

  switch (transfer.kind) {
    case 'posted':
    case 'pending':
      if (!debit.overdraft && availableOf(debit) < transfer.amount) return refuse('insufficientFunds')
      if (transfer.kind === 'posted') {
        debit.debitsPosted += transfer.amount
        credit.creditsPosted += transfer.amount
      } else {
        debit.debitsPending += transfer.amount
        credit.creditsPending += transfer.amount
      }
      return accept(undefined)
    case 'post_pending':
    case 'void_pending':
      if (transfer.amount > transfer.pendingAmount) return refuse('exceedsHold')
      if (transfer.kind === 'void_pending' && transfer.amount < transfer.pendingAmount) return refuse('voidsInPart')
      debit.debitsPending -= transfer.pendingAmount
      credit.creditsPending -= transfer.pendingAmount
      if (transfer.kind === 'post_pending') {
        debit.debitsPosted += transfer.amount
        credit.creditsPosted += transfer.amount
      }
      return accept(undefined)
  }
}
