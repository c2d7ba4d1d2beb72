import { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { DATE_REMARK_FIELDS } from '../http/date-remark.ts'
import {
  CurrencyField,
  mustBeName,
  name,
  named,
  optionalText,
  positiveAmount,
  text,
  UidInBody,
} from '../http/fields.ts'
import { type CurrencyCalendars, type DateRemark, remarkOn } from '../kernel/currency-calendars.ts'
import { amountAsNumber } from '../kernel/money.ts'
import { words } from '../kernel/words.ts'
import { SHOWN_STATUSES, shownStatus, tradeStatusMeanings } from './domain/contract-state.ts'
import { leftOf } from './domain/drawdown.ts'
import { amountsOfPair, coverExchangeOf } from './domain/exchange.ts'
import { inverseOf } from './domain/price.ts'
import { formatRate, rateOf } from './domain/rate.ts'
import type { Cover } from './fx-covers.store.ts'
import type { Contract, Quote } from './fx-trades.store.ts'
import { QUOTE_STATUSES } from './fx-trades.store.ts'
import { CUSTOMER_ID_TYPES } from './require-fx-customer.ts'

const FX_DIRECTIONS = words('FxDirection', ['Buy', 'Sell'])

const strict = { additionalProperties: false }
const PRODUCT_TYPES = words('FxProductType', ['SPOT', 'FORWARD'])
const MAX_COVER_DELAY_SECONDS = 86_400

/** Unknown fields are refused, so that a misspelled term of a trade is never ignored. */
export const QuoteBody = named(
  'FxQuoteRequest',
  {
    customerId: Type.Union([text(140), UidInBody], {
      description: 'The customer, in the form that customerIdType names.',
    }),
    customerIdType: name(CUSTOMER_ID_TYPES),
    sellCurrency: CurrencyField,
    buyCurrency: CurrencyField,
    fundingAmount: Type.Optional(positiveAmount('The amount that the customer sells. Give this or transferAmount.')),
    transferAmount: Type.Optional(positiveAmount('The amount that the customer buys. Give this or fundingAmount.')),
    productType: name(PRODUCT_TYPES, { description: 'SPOT settles on or before the spot date, FORWARD after it.' }),
    tenor: optionalText(4, {
      description: 'SPOT, ON, TN, nW, nM or nY. Give this or valueDate. Default: SPOT.',
    }),
    valueDate: Type.Optional(Type.String({ format: 'date', description: 'yyyy-mm-dd. Give this or tenor.' })),
    channel: optionalText(64, { description: 'The channel of the request, for the record.' }),
  },
  strict,
)
export type QuoteBody = Static<typeof QuoteBody>

/** The body's enumerated values, in their canonical spelling. */
export function parseQuoteNames({ customerIdType, productType }: QuoteBody) {
  return {
    customerIdType: mustBeName(CUSTOMER_ID_TYPES, customerIdType),
    productType: mustBeName(PRODUCT_TYPES, productType),
  }
}

export const AcceptBody = named(
  'FxQuoteAcceptance',
  {
    quoteUUID: Type.String({ format: 'uuid' }),
    autoCover: Type.Optional(
      Type.Boolean({ description: 'Whether the contract is covered automatically. Default: false.' }),
    ),
    autoCoverDelay: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_COVER_DELAY_SECONDS,
        description: 'Seconds from acceptance to automatic cover. Default: 0. Requires autoCover.',
      }),
    ),
    fundingAccountUID: Type.Optional(
      Type.Union(UidInBody.anyOf, {
        'x-uid': true,
        description:
          'The account of the customer that prefunds the contract: the amount sold is held there until payments draw it. Without it, the contract uses the FX line of the customer; a customer without a line prefunds from its oldest active account in sellCurrency that has the amount.',
      }),
    ),
  },
  strict,
)
export type AcceptBody = Static<typeof AcceptBody>

export const QuoteParams = Type.Object({ quoteUUID: Type.String({ format: 'uuid' }) })
export const ContractParams = Type.Object({
  forexContractNo: text(64, { description: 'Digits.' }),
})

const optional = { tenor: Type.Optional(Type.String()), channel: Type.Optional(Type.String()) }

