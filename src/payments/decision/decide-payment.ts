import { Temporal } from 'temporal-polyfill'
import type { PaymentPrice } from '../../fees/fees.ts'
import type { PricedExchange } from '../../fx/fx.ts'
import type { OnMissedCutOff } from '../../kernel/cut-off.ts'
import { newId } from '../../kernel/id.ts'
import { formatAmount } from '../../kernel/money.ts'
import type { EntryType, Rail, Speed } from '../../kernel/rail.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { mustTransfer } from '../../ledger/ledger.ts'
import { posting } from '../../ledger/postings.ts'
import { availableOf } from '../../ledger/transfer.ts'
import type { PaymentKind } from '../../limits/domain/reserve.ts'
import type { Passage, Way } from '../../rails/rails.ts'
import { chosenOnMissed, isLate, type MissedCutOff, missedCutOff, refusedFor } from '../cut-off/missed-cut-off.ts'
import { objectionToLiveEntry } from '../prenotes/live-entries.ts'
import {
  type AcceptedPayment,
  acceptPayment,
  type Counterparty,
  type OwnAccount,
  objectionsTo,
  type PaymentSituation,
  type PaymentTerms,
  routeOf,
} from './domain/accept-payment.ts'
import { needsCallBack } from './domain/call-back.ts'
import { withinExposure, withinExposureAlone } from './exposure.ts'
import type { CountedLimits } from './limit-groups.store.ts'
import type { OwnSide } from './parties.store.ts'
import { expectedDelivery, notBefore, passageOf } from './passage.ts'
import type { DecidedExchange } from './payment-exchanges.store.ts'
import { exchangeCurrencies } from './payment-exchanges.ts'
import { type FeeBearer, type PaymentFee, storedExchange } from './payment-fees.store.ts'
import {
  approversMissing,
  checkLimits,
  countPayment,
  type GivenApprovals,
  kindOf,
  limitRefusals,
  limitsOfLater,
  peopleNeeded,
} from './payment-limits.ts'
import { priceOf, type Sides, sameSides, sidesOf } from './payment-sides.ts'
import type { WorkingSet } from './working-set.ts'

/** A payment to decide: new, due, or approved. */
export interface PaymentToDecide {
  id: string
  senderAccountId: bigint
  terms: PaymentTerms
  counterparty: Counterparty
  /** The counterparty's account at this institution; undefined if it banks elsewhere. */
  ownAccount: OwnAccount | undefined
  /** Whether it names the receiver's account instead of a contact, so that it asks for no rail. */
  namesAccount: boolean
  /** The actor recorded for a draw or a new contract. */
  actor: string
  /** The approvals already given; absent for a new payment. */
  approved?: GivenApprovals
  /** The day for which a waiting payment is meant; by default its date, or today. */
  wantedOn?: Temporal.PlainDate
}

/** The fees of a payment with their holds. A book transfer posts its fees immediately. */
export interface ChargedFee {
  /** The sum of the fees; zero in free tiers. */
  amount: bigint
  accountId: bigint
  fees: readonly PaymentFee[]
}

/** The approvals that a payment waits for. */
export interface ApprovalsNeeded {
  approvers: number
  institution: boolean
}

/** The outcome of a payment. Its transfers and holds are in the working set's books. */
export interface Decision {
  accepted: AcceptedPayment | (Omit<AcceptedPayment, 'status'> & { status: 'PENDING_APPROVAL' })
  approvals: ApprovalsNeeded
  holdTransferId: string | null
  fee: ChargedFee | null
  /** The fees deducted from a credit, whose receiver gets less; null if none. */
  deductedAmount: bigint | null
  /** Whether the fees of a debit come out of what it collects. */
  feeFromProceeds: boolean
  /** Null if there is no exchange, or not yet. */
  exchange: DecidedExchange | null
  /** What it counts for today; null if it does not count against limits. */
  counted: CountedLimits | null
  /** When it leaves, and its value date; an estimate until it is validated. */
  passage: Passage
  /** The speed at which it goes out. */
  speed: Speed
  /** Null if it has no choice. */
  onMissedCutOff: OnMissedCutOff | null
  /** Null if it does not miss its cut-off, or not yet. */
  missed: MissedCutOff | null
}

