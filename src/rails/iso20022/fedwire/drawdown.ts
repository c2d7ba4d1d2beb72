import type { Temporal } from 'temporal-polyfill'
import type { MessageBank, PaymentRequest } from '../../network.ts'
import { writeAccount } from '../common/account.ts'
import { writeParticipant } from '../common/bank.ts'
import { writeParty } from '../common/party.ts'
import { elementText } from '../common/text.ts'
import type { DocumentOf } from '../messages.ts'
import { dollars } from './dollars.ts'
import { narrative } from './payment-return.ts'
import { easternTime } from './wrap.ts'

const LINES = { count: 2, length: 35 }

/** pain.013: asks another bank to pay us from an account that its customer has there (DRRC). */
export function drawdownRequest(
  request: PaymentRequest & { uetr: string; endToEndId: string; debtorBank: MessageBank },
  { messageId, now }: { messageId: string; now: Temporal.Instant },
): DocumentOf<'pain.013.001.07'> {
  const { amount, creditor, creditorAccount, creditorBank, debtor, debtorAccount, debtorBank } = request
  const Ustrd = request.remittance.slice(0, 1).flatMap((text) => elementText(text, 140) ?? [])
  const transfer = {
    PmtId: { EndToEndId: request.endToEndId, UETR: request.uetr },
    PmtTpInf: { LclInstrm: { Prtry: 'DRRC' } },
    Amt: { InstdAmt: dollars(amount) },
    ChrgBr: 'SHAR',
    CdtrAgt: writeParticipant(creditorBank.routingNumber ?? ''),
    Cdtr: writeParty(creditor, LINES),
    CdtrAcct: creditorAccount && writeAccount(creditorAccount),
    RmtInf: Ustrd.length > 0 ? { Ustrd } : undefined,
  } as const
  return {
    CdtrPmtActvtnReq: {
      GrpHdr: { MsgId: messageId, CreDtTm: easternTime(now), NbOfTxs: '1', InitgPty: writeParty(creditor) },
      PmtInf: [
        {
          PmtInfId: messageId,
          PmtMtd: 'TRF',
          ReqdExctnDt: { Dt: request.requestedOn.toString() },
          Dbtr: writeParty(debtor, LINES),
          DbtrAcct: debtorAccount && writeAccount(debtorAccount),
          DbtrAgt: writeParticipant(debtorBank.routingNumber ?? ''),
          CdtTrfTx: [transfer],
        },
      ],
    },
  }
}

type Asked = DocumentOf<'pain.013.001.07'>['CdtrPmtActvtnReq']

/** pain.014: answers a drawdown request. An accepted one is followed by the transfer. */
export function drawdownAnswer(
  { GrpHdr, PmtInf }: Asked,
  answer: { messageId: string; isAccepted: boolean; code: string; reason: string; now: Temporal.Instant },
): DocumentOf<'pain.014.001.07'> {
  const { messageId, isAccepted, code, reason, now } = answer
  const [asked] = PmtInf
  const { PmtId, CdtrAgt } = asked!.CdtTrfTx[0]!
  const status = {
    OrgnlInstrId: PmtId.InstrId,
    OrgnlEndToEndId: PmtId.EndToEndId,
    OrgnlUETR: PmtId.UETR,
    TxSts: isAccepted ? 'ACTC' : 'RJCT',
    StsRsnInf: isAccepted ? undefined : [{ Rsn: { Cd: code }, AddtlInf: narrative(reason) }],
  }
  return {
    CdtrPmtActvtnReqStsRpt: {
      GrpHdr: {
        MsgId: messageId,
        CreDtTm: easternTime(now),
        InitgPty: GrpHdr.InitgPty,
        DbtrAgt: asked!.DbtrAgt,
        CdtrAgt,
      },
      OrgnlGrpInfAndSts: {
        OrgnlMsgId: GrpHdr.MsgId,
        OrgnlMsgNmId: 'pain.013.001.07',
        OrgnlCreDtTm: GrpHdr.CreDtTm,
      },
      OrgnlPmtInfAndSts: [{ OrgnlPmtInfId: asked!.PmtInfId ?? GrpHdr.MsgId, TxInfAndSts: [status] }],
    },
  }
}
