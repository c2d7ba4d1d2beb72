import { CashAccount38 } from '../components/accounts.ts'
import { BranchAndFinancialInstitutionIdentification6, Party40Choice } from '../components/agents.ts'
import { CreditDebitCode } from '../components/codes.ts'
import { SupplementaryData1 } from '../components/general.ts'
import { SequenceRange1Choice } from '../components/originals.ts'
import { BalanceType13, EntryStatus1Choice } from '../components/statements.ts'
import {
  ActiveOrHistoricCurrencyAndAmount,
  ISODate,
  ISODateTime,
  ISOTime,
  Max35Text,
  MessageNameIdentification,
} from '../components/texts.ts'
import { atLeastOne, codes, many, optional, sequence } from '../description.ts'

const GroupHeader77 = sequence({
  MsgId: Max35Text,
  CreDtTm: ISODateTime,
  MsgSndr: optional(Party40Choice),
})

const DatePeriodDetails1 = sequence({
  FrDt: ISODate,
  ToDt: optional(ISODate),
})

const TimePeriodDetails1 = sequence({
  FrTm: ISOTime,
  ToTm: optional(ISOTime),
})

const QueryType3Code = codes('ALLL', 'CHNG', 'MODF')

const ReportingPeriod2 = sequence({
  FrToDt: DatePeriodDetails1,
  FrToTm: optional(TimePeriodDetails1),
  Tp: QueryType3Code,
})

const FloorLimitType1Code = codes('CRED', 'DEBT', 'BOTH')

const Limit2 = sequence({
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: FloorLimitType1Code,
})

const TransactionType2 = sequence({
  Sts: EntryStatus1Choice,
  CdtDbtInd: CreditDebitCode,
  FlrLmt: many(Limit2),
})

const ReportingRequest5 = sequence({
  Id: optional(Max35Text),
  ReqdMsgNmId: MessageNameIdentification,
  Acct: optional(CashAccount38),
  AcctOwnr: Party40Choice,
  AcctSvcr: optional(BranchAndFinancialInstitutionIdentification6),
  RptgPrd: optional(ReportingPeriod2),
  RptgSeq: optional(SequenceRange1Choice),
  ReqdTxTp: optional(TransactionType2),
  ReqdBalTp: many(BalanceType13),
})

const AccountReportingRequestV05 = sequence({
  GrpHdr: GroupHeader77,
  RptgReq: atLeastOne(ReportingRequest5),
  SplmtryData: many(SupplementaryData1),
})

/** camt.060.001.05 */
export const Camt060_05 = sequence({
  AcctRptgReq: AccountReportingRequestV05,
})
