import { Party40Choice } from '../components/agents.ts'
import {
  ExternalInvestigationStatus1Code,
  ExternalInvestigationStatusReason1Code,
} from '../components/external-codes.ts'
import { InvestigationSubType1Choice, InvestigationType1Choice } from '../components/originals.ts'
import { Max35Text, Max500Text } from '../components/texts.ts'
import { choice, many, optional, sequence } from '../description.ts'

const InvestigationStatusReason1Choice = choice({
  Cd: ExternalInvestigationStatusReason1Code,
})

const InvestigationStatus2 = sequence({
  Sts: ExternalInvestigationStatus1Code,
  StsRsn: optional(InvestigationStatusReason1Choice),
})

const InvestigationDataRecord1Choice = choice({
  RspnNrrtv: Max500Text,
})

const InvestigationData2 = sequence({
  RspnData: InvestigationDataRecord1Choice,
})

const InvestigationResponse3 = sequence({
  MsgId: Max35Text,
  RspndrInvstgtnId: optional(Max35Text),
  InvstgtnSts: InvestigationStatus2,
  InvstgtnData: many(InvestigationData2),
})

const InvestigationRequest3 = sequence({
  MsgId: Max35Text,
  RqstrInvstgtnId: optional(Max35Text),
  RspndrInvstgtnId: optional(Max35Text),
  InvstgtnTp: InvestigationType1Choice,
  InvstgtnSubTp: optional(InvestigationSubType1Choice),
  Rqstr: Party40Choice,
  Rspndr: Party40Choice,
})

const InvestigationResponseV01 = sequence({
  InvstgtnRspn: InvestigationResponse3,
  OrgnlInvstgtnReq: InvestigationRequest3,
})

/** camt.111.001.01 */
export const Camt111_01 = sequence({
  InvstgtnRspn: InvestigationResponseV01,
})
