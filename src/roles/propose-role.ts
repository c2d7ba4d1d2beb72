import { findCustomer, needsSecondPerson } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import type { SecondPerson } from '../http/second-person.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { hasMore } from '../tokens/api-clients.ts'
import { entitlementsOf } from '../tokens/entitlements.ts'
import { widensLimits } from './domain/application-limits.ts'
import { bodyOf, type CreateRoleBody, parseRole, renderRole, type UpdateRoleBody } from './roles.schema.ts'
import { findRole, type RoleRow } from './roles.store.ts'
import type { RolePath } from './write-role.ts'

/** A new role waits if a second person decides about the customer's people. */
export const proposedRole: SecondPerson<Pick<RolePath, 'customerId'>, CreateRoleBody> = {
  kind: 'role',
  async proposalOf(tx, { principal, params }) {
    const customer = await guardedCustomer(tx, principal, params)
    return customer && { customerId: customer.id }
  },
}

/** A change of a role waits if it gives the holders more, or gives the role another name. */
export const proposedRoleUpdate: SecondPerson<RolePath, UpdateRoleBody> = {
  kind: 'role',
  async proposalOf(tx, { principal, params, body }) {
    const customer = await guardedCustomer(tx, principal, params)
    if (!customer) return undefined
    const role = await findRole(tx, principal.tenantId, params.roleId)
    if (role && !widensRole(role, body)) return undefined
    return { customerId: customer.id, subjectId: params.roleId, current: role && renderRole(role, customer) }
  },
}

async function guardedCustomer(tx: Transaction, { tenantId }: Principal, { customerId }: { customerId: string }) {
  const customer = await findCustomer(tx, tenantId, BigInt(customerId))
  return customer && (await needsSecondPerson(tx, customer)) ? customer : undefined
}

/**
 * Another name counts too: an approver of a user sees only the names of the user's roles. A body
 * that is not valid is refused by the change itself.
 */
function widensRole(role: RoleRow, body: UpdateRoleBody): boolean {
  if (body.name !== undefined && body.name !== role.name) return true
  const merged = parseRole({ ...bodyOf(role), ...body }, { ofInstitution: true })
  if (!merged.ok) return true
  if (hasMore(entitlementsOf(merged.value), entitlementsOf(role))) return true
  return widensLimits(bodyOf(role).applications, merged.value.applications)
}
