import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { sealCell } from '../db/seal-rows.ts'
import { newId } from '../kernel/id.ts'
import { type BundledEvent, bundle, MAX_BUNDLED } from './event-bundles.ts'

export interface NewEvent {
  tenantId: bigint
  /** Such as `customer.created`. */
  type: string
  subject: { kind: string; id: string; customerId?: bigint }
  data: unknown
}

/** Writes events of one institution in their order. */
export async function insertEvents(
  tx: Transaction,
  tenantId: bigint,
  events: readonly NewEvent[],
  now: Temporal.Instant,
): Promise<void> {
  await insertEventRows(
    tx,
    tenantId,
    events.map((event) => rowOfEvent(newId(now), event)),
    now,
  )
}

/** Writes events of one type and kind of subject in their order, many to a row. */
export async function insertBundles(
  tx: Transaction,
  tenantId: bigint,
  { type, subjectKind, events }: { type: string; subjectKind: string; events: readonly BundledEvent[] },
  now: Temporal.Instant,
): Promise<void> {
  const parts = Array.from({ length: Math.ceil(events.length / MAX_BUNDLED) }, (_, part) =>
    events.slice(part * MAX_BUNDLED, (part + 1) * MAX_BUNDLED),
  )
  const rows = parts.map((part) => {
    // One event alone would be read as a row of its own.
    const [first] = part
    if (part.length === 1) return { id: newId(now), type, subjectKind, ...first!, size: 1 }
    const data = bundle(part)
    return { id: newId(now), type, subjectKind, subjectId: null, customerId: null, data, size: part.length }
  })
  await insertEventRows(tx, tenantId, rows, now)
}

/** Writes an event unless one with this id exists. */
export async function insertEventOnce(
  tx: Transaction,
  id: string,
  event: NewEvent,
  now: Temporal.Instant,
): Promise<void> {
  await insertEventRows(tx, event.tenantId, [rowOfEvent(id, event)], now)
}

type NewEventRow = Pick<EventRow, 'id' | 'type' | 'subjectKind' | 'subjectId' | 'customerId' | 'data' | 'size'>

function rowOfEvent(id: string, { type, subject, data }: NewEvent): NewEventRow {
  const { kind: subjectKind, id: subjectId, customerId = null } = subject
  return { id, type, subjectKind, subjectId, customerId, data, size: 1 }
}

async function insertEventRows(
  tx: Transaction,
  tenantId: bigint,
  rows: readonly NewEventRow[],
  now: Temporal.Instant,
): Promise<void> {
  if (rows.length === 0) return
  const cellOf = (id: string) => ({ table: 'events', column: 'data', key: [id] })
  await tx.query(
    `with written as (
       insert into events (tenant_id, created_at, id, type, subject_kind, subject_id, customer_id, data, size)
       select $1, $2, e.* from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::jsonb[], $9::integer[]) as e
       on conflict (tenant_id, id) do nothing returning id, size)
     insert into events_unplaced (tenant_id, event_id, size) select $1, id, size from written`,
    [
      tenantId,
      now.toString(),
      rows.map(({ id }) => id),
      rows.map(({ type }) => type),
      rows.map(({ subjectKind }) => subjectKind),
      rows.map(({ subjectId }) => subjectId),
      rows.map(({ customerId }) => customerId),
      rows.map(({ id, data }) => JSON.stringify(sealCell(tx.keyring, tenantId, cellOf(id), data))),
      rows.map(({ size }) => size),
    ],
  )
}

/** Status changes of payments in one transaction, in order. */
export interface StepsRow {
  paymentIds: string[]
  fromStatuses: (string | null)[]
  toStatuses: string[]
}

/** Writes one row for all of them; `size` is the number of events they make. */
export async function insertSteps(
  tx: Transaction,
  tenantId: bigint,
  { size, paymentIds, fromStatuses, toStatuses }: StepsRow & { size: number },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `with written as (
       insert into events (tenant_id, id, size, type, subject_kind, data, payment_ids, from_statuses, to_statuses, created_at)
       values ($1, $2, $3, 'payment.status.changed', 'payment', '{}', $4, $5, $6, $7))
     insert into events_unplaced (tenant_id, event_id, size) values ($1, $2, $3)`,
    [tenantId, newId(now), size, paymentIds, fromStatuses, toStatuses, now.toString()],
  )
}

/**
 * The tenants with events that have no position. Only this query reads across tenants; the work
 * then runs for one tenant at a time.
 */
