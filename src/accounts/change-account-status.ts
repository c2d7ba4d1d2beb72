import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { ownerOf, requireLift } from '../ownership/ownership.ts'
import { repayWithBalance } from '../receivables/receivables.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { retireNumber } from './account-numbers.store.ts'
import { type AccountRow, updateAccountRow } from './accounts.store.ts'
import { type AccountAction, type AccountStatus, changeStatus } from './domain/account-state.ts'
import type { LockedAccount } from './lock-account.ts'
import { recordAccount } from './record-account.ts'

const eventOf = { Activate: 'account.activated', Suspend: 'account.suspended', Close: 'account.closed' } as const

/**
 * Activates, suspends or closes a locked account if its status and its position allow it. If the
 * institution suspended the account, only the institution can activate or close it. The institution
 * can also take over the customer's own suspension. An account that is activated again repays what
 * its customer owes.
 */
export async function changeAccountStatus(
  tx: Transaction,
  principal: Principal,
  { account: before, position }: LockedAccount,
  { action, reason }: { action: AccountAction; reason: string },
  now: Temporal.Instant,
): Promise<Result<AccountRow, Refusal>> {
  const lift = await requireAccountLift(tx, principal, before)
  if (!lift.ok) return lift
  const owner = await ownerOf(tx, principal)
  const isTakenOver = action === 'Suspend' && owner === 'Institution' && before.suspendedBy === 'Customer'
  const changed = isTakenOver
    ? accept('Suspended' as const)
    : changeStatus(before.status as AccountStatus, action, await position())
  if (!changed.ok) return changed
  const suspendedBy = changed.value === 'Suspended' ? owner : null
  const after = await updateAccountRow(tx, before, { status: changed.value, suspendedBy }, now)
  if (after.status === 'Closed') await retireNumber(tx, after, now)
  if (after.status === 'Active') await repayWithBalance(tx, principal.tenantId, after.id, now)
  await recordAccount(tx, principal, { action: eventOf[action], before, after, reason }, now)
  return accept(after)
}

/** Refuses to change the status of an account that the institution suspended. */
export function requireAccountLift(
  tx: Transaction,
  principal: Principal,
  { status, suspendedBy }: AccountRow,
): Promise<Result<void, Refusal>> {
  const imposedBy = status === 'Suspended' ? (suspendedBy ?? 'Institution') : null
  return requireLift(tx, principal, { imposedBy, what: 'suspended the account' })
}
