import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { readInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Sealer } from '../kernel/sealer.ts'
import { dropSameTerms, requireOwner } from '../ownership/ownership.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { overlay, parseStatusChange, requireEffect, type UpdateAccountBody } from './account-body.schema.ts'
import { requireChoice, requireNoQuarantine } from './account-number.ts'
import { retireNumber } from './account-numbers.store.ts'
import { bodyOf } from './accounts.schema.ts'
import { type AccountRow, elsewhereOf, updateAccountRow } from './accounts.store.ts'
import { changeAccountStatus } from './change-account-status.ts'
import { checkAccount } from './check-account.ts'
import { whatIsLeft } from './domain/account-state.ts'
import { sealExternalToken } from './external-token.ts'
import { type AccountPath, type AccountPorts, requireLockedAccount } from './lock-account.ts'
import { recordAccount } from './record-account.ts'

/**
 * Changes the fields in the body, keeps the others, and checks the result as a whole. The currency
 * never changes, because the ledger account is in it. The system of record and routing number
 * change only while the account is empty. Only the institution may change the fields that it owns.
 * An action in the body changes the status last.
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
  const present = bodyOf(before)
  const { action: _action, reason: _reason, ...asked } = body
  const changes = await dropSameTerms(tx, principal, 'account', { before: present, change: asked })
  const isStatusOnly = Object.keys(asked).length === 0
  if (action.value && isStatusOnly) return changeAccountStatus(tx, principal, locked.value, action.value, now)
  if (before.status === 'Closed') return refusal('accountStatusConflict', 'the account is Closed and cannot change')

  const checked = await checkAccount(tx, principal, overlay(present, changes))
  if (!checked.ok) return checked
  const data = checked.value
  if (data.currency !== before.currency)
    return refusal('invalidAccount', `currency must stay ${before.currency}: the currency of an account cannot change`)
  if (data.systemOfRecord !== before.systemOfRecord || data.routingNumber !== before.routingNumber) {
    const left = whatIsLeft(await position())
    if (left) return refusal('accountNotEmpty', `${left}, so systemOfRecords and routingNumber cannot change`)
  }
  const isRenumbered = data.accountNumber !== before.accountNumber || data.routingNumber !== before.routingNumber
  const ids = { tenantId: before.tenantId, accountId: before.id }
  const sealedExternalToken = sealExternalToken(sealer, ids, changes)
  const institution = await readInstitution(tx, principal.tenantId)
  const elsewhere = elsewhereOf(institution, { ...data, customerId: before.customerId })
  const change = { data: { ...data, elsewhereOf: elsewhere }, sealedExternalToken }
  const after = await updateAccountRow(tx, before, change, now)
  const allowed = await requireOwner(tx, principal, 'account', { before: present, after: bodyOf(after) })
  if (!allowed.ok) return allowed
  const effective = requireEffect(changes, before.currency, institution, present)
  if (!effective.ok) return effective
  const number = isRenumbered ? await takeNumber(tx, principal, { before, after }, now) : accept(undefined)
  if (!number.ok) return number
  await recordAccount(tx, principal, { action: 'account.updated', before, after }, now)
  return action.value
    ? changeAccountStatus(tx, principal, { account: after, position }, action.value, now)
    : accept(after)
}

/** Retires the old number of the account. The client must be allowed to choose the new one. */
async function takeNumber(
  tx: Transaction,
  principal: Principal,
  { before, after }: { before: AccountRow; after: AccountRow },
  now: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  const choice = await requireChoice(tx, principal, after.routingNumber)
  if (!choice.ok) return choice
  await retireNumber(tx, before, now)
  return requireNoQuarantine(tx, after, now)
}
