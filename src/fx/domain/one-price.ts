import type { Temporal } from 'temporal-polyfill'
import type { Pair } from '../../kernel/currency-pair.ts'
import { isApart, type Outrights } from './far-rate.ts'
import { forwardPointsOn } from './forward-points.ts'
import { crossOf, type Legs, type MarketRate } from './price.ts'
import type { Rate } from './rate.ts'
import { type Traded, valueDateOf } from './value-date.ts'

/** The market's rate of a pair at spot, with the points to its forward rates. */
export interface Quoted extends Pair, MarketRate, Outrights {}

/**
 * What the rate of a pair is made of: its own rate, the legs of its cross (`legsOf`), or both. A
 * pair that is itself a leg, as each pair with USD, has none.
 */
export type Sources = { pair: Pair } & (
  | { own: Quoted; legs?: Legs<Quoted> | undefined }
  | { own?: undefined; legs: Legs<Quoted> }
)

/** A trade at some time for a value date. */
export interface Dated extends Traded {
  valueDate: Temporal.PlainDate
}

/** Whether a pair's own mid rate is at most `maxPercent` from its cross, or there is no cross. */
export function agrees(own: MarketRate, cross: MarketRate | undefined, maxPercent: number): boolean {
  return !cross || !isApart(own.mid, cross.mid, maxPercent)
}

/**
 * The one rate of a pair, at spot or outright on a value date. The institution never buys above the
 * cross or sells below it, so that no chain of exchanges at the rates of one moment gains: each of
 * them is at most as good for the customer as the legs. Within `maxPercent` of the cross, the
 * pair's own rate applies where it is worse for the customer, and it is the mid rate; further away,
 * only the cross applies.
 *
 * Undefined on a date that the points do not reach: those of all legs, or of the pair if it has
 * none. Its own points alone would be compared with nothing.
 */
export function onePrice(sources: Sources, maxPercent: number, dated?: Dated): MarketRate | undefined {
  const own = sources.own && rateOn(sources.own, dated)
  if (!sources.legs) return own
  const cross = crossOn(sources.pair, sources.legs, dated)
  if (!cross || !own || !agrees(own, cross, maxPercent)) return cross
  return {
    bid: own.bid.lt(cross.bid) ? own.bid : cross.bid,
    mid: own.mid,
    ask: own.ask.gt(cross.ask) ? own.ask : cross.ask,
  }
}

/** The cross of the legs. Each is outright on the date, because their points add up only there. */
function crossOn(pair: Pair, legs: Legs<Quoted>, dated: Dated | undefined): MarketRate | undefined {
  const isSpot = dated !== undefined && isSpotOf(pair, dated)
  const [base, quote] = [legs.base, legs.quote].map((chain) =>
    chain.flatMap((leg) => {
      const rate = rateOn(leg, dated) ?? (isSpot ? leg : undefined)
      return rate?.bid.gt('0') ? [{ ...leg, ...rate }] : []
    }),
  )
  if (base?.length !== legs.base.length || quote?.length !== legs.quote.length) return undefined
  return crossOf(pair, { base, quote })
}

function rateOn(rate: Quoted, dated: Dated | undefined): MarketRate | undefined {
  if (!dated) return rate
  const traded = { base: rate.baseCurrency, quote: rate.quoteCurrency, ...dated }
  const points = forwardPointsOn(rate.forwardPoints, traded)
  return points && shifted(rate, points)
}

/** The rate with points added to its bid, mid and ask. */
export function shifted({ bid, mid, ask }: MarketRate, points: Rate): MarketRate {
  return { bid: bid.plus(points), mid: mid.plus(points), ask: ask.plus(points) }
}

function isSpotOf({ baseCurrency, quoteCurrency }: Pair, { tradedAt, calendars, valueDate }: Dated): boolean {
  const spot = valueDateOf({ base: baseCurrency, quote: quoteCurrency, tenor: 'SPOT', tradedAt, calendars })
  return spot.ok && spot.value.equals(valueDate)
}
