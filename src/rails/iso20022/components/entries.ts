import { choice, many, optional, sequence } from '../description.ts'
import { CashAccount38 } from './accounts.ts'
import { BranchAndFinancialInstitutionIdentification6, Party40Choice } from './agents.ts'
import { CardEntry4, CardTransaction17 } from './cards.ts'
import { CreditDebitCode } from './codes.ts'
import { ExternalTechnicalInputChannel1Code } from './external-codes.ts'
import { DateAndDateTime2Choice, SupplementaryData1 } from './general.ts'
import { ReturnReason5Choice } from './originals.ts'
import { PartyIdentification135 } from './parties.ts'
import { LocalInstrument2Choice, Purpose2Choice, RemittanceLocation7 } from './payments.ts'
import { RemittanceInformation16, TaxInformation8 } from './remittance.ts'
import {
  CorporateAction9,
  SecuritiesAccount19,
  SecurityIdentification19,
  TransactionPrice4Choice,
  TransactionQuantities3Choice,
} from './securities.ts'
import {
  AmountAndCurrencyExchange3,
  BankTransactionCodeStructure4,
  CashAvailability1,
  Charges6,
  EntryStatus1Choice,
  TransactionInterest4,
} from './statements.ts'
import {
  ActiveCurrencyAndAmount,
  ActiveOrHistoricCurrencyAndAmount,
  ISODate,
  ISODateTime,
  Max15NumericText,
  Max35Text,
  Max105Text,
  Max500Text,
  TrueFalseIndicator,
  UUIDv4Identifier,
  YesNoIndicator,
} from './texts.ts'

const BatchInformation2 = sequence({
  MsgId: optional(Max35Text),
  PmtInfId: optional(Max35Text),
  NbOfTxs: optional(Max15NumericText),
  TtlAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  CdtDbtInd: optional(CreditDebitCode),
})

const CashDeposit1 = sequence({
  NoteDnmtn: ActiveCurrencyAndAmount,
  NbOfNotes: Max15NumericText,
  Amt: ActiveCurrencyAndAmount,
})

const ProprietaryReference1 = sequence({
  Tp: Max35Text,
  Ref: Max35Text,
})

const TransactionReferences6 = sequence({
  MsgId: optional(Max35Text),
  AcctSvcrRef: optional(Max35Text),
  PmtInfId: optional(Max35Text),
  InstrId: optional(Max35Text),
  EndToEndId: optional(Max35Text),
  UETR: optional(UUIDv4Identifier),
  TxId: optional(Max35Text),
  MndtId: optional(Max35Text),
  ChqNb: optional(Max35Text),
  ClrSysRef: optional(Max35Text),
  AcctOwnrTxId: optional(Max35Text),
  AcctSvcrTxId: optional(Max35Text),
  MktInfrstrctrTxId: optional(Max35Text),
  PrcgId: optional(Max35Text),
  Prtry: many(ProprietaryReference1),
})

const ProprietaryParty5 = sequence({
  Tp: Max35Text,
  Pty: Party40Choice,
})

const TransactionParties6 = sequence({
  InitgPty: optional(Party40Choice),
  Dbtr: optional(Party40Choice),
  DbtrAcct: optional(CashAccount38),
  UltmtDbtr: optional(Party40Choice),
  Cdtr: optional(Party40Choice),
  CdtrAcct: optional(CashAccount38),
  UltmtCdtr: optional(Party40Choice),
  TradgPty: optional(Party40Choice),
  Prtry: many(ProprietaryParty5),
})

const ProprietaryAgent4 = sequence({
  Tp: Max35Text,
  Agt: BranchAndFinancialInstitutionIdentification6,
})

const TransactionAgents5 = sequence({
  InstgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdAgt: optional(BranchAndFinancialInstitutionIdentification6),
  DbtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  CdtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt1: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt2: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt3: optional(BranchAndFinancialInstitutionIdentification6),
  RcvgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  DlvrgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  IssgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  SttlmPlc: optional(BranchAndFinancialInstitutionIdentification6),
  Prtry: many(ProprietaryAgent4),
})

