import { accept, type Result, refuse } from '../kernel/result.ts'

/*
 * Glossary
 * transfer   debits one account and credits another with one positive amount in one currency
 * pending    a hold: the amount is reserved on both accounts and not yet moved
 * post       ends a hold, once, and moves its amount or a part of it
 * void       ends a hold, once, and moves nothing
 * posted     moved; the balance of an account is its posted amounts
 * available  posted credits less posted debits less pending debits
 */

/**
 * A ledger account with its four totals, in minor units. The totals can be rebuilt from the
 * transfers.
 */
export interface LedgerAccount {
  id: bigint
  currency: string
  /**
   * Whether debits may exceed credits: true for the institution's own books, false for customers'
   * accounts.
   */
  overdraft: boolean
  debitsPending: bigint
  debitsPosted: bigint
  creditsPending: bigint
  creditsPosted: bigint
  /** The receivable that what becomes available repays first; null if its customer never owed. */
  receivableId: bigint | null
}

/** What a transfer does. The database has the same list (ledger_transfers_kind_check). */
export const TRANSFER_KINDS = ['posted', 'pending', 'post_pending', 'void_pending'] as const

/** The business reasons of transfers. The database has the same list (ledger_transfers_purpose). */
export const TRANSFER_PURPOSES = [
  'payment',
  'receipt',
  'fundsHold',
  'fee',
  'settlement',
  'return',
  'reversal',
  'crossedReturn',
  'release',
  'repayment',
  'writeOff',
  'adjustment',
  'fxContract',
  'fxPrefunding',
  'fxCover',
  'fxMargin',
  'fxDesk',
  'fxRevaluation',
  'fxSettlement',
  'fxCloseOut',
  'fxCancellation',
  'fxExpiry',
  'fxFunding',
  'fxPayout',
] as const
export type TransferPurpose = (typeof TRANSFER_PURPOSES)[number]

interface TransferData {
  id: string
  debitAccountId: bigint
  creditAccountId: bigint
  /** In minor units. A void has the whole amount of the hold. */
  amount: bigint
  currency: string
  purpose: TransferPurpose
  /** The payment, receipt, adjustment, FX contract, settlement or write-off of the transfer. */
  referenceId: string
  /** The date from which the amount counts, yyyy-mm-dd; absent for the business date. */
  valueDate?: string
}

/** A posting or a hold. */
export type NewTransfer = TransferData & { kind: 'posted' | 'pending' }

/** The end of a hold, between the same two accounts. */
export type Resolution = TransferData & {
  kind: 'post_pending' | 'void_pending'
  pendingId: string
  /** The whole amount of the hold; a post moves `amount` of it. */
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

/** The available balance, in minor units. */
export function availableOf(account: LedgerAccount): bigint {
  return account.creditsPosted - account.debitsPosted - account.debitsPending
}

/** What is owed on a receivable, in minor units. */
export function owedOn({ debitsPosted, creditsPosted }: LedgerAccount): bigint {
  return debitsPosted - creditsPosted
}

/** The posted balance, in minor units. */
export function postedOf(account: LedgerAccount): bigint {
  return account.creditsPosted - account.debitsPosted
}

/**
 * The accounts of a transaction. Their totals change as transfers are applied, before anything is
 * written.
 */
export type WorkingAccounts = ReadonlyMap<bigint, LedgerAccount>

/**
 * Applies a transfer to the totals, or refuses it and changes nothing. The caller holds the locks
 * on accounts without overdraft, so the available balance cannot change before the totals are
 * written.
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
