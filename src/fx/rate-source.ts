import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import type { ForwardPoints } from './domain/forward-points.ts'
import type { Pair } from './domain/pair.ts'
import type { MarketRate } from './domain/price.ts'

/** What a pair is worth in the market, and since when. */
export interface PairRate extends Pair, MarketRate {
  asOf: Temporal.Instant
  /** What is added to the spot rate, by tenor; `forwardPointsOn` finds those of a date. */
  forwardPoints: ForwardPoints
}

/** Where rates come from. Whether one is too old is decided by who asks, not by the source. */
export interface RateSource {
  /** The rates that are known between any two of these currencies, in market order. */
  ratesBetween(db: Connection, tenantId: bigint, currencies: readonly string[]): Promise<PairRate[]>
}