const NO_APPROVALS: ApprovalsNeeded = { approvers: 0, institution: false }
const NOTHING_MOVED = {
  ...{ holdTransferId: null, fee: null, deductedAmount: null, feeFromProceeds: false },
  ...{ exchange: null, counted: null },
} as const

/**
 * Decides one payment and applies the decision to the working set. In order: validity, the FX
 * contract, limits, required approvals, exposure, fee and funds. A payment that waits for its date
 * or for approval holds and reserves nothing; it is decided again when it is released. A new one
 * that is too large for every day is refused at once.
 */
export function decidePayment(set: WorkingSet, asked: PaymentToDecide, ownSide: OwnSide): Result<Decision, Refusal> {
  const payment = atItsSpeed(set, asked, ownSide)
  const { terms, approved } = payment
  const result = acceptPayment(terms, situationOf(set, payment, ownSide))
  if (!result.ok) return result
  // A scheduled payment is priced on its date, but a contract that it names must already be valid
  // for that date.
  const isPriced = result.value.status !== 'FUTURE_DATED' || terms.fxContractNumber !== undefined
  const sides = isPriced ? sidesOf(set, payment, ownSide, result.value) : accept(sameSides(set, terms))
  if (!sides.ok) return sides
  const accepted = whenDelivered(result.value, sides.value.exchange)
  const isNow = accepted.status !== 'FUTURE_DATED'
  const kind = kindOf(payment, ownSide, accepted)
  const { counted } = sides.value
  const isWaiting = !isNow && approved !== undefined
  const measure = isNow ? checkLimits : limitsOfLater
  const within = isWaiting ? accept({ approvalFor: undefined }) : measure(set, ownSide, kind, counted)
  if (!within.ok) return within

  const people = approversMissing(set, ownSide, { approved, measured: sides.value.measured })
  if (!people.ok) return people
  const passage = passageOf(
    set,
    wayOf(payment, ownSide, accepted.rail),
    notBefore(accepted.rail, accepted.paymentDate, deliveryOf(set, payment, ownSide) ?? sides.value.exchange),
  )
  const live = checkPrenote(set, payment, accepted.rail, passage)
  if (!live.ok) return live
  const onTime = isNow
    ? checkCutOff(set, { asked, payment, ownSide }, { rail: accepted.rail, exchange: sides.value.exchange, passage })
    : accept(null)
  if (!onTime.ok) return onTime
  const onMissedCutOff = choiceOf(set, asked, ownSide, accepted.rail)
  const when = { passage, speed: terms.speed, onMissedCutOff, missed: onTime.value }
  const callBack = isNow && needsCallBack(ownSide.account, accepted.rail, sides.value.gross)
  const above = isNow && feesNeedApproval(set, terms, sides.value.gross)
  const institution = (within.value.approvalFor !== undefined || callBack || above) && !approved?.byInstitution
  const waits = people.value > 0 || institution || accepted.status === 'FUTURE_DATED'
  const alone = waits && !approved ? withinExposureAlone(ownSide, { rail: accepted.rail, terms }) : accept(undefined)
  if (!alone.ok) return alone
  if (people.value > 0 || institution)
    return accept({
      accepted: { ...accepted, status: 'PENDING_APPROVAL' },
      approvals: { approvers: people.value, institution },
      ...NOTHING_MOVED,
      ...when,
    })
  if (accepted.status === 'FUTURE_DATED')
    return accept({ accepted, approvals: NO_APPROVALS, ...NOTHING_MOVED, ...when })

  const exposed = withinExposure(set, ownSide.account, terms)
  if (!exposed.ok) return exposed
  const inFlight = set.creditExposure.check(ownSide, { rail: accepted.rail, terms })
  if (!inFlight.ok) return inFlight
  const paid = pay(set, payment, accepted, sides.value)
  if (!paid.ok) return paid
  set.creditExposure.add(ownSide, { rail: accepted.rail, terms })
  return accept({
    accepted,
    approvals: NO_APPROVALS,
    ...paid.value,
    ...when,
    counted: countPayment(set, ownSide, kind, { terms, counted }),
  })
}

