import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'

/** How far a table is sealed with a key. */
export interface SealingProgress {
  tableName: string
  keyId: number
  position: string[] | null
  examined: bigint
  resealed: bigint
  finishedAt: Temporal.Instant | null
  /** Since when its values count only in their places; null for not yet. */
  boundSince: Temporal.Instant | null
}

/**
 * The institutions with a table that is not sealed with the last key active since `until`. Only
 * this query reads across tenants.
 */
export async function tenantsToReseal(db: Connection, until: Temporal.Instant, tables: number): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    `with target as (
       select tenant_id, max(id) as id from encryption_keys where id > 0 and active_from <= $1 group by tenant_id)
     select i.tenant_id from target i
     where (select count(*) from sealing_progress p where p.tenant_id = i.tenant_id
       and p.key_id = i.id and p.finished_at is not null) < $2 order by i.tenant_id`,
    [until.toString(), tables],
  )
  return rows.map(({ tenantId }) => tenantId)
}

export async function readTargetKey(
  db: Connection,
  tenantId: bigint,
  until: Temporal.Instant,
): Promise<number | undefined> {
  const row = await db.row<{ id: number | null }>(
    'select max(id) as id from encryption_keys where tenant_id = $1 and id > 0 and active_from <= $2',
    [tenantId, until.toString()],
  )
  return row?.id ?? undefined
}

/** Notes that the tables of a new institution have nothing to seal, so that no sweep reads them. */
export async function noteNothingToSeal(
  tx: Transaction,
  tenantId: bigint,
  tables: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into sealing_progress (tenant_id, table_name, key_id, examined, resealed, finished_at, bound_since)
     select i.tenant_id, t.name, (select max(id) from encryption_keys where tenant_id = $1), 0, 0, $3,
       case when exists (select from encryption_keys where tenant_id = $1 and binds_place) then $3::timestamptz end
     from institutions i, unnest($2::text[]) as t (name)
     where i.tenant_id = $1 and exists (select from encryption_keys where tenant_id = $1)`,
    [tenantId, tables, now.toString()],
  )
}

/** The progress of one institution, locked so that one worker at a time goes on. */
export async function lockProgress(
  tx: Transaction,
  tenantId: bigint,
  tables: readonly string[],
  keyId: number,
): Promise<SealingProgress[]> {
  await tx.query(
    `insert into sealing_progress (tenant_id, table_name, key_id, examined, resealed)
     select $1, t.name, $3, 0, 0 from unnest($2::text[]) as t (name) on conflict (tenant_id, table_name) do nothing`,
    [tenantId, tables, keyId],
  )
  return tx.query(
    `select table_name, key_id, position, examined, resealed, finished_at, bound_since from sealing_progress
     where tenant_id = $1 order by table_name for update skip locked`,
    [tenantId],
  )
}

export async function writeProgress(tx: Transaction, tenantId: bigint, progress: SealingProgress): Promise<void> {
  const { tableName, keyId, position, examined, resealed, finishedAt, boundSince } = progress
  await tx.query(
    `update sealing_progress set key_id = $3, position = $4, examined = $5, resealed = $6, finished_at = $7, bound_since = $8
     where tenant_id = $1 and table_name = $2`,
    [
      ...[tenantId, tableName, keyId, position && JSON.stringify(position), examined, resealed],
      finishedAt?.toString() ?? null,
      boundSince?.toString() ?? null,
    ],
  )
}

export async function readProgress(db: Connection, tenantId: bigint): Promise<SealingProgress[]> {
  return db.query(
    `select table_name, key_id, position, examined, resealed, finished_at, bound_since from sealing_progress
     where tenant_id = $1 order by table_name`,
    [tenantId],
  )
}

/** A stored data key; `isIndexKey` for the key of blind indexes. */
export interface StoredKey {
  id: number
  wrapped: Buffer
  createdAt: Temporal.Instant
  activeFrom: Temporal.Instant
}

export async function readStoredKeys(db: Connection, tenantId: bigint): Promise<StoredKey[]> {
  return db.query('select id, wrapped, created_at, active_from from encryption_keys where tenant_id = $1 order by id', [
    tenantId,
  ])
}

export async function insertDataKey(
  tx: Transaction,
  key: { tenantId: bigint; id: number; wrapped: Buffer },
  { now, activeFrom }: { now: Temporal.Instant; activeFrom: Temporal.Instant },
): Promise<void> {
  await tx.query(
    `insert into encryption_keys (tenant_id, id, wrapped, created_at, active_from, binds_place)
     values ($1, $2, $3, $4, $5, true)`,
    [key.tenantId, key.id, key.wrapped, now.toString(), activeFrom.toString()],
  )
}

/** Replaces the wrapped form of a key, unless another process has replaced it. */
export async function replaceWrapped(
  tx: Transaction,
  { tenantId, id }: { tenantId: bigint; id: number },
  before: Buffer,
  after: Buffer,
): Promise<void> {
  await tx.query('update encryption_keys set wrapped = $4 where tenant_id = $1 and id = $2 and wrapped = $3', [
    tenantId,
    id,
    before,
    after,
  ])
}
