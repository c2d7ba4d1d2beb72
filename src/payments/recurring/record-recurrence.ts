import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { renderRecurrence } from './recurrence.schema.ts'
import type { Recurrence } from './recurrences.store.ts'

/** What happened to a series, by whom, and which of its scheduled payments went with it. */
interface RecurrenceStep {
  actor: string
  action: 'created' | 'updated' | 'cancelled' | 'completed'
  before?: Recurrence
  after: Recurrence
  cancelledPayments?: readonly string[]
  reason?: string
}

/** Leaves the trace of a change of a series, and the event `recurrence.created` and so on. Each payment has its own trace in its transitions. */
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