/**
 * The payment at the speed at which it goes out: same-day ACH that misses its cut-off becomes
 * next-day ACH if that is chosen. Its rules, limits and fee are then those of next-day ACH.
 */
export function atItsSpeed(set: WorkingSet, payment: PaymentToDecide, ownSide: OwnSide): PaymentToDecide {
  const { terms } = payment
  if (terms.speed !== 'Economy Plus') return payment
  const { rail } = routeOf(terms, situationOf(set, payment, ownSide))
  if (choiceOf(set, payment, ownSide, rail) !== 'Downgrade') return payment
  const wantedOn = dayOf(set, payment)
  if (Temporal.PlainDate.compare(wantedOn, set.date) > 0) return payment
  const isMissed = isLate(passageOf(set, wayOf(payment, ownSide, rail), set.date), wantedOn)
  return isMissed ? { ...payment, terms: { ...terms, speed: 'Economy' } } : payment
}

/**
 * A book transfer that draws on a contract is scheduled for the day on which the contract delivers:
 * its receiver would otherwise have the currency earlier than at the contract's price.
 */
function whenDelivered(accepted: AcceptedPayment, exchange: Sides['exchange']): AcceptedPayment {
  const { rail, secCode } = accepted
  if (rail !== 'BOOK') return accepted
  const paymentDate = notBefore(rail, accepted.paymentDate, exchange)
  if (paymentDate.equals(accepted.paymentDate)) return accepted
  return { status: 'FUTURE_DATED', rail, secCode, paymentDate }
}

/**
 * The delivery of the contract that a payment for a later date will get; undefined if it names one,
 * and for any other payment.
 */
export function deliveryOf(
  { institution, date }: WorkingSet,
  { terms, counterparty }: PaymentToDecide,
  ownSide: OwnSide,
): ReturnType<typeof expectedDelivery> {
  const { paymentDate } = terms
  if (terms.fxContractNumber !== undefined) return undefined
  if (!paymentDate || Temporal.PlainDate.compare(paymentDate, date) <= 0) return undefined
  const currencies = exchangeCurrencies(terms, { ownSide, counterparty })
  return expectedDelivery(institution, { speed: terms.speed, paymentDate }, currencies)
}

/** What becomes of the payment if it misses its cut-off; null if it has no choice. */
function choiceOf({ institution }: WorkingSet, { terms }: PaymentToDecide, { customer }: OwnSide, rail: Rail | 'BOOK') {
  return chosenOnMissed(institution, { rail, speed: terms.speed }, terms.onMissedCutOff, customer.onMissedCutOff)
}

/** The day for which a payment is meant. */
function dayOf({ date }: WorkingSet, { terms, wantedOn }: PaymentToDecide): Temporal.PlainDate {
  return wantedOn ?? terms.paymentDate ?? date
}

/** Refuses a payment that misses its cut-off if that is chosen; otherwise says what happens. */
function checkCutOff(
  set: WorkingSet,
  { asked, payment, ownSide }: { asked: PaymentToDecide; payment: PaymentToDecide; ownSide: OwnSide },
  { rail, exchange, passage }: { rail: Rail | 'BOOK'; exchange: Sides['exchange']; passage: Passage },
): Result<MissedCutOff | null, Refusal> {
  const onMissedCutOff = choiceOf(set, asked, ownSide, rail)
  if (onMissedCutOff === null) return accept(null)
  const wantedOn = notBefore(rail, dayOf(set, asked), exchange)
  if (!isLate(passage, wantedOn)) return accept(null)
  const way = wayOf(asked, ownSide, rail)
  const missed = missedCutOff(set.institution, { way, onMissedCutOff, wantedOn }, passage)
  if (onMissedCutOff === 'Refuse') return refuse({ reason: 'cutOffMissed', detail: refusedFor(missed) })
  return accept({ ...missed, speed: payment.terms.speed })
}

