import { CashAccount38 } from '../components/accounts.ts'
import {
  BranchAndFinancialInstitutionIdentification6,
  intermediaryAgents,
  Party40Choice,
  previousInstructingAgents,
} from '../components/agents.ts'
import { ChargeBearerType1Code, Priority3Code } from '../components/codes.ts'
import { ExternalCreditorAgentInstruction1Code } from '../components/external-codes.ts'
import { SupplementaryData1 } from '../components/general.ts'
import { MandateRelatedData1Choice } from '../components/mandates.ts'
import {
  OriginalGroupInformation29,
  OriginalTransactionReference28,
  originalTransactionReference,
  ReturnReason5Choice,
} from '../components/originals.ts'
import { PartyIdentification135 } from '../components/parties.ts'
import { Charges7, SettlementDateTimeIndication1, SettlementInstruction7 } from '../components/payments.ts'
import {
  ActiveCurrencyAndAmount,
  ActiveOrHistoricCurrencyAndAmount,
  BaseOneRate,
  BatchBookingIndicator,
  DecimalNumber,
  ISODate,
  ISODateTime,
  Max15NumericText,
  Max35Text,
  Max105Text,
  Max128Text,
  Max140Text,
  TrueFalseIndicator,
  UUIDv4Identifier,
} from '../components/texts.ts'
import { underlyingCustomerTransfer } from '../components/underlying-transfer.ts'
import { choice, codes, type Description, many, optional, sequence } from '../description.ts'

const Authorisation1Code = codes('AUTH', 'FDET', 'FSUM', 'ILEV')

const Authorisation1Choice = choice({
  Cd: Authorisation1Code,
  Prtry: Max128Text,
})

const InstructionForCreditorAgent3 = sequence({
  Cd: optional(ExternalCreditorAgentInstruction1Code),
  InstrInf: optional(Max140Text),
})

const CreditTransferTransaction45 = sequence(underlyingCustomerTransfer(InstructionForCreditorAgent3))

const GroupHeader90 = sequence({
  MsgId: Max35Text,
  CreDtTm: ISODateTime,
  Authstn: many(Authorisation1Choice, 2),
  BtchBookg: optional(BatchBookingIndicator),
  NbOfTxs: Max15NumericText,
  CtrlSum: optional(DecimalNumber),
  GrpRtr: optional(TrueFalseIndicator),
  TtlRtrdIntrBkSttlmAmt: optional(ActiveCurrencyAndAmount),
  IntrBkSttlmDt: optional(ISODate),
  SttlmInf: SettlementInstruction7,
  InstgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdAgt: optional(BranchAndFinancialInstitutionIdentification6),
})

const PaymentReturnReason6 = sequence({
  Orgtr: optional(PartyIdentification135),
  Rsn: optional(ReturnReason5Choice),
  AddtlInf: many(Max105Text),
})

const OriginalGroupHeader18 = sequence({
  OrgnlMsgId: Max35Text,
  OrgnlMsgNmId: Max35Text,
  OrgnlCreDtTm: optional(ISODateTime),
  RtrRsnInf: many(PaymentReturnReason6),
})

const TransactionParties7 = sequence({
  UltmtDbtr: optional(Party40Choice),
  Dbtr: Party40Choice,
  InitgPty: optional(Party40Choice),
  DbtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  PrvsInstgAgt1: optional(BranchAndFinancialInstitutionIdentification6),
  PrvsInstgAgt2: optional(BranchAndFinancialInstitutionIdentification6),
  PrvsInstgAgt3: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt1: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt2: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt3: optional(BranchAndFinancialInstitutionIdentification6),
  CdtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  Cdtr: Party40Choice,
  UltmtCdtr: optional(Party40Choice),
})

/** What the versions of PaymentTransaction say of a return. */
const returnedTransaction = <const Parties extends Description, const Original extends Description>(
  parties: Parties,
  original: Original,
) => ({
  RtrId: optional(Max35Text),
  OrgnlGrpInf: optional(OriginalGroupInformation29),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlTxId: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
  OrgnlClrSysRef: optional(Max35Text),
  OrgnlIntrBkSttlmAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  OrgnlIntrBkSttlmDt: optional(ISODate),
  RtrdIntrBkSttlmAmt: ActiveCurrencyAndAmount,
  IntrBkSttlmDt: optional(ISODate),
  SttlmPrty: optional(Priority3Code),
  SttlmTmIndctn: optional(SettlementDateTimeIndication1),
  RtrdInstdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  XchgRate: optional(BaseOneRate),
  CompstnAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  ChrgBr: optional(ChargeBearerType1Code),
  ChrgsInf: many(Charges7),
  ClrSysRef: optional(Max35Text),
  InstgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdAgt: optional(BranchAndFinancialInstitutionIdentification6),
  RtrChain: optional(parties),
  RtrRsnInf: many(PaymentReturnReason6),
  OrgnlTxRef: optional(original),
  SplmtryData: many(SupplementaryData1),
})

const PaymentTransaction112 = sequence(returnedTransaction(TransactionParties7, OriginalTransactionReference28))

const PaymentReturnV09 = sequence({
  GrpHdr: GroupHeader90,
  OrgnlGrpInf: optional(OriginalGroupHeader18),
  TxInf: many(PaymentTransaction112),
  SplmtryData: many(SupplementaryData1),
})

/** pacs.004.001.09 */
export const Pacs004_09 = sequence({
  PmtRtr: PaymentReturnV09,
})

const TransactionParties8 = sequence({
  UltmtDbtr: optional(Party40Choice),
  Dbtr: Party40Choice,
  DbtrAcct: optional(CashAccount38),
  InitgPty: optional(Party40Choice),
  DbtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  DbtrAgtAcct: optional(CashAccount38),
  ...previousInstructingAgents,
  ...intermediaryAgents,
  CdtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  CdtrAgtAcct: optional(CashAccount38),
  Cdtr: Party40Choice,
  CdtrAcct: optional(CashAccount38),
  UltmtCdtr: optional(Party40Choice),
})

const OriginalTransactionReference32 = sequence({
  ...originalTransactionReference(MandateRelatedData1Choice),
  UndrlygCstmrCdtTrf: optional(CreditTransferTransaction45),
})

const PaymentTransaction118 = sequence(returnedTransaction(TransactionParties8, OriginalTransactionReference32))

const PaymentReturnV10 = sequence({
  GrpHdr: GroupHeader90,
  OrgnlGrpInf: optional(OriginalGroupHeader18),
  TxInf: many(PaymentTransaction118),
  SplmtryData: many(SupplementaryData1),
})

/** pacs.004.001.10 */
export const Pacs004_10 = sequence({
  PmtRtr: PaymentReturnV10,
})
