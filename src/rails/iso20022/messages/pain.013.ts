import { CashAccount38 } from '../components/accounts.ts'
import { BranchAndFinancialInstitutionIdentification6 } from '../components/agents.ts'
import { ChargeBearerType1Code, Priority2Code } from '../components/codes.ts'
import { DateAndDateTime2Choice, SupplementaryData1 } from '../components/general.ts'
import { NameAndAddress16, PartyIdentification135 } from '../components/parties.ts'
import {
  AmountType4Choice,
  InstructionForCreditorAgent1,
  Purpose2Choice,
  RegulatoryReporting3,
  RemittanceLocation7,
} from '../components/payments.ts'
import { RemittanceInformation16, TaxInformation8 } from '../components/remittance.ts'
import { Document12, PaymentCondition1, PaymentTypeInformation26 } from '../components/requests.ts'
import {
  DecimalNumber,
  ISODate,
  ISODateTime,
  Max15NumericText,
  Max35Text,
  Max70Text,
  UUIDv4Identifier,
} from '../components/texts.ts'
import { atLeastOne, choice, codes, many, optional, sequence } from '../description.ts'

const ChequeType2Code = codes('CCHQ', 'CCCH', 'BCHQ', 'DRFT', 'ELDR')

const ChequeDelivery1Code = codes(
  'MLDB',
  'MLCD',
  'MLFA',
  'CRDB',
  'CRCD',
  'CRFA',
  'PUDB',
  'PUCD',
  'PUFA',
  'RGDB',
  'RGCD',
  'RGFA',
)

const ChequeDeliveryMethod1Choice = choice({
  Cd: ChequeDelivery1Code,
  Prtry: Max35Text,
})

const Cheque11 = sequence({
  ChqTp: optional(ChequeType2Code),
  ChqNb: optional(Max35Text),
  ChqFr: optional(NameAndAddress16),
  DlvryMtd: optional(ChequeDeliveryMethod1Choice),
  DlvrTo: optional(NameAndAddress16),
  InstrPrty: optional(Priority2Code),
  ChqMtrtyDt: optional(ISODate),
  FrmsCd: optional(Max35Text),
  MemoFld: many(Max35Text, 2),
  RgnlClrZone: optional(Max35Text),
  PrtLctn: optional(Max35Text),
  Sgntr: many(Max70Text, 5),
})

const PaymentIdentification6 = sequence({
  InstrId: optional(Max35Text),
  EndToEndId: Max35Text,
  UETR: optional(UUIDv4Identifier),
})

const CreditTransferTransaction35 = sequence({
  PmtId: PaymentIdentification6,
  PmtTpInf: optional(PaymentTypeInformation26),
  PmtCond: optional(PaymentCondition1),
  Amt: AmountType4Choice,
  ChrgBr: ChargeBearerType1Code,
  ChqInstr: optional(Cheque11),
  UltmtDbtr: optional(PartyIdentification135),
  IntrmyAgt1: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt2: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt3: optional(BranchAndFinancialInstitutionIdentification6),
  CdtrAgt: BranchAndFinancialInstitutionIdentification6,
  Cdtr: PartyIdentification135,
  CdtrAcct: optional(CashAccount38),
  UltmtCdtr: optional(PartyIdentification135),
  InstrForCdtrAgt: many(InstructionForCreditorAgent1),
  Purp: optional(Purpose2Choice),
  RgltryRptg: many(RegulatoryReporting3, 10),
  Tax: optional(TaxInformation8),
  RltdRmtInf: many(RemittanceLocation7, 10),
  RmtInf: optional(RemittanceInformation16),
  NclsdFile: many(Document12),
  SplmtryData: many(SupplementaryData1),
})

const GroupHeader78 = sequence({
  MsgId: Max35Text,
  CreDtTm: ISODateTime,
  NbOfTxs: Max15NumericText,
  CtrlSum: optional(DecimalNumber),
  InitgPty: PartyIdentification135,
})

const PaymentMethod7Code = codes('CHK', 'TRF')

const PaymentInstruction31 = sequence({
  PmtInfId: optional(Max35Text),
  PmtMtd: PaymentMethod7Code,
  PmtTpInf: optional(PaymentTypeInformation26),
  ReqdExctnDt: DateAndDateTime2Choice,
  XpryDt: optional(DateAndDateTime2Choice),
  PmtCond: optional(PaymentCondition1),
  Dbtr: PartyIdentification135,
  DbtrAcct: optional(CashAccount38),
  DbtrAgt: BranchAndFinancialInstitutionIdentification6,
  UltmtDbtr: optional(PartyIdentification135),
  ChrgBr: optional(ChargeBearerType1Code),
  CdtTrfTx: atLeastOne(CreditTransferTransaction35),
})

const CreditorPaymentActivationRequestV07 = sequence({
  GrpHdr: GroupHeader78,
  PmtInf: atLeastOne(PaymentInstruction31),
  SplmtryData: many(SupplementaryData1),
})

/** pain.013.001.07 */
export const Pain013_07 = sequence({
  CdtrPmtActvtnReq: CreditorPaymentActivationRequestV07,
})
