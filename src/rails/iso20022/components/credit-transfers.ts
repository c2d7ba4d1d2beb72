import { many, optional, sequence } from '../description.ts'
import { BranchAndFinancialInstitutionIdentification6 } from './agents.ts'
import { ClearingChannel2Code, Priority2Code } from './codes.ts'
import {
  CategoryPurpose1Choice,
  LocalInstrument2Choice,
  ServiceLevel8Choice,
  SettlementInstruction7,
} from './payments.ts'
import {
  ActiveCurrencyAndAmount,
  BatchBookingIndicator,
  DecimalNumber,
  ISODate,
  ISODateTime,
  ISOTime,
  Max15NumericText,
  Max35Text,
  UUIDv4Identifier,
} from './texts.ts'

export const PaymentTypeInformation28 = sequence({
  InstrPrty: optional(Priority2Code),
  ClrChanl: optional(ClearingChannel2Code),
  SvcLvl: many(ServiceLevel8Choice),
  LclInstrm: optional(LocalInstrument2Choice),
  CtgyPurp: optional(CategoryPurpose1Choice),
})

export const GroupHeader93 = sequence({
  MsgId: Max35Text,
  CreDtTm: ISODateTime,
  BtchBookg: optional(BatchBookingIndicator),
  NbOfTxs: Max15NumericText,
  CtrlSum: optional(DecimalNumber),
  TtlIntrBkSttlmAmt: optional(ActiveCurrencyAndAmount),
  IntrBkSttlmDt: optional(ISODate),
  SttlmInf: SettlementInstruction7,
  PmtTpInf: optional(PaymentTypeInformation28),
  InstgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdAgt: optional(BranchAndFinancialInstitutionIdentification6),
})

export const PaymentIdentification7 = sequence({
  InstrId: optional(Max35Text),
  EndToEndId: Max35Text,
  TxId: optional(Max35Text),
  UETR: optional(UUIDv4Identifier),
  ClrSysRef: optional(Max35Text),
})

export const SettlementTimeRequest2 = sequence({
  CLSTm: optional(ISOTime),
  TillTm: optional(ISOTime),
  FrTm: optional(ISOTime),
  RjctTm: optional(ISOTime),
})
