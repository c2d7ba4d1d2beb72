import type { Institution } from '../../../institution/institution.ts'
import type { MessageAccount, MessageParty, OwnPaymentRequest } from '../../network.ts'
import type { DocumentOf } from '../messages.ts'
import { dollars } from './dollars.ts'
import { oneRemittanceLine } from './instruction.ts'

type Request = DocumentOf<'pain.013.001.07'>
type Information = Request['CdtrPmtActvtnReq']['PmtInf'][number]
type Transaction = Information['CdtTrfTx'][number]

/** How a network writes what all requests for payment have. */
export interface RequestStyle {
  messageId: string
  /** PmtInfId and InstrId. */
  instructionId: string
  createdAt: string
  institution: Institution
  paymentType: Transaction['PmtTpInf']
  party(party: MessageParty): Information['Dbtr']
  account(account: MessageAccount): NonNullable<Information['DbtrAcct']>
  agent(routingNumber: string): Information['DbtrAgt']
}

/** pain.013, in the form of all instant networks: a customer of ours asks to be paid. */
export function requestForPayment(request: OwnPaymentRequest, style: RequestStyle): Request {
  const { messageId, instructionId, createdAt, institution, paymentType, party, account, agent } = style
  const { endToEndId, uetr, amount, debtorBank } = request
  const remittance = oneRemittanceLine(request.remittance)
  return {
    CdtrPmtActvtnReq: {
      GrpHdr: {
        ...{ MsgId: messageId, CreDtTm: createdAt, NbOfTxs: '1' },
        InitgPty: { Id: { OrgId: { Othr: [{ Id: institution.routingNumber }] } } },
      },
      PmtInf: [
        {
          PmtInfId: instructionId,
          PmtMtd: 'TRF',
          ReqdExctnDt: { Dt: request.requestedOn.toString() },
          XpryDt: { Dt: request.expiresOn.toString() },
          Dbtr: party(request.debtor),
          DbtrAcct: account(request.debtorAccount),
          DbtrAgt: agent(debtorBank.routingNumber ?? ''),
          CdtTrfTx: [
            {
              PmtId: { InstrId: instructionId, EndToEndId: endToEndId, UETR: uetr },
              PmtTpInf: paymentType,
              PmtCond: {
                AmtModAllwd: request.mayChangeAmount,
                EarlyPmtAllwd: request.mayPayEarly,
                GrntedPmtReqd: request.isGuaranteed,
              },
              Amt: { InstdAmt: dollars(amount) },
              ChrgBr: 'SLEV',
              CdtrAgt: agent(institution.routingNumber),
              Cdtr: party(request.creditor),
              CdtrAcct: account(request.creditorAccount),
              ...(remittance && { RmtInf: { Ustrd: [remittance] } }),
            },
          ],
        },
      ],
    },
  }
}
