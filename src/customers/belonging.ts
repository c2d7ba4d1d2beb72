import type { Connection } from '../db/client.ts'
import { refuseUnreachable, unreachable } from '../institution/institution.ts'
import type { Refusal } from '../kernel/refusal.ts'
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

/**
 * The customer in the path. Outside the token's legal entity it is 403, whether or not it exists; a
 * client of the institution gets 404 if it does not exist.
 */
export async function requireCustomer(
  db: Connection,
  principal: Principal,
  customerUID: string,
): Promise<Result<CustomerRow, Refusal>> {
  const customer = await findCustomer(db, principal.tenantId, BigInt(customerUID))
  return customer && belongsTo(customer, principal) ? accept(customer) : refuseCustomer(db, principal, customer)
}

const unreachableCustomer = { missing: 'customerNotFound', outside: 'foreignCustomer' } as const

/**
 * The same, for a customer that was read for many requests. `isOwn` says whether the caller is a
 * client of the institution.
 */
export function reachCustomer<C extends { id: bigint; ancestorIds: bigint[] }>(
  principal: Principal,
  isOwn: boolean,
  customer: C | undefined,
): Result<C, Refusal> {
  return customer && belongsTo(customer, principal)
    ? accept(customer)
    : unreachable(isOwn, customer, unreachableCustomer)
}

/** The refusal of a customer that the caller cannot reach. `detail` says what found none. */
export function refuseCustomer(
  db: Connection,
  principal: Principal,
  customer: object | undefined,
  detail?: string,
): Promise<{ ok: false; refusal: Refusal }> {
  return refuseUnreachable(db, principal, customer, { ...unreachableCustomer, detail })
}
