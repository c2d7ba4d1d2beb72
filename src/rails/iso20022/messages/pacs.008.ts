import { CashAccount38 } from '../components/accounts.ts'
import {
  BranchAndFinancialInstitutionIdentification6,
  intermediaryAgents,
  previousInstructingAgents,
} from '../components/agents.ts'
import { ChargeBearerType1Code, Priority3Code } from '../components/codes.ts'
import {
  GroupHeader93,
  PaymentIdentification7,
  PaymentTypeInformation28,
  SettlementTimeRequest2,
} from '../components/credit-transfers.ts'
import { SupplementaryData1 } from '../components/general.ts'
import { PartyIdentification135 } from '../components/parties.ts'
import {
  Charges7,
  InstructionForCreditorAgent1,
  InstructionForNextAgent1,
  Purpose2Choice,
  RegulatoryReporting3,
  RemittanceLocation7,
  SettlementDateTimeIndication1,
} from '../components/payments.ts'
import { RemittanceInformation16, TaxInformation8 } from '../components/remittance.ts'
import {
  ActiveCurrencyAndAmount,
  ActiveOrHistoricCurrencyAndAmount,
  BaseOneRate,
  ISODate,
  ISODateTime,
} from '../components/texts.ts'
import { atLeastOne, many, optional, sequence } from '../description.ts'

const CreditTransferTransaction39 = sequence({
  PmtId: PaymentIdentification7,
  PmtTpInf: optional(PaymentTypeInformation28),
  IntrBkSttlmAmt: ActiveCurrencyAndAmount,
  IntrBkSttlmDt: optional(ISODate),
  SttlmPrty: optional(Priority3Code),
  SttlmTmIndctn: optional(SettlementDateTimeIndication1),
  SttlmTmReq: optional(SettlementTimeRequest2),
  AccptncDtTm: optional(ISODateTime),
  PoolgAdjstmntDt: optional(ISODate),
  InstdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  XchgRate: optional(BaseOneRate),
  ChrgBr: ChargeBearerType1Code,
  ChrgsInf: many(Charges7),
  ...previousInstructingAgents,
  InstgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdAgt: optional(BranchAndFinancialInstitutionIdentification6),
  ...intermediaryAgents,
  UltmtDbtr: optional(PartyIdentification135),
  InitgPty: optional(PartyIdentification135),
  Dbtr: PartyIdentification135,
  DbtrAcct: optional(CashAccount38),
  DbtrAgt: BranchAndFinancialInstitutionIdentification6,
  DbtrAgtAcct: optional(CashAccount38),
  CdtrAgt: BranchAndFinancialInstitutionIdentification6,
  CdtrAgtAcct: optional(CashAccount38),
  Cdtr: PartyIdentification135,
  CdtrAcct: optional(CashAccount38),
  UltmtCdtr: optional(PartyIdentification135),
  InstrForCdtrAgt: many(InstructionForCreditorAgent1),
  InstrForNxtAgt: many(InstructionForNextAgent1),
  Purp: optional(Purpose2Choice),
  RgltryRptg: many(RegulatoryReporting3, 10),
  Tax: optional(TaxInformation8),
  RltdRmtInf: many(RemittanceLocation7, 10),
  RmtInf: optional(RemittanceInformation16),
  SplmtryData: many(SupplementaryData1),
})

const FIToFICustomerCreditTransferV08 = sequence({
  GrpHdr: GroupHeader93,
  CdtTrfTxInf: atLeastOne(CreditTransferTransaction39),
  SplmtryData: many(SupplementaryData1),
})

/** pacs.008.001.08 */
export const Pacs008_08 = sequence({
  FIToFICstmrCdtTrf: FIToFICustomerCreditTransferV08,
})
