import { words } from '../../kernel/words.ts'
import type { TransferPurpose } from '../../ledger/transfer.ts'

export type Direction = 'Debit' | 'Credit'

/** What kinds of movements a customer's account has, as customers know them. */
export const MOVEMENT_KINDS = words('TransactionKind', [
  'Payment',
  'Receipt',
  'Fee',
  'Return',
  'Reversal',
  'Adjustment',
  'ForeignExchange',
  'Repayment',
  'Release',
  'FundsHold',
])
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

/** Booked: money moved. A hold is Pending while it is live, and then Ended: posted or released. */
export const MOVEMENT_STATUSES = words('TransactionStatus', ['Booked', 'Pending', 'Ended'])
export type MovementStatus = (typeof MOVEMENT_STATUSES)[number]

/** The kind of movement of each purpose that can touch an account of a customer. */
const KIND_OF = {
  payment: 'Payment',
  receipt: 'Receipt',
  fxFunding: 'Payment',
  fxPayout: 'Payment',
  fundsHold: 'FundsHold',
  fee: 'Fee',
  return: 'Return',
  crossedReturn: 'Return',
  reversal: 'Reversal',
  adjustment: 'Adjustment',
  writeOff: 'Adjustment',
  settlement: 'Adjustment',
  repayment: 'Repayment',
  release: 'Release',
  fxContract: 'ForeignExchange',
  fxPrefunding: 'ForeignExchange',
  fxCover: 'ForeignExchange',
  fxMargin: 'ForeignExchange',
  fxDesk: 'ForeignExchange',
  fxRevaluation: 'ForeignExchange',
  fxSettlement: 'ForeignExchange',
  fxCloseOut: 'ForeignExchange',
  fxCancellation: 'ForeignExchange',
  fxExpiry: 'ForeignExchange',
} as const satisfies Readonly<Record<TransferPurpose, MovementKind>>

export function kindOf(purpose: TransferPurpose): MovementKind {
  return KIND_OF[purpose]
}

export function purposesOf(kind: MovementKind): TransferPurpose[] {
  return (Object.keys(KIND_OF) as TransferPurpose[]).filter((purpose) => KIND_OF[purpose] === kind)
}

/**
 * The code of a movement: of ISO 20022 (ExternalBankTransactionDomain1Code, …Family1Code and
 * …SubFamily1Code, as camt.053 has them) and of BAI2 (the type code of a detail record).
 */
export interface TransactionCode {
  domain: string
  family: string
  subFamily: string
  bai: string
}

/** The ways of a payment: a rail, or `FX` for one between two currencies. */
type Way = 'ACH' | 'FEDWIRE' | 'SWIFT' | 'RTP' | 'FEDNOW' | 'BOOK' | 'FX'

const code = (domain: string, family: string, subFamily: string, bai: string): TransactionCode => ({
  ...{ domain, family, subFamily, bai },
})

/**
 * Payments by way and direction. An ACH debit that the customer sent is a credit to its account. On
 * other rails a credit is the amount of a book transfer.
 */
const PAYMENT_CODES: Readonly<Record<Way, Readonly<Record<Direction, TransactionCode>>>> = {
  ACH: { Debit: code('PMNT', 'ICDT', 'ATXN', '466'), Credit: code('PMNT', 'IDDT', 'ATXN', '166') },
  FEDWIRE: { Debit: code('PMNT', 'ICDT', 'DMCT', '495'), Credit: code('PMNT', 'RCDT', 'DMCT', '195') },
  SWIFT: { Debit: code('PMNT', 'ICDT', 'XBCT', '508'), Credit: code('PMNT', 'RCDT', 'XBCT', '208') },
  RTP: { Debit: code('PMNT', 'IRCT', 'DMCT', '495'), Credit: code('PMNT', 'RRCT', 'DMCT', '195') },
  FEDNOW: { Debit: code('PMNT', 'IRCT', 'DMCT', '495'), Credit: code('PMNT', 'RRCT', 'DMCT', '195') },
  BOOK: { Debit: code('PMNT', 'ICDT', 'BOOK', '506'), Credit: code('PMNT', 'RCDT', 'BOOK', '206') },
  FX: { Debit: code('PMNT', 'ICDT', 'XBCT', '508'), Credit: code('PMNT', 'RCDT', 'XBCT', '208') },
}

/** Money that comes back, or goes back: ACH returns have codes of their own. */
const ACH_RETURN: Readonly<Record<Direction, TransactionCode>> = {
  Debit: code('PMNT', 'IDDT', 'ARET', '557'),
  Credit: code('PMNT', 'ICDT', 'ARET', '257'),
}

