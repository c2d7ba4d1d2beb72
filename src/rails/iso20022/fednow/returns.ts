import type { Temporal } from 'temporal-polyfill'
import { writeParticipant } from '../common/bank.ts'
import { elementText } from '../common/text.ts'
import { dollars } from '../instant/dollars.ts'
import type { StoredExchange } from '../instant/exchanges.store.ts'
import type { DocumentOf } from '../messages.ts'
import { fedNowBusinessDay, fedNowTime } from './ids.ts'
import { settlingHeader } from './transfers.ts'

/** The credit transfer that is returned or asked back, as its sender wrote it. */
export type OriginalTransfer = DocumentOf<'pacs.008.001.08'>['FIToFICstmrCdtTrf']

/** A reason in the form of every message: an ISO code, and a text of at most 105 characters. */
function reasonOf(code: string, reason: string) {
  const text = elementText(reason, 105)
  return { Rsn: { Cd: code }, ...(text && { AddtlInf: [text] }) }
}

function originalOf({ GrpHdr, CdtTrfTxInf }: OriginalTransfer) {
  const { PmtId, IntrBkSttlmAmt, IntrBkSttlmDt } = CdtTrfTxInf[0]!
  return {
    OrgnlGrpInf: { OrgnlMsgId: GrpHdr.MsgId, OrgnlMsgNmId: 'pacs.008.001.08', OrgnlCreDtTm: GrpHdr.CreDtTm },
    ...(PmtId.InstrId !== undefined && { OrgnlInstrId: PmtId.InstrId }),
    OrgnlEndToEndId: PmtId.EndToEndId,
    ...(PmtId.UETR !== undefined && { OrgnlUETR: PmtId.UETR }),
    OrgnlIntrBkSttlmAmt: IntrBkSttlmAmt,
    ...(IntrBkSttlmDt !== undefined && { OrgnlIntrBkSttlmDt: IntrBkSttlmDt }),
  }
}

/** pacs.004: the return of a credit that we received. */
export function returnOf(
  back: { messageId: string; original: OriginalTransfer; amount: bigint; code: string; reason: string },
  now: Temporal.Instant,
): DocumentOf<'pacs.004.001.10'> {
  const { messageId, original, amount, code, reason } = back
  const transfer = original.CdtTrfTxInf[0]!
  return {
    PmtRtr: {
      GrpHdr: settlingHeader(messageId, now),
      TxInf: [
        {
          RtrId: messageId,
          ...originalOf(original),
          RtrdIntrBkSttlmAmt: dollars(amount),
          IntrBkSttlmDt: fedNowBusinessDay(now).toString(),
          ChrgBr: 'SLEV',
          ...(transfer.InstdAgt && { InstgAgt: transfer.InstdAgt }),
          ...(transfer.InstgAgt && { InstdAgt: transfer.InstgAgt }),
          RtrChain: {
            Dbtr: { Pty: transfer.Cdtr },
            Cdtr: { Pty: transfer.Dbtr },
            ...(transfer.DbtrAcct && { CdtrAcct: transfer.DbtrAcct }),
          },
          RtrRsnInf: [reasonOf(code, reason)],
          ...(transfer.PmtTpInf && { OrgnlTxRef: { PmtTpInf: paymentTypeOf(transfer.PmtTpInf) } }),
        },
      ],
    },
  }
}

/** PaymentTypeInformation27 has the parts of PaymentTypeInformation28 that FedNow uses. */
function paymentTypeOf({ LclInstrm, CtgyPurp }: NonNullable<OriginalTransfer['CdtTrfTxInf'][number]['PmtTpInf']>) {
  return { ...(LclInstrm && { LclInstrm }), ...(CtgyPurp && { CtgyPurp }) }
}

function assignment(messageId: string, from: string, to: string, now: Temporal.Instant) {
  return {
    Id: messageId,
    Assgnr: { Agt: writeParticipant(from) },
    Assgne: { Agt: writeParticipant(to) },
    CreDtTm: fedNowTime(now),
  }
}

/** camt.056: we ask for a payment of ours back. */
export function returnRequestOf(
  request: { messageId: string; caseId: string; original: OriginalTransfer; code: string; reason: string },
  { us, counterparty }: { us: string; counterparty: string },
  now: Temporal.Instant,
): DocumentOf<'camt.056.001.08'> {
  const { messageId, caseId, original, code, reason } = request
  return {
    FIToFIPmtCxlReq: {
      Assgnmt: assignment(messageId, us, counterparty, now),
      Case: { Id: caseId, Cretr: { Agt: writeParticipant(us) } },
      Undrlyg: [{ TxInf: [{ ...originalOf(original), CxlRsnInf: [reasonOf(code, reason)] }] }],
    },
  }
}

/** ExternalInvestigationExecutionConfirmation1Code: we pay, we refuse, we will decide. */
export type RequestAnswer = 'IPAY' | 'RJCR' | 'PDCR'

/** camt.029: our answer to another bank's request for a return. */
export function requestAnswerOf(
  answer: { messageId: string; request: StoredExchange; status: RequestAnswer; code: string; reason: string },
  us: string,
  now: Temporal.Instant,
): DocumentOf<'camt.029.001.09'> {
  const { messageId, request, status, code, reason } = answer
  const { counterparty, caseId, uetr } = request
  const text = elementText(reason, 105)
  const resolved = { Id: caseId ?? request.messageId, Cretr: { Agt: writeParticipant(counterparty) } }
  return {
    RsltnOfInvstgtn: {
      Assgnmt: assignment(messageId, us, counterparty, now),
      RslvdCase: resolved,
      Sts: { Conf: status },
      CxlDtls: [
        {
          OrgnlGrpInfAndSts: {
            OrgnlMsgId: request.messageId,
            OrgnlMsgNmId: request.messageType,
            OrgnlCreDtTm: request.groupTime,
          },
          TxInfAndSts: [
            {
              ...(uetr !== null && { OrgnlUETR: uetr }),
              ...(status !== 'IPAY' && { CxlStsRsnInf: [{ Rsn: { Cd: code }, ...(text && { AddtlInf: [text] }) }] }),
            },
          ],
        },
      ],
    },
  }
}
