import { CashAccount38 } from '../components/accounts.ts'
import { BranchAndFinancialInstitutionIdentification6 } from '../components/agents.ts'
import { DateAndDateTime2Choice } from '../components/general.ts'
import { PartyIdentification135 } from '../components/parties.ts'
import { StructuredRemittanceInformation16 } from '../components/remittance.ts'
import {
  ActiveOrHistoricCurrencyAndAmount,
  ISODateTime,
  Max35Text,
  Max140Text,
  UUIDv4Identifier,
} from '../components/texts.ts'
import { choice, many, optional, sequence } from '../description.ts'

const AmountType3Choice = choice({
  InstdAmt: ActiveOrHistoricCurrencyAndAmount,
})

const GroupHeader79 = sequence({
  MsgId: Max35Text,
  CreDtTm: ISODateTime,
  InitgPty: PartyIdentification135,
  MsgRcpt: PartyIdentification135,
})

const TransactionReferences5 = sequence({
  PmtInfId: optional(Max35Text),
  InstrId: optional(Max35Text),
  EndToEndId: Max35Text,
  TxId: optional(Max35Text),
  UETR: optional(UUIDv4Identifier),
})

const OriginalPaymentInformation8 = sequence({
  Refs: TransactionReferences5,
  Amt: AmountType3Choice,
  ReqdExctnDt: optional(DateAndDateTime2Choice),
  Dbtr: optional(PartyIdentification135),
  DbtrAcct: optional(CashAccount38),
  DbtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  Cdtr: optional(PartyIdentification135),
  CdtrAcct: optional(CashAccount38),
  CdtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
})

const RemittanceInformation19 = sequence({
  RmtId: Max35Text,
  Ustrd: many(Max140Text, 10),
  Strd: many(StructuredRemittanceInformation16, 10),
  OrgnlPmtInf: OriginalPaymentInformation8,
})

const RemittanceAdviceV04 = sequence({
  GrpHdr: GroupHeader79,
  RmtInf: RemittanceInformation19,
})

/** remt.001.001.04 */
export const Remt001_04 = sequence({
  RmtAdvc: RemittanceAdviceV04,
})
