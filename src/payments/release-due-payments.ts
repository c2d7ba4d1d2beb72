import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusalMessage } from '../http/errors.ts'
import type { Institution } from '../institution/institution.ts'
import { type BookCode, openBooks } from '../ledger/ledger.ts'
import { acceptPayment } from './domain/accept-payment.ts'
import { RAILS, type Speed } from './domain/rail.ts'
import { moneyMovement } from './money-movement.ts'
import { claimDue, type ScheduledPayment } from './open-payments.store.ts'
import { readOwnAccounts, readReceivers, readSenders } from './parties.store.ts'
import { changePayments, type PaymentChange } from './transitions.store.ts'

const BATCH = 500
const ACTOR = 'worker'

/**
 * Picks up payments whose date has come and decides them as if they were made now: accounts, contacts, funds. What is refused becomes
 * VALIDATION_FAILURE with the reason, and moves nothing.
 */
export async function releaseDuePayments(
  tx: Transaction,
  institution: Institution,
  date: Temporal.PlainDate,
  now: Temporal.Instant,
): Promise<number> {
  const { tenantId } = institution
  const due = await claimDue(tx, tenantId, date.toString(), BATCH)
  if (due.length === 0) return 0
  const receivers = await readReceivers(
    tx,
    tenantId,
    due.map(({ contactId }) => contactId),
  )
  const numbers = Array.from(receivers.values(), ({ accountNumber }) => accountNumber)
  const ownAccounts = await readOwnAccounts(tx, tenantId, institution.routingNumber, numbers)
  const senderIds = due.map(({ senderAccountId }) => senderAccountId)
  const currencies = [...new Set(due.map(({ currency }) => currency))]
  const books = await openBooks(tx, tenantId, {
    accountIds: [...senderIds, ...Array.from(ownAccounts.values(), ({ id }) => id)],
    books: currencies.flatMap((currency) => RAILS.map((rail): BookCode => `clearing:${rail}:${currency}`)),
  })
  const senders = await readSenders(tx, tenantId, senderIds)

  const changes = due.map((payment): PaymentChange => {
    const step = { paymentId: payment.id, from: 'FUTURE_DATED', actor: ACTOR } as const
    const sender = senders.get(payment.senderAccountId)
    const receiver = receivers.get(payment.contactId)
    if (!sender || !receiver) return failed(step, { reason: 'senderAccountUnknown' })
    const ownAccount = ownAccounts.get(receiver.accountNumber)
    const situation = { institution, ...sender, contact: receiver, ownAccount, today: date }
    const accepted = acceptPayment(termsOf(payment), situation)
    if (!accepted.ok) return failed(step, accepted.refusal)
    const movement = moneyMovement(books, payment, accepted.value, now)
    if (movement && !books.transfer(movement).ok) return failed(step, { reason: 'insufficientFunds' })
    const holdTransferId = movement?.kind === 'pending' ? movement.id : undefined
    return { ...step, to: accepted.value.status === 'PROCESSED' ? 'PROCESSED' : 'VALIDATED', holdTransferId }
  })
  await changePayments(tx, tenantId, changes, now)
  await books.write(now)
  return due.length
}

/** The terms as on the day: what was meant for a date that has passed, because no worker ran on it, is paid today. */
function termsOf({ amount, currency, speed, secCode }: ScheduledPayment) {
  return { amount, currency, speed: speed as Speed, paymentDate: undefined, secCode: secCode ?? undefined }
}

function failed(step: { paymentId: string; from: 'FUTURE_DATED'; actor: string }, refused: Refusal): PaymentChange {
  const failureReason = refusalMessage('The payment was not released', refused)
  return { ...step, to: 'VALIDATION_FAILURE', failureReason, evidence: { reason: refused.reason } }
}
