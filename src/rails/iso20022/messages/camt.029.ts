import {
  BranchAndFinancialInstitutionIdentification6,
  Case5,
  CaseAssignment5,
  Party40Choice,
} from '../components/agents.ts'
import { ClearingChannel2Code } from '../components/codes.ts'
import {
  ExternalClaimNonReceiptRejection1Code,
  ExternalInvestigationExecutionConfirmation1Code,
  ExternalPaymentCancellationRejection1Code,
  ExternalPaymentCompensationReason1Code,
  ExternalPaymentModificationRejection1Code,
} from '../components/external-codes.ts'
import { DateAndDateTime2Choice, SupplementaryData1 } from '../components/general.ts'
import { OriginalGroupInformation29, OriginalTransactionReference28 } from '../components/originals.ts'
import { PartyIdentification135 } from '../components/parties.ts'
import { Charges7, Purpose2Choice } from '../components/payments.ts'
import { Charges6 } from '../components/statements.ts'
import {
  ActiveCurrencyAndAmount,
  ActiveOrHistoricCurrencyAndAmount,
  DecimalNumber,
  ISODate,
  ISODateTime,
  Max15NumericText,
  Max35Text,
  Max105Text,
  UUIDv4Identifier,
  YesNoIndicator,
} from '../components/texts.ts'
import { atLeastOne, choice, codes, many, optional, sequence } from '../description.ts'

const CancellationIndividualStatus1Code = codes('RJCR', 'ACCR', 'PDCR')

const CancellationStatusReason3Choice = choice({
  Cd: ExternalPaymentCancellationRejection1Code,
  Prtry: Max35Text,
})

const CancellationStatusReason4 = sequence({
  Orgtr: optional(PartyIdentification135),
  Rsn: optional(CancellationStatusReason3Choice),
  AddtlInf: many(Max105Text),
})

const ClaimNonReceipt2 = sequence({
  DtPrcd: ISODate,
  OrgnlNxtAgt: optional(BranchAndFinancialInstitutionIdentification6),
})

const ClaimNonReceiptRejectReason1Choice = choice({
  Cd: ExternalClaimNonReceiptRejection1Code,
  Prtry: Max35Text,
})

const ClaimNonReceipt2Choice = choice({
  Accptd: ClaimNonReceipt2,
  Rjctd: ClaimNonReceiptRejectReason1Choice,
})

const CompensationReason1Choice = choice({
  Cd: ExternalPaymentCompensationReason1Code,
  Prtry: Max35Text,
})

const Compensation2 = sequence({
  Amt: ActiveCurrencyAndAmount,
  DbtrAgt: BranchAndFinancialInstitutionIdentification6,
  CdtrAgt: BranchAndFinancialInstitutionIdentification6,
  Rsn: CompensationReason1Choice,
})

const CorrectiveGroupInformation1 = sequence({
  MsgId: Max35Text,
  MsgNmId: Max35Text,
  CreDtTm: optional(ISODateTime),
})

const CorrectiveInterbankTransaction2 = sequence({
  GrpHdr: optional(CorrectiveGroupInformation1),
  InstrId: optional(Max35Text),
  EndToEndId: optional(Max35Text),
  TxId: optional(Max35Text),
  UETR: optional(UUIDv4Identifier),
  IntrBkSttlmAmt: ActiveOrHistoricCurrencyAndAmount,
  IntrBkSttlmDt: ISODate,
})

const CorrectivePaymentInitiation4 = sequence({
  GrpHdr: optional(CorrectiveGroupInformation1),
  PmtInfId: optional(Max35Text),
  InstrId: optional(Max35Text),
  EndToEndId: optional(Max35Text),
  UETR: optional(UUIDv4Identifier),
  InstdAmt: ActiveOrHistoricCurrencyAndAmount,
  ReqdExctnDt: optional(DateAndDateTime2Choice),
  ReqdColltnDt: optional(ISODate),
})

const CorrectiveTransaction4Choice = choice({
  Initn: CorrectivePaymentInitiation4,
  IntrBk: CorrectiveInterbankTransaction2,
})

const ModificationStatusReason1Choice = choice({
  Cd: ExternalPaymentModificationRejection1Code,
  Prtry: Max35Text,
})

const InvestigationStatus5Choice = choice({
  Conf: ExternalInvestigationExecutionConfirmation1Code,
  RjctdMod: atLeastOne(ModificationStatusReason1Choice),
  DplctOf: Case5,
  AssgnmtCxlConf: YesNoIndicator,
})

const GroupCancellationStatus1Code = codes('PACR', 'RJCR', 'ACCR', 'PDCR')

const TransactionIndividualStatus1Code = codes('ACTC', 'RJCT', 'PDNG', 'ACCP', 'ACSP', 'ACSC', 'ACCR', 'ACWC')

const NumberOfTransactionsPerStatus1 = sequence({
  DtldNbOfTxs: Max15NumericText,
  DtldSts: TransactionIndividualStatus1Code,
  DtldCtrlSum: optional(DecimalNumber),
})

