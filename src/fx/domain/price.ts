import { type Pair, pairOf } from '../../kernel/currency-pair.ts'
import { fitsRateDigits, RATE_DECIMALS, type Rate, rateOf, roundRate, ZERO } from './rate.ts'

/** The market's prices for one unit of the base currency: bid ≤ mid ≤ ask. */
export interface MarketRate {
  bid: Rate
  mid: Rate
  ask: Rate
}

/** A customer's price. Unless noted, rates are for one unit of the base currency. */
export interface Price extends Pair {
  /** The market's bid if the customer sells the base currency, its ask if the customer buys it. */
  spotRate: Rate
  /** Points added to the spot rate for the value date. Zero at spot. */
  forwardPoints: Rate
  /** The customer's rate: spot rate, forward points and margin. */
  allInRate: Rate
  /** The inverse of the all-in rate, for information. Amounts are computed with the all-in rate. */
  invertedRate: Rate
  /** Whether the customer buys the base currency and sells the quote currency. */
  customerBuysBase: boolean
}

const basisPoint = rateOf('0.0001')
const one = rateOf('1')

/**
 * The price of an exchange. `rate` is that of the pair in market order (`pairOf`). The margin, in
 * basis points of the rate, and the rounding to eight decimals favor the institution: a customer
 * pays more for the base currency, or receives less for it. Undefined if margin or points make the
 * rate zero or less, or give it more digits than a rate can have.
 */
export function priceOf(request: {
  sell: string
  buy: string
  rate: MarketRate
  marginBps: number
  forwardPoints?: Rate
}): Price | undefined {
  const { sell, buy, rate, marginBps, forwardPoints = ZERO } = request
  const pair = pairOf(sell, buy)
  const customerBuysBase = buy === pair.baseCurrency
  const spotRate = customerBuysBase ? rate.ask : rate.bid
  const margin = basisPoint.times(String(marginBps))
  const outright = spotRate.plus(forwardPoints)
  const allInRate = customerBuysBase
    ? roundRate(outright.times(one.plus(margin)), 'up')
    : roundRate(outright.times(one.minus(margin)), 'down')
  if (!outright.gt('0') || !allInRate.gt('0') || ![forwardPoints, allInRate].every(fitsRateDigits)) return undefined
  return { ...pair, spotRate, forwardPoints, allInRate, invertedRate: inverseOf(allInRate), customerBuysBase }
}

/** More decimals than a rate, because the inverse of a large rate is small. */
const inverseDecimals = RATE_DECIMALS + 4
const halfEven = 2

/** The price of one unit of the quote currency in the base currency, for information. */
export function inverseOf(rate: Rate): Rate {
  return one.div(rate).round(inverseDecimals, halfEven)
}

/**
 * The rate of two currencies from the rate of each against USD. Each side trades both legs at the
 * market's price: it sells one currency for dollars at the bid and buys the other at the ask. The
 * result is rounded outward to eight decimals, so that the cross is never tighter than its legs.
 * Undefined if the bid rounds to zero or the ask has too many digits.
 */
export function crossOf(pair: Pair, legs: { base: MarketRate; quote: MarketRate }): MarketRate | undefined {
  const base = worthInDollars(pair.baseCurrency, legs.base)
  const quote = worthInDollars(pair.quoteCurrency, legs.quote)
  const bid = roundRate(quotient(base.bid, quote.ask), 'down')
  const mid = roundRate(quotient(base.mid, quote.mid), 'halfEven')
  const ask = roundRate(quotient(base.ask, quote.bid), 'up')
  return bid.gt('0') && fitsRateDigits(ask) ? { bid, mid, ask } : undefined
}

/** Numerator and denominator, so that the cross needs only one division. */
type Fraction = readonly [Rate, Rate]

function worthInDollars(currency: string, { bid, mid, ask }: MarketRate): Record<keyof MarketRate, Fraction> {
  return pairOf(currency, 'USD').baseCurrency === currency
    ? { bid: [bid, one], mid: [mid, one], ask: [ask, one] }
    : { bid: [one, ask], mid: [one, mid], ask: [one, bid] }
}

function quotient(dividend: Fraction, divisor: Fraction): Rate {
  return dividend[0].times(divisor[1]).div(dividend[1].times(divisor[0]))
}
