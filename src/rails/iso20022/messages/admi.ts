import { AddressType2Code } from '../components/codes.ts'
import {
  ExternalEnquiryRequestType1Code,
  ExternalPaymentControlRequestType1Code,
} from '../components/external-codes.ts'
import { GenericIdentification1, SupplementaryData1, SupplementaryDataEnvelope1 } from '../components/general.ts'
import { OriginalBusinessQuery1, SequenceRange1Choice } from '../components/originals.ts'
import {
  AnyBICDec2014Identifier,
  CountryCode,
  Exact4AlphaNumericText,
  ISODate,
  ISODateTime,
  LEIIdentifier,
  Max4AlphaNumericText,
  Max16Text,
  Max35Text,
  Max70Text,
  Max140Text,
  Max350Text,
  Max1000Text,
  Max20000Text,
} from '../components/texts.ts'
import { atLeastOne, choice, many, optional, sequence } from '../description.ts'

const MessageReference = sequence({
  Ref: Max35Text,
})

const ProprietaryData5 = sequence({
  Tp: Max35Text,
  Data: SupplementaryDataEnvelope1,
})

const AdministrationProprietaryMessageV02 = sequence({
  MsgId: optional(MessageReference),
  Rltd: optional(MessageReference),
  Prvs: optional(MessageReference),
  Othr: optional(MessageReference),
  PrtryData: ProprietaryData5,
})

const RejectionReason2 = sequence({
  RjctgPtyRsn: Max35Text,
  RjctnDtTm: optional(ISODateTime),
  ErrLctn: optional(Max350Text),
  RsnDesc: optional(Max350Text),
  AddtlData: optional(Max20000Text),
})

const MessageRejectV01 = sequence({
  RltdRef: MessageReference,
  Rsn: RejectionReason2,
})

/** admi.002.001.01 */
export const Admi002_01 = sequence({
  'admi.002.001.01': MessageRejectV01,
})

const Event2 = sequence({
  EvtCd: Max4AlphaNumericText,
  EvtParam: many(Max35Text),
  EvtDesc: optional(Max1000Text),
  EvtTm: optional(ISODateTime),
})

const SystemEventNotificationV02 = sequence({
  EvtInf: Event2,
})

/** admi.004.001.02 */
export const Admi004_02 = sequence({
  SysEvtNtfctn: SystemEventNotificationV02,
})

const RequestType4Choice = choice({
  PmtCtrl: ExternalPaymentControlRequestType1Code,
  Enqry: ExternalEnquiryRequestType1Code,
  Prtry: GenericIdentification1,
})

const MessageHeader7 = sequence({
  MsgId: Max35Text,
  CreDtTm: optional(ISODateTime),
  ReqTp: optional(RequestType4Choice),
  OrgnlBizQry: optional(OriginalBusinessQuery1),
  QryNm: optional(Max35Text),
})

const GenericIdentification36 = sequence({
  Id: Max35Text,
  Issr: Max35Text,
  SchmeNm: optional(Max35Text),
})

const PostalAddress1 = sequence({
  AdrTp: optional(AddressType2Code),
  AdrLine: many(Max70Text, 5),
  StrtNm: optional(Max70Text),
  BldgNb: optional(Max16Text),
  PstCd: optional(Max16Text),
  TwnNm: optional(Max35Text),
  CtrySubDvsn: optional(Max35Text),
  Ctry: CountryCode,
})

const NameAndAddress5 = sequence({
  Nm: Max350Text,
  Adr: optional(PostalAddress1),
})

const PartyIdentification120Choice = choice({
  AnyBIC: AnyBICDec2014Identifier,
  PrtryId: GenericIdentification36,
  NmAndAdr: NameAndAddress5,
})

const PartyIdentification136 = sequence({
  Id: PartyIdentification120Choice,
  LEI: optional(LEIIdentifier),
})

const ResendSearchCriteria2 = sequence({
  BizDt: optional(ISODate),
  SeqNb: optional(Max35Text),
  SeqRg: optional(SequenceRange1Choice),
  OrgnlMsgNmId: optional(Max35Text),
  FileRef: optional(Max35Text),
  Rcpt: PartyIdentification136,
})

const ResendRequestV01 = sequence({
  MsgHdr: MessageHeader7,
  RsndSchCrit: atLeastOne(ResendSearchCriteria2),
  SplmtryData: many(SupplementaryData1),
})

/** admi.006.001.01 */
export const Admi006_01 = sequence({
  RsndReq: ResendRequestV01,
})

const MessageHeader10 = sequence({
  MsgId: Max35Text,
  CreDtTm: optional(ISODateTime),
  QryNm: optional(Max35Text),
})

const MessageReference1 = sequence({
  Ref: Max35Text,
  MsgNm: optional(Max35Text),
  RefIssr: optional(PartyIdentification136),
})

const RequestHandling2 = sequence({
  StsCd: Max4AlphaNumericText,
  StsDtTm: optional(ISODateTime),
  Desc: optional(Max140Text),
})

const ReceiptAcknowledgementReport2 = sequence({
  RltdRef: MessageReference1,
  ReqHdlg: RequestHandling2,
})

const ReceiptAcknowledgementV01 = sequence({
  MsgId: MessageHeader10,
  Rpt: atLeastOne(ReceiptAcknowledgementReport2),
  SplmtryData: many(SupplementaryData1),
})

/** admi.007.001.01 */
export const Admi007_01 = sequence({
  RctAck: ReceiptAcknowledgementV01,
})

const Event1 = sequence({
  EvtCd: Max4AlphaNumericText,
  EvtParam: many(Max35Text),
  EvtDesc: optional(Max350Text),
  EvtTm: optional(ISODateTime),
})

const SystemEventAcknowledgementV01 = sequence({
  MsgId: Max35Text,
  OrgtrRef: optional(Max35Text),
  SttlmSsnIdr: optional(Exact4AlphaNumericText),
  AckDtls: optional(Event1),
  SplmtryData: many(SupplementaryData1),
})

/** admi.011.001.01 */
export const Admi011_01 = sequence({
  SysEvtAck: SystemEventAcknowledgementV01,
})

/** admi.998.001.02 */
export const Admi998_02 = sequence({
  AdmstnPrtryMsg: AdministrationProprietaryMessageV02,
})
