import type { Temporal } from 'temporal-polyfill'
import type { Result } from '../../../kernel/result.ts'
import type { ElementFault } from '../check-text.ts'
import type { DocumentOf, HeaderOf, MessageType } from '../messages.ts'
import { writeMessage } from '../write-message.ts'
import { RTP_SYSTEM, rtpHeaderTime } from './ids.ts'

interface Addressed {
  messageId: string
  /** The participant id of the sender. */
  participant: string
  now: Temporal.Instant
  isDuplicate?: boolean
}

/** BizMsgIdr: B in the place of the M of a message id; administrative ids get it in front. */
function businessIdOf(messageId: string): string {
  return messageId.startsWith('M') ? `B${messageId.slice(1)}` : `B${messageId.slice(0, 8)}${messageId.slice(14)}`
}

/** head.001.001.01: to the RTP system, which passes the document on. */
function headerOf(type: MessageType, addressed: Addressed): HeaderOf<'head.001.001.01'> {
  const { messageId, participant, now, isDuplicate } = addressed
  const party = (member: string) => ({ FIId: { FinInstnId: { ClrSysMmbId: { MmbId: member } } } })
  return {
    type: 'head.001.001.01',
    content: {
      Fr: party(participant),
      To: party(RTP_SYSTEM),
      BizMsgIdr: businessIdOf(messageId),
      MsgDefIdr: type,
      CreDt: rtpHeaderTime(now),
      ...(isDuplicate && { CpyDplct: 'DUPL' as const }),
    },
  }
}

/** The bytes of a message to RTP. The fault names the element that cannot be written. */
export function writeRtp<Type extends MessageType>(
  type: Type,
  document: DocumentOf<Type>,
  addressed: Addressed,
): Result<string, ElementFault> {
  return writeMessage(type, document, { header: headerOf(type, addressed), envelope: { name: 'RTP' } })
}
