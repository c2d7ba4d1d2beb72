import { type Description, many, optional } from '../description.ts'
import { CashAccount38 } from './accounts.ts'
import {
  BranchAndFinancialInstitutionIdentification6,
  intermediaryAgents,
  previousInstructingAgents,
} from './agents.ts'
import { PartyIdentification135 } from './parties.ts'
import { InstructionForNextAgent1 } from './payments.ts'
import { RemittanceInformation16, TaxInformation8 } from './remittance.ts'
import { ActiveOrHistoricCurrencyAndAmount } from './texts.ts'

/**
 * The transfer of a customer that a transfer between banks covers, with the instruction for the
 * creditor's agent as each version has it.
 */
export const underlyingCustomerTransfer = <const Instruction extends Description>(
  instructionForCreditorAgent: Instruction,
) => ({
  UltmtDbtr: optional(PartyIdentification135),
  InitgPty: optional(PartyIdentification135),
  Dbtr: PartyIdentification135,
  DbtrAcct: optional(CashAccount38),
  DbtrAgt: BranchAndFinancialInstitutionIdentification6,
  DbtrAgtAcct: optional(CashAccount38),
  ...previousInstructingAgents,
  ...intermediaryAgents,
  CdtrAgt: BranchAndFinancialInstitutionIdentification6,
  CdtrAgtAcct: optional(CashAccount38),
  Cdtr: PartyIdentification135,
  CdtrAcct: optional(CashAccount38),
  UltmtCdtr: optional(PartyIdentification135),
  InstrForCdtrAgt: many(instructionForCreditorAgent),
  InstrForNxtAgt: many(InstructionForNextAgent1),
  Tax: optional(TaxInformation8),
  RmtInf: optional(RemittanceInformation16),
  InstdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
})
