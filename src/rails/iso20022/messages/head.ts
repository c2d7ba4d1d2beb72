import {
  BranchAndFinancialInstitutionIdentification6,
  ClearingSystemMemberIdentification2,
  GenericFinancialIdentification1,
} from '../components/agents.ts'
import { AddressType2Code, CopyDuplicate1Code } from '../components/codes.ts'
import {
  GenericOrganisationIdentification1,
  GenericPersonIdentification1,
  PartyIdentification135,
} from '../components/parties.ts'
import {
  AnyBICIdentifier,
  BICFIIdentifier,
  BusinessMessagePriorityCode,
  CountryCode,
  ISODate,
  ISODateTime,
  ISONormalisedDateTime,
  Max16Text,
  Max35Text,
  Max70Text,
  Max140Text,
  Max350Text,
  Max2048Text,
  PhoneNumber,
  UnicodeChartsCode,
  YesNoIndicator,
} from '../components/texts.ts'
import { anyElement, choice, codes, many, optional, sequence } from '../description.ts'

const PostalAddress6 = sequence({
  AdrTp: optional(AddressType2Code),
  Dept: optional(Max70Text),
  SubDept: optional(Max70Text),
  StrtNm: optional(Max70Text),
  BldgNb: optional(Max16Text),
  PstCd: optional(Max16Text),
  TwnNm: optional(Max35Text),
  CtrySubDvsn: optional(Max35Text),
  Ctry: optional(CountryCode),
  AdrLine: many(Max70Text, 7),
})

const FinancialInstitutionIdentification8 = sequence({
  BICFI: optional(BICFIIdentifier),
  ClrSysMmbId: optional(ClearingSystemMemberIdentification2),
  Nm: optional(Max140Text),
  PstlAdr: optional(PostalAddress6),
  Othr: optional(GenericFinancialIdentification1),
})

const BranchData2 = sequence({
  Id: optional(Max35Text),
  Nm: optional(Max140Text),
  PstlAdr: optional(PostalAddress6),
})

const BranchAndFinancialInstitutionIdentification5 = sequence({
  FinInstnId: FinancialInstitutionIdentification8,
  BrnchId: optional(BranchData2),
})

const OrganisationIdentification7 = sequence({
  AnyBIC: optional(AnyBICIdentifier),
  Othr: many(GenericOrganisationIdentification1),
})

const DateAndPlaceOfBirth = sequence({
  BirthDt: ISODate,
  PrvcOfBirth: optional(Max35Text),
  CityOfBirth: Max35Text,
  CtryOfBirth: CountryCode,
})

const PersonIdentification5 = sequence({
  DtAndPlcOfBirth: optional(DateAndPlaceOfBirth),
  Othr: many(GenericPersonIdentification1),
})

const Party10Choice = choice({
  OrgId: OrganisationIdentification7,
  PrvtId: PersonIdentification5,
})

const NamePrefix1Code = codes('DOCT', 'MIST', 'MISS', 'MADM')

const ContactDetails2 = sequence({
  NmPrfx: optional(NamePrefix1Code),
  Nm: optional(Max140Text),
  PhneNb: optional(PhoneNumber),
  MobNb: optional(PhoneNumber),
  FaxNb: optional(PhoneNumber),
  EmailAdr: optional(Max2048Text),
  Othr: optional(Max35Text),
})

const PartyIdentification42 = sequence({
  Nm: optional(Max140Text),
  PstlAdr: optional(PostalAddress6),
  Id: optional(Party10Choice),
  CtryOfRes: optional(CountryCode),
  CtctDtls: optional(ContactDetails2),
})

const Party9Choice = choice({
  OrgId: PartyIdentification42,
  FIId: BranchAndFinancialInstitutionIdentification5,
})

const SignatureEnvelope = anyElement()