const terms = {
  customerIdType: name(CUSTOMER_ID_TYPES),
  customerId: Type.String(),
  productType: name(PRODUCT_TYPES),
  ...optional,
  sellCurrency: Type.String(),
  sellAmount: Type.Number(),
  buyCurrency: Type.String(),
  buyAmount: Type.Number(),
  baseCcy: Type.String(),
  baseAmount: Type.Number(),
  quoteCcy: Type.String(),
  quoteAmount: Type.Number(),
  spotRate: Type.Number({ description: 'The market price of one unit of baseCcy in quoteCcy.' }),
  fwdPoints: Type.Number({ description: 'Forward points added to spotRate for the value date.' }),
  allInRate: Type.Number({ description: "The customer's rate, with forward points and margin." }),
  invertedRate: Type.Number({ description: 'The price of one unit of quoteCcy in baseCcy, for information.' }),
  tradeDate: Type.String(),
  valueDate: Type.String(),
  ...DATE_REMARK_FIELDS,
  externalPricingSystemRefId: Type.String({ description: 'The pair and time of the rate used for the price.' }),
  ccyPair: Type.String({ description: 'baseCcy followed by quoteCcy, such as EURUSD.' }),
  direction: name(FX_DIRECTIONS, { description: 'Whether the customer buys or sells baseCcy.' }),
  exchangeRate: Type.Number({ description: 'The same as allInRate.' }),
  referenceSpotRate: Type.Number({ description: 'The same as spotRate.' }),
  referenceFwdPoints: Type.Number({ description: 'The same as fwdPoints.' }),
  counterpartyId: Type.String({ description: 'The customer that trades with the institution: its customerUID.' }),
}

export const QuoteReply = named('FxQuote', {
  quoteUUID: Type.String(),
  quoteStatus: name(QUOTE_STATUSES),
  fxQuoteStatus: name(QUOTE_STATUSES, { description: 'The same as quoteStatus.' }),
  expiryTime: Type.String(),
  ...terms,
})

export const ContractReply = named('FxContract', {
  forexContractNo: Type.String(),
  tradeStatus: name(SHOWN_STATUSES, { description: tradeStatusMeanings }),
  executionTime: Type.String({ description: 'When the contract was agreed, ISO 8601 in UTC.' }),
  expiryTime: Type.String({ description: 'From when on what is not drawn is closed out, ISO 8601 in UTC.' }),
  quoteUUID: Type.String(),
  coverTradeNo: Type.Optional(Type.String({ description: 'The cover trade, once the contract is covered.' })),
  autoCoverTime: Type.Optional(Type.String({ description: 'When the contract will be covered automatically.' })),
  drawnSellAmount: Type.Number({ description: 'The part of sellAmount that payments have drawn.' }),
  drawnBuyAmount: Type.Number({ description: 'The part of buyAmount that payments have drawn.' }),
  paymentUID: Type.Optional(Type.String({ description: 'The payment for which the contract was made.' })),
  fundingAccountUID: Type.Optional(Type.String({ description: 'The account that prefunds the contract.' })),
  fundedAmount: Type.Optional(
    Type.Number({ description: 'What is held on fundingAccountUID: the part of sellAmount still to be drawn.' }),
  ),
  closeOut: Type.Optional(
    Type.Object(
      { sellAmount: Type.Number(), buyAmount: Type.Number(), loss: Type.Number(), gain: Type.Number() },
      {
        description:
          'The part of the contract that was closed out at the market rate after it ended, and what the customer lost or gained by that, in sellCurrency.',
      },
    ),
  ),
  closeOutWaitsFor: Type.Optional(
    Type.String({ description: 'Why a close-out that is due is not made yet. It is tried again every 30 seconds.' }),
  ),
  ...terms,
})

export const CoverReply = named('FxCover', {
  forexContractNo: Type.String(),
  coverTradeNo: Type.String(),
  externalPricingSystemRefId: Type.String(),
  channel: Type.Optional(Type.String()),
  customerIdType: name(CUSTOMER_ID_TYPES),
  customerId: Type.String(),
  tradeDate: Type.String(),
  valueDate: Type.String({
    description: "The contract's value date, or spot if the contract is covered after that date.",
  }),
  ccyPair: Type.String({ description: 'baseCcy followed by quoteCcy, such as EURUSD.' }),
  direction: name(FX_DIRECTIONS, { description: 'Whether the institution buys or sells baseCcy in the market.' }),
  baseCcy: Type.String(),
  baseAmount: Type.Number(),
  quoteCcy: Type.String(),
  quoteAmount: Type.Number(),
  tenor: Type.Optional(Type.String()),
  allInRate: Type.Number(),
  referenceSpotRate: Type.Number(),
})

