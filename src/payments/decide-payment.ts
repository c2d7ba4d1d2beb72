import type { Refusal } from '../http/errors.ts'
import { newId } from '../kernel/id.ts'
import { formatAmount } from '../kernel/money.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import { mustTransfer } from '../ledger/ledger.ts'
import { availableOf, type NewTransfer } from '../ledger/transfer.ts'
import {
  type AcceptedPayment,
  acceptPayment,
  type Beneficiary,
  type CreditTerms,
  type OwnAccount,
  objectionsTo,
  type PaymentSituation,
  routeOf,
} from './domain/accept-payment.ts'
import { approversNeeded } from './domain/approvals.ts'
import type { EntryType, Rail } from './domain/rail.ts'
import { withinExposure } from './exposure.ts'
import type { Sender } from './parties.store.ts'
import type { WorkingSet } from './working-set.ts'

/** A payment to decide: new, due, or approved. */
export interface PaymentToDecide {
  id: string
  senderAccountId: bigint
  terms: CreditTerms
  contact: Beneficiary
  /** The account of the institution that is paid; undefined for one elsewhere. */
  ownAccount: OwnAccount | undefined
  /** What was approved already: as many people of the customer as it asks for, the institution. */
  approved: { byCustomer: boolean; byInstitution: boolean }
}

/** What a payment costs, and the hold of it; a book transfer moves its fee at once, and holds nothing. */
export interface ChargedFee {
  amount: bigint
  accountId: bigint
  holdTransferId: string | null
}

/** Who has to approve, where a payment waits for that. */
export interface ApprovalsNeeded {
  approvers: number
  institution: boolean
}

/** What becomes of a payment now. The money it moves or holds is in the working set's books. */
export interface Decision {
  accepted: AcceptedPayment | (Omit<AcceptedPayment, 'status'> & { status: 'PENDING_APPROVAL' })
  approvals: ApprovalsNeeded
  holdTransferId: string | null
  fee: ChargedFee | null
  /** Whether it was counted against limits today. */
  isCounted: boolean
}

const none: ApprovalsNeeded = { approvers: 0, institution: false }
const untouched = { holdTransferId: null, fee: null, isCounted: false } as const

/**
 * Decides one payment with all that its working set knows, and applies it there: what it may be at all, the limits, who has to approve, what it
 * costs, the funds. A payment that waits, for its date or for approval, holds and reserves nothing: all is looked at again when it goes.
 */
export function decidePayment(set: WorkingSet, payment: PaymentToDecide, sender: Sender): Result<Decision, Refusal> {
  const { terms, approved } = payment
  const result = acceptPayment(terms, situationOf(set, payment, sender))
  if (!result.ok) return result
  const accepted = result.value
  const limited = { ...terms, rail: accepted.rail, secCode: accepted.secCode }
  const isNow = accepted.status !== 'FUTURE_DATED'
  const within = isNow ? set.limits.check(sender.customer.id, limited) : accept({ approvalFor: undefined })
  if (!within.ok) return within

  const people = approved.byCustomer ? accept(0) : approversNeeded(sender.customer.approvals, terms)
  if (!people.ok) return people
  const institution = within.value.approvalFor !== undefined && !approved.byInstitution
  if (people.value > 0 || institution)
    return accept({
      accepted: { ...accepted, status: 'PENDING_APPROVAL' },
      approvals: { approvers: people.value, institution },
      ...untouched,
    })
  if (accepted.status === 'FUTURE_DATED') return accept({ accepted, approvals: none, ...untouched })

  const exposed = withinExposure(set.books.account(payment.senderAccountId), sender.account, terms)
  if (!exposed.ok) return exposed
  const paid = pay(set, payment, accepted)
  if (!paid.ok) return paid
  set.limits.reserve(sender.customer.id, limited)
  return accept({ accepted, approvals: none, ...paid.value, isCounted: accepted.rail !== 'BOOK' })
}

/** Which way a payment would go, what it would cost now, and what speaks against it. */
export interface Estimate {
  rail: Rail | 'BOOK'
  secCode: string | null
  fee: { amount: bigint; accountId: bigint } | undefined
  approvals: ApprovalsNeeded
  /** Everything it would be refused for; what `decidePayment` refuses it for is the first. */
  refusals: Refusal[]
}

