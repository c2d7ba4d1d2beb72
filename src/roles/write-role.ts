import type { Temporal } from 'temporal-polyfill'
import { requireCustomer } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { isExpectedVersion } from '../http/etag.ts'
import { readInstitution, refuseUnreachable } from '../institution/institution.ts'
import type { Moment } from '../kernel/moment.ts'
import { nameForm } from '../kernel/one-form.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { isRoleHeld, settleAccessOfHolders } from '../tokens/api-clients.ts'
import { type Entitlement, entitlementsOf } from '../tokens/entitlements.ts'
import { withinReach } from './reach.ts'
import { bodyOf, type CreateRoleBody, parseRole, renderRole, type UpdateRoleBody } from './roles.schema.ts'
import { insertRole, isRoleNameTaken, lockRole, type RoleRow, updateRoleRow } from './roles.store.ts'

/** The path of a role. */
export interface RolePath {
  customerId: string
  roleId: string
}

/** The approval of the change, for the audit record. */
interface Approved {
  approval?: object | undefined
}

/**
 * Adds a role to the customer. Roles of type Default are created with their customer, and Giro
 * decides what they contain. Others have no more than the caller, unless a second person agrees.
 */
export async function createRole(
  tx: Transaction,
  principal: Principal,
  { customerId, type, approval }: { customerId: string; type: 'Custom' | 'Default' } & Approved,
  body: CreateRoleBody,
  now: Temporal.Instant,
): Promise<Result<RoleRow, Refusal>> {
  const customer = await requireCustomer(tx, principal, customerId)
  if (!customer.ok) return customer
  const { tenantId, clientId } = principal
  const { legalEntityId } = await readInstitution(tx, tenantId)
  const parsed = parseRole(body, { ofInstitution: customer.value.id === legalEntityId })
  if (!parsed.ok) return parsed
  if (type === 'Custom') {
    const access = { before: [], after: entitlementsOf(parsed.value) }
    const allowed = await withinReach(tx, principal, { customer: customer.value, approval }, access)
    if (!allowed.ok) return allowed
  }
  const named = { customerId: customer.value.id, name: parsed.value.name }
  if (await isRoleNameTaken(tx, tenantId, named)) return refusal('roleConflict')
  const created = await insertRole(tx, { tenantId, customerId: customer.value.id, type }, parsed.value, now)
  const after = { ...renderRole(created, customer.value), approval }
  await recordChange(tx, { tenantId, actor: clientId, action: 'role.created', subject: subjectOf(created), after }, now)
  return accept(created)
}

/**
 * Changes the fields in the body and keeps the others, at once for all holders. The caller adds
 * only entitlements that it has, unless a second person agrees. If the role loses entitlements, the
 * tokens of API clients that hold it are refused within seconds. If an API client holds the role,
 * only an administrator of the institution's API clients may add entitlements, and only its own.
 */
export async function updateRole(
  tx: Transaction,
  principal: Principal,
  { customerId, roleId, ifMatch, approval }: RolePath & { ifMatch: string | undefined } & Approved,
  body: UpdateRoleBody,
  { now, tokenNow }: Moment,
): Promise<Result<RoleRow, Refusal>> {
  const customer = await requireCustomer(tx, principal, customerId)
  if (!customer.ok) return customer
  const { tenantId, clientId } = principal
  const before = await lockRole(tx, tenantId, roleId)
  if (before?.customerId !== customer.value.id)
    return refuseUnreachable(tx, principal, before, { missing: 'roleNotFound', outside: 'roleOfAnotherCustomer' })
  if (!isExpectedVersion(before, ifMatch)) return refusal('roleChanged')

  const { legalEntityId } = await readInstitution(tx, tenantId)
  const merged = parseRole({ ...bodyOf(before), ...body }, { ofInstitution: customer.value.id === legalEntityId })
  if (!merged.ok) return merged
  const access = { before: entitlementsOf(before), after: entitlementsOf(merged.value) }
  const added = access.after.filter((entitlement) => !access.before.includes(entitlement))
  const grantsToPrograms = added.length > 0 && (await isRoleHeld(tx, { tenantId, roleId: before.id }))
  if (grantsToPrograms && !mayGrantToPrograms(principal, legalEntityId, added)) return refusal('roleHeldByProgram')
  const allowed = await withinReach(tx, principal, { customer: customer.value, approval }, access)
  if (!allowed.ok) return allowed

  const named = { customerId: before.customerId, name: merged.value.name, except: before.id }
  if (nameForm(before.name) !== nameForm(merged.value.name) && (await isRoleNameTaken(tx, tenantId, named)))
    return refusal('roleConflict')
  const updated = await updateRoleRow(tx, tenantId, before.id, merged.value, now)
  await settleAccessOfHolders(tx, { tenantId, roleId: before.id, now: tokenNow }, access)
  await recordChange(
    tx,
    {
      tenantId,
      actor: clientId,
      action: 'role.updated',
      subject: subjectOf(updated),
      before: renderRole(before, customer.value),
      after: { ...renderRole(updated, customer.value), approval },
    },
    now,
  )
  return accept(updated)
}

/**
 * Whether the caller may grant these entitlements to API clients: an administrator of the
 * institution's API clients that has them itself.
 */
function mayGrantToPrograms(principal: Principal, institutionEntityId: bigint, added: readonly Entitlement[]): boolean {
  const held = (entitlement: Entitlement) => principal.entitlements.has(entitlement)
  return principal.legalEntityId === institutionEntityId && held('Institution.Manage_API_Clients') && added.every(held)
}

function subjectOf({ id, customerId }: RoleRow) {
  return { kind: 'role', id, customerId }
}
