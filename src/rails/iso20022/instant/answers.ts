import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import type { CreditAnswer, NewMessage } from '../../network.ts'
import type { InstantDialect } from './dialect.ts'
import { decideExchange, isListening } from './exchange.ts'
import { changeExchange, exchangeOf, lockExchange, type StoredExchange } from './exchanges.store.ts'
import { aboutOf, newMessage } from './new-message.ts'

/** ExternalStatusReason1Code TM01: the cut-off time has been reached. */
export const TOO_LATE = { code: 'TM01', reason: 'the time to answer is over' }

/** TxSts of a credit that is accepted, and posted or sent back after a person has looked at it. */
export const WITHOUT_POSTING = 'ACWP'

/**
 * Answers a credit, or says in the end what became of one that was accepted without posting. One
 * whose time has passed is not accepted any more: it is rejected while the network listens, and
 * after that nothing is said, because the network has rejected it itself. The clock then says that
 * the credit failed.
 */
export async function answerCredit(
  dialect: InstantDialect,
  tx: Transaction,
  institution: Institution,
  { messageId, receiptId, answer }: { messageId: string; receiptId: string; answer: CreditAnswer },
  now: Temporal.Instant,
): Promise<NewMessage[]> {
  const { rail, rules } = dialect
  const stored = await lockExchange(tx, institution.tenantId, { rail, direction: 'In', messageId })
  if (!stored) throw new Error(`${rail} has no credit ${messageId}`)
  const before = exchangeOf(stored)
  if (isPutOff(stored)) return answerFinally(dialect, tx, institution, stored, { became: 'posted' }, now)
  const kind = answer.kind === 'reject' ? 'reject' : 'accept'
  const { exchange, effect } = decideExchange(before, { kind }, now, rules)
  const about = { ...stored, receiptId }
  switch (effect) {
    case 'answerAccept':
    case 'answerReject': {
      const message = answerMessage(dialect, institution, about, answer, now)
      const code = answer.kind === 'reject' ? answer.code : dialect.statusFor(answer)
      await changeExchange(tx, stored, { exchange, receiptId, answerMessageId: message.messageId, code }, now)
      return [message]
    }
    case 'expire':
      // Still open, with a clock that has come: `ring` ends it, and says so.
      await changeExchange(tx, stored, { exchange: { ...before, nextClock: before.answerBy }, receiptId }, now)
      return []
    default:
      return []
  }
}

/** A credit that settled because we accepted it without posting, and whose final answer is due. */
export function isPutOff({ direction, kind, state, code }: StoredExchange): boolean {
  return direction === 'In' && kind === 'Payment' && state === 'Settled' && code === WITHOUT_POSTING
}

/**
 * Says what became of a credit that was accepted without posting, once: it is posted, or goes back.
 * Some networks want no such word.
 */
export async function answerFinally(
  dialect: InstantDialect,
  tx: Transaction,
  institution: Institution,
  original: StoredExchange,
  { became, ...why }: { became: 'posted' | 'sentBack'; code?: string; reason?: string },
  now: Temporal.Instant,
): Promise<NewMessage[]> {
  const status = dialect.afterReview?.[became]
  if (!status) return []
  const messageId = dialect.newId(institution, `final answer ${original.messageId}`, now)
  const making = { messageId, institution, now }
  const document = dialect.status({ original, status, ...why }, making)
  await changeExchange(tx, original, { exchange: exchangeOf(original), code: status, answerMessageId: messageId }, now)
  const about = { ...aboutOf(original), answersMessageId: original.messageId }
  return [newMessage(dialect, 'pacs.002.001.10', document, making, about)]
}

/** pacs.002, which has to leave before the network gives the payment up. */
export function answerMessage(
  dialect: InstantDialect,
  institution: Institution,
  original: StoredExchange,
  answer: CreditAnswer,
  now: Temporal.Instant,
): NewMessage {
  const { rules } = dialect
  const messageId = dialect.newId(institution, `answer ${original.messageId}`, now)
  const making = { messageId, institution, now }
  const why = answer.kind === 'reject' ? { code: answer.code, reason: answer.reason } : {}
  const document = dialect.status({ original, status: dialect.statusFor(answer), ...why }, making)
  const leavesBy = original.sentAt.add({ seconds: rules.expirySeconds })
  const about = { ...aboutOf(original), answersMessageId: original.messageId }
  return newMessage(dialect, 'pacs.002.001.10', document, making, {
    ...about,
    ...(isListening(original, now, rules) && { leavesBy }),
  })
}
