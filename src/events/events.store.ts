import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { newId } from '../kernel/id.ts'

export interface NewEvent {
  tenantId: bigint
  /** As `customer.created`. */
  type: string
  subject: { kind: string; id: string; customerId?: bigint }
  data: unknown
}

export async function insertEvent(tx: Transaction, event: NewEvent, now: Temporal.Instant): Promise<void> {
  const { tenantId, type, subject, data } = event
  await tx.query(
    `insert into events (tenant_id, id, type, subject_kind, subject_id, customer_id, data, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tenantId,
      newId(now),
      type,
      subject.kind,
      subject.id,
      subject.customerId ?? null,
      JSON.stringify(data),
      now.toString(),
    ],
  )
}

/** The tenants that have events without a position: asked across tenants, so that the work itself is done tenant by tenant. */
export async function tenantsWithUnplaced(tx: Transaction): Promise<bigint[]> {
  const rows = await tx.query<{ tenant_id: bigint }>(
    `select i.tenant_id from institutions i
     where (select true from events e where e.tenant_id = i.tenant_id and e.position is null limit 1) order by i.tenant_id`,
  )
  return rows.map((row) => row.tenant_id)
}

/** Gives the oldest events without a position the next ones, and returns how many. The caller lets one at a time do it. */
export async function placeUnplaced(tx: Transaction, tenantId: bigint, limit: number): Promise<number> {
  const unplaced = await tx.query<{ id: string }>(
    'select id from events where tenant_id = $1 and position is null order by id limit $2',
    [tenantId, limit],
  )
  const [last] = await tx.query<{ position: bigint }>(
    'select position from events where tenant_id = $1 and position is not null order by position desc limit 1',
    [tenantId],
  )
  await tx.query(
    `update events e set position = $3 + u.place from unnest($2::uuid[]) with ordinality as u (id, place)
     where e.tenant_id = $1 and e.id = u.id`,
    [tenantId, unplaced.map(({ id }) => id), last?.position ?? 0n],
  )
  return unplaced.length
}

export interface EventRow {
  id: string
  position: bigint
  type: string
  subjectKind: string
  subjectId: string
  customerId: bigint | null
  data: unknown
  createdAt: Temporal.Instant
}

/** The events behind a position, in their order. */
export async function readEvents(tx: Transaction, tenantId: bigint, after: bigint, limit: number): Promise<EventRow[]> {
  return tx.query<EventRow>(
    `select id, position, type, subject_kind as "subjectKind", subject_id as "subjectId", customer_id as "customerId", data,
       created_at as "createdAt"
     from events where tenant_id = $1 and position > $2 order by position limit $3`,
    [tenantId, after, limit],
  )
}
