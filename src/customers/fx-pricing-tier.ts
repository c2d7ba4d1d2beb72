import type { Connection } from '../db/client.ts'
import { findCustomer } from './customers.store.ts'

/** The first `fxPricingTier` in the customer's profile details, or undefined. */
export async function findFxPricingTier(
  db: Connection,
  tenantId: bigint,
  customerId: bigint,
): Promise<string | undefined> {
  const customer = await findCustomer(db, tenantId, customerId)
  const profile = customer?.profile as { addtionalProfileDetails?: { fxPricingTier?: string }[] } | undefined
  return profile?.addtionalProfileDetails?.map(({ fxPricingTier }) => fxPricingTier).find(Boolean)
}