const ProprietaryDate3 = sequence({
  Tp: Max35Text,
  Dt: DateAndDateTime2Choice,
})

const TransactionDates3 = sequence({
  AccptncDtTm: optional(ISODateTime),
  TradActvtyCtrctlSttlmDt: optional(ISODate),
  TradDt: optional(ISODate),
  IntrBkSttlmDt: optional(ISODate),
  StartDt: optional(ISODate),
  EndDt: optional(ISODate),
  TxDtTm: optional(ISODateTime),
  Prtry: many(ProprietaryDate3),
})

const PaymentReturnReason5 = sequence({
  OrgnlBkTxCd: optional(BankTransactionCodeStructure4),
  Orgtr: optional(PartyIdentification135),
  Rsn: optional(ReturnReason5Choice),
  AddtlInf: many(Max105Text),
})

const EntryTransaction10 = sequence({
  Refs: optional(TransactionReferences6),
  Amt: optional(ActiveOrHistoricCurrencyAndAmount),
  CdtDbtInd: optional(CreditDebitCode),
  AmtDtls: optional(AmountAndCurrencyExchange3),
  Avlbty: many(CashAvailability1),
  BkTxCd: optional(BankTransactionCodeStructure4),
  Chrgs: optional(Charges6),
  Intrst: optional(TransactionInterest4),
  RltdPties: optional(TransactionParties6),
  RltdAgts: optional(TransactionAgents5),
  LclInstrm: optional(LocalInstrument2Choice),
  Purp: optional(Purpose2Choice),
  RltdRmtInf: many(RemittanceLocation7, 10),
  RmtInf: optional(RemittanceInformation16),
  RltdDts: optional(TransactionDates3),
  RltdPric: optional(TransactionPrice4Choice),
  RltdQties: many(TransactionQuantities3Choice),
  FinInstrmId: optional(SecurityIdentification19),
  Tax: optional(TaxInformation8),
  RtrInf: optional(PaymentReturnReason5),
  CorpActn: optional(CorporateAction9),
  SfkpgAcct: optional(SecuritiesAccount19),
  CshDpst: many(CashDeposit1),
  CardTx: optional(CardTransaction17),
  AddtlTxInf: optional(Max500Text),
  SplmtryData: many(SupplementaryData1),
})

const EntryDetails9 = sequence({
  Btch: optional(BatchInformation2),
  TxDtls: many(EntryTransaction10),
})

const MessageIdentification2 = sequence({
  MsgNmId: optional(Max35Text),
  MsgId: optional(Max35Text),
})

const TechnicalInputChannel1Choice = choice({
  Cd: ExternalTechnicalInputChannel1Code,
  Prtry: Max35Text,
})

export const ReportEntry10 = sequence({
  NtryRef: optional(Max35Text),
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: CreditDebitCode,
  RvslInd: optional(TrueFalseIndicator),
  Sts: EntryStatus1Choice,
  BookgDt: optional(DateAndDateTime2Choice),
  ValDt: optional(DateAndDateTime2Choice),
  AcctSvcrRef: optional(Max35Text),
  Avlbty: many(CashAvailability1),
  BkTxCd: BankTransactionCodeStructure4,
  ComssnWvrInd: optional(YesNoIndicator),
  AddtlInfInd: optional(MessageIdentification2),
  AmtDtls: optional(AmountAndCurrencyExchange3),
  Chrgs: optional(Charges6),
  TechInptChanl: optional(TechnicalInputChannel1Choice),
  Intrst: optional(TransactionInterest4),
  CardTx: optional(CardEntry4),
  NtryDtls: many(EntryDetails9),
  AddtlNtryInf: optional(Max500Text),
})
