import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import type { Meaning, NewMessage, Received } from '../../network.ts'
import { askFedwire } from './ask-fedwire.ts'
import { claimDueExchanges, type DueExchange, moveExchange } from './exchanges.store.ts'
import { dueAfter, PATTERNS } from './exchanges.ts'
import { sentOriginal } from './original.ts'
import { exception } from './receive/reading.ts'
import { statusRequest } from './requests.ts'

const BATCH_SIZE = 100

/** Looks at what is due to be answered: asks Fedwire for the status, or tells a person. */
export async function ring(
  tx: Transaction,
  institution: Institution,
  now: Temporal.Instant,
): Promise<Pick<Received, 'meanings' | 'replies'>> {
  const meanings: Meaning[] = []
  const replies: NewMessage[] = []
  for (const exchange of await claimDueExchanges(tx, institution.tenantId, now, BATCH_SIZE)) {
    const { messageId, messageType, paymentId } = exchange
    const next = nextOf(exchange, now)
    await moveExchange(tx, institution.tenantId, { messageId, ...next }, now)
    if (next.status === 'Asked') replies.push(...(await askStatus(tx, institution, exchange, now)))
    if (next.status === 'Silent') {
      const why = `${PATTERNS[messageType]!.answeredBy === 'Bank' ? 'the other bank' : 'Fedwire'} does not answer ${messageType} ${messageId}: find out what became of it`
      meanings.push(exception({ type: messageType as never, messageId }, why, { paymentId }))
    }
  }
  return { meanings, replies }
}

/** The clock of an answer begins when the message has left. */
function nextOf(
  { messageType, status, sent, leftAt }: DueExchange,
  now: Temporal.Instant,
): Pick<DueExchange, 'status' | 'dueAt'> {
  if (sent === 'Expired') return { status: 'Unsent', dueAt: null }
  if (sent !== 'HandedOver' || !leftAt) return { status, dueAt: dueAfter(messageType, now) }
  const due = dueAfter(messageType, leftAt)
  if (status === 'Open' && due.epochMilliseconds > now.epochMilliseconds) return { status, dueAt: due }
  const asks = status === 'Open' && PATTERNS[messageType]!.whenSilent === 'askStatus'
  return asks ? { status: 'Asked', dueAt: dueAfter(messageType, now) } : { status: 'Silent', dueAt: null }
}

/** pacs.028. The exchange of the message that pays goes on until Fedwire answers about it. */
async function askStatus(
  tx: Transaction,
  institution: Institution,
  { messageId: asked, paymentId, receiptId }: DueExchange,
  now: Temporal.Instant,
): Promise<NewMessage[]> {
  const original = await sentOriginal(tx, institution, asked)
  if (!original) return []
  const about = { uetr: original.uetr, ...(paymentId && { paymentId }), ...(receiptId && { receiptId }) }
  return askFedwire(
    { tx, institution, now },
    'pacs.028.001.03',
    (messageId) => statusRequest(original, { messageId, now }),
    about,
  )
}
