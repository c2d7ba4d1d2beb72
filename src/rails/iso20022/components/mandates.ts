import { choice, optional, sequence } from '../description.ts'
import { CashAccount38 } from './accounts.ts'
import { BranchAndFinancialInstitutionIdentification6 } from './agents.ts'
import { Frequency6Code, MandateClassification1Code } from './codes.ts'
import { ExternalMandateSetupReason1Code } from './external-codes.ts'
import { PartyIdentification135 } from './parties.ts'
import { CategoryPurpose1Choice, LocalInstrument2Choice, ServiceLevel8Choice } from './payments.ts'
import {
  DecimalNumber,
  Exact2NumericText,
  ISODate,
  ISODateTime,
  Max10KBinary,
  Max35Text,
  Max70Text,
  Max1025Text,
  TrueFalseIndicator,
} from './texts.ts'

const FrequencyPeriod1 = sequence({
  Tp: Frequency6Code,
  CntPerPrd: DecimalNumber,
})

const FrequencyAndMoment1 = sequence({
  Tp: Frequency6Code,
  PtInTm: Exact2NumericText,
})

const Frequency36Choice = choice({
  Tp: Frequency6Code,
  Prd: FrequencyPeriod1,
  PtInTm: FrequencyAndMoment1,
})

const MandateSetupReason1Choice = choice({
  Cd: ExternalMandateSetupReason1Code,
  Prtry: Max70Text,
})

const AmendmentInformationDetails13 = sequence({
  OrgnlMndtId: optional(Max35Text),
  OrgnlCdtrSchmeId: optional(PartyIdentification135),
  OrgnlCdtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  OrgnlCdtrAgtAcct: optional(CashAccount38),
  OrgnlDbtr: optional(PartyIdentification135),
  OrgnlDbtrAcct: optional(CashAccount38),
  OrgnlDbtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  OrgnlDbtrAgtAcct: optional(CashAccount38),
  OrgnlFnlColltnDt: optional(ISODate),
  OrgnlFrqcy: optional(Frequency36Choice),
  OrgnlRsn: optional(MandateSetupReason1Choice),
  OrgnlTrckgDays: optional(Exact2NumericText),
})

const MandateClassification1Choice = choice({
  Cd: MandateClassification1Code,
  Prtry: Max35Text,
})

const MandateTypeInformation2 = sequence({
  SvcLvl: optional(ServiceLevel8Choice),
  LclInstrm: optional(LocalInstrument2Choice),
  CtgyPurp: optional(CategoryPurpose1Choice),
  Clssfctn: optional(MandateClassification1Choice),
})

const CreditTransferMandateData1 = sequence({
  MndtId: optional(Max35Text),
  Tp: optional(MandateTypeInformation2),
  DtOfSgntr: optional(ISODate),
  DtOfVrfctn: optional(ISODateTime),
  ElctrncSgntr: optional(Max10KBinary),
  FrstPmtDt: optional(ISODate),
  FnlPmtDt: optional(ISODate),
  Frqcy: optional(Frequency36Choice),
  Rsn: optional(MandateSetupReason1Choice),
})

export const MandateRelatedInformation14 = sequence({
  MndtId: optional(Max35Text),
  DtOfSgntr: optional(ISODate),
  AmdmntInd: optional(TrueFalseIndicator),
  AmdmntInfDtls: optional(AmendmentInformationDetails13),
  ElctrncSgntr: optional(Max1025Text),
  FrstColltnDt: optional(ISODate),
  FnlColltnDt: optional(ISODate),
  Frqcy: optional(Frequency36Choice),
  Rsn: optional(MandateSetupReason1Choice),
  TrckgDays: optional(Exact2NumericText),
})

export const MandateRelatedData1Choice = choice({
  DrctDbtMndt: optional(MandateRelatedInformation14),
  CdtTrfMndt: optional(CreditTransferMandateData1),
})
