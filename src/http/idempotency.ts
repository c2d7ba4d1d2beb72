import { hash } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusal } from './errors.ts'

/** A request that may be sent again: its key, and a digest of each field of its body. */
export interface IdempotencyClaim {
  key: string
  fingerprint: Fingerprint
}

/** The path of each field of a body with a short digest of its value: enough to compare, not enough to read. */
export type Fingerprint = Record<string, string>

/** The answer that is given again: the HTTP status and the body, as they were. */
export interface StoredAnswer {
  status: number
  response: unknown
}

export interface IdempotencyRecord extends StoredAnswer {
  fingerprint: Fingerprint
}

/** UUIDs and the like: visible characters of ASCII. */
export function isIdempotencyKey(text: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(text)
}

const MAX_FIELDS = 10_000

export function fingerprintOf(body: unknown): Fingerprint {
  const fingerprint: Fingerprint = {}
  let fields = 0
  const visit = (value: unknown, path: string) => {
    if (++fields > MAX_FIELDS) return
    if (value !== null && typeof value === 'object') {
      for (const [name, child] of Object.entries(value)) visit(child, path === '' ? name : `${path}.${name}`)
    } else {
      fingerprint[path] = hash('sha256', JSON.stringify(value), 'base64url').slice(0, 12)
    }
  }
  visit(body, '')
  return fingerprint
}

/** The fields in which two bodies differ, in the order of their names. */
export function differingFields(first: Fingerprint, second: Fingerprint): string[] {
  const names = new Set([...Object.keys(first), ...Object.keys(second)])
  return [...names].filter((name) => first[name] !== second[name]).sort()
}

/** The refusal of a key that was used for another body; undefined where the bodies are the same. */
export function conflictOf(record: { fingerprint: Fingerprint }, claim: IdempotencyClaim): Refusal | undefined {
  const differing = differingFields(record.fingerprint, claim.fingerprint)
  if (differing.length === 0) return undefined
  const names = differing.slice(0, 10).join(', ') + (differing.length > 10 ? ` and ${differing.length - 10} more` : '')
  return refusal('idempotencyConflict', `the idempotency key was used for another request, which differs in ${names}`)
    .refusal
}

/** What tells two uses of one key apart: it belongs to one client and one operation. */
export interface IdempotencyScope {
  tenantId: bigint
  clientId: string
  operation: string
}

/** How long a second request with the key waits for the first one to be done. */
const IN_FLIGHT_WAIT_MS = 5_000

/**
 * Takes the key for this transaction. Where another transaction holds it, waits for that to end.
 * @returns 'taken', or the record of the request that had it before
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
      [scope.tenantId, scope.clientId, scope.operation, claim.key, JSON.stringify(claim.fingerprint), now.toString()],
    )
  } catch (error) {
    if ((error as { code?: string }).code === '55P03') return 'inFlight'
    throw error
  }
  await tx.query(`select set_config('lock_timeout', '0', true)`)
  if (taken.length === 1) return 'taken'
  const [record] = await tx.query<IdempotencyRecord>(
    `select fingerprint, status, response from idempotency_keys
     where tenant_id = $1 and client_id = $2 and operation = $3 and key = $4`,
    [scope.tenantId, scope.clientId, scope.operation, claim.key],
  )
  return record ?? 'inFlight'
}

/** Keeps the answer with the key, to be committed together with what the request did. */
export async function keepAnswer(
  tx: Transaction,
  scope: IdempotencyScope,
  key: string,
  answer: StoredAnswer,
): Promise<void> {
  await tx.query(
    `update idempotency_keys set status = $5, response = $6
     where tenant_id = $1 and client_id = $2 and operation = $3 and key = $4`,
    [scope.tenantId, scope.clientId, scope.operation, key, answer.status, JSON.stringify(answer.response)],
  )
}

/** Forgets keys of a tenant that have expired; those of payments never do. Bounded, to be called again while it returns `limit`. */
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
