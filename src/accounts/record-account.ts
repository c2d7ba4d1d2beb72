import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { renderAccountV3 } from './accounts.schema.ts'
import type { AccountRow } from './accounts.store.ts'

/** What happened to an account: the event, and why, where a reason was given. */
interface AccountStep {
  action: `account.${'created' | 'updated' | 'activated' | 'suspended' | 'closed' | 'deleted'}`
  before?: AccountRow
  after: AccountRow
  reason?: string
}

/** Leaves the trace of a change of an account. */
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
  return renderAccountV3(account, { showsNumber: true, ownBank: { routingNumber: account.routingNumber, name: '' } })
}
