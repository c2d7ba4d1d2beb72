import type { Transaction } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { namesWithoutRole, readRolesByName } from '../roles/roles.ts'
import { type CreateUserBody, parseUser } from './users.schema.ts'
import type { UserData } from './users.store.ts'

/** A user's fields after the checks. */
export interface CheckedUser {
  data: UserData
  roles: Awaited<ReturnType<typeof readRolesByName>>
}

/**
 * Checks the body of a user: its roles belong to its customer, and its limits name applications of
 * the catalog. One refusal names every violation.
 */
export async function checkUser(
  tx: Transaction,
  { tenantId, customerId }: { tenantId: bigint; customerId: bigint },
  body: CreateUserBody,
): Promise<Result<CheckedUser, Refusal>> {
  const { data, wrong } = parseUser(body)
  const roles = await readRolesByName(tx, tenantId, customerId, body.roleNames)
  const unknown = namesWithoutRole(body.roleNames, roles)
  const reasons = [...unknown.map((name) => `${name} in roleNames is not a role of the customer`), ...wrong]
  return reasons.length > 0 ? refusal('invalidUser', reasons.join('; ')) : accept({ data, roles })
}
