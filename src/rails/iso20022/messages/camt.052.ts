import { CashAccount38 } from '../components/accounts.ts'
import { CopyDuplicate1Code } from '../components/codes.ts'
import { ReportEntry10 } from '../components/entries.ts'
import { SupplementaryData1 } from '../components/general.ts'
import { SequenceRange1Choice } from '../components/originals.ts'
import {
  AccountInterest4,
  CashAccount39,
  CashBalance8,
  DateTimePeriod1,
  GroupHeader81,
  Pagination1,
  ReportingSource1Choice,
  TotalTransactions6,
} from '../components/statements.ts'
import { ISODateTime, Max35Text, Max500Text, WholeNumber } from '../components/texts.ts'
import { atLeastOne, many, optional, sequence } from '../description.ts'

const AccountReport25 = sequence({
  Id: Max35Text,
  RptPgntn: optional(Pagination1),
  ElctrncSeqNb: optional(WholeNumber),
  RptgSeq: optional(SequenceRange1Choice),
  LglSeqNb: optional(WholeNumber),
  CreDtTm: optional(ISODateTime),
  FrToDt: optional(DateTimePeriod1),
  CpyDplctInd: optional(CopyDuplicate1Code),
  RptgSrc: optional(ReportingSource1Choice),
  Acct: CashAccount39,
  RltdAcct: optional(CashAccount38),
  Intrst: many(AccountInterest4),
  Bal: many(CashBalance8),
  TxsSummry: optional(TotalTransactions6),
  Ntry: many(ReportEntry10),
  AddtlRptInf: optional(Max500Text),
})

const BankToCustomerAccountReportV08 = sequence({
  GrpHdr: GroupHeader81,
  Rpt: atLeastOne(AccountReport25),
  SplmtryData: many(SupplementaryData1),
})

/** camt.052.001.08 */
export const Camt052_08 = sequence({
  BkToCstmrAcctRpt: BankToCustomerAccountReportV08,
})
