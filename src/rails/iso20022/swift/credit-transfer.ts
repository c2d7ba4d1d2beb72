import type { Temporal } from 'temporal-polyfill'
import { type Correspondent, correspondentOf, type Institution } from '../../../institution/institution.ts'
import type { Charges } from '../../../kernel/charges.ts'
import { accept, type Result, refuse } from '../../../kernel/result.ts'
import type { ChargeBearer, Instruction, MessageAmount } from '../../network.ts'
import { amountElement } from '../amounts.ts'
import { elementText, pieces } from '../common/text.ts'
import type { DocumentOf } from '../messages.ts'
import { fitsAmount } from './amount-words.ts'
import { identifierText } from './character-sets.ts'
import { accountOf, agentOf, nostroOf, partyOf } from './elements.ts'
import { momentText, type Outgoing, ownBic } from './envelope.ts'

type CustomerTransfer = DocumentOf<'pacs.008.001.08'>
type Transaction = CustomerTransfer['FIToFICstmrCdtTrf']['CdtTrfTxInf'][number]
type Agent = Transaction['DbtrAgt']

/** A payment as it is written: what it instructs, through whom, under which references. */
export interface Transfer {
  institution: Institution
  instruction: Instruction
  correspondent: Correspondent
  creditorBic: string
  messageId: string
  now: Temporal.Instant
}

const TERMS: Readonly<Record<ChargeBearer, Charges>> = { DEBT: 'OUR', CRED: 'BEN', SHAR: 'SHA' }

/** CBPR+: remittance information has one line, and an instruction to the next bank six of 35. */
const REMITTANCE_LENGTH = 140
const NEXT_BANK = { count: 6, length: 35 }
const CREDITOR_BANK = { count: 2, length: 140 }

/** Finds the way of an instruction, or says in words for its customer why it cannot be written. */
export function checkTransfer(
  institution: Institution,
  instruction: Instruction,
): Result<Pick<Transfer, 'correspondent' | 'creditorBic'>, string> {
  const { currency, creditorBank, chargeBearer, remittance, instructionForNextBank } = instruction
  const correspondent = correspondentOf(institution, currency)
  if (!correspondent) return refuse(`there is no correspondent for ${currency} any more`)
  if (!creditorBank.bic) return refuse("the beneficiary's bank has no BIC")
  const terms = TERMS[chargeBearer]
  if (!correspondent.charges.includes(terms))
    return refuse(`detailsOfCharges ${terms} is not agreed for ${currency}: use ${correspondent.charges.join(' or ')}`)
  if (!fitsAmount(instruction)) return refuse('a SWIFT payment has at most 14 digits')
  if (remittance.join(' ').length > REMITTANCE_LENGTH)
    return refuse(`the remittance information has more than ${REMITTANCE_LENGTH} characters`)
  if (instructionForNextBank && !pieces(instructionForNextBank, NEXT_BANK))
    return refuse('the instruction to the next bank does not fit six lines of 35 characters')
  if (instruction.instructionForCreditorBank && !pieces(instruction.instructionForCreditorBank, CREDITOR_BANK))
    return refuse("the instruction to the beneficiary's bank does not fit two lines of 140 characters")
  return accept({ correspondent, creditorBic: creditorBank.bic })
}

/**
 * The message goes with the money to the correspondent, or without it to the beneficiary's bank.
 */
export function customerTransfer(transfer: Transfer): Outgoing<'pacs.008.001.08'> {
  const { institution, instruction, correspondent, creditorBic, messageId, now } = transfer
  const isSerial = correspondent.settlementMethod === 'Serial'
  const to = isSerial ? correspondent.bic : creditorBic
  const account = nostroOf(correspondent)
  const agent = agentOf(correspondent.bic)
  const document: CustomerTransfer = {
    FIToFICstmrCdtTrf: {
      GrpHdr: {
        MsgId: messageId,
        CreDtTm: momentText(now, institution.timeZone),
        NbOfTxs: '1',
        SttlmInf: isSerial
          ? { SttlmMtd: 'INDA', SttlmAcct: account }
          : { SttlmMtd: 'COVE', InstgRmbrsmntAgt: agent, InstgRmbrsmntAgtAcct: account },
      },
      CdtTrfTxInf: [transactionOf(transfer, to)],
    },
  }
  return { type: 'pacs.008.001.08', usage: isStraightThrough(instruction) ? 'stp' : 'core', messageId, to, document }
}

function transactionOf({ institution, instruction, correspondent, creditorBic, messageId }: Transfer, to: string) {
  const own = agentOf(ownBic(institution))
  const { intermediaryBank: intermediary } = instruction
  const isSerial = correspondent.settlementMethod === 'Serial'
  const transaction: Transaction = {
    PmtId: { InstrId: messageId, EndToEndId: endToEndIdOf(instruction), UETR: instruction.uetr },
    PmtTpInf: typeOf(instruction),
    IntrBkSttlmAmt: amountElement(instruction),
    IntrBkSttlmDt: instruction.valueDate.toString(),
    ...amountsOf(instruction, own),
    InstgAgt: own,
    InstdAgt: agentOf(to),
    IntrmyAgt1: isSerial && intermediary?.bic ? agentOf(intermediary.bic) : undefined,
    UltmtDbtr: instruction.ultimateDebtor && partyOf(instruction.ultimateDebtor),
    Dbtr: partyOf(instruction.debtor),
    DbtrAcct: accountOf(instruction.debtorAccount),
    DbtrAgt: own,
    CdtrAgt: agentOf(creditorBic),
    Cdtr: partyOf(instruction.creditor),
    CdtrAcct: accountOf(instruction.creditorAccount),
    UltmtCdtr: instruction.ultimateCreditor && partyOf(instruction.ultimateCreditor),
    InstrForCdtrAgt: linesOf(instruction.instructionForCreditorBank, CREDITOR_BANK),
    InstrForNxtAgt: linesOf(instruction.instructionForNextBank, NEXT_BANK),
    Purp: purposeOf(instruction.purpose),
    RmtInf: remittanceOf(instruction),
  }
  return transaction
}

