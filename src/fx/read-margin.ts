import { findFxPricingTier } from '../customers/customers.ts'
import type { Connection } from '../db/client.ts'
import type { Pair } from './domain/pair.ts'
import { findMargin } from './fx-margins.store.ts'

/**
 * What the institution earns on a trade of the customer, in basis points of the rate: by the tier of its profile and
 * the pair, else the tier, else the pair for everybody, else everybody; nothing where nothing is set. A tier that has
 * no margin counts as none. `pair` is in market order (`pairOf`).
 */
export async function readMargin(db: Connection, tenantId: bigint, customerId: bigint, pair: Pair): Promise<number> {
  const tier = await findFxPricingTier(db, tenantId, customerId)
  return (await findMargin(db, tenantId, tier, pair)) ?? 0
}
