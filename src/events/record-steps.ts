import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { insertSteps, MAX_ROW_EVENTS } from './events.store.ts'
import { eventsOfStep } from './step-events.ts'

/** A status change of a payment; `from` is null for its first status. */
interface Step {
  paymentId: string
  from: string | null
  to: string
}

/**
 * Writes status changes of payments to the feed, in the transaction that made them. The caller has
 * locked the payments, so the changes of one payment stay in order.
 */
export async function recordSteps(
  tx: Transaction,
  tenantId: bigint,
  steps: readonly Step[],
  now: Temporal.Instant,
): Promise<void> {
  // A status change makes at most two events.
  const maxSteps = MAX_ROW_EVENTS / 2
  const parts = Array.from({ length: Math.ceil(steps.length / maxSteps) }, (_, place) =>
    steps.slice(place * maxSteps, (place + 1) * maxSteps),
  )
  const rows = parts.map((part) => ({
    size: part.flatMap(eventsOfStep).length,
    paymentIds: part.map(({ paymentId }) => paymentId),
    fromStatuses: part.map(({ from }) => from),
    toStatuses: part.map(({ to }) => to),
  }))
  await Promise.all(rows.map((row) => insertSteps(tx, tenantId, row, now)))
}
