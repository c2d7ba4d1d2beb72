import type { JWK } from 'jose'
import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'

export interface SealedKey {
  tenantId: bigint
  kid: string
  algorithm: string
  publicJwk: JWK
  sealedPrivateJwk: Buffer
}

export interface StoredSigningKey extends SealedKey {
  createdAt: Temporal.Instant
  /** It signs from here ... */
  signsFrom: Temporal.Instant
  /** ... until here (null if it has no successor yet) ... */
  retiredAt: Temporal.Instant | null
  /** ... and its signatures verify until here. */
  expiresAt: Temporal.Instant | null
}

/**
 * @returns false if the institution already has a key without a successor: of two concurrent calls,
 * one gets true
 */
export async function insertSigningKey(
  tx: Transaction,
  key: SealedKey,
  { now, signsFrom }: { now: Temporal.Instant; signsFrom: Temporal.Instant },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into signing_keys (tenant_id, kid, algorithm, public_jwk, sealed_private_jwk, created_at, signs_from)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id) where retired_at is null do nothing
  returning kid`,
    [
      key.tenantId,
      key.kid,
      key.algorithm,
      JSON.stringify(key.publicJwk),
      key.sealedPrivateJwk,
      now.toString(),
      signsFrom.toString(),
    ],
  )
  return rows.length === 1
}

/**
 * Locks the key that has no successor until the transaction ends, so that rotations run one at a
 * time.
 */
export async function lockLastSigningKey(tx: Transaction, tenantId: bigint): Promise<void> {
  await tx.query('select from signing_keys where tenant_id = $1 and retired_at is null for update', [tenantId])
}

export async function retireSigningKey(
  tx: Transaction,
  { tenantId, retiredAt, expiresAt }: { tenantId: bigint; retiredAt: Temporal.Instant; expiresAt: Temporal.Instant },
): Promise<void> {
  await tx.query(
    `update signing_keys set retired_at = $2, expires_at = $3 where tenant_id = $1 and retired_at is null`,
    [tenantId, retiredAt.toString(), expiresAt.toString()],
  )
}

/** The keys whose signatures verify now or will soon, newest first. */
export async function readSigningKeys(
  db: Connection,
  tenantId: bigint,
  now: Temporal.Instant,
): Promise<StoredSigningKey[]> {
  return db.query(
    `select tenant_id, kid, algorithm, public_jwk, sealed_private_jwk,
            created_at, signs_from, retired_at, expires_at
       from signing_keys
      where tenant_id = $1 and (expires_at is null or expires_at > $2)
   order by retired_at desc nulls first, created_at desc`,
    [tenantId, now.toString()],
  )
}

export interface VerificationKey extends Pick<SealedKey, 'tenantId' | 'kid' | 'sealedPrivateJwk'> {
  tenantCode: string
}

/** For all institutions, because each node's verifier covers them all. */
export async function readVerificationKeys(db: Connection, now: Temporal.Instant): Promise<VerificationKey[]> {
  return db.query(
    `select k.tenant_id, i.code as tenant_code, k.kid, k.sealed_private_jwk
       from signing_keys k
       join institutions i on i.tenant_id = k.tenant_id
      where k.expires_at is null or k.expires_at > $1`,
    [now.toString()],
  )
}

export async function deleteExpiredSigningKeys(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(`delete from signing_keys where tenant_id = $1 and expires_at <= $2`, [tenantId, now.toString()])
}
