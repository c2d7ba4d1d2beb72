import { choice, optional, sequence } from '../description.ts'
import { DateAndDateTime2Choice } from './general.ts'
import { OriginalGroupInformation29, OriginalTransactionReference28 } from './originals.ts'
import { ActiveOrHistoricCurrencyAndAmount, ISODate, ISODateTime, Max35Text, UUIDv4Identifier } from './texts.ts'

export const UnderlyingGroupInformation1 = sequence({
  OrgnlMsgId: Max35Text,
  OrgnlMsgNmId: Max35Text,
  OrgnlCreDtTm: optional(ISODateTime),
  OrgnlMsgDlvryChanl: optional(Max35Text),
})

const UnderlyingPaymentInstruction5 = sequence({
  OrgnlGrpInf: optional(UnderlyingGroupInformation1),
  OrgnlPmtInfId: optional(Max35Text),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
  OrgnlInstdAmt: ActiveOrHistoricCurrencyAndAmount,
  ReqdExctnDt: optional(DateAndDateTime2Choice),
  ReqdColltnDt: optional(ISODate),
  OrgnlTxRef: optional(OriginalTransactionReference28),
})

const UnderlyingPaymentTransaction4 = sequence({
  OrgnlGrpInf: optional(UnderlyingGroupInformation1),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlTxId: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
  OrgnlIntrBkSttlmAmt: ActiveOrHistoricCurrencyAndAmount,
  OrgnlIntrBkSttlmDt: ISODate,
  OrgnlTxRef: optional(OriginalTransactionReference28),
})

const UnderlyingStatementEntry3 = sequence({
  OrgnlGrpInf: optional(OriginalGroupInformation29),
  OrgnlStmtId: optional(Max35Text),
  OrgnlNtryId: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
})

export const UnderlyingTransaction5Choice = choice({
  Initn: UnderlyingPaymentInstruction5,
  IntrBk: UnderlyingPaymentTransaction4,
  StmtNtry: UnderlyingStatementEntry3,
})
