import { choice, many, optional, sequence } from '../description.ts'
import { AccountIdentification4Choice, CashAccountType2Choice, ProxyAccountIdentification1 } from './accounts.ts'
import { BranchAndFinancialInstitutionIdentification6 } from './agents.ts'
import { ChargeBearerType1Code, CreditDebitCode, InterestType1Code } from './codes.ts'
import {
  ExternalBalanceSubType1Code,
  ExternalBalanceType1Code,
  ExternalBankTransactionDomain1Code,
  ExternalBankTransactionFamily1Code,
  ExternalBankTransactionSubFamily1Code,
  ExternalChargeType1Code,
  ExternalCreditLineType1Code,
  ExternalEntryStatus1Code,
  ExternalReportingSource1Code,
} from './external-codes.ts'
import { DateAndDateTime2Choice } from './general.ts'
import { OriginalBusinessQuery1 } from './originals.ts'
import { PartyIdentification135 } from './parties.ts'
import { DatePeriod2 } from './remittance.ts'
import {
  ActiveOrHistoricCurrencyAndAmount,
  ActiveOrHistoricCurrencyCode,
  BaseOneRate,
  ChargeIncludedIndicator,
  DecimalNumber,
  ImpliedCurrencyAndAmount,
  ISODate,
  ISODateTime,
  Max5NumericText,
  Max15NumericText,
  Max15PlusSignedNumericText,
  Max35Text,
  Max70Text,
  Max500Text,
  NonNegativeDecimalNumber,
  PercentageRate,
  TrueFalseIndicator,
  YesNoIndicator,
} from './texts.ts'

const InterestType1Choice = choice({
  Cd: InterestType1Code,
  Prtry: Max35Text,
})

const RateType4Choice = choice({
  Pctg: PercentageRate,
  Othr: Max35Text,
})

const AmountRangeBoundary1 = sequence({
  BdryAmt: ImpliedCurrencyAndAmount,
  Incl: YesNoIndicator,
})

const FromToAmountRange1 = sequence({
  FrAmt: AmountRangeBoundary1,
  ToAmt: AmountRangeBoundary1,
})

const ImpliedCurrencyAmountRange1Choice = choice({
  FrAmt: AmountRangeBoundary1,
  ToAmt: AmountRangeBoundary1,
  FrToAmt: FromToAmountRange1,
  EQAmt: ImpliedCurrencyAndAmount,
  NEQAmt: ImpliedCurrencyAndAmount,
})

const ActiveOrHistoricCurrencyAndAmountRange2 = sequence({
  Amt: ImpliedCurrencyAmountRange1Choice,
  CdtDbtInd: optional(CreditDebitCode),
  Ccy: ActiveOrHistoricCurrencyCode,
})

const Rate4 = sequence({
  Tp: RateType4Choice,
  VldtyRg: optional(ActiveOrHistoricCurrencyAndAmountRange2),
})

export const DateTimePeriod1 = sequence({
  FrDtTm: ISODateTime,
  ToDtTm: ISODateTime,
})

const TaxCharges2 = sequence({
  Id: optional(Max35Text),
  Rate: optional(PercentageRate),
  Amt: optional(ActiveOrHistoricCurrencyAndAmount),
})

export const AccountInterest4 = sequence({
  Tp: optional(InterestType1Choice),
  Rate: many(Rate4),
  FrToDt: optional(DateTimePeriod1),
  Rsn: optional(Max35Text),
  Tax: optional(TaxCharges2),
})

const CurrencyExchange5 = sequence({
  SrcCcy: ActiveOrHistoricCurrencyCode,
  TrgtCcy: optional(ActiveOrHistoricCurrencyCode),
  UnitCcy: optional(ActiveOrHistoricCurrencyCode),
  XchgRate: BaseOneRate,
  CtrctId: optional(Max35Text),
  QtnDt: optional(ISODateTime),
})

const AmountAndCurrencyExchangeDetails3 = sequence({
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CcyXchg: optional(CurrencyExchange5),
})

const AmountAndCurrencyExchangeDetails4 = sequence({
  Tp: Max35Text,
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CcyXchg: optional(CurrencyExchange5),
})

export const AmountAndCurrencyExchange3 = sequence({
  InstdAmt: optional(AmountAndCurrencyExchangeDetails3),
  TxAmt: optional(AmountAndCurrencyExchangeDetails3),
  CntrValAmt: optional(AmountAndCurrencyExchangeDetails3),
  AnncdPstngAmt: optional(AmountAndCurrencyExchangeDetails3),
  PrtryAmt: many(AmountAndCurrencyExchangeDetails4),
})

const AmountAndDirection35 = sequence({
  Amt: NonNegativeDecimalNumber,
  CdtDbtInd: CreditDebitCode,
})

const BalanceSubType1Choice = choice({
  Cd: ExternalBalanceSubType1Code,
  Prtry: Max35Text,
})

const BalanceType10Choice = choice({
  Cd: ExternalBalanceType1Code,
  Prtry: Max35Text,
})

export const BalanceType13 = sequence({
  CdOrPrtry: BalanceType10Choice,
  SubTp: optional(BalanceSubType1Choice),
})

const BankTransactionCodeStructure6 = sequence({
  Cd: ExternalBankTransactionFamily1Code,
  SubFmlyCd: ExternalBankTransactionSubFamily1Code,
})

