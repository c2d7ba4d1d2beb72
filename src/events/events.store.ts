import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { sealValue } from '../db/seal-rows.ts'
import { sealedColumn } from '../db/sealed-columns.ts'
import { newId } from '../kernel/id.ts'

export interface NewEvent {
  tenantId: bigint
  /** Such as `customer.created`. */
  type: string
  subject: { kind: string; id: string; customerId?: bigint }
  data: unknown
}

export async function insertEvent(tx: Transaction, event: NewEvent, now: Temporal.Instant): Promise<void> {
  await insertEventOnce(tx, newId(now), event, now)
}

/** Writes an event unless one with this id exists. */
export async function insertEventOnce(
  tx: Transaction,
  id: string,
  event: NewEvent,
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId, type, subject, data } = event
  const sealed = sealValue(tx.keyring, tenantId, sealedColumn('events', 'data'), data)
  await tx.query(
    `insert into events (tenant_id, id, size, type, subject_kind, subject_id, customer_id, data, created_at)
     values ($1, $2, 1, $3, $4, $5, $6, $7, $8) on conflict (tenant_id, id) do nothing`,
    [tenantId, id, type, subject.kind, subject.id, subject.customerId ?? null, JSON.stringify(sealed), now.toString()],
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
    `insert into events (tenant_id, id, size, type, subject_kind, data, payment_ids, from_statuses, to_statuses, created_at)
     values ($1, $2, $3, 'payment.status.changed', 'payment', '{}', $4, $5, $6, $7)`,
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
     where (select true from events e where e.tenant_id = i.tenant_id and e.position is null limit 1) order by i.tenant_id`,
  )
  return rows.map((row) => row.tenantId)
}

/**
 * Gives the oldest rows without a position the next positions, one for each of their events, and
 * returns how many rows. The position of a row is that of its last event. The caller lets one
 * transaction do this at a time.
 */
export async function placeUnplaced(tx: Transaction, tenantId: bigint, limit: number): Promise<number> {
  const unplaced = await tx.query<{ id: string; size: number }>(
    'select id, size from events where tenant_id = $1 and position is null order by written limit $2',
    [tenantId, limit],
  )
  const head = await readFeedHead(tx, tenantId)
  let last = head
  const positions = unplaced.map(({ size }) => (last += BigInt(size)))
  await tx.query(
    `update events e set position = u.position from unnest($2::uuid[], $3::bigint[]) as u (id, position)
     where e.tenant_id = $1 and e.id = u.id`,
    [tenantId, unplaced.map(({ id }) => id), positions],
  )
  return unplaced.length
}

/** The last position in the feed of a tenant; 0 if the feed is empty. */
export async function readFeedHead(db: Connection, tenantId: bigint): Promise<bigint> {
  const last = await db.row<{ position: bigint }>(
    'select position from events where tenant_id = $1 and position is not null order by position desc limit 1',
    [tenantId],
  )
  return last?.position ?? 0n
}

export interface EventRow {
  id: string
  /** The position of its last event. */
  position: bigint
  size: number
  type: string
  subjectKind: string
  subjectId: string | null
  customerId: bigint | null
  data: unknown
  /** Set for a row of payment status changes, which makes several events. */
  steps: StepsRow | null
  createdAt: Temporal.Instant
}

const columns = `e.id, e.position, e.size, e.type, e.subject_kind, e.subject_id, e.customer_id,
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
    `select ${columns} from events e
     where e.tenant_id = $1 and e.position > $2 and e.position < $2 + $3 + ${MAX_ROW_EVENTS} and e.position - e.size < $2 + $3
     order by e.position limit $3`,
    [tenantId, after, limit],
  )
  return rows.map(rowOf)
}

/** The rows, in order, that contain the events at these positions. */
export async function readRowsAt(db: Connection, tenantId: bigint, positions: readonly bigint[]): Promise<EventRow[]> {
  const rows = await db.query<PlainRow>(
    `select ${columns} from events e where e.tenant_id = $1 and e.position in (
       select (select n.position from events n where n.tenant_id = $1 and n.position >= p.position order by n.position limit 1)
       from unnest($2::bigint[]) as p (position))
     order by e.position`,
    [tenantId, positions],
  )
  return rows.map(rowOf)
}
