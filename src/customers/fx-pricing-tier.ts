import type { Transaction } from '../db/client.ts'
import { readCustomer } from './customers.store.ts'

/** The first `fxPricingTier` among the customer's profile details; undefined for a customer without one. */
export async function readFxPricingTier(
  tx: Transaction,
  tenantId: bigint,
  customerId: bigint,
): Promise<string | undefined> {
  const customer = await readCustomer(tx, tenantId, customerId)
  const profile = customer?.profile as { addtionalProfileDetails?: { fxPricingTier?: string }[] } | undefined
  return profile?.addtionalProfileDetails?.map(({ fxPricingTier }) => fxPricingTier).find(Boolean)
}
