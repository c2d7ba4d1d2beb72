import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { sealValue } from '../db/seal-rows.ts'
import { sealedColumn } from '../db/sealed-columns.ts'
import type { IdempotencyClaim, IdempotencyRecord, IdempotencyScope, StoredAnswer } from './idempotency.ts'

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
        sealedJson(tx, scope.tenantId, claim.fingerprint.text),
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
    `select fingerprint, status, response, etag from idempotency_keys
     where tenant_id = $1 and client_id = $2 and operation = $3 and key = $4`,
    [scope.tenantId, scope.clientId, scope.operation, claim.key],
  )
  return record ?? 'inFlight'
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
      sealedJson(tx, scope.tenantId, answer.response),
      answer.etag,
    ],
  )
}

/**
 * Sealed, because a reply shows what the change wrote, and a digest of a tax id is easily guessed.
 */
function sealedJson(tx: Transaction, tenantId: bigint, value: unknown): string {
  return JSON.stringify(sealValue(tx.keyring, tenantId, sealedColumn('idempotency_keys', 'response'), value) ?? null)
}

/**
 * Deletes at most `limit` expired keys of a tenant and returns their number. Keys of payments never
 * expire.
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
