import { Case5, CaseAssignment5 } from '../components/agents.ts'
import { DateAndDateTime2Choice, SupplementaryData1 } from '../components/general.ts'
import { MandateRelatedData1Choice } from '../components/mandates.ts'
import {
  ControlData1,
  OriginalGroupHeader15,
  OriginalGroupInformation29,
  originalTransactionReference,
  PaymentCancellationReason5,
} from '../components/originals.ts'
import {
  ActiveOrHistoricCurrencyAndAmount,
  DecimalNumber,
  GroupCancellationIndicator,
  ISODate,
  Max15NumericText,
  Max35Text,
  UUIDv4Identifier,
} from '../components/texts.ts'
import { atLeastOne, many, optional, sequence } from '../description.ts'

const OriginalTransactionReference31 = sequence({
  ...originalTransactionReference(MandateRelatedData1Choice),
})

const PaymentTransaction124 = sequence({
  CxlId: optional(Max35Text),
  Case: optional(Case5),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
  OrgnlInstdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  OrgnlReqdExctnDt: optional(DateAndDateTime2Choice),
  OrgnlReqdColltnDt: optional(ISODate),
  CxlRsnInf: many(PaymentCancellationReason5),
  OrgnlTxRef: optional(OriginalTransactionReference31),
  SplmtryData: many(SupplementaryData1),
})

const OriginalPaymentInstruction36 = sequence({
  PmtCxlId: optional(Max35Text),
  Case: optional(Case5),
  OrgnlPmtInfId: Max35Text,
  OrgnlGrpInf: optional(OriginalGroupInformation29),
  NbOfTxs: optional(Max15NumericText),
  CtrlSum: optional(DecimalNumber),
  PmtInfCxl: optional(GroupCancellationIndicator),
  CxlRsnInf: many(PaymentCancellationReason5),
  TxInf: many(PaymentTransaction124),
})

const UnderlyingTransaction27 = sequence({
  OrgnlGrpInfAndCxl: optional(OriginalGroupHeader15),
  OrgnlPmtInfAndCxl: many(OriginalPaymentInstruction36),
})

const CustomerPaymentCancellationRequestV09 = sequence({
  Assgnmt: CaseAssignment5,
  Case: optional(Case5),
  CtrlData: optional(ControlData1),
  Undrlyg: atLeastOne(UnderlyingTransaction27),
  SplmtryData: many(SupplementaryData1),
})

/** camt.055.001.09 */
export const Camt055_09 = sequence({
  CstmrPmtCxlReq: CustomerPaymentCancellationRequestV09,
})
