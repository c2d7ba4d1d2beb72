import { definedOf } from '../common/address.ts'
import { writeParticipant } from '../common/bank.ts'
import { elementText } from '../common/text.ts'
import type { DocumentOf } from '../messages.ts'
import type { Original } from './original.ts'
import { originalGroup, originalIds } from './payment-return.ts'

/** The longest question or answer of an investigation. */
const NARRATIVE_LENGTH = 500

const party = (routingNumber: string) => ({ Agt: writeParticipant(routingNumber) }) as const

/** camt.110: asks the other bank of a transfer about it, in codes and words. */
export function investigationRequest(
  original: Original,
  asked: { messageId: string; caseId: string; type: string; reason: string; question: string; by: string },
): DocumentOf<'camt.110.001.01'> {
  const { messageId, caseId, type, reason, question, by } = asked
  const ReqNrrtv = elementText(question, NARRATIVE_LENGTH)
  const IntrBk = {
    OrgnlGrpInf: originalGroup(original),
    ...originalIds(original),
    OrgnlIntrBkSttlmAmt: original.amount,
    OrgnlIntrBkSttlmDt: original.settledOn,
  }
  return {
    InvstgtnReq: {
      InvstgtnReq: {
        MsgId: messageId,
        RqstrInvstgtnId: caseId,
        InvstgtnTp: { Cd: type },
        Undrlyg: { IntrBk },
        Rqstr: party(by),
        Rspndr: party(by === original.from ? original.to : original.from),
      },
      InvstgtnData: [{ Rsn: { Cd: reason }, AddtlReqData: ReqNrrtv ? { ReqNrrtv } : undefined }],
    },
  }
}

type Asked = DocumentOf<'camt.110.001.01'>['InvstgtnReq']

/** camt.111: answers an investigation in words, and closes it. */
export function investigationAnswer(
  { InvstgtnReq }: Asked,
  { messageId, answer }: { messageId: string; answer: string },
): DocumentOf<'camt.111.001.01'> {
  const { MsgId, RqstrInvstgtnId, RspndrInvstgtnId, InvstgtnTp, InvstgtnSubTp, Rqstr, Rspndr } = InvstgtnReq
  const RspnNrrtv = elementText(answer, NARRATIVE_LENGTH)
  return {
    InvstgtnRspn: {
      InvstgtnRspn: {
        MsgId: messageId,
        InvstgtnSts: { Sts: 'CLSD' },
        InvstgtnData: RspnNrrtv ? [{ RspnData: { RspnNrrtv } }] : undefined,
      },
      OrgnlInvstgtnReq: {
        ...{ MsgId, InvstgtnTp, Rqstr, Rspndr },
        ...definedOf({ RqstrInvstgtnId, RspndrInvstgtnId, InvstgtnSubTp }),
      },
    },
  }
}
