import type { Temporal } from 'temporal-polyfill'
import type { Instruction } from '../../network.ts'
import { writeAccount } from '../common/account.ts'
import { writeParticipant } from '../common/bank.ts'
import { writeParty } from '../common/party.ts'
import { dollars } from '../instant/dollars.ts'
import { categoryOf, endToEndIdOf, oneRemittanceLine } from '../instant/instruction.ts'
import type { DocumentOf } from '../messages.ts'
import { fedNowBusinessDay, fedNowTime } from './ids.ts'

/** ExternalCashClearingSystem1Code of FedNow. */
export const FEDNOW_CLEARING = 'FDN'

/** LclInstrm/Prtry of a credit transfer to which the receiver's bank answers. */
const FEDNOW_TRANSFER = 'FDNA'

/** PmtTpInf of a request for payment: the transfer that it asks for. */
export const FEDNOW_REQUEST_TYPE = { LclInstrm: { Prtry: FEDNOW_TRANSFER }, CtgyPurp: { Prtry: 'BIZZ' } }

/** GrpHdr of a message that settles over FedNow. */
export function settlingHeader(messageId: string, now: Temporal.Instant) {
  return {
    MsgId: messageId,
    CreDtTm: fedNowTime(now),
    NbOfTxs: '1',
    SttlmInf: { SttlmMtd: 'CLRG', ClrSys: { Cd: FEDNOW_CLEARING } },
  } as const
}

/** pacs.008: a customer credit transfer. It settles on the business day in which it is made. */
export function transferOf(
  instruction: Instruction,
  messageId: string,
  now: Temporal.Instant,
): DocumentOf<'pacs.008.001.08'> {
  const { uetr, amount, debtorBank, creditorBank, ultimateDebtor, ultimateCreditor } = instruction
  const from = writeParticipant(debtorBank.routingNumber ?? '')
  const to = writeParticipant(creditorBank.routingNumber ?? '')
  const remittance = oneRemittanceLine(instruction.remittance)
  return {
    FIToFICstmrCdtTrf: {
      GrpHdr: settlingHeader(messageId, now),
      CdtTrfTxInf: [
        {
          PmtId: { InstrId: instructionIdOf(instruction), EndToEndId: endToEndIdOf(instruction), UETR: uetr },
          PmtTpInf: {
            LclInstrm: { Prtry: FEDNOW_TRANSFER },
            CtgyPurp: { Prtry: categoryOf(instruction) === 'consumer' ? 'CONS' : 'BIZZ' },
          },
          IntrBkSttlmAmt: dollars(amount),
          IntrBkSttlmDt: fedNowBusinessDay(now).toString(),
          ChrgBr: 'SLEV',
          InstgAgt: from,
          InstdAgt: to,
          ...(ultimateDebtor && { UltmtDbtr: writeParty(ultimateDebtor) }),
          Dbtr: writeParty(instruction.debtor),
          DbtrAcct: writeAccount(instruction.debtorAccount),
          DbtrAgt: from,
          CdtrAgt: to,
          Cdtr: writeParty(instruction.creditor),
          CdtrAcct: writeAccount(instruction.creditorAccount),
          ...(ultimateCreditor && { UltmtCdtr: writeParty(ultimateCreditor) }),
          ...(remittance && { RmtInf: { Ustrd: [remittance] } }),
        },
      ],
    },
  }
}

/** InstrId: the payment's id without its hyphens, 32 characters. */
export function instructionIdOf({ paymentId }: Pick<Instruction, 'paymentId'>): string {
  return paymentId.replaceAll('-', '')
}
