import { atLeastOne, choice, many, optional, sequence } from '../description.ts'
import { CreditDebitCode, DocumentType3Code, DocumentType6Code, TaxRecordPeriod1Code } from './codes.ts'
import {
  ExternalDiscountAmountType1Code,
  ExternalDocumentLineType1Code,
  ExternalGarnishmentType1Code,
  ExternalTaxAmountType1Code,
} from './external-codes.ts'
import { PartyIdentification135 } from './parties.ts'
import {
  ActiveOrHistoricCurrencyAndAmount,
  ISODate,
  Max4Text,
  Max35Text,
  Max140Text,
  Max2048Text,
  PercentageRate,
  TrueFalseIndicator,
  WholeNumber,
} from './texts.ts'

const CreditorReferenceType1Choice = choice({
  Cd: DocumentType3Code,
  Prtry: Max35Text,
})

const CreditorReferenceType2 = sequence({
  CdOrPrtry: CreditorReferenceType1Choice,
  Issr: optional(Max35Text),
})

const CreditorReferenceInformation2 = sequence({
  Tp: optional(CreditorReferenceType2),
  Ref: optional(Max35Text),
})

export const DatePeriod2 = sequence({
  FrDt: ISODate,
  ToDt: ISODate,
})

const DiscountAmountType1Choice = choice({
  Cd: ExternalDiscountAmountType1Code,
  Prtry: Max35Text,
})

const DiscountAmountAndType1 = sequence({
  Tp: optional(DiscountAmountType1Choice),
  Amt: ActiveOrHistoricCurrencyAndAmount,
})

const DocumentAdjustment1 = sequence({
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: optional(CreditDebitCode),
  Rsn: optional(Max4Text),
  AddtlInf: optional(Max140Text),
})

const DocumentLineType1Choice = choice({
  Cd: ExternalDocumentLineType1Code,
  Prtry: Max35Text,
})

const DocumentLineType1 = sequence({
  CdOrPrtry: DocumentLineType1Choice,
  Issr: optional(Max35Text),
})

const DocumentLineIdentification1 = sequence({
  Tp: optional(DocumentLineType1),
  Nb: optional(Max35Text),
  RltdDt: optional(ISODate),
})

const TaxAmountType1Choice = choice({
  Cd: ExternalTaxAmountType1Code,
  Prtry: Max35Text,
})

const TaxAmountAndType1 = sequence({
  Tp: optional(TaxAmountType1Choice),
  Amt: ActiveOrHistoricCurrencyAndAmount,
})

const RemittanceAmount3 = sequence({
  DuePyblAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  DscntApldAmt: many(DiscountAmountAndType1),
  CdtNoteAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  TaxAmt: many(TaxAmountAndType1),
  AdjstmntAmtAndRsn: many(DocumentAdjustment1),
  RmtdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
})

const DocumentLineInformation1 = sequence({
  Id: atLeastOne(DocumentLineIdentification1),
  Desc: optional(Max2048Text),
  Amt: optional(RemittanceAmount3),
})

const GarnishmentType1Choice = choice({
  Cd: ExternalGarnishmentType1Code,
  Prtry: Max35Text,
})

const GarnishmentType1 = sequence({
  CdOrPrtry: GarnishmentType1Choice,
  Issr: optional(Max35Text),
})

const Garnishment3 = sequence({
  Tp: GarnishmentType1,
  Grnshee: optional(PartyIdentification135),
  GrnshmtAdmstr: optional(PartyIdentification135),
  RefNb: optional(Max140Text),
  Dt: optional(ISODate),
  RmtdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  FmlyMdclInsrncInd: optional(TrueFalseIndicator),
  MplyeeTermntnInd: optional(TrueFalseIndicator),
})

const ReferredDocumentType3Choice = choice({
  Cd: DocumentType6Code,
  Prtry: Max35Text,
})

const ReferredDocumentType4 = sequence({
  CdOrPrtry: ReferredDocumentType3Choice,
  Issr: optional(Max35Text),
})

const ReferredDocumentInformation7 = sequence({
  Tp: optional(ReferredDocumentType4),
  Nb: optional(Max35Text),
  RltdDt: optional(ISODate),
  LineDtls: many(DocumentLineInformation1),
})

const RemittanceAmount2 = sequence({
  DuePyblAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  DscntApldAmt: many(DiscountAmountAndType1),
  CdtNoteAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  TaxAmt: many(TaxAmountAndType1),
  AdjstmntAmtAndRsn: many(DocumentAdjustment1),
  RmtdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
})

const TaxParty1 = sequence({
  TaxId: optional(Max35Text),
  RegnId: optional(Max35Text),
  TaxTp: optional(Max35Text),
})

const TaxAuthorisation1 = sequence({
  Titl: optional(Max35Text),
  Nm: optional(Max140Text),
})

const TaxParty2 = sequence({
  TaxId: optional(Max35Text),
  RegnId: optional(Max35Text),
  TaxTp: optional(Max35Text),
  Authstn: optional(TaxAuthorisation1),
})

const TaxPeriod2 = sequence({
  Yr: optional(ISODate),
  Tp: optional(TaxRecordPeriod1Code),
  FrToDt: optional(DatePeriod2),
})

const TaxRecordDetails2 = sequence({
  Prd: optional(TaxPeriod2),
  Amt: ActiveOrHistoricCurrencyAndAmount,
})

const TaxAmount2 = sequence({
  Rate: optional(PercentageRate),
  TaxblBaseAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  TtlAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Dtls: many(TaxRecordDetails2),
})

const TaxRecord2 = sequence({
  Tp: optional(Max35Text),
  Ctgy: optional(Max35Text),
  CtgyDtls: optional(Max35Text),
  DbtrSts: optional(Max35Text),
  CertId: optional(Max35Text),
  FrmsCd: optional(Max35Text),
  Prd: optional(TaxPeriod2),
  TaxAmt: optional(TaxAmount2),
  AddtlInf: optional(Max140Text),
})

const TaxInformation7 = sequence({
  Cdtr: optional(TaxParty1),
  Dbtr: optional(TaxParty2),
  UltmtDbtr: optional(TaxParty2),
  AdmstnZone: optional(Max35Text),
  RefNb: optional(Max140Text),
  Mtd: optional(Max35Text),
  TtlTaxblBaseAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  TtlTaxAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Dt: optional(ISODate),
  SeqNb: optional(WholeNumber),
  Rcrd: many(TaxRecord2),
})

export const StructuredRemittanceInformation16 = sequence({
  RfrdDocInf: many(ReferredDocumentInformation7),
  RfrdDocAmt: optional(RemittanceAmount2),
  CdtrRefInf: optional(CreditorReferenceInformation2),
  Invcr: optional(PartyIdentification135),
  Invcee: optional(PartyIdentification135),
  TaxRmt: optional(TaxInformation7),
  GrnshmtRmt: optional(Garnishment3),
  AddtlRmtInf: many(Max140Text, 3),
})

export const RemittanceInformation16 = sequence({
  Ustrd: many(Max140Text),
  Strd: many(StructuredRemittanceInformation16),
})

export const TaxInformation8 = sequence({
  Cdtr: optional(TaxParty1),
  Dbtr: optional(TaxParty2),
  AdmstnZone: optional(Max35Text),
  RefNb: optional(Max140Text),
  Mtd: optional(Max35Text),
  TtlTaxblBaseAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  TtlTaxAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Dt: optional(ISODate),
  SeqNb: optional(WholeNumber),
  Rcrd: many(TaxRecord2),
})
