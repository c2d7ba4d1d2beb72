import { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import { type Institution, maxRateAgeSecondsOf } from '../institution/institution.ts'
import { type Pair, pairName, pairOf } from '../kernel/currency-pair.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import type { ForwardPoints } from './domain/forward-points.ts'
import { crossOf, type MarketRate } from './domain/price.ts'
import { roundRate } from './domain/rate.ts'
import { readRatesBetween } from './fx-rates.store.ts'
import type { PairRate, RateSource } from './rate-source.ts'

/** The institution's rate table, maintained with `PUT /v1/institution/fx/rates`. */
export const rateTable: RateSource = { ratesBetween: readRatesBetween }

export type RateRefusal = 'rateMissing' | 'rateStale'

/**
 * The current rate of a pair: its own rate, or else the cross of both currencies through USD, which
 * is as old as the older of the two rates. Refused if no rate exists or if it is older than the
 * institution allows, so that no such rate is ever quoted. `pair` is in market order (`pairOf`).
 */
export async function readRate(
  db: Connection,
  institution: Pick<Institution, 'tenantId' | 'sandbox' | 'settings'>,
  pair: Pair,
  now: Temporal.Instant,
  source: RateSource = rateTable,
): Promise<Result<PairRate, RateRefusal>> {
  const known = await knownRates(db, institution.tenantId, [pair.baseCurrency, pair.quoteCurrency], source)
  return rateFrom(known, institution, pair, now)
}

/** The rates between the currencies and with USD, by the name of the pair. */
export async function knownRates(
  db: Connection,
  tenantId: bigint,
  currencies: readonly string[],
  source: RateSource = rateTable,
): Promise<ReadonlyMap<string, PairRate>> {
  const known = await source.ratesBetween(db, tenantId, [...currencies, 'USD'])
  return new Map(known.map((rate) => [pairName(rate), rate]))
}

/** The current rate of a pair among known rates: see `readRate`. */
export function rateFrom(
  known: ReadonlyMap<string, PairRate>,
  institution: Pick<Institution, 'sandbox' | 'settings'>,
  pair: Pair,
  now: Temporal.Instant,
): Result<PairRate, RateRefusal> {
  const rate = known.get(pairName(pair)) ?? crossRate(pair, known)
  if (!rate) return refuse('rateMissing')
  return isStale(rate, institution, now) ? refuse('rateStale') : accept(rate)
}

/** The maximum age is inclusive. */
function isStale(
  { asOf }: PairRate,
  institution: Pick<Institution, 'sandbox' | 'settings'>,
  now: Temporal.Instant,
): boolean {
  const maxAgeSeconds = maxRateAgeSecondsOf(institution)
  if (maxAgeSeconds === null) return false
  return Temporal.Instant.compare(asOf.add({ seconds: maxAgeSeconds }), now) < 0
}

/** The rate of the pair through USD; undefined if one of the two rates is missing. */
export function crossRate(pair: Pair, byName: ReadonlyMap<string, PairRate>): PairRate | undefined {
  const [base, quote] = [pair.baseCurrency, pair.quoteCurrency].map((currency) =>
    byName.get(pairName(pairOf(currency, 'USD'))),
  )
  const cross = base && quote && crossOf(pair, { base, quote })
  if (!cross) return undefined
  const asOf = Temporal.Instant.compare(base.asOf, quote.asOf) < 0 ? base.asOf : quote.asOf
  return { ...pair, ...cross, asOf, forwardPoints: crossPoints(pair, cross, { base, quote }) }
}

/**
 * Forward points of the cross, for the tenors for which both currencies have points: the cross of
 * the two forward rates less the cross at spot.
 */
function crossPoints(
  pair: Pair,
  spot: MarketRate,
  { base, quote }: { base: PairRate; quote: PairRate },
): ForwardPoints {
  const points = [...base.forwardPoints].flatMap(([tenor, ofBase]) => {
    const ofQuote = quote.forwardPoints.get(tenor)
    if (!ofQuote) return []
    const [one, other] = [base.mid.plus(ofBase), quote.mid.plus(ofQuote)]
    if (!one.gt('0') || !other.gt('0')) return []
    const legs = { base: { bid: one, mid: one, ask: one }, quote: { bid: other, mid: other, ask: other } }
    const forward = crossOf(pair, legs)
    return forward ? [[tenor, roundRate(forward.mid.minus(spot.mid), 'halfEven')] as const] : []
  })
  return new Map(points)
}
