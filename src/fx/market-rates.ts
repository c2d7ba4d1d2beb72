import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { currencyCalendars } from '../kernel/currency-calendars.ts'
import { type Pair, pairName, pairOf } from '../kernel/currency-pair.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import type { Rounding } from '../kernel/rounding.ts'
import type { MarketRate } from './domain/price.ts'
import { convert } from './domain/rate.ts'
import { type CurrentRate, type RateRefusal, readRate, whyNoRate } from './read-rate.ts'

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
  /** Whether it is the rate of the value date, and not the spot rate in its place. */
  isOnDate: boolean
}

export function marketRates(
  tx: Transaction,
  institution: Pick<Institution, 'tenantId' | 'sandbox' | 'settings' | 'currency'>,
  now: Temporal.Instant,
): MarketRates {
  const calendars = currencyCalendars(institution.settings.currencyCalendars)
  const known = new Map<string, Promise<Result<CurrentRate, RateRefusal>>>()
  const rateOf = (pair: Pair) => {
    const name = pairName(pair)
    const rate = known.get(name) ?? readRate(tx, institution, pair, now)
    known.set(name, rate)
    return rate
  }

  const outright: MarketRates['outright'] = async (pair, valueDate) => {
    const name = pairName(pair)
    const found = await rateOf(pair)
    if (!found.ok) return refuse(whyNoRate(pair, found.refusal))
    const { asOf, outrightOn, ...spot } = found.value
    const on = valueDate === undefined ? undefined : Temporal.PlainDate.from(valueDate)
    const onDate = on && outrightOn({ tradedAt: now, calendars, valueDate: on })
    const rate = onDate ?? spot
    if (!rate.bid.gt('0')) return refuse(`forward points give no valid rate of ${name}`)
    const pricingReference = `${name} ${asOf}`
    return accept({ bid: rate.bid, mid: rate.mid, ask: rate.ask, pricingReference, isOnDate: onDate !== undefined })
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
