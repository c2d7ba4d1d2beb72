import type { Temporal } from 'temporal-polyfill'
import { writeParticipant } from '../common/bank.ts'
import { elementText } from '../common/text.ts'
import type { StoredExchange } from '../instant/exchanges.store.ts'
import type { DocumentOf } from '../messages.ts'
import { fedNowTime } from './ids.ts'

/** The message that a status is about, as a status report names it. */
export type Original = Pick<
  StoredExchange,
  'messageId' | 'messageType' | 'groupTime' | 'instructionId' | 'endToEndId' | 'uetr' | 'counterparty'
>

/** Our answer to a payment or return (pacs.002 TxSts). */
export type FedNowStatus = 'ACTC' | 'ACWP' | 'ACCC' | 'RJCT' | 'BLCK' | 'PDNG'

interface Status {
  messageId: string
  routingNumber: string
  original: Original
  status: FedNowStatus
  code?: string
  reason?: string
}

/** OrgnlGrpInf and the references of the transaction. */
function referencesOf({ messageId, messageType, groupTime, instructionId, endToEndId, uetr }: Original) {
  return {
    OrgnlGrpInf: { OrgnlMsgId: messageId, OrgnlMsgNmId: messageType, OrgnlCreDtTm: groupTime },
    ...(instructionId !== null && { OrgnlInstrId: instructionId }),
    ...(endToEndId !== null && { OrgnlEndToEndId: endToEndId }),
    ...(uetr !== null && { OrgnlUETR: uetr }),
  }
}

/** pacs.002: our answer as the receiver's bank, for the sender's bank. */
export function statusOf(
  { messageId, routingNumber, original, status, code, reason }: Status,
  now: Temporal.Instant,
): DocumentOf<'pacs.002.001.10'> {
  const text = elementText(reason, 105)
  return {
    FIToFIPmtStsRpt: {
      GrpHdr: { MsgId: messageId, CreDtTm: fedNowTime(now) },
      TxInfAndSts: [
        {
          ...referencesOf(original),
          TxSts: status,
          ...(code !== undefined && { StsRsnInf: [{ Rsn: { Cd: code }, ...(text && { AddtlInf: [text] }) }] }),
          ...(status !== 'RJCT' && { AccptncDtTm: fedNowTime(now) }),
          InstgAgt: writeParticipant(routingNumber),
          InstdAgt: writeParticipant(original.counterparty),
        },
      ],
    },
  }
}

/** pacs.028: what became of a message that we sent, or of our answer to one. */
export function statusRequestOf(
  { messageId, routingNumber, original }: Pick<Status, 'messageId' | 'routingNumber' | 'original'>,
  now: Temporal.Instant,
): DocumentOf<'pacs.028.001.03'> {
  return {
    FIToFIPmtStsReq: {
      GrpHdr: { MsgId: messageId, CreDtTm: fedNowTime(now) },
      TxInf: [
        {
          ...referencesOf(original),
          InstgAgt: writeParticipant(routingNumber),
          InstdAgt: writeParticipant(original.counterparty),
        },
      ],
    },
  }
}
