import { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import { type Institution, maxCrossDeviationPercentOf, maxRateAgeSecondsOf } from '../institution/institution.ts'
import { type Pair, pairName, pairOf } from '../kernel/currency-pair.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import { legsOf } from './domain/legs.ts'
import { agrees, type Dated, onePrice, type Sources } from './domain/one-price.ts'
import type { Legs, MarketRate } from './domain/price.ts'
import { readRates, readRatesBetween } from './fx-rates.store.ts'
import type { PairRate, RateSource } from './rate-source.ts'

/** The institution's rate table, maintained with `PUT /v1/institution/fx/rates`. */
export const rateTable: RateSource = { ratesBetween: readRatesBetween, allRates: readRates }

/**
 * Why a pair has no current rate. `rateDeviates`: its own rate is too far from its cross, and the
 * cross is too old.
 */
export type RateRefusal = 'rateMissing' | 'rateStale' | 'rateDeviates'

/**
 * The one rate at which everything is priced and valued: its bid, mid and ask at spot, and outright
 * on other dates.
 */
export interface CurrentRate extends Pair, MarketRate {
  asOf: Temporal.Instant
  /** The outright rate of a value date; undefined outside the dates with points. */
  outrightOn(dated: Dated): MarketRate | undefined
}

type Pricing = Pick<Institution, 'sandbox' | 'settings'>

/**
 * The current rate of a pair: its own rate within its cross (`onePrice`), or the cross alone if its
 * own rate is missing, too old, or too far from the cross. Refused if no rate exists or if it is
 * older than the institution allows, so that no such rate is ever quoted. A cross is as old as the
 * oldest of its legs. `pair` is in market order (`pairOf`).
 */
export async function readRate(
  db: Connection,
  institution: Pricing & Pick<Institution, 'tenantId'>,
  pair: Pair,
  now: Temporal.Instant,
  source: RateSource = rateTable,
): Promise<Result<CurrentRate, RateRefusal>> {
  const known = await knownRates(db, institution.tenantId, [pair.baseCurrency, pair.quoteCurrency], source)
  return rateFrom(known, institution, pair, now)
}

/** Rates by the name of their pair. Only `rateFrom` turns them into a rate to price with. */
export type KnownRates = ReadonlyMap<string, PairRate>

/**
 * The rates between the currencies and with USD. If one of the currencies has no rate against USD,
 * all rates, because its cross can lead through any of them.
 */
export async function knownRates(
  db: Connection,
  tenantId: bigint,
  currencies: readonly string[],
  source: RateSource = rateTable,
): Promise<KnownRates> {
  const between = byName(await source.ratesBetween(db, tenantId, [...currencies, 'USD']))
  const hasLeg = (currency: string) => currency === 'USD' || between.has(pairName(pairOf(currency, 'USD')))
  return currencies.every(hasLeg) ? between : byName(await source.allRates(db, tenantId))
}

/** Rates by the name of their pair. */
export function byName(rates: readonly PairRate[]): KnownRates {
  return new Map(rates.map((rate) => [pairName(rate), rate]))
}

/** The current rate of a pair among known rates: see `readRate`. */
export function rateFrom(
  known: KnownRates,
  institution: Pricing,
  pair: Pair,
  now: Temporal.Instant,
): Result<CurrentRate, RateRefusal> {
  const maxPercent = maxCrossDeviationPercentOf(institution.settings)
  const isCurrent = ({ asOf }: { asOf: Temporal.Instant }) => !isStale(asOf, institution, now)
  const own = known.get(pairName(pair))
  const cross = crossFrom(known, pair)
  if (own && isCurrent(own) && agrees(own, cross?.rate, maxPercent))
    return accept(currentRate({ pair, own, legs: cross?.legs }, maxPercent, own.asOf))
  if (cross && isCurrent(cross)) return accept(currentRate({ pair, legs: cross.legs }, maxPercent, cross.asOf))
  if (own && isCurrent(own)) return refuse('rateDeviates')
  return refuse(own || cross ? 'rateStale' : 'rateMissing')
}

function currentRate(sources: Sources, maxPercent: number, asOf: Temporal.Instant): CurrentRate {
  const outrightOn = (dated?: Dated) => onePrice(sources, maxPercent, dated)
  return { ...sources.pair, ...outrightOn()!, asOf, outrightOn }
}

/** Why the pair has no current rate, in words. */
export function whyNoRate(pair: Pair, refusal: RateRefusal): string {
  const name = pairName(pair)
  if (refusal === 'rateMissing') return `${name} has no rate`
  if (refusal === 'rateStale') return `the rate of ${name} is too old`
  return `the rate of ${name} is too far from its cross, and the cross is too old`
}

/** The maximum age is inclusive. */
function isStale(asOf: Temporal.Instant, institution: Pricing, now: Temporal.Instant): boolean {
  const maxAgeSeconds = maxRateAgeSecondsOf(institution)
  if (maxAgeSeconds === null) return false
  return Temporal.Instant.compare(asOf.add({ seconds: maxAgeSeconds }), now) < 0
}

/** The cross of a pair at spot, as old as the oldest of its legs. */
export interface Cross {
  legs: Legs<PairRate>
  rate: MarketRate
  asOf: Temporal.Instant
}

/** Undefined for a pair without legs, and if the cross has too many digits. */
export function crossFrom(known: KnownRates, pair: Pair): Cross | undefined {
  const legs = legsOf([...known.values()], pair)
  const rate = legs && onePrice({ pair, legs }, 0)
  if (!legs || !rate) return undefined
  const [oldest] = [...legs.base, ...legs.quote].map(({ asOf }) => asOf).toSorted(Temporal.Instant.compare)
  return oldest && { legs, rate, asOf: oldest }
}
