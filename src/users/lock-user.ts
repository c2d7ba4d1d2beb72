import type { Transaction } from '../db/client.ts'
import { type HeldRole, lockUser, lockUserByLogin, readRolesOf, type UserRow } from './users.store.ts'

/** A user with their current roles. */
export interface UserInRoles extends UserRow {
  roles: HeldRole[]
}

/** Reads the user by id or loginId and locks the row until the transaction ends. */
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
