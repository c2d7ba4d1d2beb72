import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { type Pair, pairName, pairOf } from '../kernel/currency-pair.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import type { Rounding } from '../kernel/rounding.ts'
import { forwardPointsOn } from './domain/forward-points.ts'
import type { MarketRate } from './domain/price.ts'
import { convert, ZERO } from './domain/rate.ts'
import type { PairRate } from './rate-source.ts'
import { type RateRefusal, readRate } from './read-rate.ts'

/**
 * The rates of one moment, each read once, to value contracts and positions. A refusal is the
 * reason in words, such as a stale rate.
 */
export interface MarketRates {
  /**
   * The outright rate of a pair, in market order, for a value date. Without forward points for the
   * date, and for dates before spot without points, it is the spot rate.
   */
  outright(pair: Pair, valueDate?: string): Promise<Result<OutrightRate, string>>
  /** The amount in the institution's currency, at the mid spot rate. The sign is kept. */
  inOwnCurrency(amount: bigint, currency: string, rounding: Rounding): Promise<Result<bigint, string>>
}

export interface OutrightRate extends MarketRate {
  /** The pair and time of the rate. */
  pricingReference: string
}

export function marketRates(
  tx: Transaction,
  institution: Pick<Institution, 'tenantId' | 'sandbox' | 'settings' | 'currency'>,
  now: Temporal.Instant,
): MarketRates {
  const known = new Map<string, Promise<Result<PairRate, RateRefusal>>>()
  const rateOf = (pair: Pair) => {
    const name = pairName(pair)
    const rate = known.get(name) ?? readRate(tx, institution, pair, now)
    known.set(name, rate)
    return rate
  }

  const outright: MarketRates['outright'] = async (pair, valueDate) => {
    const name = pairName(pair)
    const found = await rateOf(pair)
    if (!found.ok)
      return refuse(found.refusal === 'rateStale' ? `the rate of ${name} is too old` : `${name} has no rate`)
    const { forwardPoints, asOf, bid, mid, ask } = found.value
    const traded = { base: pair.baseCurrency, quote: pair.quoteCurrency, tradedAt: now }
    const points =
      valueDate === undefined
        ? ZERO
        : (forwardPointsOn(forwardPoints, { ...traded, valueDate: Temporal.PlainDate.from(valueDate) }) ?? ZERO)
    const rate = { bid: bid.plus(points), mid: mid.plus(points), ask: ask.plus(points) }
    if (!rate.bid.gt('0')) return refuse(`forward points give no valid rate of ${name}`)
    return accept({ ...rate, pricingReference: `${name} ${asOf}` })
  }

  return {
    outright,
    async inOwnCurrency(amount, currency, rounding) {
      const own = institution.currency
      if (currency === own || amount === 0n) return accept(amount)
      const pair = pairOf(currency, own)
      const rate = await outright(pair)
      if (!rate.ok) return rate
      const direction = pair.baseCurrency === currency ? 'multiply' : 'divide'
      return accept(convert(amount, currency, own, rate.value.mid, { direction, rounding }))
    },
  }
}
