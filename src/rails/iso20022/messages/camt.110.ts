import { Party40Choice } from '../components/agents.ts'
import {
  ExternalInvestigationReason1Code,
  ExternalInvestigationReasonSubType1Code,
} from '../components/external-codes.ts'
import { DateAndDateTime2Choice } from '../components/general.ts'
import { InvestigationSubType1Choice, InvestigationType1Choice } from '../components/originals.ts'
import {
  ActiveOrHistoricCurrencyAndAmount,
  ISODate,
  Max35Text,
  Max500Text,
  UUIDv4Identifier,
} from '../components/texts.ts'
import { UnderlyingGroupInformation1 } from '../components/underlying.ts'
import { atLeastOne, choice, optional, sequence } from '../description.ts'

const AdditionalRequestData1Choice = choice({
  ReqNrrtv: Max500Text,
})

const UnderlyingPaymentInstruction8 = sequence({
  OrgnlGrpInf: UnderlyingGroupInformation1,
  OrgnlPmtInfId: optional(Max35Text),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlUETR: UUIDv4Identifier,
  OrgnlInstdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  ReqdExctnDt: DateAndDateTime2Choice,
})

const UnderlyingPaymentTransaction7 = sequence({
  OrgnlGrpInf: UnderlyingGroupInformation1,
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlTxId: optional(Max35Text),
  OrgnlUETR: UUIDv4Identifier,
  OrgnlIntrBkSttlmAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  OrgnlIntrBkSttlmDt: optional(ISODate),
})

const UnderlyingData2Choice = choice({
  Initn: UnderlyingPaymentInstruction8,
  IntrBk: UnderlyingPaymentTransaction7,
})

const InvestigationRequest2 = sequence({
  MsgId: Max35Text,
  RqstrInvstgtnId: optional(Max35Text),
  RspndrInvstgtnId: optional(Max35Text),
  InvstgtnTp: InvestigationType1Choice,
  InvstgtnSubTp: optional(InvestigationSubType1Choice),
  Undrlyg: UnderlyingData2Choice,
  Rqstr: Party40Choice,
  Rspndr: Party40Choice,
})

const InvestigationReason1Choice = choice({
  Cd: ExternalInvestigationReason1Code,
})

const InvestigationReasonSubType1Choice = choice({
  Cd: ExternalInvestigationReasonSubType1Code,
})

const InvestigationReason2 = sequence({
  Rsn: InvestigationReason1Choice,
  RsnSubTp: optional(InvestigationReasonSubType1Choice),
  AddtlReqData: optional(AdditionalRequestData1Choice),
})

const InvestigationRequestV01 = sequence({
  InvstgtnReq: InvestigationRequest2,
  InvstgtnData: atLeastOne(InvestigationReason2),
})

/** camt.110.001.01 */
export const Camt110_01 = sequence({
  InvstgtnReq: InvestigationRequestV01,
})
