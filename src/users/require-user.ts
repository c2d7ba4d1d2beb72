import { requireCustomer } from '../customers/customers.ts'
import type { Connection } from '../db/client.ts'
import { refuseUnreachable } from '../institution/institution.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { findUser, type HeldRole, lockUser, readRolesOf, type UserRow } from './users.store.ts'

/** The path of a user. */
export interface UserPath {
  customerId: string
  userId: string
}

/** A user with the related rows that are shown with it. */
export interface UserOfCustomer {
  user: UserRow
  roles: HeldRole[]
  customer: { tenantId: bigint; id: bigint; shortName: string; profile: unknown }
}

/** The user in the path: 404 if unknown, 400 if of another customer. Can lock the row. */
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
  if (user?.customerId !== customer.value.id)
    return refuseUnreachable(db, principal, user, { missing: 'userNotFound', outside: 'userOfAnotherCustomer' })
  const roles = (await readRolesOf(db, tenantId, [user.id])).get(user.id) ?? []
  return accept({ user, roles, customer: customer.value })
}
