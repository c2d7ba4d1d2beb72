import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { renderRecurrence } from './recurrence.schema.ts'
import type { Recurrence } from './recurrences.store.ts'

/** A change of a series: the actor, the action, and the scheduled payments cancelled with it. */
interface RecurrenceStep {
  actor: string
  action: 'created' | 'updated' | 'cancelled' | 'completed'
  before?: Recurrence
  after: Recurrence
  cancelledPayments?: readonly string[]
  reason?: string
}

/**
 * Records a change of a series in the audit log, with its event, such as `recurrence.created`. Its
 * payments are recorded separately, in their transitions.
 */
export async function recordRecurrence(
  tx: Transaction,
  tenantId: bigint,
  { actor, action, before, after, cancelledPayments, reason }: RecurrenceStep,
  now: Temporal.Instant,
): Promise<void> {
  const subject = { kind: 'recurrence', id: after.id, customerId: after.customerId }
  const change = {
    before: before && renderRecurrence(before),
    after: { ...renderRecurrence(after), ...(cancelledPayments && { cancelledPayments }), ...(reason && { reason }) },
  }
  await recordChange(tx, { tenantId, actor, action: `recurrence.${action}`, subject, ...change }, now)
}
