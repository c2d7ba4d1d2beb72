import type { Temporal } from 'temporal-polyfill'
import { type Actor, voidApproval } from '../approvals/approvals.ts'
import { requireCustomer } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { isExpectedVersion } from '../http/etag.ts'
import type { ApprovalTrace } from '../http/operation.ts'
import { readInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { keepSetter, type Party, partyOf } from '../tokens/api-clients.ts'
import { type CheckedUser, checkUser } from './check-user.ts'
import type { UserStatus } from './domain/user-state.ts'
import { approvalSubjectOf, proposeActivation, proposeUpdate } from './propose-user.ts'
import { recordUser } from './record-user.ts'
import { requireUser, type UserOfCustomer, type UserPath } from './require-user.ts'
import { activationWaits, changeWaits } from './second-person.ts'
import { insertAddress } from './user-addresses.store.ts'
import { bodyOf, type CreateUserBody, type UpdateUserBody } from './users.schema.ts'
import { insertUser, replaceRolesOf, type UserRow, updateUserRow } from './users.store.ts'

/** The user, and the approval that the change waits for, if any. */
export interface WrittenUser {
  user: UserRow
  approvalUID: string | undefined
}

/**
 * Adds a Pending user with roles of the customer. The user becomes Active when activated or, if a
 * second person decides, when approved.
 */
export async function createUser(
  tx: Transaction,
  principal: Principal,
  customerId: string,
  body: CreateUserBody,
  now: Temporal.Instant,
): Promise<Result<WrittenUser, Refusal>> {
  const customer = await requireCustomer(tx, principal, customerId)
  if (!customer.ok) return customer
  const owner = { tenantId: principal.tenantId, customerId: customer.value.id }
  const checked = await checkUser(tx, owner, body)
  if (!checked.ok) return checked
  const { data, roles } = checked.value
  const user = await insertUser(tx, { ...data, ...owner, loginId: body.loginId, status: 'Pending' }, now)
  await replaceRolesOf(tx, user, idsOf(roles))
  await insertAddress(tx, user, { author: partyOf(principal), earlier: null, approvalUID: null }, now)
  await keepSetterOf(tx, principal, user, now)
  const after = { user, roles, customer: customer.value }
  await recordUser(tx, principal, { action: 'user.created', after }, now)
  const waits = await activationWaits(tx, principal, after)
  return accept({ user, approvalUID: waits ? await proposeActivation(tx, principal, after, now) : undefined })
}

/**
 * Changes the fields in the body and keeps the others; roles and limits are replaced as a whole.
 * Null removes the phone number.
 * Only suspending and activating change the status. If a second person decides about what the
 * change gives, or how the person is reached, it waits for approval and the user stays unchanged; a
 * user never approved changes at once and waits as Pending. Any earlier proposal becomes void.
 */
export async function updateUser(
  tx: Transaction,
  principal: Principal,
  path: UserPath & { ifMatch: string | undefined },
  body: UpdateUserBody,
  now: Temporal.Instant,
): Promise<Result<WrittenUser, Refusal>> {
  const locked = await requireUser(tx, principal, path, { lock: true })
  if (!locked.ok) return locked
  const before = locked.value
  if (!isExpectedVersion(before.user, path.ifMatch)) return refusal('userChanged')
  const owner = { tenantId: principal.tenantId, customerId: before.user.customerId }
  const present = bodyOf(before.user, before.roles)
  const { phoneNumber = present.phoneNumber, ...fields } = body
  const merged = { ...present, ...fields, phoneNumber: phoneNumber ?? undefined }
  const checked = await checkUser(tx, owner, merged)
  if (!checked.ok) return checked

  const isNew = before.user.status === 'Pending'
  const proposed = { ...merged, applicationLimits: [...checked.value.data.limits] }
  const change = { present, proposed, proposedRoles: checked.value.roles }
  if (!isNew && (await changeWaits(tx, principal, before, change)))
    return accept({ user: before.user, approvalUID: await proposeUpdate(tx, principal, before, proposed, now) })
  await voidApproval(tx, principal, approvalSubjectOf(before), 'the user was changed directly', now)
  const after = await writeUser(tx, principal, { before, ...checked.value, author: partyOf(principal) }, now)
  if (isNew && after.user.email !== before.user.email) await keepSetterOf(tx, principal, after.user, now)
  const waits = isNew && (await activationWaits(tx, principal, after))
  const approvalUID = waits ? await proposeActivation(tx, principal, after, now) : undefined
  return accept({ user: after.user, approvalUID })
}

/** Nobody else has seen the address of a new user yet: who set it counts as that user. */
async function keepSetterOf(tx: Transaction, principal: Principal, { id: userId }: UserRow, now: Temporal.Instant) {
  const { legalEntityId: ownEntityId } = await readInstitution(tx, principal.tenantId)
  await keepSetter(tx, principal, { userId, ownEntityId }, now)
}

interface WrittenChange extends CheckedUser {
  /** Locked by the caller. */
  before: UserOfCustomer
  /** If absent, the status stays. */
  status?: UserStatus
  /** The approval of the change, for the audit record. */
  approval?: ApprovalTrace
  /** Who asked for the change, and may have proposed it. */
  author: Party
}

/** Writes checked changes to a locked user and records them. */
export async function writeUser(
  tx: Transaction,
  actor: Actor,
  { before, data, roles, status, approval, author }: WrittenChange,
  now: Temporal.Instant,
): Promise<UserOfCustomer> {
  const user = await updateUserRow(tx, before.user, { ...data, ...(status && { status }) }, now)
  await replaceRolesOf(tx, user, idsOf(roles))
  const { email: earlier } = before.user
  const approvalUID = approval?.approvalUID ?? null
  if (user.email !== earlier) await insertAddress(tx, user, { author, earlier, approvalUID }, now)
  const after = { ...before, user, roles }
  await recordUser(tx, actor, { action: status ? 'user.activated' : 'user.updated', before, after, approval }, now)
  return after
}

const idsOf = (roles: CheckedUser['roles']) => roles.map(({ id }) => id)
