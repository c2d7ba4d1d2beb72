import { ISODateTime, Max20AlphaNumericText, Max35Text, Min11Max11Text } from '../components/texts.ts'
import { atLeastOne, choice, codes, optional, sequence } from '../description.ts'

const ParticipantSignOff = sequence({
  PtcptId: atLeastOne(Min11Max11Text),
})

const ParticipantSuspended = sequence({
  PtcptId: atLeastOne(Min11Max11Text),
})

const AvailabilityParticipant = sequence({
  PtcptSgnOff: optional(ParticipantSignOff),
  PtcptSspd: optional(ParticipantSuspended),
})

const Connection = sequence({
  CnnctnId: atLeastOne(Max20AlphaNumericText),
})

const AvailabilityReport = sequence({
  Cnnctn: optional(Connection),
  AvlbtyPtcpt: optional(AvailabilityParticipant),
})

const ClearingSystemMemberIdentification2ADMN = sequence({
  MmbId: Min11Max11Text,
})

const FinancialInstitutionIdentification7ADMN = sequence({
  ClrSysMmbId: ClearingSystemMemberIdentification2ADMN,
})

const BranchAndFinancialInstitutionIdentification4ADMN = sequence({
  FinInstnId: FinancialInstitutionIdentification7ADMN,
})

const GroupHeaderADMN = sequence({
  MsgId: Max35Text,
  CreDtTm: ISODateTime,
})

const ReportCode = codes('AVLBTY')

const TransactionIndividualStatus3CodeADMN = codes('ACTC')

const DatabaseReportReponse = sequence({
  OrgnlInstrId: Max35Text,
  RptCd: ReportCode,
  InstgAgt: BranchAndFinancialInstitutionIdentification4ADMN,
  InstdAgt: BranchAndFinancialInstitutionIdentification4ADMN,
  TxSts: TransactionIndividualStatus3CodeADMN,
})

const DatabaseAvailabilityReport = sequence({
  GrpHdr: GroupHeaderADMN,
  DBRptRspn: DatabaseReportReponse,
  AvlbtyRpt: AvailabilityReport,
})

const DatabaseReportInformation = sequence({
  RptCd: ReportCode,
  InstrId: Max35Text,
  InstgAgt: BranchAndFinancialInstitutionIdentification4ADMN,
  InstdAgt: BranchAndFinancialInstitutionIdentification4ADMN,
})

const DatabaseReportRequest = sequence({
  GrpHdr: GroupHeaderADMN,
  DBRptInf: DatabaseReportInformation,
})

const SignOnReq = sequence({
  InstrId: Max35Text,
  InstgAgt: BranchAndFinancialInstitutionIdentification4ADMN,
  InstdAgt: BranchAndFinancialInstitutionIdentification4ADMN,
})

const SignOnRequest = sequence({
  GrpHdr: GroupHeaderADMN,
  SignOnReq: SignOnReq,
})

/** admn.001.001.01 */
export const Admn001_01 = sequence({
  AdmnSignOnReq: SignOnRequest,
})

const TransactionGroupStatus3CodeADMN = codes('ACTC', 'RJCT')

const ProprietaryReasonCode = codes('9946', '9948', '9964', 'DS0H', 'RC02')

const StatusReason6ChoiceADMN = choice({
  Prtry: ProprietaryReasonCode,
})

const StatusReasonInformation8ADMN = sequence({
  Rsn: StatusReason6ChoiceADMN,
})

const SignOnResp = sequence({
  OrgnlInstrId: Max35Text,
  InstgAgt: BranchAndFinancialInstitutionIdentification4ADMN,
  InstdAgt: BranchAndFinancialInstitutionIdentification4ADMN,
  Sts: TransactionGroupStatus3CodeADMN,
  StsRsnInf: optional(StatusReasonInformation8ADMN),
})

const SignOnResponse = sequence({
  GrpHdr: GroupHeaderADMN,
  SignOnResp: SignOnResp,
})

/** admn.002.001.01 */
export const Admn002_01 = sequence({
  AdmnSignOnResp: SignOnResponse,
})

const SignOffReq = sequence({
  InstrId: Max35Text,
  InstgAgt: BranchAndFinancialInstitutionIdentification4ADMN,
  InstdAgt: BranchAndFinancialInstitutionIdentification4ADMN,
})

const SignOffRequest = sequence({
  GrpHdr: GroupHeaderADMN,
  SignOffReq: SignOffReq,
})

/** admn.003.001.01 */
export const Admn003_01 = sequence({
  AdmnSignOffReq: SignOffRequest,
})

const SignOffResp = sequence({
  OrgnlInstrId: Max35Text,
  InstgAgt: BranchAndFinancialInstitutionIdentification4ADMN,
  InstdAgt: BranchAndFinancialInstitutionIdentification4ADMN,
  Sts: TransactionGroupStatus3CodeADMN,
  StsRsnInf: optional(StatusReasonInformation8ADMN),
})

const SignOffResponse = sequence({
  GrpHdr: GroupHeaderADMN,
  SignOffResp: SignOffResp,
})

/** admn.004.001.01 */
export const Admn004_01 = sequence({
  AdmnSignOffResp: SignOffResponse,
})

const EchoCode = codes('731')

const EchoTxInf = sequence({
  FnctnCd: EchoCode,
  InstrId: Max35Text,
  InstgAgt: BranchAndFinancialInstitutionIdentification4ADMN,
  InstdAgt: BranchAndFinancialInstitutionIdentification4ADMN,
})

const EchoRequest = sequence({
  GrpHdr: GroupHeaderADMN,
  EchoTxInf: EchoTxInf,
})

/** admn.005.001.01 */
export const Admn005_01 = sequence({
  AdmnEchoReq: EchoRequest,
})

const EchoResp = sequence({
  InstgAgt: BranchAndFinancialInstitutionIdentification4ADMN,
  InstdAgt: BranchAndFinancialInstitutionIdentification4ADMN,
  OrgnlInstrId: Max35Text,
  FnctnCd: EchoCode,
  TxSts: TransactionIndividualStatus3CodeADMN,
})

const EchoResponse = sequence({
  GrpHdr: GroupHeaderADMN,
  EchoResponse: EchoResp,
})

/** admn.006.001.01 */
export const Admn006_01 = sequence({
  AdmnEchoResp: EchoResponse,
})

/** admn.007.001.01 */
export const Admn007_01 = sequence({
  DBRptReq: DatabaseReportRequest,
})

/** admn.008.001.01 */
export const Admn008_01 = sequence({
  DBAvlbtyRpt: DatabaseAvailabilityReport,
})
