import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { errorCatalogue } from '../../http/errors.ts'
import type { Institution } from '../../institution/institution.ts'
import { formatAmount } from '../../kernel/money.ts'
import type { Meaning } from '../../rails/rails.ts'
import { endPayments } from '../ending/end-payments.ts'
import { returnExchanged } from '../ending/return-exchanged.ts'
import { readTransitions } from '../history/transitions.store.ts'
import { type LockedPayment, lockPayments } from '../locked-payments.store.ts'
import { lockTransmitted } from '../worker/open-payments.store.ts'
import { prepareSettled, settlePayments } from '../worker/settle-payments.ts'
import { type AnswerOutcome, APPLIED, exception, REPEATED } from './answer-outcome.ts'
import { noteReturned } from './book-return-answer.ts'
import { transmit } from './leave.ts'
import { noteWireIds } from './wire-ids.store.ts'

/** What a network says of a payment that was sent. */
export type PaymentAnswer = Extract<Meaning, { kind: 'accepted' | 'settled' | 'rejected' | 'returned' }>

const ACTOR = 'worker'

/**
 * Books what a network says of a payment. Answers may come twice, late, or in another order: a
 * payment that settled was accepted, and one that comes back had settled. Each payment ends in one
 * way: an answer that contradicts the end is an exception.
 */
export async function bookAnswer(
  tx: Transaction,
  institution: Institution,
  answer: PaymentAnswer,
  now: Temporal.Instant,
): Promise<AnswerOutcome> {
  const { tenantId } = institution
  const { paymentId, evidence } = answer
  const [payment] = await lockPayments(tx, tenantId, [paymentId])
  if (!payment || payment.rail !== evidence.network)
    return exception(`the institution sent no such payment over ${evidence.network}`)
  if (payment.status === 'READY_TO_TRANSMIT') {
    if (!payment.isInMessage) return exception('the payment was not sent')
    // It left, although its worker could not note it.
    await transmit(tx, tenantId, [{ paymentId, evidence }], now)
    payment.status = 'TRANSMITTED'
  }
  await noteWireIds(tx, tenantId, [answer])
  const work = { tx, institution, payment, now }
  switch (answer.kind) {
    case 'accepted':
      return accepted(payment)
    case 'settled':
      return settle(work, answer)
    case 'rejected':
      return reject(work, answer)
    case 'returned': {
      const given = await giveBack(work, answer)
      if (given.outcome === 'Applied') await noteReturned(tx, tenantId, paymentId, now)
      return given
    }
  }
}

/**
 * Books that payments have settled, each once in the list, with one statement for each table.
 * Undefined for a payment to which the answer is not simply new: it is booked by itself. The caller
 * writes the books at the end of its transaction, because they lock accounts of the institution.
 */
export async function bookSettled(
  tx: Transaction,
  institution: Institution,
  answers: readonly Of<'settled'>[],
  now: Temporal.Instant,
): Promise<{ outcomes: (AnswerOutcome | undefined)[]; writeBooks: () => Promise<void> }> {
  const { tenantId } = institution
  const open = await lockTransmitted(
    tx,
    tenantId,
    answers.map(({ paymentId }) => paymentId),
  )
  const byId = new Map(open.map((payment) => [payment.id, payment]))
  const isPlain = ({ paymentId, evidence }: Of<'settled'>) => byId.get(paymentId)?.rail === evidence.network
  const plain = answers.filter(isPlain)
  await noteWireIds(tx, tenantId, plain)
  const settled = plain.map(({ paymentId, evidence, settledOn }) => ({
    payment: byId.get(paymentId)!,
    evidence: { ...evidence, settledOn: settledOn.toString() },
    settledOn,
  }))
  const writeBooks = await prepareSettled(tx, institution, settled, now)
  return { outcomes: answers.map((answer) => (isPlain(answer) ? APPLIED : undefined)), writeBooks }
}

interface Work {
  tx: Transaction
  institution: Institution
  payment: LockedPayment
  now: Temporal.Instant
}

type Of<Kind extends PaymentAnswer['kind']> = Extract<PaymentAnswer, { kind: Kind }>

/** The message itself shows on the timeline. */
function accepted({ status }: LockedPayment): AnswerOutcome {
  if (status === 'TRANSMITTED') return APPLIED
  return status === 'PROCESSED' || status === 'RETURNED' ? REPEATED : exception(`the payment is ${status}`)
}

async function settle(work: Work, answer: Of<'settled'>): Promise<AnswerOutcome> {
  const { status } = work.payment
  if (status === 'PROCESSED' || status === 'RETURNED') return REPEATED
  if (status !== 'TRANSMITTED') return exception(`the network settled the payment, which is ${status}`)
  await postSettled(work, answer)
  return APPLIED
}

