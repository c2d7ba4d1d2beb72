import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { insertSteps, MAX_ROW_EVENTS } from './events.store.ts'
import { eventsOfStep } from './step-events.ts'

/** A step that a payment took: from nothing, for its first one. */
interface Step {
  paymentId: string
  from: string | null
  to: string
}

/** Leaves the steps of payments to the feed, in the transaction that took them. The caller has the payments' rows, so that steps of one payment come in their order. */
export async function recordSteps(
  tx: Transaction,
  tenantId: bigint,
  steps: readonly Step[],
  now: Temporal.Instant,
): Promise<void> {
  // Two events are the most that a step makes.
  const most = MAX_ROW_EVENTS / 2
  const parts = Array.from({ length: Math.ceil(steps.length / most) }, (_, place) =>
    steps.slice(place * most, (place + 1) * most),
  )
  const rows = parts.map((part) => ({
    size: part.flatMap(eventsOfStep).length,
    paymentIds: part.map(({ paymentId }) => paymentId),
    fromStatuses: part.map(({ from }) => from),
    toStatuses: part.map(({ to }) => to),
  }))
  await Promise.all(rows.map((row) => insertSteps(tx, tenantId, row, now)))
}
