import { choice, many, optional, sequence } from '../description.ts'
import { AddressType2Code, NamePrefix2Code, PreferredContactMethod1Code } from './codes.ts'
import { ExternalOrganisationIdentification1Code, ExternalPersonIdentification1Code } from './external-codes.ts'
import { GenericIdentification30 } from './general.ts'
import {
  AnyBICDec2014Identifier,
  CountryCode,
  ISODate,
  LEIIdentifier,
  Max4Text,
  Max16Text,
  Max35Text,
  Max70Text,
  Max128Text,
  Max140Text,
  Max2048Text,
  PhoneNumber,
} from './texts.ts'

const AddressType3Choice = choice({
  Cd: AddressType2Code,
  Prtry: GenericIdentification30,
})

const OtherContact1 = sequence({
  ChanlTp: Max4Text,
  Id: optional(Max128Text),
})

const Contact4 = sequence({
  NmPrfx: optional(NamePrefix2Code),
  Nm: optional(Max140Text),
  PhneNb: optional(PhoneNumber),
  MobNb: optional(PhoneNumber),
  FaxNb: optional(PhoneNumber),
  EmailAdr: optional(Max2048Text),
  EmailPurp: optional(Max35Text),
  JobTitl: optional(Max35Text),
  Rspnsblty: optional(Max35Text),
  Dept: optional(Max70Text),
  Othr: many(OtherContact1),
  PrefrdMtd: optional(PreferredContactMethod1Code),
})

const DateAndPlaceOfBirth1 = sequence({
  BirthDt: ISODate,
  PrvcOfBirth: optional(Max35Text),
  CityOfBirth: Max35Text,
  CtryOfBirth: CountryCode,
})

const OrganisationIdentificationSchemeName1Choice = choice({
  Cd: ExternalOrganisationIdentification1Code,
  Prtry: Max35Text,
})

export const GenericOrganisationIdentification1 = sequence({
  Id: Max35Text,
  SchmeNm: optional(OrganisationIdentificationSchemeName1Choice),
  Issr: optional(Max35Text),
})

const PersonIdentificationSchemeName1Choice = choice({
  Cd: ExternalPersonIdentification1Code,
  Prtry: Max35Text,
})

export const GenericPersonIdentification1 = sequence({
  Id: Max35Text,
  SchmeNm: optional(PersonIdentificationSchemeName1Choice),
  Issr: optional(Max35Text),
})

export const PostalAddress24 = sequence({
  AdrTp: optional(AddressType3Choice),
  Dept: optional(Max70Text),
  SubDept: optional(Max70Text),
  StrtNm: optional(Max70Text),
  BldgNb: optional(Max16Text),
  BldgNm: optional(Max35Text),
  Flr: optional(Max70Text),
  PstBx: optional(Max16Text),
  Room: optional(Max70Text),
  PstCd: optional(Max16Text),
  TwnNm: optional(Max35Text),
  TwnLctnNm: optional(Max35Text),
  DstrctNm: optional(Max35Text),
  CtrySubDvsn: optional(Max35Text),
  Ctry: optional(CountryCode),
  AdrLine: many(Max70Text, 7),
})

export const NameAndAddress16 = sequence({
  Nm: Max140Text,
  Adr: PostalAddress24,
})

const OrganisationIdentification29 = sequence({
  AnyBIC: optional(AnyBICDec2014Identifier),
  LEI: optional(LEIIdentifier),
  Othr: many(GenericOrganisationIdentification1),
})

const PersonIdentification13 = sequence({
  DtAndPlcOfBirth: optional(DateAndPlaceOfBirth1),
  Othr: many(GenericPersonIdentification1),
})

const Party38Choice = choice({
  OrgId: OrganisationIdentification29,
  PrvtId: PersonIdentification13,
})

export const PartyIdentification135 = sequence({
  Nm: optional(Max140Text),
  PstlAdr: optional(PostalAddress24),
  Id: optional(Party38Choice),
  CtryOfRes: optional(CountryCode),
  CtctDtls: optional(Contact4),
})
