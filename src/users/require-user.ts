import { requireCustomer } from '../customers/customers.ts'
import type { Connection } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { findUser, type HeldRole, lockUser, readRolesOf, type UserRow } from './users.store.ts'

/** Where a user stands in a path. */
export interface UserPath {
  customerId: string
  userId: string
}

/** A user with what is shown of it beside its own row. */
export interface UserOfCustomer {
  user: UserRow
  roles: HeldRole[]
  customer: { shortName: string; profile: unknown }
}

/** The user of a path: unknown is 404, one of another customer 400. Locked, nobody else changes it until the transaction ends. */
export async function requireUser(
  db: Connection,
  principal: Principal,
  { customerId, userId }: UserPath,
  options: { lock: boolean },
): Promise<Result<UserOfCustomer, Refusal>> {
  const customer = await requireCustomer(db, principal, customerId)
  if (!customer.ok) return customer
  const { tenantId } = principal
  const user = await (options.lock ? lockUser : findUser)(db, tenantId, userId)
  if (!user) return refusal('userNotFound')
  if (user.customerId !== customer.value.id) return refusal('userOfAnotherCustomer')
  const roles = (await readRolesOf(db, tenantId, [user.id])).get(user.id) ?? []
  return accept({ user, roles, customer: customer.value })
}
