import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type HeldRole, insertUser, lockUser, lockUserByLogin, readRolesOf, type UserRow } from './users.store.ts'

/** What other slices may ask about users. */
export { findActiveLogins } from './users.store.ts'

/** A user of the institution itself, Active from the start. */
export async function createInstitutionUser(
  tx: Transaction,
  user: { tenantId: bigint; customerId: bigint; loginId: string },
  now: Temporal.Instant,
): Promise<void> {
  const { loginId } = user
  const person = { firstName: loginId, lastName: 'Institution', email: `${loginId}@institution.invalid` }
  const given = { externalReferenceId: loginId, phoneNumber: null, limits: [] }
  await insertUser(tx, { ...user, ...person, ...given, status: 'Active' }, now)
}

/** A user with the roles they hold at this moment. */
export interface UserInRoles extends UserRow {
  roles: HeldRole[]
}

/** The user, by id or loginId, whom nobody else changes until the transaction ends. */
export async function lockUserInRoles(
  tx: Transaction,
  tenantId: bigint,
  named: { id: string } | { loginId: string },
): Promise<UserInRoles | undefined> {
  const user =
    'id' in named ? await lockUser(tx, tenantId, named.id) : await lockUserByLogin(tx, tenantId, named.loginId)
  if (!user) return undefined
  return { ...user, roles: (await readRolesOf(tx, tenantId, [user.id])).get(user.id) ?? [] }
}
