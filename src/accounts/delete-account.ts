import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type AccountRow, updateAccountRow } from './accounts.store.ts'
import { whatIsLeft } from './domain/account-state.ts'
import { type AccountPath, type AccountPorts, requireLockedAccount } from './lock-account.ts'
import { recordAccount } from './record-account.ts'

/** Closes the account, where that is not done yet, and hides it; its number is free again. The ledger keeps what was booked on it. */
export async function deleteAccount(
  tx: Transaction,
  app: AccountPorts,
  principal: Principal,
  path: AccountPath,
  now: Temporal.Instant,
): Promise<Result<AccountRow, Refusal>> {
  const locked = await requireLockedAccount(tx, app, principal, path)
  if (!locked.ok) return locked.refusal.reason === 'accountNotFound' ? refusal('accountToDeleteNotFound') : locked
  const { account: before, position } = locked.value
  // Of a Closed one too: a payment may have come back to it since.
  const left = whatIsLeft(await position())
  if (left) return refusal('accountNotEmpty', left)
  const after = await updateAccountRow(tx, before, { status: 'Closed', isDeleted: true }, now)
  await recordAccount(tx, principal, { action: 'account.deleted', before, after }, now)
  return accept(after)
}
