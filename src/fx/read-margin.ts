import { findFxPricingTier } from '../customers/customers.ts'
import type { Connection } from '../db/client.ts'
import type { Pair } from '../kernel/currency-pair.ts'
import { findMargin } from './fx-margins.store.ts'

/**
 * The customer's margin on a pair, in basis points of the rate. The most specific margin applies:
 * tier and pair, then tier, then pair, then the default for all customers. Zero if none is set.
 * A tier without margins counts as no tier. `pair` is in market order (`pairOf`).
 */
export async function readMargin(db: Connection, tenantId: bigint, customerId: bigint, pair: Pair): Promise<number> {
  const tier = await findFxPricingTier(db, tenantId, customerId)
  return (await findMargin(db, tenantId, tier, pair)) ?? 0
}
