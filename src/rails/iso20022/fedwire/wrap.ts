import type { Temporal } from 'temporal-polyfill'
import { EASTERN } from '../../../kernel/rail-rules.ts'
import type { Result } from '../../../kernel/result.ts'
import type { ElementFault } from '../check-text.ts'
import type { DocumentOf, HeaderOf, MessageType } from '../messages.ts'
import { writeMessage } from '../write-message.ts'
import type { Participant } from './participant.ts'

/** The connection party of the Fedwire Funds Service itself. */
export const FEDWIRE = '021151080'

/** The messages that a bank sends to Fedwire. docs/rails/fedwire.md says when we do. */
export const SENT_TYPES = [
  ...(['pacs.008.001.08', 'pacs.009.001.08', 'pacs.004.001.10', 'pacs.028.001.03'] as const),
  ...(['camt.056.001.08', 'camt.029.001.09', 'pain.013.001.07', 'pain.014.001.07'] as const),
  ...(['camt.110.001.01', 'camt.111.001.01', 'camt.060.001.05'] as const),
  ...(['admi.002.001.01', 'admi.004.001.02', 'admi.006.001.01'] as const),
] satisfies readonly MessageType[]
export type SentType = (typeof SENT_TYPES)[number]

const MARKET_PRACTICE = {
  Regy: 'www2.swift.com/mystandards/#/group/Federal_Reserve_Financial_Services/Fedwire_Funds_Service',
  Id: 'frb.fedwire.01',
}

/** A document to Fedwire, in its header and envelope. */
export function wrap<Type extends SentType>(
  type: Type,
  document: DocumentOf<Type>,
  { messageId, from, now }: { messageId: string; from: Participant; now: Temporal.Instant },
): Result<string, ElementFault> {
  const content: HeaderOf<'head.001.001.03'>['content'] = {
    Fr: connectionParty(from.connectionParty),
    To: connectionParty(FEDWIRE),
    BizMsgIdr: messageId,
    MsgDefIdr: type,
    BizSvc: from.service,
    MktPrctc: MARKET_PRACTICE,
    CreDt: easternTime(now),
  }
  return writeMessage(type, document, {
    header: { type: 'head.001.001.03', content },
    envelope: { name: 'FedwireIncoming' },
  })
}

function connectionParty(MmbId: string) {
  return { FIId: { FinInstnId: { ClrSysMmbId: { MmbId } } } }
}

/** A time as Fedwire writes it: Eastern, in whole seconds, with its offset. */
export function easternTime(at: Temporal.Instant): string {
  return at.toZonedDateTimeISO(EASTERN).toString({ smallestUnit: 'second', timeZoneName: 'never' })
}
