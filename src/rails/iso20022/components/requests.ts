import { choice, many, optional, sequence } from '../description.ts'
import { Priority2Code } from './codes.ts'
import { ExternalDocumentFormat1Code, ExternalDocumentType1Code } from './external-codes.ts'
import { DateAndDateTime2Choice, GenericIdentification1, SkipPayload } from './general.ts'
import { PartyIdentification135 } from './parties.ts'
import { CategoryPurpose1Choice, LocalInstrument2Choice, ServiceLevel8Choice } from './payments.ts'
import {
  ActiveCurrencyAndAmount,
  LanguageCode,
  Max10MbBinary,
  Max35Text,
  Max140Text,
  PercentageRate,
  TrueFalseIndicator,
} from './texts.ts'

const AmountOrRate1Choice = choice({
  Amt: ActiveCurrencyAndAmount,
  Rate: PercentageRate,
})

const DocumentType1Choice = choice({
  Cd: ExternalDocumentType1Code,
  Prtry: GenericIdentification1,
})

const DocumentFormat1Choice = choice({
  Cd: ExternalDocumentFormat1Code,
  Prtry: GenericIdentification1,
})

const PartyAndSignature3 = sequence({
  Pty: PartyIdentification135,
  Sgntr: SkipPayload,
})

export const Document12 = sequence({
  Tp: DocumentType1Choice,
  Id: Max35Text,
  IsseDt: DateAndDateTime2Choice,
  Nm: optional(Max140Text),
  LangCd: optional(LanguageCode),
  Frmt: DocumentFormat1Choice,
  FileNm: optional(Max140Text),
  DgtlSgntr: optional(PartyAndSignature3),
  Nclsr: Max10MbBinary,
})

export const PaymentCondition1 = sequence({
  AmtModAllwd: TrueFalseIndicator,
  EarlyPmtAllwd: TrueFalseIndicator,
  DelyPnlty: optional(Max140Text),
  ImdtPmtRbt: optional(AmountOrRate1Choice),
  GrntedPmtReqd: TrueFalseIndicator,
})

export const PaymentTypeInformation26 = sequence({
  InstrPrty: optional(Priority2Code),
  SvcLvl: many(ServiceLevel8Choice),
  LclInstrm: optional(LocalInstrument2Choice),
  CtgyPurp: optional(CategoryPurpose1Choice),
})