function renderTerms(terms: Omit<Quote, 'id' | 'status'>) {
  const { baseAmount, quoteAmount } = amountsOfPair(terms)
  const { sellCurrency, buyCurrency, baseCurrency: baseCcy, quoteCurrency: quoteCcy } = terms
  return {
    ...renderCustomer(terms),
    productType: terms.productType,
    ...(terms.tenor !== null && { tenor: terms.tenor }),
    sellCurrency,
    sellAmount: amountAsNumber(terms.sellAmount, sellCurrency),
    buyCurrency,
    buyAmount: amountAsNumber(terms.buyAmount, buyCurrency),
    baseCcy,
    baseAmount: amountAsNumber(baseAmount, baseCcy),
    quoteCcy,
    quoteAmount: amountAsNumber(quoteAmount, quoteCcy),
    spotRate: Number(terms.spotRate),
    fwdPoints: Number(terms.forwardPoints),
    allInRate: Number(terms.allInRate),
    invertedRate: Number(formatRate(inverseOf(rateOf(terms.allInRate)))),
    tradeDate: terms.tradeDate,
    valueDate: terms.valueDate,
    externalPricingSystemRefId: terms.pricingReference,
    ccyPair: `${baseCcy}${quoteCcy}`,
    direction: buyCurrency === baseCcy ? 'Buy' : 'Sell',
    exchangeRate: Number(terms.allInRate),
    referenceSpotRate: Number(terms.spotRate),
    referenceFwdPoints: Number(terms.forwardPoints),
    counterpartyId: String(terms.customerId),
  }
}

/** Of a contract from which payments can still draw. */
const isOpen = ({ status }: Contract) => status === 'Open' || status === 'PartiallyDrawn'

function renderRemark(
  { valueDate, baseCurrency: base, quoteCurrency: quote }: Pick<Quote, 'valueDate' | 'baseCurrency' | 'quoteCurrency'>,
  calendars: CurrencyCalendars,
): DateRemark {
  return remarkOn(Temporal.PlainDate.from(valueDate), ['USD', base, quote], calendars)
}

function renderCustomer({
  customerRefType,
  customerRef,
  channel,
}: Pick<Quote, 'customerRefType' | 'customerRef' | 'channel'>) {
  return { customerIdType: customerRefType, customerId: customerRef, ...(channel !== null && { channel }) }
}

/** `calendars` are those of now, for a reply. An event says what was agreed. */
export function renderQuote(quote: Quote, calendars?: CurrencyCalendars): Static<typeof QuoteReply> {
  return {
    quoteUUID: quote.id,
    quoteStatus: quote.status,
    fxQuoteStatus: quote.status,
    expiryTime: quote.expiresAt,
    ...renderTerms(quote),
    ...(calendars && renderRemark(quote, calendars)),
  }
}

export function renderContract(contract: Contract, calendars?: CurrencyCalendars): Static<typeof ContractReply> {
  const { contractNo, status, quoteId, coverNo, coverDueAt } = contract
  return {
    forexContractNo: String(contractNo),
    tradeStatus: shownStatus(status),
    executionTime: contract.executedAt,
    expiryTime: contract.endsAt,
    quoteUUID: quoteId,
    ...(coverNo !== null && { coverTradeNo: String(coverNo) }),
    ...(coverDueAt !== null && { autoCoverTime: coverDueAt }),
    drawnSellAmount: amountAsNumber(contract.drawnSellAmount, contract.sellCurrency),
    drawnBuyAmount: amountAsNumber(contract.drawnBuyAmount, contract.buyCurrency),
    ...(contract.paymentId !== null && { paymentUID: contract.paymentId }),
    ...renderFunding(contract),
    ...renderClosed(contract),
    ...renderTerms(contract),
    ...(calendars && isOpen(contract) && renderRemark(contract, calendars)),
  }
}

function renderClosed({ sellCurrency, buyCurrency, ...contract }: Contract) {
  const { closedSellAmount, closedBuyAmount, closeOutLoss, closeOutGain, closeOutWaitsFor } = contract
  const closeOut = {
    sellAmount: amountAsNumber(closedSellAmount, sellCurrency),
    buyAmount: amountAsNumber(closedBuyAmount, buyCurrency),
    loss: amountAsNumber(closeOutLoss, sellCurrency),
    gain: amountAsNumber(closeOutGain, sellCurrency),
  }
  return {
    ...((closedSellAmount > 0n || closedBuyAmount > 0n) && { closeOut }),
    ...(closeOutWaitsFor !== null && { closeOutWaitsFor }),
  }
}

