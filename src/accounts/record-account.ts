import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChanges } from '../events/events.ts'
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
  step: AccountStep,
  now: Temporal.Instant,
): Promise<void> {
  await recordAccounts(tx, tenantId, [{ ...step, actor: clientId }], now)
}

/** The same for changes of many accounts of one institution. */
export async function recordAccounts(
  tx: Transaction,
  tenantId: bigint,
  steps: readonly (AccountStep & { actor: string })[],
  now: Temporal.Instant,
): Promise<void> {
  const changes = steps.map(({ actor, action, before, after, reason }) => ({
    ...{ tenantId, actor, action },
    subject: { kind: 'account', id: String(after.id), customerId: after.customerId },
    before: before && render(before),
    after: { ...render(after), ...(reason && { reason }) },
  }))
  await recordChanges(tx, tenantId, changes, now)
}

function render(account: AccountRow) {
  const ownBank = { routingNumber: account.routingNumber, name: '' }
  const owned = account.suspendedBy && { suspendedBy: account.suspendedBy }
  return { ...renderAccountV3(account, { showsNumber: true, ownBank }), ...owned }
}
