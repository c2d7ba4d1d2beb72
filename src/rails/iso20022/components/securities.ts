import { atLeastOne, choice, many, optional, sequence } from '../description.ts'
import { PriceValueType1Code } from './codes.ts'
import { ExternalFinancialInstrumentIdentificationType1Code } from './external-codes.ts'
import { GenericIdentification30 } from './general.ts'
import {
  ActiveOrHistoricCurrencyAnd13DecimalAmount,
  ActiveOrHistoricCurrencyAndAmount,
  DecimalNumber,
  ImpliedCurrencyAndAmount,
  ISINOct2015Identifier,
  Max16Text,
  Max35Text,
  Max70Text,
  Max140Text,
  PercentageRate,
  YesNoIndicator,
} from './texts.ts'

export const CorporateAction9 = sequence({
  EvtTp: Max35Text,
  EvtId: Max35Text,
})

const FinancialInstrumentQuantity1Choice = choice({
  Unit: DecimalNumber,
  FaceAmt: ImpliedCurrencyAndAmount,
  AmtsdVal: ImpliedCurrencyAndAmount,
})

const IdentificationSource3Choice = choice({
  Cd: ExternalFinancialInstrumentIdentificationType1Code,
  Prtry: Max35Text,
})

const OriginalAndCurrentQuantities1 = sequence({
  FaceAmt: ImpliedCurrencyAndAmount,
  AmtsdVal: ImpliedCurrencyAndAmount,
})

const OtherIdentification1 = sequence({
  Id: Max35Text,
  Sfx: optional(Max16Text),
  Tp: IdentificationSource3Choice,
})

const YieldedOrValueType1Choice = choice({
  Yldd: YesNoIndicator,
  ValTp: PriceValueType1Code,
})

const PriceRateOrAmount3Choice = choice({
  Rate: PercentageRate,
  Amt: ActiveOrHistoricCurrencyAnd13DecimalAmount,
})

const Price7 = sequence({
  Tp: YieldedOrValueType1Choice,
  Val: PriceRateOrAmount3Choice,
})

const ProprietaryPrice2 = sequence({
  Tp: Max35Text,
  Pric: ActiveOrHistoricCurrencyAndAmount,
})

const ProprietaryQuantity1 = sequence({
  Tp: Max35Text,
  Qty: Max35Text,
})

export const SecuritiesAccount19 = sequence({
  Id: Max35Text,
  Tp: optional(GenericIdentification30),
  Nm: optional(Max70Text),
})

export const SecurityIdentification19 = sequence({
  ISIN: optional(ISINOct2015Identifier),
  OthrId: many(OtherIdentification1),
  Desc: optional(Max140Text),
})

export const TransactionPrice4Choice = choice({
  DealPric: Price7,
  Prtry: atLeastOne(ProprietaryPrice2),
})

export const TransactionQuantities3Choice = choice({
  Qty: FinancialInstrumentQuantity1Choice,
  OrgnlAndCurFaceAmt: OriginalAndCurrentQuantities1,
  Prtry: ProprietaryQuantity1,
})
