import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { sealCell } from '../db/seal-rows.ts'
import {
  type IdempotencyClaim,
  type IdempotencyRecord,
  type IdempotencyScope,
  SecondUseOfKey,
  type StoredAnswer,
} from './idempotency.ts'

/** The time that a second request with the same key waits for the first one to finish. */
const IN_FLIGHT_WAIT_MS = 5_000

/**
 * Claims the key for this transaction. If another transaction has claimed it, waits for that one to
 * end.
 * @returns 'taken', the record of the earlier request with the key, or 'inFlight' after the timeout
 */
export async function claimKey(
  tx: Transaction,
  scope: IdempotencyScope,
  claim: IdempotencyClaim,
  now: Temporal.Instant,
): Promise<'taken' | 'inFlight' | IdempotencyRecord> {
  await tx.query(`select set_config('lock_timeout', $1, true)`, [`${IN_FLIGHT_WAIT_MS}ms`])
  let taken: unknown[]
  try {
    taken = await tx.query(
      `insert into idempotency_keys (tenant_id, client_id, operation, key, fingerprint, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $6::timestamptz + interval '48 hours')
       on conflict (tenant_id, client_id, operation, key) do nothing returning key`,
      [
        scope.tenantId,
        scope.clientId,
        scope.operation,
        claim.key,
        sealedJson(tx, { ...scope, key: claim.key }, 'fingerprint', claim.fingerprint.text),
        now.toString(),
      ],
    )
  } catch (error) {
    if ((error as { code?: string }).code === '55P03') return 'inFlight'
    throw error
  }
  await tx.query(`select set_config('lock_timeout', '0', true)`)
  if (taken.length === 1) return 'taken'
  const record = await tx.row<IdempotencyRecord>(
    `select client_id, operation, key, fingerprint, status, response, etag from idempotency_keys
     where tenant_id = $1 and client_id = $2 and operation = $3 and key = $4`,
    [scope.tenantId, scope.clientId, scope.operation, claim.key],
  )
  if (!record) return 'inFlight'
  const { fingerprint, status, response, etag } = record
  return { fingerprint, status, response, etag }
}

/** Stores the reply with the key, in the same transaction as the change. */
export async function keepAnswer(
  tx: Transaction,
  scope: IdempotencyScope,
  key: string,
  answer: StoredAnswer,
): Promise<void> {
  await tx.query(
    `update idempotency_keys set status = $5, response = $6, etag = $7
     where tenant_id = $1 and client_id = $2 and operation = $3 and key = $4`,
    [
      scope.tenantId,
      scope.clientId,
      scope.operation,
      key,
      answer.status,
      sealedJson(tx, { ...scope, key }, 'response', answer.response),
      answer.etag,
    ],
  )
}

/** A key of one of many clients, and the fingerprint of its request. */
export interface ClientClaim extends IdempotencyClaim {
  clientId: string
}

/** The name of a client's key in a map. Neither part has a line break. */
export const nameOfKey = ({ clientId, key }: Pick<ClientClaim, 'clientId' | 'key'>) => `${clientId}\n${key}`

/** The records of the keys that were used before, by `nameOfKey`. Locks nothing. */
export async function readRecords(
  tx: Transaction,
  { tenantId, operation }: Omit<IdempotencyScope, 'clientId'>,
  claims: readonly ClientClaim[],
): Promise<Map<string, IdempotencyRecord>> {
  if (claims.length === 0) return new Map()
  // Lists instead of pairs, so that the index is used. A key that another client used is not found.
  const rows = await tx.query<IdempotencyRecord & { clientId: string; key: string }>(
    `select client_id, operation, key, fingerprint, status, response, etag from idempotency_keys
     where tenant_id = $1 and operation = $2 and client_id = any($3::text[]) and key = any($4::text[])`,
    [tenantId, operation, [...new Set(claims.map(({ clientId }) => clientId))], claims.map(({ key }) => key)],
  )
  return new Map(rows.map((row) => [nameOfKey(row), row]))
}

