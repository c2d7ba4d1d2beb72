import { CashAccount38 } from '../components/accounts.ts'
import { BranchAndFinancialInstitutionIdentification6 } from '../components/agents.ts'
import { PaymentMethod4Code } from '../components/codes.ts'
import { ExternalPaymentGroupStatus1Code, ExternalPaymentTransactionStatus1Code } from '../components/external-codes.ts'
import { DateAndDateTime2Choice, SupplementaryData1 } from '../components/general.ts'
import { NumberOfTransactionsPerStatus5, StatusReasonInformation12 } from '../components/originals.ts'
import { PartyIdentification135 } from '../components/parties.ts'
import { AmountType4Choice, Charges7 } from '../components/payments.ts'
import { RemittanceInformation16 } from '../components/remittance.ts'
import { Document12, PaymentCondition1, PaymentTypeInformation26 } from '../components/requests.ts'
import {
  ActiveCurrencyAndAmount,
  DecimalNumber,
  ISODateTime,
  Max15NumericText,
  Max35Text,
  TrueFalseIndicator,
  UUIDv4Identifier,
} from '../components/texts.ts'
import { many, optional, sequence } from '../description.ts'

const GroupHeader87 = sequence({
  MsgId: Max35Text,
  CreDtTm: ISODateTime,
  InitgPty: PartyIdentification135,
  DbtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  CdtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
})

const OriginalGroupInformation30 = sequence({
  OrgnlMsgId: Max35Text,
  OrgnlMsgNmId: Max35Text,
  OrgnlCreDtTm: optional(ISODateTime),
  OrgnlNbOfTxs: optional(Max15NumericText),
  OrgnlCtrlSum: optional(DecimalNumber),
  GrpSts: optional(ExternalPaymentGroupStatus1Code),
  StsRsnInf: many(StatusReasonInformation12),
  NbOfTxsPerSts: many(NumberOfTransactionsPerStatus5),
})

const PaymentConditionStatus1 = sequence({
  AccptdAmt: optional(ActiveCurrencyAndAmount),
  GrntedPmt: TrueFalseIndicator,
  EarlyPmt: TrueFalseIndicator,
})

const OriginalTransactionReference29 = sequence({
  Amt: optional(AmountType4Choice),
  ReqdExctnDt: optional(DateAndDateTime2Choice),
  XpryDt: optional(DateAndDateTime2Choice),
  PmtCond: optional(PaymentCondition1),
  PmtTpInf: optional(PaymentTypeInformation26),
  PmtMtd: optional(PaymentMethod4Code),
  RmtInf: optional(RemittanceInformation16),
  NclsdFile: many(Document12),
  UltmtDbtr: optional(PartyIdentification135),
  Dbtr: optional(PartyIdentification135),
  DbtrAcct: optional(CashAccount38),
  DbtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  CdtrAgt: BranchAndFinancialInstitutionIdentification6,
  Cdtr: PartyIdentification135,
  CdtrAcct: optional(CashAccount38),
  UltmtCdtr: optional(PartyIdentification135),
})

const PaymentTransaction104 = sequence({
  StsId: optional(Max35Text),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
  TxSts: optional(ExternalPaymentTransactionStatus1Code),
  StsRsnInf: many(StatusReasonInformation12),
  PmtCondSts: optional(PaymentConditionStatus1),
  ChrgsInf: many(Charges7),
  DbtrDcsnDtTm: optional(ISODateTime),
  AccptncDtTm: optional(ISODateTime),
  AcctSvcrRef: optional(Max35Text),
  ClrSysRef: optional(Max35Text),
  OrgnlTxRef: optional(OriginalTransactionReference29),
  NclsdFile: many(Document12),
  SplmtryData: many(SupplementaryData1),
})

const OriginalPaymentInstruction31 = sequence({
  OrgnlPmtInfId: Max35Text,
  OrgnlNbOfTxs: optional(Max15NumericText),
  OrgnlCtrlSum: optional(DecimalNumber),
  PmtInfSts: optional(ExternalPaymentGroupStatus1Code),
  StsRsnInf: many(StatusReasonInformation12),
  NbOfTxsPerSts: many(NumberOfTransactionsPerStatus5),
  TxInfAndSts: many(PaymentTransaction104),
})

const CreditorPaymentActivationRequestStatusReportV07 = sequence({
  GrpHdr: GroupHeader87,
  OrgnlGrpInfAndSts: OriginalGroupInformation30,
  OrgnlPmtInfAndSts: many(OriginalPaymentInstruction31),
  SplmtryData: many(SupplementaryData1),
})

/** pain.014.001.07 */
export const Pain014_07 = sequence({
  CdtrPmtActvtnReqStsRpt: CreditorPaymentActivationRequestStatusReportV07,
})