/** TRANSMITTED → PROCESSED, with the value date of the message. */
async function postSettled(
  { tx, institution, payment, now }: Work,
  { settledOn, evidence }: Pick<Of<'settled'>, 'settledOn' | 'evidence'>,
): Promise<void> {
  const [open] = await lockTransmitted(tx, institution.tenantId, [payment.id])
  const settled = { payment: open!, evidence: { ...evidence, settledOn: settledOn.toString() }, settledOn }
  await settlePayments(tx, institution, [settled], now)
}

/** TRANSMITTED → VALIDATION_FAILURE: no money moved, so everything that it holds is given back. */
async function reject(
  { tx, institution, payment, now }: Work,
  { code, reason, evidence }: Of<'rejected'>,
): Promise<AnswerOutcome> {
  const { status, rail, id } = payment
  if (status === 'VALIDATION_FAILURE' && (await wasTransmitted(tx, institution.tenantId, id))) return REPEATED
  if (status !== 'TRANSMITTED') return exception(`the network rejected the payment with ${code}, but it is ${status}`)
  const failureReason = `${rail} rejected the payment: ${[code, reason].filter(Boolean).join(', ')}. No money moved.`
  const because = { ...evidence, returnCode: code, returnReason: reason }
  const ending = { payment, to: 'VALIDATION_FAILURE', actor: ACTOR, evidence: because, failureReason } as const
  await endPayments(tx, institution, [ending], now)
  return APPLIED
}

/** PROCESSED → RETURNED, for what came back. */
async function giveBack(work: Work, answer: Of<'returned'>): Promise<AnswerOutcome> {
  const { tx, institution, now } = work
  const { tenantId } = institution
  const { amount, code, reason, returnedOn, evidence } = answer
  const { status, id } = work.payment
  if (status === 'RETURNED') {
    const steps = await readTransitions(tx, tenantId, id)
    const returned = steps.at(-1)?.evidence as { messageId?: string } | null
    return returned?.messageId === evidence.messageId ? REPEATED : exception('the payment was returned before')
  }
  if (status !== 'TRANSMITTED' && status !== 'PROCESSED')
    return exception(`the payment comes back with ${code}, but it is ${status}`)
  const objection = objectionTo(work.payment, amount)
  if (objection) return exception(objection)
  const drawn = work.payment.exchange?.drawn
  // What comes back has settled, although the network has not said so yet.
  if (status === 'TRANSMITTED') await postSettled(work, { settledOn: returnedOn, evidence })
  const [payment] = status === 'TRANSMITTED' ? await lockPayments(tx, tenantId, [id]) : [work.payment]
  const paid = paidBy(work.payment)
  const because = {
    ...{ ...evidence, returnCode: code, returnReason: reason, returnDate: returnedOn.toString() },
    ...(amount.amount < paid.amount && {
      cameBack: String(amount.amount),
      returnedAmount: `${formatAmount(amount.amount, amount.currency)} ${amount.currency}`,
      deducted: `${formatAmount(paid.amount - amount.amount, amount.currency)} ${amount.currency}`,
    }),
  }
  const ending = {
    payment: payment!,
    to: 'RETURNED',
    actor: ACTOR,
    evidence: because,
    cameBack: amount.amount,
  } as const
  if (!drawn) {
    await endPayments(tx, institution, [ending], now)
    return APPLIED
  }
  const booked = await returnExchanged(tx, institution, ending, drawn, now)
  return booked.ok ? APPLIED : exception(booked.refusal.detail ?? errorCatalogue[booked.refusal.reason].title)
}

/** What the receiver's bank got. */
function paidBy({ amount, currency, deductedAmount, exchange }: LockedPayment) {
  const drawn = exchange?.drawn
  return drawn
    ? { amount: drawn.buyAmount, currency: drawn.buyCurrency }
    : { amount: amount - (deductedAmount ?? 0n), currency }
}

/** Other banks may deduct charges from what comes back, and never add to it. */
function objectionTo(payment: LockedPayment, came: { amount: bigint; currency: string }): string | undefined {
  const paid = paidBy(payment)
  const [sent, back] = [paid, came].map(({ amount, currency }) => `${formatAmount(amount, currency)} ${currency}`)
  if (came.currency === paid.currency && came.amount > 0n && came.amount <= paid.amount) return undefined
  return `${back} comes back, but the payment was ${sent}`
}

async function wasTransmitted(tx: Transaction, tenantId: bigint, id: string): Promise<boolean> {
  return (await readTransitions(tx, tenantId, id)).some(({ to }) => to === 'TRANSMITTED')
}
