import type { Instruction } from '../../network.ts'
import { elementText } from '../common/text.ts'
import type { Making, Transfer } from '../instant/dialect.ts'
import { dollars } from '../instant/dollars.ts'
import { categoryOf, endToEndIdOf, oneRemittanceLine } from '../instant/instruction.ts'
import { RETURN_DOCUMENT } from '../instant/receive-transfer.ts'
import type { DocumentOf } from '../messages.ts'
import { rtpDate, rtpTime } from './ids.ts'
import { participantAgent, rtpAccount, rtpParty, rtpUltimateParty } from './parties.ts'

/** ExternalCashClearingSystem1Code of RTP: The Clearing House. */
export const RTP_CLEARING = 'TCH'

/** InstrId: the message id without its letter. */
export function instructionIdOf(messageId: string): string {
  return messageId.slice(1)
}

function groupHeader({ messageId, now }: Pick<Making, 'messageId' | 'now'>, amount: bigint) {
  return {
    MsgId: messageId,
    CreDtTm: rtpTime(now),
    NbOfTxs: '1',
    TtlIntrBkSttlmAmt: dollars(amount),
    IntrBkSttlmDt: rtpDate(now).toString(),
    SttlmInf: { SttlmMtd: 'CLRG' as const, ClrSys: { Cd: RTP_CLEARING } },
  }
}

/** PmtTpInf of a credit transfer, and of a request for one. */
export function paymentType(category: 'CONSUMER' | 'BUSINESS') {
  return { SvcLvl: [{ Cd: 'SDVA' }], LclInstrm: { Prtry: 'STANDARD' }, CtgyPurp: { Prtry: category } }
}

/** pacs.008: a credit transfer. */
export function transferOf(
  instruction: Instruction,
  { messageId, now }: Pick<Making, 'messageId' | 'now'>,
): DocumentOf<'pacs.008.001.08'> {
  const { uetr, amount, debtorBank, creditorBank, ultimateDebtor, ultimateCreditor } = instruction
  const from = participantAgent(debtorBank.routingNumber ?? '')
  const to = participantAgent(creditorBank.routingNumber ?? '')
  const remittance = oneRemittanceLine(instruction.remittance)
  const instructionId = instructionIdOf(messageId)
  return {
    FIToFICstmrCdtTrf: {
      GrpHdr: groupHeader({ messageId, now }, amount),
      CdtTrfTxInf: [
        {
          PmtId: { InstrId: instructionId, EndToEndId: endToEndIdOf(instruction), TxId: instructionId, UETR: uetr },
          PmtTpInf: paymentType(categoryOf(instruction) === 'consumer' ? 'CONSUMER' : 'BUSINESS'),
          IntrBkSttlmAmt: dollars(amount),
          ChrgBr: 'SLEV',
          InstgAgt: from,
          InstdAgt: to,
          ...(ultimateDebtor && { UltmtDbtr: rtpUltimateParty(ultimateDebtor) }),
          Dbtr: rtpParty(instruction.debtor),
          DbtrAcct: rtpAccount(instruction.debtorAccount),
          DbtrAgt: from,
          CdtrAgt: to,
          Cdtr: rtpParty(instruction.creditor),
          CdtrAcct: rtpAccount(instruction.creditorAccount),
          ...(ultimateCreditor && { UltmtCdtr: rtpUltimateParty(ultimateCreditor) }),
          ...(remittance && { RmtInf: { Ustrd: [remittance] } }),
        },
      ],
    },
  }
}

/**
 * pacs.008: the return of a credit. RTP has no message for returns: it is a payment of its own,
 * from the creditor to the debtor, that names the original as a document of the type RTRN.
 */
export function returnOf(
  { original, amount, code, reason }: { original: Transfer; amount: bigint; code: string; reason: string },
  { messageId, now }: Pick<Making, 'messageId' | 'now'>,
): DocumentOf<'pacs.008.001.08'> {
  const payment = original.CdtTrfTxInf[0]!
  const instructionId = instructionIdOf(messageId)
  const text = elementText(`${code} ${reason}`, 140)
  return {
    FIToFICstmrCdtTrf: {
      GrpHdr: groupHeader({ messageId, now }, amount),
      CdtTrfTxInf: [
        {
          PmtId: { InstrId: instructionId, EndToEndId: payment.PmtId.EndToEndId, TxId: instructionId },
          PmtTpInf: paymentType(payment.PmtTpInf?.CtgyPurp?.Prtry === 'CONSUMER' ? 'CONSUMER' : 'BUSINESS'),
          IntrBkSttlmAmt: dollars(amount),
          ChrgBr: 'SLEV',
          InstgAgt: payment.CdtrAgt,
          InstdAgt: payment.DbtrAgt,
          Dbtr: payment.Cdtr,
          DbtrAcct: { Id: payment.CdtrAcct!.Id },
          DbtrAgt: payment.CdtrAgt,
          CdtrAgt: payment.DbtrAgt,
          Cdtr: payment.Dbtr,
          CdtrAcct: { Id: payment.DbtrAcct!.Id },
          RmtInf: {
            ...(text && { Ustrd: [text] }),
            Strd: [
              {
                RfrdDocInf: [
                  {
                    Tp: { CdOrPrtry: { Prtry: RETURN_DOCUMENT } },
                    Nb: payment.PmtId.InstrId ?? original.GrpHdr.MsgId,
                  },
                ],
              },
            ],
          },
        },
      ],
    },
  }
}
