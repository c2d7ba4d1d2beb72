import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import type { Evidence, IncomingMessage } from '../../network.ts'
import type { Message, MessageOf } from '../read-message.ts'
import type { InstantDialect } from './dialect.ts'
import { type Outcome, outcome } from './outcome.ts'

/** A message under way through the handlers. */
export interface Receiving<M extends Message = Message> {
  dialect: InstantDialect
  tx: Transaction
  institution: Institution
  message: M
  incoming: IncomingMessage
  /** AppHdr/BizMsgIdr, and the time stamp of the header. */
  messageId: string
  sentAt: Temporal.Instant
  evidence: Evidence
  now: Temporal.Instant
}

/** A rule of the network that the message breaks. It is kept, and nothing is posted. */
export interface Refused {
  refused: { path: string; why: string }
  replies: Outcome['replies']
}

export type Of<Type extends Message['type']> = Receiving<MessageOf<Type> & Message>

/** What books nothing: reports, information on a payment, acknowledgements. */
export function informed({ dialect, message, institution, now, evidence }: Receiving, about?: string): Outcome {
  return outcome(
    [{ kind: 'informed', about: about ?? SUBJECTS[message.type] ?? `${message.type} of ${dialect.rail}`, evidence }],
    dialect.acknowledge(message, { institution, now }),
  )
}

const SUBJECTS: Readonly<Record<string, string>> = {
  'camt.028.001.09': 'another bank gives information on a payment',
  'camt.035.001.05': 'another bank acknowledges a payment',
  'camt.052.001.08': 'a report of the settlement account',
  'camt.054.001.08': 'a debit or credit of the settlement account',
  'remt.001.001.04': 'remittance information of a payment',
}

/** A time stamp of a message. Without an offset it is Eastern, as RTP writes it. */
export function momentOf(text: string): Temporal.Instant {
  return /(?:Z|[+-]\d\d:\d\d)$/.test(text)
    ? Temporal.Instant.from(text)
    : Temporal.PlainDateTime.from(text).toZonedDateTime('America/New_York').toInstant()
}
