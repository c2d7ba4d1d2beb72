import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import type { NumberView } from '../kernel/masked-number.ts'
import { idIn } from './cursor.ts'
import { unbundle } from './event-bundles.ts'
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
  return rows.flatMap((row) => eventsOf(row, (position) => position > after && position <= after + BigInt(limit)))
}

/** The events at these positions, in order. */
export async function readFeedAt(db: Connection, tenantId: bigint, positions: readonly bigint[]): Promise<FeedEvent[]> {
  const wanted = new Set(positions)
  const rows = await readRowsAt(db, tenantId, [...wanted])
  return rows.flatMap((row) => eventsOf(row, (position) => wanted.has(position)))
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

/** The wanted events of a row. If a row has several, each has an id derived from the row's id. */
function eventsOf(row: EventRow, isWanted: (position: bigint) => boolean): FeedEvent[] {
  const { id, position, size, createdAt: at, subjectKind } = row
  const first = position - BigInt(size) + 1n
  return contentsOf(row).flatMap((event, place) => {
    const ownPosition = first + BigInt(place)
    if (!isWanted(ownPosition)) return []
    const ownId = idIn({ id, position, size, isBundle: row.subjectId === null }, ownPosition)
    return [{ id: ownId, position: ownPosition, at, subjectKind, ...event }]
  })
}

/** What each event of a row is about, in their order. */
function contentsOf(row: EventRow): Pick<FeedEvent, 'type' | 'subjectId' | 'content'>[] {
  const { type, subjectId, customerId, data, steps } = row
  if (subjectId !== null) return [{ type, subjectId, content: { customerId, data } }]
  if (!steps) return unbundle(data).map(({ subjectId, ...content }) => ({ type, subjectId, content }))
  return steps.paymentIds.flatMap((subjectId, place) => {
    const content = { from: steps.fromStatuses[place]!, to: steps.toStatuses[place]! }
    return eventsOfStep(content).map((type) => ({ type, subjectId, content }))
  })
}
