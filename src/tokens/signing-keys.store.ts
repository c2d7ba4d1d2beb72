import type { JWK } from 'jose'
import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'

export interface StoredSigningKey {
  tenantId: bigint
  kid: string
  algorithm: string
  publicJwk: JWK
  sealedPrivateJwk: Buffer
}

/** A key whose signatures are good; a retired one makes no new ones. */
export interface UsableSigningKey extends StoredSigningKey {
  retired: boolean
}

/** @returns false when the institution has a key that signs already: of two that try at once, one gets true */
export async function insertSigningKey(
  tx: Transaction,
  key: StoredSigningKey,
  now: Temporal.Instant,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into signing_keys (tenant_id, kid, algorithm, public_jwk, sealed_private_jwk, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id) where retired_at is null do nothing
  returning kid`,
    [key.tenantId, key.kid, key.algorithm, JSON.stringify(key.publicJwk), key.sealedPrivateJwk, now.toString()],
  )
  return rows.length === 1
}

export async function retireSigningKey(
  tx: Transaction,
  { tenantId, expiresAt, now }: { tenantId: bigint; expiresAt: Temporal.Instant; now: Temporal.Instant },
): Promise<void> {
  await tx.query(
    `update signing_keys set retired_at = $2, expires_at = $3 where tenant_id = $1 and retired_at is null`,
    [tenantId, now.toString(), expiresAt.toString()],
  )
}

/** The keys whose signatures are good now, the one that signs first. */
export async function findSigningKeys(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
): Promise<UsableSigningKey[]> {
  return tx.query(
    `select tenant_id as "tenantId", kid, algorithm, public_jwk as "publicJwk", sealed_private_jwk as "sealedPrivateJwk",
            retired_at is not null as retired
       from signing_keys
      where tenant_id = $1 and (expires_at is null or expires_at > $2)
   order by retired_at desc nulls first`,
    [tenantId, now.toString()],
  )
}

export interface VerificationKey {
  tenantId: bigint
  tenantCode: string
  kid: string
  publicJwk: JWK
}

/** Of all institutions, for the verifier that each node keeps. */
export async function findVerificationKeys(tx: Transaction, now: Temporal.Instant): Promise<VerificationKey[]> {
  return tx.query(
    `select k.tenant_id as "tenantId", i.code as "tenantCode", k.kid, k.public_jwk as "publicJwk"
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
