import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { bookAnswer, bookReturnAnswer, noteReturned } from '../payments/payments.ts'
import {
  insertMessages,
  type Meaning,
  type MessageRailName,
  type NewMessage,
  networkOf,
  type ReceivedCredit,
} from '../rails/rails.ts'
import {
  type CreditOutcome,
  endReturn,
  failCredit,
  type ReceivedOutcome,
  receiveCredit,
  settleCredit,
  takeReturnRequest,
} from '../receipts/receipts.ts'
import { insertExceptions } from './message-exceptions.store.ts'
import { takePaymentRequest } from './payment-requests/take-payment-request.ts'
import { withdrawRequest } from './payment-requests/withdraw-request.ts'
import { recordExceptions } from './record-exceptions.ts'
import { noteAnswer, noteCredit } from './sent-requests/follow-sent.ts'
import { mayPayRequest } from './sent-requests/sent-requests.store.ts'

/** What a message of a network means. */
export interface ReadMeanings {
  rail: MessageRailName
  /** The incoming message; undefined if a clock of the network ended. */
  message: string | undefined
  meanings: readonly Meaning[]
}

/** What the message was about. */
export interface Booked {
  about: { paymentId?: string; receiptId?: string }
}

/**
 * Books what a message means, in order. What contradicts the books is kept as an exception, which a
 * person decides, and posts nothing. The institution's answers are committed with what they answer.
 */
export async function bookMeanings(
  tx: Transaction,
  institution: Institution,
  { rail, message, meanings }: ReadMeanings,
  now: Temporal.Instant,
): Promise<Booked> {
  const booked: Booked = { about: {} }
  for (const meaning of meanings) {
    const outcome = await bookMeaning(tx, institution, { rail, meaning }, now)
    await noteOutcome(tx, institution, { rail, message, meaning, outcome }, booked, now)
  }
  return booked
}

/** Stores our answer to what a meaning became, or the exception, and notes what it was about. */
export async function noteOutcome(
  tx: Transaction,
  { tenantId }: Institution,
  { rail, message, meaning, outcome }: Pick<ReadMeanings, 'rail' | 'message'> & { meaning: Meaning; outcome: Outcome },
  { about }: Booked,
  now: Temporal.Instant,
): Promise<void> {
  const { replies = [], receiptId, why } = outcome
  await insertMessages(tx, tenantId, replies, now)
  const paymentId = 'paymentId' in meaning ? meaning.paymentId : undefined
  if (paymentId !== undefined && why === undefined) about.paymentId = paymentId
  if (receiptId !== undefined) about.receiptId = receiptId
  if (why === undefined) return
  const exception = { rail, railMessageId: message ?? null, kind: meaning.kind, why, evidence: meaning.evidence }
  const stored = await insertExceptions(tx, tenantId, [{ ...exception, paymentId, receiptId }], now)
  await recordExceptions(tx, tenantId, stored, now)
}

/** What became of a meaning. */
export interface Outcome {
  replies?: readonly NewMessage[]
  receiptId?: string | undefined
  /** Why a person decides. */
  why?: string | undefined
}

async function bookMeaning(
  tx: Transaction,
  institution: Institution,
  { rail, meaning }: { rail: MessageRailName; meaning: Meaning },
  now: Temporal.Instant,
): Promise<Outcome> {
  const { evidence } = meaning
  switch (meaning.kind) {
    case 'accepted':
    case 'settled':
    case 'rejected':
      return whyOf(await bookAnswer(tx, institution, meaning, now))
    case 'returned':
      return bookReturn(tx, institution, meaning, now)
    case 'returnAnswered':
      return whyOf(await bookReturnAnswer(tx, institution.tenantId, meaning, now))
    case 'paymentRequested':
      return { replies: await takePaymentRequest(tx, institution, meaning, now) }
    case 'requestWithdrawn':
      return { why: await withdrawRequest(tx, institution, { ...meaning, rail }, now) }
    case 'paymentRequestAnswered':
      return { why: await noteAnswer(tx, institution, { ...meaning, rail }, now) }
    case 'returnRequested':
      return whyOf(await takeReturnRequest(tx, institution, { ...meaning, rail }, now))
    case 'received':
      return receive(tx, institution, meaning, now)
    case 'creditSettled': {
      const settled = await settleCredit(tx, institution, { ...meaning, rail }, now)
      await noteComeBack(tx, institution, settled, now)
      return whyOf(settled)
    }
    case 'creditFailed':
      return whyOf(await failCredit(tx, institution, { ...meaning, rail }, now))
    case 'returnSettled':
    case 'returnRejected': {
      const isSettled = meaning.kind === 'returnSettled'
      return whyOf(await endReturn(tx, institution, { ...meaning, isSettled, evidence }, now))
    }
    case 'informed':
      return {}
    case 'exception':
      return { why: meaning.why }
    default:
      return { why: `nothing is done by rule for ${meaning.kind}` }
  }
}

export function whyOf(
  booked: { outcome: string; receiptId?: string } & ({ outcome: 'Exception'; why: string } | { outcome: string }),
): Outcome {
  return { receiptId: booked.receiptId, why: 'why' in booked ? booked.why : undefined }
}

/** What returns no payment of the books has come in all the same: a person assigns the credit. */
async function bookReturn(
  tx: Transaction,
  institution: Institution,
  { credit, ...returned }: Extract<Meaning, { kind: 'returned' }>,
  now: Temporal.Instant,
): Promise<Outcome> {
  const booked = await bookAnswer(tx, institution, returned, now)
  if (booked.outcome !== 'Exception' || !credit) return whyOf(booked)
  const { receiptId } = await receiveCredit(tx, institution, { credit, evidence: returned.evidence }, now)
  return { ...whyOf(booked), receiptId }
}

/** A credit that gives a payment back in a payment of its own ends the request for its return. */
async function noteComeBack(
  tx: Transaction,
  { tenantId }: Institution,
  settled: CreditOutcome,
  now: Temporal.Instant,
): Promise<void> {
  if (settled.outcome !== 'Applied' || settled.returnedPaymentId === undefined) return
  await noteReturned(tx, tenantId, settled.returnedPaymentId, now)
}

/** A credit, with the answer to its network if that waits for one. */
async function receive(
  tx: Transaction,
  institution: Institution,
  { credit, evidence }: Extract<Meaning, { kind: 'received' }>,
  now: Temporal.Instant,
): Promise<Outcome> {
  const received = await receiveCredit(tx, institution, { credit, evidence }, now)
  await noteComeBack(tx, institution, received, now)
  if (mayPayRequest(credit) && received.receiptId !== undefined)
    await noteCredit(tx, institution, { ...credit, receiptId: received.receiptId })
  return answered(tx, institution, { credit, received }, now)
}

/** What became of a credit, with the answer to its network. */
export async function answered(
  tx: Transaction,
  institution: Institution,
  { credit, received }: { credit: ReceivedCredit; received: ReceivedOutcome },
  now: Temporal.Instant,
): Promise<Outcome> {
  const { answer, receiptId } = received
  if (answer === undefined || receiptId === undefined) return whyOf(received)
  const asked = { messageId: credit.messageId, receiptId, answer }
  return { replies: (await networkOf(credit.rail).answer?.(tx, institution, asked, now)) ?? [], receiptId }
}
