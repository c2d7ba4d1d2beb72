import type { Temporal } from 'temporal-polyfill'
import { formatAmount } from '../../../kernel/money.ts'
import type { Instruction, MessageBank } from '../../network.ts'
import { writeAccount } from '../common/account.ts'
import { definedOf } from '../common/address.ts'
import { writeBank, writeParticipant } from '../common/bank.ts'
import { UNNAMED, writeParty } from '../common/party.ts'
import { elementText, pieces } from '../common/text.ts'
import type { DocumentOf } from '../messages.ts'
import { isOfBanks, REMITTANCE_METHODS } from './codes.ts'
import { dollars } from './dollars.ts'
import { easternTime } from './wrap.ts'

/** What a message gets when it leaves: its IMAD, the cycle date, and the time. */
export interface Sending {
  messageId: string
  cycleDate: Temporal.PlainDate
  now: Temporal.Instant
}

/** PostalAddress24 of debtors, creditors and banks: hybrid with two lines of 35 characters. */
const LINES = { count: 2, length: 35 }
const PIECES = { count: 2, length: 140 }

/**
 * Whether an instruction pays from bank to bank: the pacs.009 then takes the place of a pacs.008.
 */
export function isBankTransfer({ localInstrument }: Pick<Instruction, 'localInstrument'>): boolean {
  return isOfBanks(localInstrument)
}

/** The bank that Fedwire pays: the first of the chain. */
export function receiverOf({ intermediaryBank, creditorBank }: Instruction): string | undefined {
  return intermediaryBank?.routingNumber ?? creditorBank.routingNumber
}

/**
 * Why an instruction has no message, apart from what its document shows; undefined if it has one.
 */
export function objectionTo(instruction: Instruction): string | undefined {
  if (instruction.currency !== 'USD') return `Fedwire settles US dollars only, not ${instruction.currency}`
  if (!receiverOf(instruction)) return "the receiver's bank has no routing number"
  if (instruction.remittance.length > 1) return 'Fedwire carries one remittance text of at most 140 characters'
  const { remittanceMethod: method } = instruction
  if (method && !REMITTANCE_METHODS.some((one) => one === method))
    return `Fedwire does not know the remittance method ${method}: send one of ${REMITTANCE_METHODS.join(', ')}`
  if (!instructionsTo(instruction)) return 'Fedwire carries at most 280 characters of instructions to the bank'
  return undefined
}

/** pacs.008: a transfer for a customer. */
export function creditTransfer(
  instruction: Instruction,
  sending: Sending,
  ourRoutingNumber: string,
): DocumentOf<'pacs.008.001.08'> {
  const { debtor, creditor, ultimateDebtor, ultimateCreditor, purpose, charges } = instruction
  const method = REMITTANCE_METHODS.find((one) => one === instruction.remittanceMethod)
  const transfer = {
    ...transferOf(instruction, sending, ourRoutingNumber, 'CTRC'),
    InstdAmt: instructedOf(instruction),
    XchgRate: instruction.instructed?.exchangeRate,
    ChrgBr: instruction.chargeBearer,
    ChrgsInf: charges && [
      {
        Amt: { Ccy: charges.currency, value: formatAmount(charges.amount, charges.currency) },
        Agt: writeBank(instruction.debtorBank, LINES),
      },
    ],
    UltmtDbtr: ultimateDebtor && writeParty(ultimateDebtor),
    Dbtr: writeParty(debtor, LINES),
    DbtrAcct: writeAccount(instruction.debtorAccount),
    DbtrAgt: writeBank(instruction.debtorBank, LINES),
    CdtrAgt: writeBank(instruction.creditorBank, LINES),
    Cdtr: writeParty(creditor, LINES),
    CdtrAcct: writeAccount(instruction.creditorAccount),
    UltmtCdtr: ultimateCreditor && writeParty(ultimateCreditor),
    InstrForCdtrAgt: instructionElements(instruction),
    Purp: proprietary(purpose),
    RltdRmtInf: method ? [{ RmtLctnDtls: [{ Mtd: method }] }] : undefined,
  }
  return { FIToFICstmrCdtTrf: { GrpHdr: groupHeader(sending), CdtTrfTxInf: [transfer] } }
}

