import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type ErrorReason, type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { requireLift } from '../ownership/ownership.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import type { UpdateAccountBody } from './account-body.schema.ts'
import { retireNumber } from './account-numbers.store.ts'
import { type AccountRow, updateAccountRow } from './accounts.store.ts'
import { requireAccountLift } from './change-account-status.ts'
import { whatIsLeft } from './domain/account-state.ts'
import { type AccountPath, type AccountPorts, requireLockedAccount } from './lock-account.ts'
import { recordAccount } from './record-account.ts'

/** The interface gives the deletion of an account that does not exist its own code. */
const deletionReasons: Partial<Record<ErrorReason, ErrorReason>> = {
  accountNotFound: 'accountToDeleteNotFound',
  accountOfAnotherCustomer: 'accountToDeleteOfAnotherCustomer',
}

/** Closes and hides the account and retires its number. The ledger keeps its postings. */
export async function deleteAccount(
  tx: Transaction,
  app: AccountPorts,
  principal: Principal,
  path: AccountPath,
  now: Temporal.Instant,
): Promise<Result<AccountRow, Refusal>> {
  const locked = await requireLockedAccount(tx, app, principal, path)
  if (!locked.ok) {
    const { reason } = locked.refusal
    return { ok: false, refusal: { ...locked.refusal, reason: deletionReasons[reason] ?? reason } }
  }
  const { account: before, position } = locked.value
  const lift = await requireAccountLift(tx, principal, before)
  if (!lift.ok) return lift
  const { achFeature } = before.features as NonNullable<UpdateAccountBody['accountFeatures']>
  const limit = await requireLift(tx, principal, {
    imposedBy: achFeature?.creditExposureLimit !== undefined ? 'Institution' : null,
    what: 'set its creditExposureLimit, which bounds all accounts of the customer',
  })
  if (!limit.ok) return limit
  // Check Closed accounts too: a returned payment may have credited them since.
  const left = whatIsLeft(await position())
  if (left) return refusal('accountNotEmpty', left)
  const after = await updateAccountRow(tx, before, { status: 'Closed', isDeleted: true }, now)
  // The number of a Closed account was retired when it closed.
  if (before.status !== 'Closed') await retireNumber(tx, after, now)
  await recordAccount(tx, principal, { action: 'account.deleted', before, after }, now)
  return accept(after)
}
