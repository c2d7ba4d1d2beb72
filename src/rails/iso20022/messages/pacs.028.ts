import { BranchAndFinancialInstitutionIdentification6 } from '../components/agents.ts'
import { SupplementaryData1 } from '../components/general.ts'
import { OriginalGroupInformation29, OriginalTransactionReference28 } from '../components/originals.ts'
import { GroupHeader91 } from '../components/payments.ts'
import { DecimalNumber, ISODateTime, Max15NumericText, Max35Text, UUIDv4Identifier } from '../components/texts.ts'
import { many, optional, sequence } from '../description.ts'

const OriginalGroupInformation27 = sequence({
  OrgnlMsgId: Max35Text,
  OrgnlMsgNmId: Max35Text,
  OrgnlCreDtTm: optional(ISODateTime),
  OrgnlNbOfTxs: optional(Max15NumericText),
  OrgnlCtrlSum: optional(DecimalNumber),
})

const PaymentTransaction113 = sequence({
  StsReqId: optional(Max35Text),
  OrgnlGrpInf: optional(OriginalGroupInformation29),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlTxId: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
  AccptncDtTm: optional(ISODateTime),
  ClrSysRef: optional(Max35Text),
  InstgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdAgt: optional(BranchAndFinancialInstitutionIdentification6),
  OrgnlTxRef: optional(OriginalTransactionReference28),
  SplmtryData: many(SupplementaryData1),
})

const FIToFIPaymentStatusRequestV03 = sequence({
  GrpHdr: GroupHeader91,
  OrgnlGrpInf: many(OriginalGroupInformation27),
  TxInf: many(PaymentTransaction113),
  SplmtryData: many(SupplementaryData1),
})

/** pacs.028.001.03 */
export const Pacs028_03 = sequence({
  FIToFIPmtStsReq: FIToFIPaymentStatusRequestV03,
})