const BankTransactionCodeStructure5 = sequence({
  Cd: ExternalBankTransactionDomain1Code,
  Fmly: BankTransactionCodeStructure6,
})

const ProprietaryBankTransactionCodeStructure1 = sequence({
  Cd: Max35Text,
  Issr: optional(Max35Text),
})

export const BankTransactionCodeStructure4 = sequence({
  Domn: optional(BankTransactionCodeStructure5),
  Prtry: optional(ProprietaryBankTransactionCodeStructure1),
})

export const CashAccount39 = sequence({
  Id: AccountIdentification4Choice,
  Tp: optional(CashAccountType2Choice),
  Ccy: optional(ActiveOrHistoricCurrencyCode),
  Nm: optional(Max70Text),
  Prxy: optional(ProxyAccountIdentification1),
  Ownr: optional(PartyIdentification135),
  Svcr: optional(BranchAndFinancialInstitutionIdentification6),
})

const CashAvailabilityDate1Choice = choice({
  NbOfDays: Max15PlusSignedNumericText,
  ActlDt: ISODate,
})

export const CashAvailability1 = sequence({
  Dt: CashAvailabilityDate1Choice,
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: CreditDebitCode,
})

const CreditLineType1Choice = choice({
  Cd: ExternalCreditLineType1Code,
  Prtry: Max35Text,
})

const CreditLine3 = sequence({
  Incl: TrueFalseIndicator,
  Tp: optional(CreditLineType1Choice),
  Amt: optional(ActiveOrHistoricCurrencyAndAmount),
  Dt: optional(DateAndDateTime2Choice),
})

export const CashBalance8 = sequence({
  Tp: BalanceType13,
  CdtLine: many(CreditLine3),
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: CreditDebitCode,
  Dt: DateAndDateTime2Choice,
  Avlbty: many(CashAvailability1),
})

const GenericIdentification3 = sequence({
  Id: Max35Text,
  Issr: optional(Max35Text),
})

const ChargeType3Choice = choice({
  Cd: ExternalChargeType1Code,
  Prtry: GenericIdentification3,
})

const ChargesRecord3 = sequence({
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: optional(CreditDebitCode),
  ChrgInclInd: optional(ChargeIncludedIndicator),
  Tp: optional(ChargeType3Choice),
  Rate: optional(PercentageRate),
  Br: optional(ChargeBearerType1Code),
  Agt: optional(BranchAndFinancialInstitutionIdentification6),
  Tax: optional(TaxCharges2),
})

export const Charges6 = sequence({
  TtlChrgsAndTaxAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Rcrd: many(ChargesRecord3),
})

export const DateOrDateTimePeriod1Choice = choice({
  Dt: DatePeriod2,
  DtTm: DateTimePeriod1,
})

export const EntryStatus1Choice = choice({
  Cd: ExternalEntryStatus1Code,
  Prtry: Max35Text,
})

export const Pagination1 = sequence({
  PgNb: Max5NumericText,
  LastPgInd: YesNoIndicator,
})

export const GroupHeader81 = sequence({
  MsgId: Max35Text,
  CreDtTm: ISODateTime,
  MsgRcpt: optional(PartyIdentification135),
  MsgPgntn: optional(Pagination1),
  OrgnlBizQry: optional(OriginalBusinessQuery1),
  AddtlInf: optional(Max500Text),
})

const InterestRecord2 = sequence({
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: CreditDebitCode,
  Tp: optional(InterestType1Choice),
  Rate: optional(Rate4),
  FrToDt: optional(DateTimePeriod1),
  Rsn: optional(Max35Text),
  Tax: optional(TaxCharges2),
})

const NumberAndSumOfTransactions1 = sequence({
  NbOfNtries: optional(Max15NumericText),
  Sum: optional(DecimalNumber),
})

const NumberAndSumOfTransactions4 = sequence({
  NbOfNtries: optional(Max15NumericText),
  Sum: optional(DecimalNumber),
  TtlNetNtry: optional(AmountAndDirection35),
})

export const ReportingSource1Choice = choice({
  Cd: ExternalReportingSource1Code,
  Prtry: Max35Text,
})

const TotalsPerBankTransactionCode5 = sequence({
  NbOfNtries: optional(Max15NumericText),
  Sum: optional(DecimalNumber),
  TtlNetNtry: optional(AmountAndDirection35),
  CdtNtries: optional(NumberAndSumOfTransactions1),
  DbtNtries: optional(NumberAndSumOfTransactions1),
  FcstInd: optional(TrueFalseIndicator),
  BkTxCd: BankTransactionCodeStructure4,
  Avlbty: many(CashAvailability1),
  Dt: optional(DateAndDateTime2Choice),
})

export const TotalTransactions6 = sequence({
  TtlNtries: optional(NumberAndSumOfTransactions4),
  TtlCdtNtries: optional(NumberAndSumOfTransactions1),
  TtlDbtNtries: optional(NumberAndSumOfTransactions1),
  TtlNtriesPerBkTxCd: many(TotalsPerBankTransactionCode5),
})

export const TransactionInterest4 = sequence({
  TtlIntrstAndTaxAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Rcrd: many(InterestRecord2),
})
