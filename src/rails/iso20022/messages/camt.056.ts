import { BranchAndFinancialInstitutionIdentification6, Case5, CaseAssignment5 } from '../components/agents.ts'
import { SupplementaryData1 } from '../components/general.ts'
import {
  ControlData1,
  OriginalGroupHeader15,
  OriginalGroupInformation29,
  OriginalTransactionReference28,
  PaymentCancellationReason5,
} from '../components/originals.ts'
import { ActiveOrHistoricCurrencyAndAmount, ISODate, Max35Text, UUIDv4Identifier } from '../components/texts.ts'
import { atLeastOne, many, optional, sequence } from '../description.ts'

const PaymentTransaction106 = sequence({
  CxlId: optional(Max35Text),
  Case: optional(Case5),
  OrgnlGrpInf: optional(OriginalGroupInformation29),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlTxId: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
  OrgnlClrSysRef: optional(Max35Text),
  OrgnlIntrBkSttlmAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  OrgnlIntrBkSttlmDt: optional(ISODate),
  Assgnr: optional(BranchAndFinancialInstitutionIdentification6),
  Assgne: optional(BranchAndFinancialInstitutionIdentification6),
  CxlRsnInf: many(PaymentCancellationReason5),
  OrgnlTxRef: optional(OriginalTransactionReference28),
  SplmtryData: many(SupplementaryData1),
})

const UnderlyingTransaction23 = sequence({
  OrgnlGrpInfAndCxl: optional(OriginalGroupHeader15),
  TxInf: many(PaymentTransaction106),
})

const FIToFIPaymentCancellationRequestV08 = sequence({
  Assgnmt: CaseAssignment5,
  Case: optional(Case5),
  CtrlData: optional(ControlData1),
  Undrlyg: atLeastOne(UnderlyingTransaction23),
  SplmtryData: many(SupplementaryData1),
})

/** camt.056.001.08 */
export const Camt056_08 = sequence({
  FIToFIPmtCxlReq: FIToFIPaymentCancellationRequestV08,
})
