import { CashAccount38 } from '../components/accounts.ts'
import {
  BranchAndFinancialInstitutionIdentification6,
  Case5,
  CaseAssignment5,
  intermediaryAgents,
  previousInstructingAgents,
} from '../components/agents.ts'
import { ChargeBearerType1Code } from '../components/codes.ts'
import { DateAndDateTime2Choice, SupplementaryData1 } from '../components/general.ts'
import { PartyIdentification135 } from '../components/parties.ts'
import {
  AmountType4Choice,
  InstructionForCreditorAgent1,
  InstructionForNextAgent1,
  PaymentTypeInformation27,
  Purpose2Choice,
  SettlementInstruction7,
} from '../components/payments.ts'
import { RemittanceInformation16 } from '../components/remittance.ts'
import { ActiveOrHistoricCurrencyAndAmount, ISODate, Max35Text, Max140Text } from '../components/texts.ts'
import { UnderlyingTransaction5Choice } from '../components/underlying.ts'
import { many, optional, sequence } from '../description.ts'

const PaymentComplementaryInformation8 = sequence({
  InstrId: optional(Max35Text),
  EndToEndId: optional(Max35Text),
  TxId: optional(Max35Text),
  PmtTpInf: optional(PaymentTypeInformation27),
  ReqdExctnDt: optional(DateAndDateTime2Choice),
  ReqdColltnDt: optional(ISODate),
  IntrBkSttlmDt: optional(ISODate),
  Amt: optional(AmountType4Choice),
  IntrBkSttlmAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  ChrgBr: optional(ChargeBearerType1Code),
  UltmtDbtr: optional(PartyIdentification135),
  Dbtr: optional(PartyIdentification135),
  DbtrAcct: optional(CashAccount38),
  DbtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  DbtrAgtAcct: optional(CashAccount38),
  SttlmInf: optional(SettlementInstruction7),
  ...intermediaryAgents,
  CdtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  CdtrAgtAcct: optional(CashAccount38),
  Cdtr: optional(PartyIdentification135),
  CdtrAcct: optional(CashAccount38),
  UltmtCdtr: optional(PartyIdentification135),
  Purp: optional(Purpose2Choice),
  InstrForDbtrAgt: optional(Max140Text),
  ...previousInstructingAgents,
  InstrForNxtAgt: many(InstructionForNextAgent1),
  InstrForCdtrAgt: many(InstructionForCreditorAgent1),
  RmtInf: optional(RemittanceInformation16),
})

const AdditionalPaymentInformationV09 = sequence({
  Assgnmt: CaseAssignment5,
  Case: optional(Case5),
  Undrlyg: UnderlyingTransaction5Choice,
  Inf: PaymentComplementaryInformation8,
  SplmtryData: many(SupplementaryData1),
})

/** camt.028.001.09 */
export const Camt028_09 = sequence({
  AddtlPmtInf: AdditionalPaymentInformationV09,
})
