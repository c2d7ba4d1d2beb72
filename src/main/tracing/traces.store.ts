import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'

/** The institutions whose feed goes on after what was shown in traces. */
export async function tenantsWithUntraced(db: Connection): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i left join trace_positions t on t.tenant_id = i.tenant_id
     where t.tenant_id is null
       or (select true from event_positions p where p.tenant_id = t.tenant_id and p.position > t.position limit 1)
     order by i.tenant_id`,
  )
  return rows.map(({ tenantId }) => tenantId)
}

/** Begins at the head of the feed. What was before tracing was on is not traced. */
export async function beginAt(tx: Transaction, tenantId: bigint, head: bigint): Promise<void> {
  await tx.query(
    'insert into trace_positions (tenant_id, position) values ($1, $2) on conflict (tenant_id) do nothing',
    [tenantId, head],
  )
}

/** Undefined while another worker has it, and before the first time. */
export async function lockPosition(tx: Transaction, tenantId: bigint): Promise<bigint | undefined> {
  const row = await tx.row<{ position: bigint }>(
    'select position from trace_positions where tenant_id = $1 for no key update skip locked',
    [tenantId],
  )
  return row?.position
}

export async function hasPosition(db: Connection, tenantId: bigint): Promise<boolean> {
  return (await db.row('select from trace_positions where tenant_id = $1', [tenantId])) !== undefined
}

export async function movePosition(tx: Transaction, tenantId: bigint, position: bigint): Promise<void> {
  await tx.query('update trace_positions set position = $2 where tenant_id = $1', [tenantId, position])
}

/** When payments made their steps, each payment's in order. */
export async function readStepTimes(
  db: Connection,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<{ paymentId: string; to: string; at: Temporal.Instant }[]> {
  return db.query(
    `select payment_id, to_status as "to", at from payment_steps where tenant_id = $1 and payment_id = any ($2)
     order by payment_id, step`,
    [tenantId, paymentIds],
  )
}

/** The ACH files of payments, from their collection to the hand-over. */
export async function readFiles(
  db: Connection,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<{ paymentId: string; name: string; collectedAt: Temporal.Instant; writtenAt: Temporal.Instant | null }[]> {
  return db.query(
    `select e.payment_id, f.name, f.created_at as collected_at, f.written_at
     from ach_entries e join ach_files f on f.tenant_id = e.tenant_id and f.id = e.file_id
     where e.tenant_id = $1 and e.payment_id = any ($2)`,
    [tenantId, paymentIds],
  )
}