function renderFunding(contract: Contract) {
  const { fundingAccountId, fundingHoldId, sellCurrency } = contract
  if (fundingAccountId === null) return {}
  const held = fundingHoldId === null ? 0n : leftOf(contract).sellAmount
  return { fundingAccountUID: String(fundingAccountId), fundedAmount: amountAsNumber(held, sellCurrency) }
}

export function renderCover(contract: Contract, cover: Cover): Static<typeof CoverReply> {
  const { baseCurrency: baseCcy, quoteCurrency: quoteCcy } = contract
  const { sellAmount, buyAmount } = cover
  const taken = { ...contract, sellAmount, buyAmount }
  const { baseAmount } = amountsOfPair(taken)
  const { receives } = coverExchangeOf(taken, cover.marketAmount)
  return {
    forexContractNo: String(contract.contractNo),
    coverTradeNo: String(cover.coverNo),
    externalPricingSystemRefId: cover.pricingReference,
    ...renderCustomer(contract),
    tradeDate: cover.tradeDate,
    valueDate: cover.valueDate,
    ccyPair: `${baseCcy}${quoteCcy}`,
    direction: receives.currency === baseCcy ? 'Buy' : 'Sell',
    baseCcy,
    baseAmount: amountAsNumber(baseAmount, baseCcy),
    quoteCcy,
    quoteAmount: amountAsNumber(cover.marketAmount, quoteCcy),
    ...tenorOf(contract, cover),
    allInRate: Number(cover.allInRate),
    referenceSpotRate: Number(cover.spotRate),
  }
}

/** If the cover settles later than its contract, it was made at spot. */
function tenorOf(contract: Contract, cover: Cover) {
  const tenor = cover.valueDate === contract.valueDate ? contract.tenor : 'SPOT'
  return tenor === null ? {} : { tenor }
}

export const exampleQuoteBody = {
  customerId: '100104',
  customerIdType: 'CustomerUID',
  sellCurrency: 'USD',
  buyCurrency: 'EUR',
  transferAmount: 1000,
  productType: 'SPOT',
  tenor: 'SPOT',
}
const exampleTerms = {
  customerIdType: 'CustomerUID',
  customerId: '100104',
  productType: 'SPOT',
  tenor: 'SPOT',
  sellCurrency: 'USD',
  sellAmount: 1089.82,
  buyCurrency: 'EUR',
  buyAmount: 1000,
  baseCcy: 'EUR',
  baseAmount: 1000,
  quoteCcy: 'USD',
  quoteAmount: 1089.82,
  spotRate: 1.0844,
  fwdPoints: 0,
  allInRate: 1.089822,
  invertedRate: 0.917581036169,
  tradeDate: '2026-07-01',
  valueDate: '2026-07-03',
  externalPricingSystemRefId: 'EUR/USD 2026-07-01T14:00:00Z',
  ccyPair: 'EURUSD',
  direction: 'Buy',
  exchangeRate: 1.089822,
  referenceSpotRate: 1.0844,
  referenceFwdPoints: 0,
  counterpartyId: '100104',
}
export const exampleQuote = {
  quoteUUID: '0197c6a0-1f00-7b32-9f5c-0d6a4e3b2c10',
  quoteStatus: 'Open',
  fxQuoteStatus: 'Open',
  expiryTime: '2026-07-01T14:00:35.000Z',
  ...exampleTerms,
}
export const exampleContract = {
  forexContractNo: '500001',
  tradeStatus: 'Booked',
  executionTime: '2026-07-01T14:00:05.000Z',
  expiryTime: '2026-07-04T04:00:00.000Z',
  quoteUUID: exampleQuote.quoteUUID,
  drawnSellAmount: 0,
  drawnBuyAmount: 0,
  ...exampleTerms,
}
export const exampleCover = {
  forexContractNo: '500001',
  coverTradeNo: '700001',
  externalPricingSystemRefId: 'EUR/USD 2026-07-01T14:00:00Z',
  customerIdType: 'CustomerUID',
  customerId: '100104',
  tradeDate: '2026-07-01',
  valueDate: '2026-07-03',
  ccyPair: 'EURUSD',
  direction: 'Buy',
  baseCcy: 'EUR',
  baseAmount: 1000,
  quoteCcy: 'USD',
  quoteAmount: 1084.4,
  tenor: 'SPOT',
  allInRate: 1.0844,
  referenceSpotRate: 1.0844,
}
