import type { Temporal } from 'temporal-polyfill'
import { findWaitingApproval, voidApproval } from '../approvals/approvals.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../db/client.ts'
import { readInstitution } from '../institution/institution.ts'
import type { Moment } from '../kernel/moment.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { ownerOf, requireLift } from '../ownership/ownership.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { confirmPerson } from '../tokens/api-clients.ts'
import { changeStatus, type UserStatus } from './domain/user-state.ts'
import { approvalSubjectOf, proposeActivation } from './propose-user.ts'
import { recordUser } from './record-user.ts'
import { requireUser, type UserOfCustomer, type UserPath } from './require-user.ts'
import { activationWaits } from './second-person.ts'
import { updateUserRow } from './users.store.ts'

const done = { suspend: 'suspended', activate: 'activated' } as const

/**
 * Suspends or activates a user. The lock on the user puts simultaneous requests in order.
 * Suspending takes effect at once and voids any waiting proposal. Activating waits for approval if
 * a second person decides about what the user then has. If the institution suspended the user, only
 * the institution can activate it, with a second person under dual control. The institution can
 * also take over the customer's own suspension. Who activates a user confirms how the user is
 * reached, also an Active one, for those who set it and are somebody else.
 */
export async function changeUserStatus(
  tx: Transaction,
  principal: Principal,
  path: UserPath,
  action: keyof typeof done,
  { now, tokenNow }: Moment,
): Promise<Result<void, Refusal>> {
  const locked = await requireUser(tx, principal, path, { lock: true })
  if (!locked.ok) return locked
  const before = locked.value
  const lift = await requireUserLift(tx, principal, before.user)
  if (!lift.ok) return lift
  const owner = await ownerOf(tx, principal)
  const isTakenOver = action === 'suspend' && owner === 'Institution' && before.user.suspendedBy === 'Customer'
  const status = isTakenOver ? accept('Suspended' as const) : changeStatus(before.user.status as UserStatus, action)
  if (!status.ok)
    return action === 'activate'
      ? confirmActive(tx, principal, before, status.refusal, { now, tokenNow })
      : refusal('userStatusConflict', status.refusal)
  if (action === 'activate' && (await needsSecondActivator(tx, principal, before)))
    return waitForApproval(tx, principal, before, now)
  await voidApproval(tx, principal, approvalSubjectOf(before), `the user was ${done[action]}`, now)
  const user = await updateUserRow(
    tx,
    before.user,
    { status: status.value, suspendedBy: action === 'suspend' ? owner : null },
    now,
  )
  await recordUser(tx, principal, { action: `user.${done[action]}`, before, after: { ...before, user } }, now)
  if (action === 'activate') await confirmPerson(tx, principal, { userId: user.id }, tokenNow)
  return accept(undefined)
}

/** Confirms an Active user whom somebody else created alone. Refuses others with the reason. */
async function confirmActive(
  tx: Transaction,
  principal: Principal,
  { user, customer }: UserOfCustomer,
  reason: string,
  { now, tokenNow }: Moment,
): Promise<Result<void, Refusal>> {
  const { setters, confirmed } = await confirmPerson(tx, principal, { userId: user.id }, tokenNow)
  if (setters === 0) return refusal('userStatusConflict', reason)
  if (confirmed < setters) return refusal('userStatusConflict', `${reason}; ${NOT_INDEPENDENT}`)
  const { tenantId, clientId: actor } = principal
  const subject = { kind: 'user', id: user.id, customerId: customer.id }
  const after = { status: user.status, email: user.email }
  await recordAudit(tx, { tenantId, actor, action: 'user.confirmed', subject, after }, now)
  return accept(undefined)
}

const NOT_INDEPENDENT = 'only somebody who has nothing to do with who set its address confirms an Active user'

/**
 * A reply of 204 would mean that the user is Active, so the request is refused; the proposal stays.
 */
async function waitForApproval(
  tx: Transaction,
  principal: Principal,
  subject: UserOfCustomer,
  now: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  const waiting = await findWaitingApproval(tx, principal.tenantId, approvalSubjectOf(subject))
  const approvalUID = waiting?.id ?? (await proposeActivation(tx, principal, subject, now))
  const detail = `the user is ${subject.user.status} and waits for approval ${approvalUID}`
  return { ok: false, refusal: { reason: 'userWaits', detail, keepsChange: true } }
}

/** It takes two people of an institution under dual control to end a suspension that it imposed. */
async function needsSecondActivator(tx: Transaction, principal: Principal, subject: UserOfCustomer): Promise<boolean> {
  const { customer, user } = subject
  if (await activationWaits(tx, principal, subject)) return true
  const isImposed = user.status === 'Suspended' && user.suspendedBy !== 'Customer'
  return isImposed && (await readInstitution(tx, customer.tenantId)).dualControl
}

/** Refuses to activate a user that the institution suspended. */
export function requireUserLift(
  tx: Transaction,
  principal: Principal,
  { status, suspendedBy }: UserOfCustomer['user'],
): Promise<Result<void, Refusal>> {
  const imposedBy = status === 'Suspended' ? (suspendedBy ?? 'Institution') : null
  return requireLift(tx, principal, { imposedBy, what: 'suspended the user' })
}