export async function tenantsWithUnplaced(tx: Transaction): Promise<bigint[]> {
  const rows = await tx.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i
     where (select true from events_unplaced u where u.tenant_id = i.tenant_id limit 1) order by i.tenant_id`,
  )
  return rows.map((row) => row.tenantId)
}

/**
 * Gives the oldest rows without a position the next positions, one for each of their events, and
 * returns how many rows. The position of a row is that of its last event. The caller lets one
 * transaction do this at a time.
 */
export async function placeUnplaced(tx: Transaction, tenantId: bigint, limit: number): Promise<number> {
  const unplaced = await tx.query<{ written: bigint; eventId: string; size: number }>(
    'select written, event_id, size from events_unplaced where tenant_id = $1 order by written limit $2',
    [tenantId, limit],
  )
  let last = await readFeedHead(tx, tenantId)
  await tx.query(
    `insert into event_positions (tenant_id, position, event_id, size)
     select $1, p.* from unnest($2::bigint[], $3::uuid[], $4::integer[]) as p`,
    [
      tenantId,
      unplaced.map(({ size }) => (last += BigInt(size))),
      unplaced.map(({ eventId }) => eventId),
      unplaced.map(({ size }) => size),
    ],
  )
  await tx.query('delete from events_unplaced where tenant_id = $1 and written = any($2::bigint[])', [
    tenantId,
    unplaced.map(({ written }) => written),
  ])
  return unplaced.length
}

/** The last position in the feed of a tenant; 0 if the feed is empty. */
export async function readFeedHead(db: Connection, tenantId: bigint): Promise<bigint> {
  const last = await db.row<{ position: bigint }>(
    'select position from event_positions where tenant_id = $1 order by position desc limit 1',
    [tenantId],
  )
  return last?.position ?? 0n
}

/** The row of an event: the position of its last one, and how many it has. */
export interface PlacedRow {
  id: string
  position: bigint
  size: number
  isBundle: boolean
}

const PLACED = 'p.event_id as id, p.position, p.size, e.subject_id is null as is_bundle'

/** The row of the event at a position, which the feed has. */
export async function readEventAt(db: Connection, tenantId: bigint, position: bigint): Promise<PlacedRow | undefined> {
  const row = await db.row<PlacedRow>(
    `select ${PLACED} from event_positions p join events e on e.tenant_id = p.tenant_id and e.id = p.event_id
     where p.tenant_id = $1 and p.position >= $2 order by p.position limit 1`,
    [tenantId, position],
  )
  return row && row.position - BigInt(row.size) < position ? row : undefined
}

/** The row of the last event of the feed. */
export function readLastEvent(db: Connection, tenantId: bigint): Promise<PlacedRow | undefined> {
  return db.row<PlacedRow>(
    `select ${PLACED} from event_positions p join events e on e.tenant_id = p.tenant_id and e.id = p.event_id
     where p.tenant_id = $1 order by p.position desc limit 1`,
    [tenantId],
  )
}

export interface EventRow {
  id: string
  /** The position of its last event. */
  position: bigint
  size: number
  type: string
  subjectKind: string
  /** Null for a row of several events: of payment status changes, or of a bundle. */
  subjectId: string | null
  customerId: bigint | null
  data: unknown
  /** Set for a row of payment status changes. */
  steps: StepsRow | null
  createdAt: Temporal.Instant
}

const columns = `e.id, p.position, e.size, e.type, e.subject_kind, e.subject_id, e.customer_id,
  e.data, e.payment_ids, e.from_statuses, e.to_statuses, e.created_at`

type PlainRow = Omit<EventRow, 'steps'> & { [Column in keyof StepsRow]: StepsRow[Column] | null }

function rowOf({ paymentIds, fromStatuses, toStatuses, ...row }: PlainRow): EventRow {
  const steps = paymentIds && { paymentIds, fromStatuses: fromStatuses!, toStatuses: toStatuses! }
  return { ...row, steps }
}

/** The most events in one row; it bounds the search for the rows of a page. */
export const MAX_ROW_EVENTS = 1_000

/** The rows, in order, that contain the first `limit` events after a position. */
export async function readRows(db: Connection, tenantId: bigint, after: bigint, limit: number): Promise<EventRow[]> {
  const rows = await db.query<PlainRow>(
    `select ${columns} from (
       select position, event_id from event_positions
       where tenant_id = $1 and position > $2 and position < $2 + $3 + ${MAX_ROW_EVENTS} and position - size < $2 + $3
       order by position limit $3) p
     join events e on e.tenant_id = $1 and e.id = p.event_id
     order by p.position`,
    [tenantId, after, limit],
  )
  return rows.map(rowOf)
}

/** The rows, in order, that contain the events at these positions. */
export async function readRowsAt(db: Connection, tenantId: bigint, positions: readonly bigint[]): Promise<EventRow[]> {
  const rows = await db.query<PlainRow>(
    `select ${columns} from (
       select distinct n.position, n.event_id from unnest($2::bigint[]) as w (position)
       cross join lateral (
         select position, event_id from event_positions
         where tenant_id = $1 and position >= w.position order by position limit 1) n) p
     join events e on e.tenant_id = $1 and e.id = p.event_id
     order by p.position`,
    [tenantId, positions],
  )
  return rows.map(rowOf)
}
