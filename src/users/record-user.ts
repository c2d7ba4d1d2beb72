import type { Temporal } from 'temporal-polyfill'
import type { Actor } from '../approvals/approvals.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import type { UserOfCustomer } from './require-user.ts'
import { renderUser } from './users.schema.ts'

/** A change of a user. */
interface UserStep {
  action: `user.${'created' | 'updated' | 'suspended' | 'activated'}`
  before?: UserOfCustomer
  after: UserOfCustomer
  /** The approval of the change, for the audit record. */
  approval?: object
}

/** Records a change of a user in the audit trail and as an event. */
export async function recordUser(
  tx: Transaction,
  { tenantId, clientId }: Actor,
  { action, before, after, approval }: UserStep,
  now: Temporal.Instant,
): Promise<void> {
  const subject = { kind: 'user', id: after.user.id, customerId: after.user.customerId }
  const change = { before: before && render(before), after: { ...render(after), approval } }
  await recordChange(tx, { tenantId, actor: clientId, action, subject, ...change }, now)
}

function render({ user, roles, customer }: UserOfCustomer) {
  const owned = user.suspendedBy && { suspendedBy: user.suspendedBy }
  return { ...renderUser(user, customer, roles), ...owned }
}