const KIND_CODES: Readonly<Record<Exclude<MovementKind, 'Payment'>, Readonly<Record<Direction, TransactionCode>>>> = {
  Receipt: { Debit: code('PMNT', 'RDDT', 'ATXN', '455'), Credit: code('PMNT', 'RCDT', 'ATXN', '142') },
  Fee: { Debit: code('PMNT', 'MDOP', 'FEES', '698'), Credit: code('PMNT', 'MCOP', 'FEES', '398') },
  Return: { Debit: code('PMNT', 'RCDT', 'RRTN', '552'), Credit: code('PMNT', 'ICDT', 'RRTN', '252') },
  Reversal: { Debit: code('PMNT', 'RCDT', 'RPCR', '552'), Credit: code('PMNT', 'ICDT', 'RPCR', '252') },
  Adjustment: { Debit: code('PMNT', 'MDOP', 'ADJT', '699'), Credit: code('PMNT', 'MCOP', 'ADJT', '399') },
  ForeignExchange: { Debit: code('FORX', 'FWRD', 'OTHR', '514'), Credit: code('FORX', 'FWRD', 'OTHR', '214') },
  Repayment: { Debit: code('PMNT', 'MDOP', 'OTHR', '699'), Credit: code('PMNT', 'MCOP', 'OTHR', '399') },
  Release: { Debit: code('PMNT', 'MDOP', 'OTHR', '699'), Credit: code('PMNT', 'MCOP', 'OTHR', '399') },
  FundsHold: { Debit: code('PMNT', 'MDOP', 'OTHR', '699'), Credit: code('PMNT', 'MCOP', 'OTHR', '399') },
}

/** What names a movement besides its amount. */
export interface Movement {
  purpose: TransferPurpose
  direction: Direction
  /** The rail of its payment; undefined without one. */
  rail?: string | undefined
}

/** The bank transaction code of a movement. A payment without a known rail is a book transfer. */
export function codeOf({ purpose, direction, rail }: Movement): TransactionCode {
  const kind = kindOf(purpose)
  if (kind !== 'Payment') return (kind === 'Return' && rail === 'ACH' ? ACH_RETURN : KIND_CODES[kind])[direction]
  const way = purpose === 'payment' ? rail : rail === 'BOOK' ? 'BOOK' : 'FX'
  return (PAYMENT_CODES[way as Way] ?? PAYMENT_CODES.BOOK)[direction]
}

/** The words of a movement; `{other}` is its counterparty. */
const WORDS: Readonly<Record<MovementKind, Readonly<Record<Direction, string>>>> = {
  Payment: { Debit: 'Payment to {other}', Credit: 'Payment from {other}' },
  Receipt: { Debit: 'Debited by {other}', Credit: 'Received from {other}' },
  Fee: { Debit: 'Fee for the payment to {other}', Credit: 'Fee refunded' },
  Return: { Debit: 'Returned: payment from {other}', Credit: 'Returned: payment to {other}' },
  Reversal: { Debit: 'Reversed: payment from {other}', Credit: 'Reversed: payment to {other}' },
  Adjustment: { Debit: 'Debited by the bank', Credit: 'Credited by the bank' },
  ForeignExchange: { Debit: 'Foreign exchange', Credit: 'Foreign exchange' },
  Repayment: { Debit: 'Repayment of what you owe the bank', Credit: 'Repayment refunded' },
  Release: { Debit: 'Released by the bank', Credit: 'Released to you by the bank' },
  FundsHold: { Debit: 'Hold on the payment from {other}', Credit: 'Hold on a payment' },
}

/** What some purposes are called instead. */
const PURPOSE_WORDS: Partial<Record<TransferPurpose, Readonly<Record<Direction, string>>>> = {
  fxPrefunding: { Debit: 'Set aside for a foreign exchange contract', Credit: 'Foreign exchange contract' },
  fxCloseOut: {
    Debit: 'Loss of a closed foreign exchange contract',
    Credit: 'Gain of a closed foreign exchange contract',
  },
}

/** What is behind a movement, in words that its customer knows. */
export interface Behind {
  /** The name of the other party. */
  counterparty?: string | undefined
  /** Why the bank made it. */
  reason?: string | undefined
}

/** A movement in one line. A hold says that the amount is only reserved, or no longer. */
export function describeMovement(
  { purpose, direction }: Movement,
  status: MovementStatus,
  { counterparty, reason }: Behind,
): string {
  const words = (PURPOSE_WORDS[purpose] ?? WORDS[kindOf(purpose)])[direction]
  const named = words.replace('{other}', counterparty ?? 'another account')
  const said = reason ? `${named}: ${reason}` : named
  if (status === 'Booked') return said
  const state = status === 'Pending' ? 'Pending' : 'No longer pending'
  return `${state}: ${said.charAt(0).toLowerCase()}${said.slice(1)}`
}
