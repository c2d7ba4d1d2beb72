import { choice, optional, sequence } from '../description.ts'
import {
  ExternalAccountIdentification1Code,
  ExternalCashAccountType1Code,
  ExternalProxyAccountType1Code,
} from './external-codes.ts'
import {
  ActiveOrHistoricCurrencyCode,
  IBAN2007Identifier,
  Max34Text,
  Max35Text,
  Max70Text,
  Max2048Text,
} from './texts.ts'

const AccountSchemeName1Choice = choice({
  Cd: ExternalAccountIdentification1Code,
  Prtry: Max35Text,
})

const GenericAccountIdentification1 = sequence({
  Id: Max34Text,
  SchmeNm: optional(AccountSchemeName1Choice),
  Issr: optional(Max35Text),
})

export const AccountIdentification4Choice = choice({
  IBAN: IBAN2007Identifier,
  Othr: GenericAccountIdentification1,
})

export const CashAccountType2Choice = choice({
  Cd: ExternalCashAccountType1Code,
  Prtry: Max35Text,
})

const ProxyAccountType1Choice = choice({
  Cd: ExternalProxyAccountType1Code,
  Prtry: Max35Text,
})

export const ProxyAccountIdentification1 = sequence({
  Tp: optional(ProxyAccountType1Choice),
  Id: Max2048Text,
})

export const CashAccount38 = sequence({
  Id: AccountIdentification4Choice,
  Tp: optional(CashAccountType2Choice),
  Ccy: optional(ActiveOrHistoricCurrencyCode),
  Nm: optional(Max70Text),
  Prxy: optional(ProxyAccountIdentification1),
})