/** Refuses an ACH payment to an account that a prenotification is about, if it is too early. */
function checkPrenote(
  { institution, now }: WorkingSet,
  { counterparty: { prenote } }: PaymentToDecide,
  rail: Rail | 'BOOK',
  { valueDate }: Passage,
): Result<void, Refusal> {
  const objection = prenote && rail === 'ACH' ? objectionToLiveEntry(institution, prenote, valueDate, now) : undefined
  return objection ? refuse(objection) : accept(undefined)
}

/** The route and fee that a payment would have now, and the objections to it. */
export interface Estimate {
  rail: Rail | 'BOOK'
  secCode: string | null
  /** Those whose limits it counts against. */
  limitedRails: PaymentKind['rails']
  fee: PaymentPrice | undefined
  /** The amounts that it would debit and count against limits. */
  sides: Sides
  approvals: ApprovalsNeeded
  /** Every reason to refuse it; `decidePayment` refuses it for the first. */
  refusals: Refusal[]
}

/**
 * Applies the rules of `decidePayment` without changing the working set, and collects all refusals.
 */
export function estimatePayment(set: WorkingSet, asked: PaymentToDecide, ownSide: OwnSide): Estimate {
  const payment = atItsSpeed(set, asked, ownSide)
  const { terms } = payment
  const situation = situationOf(set, payment, ownSide)
  const { rail, secCode } = routeOf(terms, situation)
  const paymentDate = terms.paymentDate ?? set.date
  const priced = sidesOf(set, payment, ownSide, { rail, paymentDate })
  const isDue = rail !== 'BOOK' || !priced.ok || notBefore(rail, paymentDate, priced.value.exchange).equals(paymentDate)
  const isNow = isDue && paymentDate.equals(set.date)
  const isPriced = paymentDate.equals(set.date) || terms.fxContractNumber !== undefined
  const sides = priced.ok ? priced.value : sameSides(set, terms)
  const kind = kindOf(payment, ownSide, { rail, secCode })
  const within = checkLimits(set, ownSide, kind, sides.counted)
  const people = peopleNeeded(set, ownSide, (isPriced ? sides : sameSides(set, terms)).measured)
  const approvals = {
    approvers: people.ok ? people.value : 0,
    institution:
      isNow &&
      ((within.ok && within.value.approvalFor !== undefined) ||
        needsCallBack(ownSide.account, rail, sides.gross) ||
        feesNeedApproval(set, terms, sides.gross)),
  }
  const passageFrom = (exchange: Sides['exchange']) =>
    passageOf(set, wayOf(payment, ownSide, rail), notBefore(rail, dayOf(set, asked), exchange))
  const onTime = ({ exchange }: Sides) =>
    checkCutOff(set, { asked, payment, ownSide }, { rail, exchange, passage: passageFrom(exchange) })
  const price = priceOf(set, payment, rail, sides.gross)
  const needsFunds = isNow && approvals.approvers === 0 && !approvals.institution
  const isSpent = ownSide.account.currency === sides.sent.currency
  const checks = [
    people,
    ...(payment.counterparty.prenote ? [checkPrenote(set, payment, rail, passageFrom(sides.exchange))] : []),
    ...(isNow ? [] : [limitsOfLater(set, ownSide, kind, sides.counted)]),
    ...(needsFunds ? [] : [withinExposureAlone(ownSide, { rail, terms })]),
    ...(isNow && priced.ok ? [onTime(priced.value)] : []),
    ...(needsFunds && priced.ok && isSpent
      ? [
          withinExposure(set, ownSide.account, terms),
          set.creditExposure.check(ownSide, { rail, terms }),
          affordPayment(set, payment, rail, sides),
        ]
      : []),
  ]
  return {
    rail,
    secCode,
    limitedRails: kind.rails,
    sides,
    fee: price.ok ? price.value : undefined,
    approvals,
    refusals: [
      ...objectionsTo(terms, situation),
      ...(!priced.ok && isPriced ? [priced.refusal] : []),
      ...(isNow && priced.ok ? limitRefusals(set, ownSide, kind, sides.counted) : []),
      ...checks.flatMap((check): Refusal[] => (check.ok ? [] : [check.refusal])),
    ],
  }
}