/** A request in a batch does not let the others wait for its key: alone, it waits longer. */
const BATCH_WAIT_MS = 500

/**
 * Stores the keys with their replies, in the order of the keys, in which all batches wait for each
 * other. Throws `SecondUseOfKey` if one was used since `readRecords`.
 */
export async function insertRecords(
  tx: Transaction,
  { tenantId, operation }: Omit<IdempotencyScope, 'clientId'>,
  records: readonly (ClientClaim & { answer: StoredAnswer })[],
  now: Temporal.Instant,
): Promise<void> {
  if (records.length === 0) return
  const sorted = [...records].sort((a, b) => (nameOfKey(a) < nameOfKey(b) ? -1 : 1))
  const [, inserted] = await Promise.all([
    tx.query(`select set_config('lock_timeout', $1, true)`, [`${BATCH_WAIT_MS}ms`]),
    tx.query(
      `insert into idempotency_keys (tenant_id, operation, created_at, expires_at, client_id, key, fingerprint, response, status, etag)
       select $1, $2, $3, $3::timestamptz + interval '48 hours', k.*
       from unnest($4::text[], $5::text[], $6::jsonb[], $7::jsonb[], $8::smallint[], $9::text[]) as k
       on conflict (tenant_id, client_id, operation, key) do nothing returning 1`,
      [
        tenantId,
        operation,
        now.toString(),
        sorted.map(({ clientId }) => clientId),
        sorted.map(({ key }) => key),
        sorted.map(({ clientId, key, fingerprint }) =>
          sealedJson(tx, { tenantId, operation, clientId, key }, 'fingerprint', fingerprint.text),
        ),
        sorted.map(({ clientId, key, answer }) =>
          sealedJson(tx, { tenantId, operation, clientId, key }, 'response', answer.response),
        ),
        sorted.map(({ answer }) => answer.status),
        sorted.map(({ answer }) => answer.etag),
      ],
    ),
  ])
  if (inserted.length !== records.length) throw new SecondUseOfKey('an idempotency key was used by another node')
}

/**
 * Sealed, because a reply shows what the change wrote, and a digest of a tax id is easily guessed.
 */
function sealedJson(
  tx: Transaction,
  { tenantId, clientId, operation, key }: IdempotencyScope & { key: string },
  column: 'fingerprint' | 'response',
  value: unknown,
): string {
  const cell = { table: 'idempotency_keys', column, key: [clientId, operation, key] }
  return JSON.stringify(sealCell(tx.keyring, tenantId, cell, value) ?? null)
}

/** The key of a payment that is made of a file: the file's id, and the number of its record. */
const KEY_OF_FILE = '^file:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9]+$'

/**
 * Deletes at most `limit` keys of payments that were used before a moment, oldest first, and
 * returns their number. Keys of payments have no expiry of their own. Those of a file that has not
 * ended stay: they show which of its payments were made.
 */
export async function purgePaymentKeys(
  tx: Transaction,
  tenantId: bigint,
  before: Temporal.Instant,
  limit: number,
): Promise<number> {
  const gone = await tx.query(
    `delete from idempotency_keys where tenant_id = $1 and ctid = any(array(
       select ctid from idempotency_keys where tenant_id = $1 and expires_at is null and created_at < $2
         and case when key ~ '${KEY_OF_FILE}' then not exists (select from payment_files f
           where f.tenant_id = $1 and f.id = substr(key, 6, 36)::uuid and f.ended_at is null) else true end
       order by created_at limit $3))
     returning 1`,
    [tenantId, before.toString(), limit],
  )
  return gone.length
}

/**
 * Deletes at most `limit` expired keys of a tenant and returns their number. Keys of payments never
 * expire: see `purgePaymentKeys`.
 */
export async function purgeExpiredKeys(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<number> {
  const gone = await tx.query(
    `delete from idempotency_keys
     where tenant_id = $1 and (client_id, operation, key) in
       (select client_id, operation, key from idempotency_keys where tenant_id = $1 and expires_at < $2 limit $3)
     returning 1`,
    [tenantId, now.toString(), limit],
  )
  return gone.length
}
