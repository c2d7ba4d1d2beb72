import type { Temporal } from 'temporal-polyfill'
import type { CurrencyCalendars } from '../kernel/currency-calendars.ts'
import { type Pair, pairName } from '../kernel/currency-pair.ts'
import { isFar, type Outrights } from './domain/far-rate.ts'
import { agrees, shifted } from './domain/one-price.ts'
import { crossOf } from './domain/price.ts'
import { type Rate, roundRate, ZERO } from './domain/rate.ts'
import { gainPercent, noRoundTrips, roundTripsAfter } from './domain/round-trips.ts'
import { type Margin, smallestMargin } from './fx-margins.store.ts'
import type { Reference } from './fx-rates.store.ts'
import type { PairRate } from './rate-source.ts'
import { byName, type Cross, crossFrom, type KnownRates } from './read-rate.ts'

/** What new rates are compared with. The maps are by the name of the pair. */
export interface Present {
  rates: KnownRates
  /** The present rates, with those against USD that the request sets. Crosses are made of them. */
  legs: KnownRates
  references: ReadonlyMap<string, Reference>
  margins: readonly Margin[]
  now: Temporal.Instant
  calendars: CurrencyCalendars
  /** The institution's business day. */
  today: string
}

/** How far one person moves a rate alone, in percent. */
export interface RateBounds {
  /** At once, from the start of the day, and from the cross. */
  maxChange: number
  /** There and back within the day: what conversions could gain by it. */
  maxGain: number
}

/** Why a second person must confirm a rate. */
export type WaitsBecause = 'changesFar' | 'movedThereAndBack'

/** Why a second person must confirm the rate, if one must. */
export function whyItWaits(
  rate: PairRate,
  present: Present,
  { maxChange, maxGain }: RateBounds,
): WaitsBecause | undefined {
  if (changesFar(rate, present, maxChange)) return 'changesFar'
  const { roundTrips } = referenceAfter(rate, { present, isConfirmed: false })
  return gainPercent(roundTrips).gt(String(maxGain)) ? 'movedThereAndBack' : undefined
}

/** Whether the rate changes more than `maxPercent`, or nothing shows whether it does. */
function changesFar(rate: PairRate, present: Present, maxPercent: number): boolean {
  const compared = comparedWith(rate, present)
  return compared.length === 0 || compared.some((from) => isFar(rate, from, maxPercent))
}

/**
 * The present rate, that at the start of the day, and the cross of the pair. For the first rate of
 * a pair, only the cross, at which the pair is quoted otherwise; nothing if there is none.
 */
function comparedWith(pair: Pair, present: Present): Outrights[] {
  const last = present.rates.get(pairName(pair))
  const cross = crossFrom(present.legs, pair)
  const crossed = cross ? [outrightsOf(pair, cross)] : []
  return last ? [last, referenceNow(last, present), ...crossed] : crossed
}

/** The forward rates of a cross are those of the tenors for which all legs have points. */
function outrightsOf(pair: Pair, { legs, rate }: Cross): Outrights {
  const all = [...legs.base, ...legs.quote]
  const tenors = [...all[0]!.forwardPoints.keys()]
  const points = tenors.flatMap((tenor): [string, Rate][] => {
    const on = (leg: PairRate) => ({ ...leg, ...shifted(leg, leg.forwardPoints.get(tenor) ?? ZERO) })
    const isKnown = all.every((leg) => leg.forwardPoints.has(tenor) && on(leg).bid.gt('0'))
    const forward = isKnown && crossOf(pair, { base: legs.base.map(on), quote: legs.quote.map(on) })
    return forward ? [[tenor, roundRate(forward.mid.minus(rate.mid), 'halfEven')]] : []
  })
  return { mid: rate.mid, forwardPoints: new Map(points) }
}

/** A pair whose own rate is further from its cross than the institution allows. */
export interface DeviatingPair extends Pair {
  mid: Rate
  crossMid: Rate
}

/** The pairs whose own rate is not quoted, because it is too far from the cross. */
export function deviatingPairs(rates: readonly PairRate[], maxPercent: number): DeviatingPair[] {
  const known = byName(rates)
  return rates.flatMap((own) => {
    const { baseCurrency, quoteCurrency, mid } = own
    const cross = crossFrom(known, own)
    if (!cross || agrees(own, cross.rate, maxPercent)) return []
    return [{ baseCurrency, quoteCurrency, mid, crossMid: cross.rate.mid }]
  })
}

/**
 * The reference to keep with a new rate, with what conversions at it could gain. A rate that a
 * second person confirmed, and the first rate of a pair, are the reference from now on.
 */
export function referenceAfter(
  rate: PairRate,
  { present, isConfirmed }: { present: Present; isConfirmed: boolean },
): Reference {
  const last = present.rates.get(pairName(rate))
  if (!last || isConfirmed) return startingAt(rate, present)
  const reference = referenceNow(last, present)
  const { baseCurrency: base, quoteCurrency: quote } = rate
  const quoted = { ...rate, pair: { base, quote }, tradedAt: present.now, calendars: present.calendars }
  const roundTrips = roundTripsAfter(reference.roundTrips, quoted, smallestMargin(present.margins, rate))
  return { ...reference, roundTrips }
}

function startingAt({ mid, forwardPoints }: PairRate, { today }: Present): Reference {
  return { mid, forwardPoints, on: today, roundTrips: noRoundTrips({ mid, forwardPoints }) }
}

/** The first new rate of a day makes the last rate before it the reference of that day. */
function referenceNow(last: PairRate, present: Present): Reference {
  const kept = present.references.get(pairName(last))
  return kept && kept.on >= present.today ? kept : startingAt(last, present)
}
