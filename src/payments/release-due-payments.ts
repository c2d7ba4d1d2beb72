import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusalMessage } from '../http/errors.ts'
import type { Institution } from '../institution/institution.ts'
import { type BookCode, openBooks } from '../ledger/ledger.ts'
import { type CountedPayment, countUsage } from '../limits/usage.ts'
import { acceptPayment, type Beneficiary, type CreditTerms } from './domain/accept-payment.ts'
import { RAILS, type Speed } from './domain/rail.ts'
import { moneyMovement } from './money-movement.ts'
import { claimDue, type ScheduledPayment } from './open-payments.store.ts'
import { readOwnAccounts, readSenders } from './parties.store.ts'
import { changePayments, type PaymentChange } from './transitions.store.ts'

const BATCH = 500
const ACTOR = 'worker'

/**
 * Picks up payments whose date has come and decides them as if they were made now, to the receiver they were made to: accounts, rail, funds.
 * What is refused becomes VALIDATION_FAILURE with the reason, and moves nothing.
 */
export async function releaseDuePayments(
  tx: Transaction,
  institution: Institution,
  date: Temporal.PlainDate,
  now: Temporal.Instant,
): Promise<number> {
  const { tenantId, routingNumber } = institution
  const due = await claimDue(tx, tenantId, date.toString(), BATCH)
  if (due.length === 0) return 0
  const ownNumbers = due
    .filter((payment) => payment.receiverBankCode === routingNumber)
    .map((payment) => payment.receiverAccountNumber)
  const ownIds = await readOwnAccounts(tx, tenantId, routingNumber, ownNumbers)
  const senderIds = due.map(({ senderAccountId }) => senderAccountId)
  const currencies = [...new Set(due.map(({ currency }) => currency))]
  const books = await openBooks(tx, tenantId, {
    accountIds: [...senderIds, ...Array.from(ownIds.values(), ({ id }) => id)],
    books: currencies.flatMap((currency) => RAILS.map((rail): BookCode => `clearing:${rail}:${currency}`)),
  })
  // Read after the ledger accounts are locked: whoever closes or suspends an account locks it there first.
  const senders = await readSenders(tx, tenantId, senderIds)
  const ownAccounts = await readOwnAccounts(tx, tenantId, routingNumber, ownNumbers)

  const counted: CountedPayment[] = []
  const changes = due.map((payment): PaymentChange => {
    const step = { paymentId: payment.id, from: 'FUTURE_DATED', actor: ACTOR } as const
    const sender = senders.get(payment.senderAccountId)
    if (!sender) return failed(step, { reason: 'senderAccountUnknown' })
    const ownAccount = ownAccounts.get(payment.receiverAccountNumber)
    const situation = { institution, ...sender, contact: beneficiaryOf(payment), ownAccount, today: date }
    const accepted = acceptPayment(termsOf(payment), situation)
    if (!accepted.ok) return failed(step, accepted.refusal)
    const movement = moneyMovement(books, payment, accepted.value, now)
    if (movement && !books.transfer(movement).ok) return failed(step, { reason: 'insufficientFunds' })
    const holdTransferId = movement?.kind === 'pending' ? movement.id : undefined
    const { status, rail } = accepted.value
    counted.push({ customerId: sender.customer.id, rail, amount: payment.amount })
    return { ...step, to: status === 'PROCESSED' ? 'PROCESSED' : 'VALIDATED', rail, holdTransferId }
  })
  await changePayments(tx, tenantId, changes, now)
  await books.write(now)
  await countUsage(tx, tenantId, counted, date)
  return due.length
}

/** The terms as on the day: what was meant for a date that has passed, because no worker ran on it, is paid today. */
function termsOf({ amount, currency, speed, secCode }: ScheduledPayment): CreditTerms {
  return { amount, currency, speed: speed as Speed, paymentDate: undefined, secCode: secCode ?? undefined }
}

/** The receiver as the contact stood when the payment was made. */
function beneficiaryOf(payment: ScheduledPayment): Beneficiary {
  const isAbroad = payment.rail === 'SWIFT'
  return {
    accountNumber: payment.receiverAccountNumber,
    contactType: payment.secCode === 'CCD' ? 'Company' : 'Consumer',
    accountCurrency: payment.currency,
    nationalCode: isAbroad ? null : payment.receiverBankCode,
    swiftCode: isAbroad ? payment.receiverBankCode : null,
  }
}

function failed(step: { paymentId: string; from: 'FUTURE_DATED'; actor: string }, refused: Refusal): PaymentChange {
  const failureReason = refusalMessage('The payment was not released', refused)
  return { ...step, to: 'VALIDATION_FAILURE', failureReason, evidence: { reason: refused.reason } }
}
