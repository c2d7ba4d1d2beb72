import { CashAccount38 } from '../components/accounts.ts'
import {
  BranchAndFinancialInstitutionIdentification6,
  intermediaryAgents,
  previousInstructingAgents,
} from '../components/agents.ts'
import { Priority3Code } from '../components/codes.ts'
import {
  GroupHeader93,
  PaymentIdentification7,
  PaymentTypeInformation28,
  SettlementTimeRequest2,
} from '../components/credit-transfers.ts'
import { SupplementaryData1 } from '../components/general.ts'
import {
  InstructionForCreditorAgent1,
  InstructionForNextAgent1,
  Purpose2Choice,
  SettlementDateTimeIndication1,
} from '../components/payments.ts'
import { ActiveCurrencyAndAmount, ISODate, Max140Text } from '../components/texts.ts'
import { underlyingCustomerTransfer } from '../components/underlying-transfer.ts'
import { atLeastOne, codes, many, optional, sequence } from '../description.ts'

const Instruction5Code = codes('PHOB', 'TELB')

const InstructionForCreditorAgent2 = sequence({
  Cd: optional(Instruction5Code),
  InstrInf: optional(Max140Text),
})

const RemittanceInformation2 = sequence({
  Ustrd: many(Max140Text),
})

const CreditTransferTransaction37 = sequence(underlyingCustomerTransfer(InstructionForCreditorAgent1))

const CreditTransferTransaction36 = sequence({
  PmtId: PaymentIdentification7,
  PmtTpInf: optional(PaymentTypeInformation28),
  IntrBkSttlmAmt: ActiveCurrencyAndAmount,
  IntrBkSttlmDt: optional(ISODate),
  SttlmPrty: optional(Priority3Code),
  SttlmTmIndctn: optional(SettlementDateTimeIndication1),
  SttlmTmReq: optional(SettlementTimeRequest2),
  ...previousInstructingAgents,
  InstgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdAgt: optional(BranchAndFinancialInstitutionIdentification6),
  ...intermediaryAgents,
  UltmtDbtr: optional(BranchAndFinancialInstitutionIdentification6),
  Dbtr: BranchAndFinancialInstitutionIdentification6,
  DbtrAcct: optional(CashAccount38),
  DbtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  DbtrAgtAcct: optional(CashAccount38),
  CdtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  CdtrAgtAcct: optional(CashAccount38),
  Cdtr: BranchAndFinancialInstitutionIdentification6,
  CdtrAcct: optional(CashAccount38),
  UltmtCdtr: optional(BranchAndFinancialInstitutionIdentification6),
  InstrForCdtrAgt: many(InstructionForCreditorAgent2),
  InstrForNxtAgt: many(InstructionForNextAgent1),
  Purp: optional(Purpose2Choice),
  RmtInf: optional(RemittanceInformation2),
  UndrlygCstmrCdtTrf: optional(CreditTransferTransaction37),
  SplmtryData: many(SupplementaryData1),
})

const FinancialInstitutionCreditTransferV08 = sequence({
  GrpHdr: GroupHeader93,
  CdtTrfTxInf: atLeastOne(CreditTransferTransaction36),
  SplmtryData: many(SupplementaryData1),
})

/** pacs.009.001.08 */
export const Pacs009_08 = sequence({
  FICdtTrf: FinancialInstitutionCreditTransferV08,
})
