import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Sealer } from '../kernel/sealer.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { overlay, parseStatusChange, type UpdateAccountBody } from './account-body.schema.ts'
import { bodyOf } from './accounts.schema.ts'
import { type AccountRow, updateAccountRow } from './accounts.store.ts'
import { changeAccountStatus } from './change-account-status.ts'
import { checkAccount } from './check-account.ts'
import { whatIsLeft } from './domain/account-state.ts'
import { sealExternalToken } from './external-token.ts'
import { type AccountPath, type AccountPorts, requireLockedAccount } from './lock-account.ts'
import { recordAccount } from './record-account.ts'

/**
 * Changes what the body names and leaves the rest; the result is checked as a whole. The currency never changes, for the account's money is in it,
 * and while money stands on the account neither does the bank that keeps it. With an action the status changes too, last.
 */
export async function updateAccount(
  tx: Transaction,
  app: AccountPorts,
  principal: Principal,
  path: AccountPath,
  body: UpdateAccountBody,
  options: { sealer: Sealer; now: Temporal.Instant },
): Promise<Result<AccountRow, Refusal>> {
  const { sealer, now } = options
  const locked = await requireLockedAccount(tx, app, principal, path)
  if (!locked.ok) return locked
  const { account: before, position } = locked.value
  const action = parseStatusChange(body)
  if (!action.ok) return action
  const { action: _action, reason: _reason, ...changes } = body
  const onlyActs = Object.keys(changes).length === 0
  if (action.value && onlyActs) return changeAccountStatus(tx, principal, locked.value, action.value, now)
  if (before.status === 'Closed') return refusal('accountStatusConflict', 'the account is Closed, and no more changed')

  const checked = await checkAccount(tx, principal, overlay(bodyOf(before), changes))
  if (!checked.ok) return checked
  const data = checked.value
  if (data.currency !== before.currency)
    return refusal('invalidAccount', `currency must stay ${before.currency}, for the account is kept in it`)
  if (data.systemOfRecord !== before.systemOfRecord || data.routingNumber !== before.routingNumber) {
    const left = whatIsLeft(await position())
    if (left) return refusal('accountNotEmpty', `${left}, so that systemOfRecords and routingNumber can not change`)
  }
  const ids = { tenantId: before.tenantId, accountId: before.id }
  const sealedExternalToken = sealExternalToken(sealer, ids, changes)
  const after = await updateAccountRow(tx, before, { data, sealedExternalToken }, now)
  await recordAccount(tx, principal, { action: 'account.updated', before, after }, now)
  return action.value
    ? changeAccountStatus(tx, principal, { account: after, position }, action.value, now)
    : accept(after)
}
