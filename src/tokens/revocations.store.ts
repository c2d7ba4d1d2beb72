import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'

export interface Revocation {
  tenantId: bigint
  /** The jti of one access token, or the sid of all tokens of one grant. */
  id: string
  /** When the last of the revoked tokens would expire. */
  expiresAt: Temporal.Instant
}

export async function insertRevocation(tx: Transaction, revocation: Revocation, now: Temporal.Instant): Promise<void> {
  await tx.query(
    `insert into revoked_access_tokens (tenant_id, jti, revoked_at, expires_at) values ($1, $2, $3, $4)
     on conflict (tenant_id, jti) do nothing`,
    [revocation.tenantId, revocation.id, now.toString(), revocation.expiresAt.toString()],
  )
}

/** Whether any of the ids is revoked. */
export async function isRevoked(db: Connection, tenantId: bigint, ids: readonly string[]): Promise<boolean> {
  const rows = await db.query(
    `select from revoked_access_tokens where tenant_id = $1 and jti = any($2::text[]) limit 1`,
    [tenantId, ids],
  )
  return rows.length > 0
}

/** For all institutions, because each node's verifier covers them all. */
export async function readRevocationsSince(
  db: Connection,
  since: Temporal.Instant,
  now: Temporal.Instant,
): Promise<Revocation[]> {
  return db.query(
    `select tenant_id, jti as id, expires_at
       from revoked_access_tokens
      where revoked_at >= $1 and expires_at > $2`,
    [since.toString(), now.toString()],
  )
}

/** For all institutions, because each node's verifier covers them all. */
export async function readRevokedClientsSince(
  db: Connection,
  since: Temporal.Instant,
): Promise<{ tenantId: bigint; clientId: string; at: Temporal.Instant }[]> {
  return db.query(`select tenant_id, client_id, revoked_at as at from api_clients where revoked_at >= $1`, [
    since.toString(),
  ])
}

/**
 * For all institutions, because each node's verifier covers them all: clients whose older access
 * versions ended since then.
 */
export async function readAccessVersionsSince(
  db: Connection,
  since: Temporal.Instant,
): Promise<{ tenantId: bigint; clientId: string; accessVersion: bigint; at: Temporal.Instant }[]> {
  return db.query(
    `select tenant_id, client_id, access_version, access_narrowed_at as at
       from api_clients
      where access_narrowed_at >= $1`,
    [since.toString()],
  )
}

export async function deleteExpiredRevocations(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(`delete from revoked_access_tokens where tenant_id = $1 and expires_at <= $2`, [
    tenantId,
    now.toString(),
  ])
}
