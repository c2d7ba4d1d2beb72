import { choice, many, optional, sequence } from '../description.ts'
import { CashAccount38 } from './accounts.ts'
import { BranchAndFinancialInstitutionIdentification6 } from './agents.ts'
import {
  ClearingChannel2Code,
  Instruction3Code,
  Instruction4Code,
  Priority2Code,
  RegulatoryReportingType1Code,
  RemittanceLocationMethod2Code,
  SequenceType3Code,
  SettlementMethod1Code,
} from './codes.ts'
import {
  ExternalCashClearingSystem1Code,
  ExternalCategoryPurpose1Code,
  ExternalLocalInstrument1Code,
  ExternalPurpose1Code,
  ExternalServiceLevel1Code,
} from './external-codes.ts'
import { NameAndAddress16 } from './parties.ts'
import {
  ActiveOrHistoricCurrencyAndAmount,
  ActiveOrHistoricCurrencyCode,
  CountryCode,
  ISODate,
  ISODateTime,
  Max10Text,
  Max35Text,
  Max140Text,
  Max2048Text,
} from './texts.ts'

const EquivalentAmount2 = sequence({
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CcyOfTrf: ActiveOrHistoricCurrencyCode,
})

export const AmountType4Choice = choice({
  InstdAmt: ActiveOrHistoricCurrencyAndAmount,
  EqvtAmt: EquivalentAmount2,
})

export const CategoryPurpose1Choice = choice({
  Cd: ExternalCategoryPurpose1Code,
  Prtry: Max35Text,
})

export const Charges7 = sequence({
  Amt: ActiveOrHistoricCurrencyAndAmount,
  Agt: BranchAndFinancialInstitutionIdentification6,
})

const ClearingSystemIdentification3Choice = choice({
  Cd: ExternalCashClearingSystem1Code,
  Prtry: Max35Text,
})

export const GroupHeader91 = sequence({
  MsgId: Max35Text,
  CreDtTm: ISODateTime,
  InstgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdAgt: optional(BranchAndFinancialInstitutionIdentification6),
})

export const InstructionForCreditorAgent1 = sequence({
  Cd: optional(Instruction3Code),
  InstrInf: optional(Max140Text),
})

export const InstructionForNextAgent1 = sequence({
  Cd: optional(Instruction4Code),
  InstrInf: optional(Max140Text),
})

export const LocalInstrument2Choice = choice({
  Cd: ExternalLocalInstrument1Code,
  Prtry: Max35Text,
})

export const ServiceLevel8Choice = choice({
  Cd: ExternalServiceLevel1Code,
  Prtry: Max35Text,
})

export const PaymentTypeInformation27 = sequence({
  InstrPrty: optional(Priority2Code),
  ClrChanl: optional(ClearingChannel2Code),
  SvcLvl: many(ServiceLevel8Choice),
  LclInstrm: optional(LocalInstrument2Choice),
  SeqTp: optional(SequenceType3Code),
  CtgyPurp: optional(CategoryPurpose1Choice),
})

export const Purpose2Choice = choice({
  Cd: ExternalPurpose1Code,
  Prtry: Max35Text,
})

const RegulatoryAuthority2 = sequence({
  Nm: optional(Max140Text),
  Ctry: optional(CountryCode),
})

const StructuredRegulatoryReporting3 = sequence({
  Tp: optional(Max35Text),
  Dt: optional(ISODate),
  Ctry: optional(CountryCode),
  Cd: optional(Max10Text),
  Amt: optional(ActiveOrHistoricCurrencyAndAmount),
  Inf: many(Max35Text),
})

export const RegulatoryReporting3 = sequence({
  DbtCdtRptgInd: optional(RegulatoryReportingType1Code),
  Authrty: optional(RegulatoryAuthority2),
  Dtls: many(StructuredRegulatoryReporting3),
})

const RemittanceLocationData1 = sequence({
  Mtd: RemittanceLocationMethod2Code,
  ElctrncAdr: optional(Max2048Text),
  PstlAdr: optional(NameAndAddress16),
})

export const RemittanceLocation7 = sequence({
  RmtId: optional(Max35Text),
  RmtLctnDtls: many(RemittanceLocationData1),
})

export const SettlementDateTimeIndication1 = sequence({
  DbtDtTm: optional(ISODateTime),
  CdtDtTm: optional(ISODateTime),
})

export const SettlementInstruction7 = sequence({
  SttlmMtd: SettlementMethod1Code,
  SttlmAcct: optional(CashAccount38),
  ClrSys: optional(ClearingSystemIdentification3Choice),
  InstgRmbrsmntAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstgRmbrsmntAgtAcct: optional(CashAccount38),
  InstdRmbrsmntAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdRmbrsmntAgtAcct: optional(CashAccount38),
  ThrdRmbrsmntAgt: optional(BranchAndFinancialInstitutionIdentification6),
  ThrdRmbrsmntAgtAcct: optional(CashAccount38),
})
