import type { DocumentOf } from '../messages.ts'
import type { StoredExchange } from './exchanges.store.ts'

type Answer = DocumentOf<'pain.014.001.07'>
type Transaction = DocumentOf<'pain.013.001.07'>['CdtrPmtActvtnReq']['PmtInf'][number]['CdtTrfTx'][number]

export interface PaymentRequestAnswer {
  request: StoredExchange
  original: DocumentOf<'pain.013.001.07'>
  isAccepted: boolean
  /** Why it is refused: a code of the network, and a text of at most 105 characters, or none. */
  refusal: { code: string; text: string | undefined }
}

/** pain.014, in the form of all instant networks: the answer of our customer to a request. */
export function answerToPaymentRequest(
  { request, original, isAccepted, refusal: { code, text } }: PaymentRequestAnswer,
  { messageId, createdAt, routingNumber }: { messageId: string; createdAt: string; routingNumber: string },
  creditorOf: (transfer: Transaction) => Transaction['Cdtr'] = ({ Cdtr }) => Cdtr,
): Answer {
  const { GrpHdr, PmtInf } = original.CdtrPmtActvtnReq
  const information = PmtInf[0]!
  const transfer = information.CdtTrfTx[0]!
  const why = { Rsn: { Cd: code }, ...(text && { AddtlInf: [text] }) }
  return {
    CdtrPmtActvtnReqStsRpt: {
      GrpHdr: {
        MsgId: messageId,
        CreDtTm: createdAt,
        InitgPty: { Id: { OrgId: { Othr: [{ Id: routingNumber }] } } },
      },
      OrgnlGrpInfAndSts: {
        OrgnlMsgId: request.messageId,
        OrgnlMsgNmId: request.messageType,
        OrgnlCreDtTm: GrpHdr.CreDtTm,
        OrgnlNbOfTxs: '1',
      },
      OrgnlPmtInfAndSts: [
        {
          OrgnlPmtInfId: information.PmtInfId ?? request.messageId,
          TxInfAndSts: [
            {
              OrgnlEndToEndId: transfer.PmtId.EndToEndId,
              ...(transfer.PmtId.UETR !== undefined && { OrgnlUETR: transfer.PmtId.UETR }),
              TxSts: isAccepted ? 'ACTC' : 'RJCT',
              ...(!isAccepted && { StsRsnInf: [why] }),
              OrgnlTxRef: {
                Amt: transfer.Amt,
                ReqdExctnDt: information.ReqdExctnDt,
                CdtrAgt: transfer.CdtrAgt,
                Cdtr: creditorOf(transfer),
              },
            },
          ],
        },
      ],
    },
  }
}
