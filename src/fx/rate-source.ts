import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import type { Pair } from '../kernel/currency-pair.ts'
import type { ForwardPoints } from './domain/forward-points.ts'
import type { MarketRate } from './domain/price.ts'

/** The market rate of a pair and its time. */
export interface PairRate extends Pair, MarketRate {
  asOf: Temporal.Instant
  /** Points added to the spot rate, by tenor. `forwardPointsOn` finds those of a date. */
  forwardPoints: ForwardPoints
  /** Who set it (`textOfParty`); null if a second person confirmed it, or if that is not known. */
  setBy?: string | null
}

/** A source of rates. The caller, not the source, decides whether a rate is too old. */
export interface RateSource {
  /** All known rates between any two of these currencies, in market order. */
  ratesBetween(db: Connection, tenantId: bigint, currencies: readonly string[]): Promise<PairRate[]>
  allRates(db: Connection, tenantId: bigint): Promise<PairRate[]>
}
