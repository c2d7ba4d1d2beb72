import type { OwnPaymentRequest } from '../../network.ts'
import { elementText } from '../common/text.ts'
import type { CaseAnswer, InstantDialect, Making } from '../instant/dialect.ts'
import { dollars } from '../instant/dollars.ts'
import { requestForPayment } from '../instant/payment-request.ts'
import { answerToPaymentRequest } from '../instant/payment-request-answer.ts'
import type { DocumentOf } from '../messages.ts'
import { rtpTime } from './ids.ts'
import { participantAgent, rtpAccount, rtpParty } from './parties.ts'
import { instructionIdOf, paymentType } from './transfers.ts'

type ReturnRequest = Parameters<InstantDialect['returnRequest']>[0]
type RequestAnswer = Parameters<InstantDialect['requestAnswer']>[0]
type PaymentRequestAnswer = Parameters<InstantDialect['paymentRequestAnswer']>[0]

/** ExternalCancellationReason1Code in RTP's schema of camt.056. */
const CANCELLATION = new Set(['AC03', 'AM09', 'CUST', 'DS24', 'DUPL', 'FRAD', 'FRTR', 'TECH', 'UPAY'])

/** ExternalPaymentCancellationRejection1Code in RTP's schema of camt.029. */
const REFUSALS = new Set(['AC04', 'AM04', 'ARDT', 'CUST', 'LEGL', 'NOAS', 'NOOR'])

/** ExternalStatusReason1Code in RTP's schema of pain.014. */
const REQUEST_REFUSALS = new Set([
  ...['AC06', 'AG01', 'AG03', 'AM09', 'AM14', 'BE04', 'BE07', 'CH11', 'CUST', 'DS04', 'MD07', 'NARR', 'SL12'],
])

const within = (codes: ReadonlySet<string>, code: string, otherwise: string) => (codes.has(code) ? code : otherwise)

function assignment({ messageId, institution, now }: Making, counterparty: string) {
  return {
    Id: messageId,
    Assgnr: { Agt: participantAgent(institution.routingNumber) },
    Assgne: { Agt: participantAgent(counterparty) },
    CreDtTm: rtpTime(now),
  }
}

/** camt.056: we ask for a payment of ours back. A reason that RTP lacks is the customer's wish. */
export function returnRequestOf(
  { original, sent, caseId, code, reason }: ReturnRequest,
  making: Making,
): DocumentOf<'camt.056.001.08'> {
  const { GrpHdr, CdtTrfTxInf } = original
  const { PmtId, IntrBkSttlmAmt } = CdtTrfTxInf[0]!
  const instructionId = PmtId.InstrId ?? GrpHdr.MsgId
  const text = elementText(CANCELLATION.has(code) ? reason : `${code} ${reason}`, 105)
  return {
    FIToFIPmtCxlReq: {
      Assgnmt: assignment(making, sent.counterparty),
      Case: { Id: caseId, Cretr: { Agt: participantAgent(making.institution.routingNumber) } },
      Undrlyg: [
        {
          OrgnlGrpInfAndCxl: {
            OrgnlMsgId: GrpHdr.MsgId,
            OrgnlMsgNmId: 'pacs.008.001.08',
            OrgnlCreDtTm: GrpHdr.CreDtTm,
          },
          TxInf: [
            {
              OrgnlInstrId: instructionId,
              OrgnlEndToEndId: PmtId.EndToEndId,
              OrgnlTxId: PmtId.TxId ?? instructionId,
              ...(PmtId.UETR !== undefined && { OrgnlUETR: PmtId.UETR }),
              OrgnlClrSysRef: PmtId.ClrSysRef ?? '000',
              OrgnlIntrBkSttlmAmt: IntrBkSttlmAmt,
              OrgnlIntrBkSttlmDt: GrpHdr.IntrBkSttlmDt!,
              CxlRsnInf: [{ Rsn: { Cd: within(CANCELLATION, code, 'CUST') }, ...(text && { AddtlInf: [text] }) }],
            },
          ],
        },
      ],
    },
  }
}

const ANSWERS: Readonly<Record<CaseAnswer, string>> = { accept: 'IPAY', refuse: 'RJCR', pending: 'PECR' }

/** camt.029: our answer to another bank's request for a return. */
export function requestAnswerOf(
  { request, answer, code }: RequestAnswer,
  making: Making,
): DocumentOf<'camt.029.001.09'> {
  const { counterparty, caseId, messageId, uetr, amount } = request
  return {
    RsltnOfInvstgtn: {
      Assgnmt: assignment(making, counterparty),
      Sts: { Conf: ANSWERS[answer] },
      CxlDtls: [
        {
          OrgnlGrpInfAndSts: {
            RslvdCase: { Id: caseId ?? messageId, Cretr: { Agt: participantAgent(counterparty) } },
            OrgnlMsgId: messageId,
            OrgnlMsgNmId: request.messageType,
            OrgnlCreDtTm: request.groupTime,
            ...(answer === 'refuse' && { CxlStsRsnInf: [{ Rsn: { Cd: within(REFUSALS, code, 'CUST') } }] }),
          },
          TxInfAndSts: [
            {
              CxlStsId: making.messageId.slice(1),
              ...(uetr !== null && { OrgnlUETR: uetr }),
              ...(answer === 'accept' && amount !== null && { RsltnRltdInf: { IntrBkSttlmAmt: dollars(amount) } }),
            },
          ],
        },
      ],
    },
  }
}

/** pain.013: a customer of ours asks to be paid. */
export function paymentRequestOf(request: OwnPaymentRequest, making: Making): DocumentOf<'pain.013.001.07'> {
  const { messageId, institution, now } = making
  return requestForPayment(request, {
    ...{ messageId, instructionId: instructionIdOf(messageId), createdAt: rtpTime(now), institution },
    paymentType: paymentType('BUSINESS'),
    ...{ party: rtpParty, account: rtpAccount, agent: participantAgent },
  })
}

/** pain.014: what our customer answers. RTP's has only the creditor's name and identification. */
export function paymentRequestAnswerOf(
  { request, original, isAccepted, code, reason }: PaymentRequestAnswer,
  { messageId, institution, now }: Making,
): DocumentOf<'pain.014.001.07'> {
  const text = elementText(REQUEST_REFUSALS.has(code) ? reason : `${code} ${reason}`, 105)
  const refusal = { code: within(REQUEST_REFUSALS, code, 'NARR'), text }
  return answerToPaymentRequest(
    { request, original, isAccepted, refusal },
    { messageId, createdAt: rtpTime(now), routingNumber: institution.routingNumber },
    ({ Cdtr: { Nm, Id } }) => ({ ...(Nm !== undefined && { Nm }), ...(Id && { Id }) }),
  )
}
