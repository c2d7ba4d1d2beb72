import type { Connection, Transaction } from '../db/client.ts'
import { readInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type CustomerRow, findCustomer } from './customers.store.ts'

/** A customer belongs to the token's legal entity when it is that entity or stands below it; the institution's own stands above all. */
export function belongsTo(customer: { id: bigint; ancestorIds: bigint[] }, principal: Principal): boolean {
  return customer.id === principal.legalEntityId || customer.ancestorIds.includes(principal.legalEntityId)
}

/** The customer of a path, for a principal that may see it: unknown is 404, outside its legal entity 403. */
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

/**
 * Refuses who acts for the customer itself: what it is held to, its limits and its fees, is set by those above it. The institution, which nobody stands
 * above, sets its own.
 */
export async function requireSuperior(
  tx: Transaction,
  principal: Principal,
  customer: { id: bigint },
): Promise<Result<void, Refusal>> {
  if (customer.id !== principal.legalEntityId) return accept(undefined)
  const { legalEntityId } = await readInstitution(tx, principal.tenantId)
  return customer.id === legalEntityId ? accept(undefined) : refusal('ownTerms')
}