/** pacs.009: a transfer from bank to bank. The creditor is a bank with an account at its agent. */
export function bankTransfer(
  instruction: Instruction,
  sending: Sending,
  ourRoutingNumber: string,
): DocumentOf<'pacs.009.001.08'> {
  const { creditor, creditorBank, creditorAccount } = instruction
  const bank: MessageBank = { ...definedOf({ routingNumber: creditorBank.routingNumber, bic: creditorBank.bic }) }
  const transfer = {
    ...transferOf(instruction, sending, ourRoutingNumber, 'BTRC'),
    Dbtr: writeBank(instruction.debtorBank, LINES),
    DbtrAcct: writeAccount(instruction.debtorAccount),
    Cdtr: writeBank({ ...bank, ...definedOf({ name: creditor.name, address: creditor.address }) }, LINES),
    CdtrAcct: writeAccount(creditorAccount),
    InstrForCdtrAgt: instructionElements(instruction),
    Purp: proprietary(instruction.purpose),
  }
  return { FICdtTrf: { GrpHdr: groupHeader(sending), CdtTrfTxInf: [transfer] } }
}

/** What both kinds of transfers say in the same elements. */
function transferOf(
  instruction: Instruction,
  { cycleDate }: Sending,
  ourRoutingNumber: string,
  usualInstrument: string,
) {
  const { endToEndId, uetr, localInstrument, categoryPurpose, remittance, intermediaryBank } = instruction
  const goesOn = intermediaryBank && !intermediaryBank.routingNumber
  const Ustrd = remittance.flatMap((text) => elementText(text, 140) ?? [])
  return {
    PmtId: { EndToEndId: elementText(endToEndId, 35) ?? UNNAMED, UETR: uetr },
    PmtTpInf: {
      LclInstrm: { Prtry: localInstrument ?? usualInstrument },
      CtgyPurp: proprietary(categoryPurpose),
    },
    IntrBkSttlmAmt: dollars(instruction.amount),
    IntrBkSttlmDt: cycleDate.toString(),
    InstgAgt: writeParticipant(ourRoutingNumber),
    InstdAgt: writeParticipant(receiverOf(instruction) ?? ''),
    IntrmyAgt1: goesOn ? writeBank(intermediaryBank, LINES) : undefined,
    RmtInf: Ustrd.length > 0 ? { Ustrd } : undefined,
  }
}

function proprietary(text: string | undefined): { Prtry: string } | undefined {
  const said = elementText(text, 35)
  return said ? { Prtry: said } : undefined
}

export function groupHeader({ messageId, now }: Sending) {
  return {
    MsgId: messageId,
    CreDtTm: easternTime(now),
    NbOfTxs: '1',
    SttlmInf: { SttlmMtd: 'CLRG', ClrSys: { Cd: 'FDW' } },
  } as const
}

/** What the customer instructed: before deducted charges, or in another currency. */
function instructedOf({ instructed, amount, charges }: Instruction) {
  if (instructed) return { Ccy: instructed.currency, value: formatAmount(instructed.amount, instructed.currency) }
  return dollars(charges?.currency === 'USD' ? amount + charges.amount : amount)
}

/** Fedwire has no instruction to the next bank: it goes to the creditor's. */
function instructionsTo(instruction: Instruction): string[] | undefined {
  const { instructionForCreditorBank, instructionForNextBank } = instruction
  return pieces([instructionForCreditorBank, instructionForNextBank].filter(Boolean).join(' '), PIECES)
}

function instructionElements(instruction: Instruction): { InstrInf: string }[] | undefined {
  const texts = instructionsTo(instruction) ?? []
  return texts.length > 0 ? texts.map((InstrInf) => ({ InstrInf })) : undefined
}
