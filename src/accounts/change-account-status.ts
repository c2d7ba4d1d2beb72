import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type AccountRow, updateAccountRow } from './accounts.store.ts'
import { type AccountAction, type AccountStatus, changeStatus } from './domain/account-state.ts'
import type { LockedAccount } from './lock-account.ts'
import { recordAccount } from './record-account.ts'

const eventOf = { Activate: 'account.activated', Suspend: 'account.suspended', Close: 'account.closed' } as const

/** Activates, suspends or closes a locked account if its status and its position allow it. */
export async function changeAccountStatus(
  tx: Transaction,
  principal: Principal,
  { account: before, position }: LockedAccount,
  { action, reason }: { action: AccountAction; reason: string },
  now: Temporal.Instant,
): Promise<Result<AccountRow, Refusal>> {
  const changed = changeStatus(before.status as AccountStatus, action, await position())
  if (!changed.ok) return changed
  const after = await updateAccountRow(tx, before, { status: changed.value }, now)
  await recordAccount(tx, principal, { action: eventOf[action], before, after, reason }, now)
  return accept(after)
}
