import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusal } from '../http/errors.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { changeStatus, type UserStatus } from './domain/user-state.ts'
import { recordUser } from './record-user.ts'
import { requireUser, type UserPath } from './require-user.ts'
import { updateUserRow } from './users.store.ts'

const eventOf = { suspend: 'user.suspended', activate: 'user.activated' } as const

/** Suspends or activates a user. The lock on the user decides between requests at the same moment: one changes it, the others find it changed. */
export async function changeUserStatus(
  tx: Transaction,
  principal: Principal,
  path: UserPath,
  action: keyof typeof eventOf,
  now: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  const locked = await requireUser(tx, principal, path, { lock: true })
  if (!locked.ok) return locked
  const before = locked.value
  const status = changeStatus(before.user.status as UserStatus, action)
  if (!status.ok) return refusal('userStatusConflict', status.refusal)
  const user = await updateUserRow(tx, before.user, { status: status.value }, now)
  await recordUser(tx, principal, { action: eventOf[action], before, after: { ...before, user } }, now)
  return accept(undefined)
}