const BusinessApplicationHeader1 = sequence({
  CharSet: optional(UnicodeChartsCode),
  Fr: Party9Choice,
  To: Party9Choice,
  BizMsgIdr: Max35Text,
  MsgDefIdr: Max35Text,
  BizSvc: optional(Max35Text),
  CreDt: ISONormalisedDateTime,
  CpyDplct: optional(CopyDuplicate1Code),
  PssblDplct: optional(YesNoIndicator),
  Prty: optional(BusinessMessagePriorityCode),
  Sgntr: optional(SignatureEnvelope),
})

const Party44Choice = choice({
  OrgId: PartyIdentification135,
  FIId: BranchAndFinancialInstitutionIdentification6,
})

const BusinessApplicationHeader5 = sequence({
  CharSet: optional(UnicodeChartsCode),
  Fr: Party44Choice,
  To: Party44Choice,
  BizMsgIdr: Max35Text,
  MsgDefIdr: Max35Text,
  BizSvc: optional(Max35Text),
  CreDt: ISODateTime,
  CpyDplct: optional(CopyDuplicate1Code),
  PssblDplct: optional(YesNoIndicator),
  Prty: optional(BusinessMessagePriorityCode),
  Sgntr: optional(SignatureEnvelope),
})

const ImplementationSpecification1 = sequence({
  Regy: Max350Text,
  Id: Max2048Text,
})

const BusinessApplicationHeader7 = sequence({
  CharSet: optional(UnicodeChartsCode),
  Fr: Party44Choice,
  To: Party44Choice,
  BizMsgIdr: Max35Text,
  MsgDefIdr: Max35Text,
  BizSvc: optional(Max35Text),
  MktPrctc: optional(ImplementationSpecification1),
  CreDt: ISODateTime,
  BizPrcgDt: optional(ISODateTime),
  CpyDplct: optional(CopyDuplicate1Code),
  PssblDplct: optional(YesNoIndicator),
  Prty: optional(BusinessMessagePriorityCode),
  Sgntr: optional(SignatureEnvelope),
})

/** head.001.001.01 */
export const Head001_01 = sequence({
  CharSet: optional(UnicodeChartsCode),
  Fr: Party9Choice,
  To: Party9Choice,
  BizMsgIdr: Max35Text,
  MsgDefIdr: Max35Text,
  BizSvc: optional(Max35Text),
  CreDt: ISONormalisedDateTime,
  CpyDplct: optional(CopyDuplicate1Code),
  PssblDplct: optional(YesNoIndicator),
  Prty: optional(BusinessMessagePriorityCode),
  Sgntr: optional(SignatureEnvelope),
  Rltd: optional(BusinessApplicationHeader1),
})

/** head.001.001.02 */
export const Head001_02 = sequence({
  CharSet: optional(UnicodeChartsCode),
  Fr: Party44Choice,
  To: Party44Choice,
  BizMsgIdr: Max35Text,
  MsgDefIdr: Max35Text,
  BizSvc: optional(Max35Text),
  MktPrctc: optional(ImplementationSpecification1),
  CreDt: ISODateTime,
  BizPrcgDt: optional(ISODateTime),
  CpyDplct: optional(CopyDuplicate1Code),
  PssblDplct: optional(YesNoIndicator),
  Prty: optional(BusinessMessagePriorityCode),
  Sgntr: optional(SignatureEnvelope),
  Rltd: many(BusinessApplicationHeader5),
})

/** head.001.001.03 */
export const Head001_03 = sequence({
  CharSet: optional(UnicodeChartsCode),
  Fr: Party44Choice,
  To: Party44Choice,
  BizMsgIdr: Max35Text,
  MsgDefIdr: Max35Text,
  BizSvc: optional(Max35Text),
  MktPrctc: optional(ImplementationSpecification1),
  CreDt: ISODateTime,
  BizPrcgDt: optional(ISODateTime),
  CpyDplct: optional(CopyDuplicate1Code),
  PssblDplct: optional(YesNoIndicator),
  Prty: optional(BusinessMessagePriorityCode),
  Sgntr: optional(SignatureEnvelope),
  Rltd: many(BusinessApplicationHeader7),
})
