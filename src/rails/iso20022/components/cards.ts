import { choice, many, optional, sequence } from '../description.ts'
import { CashAccount38 } from './accounts.ts'
import {
  AttendanceContext1Code,
  AuthenticationEntity1Code,
  AuthenticationMethod1Code,
  CardDataReading1Code,
  CardholderVerificationCapability1Code,
  CardPaymentServiceType2Code,
  CSCManagement1Code,
  OnLineCapability1Code,
  PartyType3Code,
  PartyType4Code,
  POIComponentType1Code,
  TransactionChannel1Code,
  TransactionEnvironment1Code,
  UnitOfMeasure1Code,
  UserInterface2Code,
} from './codes.ts'
import { ExternalCardTransactionCategory1Code, ExternalRePresentmentReason1Code } from './external-codes.ts'
import { GenericIdentification1 } from './general.ts'
import { DateOrDateTimePeriod1Choice } from './statements.ts'
import {
  DecimalNumber,
  Exact1NumericText,
  Exact3NumericText,
  ImpliedCurrencyAndAmount,
  ISO2ALanguageCode,
  ISODate,
  ISODateTime,
  ISOYearMonth,
  Max3NumericText,
  Max16Text,
  Max35Text,
  Max70Text,
  Max140Text,
  Max1025Text,
  Min2Max3NumericText,
  Min3Max4NumericText,
  Min8Max28NumericText,
  TrueFalseIndicator,
} from './texts.ts'

const CardSequenceNumberRange1 = sequence({
  FrstTx: optional(Max35Text),
  LastTx: optional(Max35Text),
})

const CardAggregated2 = sequence({
  AddtlSvc: optional(CardPaymentServiceType2Code),
  TxCtgy: optional(ExternalCardTransactionCategory1Code),
  SaleRcncltnId: optional(Max35Text),
  SeqNbRg: optional(CardSequenceNumberRange1),
  TxDtRg: optional(DateOrDateTimePeriod1Choice),
})

const TrackData1 = sequence({
  TrckNb: optional(Exact1NumericText),
  TrckVal: Max140Text,
})

const CardSecurityInformation1 = sequence({
  CSCMgmt: CSCManagement1Code,
  CSCVal: optional(Min3Max4NumericText),
})

const PlainCardData1 = sequence({
  PAN: Min8Max28NumericText,
  CardSeqNb: optional(Min2Max3NumericText),
  FctvDt: optional(ISOYearMonth),
  XpryDt: ISOYearMonth,
  SvcCd: optional(Exact3NumericText),
  TrckData: many(TrackData1),
  CardSctyCd: optional(CardSecurityInformation1),
})

const PaymentCard4 = sequence({
  PlainCardData: optional(PlainCardData1),
  CardCtryCd: optional(Exact3NumericText),
  CardBrnd: optional(GenericIdentification1),
  AddtlCardData: optional(Max70Text),
})

const GenericIdentification32 = sequence({
  Id: Max35Text,
  Tp: optional(PartyType3Code),
  Issr: optional(PartyType4Code),
  ShrtNm: optional(Max35Text),
})

const DisplayCapabilities1 = sequence({
  DispTp: UserInterface2Code,
  NbOfLines: Max3NumericText,
  LineWidth: Max3NumericText,
})

const PointOfInteractionCapabilities1 = sequence({
  CardRdngCpblties: many(CardDataReading1Code),
  CrdhldrVrfctnCpblties: many(CardholderVerificationCapability1Code),
  OnLineCpblties: optional(OnLineCapability1Code),
  DispCpblties: many(DisplayCapabilities1),
  PrtLineWidth: optional(Max3NumericText),
})

const PointOfInteractionComponent1 = sequence({
  POICmpntTp: POIComponentType1Code,
  ManfctrId: optional(Max35Text),
  Mdl: optional(Max35Text),
  VrsnNb: optional(Max16Text),
  SrlNb: optional(Max35Text),
  ApprvlNb: many(Max70Text),
})

const PointOfInteraction1 = sequence({
  Id: GenericIdentification32,
  SysNm: optional(Max70Text),
  GrpId: optional(Max35Text),
  Cpblties: optional(PointOfInteractionCapabilities1),
  Cmpnt: many(PointOfInteractionComponent1),
})

export const CardEntry4 = sequence({
  Card: optional(PaymentCard4),
  POI: optional(PointOfInteraction1),
  AggtdNtry: optional(CardAggregated2),
  PrePdAcct: optional(CashAccount38),
})

const CardholderAuthentication2 = sequence({
  AuthntcnMtd: AuthenticationMethod1Code,
  AuthntcnNtty: AuthenticationEntity1Code,
})

const PaymentContext3 = sequence({
  CardPres: optional(TrueFalseIndicator),
  CrdhldrPres: optional(TrueFalseIndicator),
  OnLineCntxt: optional(TrueFalseIndicator),
  AttndncCntxt: optional(AttendanceContext1Code),
  TxEnvt: optional(TransactionEnvironment1Code),
  TxChanl: optional(TransactionChannel1Code),
  AttndntMsgCpbl: optional(TrueFalseIndicator),
  AttndntLang: optional(ISO2ALanguageCode),
  CardDataNtryMd: CardDataReading1Code,
  FllbckInd: optional(TrueFalseIndicator),
  AuthntcnMtd: optional(CardholderAuthentication2),
})

const TransactionIdentifier1 = sequence({
  TxDtTm: ISODateTime,
  TxRef: Max35Text,
})

const Product2 = sequence({
  PdctCd: Max70Text,
  UnitOfMeasr: optional(UnitOfMeasure1Code),
  PdctQty: optional(DecimalNumber),
  UnitPric: optional(ImpliedCurrencyAndAmount),
  PdctAmt: optional(ImpliedCurrencyAndAmount),
  TaxTp: optional(Max35Text),
  AddtlPdctInf: optional(Max35Text),
})

const CardIndividualTransaction2 = sequence({
  ICCRltdData: optional(Max1025Text),
  PmtCntxt: optional(PaymentContext3),
  AddtlSvc: optional(CardPaymentServiceType2Code),
  TxCtgy: optional(ExternalCardTransactionCategory1Code),
  SaleRcncltnId: optional(Max35Text),
  SaleRefNb: optional(Max35Text),
  RePresntmntRsn: optional(ExternalRePresentmentReason1Code),
  SeqNb: optional(Max35Text),
  TxId: optional(TransactionIdentifier1),
  Pdct: optional(Product2),
  VldtnDt: optional(ISODate),
  VldtnSeqNb: optional(Max35Text),
})

const CardTransaction3Choice = choice({
  Aggtd: CardAggregated2,
  Indv: CardIndividualTransaction2,
})

export const CardTransaction17 = sequence({
  Card: optional(PaymentCard4),
  POI: optional(PointOfInteraction1),
  Tx: optional(CardTransaction3Choice),
  PrePdAcct: optional(CashAccount38),
})
