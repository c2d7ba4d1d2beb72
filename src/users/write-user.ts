import type { Temporal } from 'temporal-polyfill'
import { requireCustomer } from '../customers/belonging.ts'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusal } from '../http/errors.ts'
import { isExpectedVersion } from '../http/etag.ts'
import { accept, type Result } from '../kernel/result.ts'
import { readRolesByName } from '../roles/roles.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { recordUser } from './record-user.ts'
import { requireUser, type UserPath } from './require-user.ts'
import { bodyOf, type CreateUserBody, parseUser, type UpdateUserBody } from './users.schema.ts'
import { insertUser, replaceRolesOf, type UserData, type UserRow, updateUserRow } from './users.store.ts'

/** Adds a user to the customer, with roles of that customer; Pending until the user is activated. */
export async function createUser(
  tx: Transaction,
  principal: Principal,
  customerId: string,
  body: CreateUserBody,
  now: Temporal.Instant,
): Promise<Result<UserRow, Refusal>> {
  const customer = await requireCustomer(tx, principal, customerId)
  if (!customer.ok) return customer
  const owner = { tenantId: principal.tenantId, customerId: customer.value.id }
  const checked = await checkUser(tx, owner, body)
  if (!checked.ok) return checked
  const { data, roles } = checked.value
  const user = await insertUser(tx, { ...data, ...owner, loginId: body.loginId, status: 'Pending' }, now)
  await replaceRolesOf(tx, user, idsOf(roles))
  const after = { user, roles, customer: customer.value }
  await recordUser(tx, principal, { action: 'user.created', after }, now)
  return accept(user)
}

/** Changes what the body names and leaves the rest; roles and limits are replaced as a whole. The status changes by suspending and activating only. */
export async function updateUser(
  tx: Transaction,
  principal: Principal,
  path: UserPath & { ifMatch: string | undefined },
  body: UpdateUserBody,
  now: Temporal.Instant,
): Promise<Result<UserRow, Refusal>> {
  const locked = await requireUser(tx, principal, path, { lock: true })
  if (!locked.ok) return locked
  const before = locked.value
  if (!isExpectedVersion(before.user, path.ifMatch)) return refusal('userChanged')
  const owner = { tenantId: principal.tenantId, customerId: before.user.customer_id }
  const checked = await checkUser(tx, owner, { ...bodyOf(before.user, before.roles), ...body })
  if (!checked.ok) return checked
  const { data, roles } = checked.value
  const user = await updateUserRow(tx, before.user, data, now)
  if (body.roleNames) await replaceRolesOf(tx, user, idsOf(roles))
  const after = { ...before, user, roles }
  await recordUser(tx, principal, { action: 'user.updated', before, after }, now)
  return accept(user)
}

type Roles = Awaited<ReturnType<typeof readRolesByName>>

const idsOf = (roles: Roles) => roles.map(({ id }) => id)

/** Whether a user can be as the body says: with roles of its customer, and limits of applications there are. All that is wrong is named at once. */
async function checkUser(
  tx: Transaction,
  { tenantId, customerId }: { tenantId: bigint; customerId: bigint },
  body: CreateUserBody,
): Promise<Result<{ data: UserData; roles: Roles }, Refusal>> {
  const { data, wrong } = parseUser(body)
  const roles = await readRolesByName(tx, tenantId, customerId, body.roleNames)
  const unknown = new Set(body.roleNames.filter((name) => !roles.some((role) => role.name === name)))
  const reasons = [...[...unknown].map((name) => `${name} in roleNames is no role of the customer`), ...wrong]
  return reasons.length > 0 ? refusal('invalidUser', reasons.join('; ')) : accept({ data, roles })
}
