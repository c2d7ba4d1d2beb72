import { elementText } from '../common/text.ts'
import type { Making, StatusWord } from '../instant/dialect.ts'
import { dollars } from '../instant/dollars.ts'
import type { DocumentOf } from '../messages.ts'
import { rtpDate, rtpTime } from './ids.ts'
import { participantAgent } from './parties.ts'

/** The reasons of RTP (ExternalStatusReason1Code in its schema of pacs.002). */
const CODES = new Set([
  ...['AC02', 'AC03', 'AC04', 'AC06', 'AC11', 'AC13', 'AC14', 'AG01', 'AG03', 'AGNT', 'AM02', 'AM04', 'AM09', 'AM12'],
  ...['AM13', 'AM14', 'BE04', 'BE06', 'BE07', 'BE10', 'BE11', 'BE16', 'BE17', 'DS0H', 'DS24', 'DT04', 'DUPL', 'FF02'],
  ...['FF08', 'MD07', 'NARR', 'RC01', 'RC02', 'RC03', 'RC04', 'SL03', 'TK01', 'TK02', 'TK03', 'TK04', 'TK05', 'TK06'],
  ...['TK07', 'TK08', 'TK09', 'TM01'],
])

/** Reasons of ISO 20022 that RTP has under another code. */
const SAME_AS: Readonly<Record<string, string>> = {
  /** Account number wrong: RTP says whose. */
  AC01: 'AC03',
  /** A currency that is not allowed. */
  AM03: 'AC11',
  /** An amount of nothing. */
  AM01: 'AM12',
  /** No answer in time. */
  AB03: 'TM01',
  AB05: 'TM01',
  AC07: 'AC04',
  BE01: 'BE04',
}

/** The code that RTP takes for a reason: NARR, a text, for what it has no code of. */
export function rtpCode(code: string): string {
  const own = SAME_AS[code] ?? code
  return CODES.has(own) ? own : 'NARR'
}

/** pacs.002: our answer as the receiver's bank. */
export function statusOf(
  { original, status, code, reason }: StatusWord,
  { messageId, institution, now }: Making,
): DocumentOf<'pacs.002.001.10'> {
  const taken = code === undefined ? undefined : rtpCode(code)
  const text = elementText(taken === code ? reason : `${code} ${reason ?? ''}`, 105)
  const { instructionId, uetr, amount } = original
  return {
    FIToFIPmtStsRpt: {
      GrpHdr: { MsgId: messageId, CreDtTm: rtpTime(now) },
      OrgnlGrpInfAndSts: [
        {
          OrgnlMsgId: original.messageId,
          OrgnlMsgNmId: original.messageType,
          OrgnlCreDtTm: original.groupTime,
          OrgnlNbOfTxs: '1',
        },
      ],
      TxInfAndSts: [
        {
          OrgnlInstrId: instructionId ?? original.messageId,
          ...(instructionId !== null && { OrgnlTxId: instructionId }),
          ...(uetr !== null && { OrgnlUETR: uetr }),
          TxSts: status,
          ...(taken && { StsRsnInf: [{ Rsn: { Cd: taken }, ...(text && { AddtlInf: [text] }) }] }),
          AccptncDtTm: rtpTime(now),
          InstgAgt: participantAgent(institution.routingNumber),
          InstdAgt: participantAgent(original.counterparty),
          ...(amount !== null && {
            OrgnlTxRef: { IntrBkSttlmAmt: dollars(amount), IntrBkSttlmDt: rtpDate(now).toString() },
          }),
        },
      ],
    },
  }
}
