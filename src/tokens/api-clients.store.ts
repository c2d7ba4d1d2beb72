import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'

export interface ApiClient {
  tenantId: bigint
  clientId: string
  name: string
  legalEntityId: bigint
  entitlements: readonly string[]
}

export async function insertApiClient(tx: Transaction, client: ApiClient, now: Temporal.Instant): Promise<void> {
  await tx.query(
    `insert into api_clients (tenant_id, client_id, name, legal_entity_id, entitlements, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [client.tenantId, client.clientId, client.name, client.legalEntityId, client.entitlements, now.toString()],
  )
}

interface ClientKey {
  tenantId: bigint
  clientId: string
}

/** Locks the client until the transaction ends, so that two rotations go one after the other. False when there is no such client, or no longer. */
export async function lockApiClient(tx: Transaction, { tenantId, clientId }: ClientKey): Promise<boolean> {
  const rows = await tx.query(
    `select from api_clients where tenant_id = $1 and client_id = $2 and revoked_at is null for update`,
    [tenantId, clientId],
  )
  return rows.length === 1
}

/** @returns false when there was none to revoke */
export async function markApiClientRevoked(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
  now: Temporal.Instant,
): Promise<boolean> {
  const rows = await tx.query(
    `update api_clients set revoked_at = $3
      where tenant_id = $1 and client_id = $2 and revoked_at is null
  returning client_id`,
    [tenantId, clientId, now.toString()],
  )
  return rows.length === 1
}

export async function insertSecret(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
  digest: Buffer,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into api_client_secrets (tenant_id, client_id, secret_sha256, created_at) values ($1, $2, $3, $4)`,
    [tenantId, clientId, digest, now.toString()],
  )
}

/** Sets when the client's current secret ends. One that was ending already, by an earlier rotation, goes at once. */
export async function expireSecrets(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
  expiresAt: Temporal.Instant,
): Promise<void> {
  await tx.query(`delete from api_client_secrets where tenant_id = $1 and client_id = $2 and expires_at is not null`, [
    tenantId,
    clientId,
  ])
  await tx.query(
    `update api_client_secrets set expires_at = $3 where tenant_id = $1 and client_id = $2 and expires_at is null`,
    [tenantId, clientId, expiresAt.toString()],
  )
}

export interface LiveApiClient {
  clientId: string
  legalEntityId: bigint
  entitlements: string[]
  /** SHA-256 of the secrets that are valid now, in hex: one, or two while a rotation overlaps. */
  secretDigests: string[]
}

/** The client as it may authenticate now: not revoked, with a secret that has not ended. */
export async function findLiveApiClient(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
  now: Temporal.Instant,
): Promise<LiveApiClient | undefined> {
  const rows = await tx.query<LiveApiClient>(
    `select c.client_id as "clientId", c.legal_entity_id as "legalEntityId", c.entitlements,
            array_agg(encode(s.secret_sha256, 'hex') order by s.created_at) as "secretDigests"
       from api_clients c
       join api_client_secrets s on s.tenant_id = c.tenant_id and s.client_id = c.client_id
      where c.tenant_id = $1 and c.client_id = $2 and c.revoked_at is null
        and (s.expires_at is null or s.expires_at > $3)
   group by c.tenant_id, c.client_id`,
    [tenantId, clientId, now.toString()],
  )
  return rows[0]
}

export async function deleteExpiredSecrets(tx: Transaction, tenantId: bigint, now: Temporal.Instant): Promise<void> {
  await tx.query(`delete from api_client_secrets where tenant_id = $1 and expires_at <= $2`, [tenantId, now.toString()])
}

/** The oldest client of that name that is not revoked. */
export async function findApiClientByName(
  tx: Transaction,
  tenantId: bigint,
  name: string,
): Promise<string | undefined> {
  const [client] = await tx.query<{ client_id: string }>(
    `select client_id from api_clients where tenant_id = $1 and name = $2 and revoked_at is null order by created_at limit 1`,
    [tenantId, name],
  )
  return client?.client_id
}