/**
 * Whether the institution must approve the fees on top: under dual control, one above what its
 * schedule charges, because a price above that takes two people.
 */
export function feesNeedApproval(
  { institution, pricing }: WorkingSet,
  { extraFees = [] }: { extraFees?: PaymentTerms['extraFees'] },
  gross: Sides['gross'],
): boolean {
  return institution.dualControl && extraFees.length > 0 && pricing.exceedsSchedule(extraFees, gross)
}

/** The way of a payment over its rail. */
export function wayOf({ terms, counterparty }: PaymentToDecide, { account }: OwnSide, rail: Rail | 'BOOK'): Way {
  return { rail, speed: terms.speed, currencies: [account.currency, counterparty.accountCurrency] }
}

/** The rail that a payment would use now. */
export function routeNow(set: WorkingSet, payment: PaymentToDecide, ownSide: OwnSide): ReturnType<typeof routeOf> {
  return routeOf(payment.terms, situationOf(set, payment, ownSide))
}

function situationOf(
  { institution, date }: WorkingSet,
  { counterparty, ownAccount }: PaymentToDecide,
  ownSide: OwnSide,
): PaymentSituation {
  return { institution, ...ownSide, counterparty, ownAccount, today: date }
}

/**
 * Moves or holds the amount together with the fee, or refuses both. A book transfer posts
 * immediately. Any other payment is held against the clearing account of its rail until the rail
 * settles. A debit is held in the other direction, as a pending credit to the customer's account,
 * and takes only its fee from that account; a fee that comes out of what it collects is posted when
 * it settles. Between two currencies, the amounts go through the fx-customers accounts of both
 * currencies.
 */
function pay(
  set: WorkingSet,
  payment: PaymentToDecide,
  accepted: Exclude<AcceptedPayment, { status: 'FUTURE_DATED' }>,
  sides: Sides,
): Result<Pick<Decision, 'holdTransferId' | 'fee' | 'deductedAmount' | 'feeFromProceeds' | 'exchange'>, Refusal> {
  const { books, pricing, now } = set
  const { id, senderAccountId, terms } = payment
  const { sent, deducted, exchange } = sides
  const feeFromProceeds = terms.entryType === 'DEBIT' && deducted > 0n
  const isBook = accepted.status === 'PROCESSED'
  const afforded = affordPayment(set, payment, accepted.rail, sides)
  if (!afforded.ok) return afforded
  const fee = afforded.value
  const movement = { kind: isBook ? 'posted' : 'pending', referenceId: id } as const
  const bought = exchange && { amount: exchange.buyAmount, currency: exchange.contract.buyCurrency }
  const { amount, payout: paidOut } = postingsOf(terms, { isBook, isExchange: exchange !== undefined })
  const parties = {
    customer: senderAccountId,
    rail: accepted.rail,
    payee: isBook ? accepted.creditAccountId : undefined,
  }
  const hold = posting(books, amount, { ...movement, ...sent, ...parties, id: newId(now) })
  const payout = bought && posting(books, paidOut, { ...movement, ...bought, ...parties, id: newId(now) })
  const onReceiver = deducted > 0n ? 'Receiver' : 'Account'
  const borneBy = feeFromProceeds ? 'Proceeds' : onReceiver
  const charged = fee ? chargedOf(fee, { currency: sent.currency, borneBy }, now) : []
  const feeHolds = charged.flatMap(({ feeId, accountId: customer, amount, currency, transferId }) =>
    transferId === null
      ? []
      : [posting(books, 'fee', { ...movement, id: transferId, customer, fee: feeId, amount, currency })],
  )
  if (exchange) set.exchanges!.draw(exchange, { paymentId: id, actor: payment.actor })
  for (const transfer of [hold, payout, ...feeHolds]) if (transfer) mustTransfer(books, transfer)
  if (fee) pricing.count(senderAccountId, fee.charges)
  return accept({
    holdTransferId: isBook ? null : hold.id,
    fee: fee ? { amount: fee.amount, accountId: fee.accountId, fees: charged } : null,
    deductedAmount: deducted > 0n && !feeFromProceeds ? deducted : null,
    feeFromProceeds,
    exchange: exchange ? decidedExchange(exchange, payout!.id) : null,
  })
}

