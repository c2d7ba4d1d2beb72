import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import { derivedId } from '../kernel/id.ts'
import type { NumberView } from '../kernel/masked-number.ts'
import { type EventRow, readRows, readRowsAt } from './events.store.ts'
import { eventsOfStep } from './step-events.ts'

/** An event at its position in the feed. */
export interface FeedEvent {
  id: string
  position: bigint
  /** Such as `payment.status.changed`. */
  type: string
  at: Temporal.Instant
  subjectKind: string
  subjectId: string
  /**
   * The stored data; for a payment's status change, the statuses from which the data is rendered.
   */
  content: { customerId: bigint | null; data: unknown } | { from: string | null; to: string }
}

/** An event as readers see it. */
export type ShownEvent = Omit<FeedEvent, 'content'> & { customerId: bigint | null; data: unknown }

/** A status change of a payment. */
export interface PaymentStep {
  paymentId: string
  from: string | null
  to: string
  at: Temporal.Instant
}

/**
 * Renders status changes of payments for the feed, in the given order: each shows the payment right
 * after the change.
 */
export type StepRenderer = (
  db: Connection,
  tenantId: bigint,
  steps: readonly PaymentStep[],
  view: NumberView,
) => Promise<{ customerId: bigint; data: object }[]>

declare module '../app.ts' {
  interface App {
    renderSteps: StepRenderer
  }
}

/** The first `limit` events after a position. */
export async function readFeed(db: Connection, tenantId: bigint, after: bigint, limit: number): Promise<FeedEvent[]> {
  const rows = await readRows(db, tenantId, after, limit)
  return rows.flatMap(eventsOf).filter(({ position }) => position > after && position <= after + BigInt(limit))
}

/** The events at these positions, in order. */
export async function readFeedAt(db: Connection, tenantId: bigint, positions: readonly bigint[]): Promise<FeedEvent[]> {
  const wanted = new Set(positions)
  const rows = await readRowsAt(db, tenantId, [...wanted])
  return rows.flatMap(eventsOf).filter(({ position }) => wanted.has(position))
}

/** The events with their data rendered. */
export async function showEvents(
  db: Connection,
  tenantId: bigint,
  events: readonly FeedEvent[],
  renderSteps: StepRenderer,
  view: NumberView,
): Promise<ShownEvent[]> {
  const steps = events.flatMap(({ content, subjectId, at }) =>
    'to' in content ? [{ ...content, paymentId: subjectId, at }] : [],
  )
  const rendered = (await renderSteps(db, tenantId, steps, view)).values()
  return events.map(({ content, ...event }) => ({
    ...event,
    ...('to' in content ? rendered.next().value! : content),
  }))
}

/** The events of a row. If a row has several, each has an id derived from the row's id. */
function eventsOf(row: EventRow): FeedEvent[] {
  const { id, position, size, steps, createdAt: at, subjectKind } = row
  if (!steps) {
    const content = { customerId: row.customerId, data: row.data }
    return [{ id, position, type: row.type, at, subjectKind, subjectId: row.subjectId!, content }]
  }
  const first = position - BigInt(size) + 1n
  return steps.paymentIds
    .flatMap((subjectId, place) => {
      const content = { from: steps.fromStatuses[place]!, to: steps.toStatuses[place]! }
      return eventsOfStep(content).map((type) => ({ type, at, subjectKind, subjectId, content }))
    })
    .map((event, place) => ({ id: derivedId(id, place), position: first + BigInt(place), ...event }))
}
