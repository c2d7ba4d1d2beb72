import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import { newId } from '../../../kernel/id.ts'
import type { NewMessage } from '../../network.ts'
import type { DocumentOf } from '../messages.ts'
import type { Sending } from './credit-transfer.ts'
import { cycleDayAt, departureOn } from './cycle.ts'
import { openExchanges } from './exchanges.store.ts'
import { dueAfter, PATTERNS } from './exchanges.ts'
import { type Participant, participantOf } from './participant.ts'
import { writeChecked } from './pay.ts'
import { takeImads } from './sequences.store.ts'
import type { SentType } from './wrap.ts'

/** Who asks, and when. */
export interface Asker {
  tx: Transaction
  institution: Institution
  now: Temporal.Instant
}

/** What a message is about. */
export type About = Pick<NewMessage, 'paymentId' | 'receiptId' | 'uetr' | 'answersMessageId'>

/**
 * A message to Fedwire that is not numbered: it asks the service itself, and has an id of our own.
 * Its answer is waited for, if its kind has one.
 */
export async function askFedwire<Type extends SentType>(
  { tx, institution, now }: Asker,
  type: Type,
  compose: (messageId: string) => DocumentOf<Type>,
  about: About = {},
): Promise<NewMessage[]> {
  const messageId = `F${newId(now).replaceAll('-', '')}`
  const message = composed(participantOf(institution), type, compose(messageId), { messageId, now }, about)
  if (PATTERNS[type]) {
    const exchange = { messageId, messageType: type, dueAt: dueAfter(type, now) }
    await openExchanges(tx, institution.tenantId, [exchange], now)
  }
  return [message]
}

/**
 * A message of the next number of our endpoint, to another bank through Fedwire, and the exchange
 * that its answer ends. It leaves while its cycle day is open.
 */
export async function sendNumbered<Type extends SentType>(
  { tx, institution, now }: Asker,
  type: Type,
  compose: (sending: Sending) => DocumentOf<Type>,
  about: About = {},
): Promise<NewMessage[]> {
  const from = participantOf(institution)
  const day = cycleDayAt(now)
  const cycleDate = day.date
  const [messageId = ''] = await takeImads(tx, institution.tenantId, { ...from, cycleDate }, 1)
  const sending = { messageId, cycleDate, now }
  const message = composed(from, type, compose(sending), sending, about)
  if (PATTERNS[type]) {
    const { paymentId, receiptId } = about
    const subject = { ...(paymentId && { paymentId }), ...(receiptId && { receiptId }) }
    const exchange = { messageId, messageType: type, dueAt: dueAfter(type, now), ...subject }
    await openExchanges(tx, institution.tenantId, [exchange], now)
  }
  return [{ ...message, ...departureOn(day, day.closesAt, now) }]
}

/** A message in its envelope. It is made of what was checked before, so it can be written. */
export function composed<Type extends SentType>(
  from: Participant,
  type: Type,
  document: DocumentOf<Type>,
  { messageId, now }: { messageId: string; now: Temporal.Instant },
  about: About,
): NewMessage {
  const written = writeChecked(type, document, { messageId, now }, from)
  if (!written.ok) throw new Error(`the ${type} ${messageId} cannot be written: ${written.refusal}`)
  return { rail: 'FEDWIRE', messageType: type, messageId, content: written.value, ...about }
}