/** Looks at a payment from all sides, with the rules that decide it, and changes nothing in the working set. */
export function estimatePayment(set: WorkingSet, payment: PaymentToDecide, sender: Sender): Estimate {
  const { terms } = payment
  const situation = situationOf(set, payment, sender)
  const { rail, secCode } = routeOf(terms, situation)
  const isNow = terms.paymentDate === undefined || terms.paymentDate.equals(set.date)
  const limited = { ...terms, rail, secCode }
  const within = set.limits.check(sender.customer.id, limited)
  const people = approversNeeded(sender.customer.approvals, terms)
  const approvals = {
    approvers: people.ok ? people.value : 0,
    institution: isNow && within.ok && within.value.approvalFor !== undefined,
  }
  const needsFunds = isNow && approvals.approvers === 0 && !approvals.institution
  const checks = [
    people,
    ...(needsFunds && sender.account.currency === terms.currency
      ? [
          withinExposure(set.books.account(payment.senderAccountId), sender.account, terms),
          affordPayment(set, payment, rail),
        ]
      : []),
  ]
  return {
    rail,
    secCode,
    fee: set.pricing.price(pricedOf(payment, rail)),
    approvals,
    refusals: [
      ...objectionsTo(terms, situation),
      ...(isNow ? set.limits.exceededBy(sender.customer.id, limited) : []),
      ...checks.flatMap((check): Refusal[] => (check.ok ? [] : [check.refusal])),
    ],
  }
}

function situationOf(
  { institution, date }: WorkingSet,
  { contact, ownAccount }: PaymentToDecide,
  sender: Sender,
): PaymentSituation {
  return { institution, ...sender, contact, ownAccount, today: date }
}

/**
 * Moves or holds the amount, and the fee with it, or neither: a book transfer moves the money at once; any other holds it, against the clearing
 * account of its rail, until the rail has settled. A debit holds it the other way round, on its way to the customer's account, of which it takes
 * nothing but the fee.
 */
function pay(
  { books, pricing, now }: WorkingSet,
  payment: PaymentToDecide,
  accepted: Exclude<AcceptedPayment, { status: 'FUTURE_DATED' }>,
): Result<{ holdTransferId: string | null; fee: ChargedFee | null }, Refusal> {
  const { id, senderAccountId, terms } = payment
  const { entryType, amount, currency } = terms
  const isBook = accepted.status === 'PROCESSED'
  const afforded = affordPayment({ books, pricing }, payment, accepted.rail)
  if (!afforded.ok) return afforded
  const fee = afforded.value
  const movement = { kind: isBook ? 'posted' : 'pending', currency, referenceId: id } as const
  const counter = isBook ? accepted.creditAccountId : books.book(`clearing:${accepted.rail}:${currency}`)
  const sides =
    entryType === 'DEBIT'
      ? { debitAccountId: counter, creditAccountId: senderAccountId }
      : { debitAccountId: senderAccountId, creditAccountId: counter }
  const transfers: NewTransfer[] = [{ ...movement, ...sides, id: newId(now), amount, purpose: 'payment' }]
  if (fee)
    transfers.push({
      ...movement,
      id: newId(now),
      debitAccountId: fee.accountId,
      creditAccountId: books.book(`fees:${currency}`),
      amount: fee.amount,
      purpose: 'fee',
    })
  for (const transfer of transfers) mustTransfer(books, transfer)
  pricing.count(pricedOf(payment, accepted.rail))
  const [hold, feeHold] = transfers
  return accept({
    holdTransferId: isBook ? null : hold!.id,
    fee: fee ? { ...fee, holdTransferId: isBook ? null : feeHold!.id } : null,
  })
}

/** What a payment costs, where each account has all that is taken from it. */
function affordPayment(
  { books, pricing }: Pick<WorkingSet, 'books' | 'pricing'>,
  payment: PaymentToDecide,
  rail: Rail | 'BOOK',
): Result<{ amount: bigint; accountId: bigint } | undefined, Refusal> {
  const { entryType, amount, currency } = payment.terms
  const fee = pricing.price(pricedOf(payment, rail))
  const taken = new Map(entryType === 'DEBIT' ? [] : [[payment.senderAccountId, amount]])
  if (fee) taken.set(fee.accountId, (taken.get(fee.accountId) ?? 0n) + fee.amount)
  const isCovered = [...taken].every(([id, amount]) => {
    const account = books.account(id)
    return account !== undefined && availableOf(account) >= amount
  })
  if (isCovered) return accept(fee)
  return refuse({ reason: 'insufficientFunds', ...(fee && { detail: notCovered(entryType, fee.amount, currency) }) })
}

/** Within the institution a payment goes at no speed, whatever was asked for. */
function pricedOf({ senderAccountId, terms: { amount, currency, speed } }: PaymentToDecide, rail: Rail | 'BOOK') {
  return { senderAccountId, amount, currency, products: rail === 'BOOK' ? [rail] : [speed, rail] }
}

function notCovered(entryType: EntryType, fee: bigint, currency: string): string {
  const what = entryType === 'DEBIT' ? 'the fee' : 'the amount with the fee'
  return `the available balance does not cover ${what} of ${formatAmount(fee, currency)} ${currency}`
}
