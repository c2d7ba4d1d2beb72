import { type Pair, pairOf } from './pair.ts'
import { isSayable, RATE_DECIMALS, type Rate, rateOf, roundRate, ZERO } from './rate.ts'

/** What the market pays for and asks for one unit of the base currency, and the middle: bid ≤ mid ≤ ask. */
export interface MarketRate {
  bid: Rate
  mid: Rate
  ask: Rate
}

/** What a customer is told; all rates are of one unit of the base currency in the quote currency. */
export interface Price extends Pair {
  /** The market's bid where the customer sells the base currency, its ask where the customer buys it. */
  spotRate: Rate
  /** What is added to the spot rate for the value date; zero at spot. */
  fwdPoints: Rate
  /** What the customer gets: spot and forward points with the margin. */
  allInRate: Rate
  /** One unit of the quote currency in the base currency at the all-in rate, for reading; amounts are computed with the all-in rate. */
  invertedRate: Rate
  /** Whether the customer pays with the quote currency and gets the base currency, or the other way round. */
  customerBuysBase: boolean
}

const basisPoint = rateOf('0.0001')
const one = rateOf('1')

/**
 * What the customer gets who sells one currency and buys another. `rate` is that of the pair in market order (`pairOf`).
 * The margin, in basis points of the rate, and the rounding to eight decimals are to the institution's favour: who
 * buys the base currency pays more, who sells it gets less. Undefined where margin or points leave no rate above zero, or one
 * with more digits than a rate has.
 */
export function priceOf(request: {
  sell: string
  buy: string
  rate: MarketRate
  marginBps: number
  fwdPoints?: Rate
}): Price | undefined {
  const { sell, buy, rate, marginBps, fwdPoints = ZERO } = request
  const pair = pairOf(sell, buy)
  const customerBuysBase = buy === pair.baseCcy
  const spotRate = customerBuysBase ? rate.ask : rate.bid
  const margin = basisPoint.times(String(marginBps))
  const outright = spotRate.plus(fwdPoints)
  const allInRate = customerBuysBase
    ? roundRate(outright.times(one.plus(margin)), 'up')
    : roundRate(outright.times(one.minus(margin)), 'down')
  if (!outright.gt('0') || !allInRate.gt('0') || ![fwdPoints, allInRate].every(isSayable)) return undefined
  return { ...pair, spotRate, fwdPoints, allInRate, invertedRate: inverseOf(allInRate), customerBuysBase }
}

/** Decimals beyond those of a rate, because the inverse of a large rate is small. */
const inverseDecimals = RATE_DECIMALS + 4
const halfEven = 2

/** One unit of the quote currency in the base currency, for reading. */
export function inverseOf(rate: Rate): Rate {
  return one.div(rate).round(inverseDecimals, halfEven)
}

/**
 * The rate of two currencies from those of each against the USD. Each side pays the wider price of its two trades: who
 * sells one currency for dollars meets its bid, who buys the other meets its ask. Rounded to eight decimals outward, so
 * that the cross is never tighter than its legs; undefined where the bid is too small to say in them, or the ask too large.
 */
export function crossOf(pair: Pair, legs: { base: MarketRate; quote: MarketRate }): MarketRate | undefined {
  const base = worthInDollars(pair.baseCcy, legs.base)
  const quote = worthInDollars(pair.quoteCcy, legs.quote)
  const bid = roundRate(quotient(base.bid, quote.ask), 'down')
  const mid = roundRate(quotient(base.mid, quote.mid), 'halfEven')
  const ask = roundRate(quotient(base.ask, quote.bid), 'up')
  return bid.gt('0') && isSayable(ask) ? { bid, mid, ask } : undefined
}

/** Numerator and denominator, so that only the cross itself is divided. */
type Fraction = readonly [Rate, Rate]

function worthInDollars(currency: string, { bid, mid, ask }: MarketRate): Record<keyof MarketRate, Fraction> {
  return pairOf(currency, 'USD').baseCcy === currency
    ? { bid: [bid, one], mid: [mid, one], ask: [ask, one] }
    : { bid: [one, ask], mid: [one, mid], ask: [one, bid] }
}

function quotient(dividend: Fraction, divisor: Fraction): Rate {
  return dividend[0].times(divisor[1]).div(dividend[1].times(divisor[0]))
}
