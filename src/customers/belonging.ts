import type { Connection } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type CustomerRow, findCustomer } from './customers.store.ts'

/**
 * Whether the customer is the token's legal entity or below it. The institution's own entity is
 * above all customers.
 */
export function belongsTo(customer: { id: bigint; ancestorIds: bigint[] }, principal: Principal): boolean {
  return customer.id === principal.legalEntityId || customer.ancestorIds.includes(principal.legalEntityId)
}

/** The customer in the path: 404 if it does not exist, 403 outside the token's legal entity. */
export async function requireCustomer(
  db: Connection,
  principal: Principal,
  customerUID: string,
): Promise<Result<CustomerRow, Refusal>> {
  const customer = await findCustomer(db, principal.tenantId, BigInt(customerUID))
  if (!customer) return refusal('customerNotFound')
  if (!belongsTo(customer, principal)) return refusal('foreignCustomer')
  return accept(customer)
}
