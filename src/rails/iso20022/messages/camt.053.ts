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

const AccountStatement9 = sequence({
  Id: Max35Text,
  StmtPgntn: optional(Pagination1),
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
  Bal: atLeastOne(CashBalance8),
  TxsSummry: optional(TotalTransactions6),
  Ntry: many(ReportEntry10),
  AddtlStmtInf: optional(Max500Text),
})

const BankToCustomerStatementV08 = sequence({
  GrpHdr: GroupHeader81,
  Stmt: atLeastOne(AccountStatement9),
  SplmtryData: many(SupplementaryData1),
})

/** camt.053.001.08 */
export const Camt053_08 = sequence({
  BkToCstmrStmt: BankToCustomerStatementV08,
})