/**
 * The money of a payment by cover: pacs.009 COV, through the correspondents, with the UETR of the
 * payment and, as its end-to-end id, the instruction id of the customer's message.
 */
export function coverTransfer(
  transfer: Transfer,
  { InstrId, ...references }: { messageId: string; InstrId: string },
): Outgoing<'pacs.009.001.08'> {
  const { institution, instruction, correspondent, creditorBic, now } = transfer
  const { messageId } = references
  const own = agentOf(ownBic(institution))
  const { intermediaryBank } = instruction
  const { UltmtDbtr, Dbtr, DbtrAcct, DbtrAgt, CdtrAgt, Cdtr, CdtrAcct, UltmtCdtr, RmtInf, InstdAmt } = transactionOf(
    transfer,
    creditorBic,
  )
  const document: DocumentOf<'pacs.009.001.08'> = {
    FICdtTrf: {
      GrpHdr: {
        MsgId: messageId,
        CreDtTm: momentText(now, institution.timeZone),
        NbOfTxs: '1',
        SttlmInf: { SttlmMtd: 'INDA', SttlmAcct: nostroOf(correspondent) },
      },
      CdtTrfTxInf: [
        {
          PmtId: { InstrId: messageId, EndToEndId: InstrId, UETR: instruction.uetr },
          IntrBkSttlmAmt: amountElement(instruction),
          IntrBkSttlmDt: instruction.valueDate.toString(),
          InstgAgt: own,
          InstdAgt: agentOf(correspondent.bic),
          Dbtr: own,
          CdtrAgt: intermediaryBank?.bic ? agentOf(intermediaryBank.bic) : undefined,
          Cdtr: agentOf(creditorBic),
          UndrlygCstmrCdtTrf: {
            ...{ UltmtDbtr, Dbtr, DbtrAcct, DbtrAgt, CdtrAgt, Cdtr, CdtrAcct, UltmtCdtr },
            RmtInf,
            InstdAmt: InstdAmt ?? amountElement(instruction),
          },
        },
      ],
    },
  }
  return { type: 'pacs.009.001.08', usage: 'cov', messageId, to: correspondent.bic, document }
}

/**
 * InstdAmt, XchgRate and ChrgsInf. What the customer instructed is what is paid, and the charges
 * that were deducted. CRED names the deducted charges even if they are zero.
 */
function amountsOf(instruction: Instruction, own: Agent) {
  const { amount, currency, instructed, charges, chargeBearer } = instruction
  const zero = { amount: 0n, currency: instructed?.currency ?? currency }
  const deducted = charges ?? (chargeBearer === 'CRED' ? zero : undefined)
  const paid: MessageAmount = instructed ?? { amount, currency }
  const before = deducted?.currency === paid.currency ? { ...paid, amount: paid.amount + deducted.amount } : paid
  const isNamed = instructed !== undefined || deducted !== undefined
  const isExchanged = before.currency !== currency
  return {
    InstdAmt: isNamed ? amountElement(before) : undefined,
    XchgRate: isExchanged ? instructed?.exchangeRate : undefined,
    ChrgBr: chargeBearer,
    ...(deducted && { ChrgsInf: [{ Amt: amountElement(deducted), Agt: own }] }),
  }
}

/** pacs.008 STP: nothing in it needs a person on the way. */
function isStraightThrough({ instructionForCreditorBank, instructionForNextBank }: Instruction): boolean {
  return !instructionForCreditorBank && !instructionForNextBank
}

/** PmtId/EndToEndId is given in every message: NOTPROVIDED if the customer gave none. */
function endToEndIdOf({ endToEndId }: Instruction): string {
  return identifierText(endToEndId) ?? 'NOTPROVIDED'
}

function typeOf({ localInstrument, categoryPurpose }: Instruction): Transaction['PmtTpInf'] {
  const local = elementText(localInstrument, 35)
  const category = elementText(categoryPurpose, 35)
  if (!local && !category) return undefined
  return {
    LclInstrm: local ? { Prtry: local } : undefined,
    CtgyPurp: category ? { Prtry: category } : undefined,
  }
}

/** Four capital letters are a code of ExternalPurpose1Code. */
function purposeOf(purpose: string | undefined): Transaction['Purp'] {
  const said = elementText(purpose, 35)
  if (!said) return undefined
  return /^[A-Z]{4}$/.test(said) ? { Cd: said } : { Prtry: said }
}

function remittanceOf({ remittance }: Instruction): Transaction['RmtInf'] {
  const line = elementText(remittance.join(' '), REMITTANCE_LENGTH)
  return line ? { Ustrd: [line] } : undefined
}

function linesOf(text: string | undefined, bounds: { count: number; length: number }) {
  const lines = text ? (pieces(text, bounds) ?? []) : []
  return lines.length > 0 ? lines.map((InstrInf) => ({ InstrInf })) : undefined
}
