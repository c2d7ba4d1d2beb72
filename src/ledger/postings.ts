import { type Book, type BookCode, bookCode, type ContraAccount } from './chart.ts'
import type { NewTransfer, TransferPurpose } from './transfer.ts'

/**
 * One side of a posting: an entry of the chart of accounts, or an account of a customer that the
 * caller names. `customer` is the customer of the payment, `payee` the customer that it pays, and
 * `receivable` what the customer owes. `contra` is the account that an adjustment names.
 */
type Side = Exclude<Book, 'receivables'> | NamedSide | 'contra'
type NamedSide = 'customer' | 'payee' | 'receivable'

export interface Posting {
  /** What happened in the business. */
  event: string
  purpose: TransferPurpose
  debit: Side
  credit: Side
  /** Money that comes back: it goes to `suspense` if the account of `customer` is closed. */
  orSuspense?: true
}

/**
 * The posting table: the only place that names the debit and the credit account of each business
 * event. docs/chart-of-accounts.md is generated from it.
 */
const postings = {
  adjustmentCredit: {
    event: "The institution credits a customer's account.",
    purpose: 'adjustment',
    debit: 'contra',
    credit: 'customer',
  },
  adjustmentDebit: {
    event: "The institution debits a customer's account.",
    purpose: 'adjustment',
    debit: 'customer',
    credit: 'contra',
  },
  payment: {
    event: 'A payment over a rail: held when it is accepted, posted when it settles.',
    purpose: 'payment',
    debit: 'customer',
    credit: 'clearing',
  },
  collection: {
    event: 'A debit request: pending when it is accepted, posted when it settles, less fees of the proceeds.',
    purpose: 'payment',
    debit: 'clearing',
    credit: 'customer',
  },
  fundsHold: {
    event: 'The proceeds of a settled debit: held until they are available, never posted.',
    purpose: 'fundsHold',
    debit: 'customer',
    credit: 'clearing',
  },
  bookTransfer: {
    event: 'A book transfer between two customers.',
    purpose: 'payment',
    debit: 'customer',
    credit: 'payee',
  },
  fee: {
    event: 'A fee of a payment: held with it, posted when it settles.',
    purpose: 'fee',
    debit: 'customer',
    credit: 'fees',
  },
  feeOfProceeds: {
    event: 'A fee of a debit that comes out of what it collects: posted when it settles.',
    purpose: 'fee',
    debit: 'clearing',
    credit: 'fees',
  },
  settlementPaid: {
    event: 'A rail settles: what the institution pays, in one amount for each settlement.',
    purpose: 'settlement',
    debit: 'clearing',
    credit: 'rail-settlement',
  },
  settlementReceived: {
    event: 'A rail settles: what the institution receives, in one amount for each settlement.',
    purpose: 'settlement',
    debit: 'rail-settlement',
    credit: 'clearing',
  },
  creditReceived: {
    event: 'A credit comes in: pending when it is received, posted when it settles.',
    purpose: 'receipt',
    debit: 'clearing',
    credit: 'customer',
  },
  creditUnposted: {
    event: 'A credit comes in that no account takes: to suspense, item by item in GET /v3/receipts.',
    purpose: 'receipt',
    debit: 'clearing',
    credit: 'suspense',
  },
  creditReviewed: {
    event: 'A credit comes in that a person reviews first.',
    purpose: 'receipt',
    debit: 'clearing',
    credit: 'suspense-review',
  },
  debitReceived: {
    event: 'A debit comes in: held when it is received, posted when it settles.',
    purpose: 'receipt',
    debit: 'customer',
    credit: 'clearing',
  },
  debitUnposted: {
    event: 'A debit comes in that no account pays: the institution pays it until it is returned or assigned.',
    purpose: 'receipt',
    debit: 'suspense',
    credit: 'clearing',
  },
  creditAssigned: {
    event: 'A credit in suspense is posted to an account.',
    purpose: 'receipt',
    debit: 'suspense',
    credit: 'customer',
  },
  reviewEnded: {
    event: 'The review of a credit ends, and it goes to suspense.',
    purpose: 'receipt',
    debit: 'suspense-review',
    credit: 'suspense',
  },
  debitAssigned: {
    event: 'A debit in suspense is posted to an account.',
    purpose: 'receipt',
    debit: 'customer',
    credit: 'suspense',
  },
  creditTakenBack: {
    event: 'The return of a received credit: taken back from its account when the return is queued.',
    purpose: 'return',
    debit: 'customer',
    credit: 'suspense',
  },
  debitGivenBack: {
    event: 'The return of a received debit: given back to its account when the return is queued.',
    purpose: 'return',
    debit: 'suspense',
    credit: 'customer',
  },
  creditSentBack: {
    event: 'The return of a received credit settles.',
    purpose: 'return',
    debit: 'suspense',
    credit: 'clearing',
  },
  debitSentBack: {
    event: 'The return of a received debit settles.',
    purpose: 'return',
    debit: 'clearing',
    credit: 'suspense',
  },
  creditDishonored: {
    event: "The originator's bank refuses the return of a received credit, and sends it again.",
    purpose: 'return',
    debit: 'clearing',
    credit: 'suspense',
  },
  debitDishonored: {
    event: "The originator's bank refuses the return of a received debit, and takes it again.",
    purpose: 'return',
    debit: 'suspense',
    credit: 'clearing',
  },
  paymentReturned: {
    event: 'The return of a settled payment.',
    purpose: 'return',
    debit: 'clearing',
    credit: 'customer',
    orSuspense: true,
  },
  collectionReturned: {
    event: 'The return of a settled debit.',
    purpose: 'return',
    debit: 'customer',
    credit: 'clearing',
  },
  returnShortfall: {
    event: 'The part of a returned debit that its creditor does not have, and owes.',
    purpose: 'return',
    debit: 'receivable',
    credit: 'clearing',
  },
  repayment: {
    event: 'A customer repays what it owes with what becomes available.',
    purpose: 'repayment',
    debit: 'customer',
    credit: 'receivable',
  },
  receivableWrittenOff: {
    event: 'The institution gives up what a customer owes.',
    purpose: 'writeOff',
    debit: 'adjustment-expense',
    credit: 'receivable',
  },
  crossedReturn: {
    event: 'The return of a debit that a reversing entry has paid back, too.',
    purpose: 'crossedReturn',
    debit: 'crossed-returns',
    credit: 'clearing',
  },
  crossedReturnRecovered: {
    event: 'The release of a crossed return: the network pays it back.',
    purpose: 'release',
    debit: 'rail-settlement',
    credit: 'crossed-returns',
  },
  crossedReturnCleared: {
    event: 'The release of a crossed return: the institution recovers it otherwise, or bears it.',
    purpose: 'release',
    debit: 'contra',
    credit: 'crossed-returns',
  },
  suspenseRepays: {
    event: 'A customer repays what it owes with money in suspense.',
    purpose: 'repayment',
    debit: 'suspense',
    credit: 'receivable',
  },
  unpostedReleased: {
    event: 'The release of money in suspense to an account of its customer.',
    purpose: 'release',
    debit: 'suspense',
    credit: 'customer',
  },
  unpostedPaidOut: {
    event: 'The release of money in suspense that the institution pays to its customer.',
    purpose: 'release',
    debit: 'suspense',
    credit: 'contra',
  },
  collectionReversed: {
    event: 'The reversal of a settled debit, which a reversing entry pays back.',
    purpose: 'reversal',
    debit: 'customer',
    credit: 'clearing',
  },
  bookTransferReversed: {
    event: 'The reversal of a book transfer.',
    purpose: 'reversal',
    debit: 'payee',
    credit: 'customer',
    orSuspense: true,
  },
  exchangeFunding: {
    event: 'A payment in another currency: the amount that its sender gives.',
    purpose: 'fxFunding',
    debit: 'customer',
    credit: 'fx-customers',
  },
  exchangePayout: {
    event: 'A payment in another currency: the amount that a rail pays.',
    purpose: 'fxPayout',
    debit: 'fx-customers',
    credit: 'clearing',
  },
  exchangePayoutToPayee: {
    event: 'A book transfer in another currency: the amount that the receiver gets.',
    purpose: 'fxPayout',
    debit: 'fx-customers',
    credit: 'payee',
  },
  exchangeFundingReversed: {
    event: 'The reversal of a book transfer in another currency: the amount of the sender.',
    purpose: 'reversal',
    debit: 'fx-customers',
    credit: 'customer',
  },
  exchangePayoutReversed: {
    event: 'The reversal of a book transfer in another currency: the amount of the receiver.',
    purpose: 'reversal',
    debit: 'payee',
    credit: 'fx-customers',
  },
  exchangeReturned: {
    event: 'The return of a payment in another currency: the amount that came back.',
    purpose: 'return',
    debit: 'clearing',
    credit: 'fx-customers',
  },
  exchangeReturnPaid: {
    event: 'The return of a payment in another currency: the proceeds for the sender.',
    purpose: 'return',
    debit: 'fx-customers',
    credit: 'customer',
    orSuspense: true,
  },
  contractReceives: {
    event: 'A new FX contract: the amount that the institution receives.',
    purpose: 'fxContract',
    debit: 'fx-customers',
    credit: 'fx-position',
  },
  contractDelivers: {
    event: 'A new FX contract: the amount that the institution delivers.',
    purpose: 'fxContract',
    debit: 'fx-position',
    credit: 'fx-customers',
  },
  prefunding: {
    event: 'A new FX contract without an FX line: the amount sold, held until payments draw it or the contract ends.',
    purpose: 'fxPrefunding',
    debit: 'customer',
    credit: 'fx-customers',
  },
  cancellationReceives: {
    event: 'A cancelled FX contract: the amount that the institution does not receive.',
    purpose: 'fxCancellation',
    debit: 'fx-position',
    credit: 'fx-customers',
  },
  cancellationDelivers: {
    event: 'A cancelled FX contract: the amount that the institution does not deliver.',
    purpose: 'fxCancellation',
    debit: 'fx-customers',
    credit: 'fx-position',
  },
  expiryReceives: {
    event: 'An expired FX contract: the amount that the institution does not receive.',
    purpose: 'fxExpiry',
    debit: 'fx-position',
    credit: 'fx-customers',
  },
  expiryDelivers: {
    event: 'An expired FX contract: the amount that the institution does not deliver.',
    purpose: 'fxExpiry',
    debit: 'fx-customers',
    credit: 'fx-position',
  },
  marginBooked: {
    event: 'A new FX contract: its margin, earned at once.',
    purpose: 'fxMargin',
    debit: 'fx-position',
    credit: 'fx-result',
  },
  marginReversed: {
    event: 'The close-out of an FX contract: the margin that was earned at once.',
    purpose: 'fxMargin',
    debit: 'fx-result',
    credit: 'fx-position',
  },
  marginDeferred: {
    event: 'A new FX contract: its margin, earned by later draws.',
    purpose: 'fxMargin',
    debit: 'fx-position',
    credit: 'fx-margin',
  },
  marginDeferredReversed: {
    event: 'The close-out of an FX contract: the margin that no draw has earned.',
    purpose: 'fxMargin',
    debit: 'fx-margin',
    credit: 'fx-position',
  },
  marginEarned: {
    event: 'A draw on an FX contract: the margin that it earns.',
    purpose: 'fxMargin',
    debit: 'fx-margin',
    credit: 'fx-result',
  },
  marginReleased: {
    event: 'A draw on an FX contract that is released: the margin that it had earned.',
    purpose: 'fxMargin',
    debit: 'fx-result',
    credit: 'fx-margin',
  },
  closeOutLoss: {
    event: 'The close-out of an FX contract: the loss that the customer pays.',
    purpose: 'fxCloseOut',
    debit: 'customer',
    credit: 'fx-result',
  },
  closeOutOwed: {
    event: 'The close-out of an FX contract: the loss that its customer does not have, and owes.',
    purpose: 'fxCloseOut',
    debit: 'receivable',
    credit: 'fx-result',
  },
  closeOutGain: {
    event: 'The close-out of an FX contract: the gain that the customer receives.',
    purpose: 'fxCloseOut',
    debit: 'fx-result',
    credit: 'customer',
    orSuspense: true,
  },
  deskDelivers: {
    event: 'A trade of the desk: the amount that the market receives.',
    purpose: 'fxDesk',
    debit: 'fx-position',
    credit: 'fx-market',
  },
  deskReceives: {
    event: 'A trade of the desk: the amount that the market delivers.',
    purpose: 'fxDesk',
    debit: 'fx-market',
    credit: 'fx-position',
  },
  deskGain: {
    event: 'A trade of the desk that closes a position: the profit.',
    purpose: 'fxDesk',
    debit: 'fx-position',
    credit: 'fx-result',
  },
  deskLoss: {
    event: 'A trade of the desk that closes a position: the loss.',
    purpose: 'fxDesk',
    debit: 'fx-result',
    credit: 'fx-position',
  },
  revaluationGain: {
    event: 'The close of a business day: what the open FX positions have gained since the last close.',
    purpose: 'fxRevaluation',
    debit: 'fx-revaluation',
    credit: 'fx-unrealized',
  },
  revaluationLoss: {
    event: 'The close of a business day: what the open FX positions have lost since the last close.',
    purpose: 'fxRevaluation',
    debit: 'fx-unrealized',
    credit: 'fx-revaluation',
  },
  marketDelivers: {
    event: 'The value date of a cover or a trade of the desk: the amount that the market delivers.',
    purpose: 'fxSettlement',
    debit: 'settlement',
    credit: 'fx-market',
  },
  marketReceives: {
    event: 'The value date of a cover or a trade of the desk: the amount that the market receives.',
    purpose: 'fxSettlement',
    debit: 'fx-market',
    credit: 'settlement',
  },
  coverDelivers: {
    event: 'A cover: the amount that the market receives.',
    purpose: 'fxCover',
    debit: 'fx-position',
    credit: 'fx-market',
  },
  coverReceives: {
    event: 'A cover: the amount that the market delivers.',
    purpose: 'fxCover',
    debit: 'fx-market',
    credit: 'fx-position',
  },
  coverGain: {
    event: 'A cover: the profit against the price of the contract.',
    purpose: 'fxCover',
    debit: 'fx-position',
    credit: 'fx-result',
  },
  coverLoss: {
    event: 'A cover: the loss against the price of the contract.',
    purpose: 'fxCover',
    debit: 'fx-result',
    credit: 'fx-position',
  },
} as const satisfies Readonly<Record<string, Posting>>

