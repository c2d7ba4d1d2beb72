import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { renderAccountV3 } from './accounts.schema.ts'
import type { AccountRow } from './accounts.store.ts'

/** A change of an account, with its event and the reason if one was given. */
interface AccountStep {
  action: `account.${'created' | 'updated' | 'activated' | 'suspended' | 'closed' | 'deleted'}`
  before?: AccountRow
  after: AccountRow
  reason?: string
}

/** Records a change of an account in the audit trail and as an event. */
export async function recordAccount(
  tx: Transaction,
  { tenantId, clientId }: Principal,
  { action, before, after, reason }: AccountStep,
  now: Temporal.Instant,
): Promise<void> {
  const subject = { kind: 'account', id: String(after.id), customerId: after.customerId }
  const change = { before: before && render(before), after: { ...render(after), ...(reason && { reason }) } }
  await recordChange(tx, { tenantId, actor: clientId, action, subject, ...change }, now)
}

function render(account: AccountRow) {
  const ownBank = { routingNumber: account.routingNumber, name: '' }
  const owned = account.suspendedBy && { suspendedBy: account.suspendedBy }
  return { ...renderAccountV3(account, { showsNumber: true, ownBank }), ...owned }
}
