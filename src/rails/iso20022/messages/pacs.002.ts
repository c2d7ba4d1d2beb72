import { BranchAndFinancialInstitutionIdentification6 } from '../components/agents.ts'
import { ExternalPaymentGroupStatus1Code, ExternalPaymentTransactionStatus1Code } from '../components/external-codes.ts'
import { DateAndDateTime2Choice, SupplementaryData1 } from '../components/general.ts'
import {
  NumberOfTransactionsPerStatus5,
  OriginalGroupInformation29,
  OriginalTransactionReference28,
  StatusReasonInformation12,
} from '../components/originals.ts'
import { Charges7, GroupHeader91 } from '../components/payments.ts'
import { DecimalNumber, ISODateTime, Max15NumericText, Max35Text, UUIDv4Identifier } from '../components/texts.ts'
import { many, optional, sequence } from '../description.ts'

const OriginalGroupHeader17 = sequence({
  OrgnlMsgId: Max35Text,
  OrgnlMsgNmId: Max35Text,
  OrgnlCreDtTm: optional(ISODateTime),
  OrgnlNbOfTxs: optional(Max15NumericText),
  OrgnlCtrlSum: optional(DecimalNumber),
  GrpSts: optional(ExternalPaymentGroupStatus1Code),
  StsRsnInf: many(StatusReasonInformation12),
  NbOfTxsPerSts: many(NumberOfTransactionsPerStatus5),
})

const PaymentTransaction110 = sequence({
  StsId: optional(Max35Text),
  OrgnlGrpInf: optional(OriginalGroupInformation29),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlTxId: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
  TxSts: optional(ExternalPaymentTransactionStatus1Code),
  StsRsnInf: many(StatusReasonInformation12),
  ChrgsInf: many(Charges7),
  AccptncDtTm: optional(ISODateTime),
  FctvIntrBkSttlmDt: optional(DateAndDateTime2Choice),
  AcctSvcrRef: optional(Max35Text),
  ClrSysRef: optional(Max35Text),
  InstgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdAgt: optional(BranchAndFinancialInstitutionIdentification6),
  OrgnlTxRef: optional(OriginalTransactionReference28),
  SplmtryData: many(SupplementaryData1),
})

const FIToFIPaymentStatusReportV10 = sequence({
  GrpHdr: GroupHeader91,
  OrgnlGrpInfAndSts: many(OriginalGroupHeader17),
  TxInfAndSts: many(PaymentTransaction110),
  SplmtryData: many(SupplementaryData1),
})

/** pacs.002.001.10 */
export const Pacs002_10 = sequence({
  FIToFIPmtStsRpt: FIToFIPaymentStatusReportV10,
})