/** The fees of a payment, each with the id of its transfer if one is made now. */
function chargedOf(
  { accountId, charges }: PaymentPrice,
  { currency, borneBy }: { currency: string; borneBy: FeeBearer },
  now: Temporal.Instant,
): (PaymentFee & { feeId: bigint })[] {
  return charges.map(({ exchange, ...charge }) => {
    return {
      ...charge,
      ...storedExchange(exchange),
      accountId,
      currency,
      borneBy,
      // A fee that comes out of what a debit collects is posted when the debit settles.
      transferId: charge.amount > 0n && borneBy !== 'Proceeds' ? newId(now) : null,
    }
  })
}

/** The postings of the payment's amount, and of the payout of its exchange. */
function postingsOf(
  { entryType }: Pick<PaymentTerms, 'entryType'>,
  { isBook, isExchange }: { isBook: boolean; isExchange: boolean },
) {
  const payout = isBook ? 'exchangePayoutToPayee' : 'exchangePayout'
  if (isExchange) return { amount: 'exchangeFunding', payout } as const
  if (isBook) return { amount: 'bookTransfer', payout } as const
  return { amount: entryType === 'DEBIT' ? 'collection' : 'payment', payout } as const
}

function decidedExchange(
  { contract, sellAmount, buyAmount }: PricedExchange,
  payoutTransferId: string,
): DecidedExchange {
  const { id: contractId, contractNo, quoteId, sellCurrency, buyCurrency, allInRate, valueDate } = contract
  const terms = { contractId, contractNo, quoteId, sellCurrency, buyCurrency, allInRate, valueDate }
  return { ...terms, sellAmount, buyAmount, payoutTransferId }
}

/**
 * The fee of a payment, if each account covers everything taken from it. The draw of a prefunded
 * contract releases its part of the hold on the account.
 */
function affordPayment(
  set: WorkingSet,
  payment: PaymentToDecide,
  rail: Rail | 'BOOK',
  { gross, sent, deducted, exchange }: Sides,
): Result<PaymentPrice | undefined, Refusal> {
  const needed = sent.amount - (exchange?.fundedAmount ?? 0n)
  const priced = priceOf(set, payment, rail, gross)
  if (!priced.ok) return priced
  const fee = priced.value
  const isDebit = payment.terms.entryType === 'DEBIT'
  const taken = new Map(isDebit ? [] : [[payment.senderAccountId, needed]])
  if (fee && !(isDebit && deducted > 0n)) taken.set(fee.accountId, (taken.get(fee.accountId) ?? 0n) + fee.amount)
  const isCovered = [...taken].every(([id, amount]) => {
    const account = set.books.account(id)
    return account !== undefined && availableOf(account) >= amount
  })
  if (isCovered) return accept(fee)
  const { entryType } = payment.terms
  return refuse({
    reason: 'insufficientFunds',
    ...(fee && fee.amount > 0n && { detail: notCovered(entryType, fee.amount, sent.currency) }),
  })
}

function notCovered(entryType: EntryType, fee: bigint, currency: string): string {
  const charge = entryType === 'DEBIT' ? 'the fee' : 'the amount plus the fee'
  return `the available balance does not cover ${charge} of ${formatAmount(fee, currency)} ${currency}`
}
