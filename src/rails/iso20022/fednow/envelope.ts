import type { Temporal } from 'temporal-polyfill'
import { type Institution, networkSettingsOf } from '../../../institution/institution.ts'
import type { Result } from '../../../kernel/result.ts'
import type { ElementFault } from '../check-text.ts'
import type { DocumentOf, HeaderOf, MessageType } from '../messages.ts'
import { writeMessage } from '../write-message.ts'
import { FEDNOW_SERVICE, fedNowTime } from './ids.ts'

/** FedNow's market practice, which every header names. */
const MARKET_PRACTICE = {
  Regy: 'www2.swift.com/mystandards/#/group/Federal_Reserve_Financial_Services/FedNow_Service',
  Id: 'frb.fednow.01',
}

/** Who a bank is in FedNow: its routing number, and in headers its connection party. */
export type FedNowParty = Pick<Institution, 'routingNumber' | 'sandbox' | 'settings'>

/** head.001.001.02: to the FedNow Service, which passes the document on. */
function headerOf(
  type: MessageType,
  { messageId, connectionParty, now }: { messageId: string; connectionParty: string; now: Temporal.Instant },
): HeaderOf<'head.001.001.02'> {
  const party = (member: string) => ({ FIId: { FinInstnId: { ClrSysMmbId: { MmbId: member } } } })
  return {
    type: 'head.001.001.02',
    content: {
      Fr: party(connectionParty),
      To: party(FEDNOW_SERVICE),
      BizMsgIdr: messageId,
      MsgDefIdr: type,
      MktPrctc: MARKET_PRACTICE,
      CreDt: fedNowTime(now),
    },
  }
}

interface Addressed {
  messageId: string
  us: FedNowParty
  now: Temporal.Instant
  /** The use of a message that has several, such as camt.029. */
  element?: string
}

/** The bytes of a message to FedNow. The fault names the element that cannot be written. */
export function writeFedNow<Type extends MessageType>(
  type: Type,
  document: DocumentOf<Type>,
  { messageId, us, now, element }: Addressed,
): Result<string, ElementFault> {
  const { connectionParty = us.routingNumber } = networkSettingsOf(us, 'FEDNOW') ?? {}
  const header = headerOf(type, { messageId, connectionParty, now })
  return writeMessage(type, document, {
    header,
    envelope: { name: 'FedNowIncoming', ...(element !== undefined && { element }) },
  })
}
