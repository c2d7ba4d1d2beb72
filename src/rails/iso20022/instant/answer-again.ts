import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import { findSent } from '../../messages/messages.store.ts'
import type { IncomingMessage, NewMessage, SentMessage } from '../../network.ts'
import { type Message, readMessage } from '../read-message.ts'
import type { InstantDialect } from './dialect.ts'
import { lockExchange, type StoredExchange } from './exchanges.store.ts'
import { aboutOf, newMessage } from './new-message.ts'

/** The same message again: its answer may have been lost, so it gets the same one again. */
export async function answerAgain(
  dialect: InstantDialect,
  tx: Transaction,
  institution: Institution,
  exchange: StoredExchange,
  now: Temporal.Instant,
): Promise<NewMessage[]> {
  const { answerMessageId, messageId } = exchange
  if (answerMessageId === null) return []
  const sent = await findSent(tx, institution.tenantId, dialect.rail, answerMessageId)
  const read = sent && readMessage(sent.content)
  if (!read?.ok || read.value.type !== 'pacs.002.001.10') return []
  const wrapping = { messageId: answerMessageId, institution, now, isDuplicate: true }
  const again = { ...aboutOf(exchange), copy: sent!.copy + 1, answersMessageId: messageId }
  return [newMessage(dialect, 'pacs.002.001.10', read.value.document, wrapping, again)]
}

/** The same bytes again: a payment or return gets the answer that it got. */
export async function answerDouble(
  dialect: InstantDialect,
  tx: Transaction,
  institution: Institution,
  { content }: IncomingMessage,
  now: Temporal.Instant,
): Promise<NewMessage[]> {
  const read = readMessage(content)
  const messageId = read.ok ? idOfMoney(read.value) : undefined
  if (messageId === undefined) return []
  const key = { rail: dialect.rail, direction: 'In', messageId } as const
  const known = await lockExchange(tx, institution.tenantId, key)
  return known ? answerAgain(dialect, tx, institution, known, now) : []
}

function idOfMoney(message: Message): string | undefined {
  if (message.type === 'pacs.008.001.08') return message.document.FIToFICstmrCdtTrf.GrpHdr.MsgId
  return message.type === 'pacs.004.001.10' ? message.document.PmtRtr.GrpHdr.MsgId : undefined
}

/**
 * The message again with its ids, flagged as a duplicate: RTP takes it once, however often it
 * comes.
 */
export async function sendDuplicate(
  dialect: InstantDialect,
  institution: Institution,
  sent: Pick<SentMessage, 'messageId' | 'content' | 'copy' | 'uetr' | 'paymentId' | 'receiptId'>,
  now: Temporal.Instant,
): Promise<NewMessage | undefined> {
  const read = readMessage(sent.content)
  if (!read.ok) return undefined
  const { type, document } = read.value
  const { messageId, copy } = sent
  const wrapping = { messageId, institution, now, isDuplicate: true }
  return newMessage(dialect, type, document, wrapping, {
    ...aboutOf(sent),
    copy: copy + 1,
    answersMessageId: messageId,
  })
}
