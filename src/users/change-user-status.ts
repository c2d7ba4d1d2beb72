import type { Temporal } from 'temporal-polyfill'
import { findWaitingApproval, voidApproval } from '../approvals/approvals.ts'
import { asksForApproval } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { changeStatus, type UserStatus } from './domain/user-state.ts'
import { approvalSubjectOf, proposeActivation } from './propose-user.ts'
import { recordUser } from './record-user.ts'
import { requireUser, type UserOfCustomer, type UserPath } from './require-user.ts'
import { updateUserRow } from './users.store.ts'

const done = { suspend: 'suspended', activate: 'activated' } as const

/**
 * Suspends or activates a user. The lock on the user decides between requests at the same moment: one changes it, the others find it changed.
 * Suspending never waits, and makes void what does; activating waits where the customer asks for a second pair of eyes.
 */
export async function changeUserStatus(
  tx: Transaction,
  principal: Principal,
  path: UserPath,
  action: keyof typeof done,
  now: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  const locked = await requireUser(tx, principal, path, { lock: true })
  if (!locked.ok) return locked
  const before = locked.value
  const status = changeStatus(before.user.status as UserStatus, action)
  if (!status.ok) return refusal('userStatusConflict', status.refusal)
  if (action === 'activate' && asksForApproval(before.customer, 'userDualApproval'))
    return waitForApproval(tx, principal, before, now)
  await voidApproval(tx, principal, approvalSubjectOf(before), `the user was ${done[action]}`, now)
  const user = await updateUserRow(tx, before.user, { status: status.value }, now)
  await recordUser(tx, principal, { action: `user.${done[action]}`, before, after: { ...before, user } }, now)
  return accept(undefined)
}

/** 204 would say that the user is Active. The proposal stays, with a refusal that says the user's state and what it waits for. */
async function waitForApproval(
  tx: Transaction,
  principal: Principal,
  subject: UserOfCustomer,
  now: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  const waiting = await findWaitingApproval(tx, principal.tenantId, approvalSubjectOf(subject))
  const approvalUID = waiting?.id ?? (await proposeActivation(tx, principal, subject, now))
  const detail = `the user is ${subject.user.status}, and waits for approval ${approvalUID}`
  return { ok: false, refusal: { reason: 'userWaits', detail, keepsChange: true } }
}
