import { atLeastOne, choice, type Description, many, optional, sequence } from '../description.ts'
import { CashAccount38 } from './accounts.ts'
import { BranchAndFinancialInstitutionIdentification6, Case5, Party40Choice } from './agents.ts'
import { PaymentMethod4Code } from './codes.ts'
import {
  ExternalCancellationReason1Code,
  ExternalInvestigationSubType1Code,
  ExternalInvestigationType1Code,
  ExternalPaymentTransactionStatus1Code,
  ExternalReturnReason1Code,
  ExternalStatusReason1Code,
} from './external-codes.ts'
import { DateAndDateTime2Choice } from './general.ts'
import { MandateRelatedInformation14 } from './mandates.ts'
import { PartyIdentification135 } from './parties.ts'
import { AmountType4Choice, PaymentTypeInformation27, Purpose2Choice, SettlementInstruction7 } from './payments.ts'
import { RemittanceInformation16 } from './remittance.ts'
import {
  ActiveOrHistoricCurrencyAndAmount,
  DecimalNumber,
  GroupCancellationIndicator,
  ISODate,
  ISODateTime,
  Max15NumericText,
  Max35Text,
  Max105Text,
} from './texts.ts'

const CancellationReason33Choice = choice({
  Cd: ExternalCancellationReason1Code,
  Prtry: Max35Text,
})

export const ControlData1 = sequence({
  NbOfTxs: Max15NumericText,
  CtrlSum: optional(DecimalNumber),
})

export const InvestigationSubType1Choice = choice({
  Cd: ExternalInvestigationSubType1Code,
})

export const InvestigationType1Choice = choice({
  Cd: ExternalInvestigationType1Code,
})

export const NumberOfTransactionsPerStatus5 = sequence({
  DtldNbOfTxs: Max15NumericText,
  DtldSts: ExternalPaymentTransactionStatus1Code,
  DtldCtrlSum: optional(DecimalNumber),
})

export const OriginalBusinessQuery1 = sequence({
  MsgId: Max35Text,
  MsgNmId: optional(Max35Text),
  CreDtTm: optional(ISODateTime),
})

export const PaymentCancellationReason5 = sequence({
  Orgtr: optional(PartyIdentification135),
  Rsn: optional(CancellationReason33Choice),
  AddtlInf: many(Max105Text),
})

export const OriginalGroupHeader15 = sequence({
  GrpCxlId: optional(Max35Text),
  Case: optional(Case5),
  OrgnlMsgId: Max35Text,
  OrgnlMsgNmId: Max35Text,
  OrgnlCreDtTm: optional(ISODateTime),
  NbOfTxs: optional(Max15NumericText),
  CtrlSum: optional(DecimalNumber),
  GrpCxl: optional(GroupCancellationIndicator),
  CxlRsnInf: many(PaymentCancellationReason5),
})

export const OriginalGroupInformation29 = sequence({
  OrgnlMsgId: Max35Text,
  OrgnlMsgNmId: Max35Text,
  OrgnlCreDtTm: optional(ISODateTime),
})

/** What the versions of OriginalTransactionReference say, with the mandate as each has it. */
export const originalTransactionReference = <const Mandate extends Description>(mandate: Mandate) => ({
  IntrBkSttlmAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Amt: optional(AmountType4Choice),
  IntrBkSttlmDt: optional(ISODate),
  ReqdColltnDt: optional(ISODate),
  ReqdExctnDt: optional(DateAndDateTime2Choice),
  CdtrSchmeId: optional(PartyIdentification135),
  SttlmInf: optional(SettlementInstruction7),
  PmtTpInf: optional(PaymentTypeInformation27),
  PmtMtd: optional(PaymentMethod4Code),
  MndtRltdInf: optional(mandate),
  RmtInf: optional(RemittanceInformation16),
  UltmtDbtr: optional(Party40Choice),
  Dbtr: optional(Party40Choice),
  DbtrAcct: optional(CashAccount38),
  DbtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  DbtrAgtAcct: optional(CashAccount38),
  CdtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  CdtrAgtAcct: optional(CashAccount38),
  Cdtr: optional(Party40Choice),
  CdtrAcct: optional(CashAccount38),
  UltmtCdtr: optional(Party40Choice),
  Purp: optional(Purpose2Choice),
})

export const OriginalTransactionReference28 = sequence(originalTransactionReference(MandateRelatedInformation14))

export const ReturnReason5Choice = choice({
  Cd: ExternalReturnReason1Code,
  Prtry: Max35Text,
})

const SequenceRange1 = sequence({
  FrSeq: Max35Text,
  ToSeq: Max35Text,
})

export const SequenceRange1Choice = choice({
  FrSeq: Max35Text,
  ToSeq: Max35Text,
  FrToSeq: atLeastOne(SequenceRange1),
  EQSeq: atLeastOne(Max35Text),
  NEQSeq: atLeastOne(Max35Text),
})

const StatusReason6Choice = choice({
  Cd: ExternalStatusReason1Code,
  Prtry: Max35Text,
})

export const StatusReasonInformation12 = sequence({
  Orgtr: optional(PartyIdentification135),
  Rsn: optional(StatusReason6Choice),
  AddtlInf: many(Max105Text),
})
