import { anyElement, choice, optional, sequence } from '../description.ts'
import { Exact4AlphaNumericText, ISODate, ISODateTime, Max35Text, Max350Text } from './texts.ts'

export const DateAndDateTime2Choice = choice({
  Dt: ISODate,
  DtTm: ISODateTime,
})

export const GenericIdentification1 = sequence({
  Id: Max35Text,
  SchmeNm: optional(Max35Text),
  Issr: optional(Max35Text),
})

export const GenericIdentification30 = sequence({
  Id: Exact4AlphaNumericText,
  Issr: Max35Text,
  SchmeNm: optional(Max35Text),
})

export const SkipPayload = anyElement()

export const SupplementaryDataEnvelope1 = anyElement()

export const SupplementaryData1 = sequence({
  PlcAndNm: optional(Max350Text),
  Envlp: SupplementaryDataEnvelope1,
})