const OriginalGroupHeader14 = sequence({
  OrgnlGrpCxlId: optional(Max35Text),
  RslvdCase: optional(Case5),
  OrgnlMsgId: Max35Text,
  OrgnlMsgNmId: Max35Text,
  OrgnlCreDtTm: optional(ISODateTime),
  OrgnlNbOfTxs: optional(Max15NumericText),
  OrgnlCtrlSum: optional(DecimalNumber),
  GrpCxlSts: optional(GroupCancellationStatus1Code),
  CxlStsRsnInf: many(CancellationStatusReason4),
  NbOfTxsPerCxlSts: many(NumberOfTransactionsPerStatus1),
})

const NumberOfCancellationsPerStatus1 = sequence({
  DtldNbOfTxs: Max15NumericText,
  DtldSts: CancellationIndividualStatus1Code,
  DtldCtrlSum: optional(DecimalNumber),
})

const PaymentTransaction103 = sequence({
  CxlStsId: optional(Max35Text),
  RslvdCase: optional(Case5),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  UETR: optional(UUIDv4Identifier),
  TxCxlSts: optional(CancellationIndividualStatus1Code),
  CxlStsRsnInf: many(CancellationStatusReason4),
  OrgnlInstdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  OrgnlReqdExctnDt: optional(DateAndDateTime2Choice),
  OrgnlReqdColltnDt: optional(ISODate),
  OrgnlTxRef: optional(OriginalTransactionReference28),
})

const OriginalPaymentInstruction30 = sequence({
  OrgnlPmtInfCxlId: optional(Max35Text),
  RslvdCase: optional(Case5),
  OrgnlPmtInfId: Max35Text,
  OrgnlGrpInf: optional(OriginalGroupInformation29),
  OrgnlNbOfTxs: optional(Max15NumericText),
  OrgnlCtrlSum: optional(DecimalNumber),
  PmtInfCxlSts: optional(GroupCancellationStatus1Code),
  CxlStsRsnInf: many(CancellationStatusReason4),
  NbOfTxsPerCxlSts: many(NumberOfCancellationsPerStatus1),
  TxInfAndSts: many(PaymentTransaction103),
})

const ResolutionData1 = sequence({
  EndToEndId: optional(Max35Text),
  TxId: optional(Max35Text),
  UETR: optional(UUIDv4Identifier),
  IntrBkSttlmAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  IntrBkSttlmDt: optional(ISODate),
  ClrChanl: optional(ClearingChannel2Code),
  Compstn: optional(Compensation2),
  Chrgs: many(Charges7),
})

const PaymentTransaction102 = sequence({
  CxlStsId: optional(Max35Text),
  RslvdCase: optional(Case5),
  OrgnlGrpInf: optional(OriginalGroupInformation29),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlTxId: optional(Max35Text),
  OrgnlClrSysRef: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
  TxCxlSts: optional(CancellationIndividualStatus1Code),
  CxlStsRsnInf: many(CancellationStatusReason4),
  RsltnRltdInf: optional(ResolutionData1),
  OrgnlIntrBkSttlmAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  OrgnlIntrBkSttlmDt: optional(ISODate),
  Assgnr: optional(Party40Choice),
  Assgne: optional(Party40Choice),
  OrgnlTxRef: optional(OriginalTransactionReference28),
})

const UnderlyingTransaction22 = sequence({
  OrgnlGrpInfAndSts: optional(OriginalGroupHeader14),
  OrgnlPmtInfAndSts: many(OriginalPaymentInstruction30),
  TxInfAndSts: many(PaymentTransaction102),
})

const ModificationStatusReason2 = sequence({
  Orgtr: optional(PartyIdentification135),
  Rsn: optional(ModificationStatusReason1Choice),
  AddtlInf: many(Max105Text),
})

const PaymentTransaction107 = sequence({
  ModStsId: optional(Max35Text),
  RslvdCase: optional(Case5),
  OrgnlGrpInf: OriginalGroupInformation29,
  OrgnlPmtInfId: optional(Max35Text),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlTxId: optional(Max35Text),
  OrgnlClrSysRef: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
  ModStsRsnInf: many(ModificationStatusReason2),
  RsltnRltdInf: optional(ResolutionData1),
  OrgnlIntrBkSttlmAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  OrgnlIntrBkSttlmDt: optional(ISODate),
  Assgnr: optional(Party40Choice),
  Assgne: optional(Party40Choice),
  OrgnlTxRef: optional(OriginalTransactionReference28),
})

const StatementResolutionEntry4 = sequence({
  OrgnlGrpInf: optional(OriginalGroupInformation29),
  OrgnlStmtId: optional(Max35Text),
  UETR: optional(UUIDv4Identifier),
  AcctSvcrRef: optional(Max35Text),
  CrrctdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Chrgs: many(Charges6),
  Purp: optional(Purpose2Choice),
})

const ResolutionOfInvestigationV09 = sequence({
  Assgnmt: CaseAssignment5,
  RslvdCase: optional(Case5),
  Sts: InvestigationStatus5Choice,
  CxlDtls: many(UnderlyingTransaction22),
  ModDtls: optional(PaymentTransaction107),
  ClmNonRctDtls: optional(ClaimNonReceipt2Choice),
  StmtDtls: optional(StatementResolutionEntry4),
  CrrctnTx: optional(CorrectiveTransaction4Choice),
  RsltnRltdInf: optional(ResolutionData1),
  SplmtryData: many(SupplementaryData1),
})

/** camt.029.001.09 */
export const Camt029_09 = sequence({
  RsltnOfInvstgtn: ResolutionOfInvestigationV09,
})
