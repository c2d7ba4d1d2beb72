import { formatAmount } from '../../kernel/money.ts'
import { isApart } from './far-rate.ts'
import { type Rate, rateOf, roundRate } from './rate.ts'

/** What a trade exchanges, in minor units of the pair's currencies. */
export interface BothSides {
  baseCurrency: string
  baseAmount: bigint
  quoteCurrency: string
  quoteAmount: bigint
}

/** The price that the amounts make: what one unit of the base currency costs. */
export function priceOfSides(sides: BothSides): Rate {
  const { base, quote } = inUnits(sides)
  return roundRate(quote.div(base), 'halfEven')
}

/** How far the price is from a rate, in percent of it, rounded away from zero to two decimals. */
export function deviationPercent(sides: BothSides, rate: Rate): Rate {
  const { base, quote } = inUnits(sides)
  const atRate = base.times(rate)
  return quote.minus(atRate).times('100').div(atRate).round(2, awayFromZero)
}

/**
 * Whether the price is further from a rate than `maxPercent` of it, in either direction. Compared
 * exactly, without a quotient.
 */
export function isPricedApart(sides: BothSides, rate: Rate, maxPercent: number): boolean {
  const { base, quote } = inUnits(sides)
  return isApart(quote, base.times(rate), maxPercent)
}

const awayFromZero = 3

function inUnits({ baseAmount, baseCurrency, quoteAmount, quoteCurrency }: BothSides) {
  return {
    base: rateOf(formatAmount(baseAmount, baseCurrency)),
    quote: rateOf(formatAmount(quoteAmount, quoteCurrency)),
  }
}