export type PostingName = keyof typeof postings

export const POSTINGS: Readonly<Record<PostingName, Posting>> = postings

/** The postings of money that comes back, which can go to suspense. */
export type ReturningPosting = {
  [Name in PostingName]: (typeof postings)[Name] extends { orSuspense: true } ? Name : never
}[PostingName]

type SidesOf<Name extends PostingName> = (typeof postings)[Name]['debit' | 'credit']
/** A field that the terms of a posting must have if one of its sides is `Wanted`. */
type Needed<Name extends PostingName, Wanted extends Side, Fields> =
  Extract<SidesOf<Name>, Wanted> extends never ? unknown : Fields

/** What a posting needs besides its row in the table. The ledger accounts of customers are ids. */
export type PostingTerms<Name extends PostingName> = {
  id: string
  /** A posting by default; `pending` for a hold. */
  kind?: NewTransfer['kind']
  /** In minor units. */
  amount: bigint
  currency: string
  /** The payment, receipt, adjustment, FX contract, settlement or write-off. */
  referenceId: string
} & Needed<Name, 'clearing' | 'rail-settlement', { rail: string }> &
  Needed<Name, 'fees', { fee: bigint }> &
  Needed<Name, 'contra', { contra: ContraAccount }> &
  Needed<Name, 'customer', { customer: Name extends ReturningPosting ? bigint | 'suspense' : bigint }> &
  Needed<Name, 'payee', { payee: bigint | undefined }> &
  Needed<Name, 'receivable', { receivable: bigint }>

/** The transfer of a business event. The open books must include the institution's accounts. */
export function posting<Name extends PostingName>(
  books: { book(code: BookCode): bigint },
  name: Name,
  terms: PostingTerms<Name>,
): NewTransfer {
  const { purpose, debit, credit } = POSTINGS[name]
  const { id, kind = 'posted', amount, currency, referenceId, ...parties } = terms
  const named: { rail?: string; fee?: bigint; contra?: Book } & Partial<Record<NamedSide, bigint | 'suspense'>> =
    parties
  const accountOf = (side: Side): bigint => {
    const account = isNamed(side) || side === 'contra' ? named[side] : side
    if (account === undefined) throw new Error(`the posting ${name} needs the account of its ${side}`)
    return typeof account === 'bigint'
      ? account
      : books.book(bookCode(account, { currency, rail: named.rail, fee: named.fee }))
  }
  const accounts = { debitAccountId: accountOf(debit), creditAccountId: accountOf(credit) }
  return { id, kind, ...accounts, amount, currency, purpose, referenceId }
}

function isNamed(side: Side): side is NamedSide {
  return side === 'customer' || side === 'payee' || side === 'receivable'
}
