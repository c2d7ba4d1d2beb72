import { findCustomer, needsSecondPerson } from '../customers/customers.ts'
import { lockTenant } from '../db/advisory-locks.ts'
import type { Transaction } from '../db/client.ts'
import type { ProposableRequest, SecondPerson } from '../http/second-person.ts'
import { readInstitution } from '../institution/institution.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { hasMore, keepsTwoAdministrators, losesAdministration } from '../tokens/api-clients.ts'
import { entitlementsOf } from '../tokens/entitlements.ts'
import { widensLimits } from './domain/application-limits.ts'
import { beyondCaller, mayAskSecondPerson } from './reach.ts'
import { bodyOf, type CreateRoleBody, parseRole, renderRole, type UpdateRoleBody } from './roles.schema.ts'
import { findRole, type RoleRow } from './roles.store.ts'
import type { RolePath } from './write-role.ts'

/**
 * A new role waits if a second person decides about the customer's people. Under dual control, a
 * role that the institution gives more than the caller has waits, too.
 */
export const proposedRole: SecondPerson<Pick<RolePath, 'customerId'>, CreateRoleBody> = {
  kind: 'role',
  async proposalOf(tx, { principal, params, body }) {
    const customer = await customerToAsk(tx, principal, params)
    if (!customer) return undefined
    const waits = customer.isGuarded || givesBeyondCaller(principal, undefined, body)
    return waits ? { customerId: customer.id } : undefined
  },
}

/**
 * A change of a role waits if it gives the holders more, or gives the role another name. Where only
 * the institution's dual control asks for a second person, it waits if it gives more than the
 * caller has. A change of the institution's own role also waits if it leaves fewer than two
 * administrators.
 */
export const proposedRoleUpdate: SecondPerson<RolePath, UpdateRoleBody> = {
  kind: 'role',
  async proposalOf(tx, request) {
    const { principal, params, body } = request
    const customer = await customerToAsk(tx, principal, params)
    if (!customer) return undefined
    const role = await findRole(tx, principal.tenantId, params.roleId)
    const waits = (one: RoleRow) => (customer.isGuarded ? widensRole(one, body) : exceeds(one, request))
    if (role && !waits(role) && !(await endsAdministration(tx, role, request))) return undefined
    return { customerId: customer.id, subjectId: params.roleId, current: role && renderRole(role, customer) }
  },
}

/** The customer, if a second person may have to agree to a role of it. */
async function customerToAsk(tx: Transaction, principal: Principal, { customerId }: { customerId: string }) {
  const customer = await findCustomer(tx, principal.tenantId, BigInt(customerId))
  if (!customer || !(await mayAskSecondPerson(tx, principal, customer))) return undefined
  return { ...customer, isGuarded: await needsSecondPerson(tx, customer) }
}

/** For an approver, the request exceeds as it did for its requester, whatever the approver has. */
function exceeds(role: RoleRow, { principal, body, approval }: ProposableRequest<RolePath, UpdateRoleBody>): boolean {
  return approval !== undefined || givesBeyondCaller(principal, role, body)
}

/** A body that is not valid is refused by the change itself. */
function givesBeyondCaller(principal: Principal, role: RoleRow | undefined, body: UpdateRoleBody): boolean {
  const after = parseRole({ ...(role && bodyOf(role)), ...body } as CreateRoleBody, { ofInstitution: true })
  if (!after.ok) return false
  const access = { before: role ? entitlementsOf(role) : [], after: entitlementsOf(after.value) }
  return beyondCaller(principal, access).length > 0
}

/** Whether the institution would have fewer than two administrators without what the role loses. */
async function endsAdministration(
  tx: Transaction,
  role: RoleRow,
  { principal: { tenantId }, body, tokenNow, approval }: ProposableRequest<RolePath, UpdateRoleBody>,
): Promise<boolean> {
  const { dualControl, legalEntityId: ownEntityId } = await readInstitution(tx, tenantId)
  const after = parseRole({ ...bodyOf(role), ...body }, { ofInstitution: true })
  if (!dualControl || role.customerId !== ownEntityId || !after.ok) return false
  if (!losesAdministration(entitlementsOf(role), entitlementsOf(after.value))) return false
  if (approval) return true
  await lockTenant(tx, { lock: 'proposals', tenantId }, 'exclusive')
  return !(await keepsTwoAdministrators(tx, { tenantId, ownEntityId }, { roleId: role.id }, tokenNow))
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
