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
} from './domain/accept-payment.ts'
import { approversNeeded } from './domain/approvals.ts'
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
  const { terms, contact, ownAccount, approved } = payment
  const situation = { institution: set.institution, ...sender, contact, ownAccount, today: set.date }
  const result = acceptPayment(terms, situation)
  if (!result.ok) return result
  const accepted = result.value
  const limited = { rail: accepted.rail, secCode: accepted.secCode, amount: terms.amount, currency: terms.currency }
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

  const paid = pay(set, payment, accepted)
  if (!paid.ok) return paid
  set.limits.reserve(sender.customer.id, limited)
  return accept({ accepted, approvals: none, ...paid.value, isCounted: accepted.rail !== 'BOOK' })
}

/**
 * Moves or holds the amount, and the fee with it, or neither: a book transfer moves the money at once; any other holds it, against the clearing
 * account of its rail, until the rail has settled.
 */
function pay(
  { books, pricing, now }: WorkingSet,
  { id, senderAccountId, terms }: PaymentToDecide,
  accepted: Exclude<AcceptedPayment, { status: 'FUTURE_DATED' }>,
): Result<{ holdTransferId: string | null; fee: ChargedFee | null }, Refusal> {
  const { amount, currency, speed } = terms
  const isBook = accepted.status === 'PROCESSED'
  const priced = { senderAccountId, amount, currency, products: [speed, accepted.rail] }
  const fee = pricing.price(priced)
  const movement = { kind: isBook ? 'posted' : 'pending', currency, referenceId: id } as const
  const transfers: NewTransfer[] = [
    {
      ...movement,
      id: newId(now),
      debitAccountId: senderAccountId,
      creditAccountId: isBook ? accepted.creditAccountId : books.book(`clearing:${accepted.rail}:${currency}`),
      amount,
      purpose: 'payment',
    },
  ]
  if (fee)
    transfers.push({
      ...movement,
      id: newId(now),
      debitAccountId: fee.accountId,
      creditAccountId: books.book(`fees:${currency}`),
      amount: fee.amount,
      purpose: 'fee',
    })
  if (!isCovered(books, transfers))
    return refuse({ reason: 'insufficientFunds', ...(fee && { detail: notCovered(fee.amount, currency) }) })
  for (const transfer of transfers) mustTransfer(books, transfer)
  pricing.count(priced)
  const [hold, feeHold] = transfers
  return accept({
    holdTransferId: isBook ? null : hold!.id,
    fee: fee ? { ...fee, holdTransferId: isBook ? null : feeHold!.id } : null,
  })
}

function notCovered(fee: bigint, currency: string): string {
  return `the available balance does not cover the amount with the fee of ${formatAmount(fee, currency)} ${currency}`
}

/** Whether each account has what all transfers together take from it. */
function isCovered(books: WorkingSet['books'], transfers: readonly NewTransfer[]): boolean {
  const taken = new Map<bigint, bigint>()
  for (const { debitAccountId, amount } of transfers)
    taken.set(debitAccountId, (taken.get(debitAccountId) ?? 0n) + amount)
  return [...taken].every(([id, amount]) => {
    const account = books.account(id)
    return account !== undefined && availableOf(account) >= amount
  })
}
