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

/** The market's rate of a pair, as one of the steps between two other currencies. */
export interface Leg extends Pair, MarketRate {}

/** Rates that lead from each currency of a pair to one currency in common, in this order. */
export interface Legs<R extends Pair = Leg> {
  base: readonly R[]
  quote: readonly R[]
}

/**
 * The rate of two currencies from the rates that lead from each of them to one in common, such as
 * USD. Each side trades all legs at the market's price: it sells one currency at the bids and buys
 * the other at the asks. The result is rounded outward to eight decimals, so that the cross is
 * never tighter than its legs. Undefined if the bid rounds to zero or the ask has too many digits.
 */
export function crossOf(pair: Pair, legs: Legs): MarketRate | undefined {
  const base = worthAlong(pair.baseCurrency, legs.base)
  const quote = worthAlong(pair.quoteCurrency, legs.quote)
  const bid = roundRate(quotient(base.bid, quote.ask), 'down')
  const mid = roundRate(quotient(base.mid, quote.mid), 'halfEven')
  const ask = roundRate(quotient(base.ask, quote.bid), 'up')
  return bid.gt('0') && fitsRateDigits(ask) ? { bid, mid, ask } : undefined
}

/** Numerator and denominator, so that the cross needs only one division. */
type Fraction = readonly [Rate, Rate]

/** What one unit of the currency is worth in the currency at the end of the legs. */
function worthAlong(currency: string, legs: readonly Leg[]): Record<keyof MarketRate, Fraction> {
  let worth: Record<keyof MarketRate, Fraction> = { bid: [one, one], mid: [one, one], ask: [one, one] }
  let from = currency
  for (const { baseCurrency, quoteCurrency, bid, mid, ask } of legs) {
    const isBase = baseCurrency === from
    worth = {
      bid: product(worth.bid, isBase ? [bid, one] : [one, ask]),
      mid: product(worth.mid, isBase ? [mid, one] : [one, mid]),
      ask: product(worth.ask, isBase ? [ask, one] : [one, bid]),
    }
    from = isBase ? quoteCurrency : baseCurrency
  }
  return worth
}

function product(one: Fraction, other: Fraction): Fraction {
  return [one[0].times(other[0]), one[1].times(other[1])]
}

function quotient(dividend: Fraction, divisor: Fraction): Rate {
  return dividend[0].times(divisor[1]).div(dividend[1].times(divisor[0]))
}
