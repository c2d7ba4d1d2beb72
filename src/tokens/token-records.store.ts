import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'

interface RecordKey {
  tenantId: bigint
  kind: string
  id: string
}

export interface TokenRecord extends RecordKey {
  payload: object
  grantId: string | undefined
  expiresAt: Temporal.Instant
}

export async function upsertTokenRecord(tx: Transaction, record: TokenRecord, now: Temporal.Instant): Promise<void> {
  await tx.query(
    `insert into token_records (tenant_id, kind, id, payload, grant_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id, kind, id)
     do update set payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at`,
    [
      record.tenantId,
      record.kind,
      record.id,
      JSON.stringify(record.payload),
      record.grantId,
      now.toString(),
      record.expiresAt.toString(),
    ],
  )
}

/** @returns false if it exists already: of two concurrent calls, one gets true */
export async function insertTokenRecordOnce(
  tx: Transaction,
  { tenantId, kind, id, payload, expiresAt }: TokenRecord,
  now: Temporal.Instant,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into token_records (tenant_id, kind, id, payload, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, kind, id) do nothing returning id`,
    [tenantId, kind, id, JSON.stringify(payload), now.toString(), expiresAt.toString()],
  )
  return rows.length === 1
}

export async function findTokenRecord(
  db: Connection,
  { tenantId, kind, id }: RecordKey,
): Promise<{ payload: Record<string, unknown>; consumedAt: Temporal.Instant | null } | undefined> {
  return db.row<{ payload: Record<string, unknown>; consumedAt: Temporal.Instant | null }>(
    `select payload, consumed_at from token_records where tenant_id = $1 and kind = $2 and id = $3`,
    [tenantId, kind, id],
  )
}

/** @returns false if it was consumed before or is gone: of two concurrent calls, one gets true */
export async function consumeTokenRecord(
  tx: Transaction,
  { tenantId, kind, id }: RecordKey,
  now: Temporal.Instant,
): Promise<boolean> {
  const rows = await tx.query(
    `update token_records set consumed_at = $4
      where tenant_id = $1 and kind = $2 and id = $3 and consumed_at is null
  returning id`,
    [tenantId, kind, id, now.toString()],
  )
  return rows.length === 1
}

export async function deleteTokenRecord(tx: Transaction, { tenantId, kind, id }: RecordKey): Promise<void> {
  await tx.query(`delete from token_records where tenant_id = $1 and kind = $2 and id = $3`, [tenantId, kind, id])
}

/** Deletes the grant and all tokens issued under it. */
export async function deleteTokenRecordsOfGrant(tx: Transaction, tenantId: bigint, grantId: string): Promise<void> {
  await tx.query(`delete from token_records where tenant_id = $1 and grant_id = $2`, [tenantId, grantId])
}

/**
 * Scans the institution's records: clients are seldom revoked, and an index would cost time for
 * each token.
 */
export async function deleteTokenRecordsOfClient(tx: Transaction, tenantId: bigint, clientId: string): Promise<void> {
  await tx.query(`delete from token_records where tenant_id = $1 and payload ->> 'clientId' = $2`, [tenantId, clientId])
}

export async function deleteExpiredTokenRecords(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(`delete from token_records where tenant_id = $1 and expires_at <= $2`, [tenantId, now.toString()])
}
