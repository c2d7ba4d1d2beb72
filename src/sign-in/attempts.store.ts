import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import type { AttemptsOfOrigin, Failures } from '../tokens/lockout.ts'

/** The row for all origins together. */
const ALL_ORIGINS = ''

export interface AttemptKey {
  tenantId: bigint
  /** What is counted, such as `password:` and the id of a user. */
  subject: string
  /** The network of the caller; undefined for all of them together. */
  origin: string | undefined
}

interface Row {
  failures: number
  failedAt: Temporal.Instant | null
  lockedUntil: Temporal.Instant | null
  succeededAt: Temporal.Instant | null
  inARow: number
}

export interface Attempts {
  ofOrigin: AttemptsOfOrigin | undefined
  ofAll: Failures | undefined
  /** Failures from all origins since the last success, however long ago. */
  inARow: number
}

/** Locks the rows of the subject and the origin, so that attempts at the same time are counted. */
export async function lockAttempts(
  tx: Transaction,
  { tenantId, subject, origin }: AttemptKey & { origin: string },
  now: Temporal.Instant,
): Promise<Attempts> {
  await tx.query(
    `insert into sign_in_attempts (tenant_id, subject, origin, failures, expires_at) values ($1, $2, $3, 0, $4)
     on conflict (tenant_id, subject, origin) do nothing`,
    [tenantId, subject, ALL_ORIGINS, now.toString()],
  )
  const lock = (of: string) =>
    tx.row<Row>(
      `select failures, failed_at, locked_until, succeeded_at, in_a_row from sign_in_attempts
        where tenant_id = $1 and subject = $2 and origin = $3 for update`,
      [tenantId, subject, of],
    )
  const all = await lock(ALL_ORIGINS)
  // Its own statement: the one that waited does not see a row added while it waited.
  const own = await lock(origin)
  return {
    ofOrigin: own && { failures: failuresOf(own), succeededAt: own.succeededAt },
    ofAll: all && failuresOf(all),
    inARow: all?.inARow ?? 0,
  }
}

function failuresOf({ failures, failedAt, lockedUntil }: Row): Failures | undefined {
  return failedAt ? { count: failures, lastAt: failedAt, lockedUntil } : undefined
}

/** Saves the failures of the origin or, without one, of all origins. */
export async function saveFailures(
  tx: Transaction,
  { tenantId, subject, origin = ALL_ORIGINS }: AttemptKey,
  { count, lastAt, lockedUntil, inARow }: Failures & { inARow: number },
  expiresAt: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into sign_in_attempts (tenant_id, subject, origin, failures, failed_at, locked_until, in_a_row, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant_id, subject, origin) do update
        set failures = excluded.failures, failed_at = excluded.failed_at, locked_until = excluded.locked_until,
            in_a_row = excluded.in_a_row,
            expires_at = greatest(sign_in_attempts.expires_at, excluded.expires_at)`,
    [
      ...[tenantId, subject, origin, count, lastAt.toString(), lockedUntil?.toString() ?? null, inARow],
      expiresAt.toString(),
    ],
  )
}

/** Clears the failures of the subject that a success disproves, and makes the origin known. */
export async function saveSuccess(
  tx: Transaction,
  { tenantId, subject, origin }: AttemptKey & { origin: string },
  at: Temporal.Instant,
  expiresAt: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update sign_in_attempts set failures = 0, failed_at = null, locked_until = null, in_a_row = 0
      where tenant_id = $1 and subject = $2 and origin = any($3::text[])`,
    [tenantId, subject, [ALL_ORIGINS, origin]],
  )
  await tx.query(
    `insert into sign_in_attempts (tenant_id, subject, origin, failures, succeeded_at, expires_at)
     values ($1, $2, $3, 0, $4, $5)
     on conflict (tenant_id, subject, origin) do update
        set succeeded_at = excluded.succeeded_at,
            expires_at = greatest(sign_in_attempts.expires_at, excluded.expires_at)`,
    [tenantId, subject, origin, at.toString(), expiresAt.toString()],
  )
}

/** Forgets every failure of the subjects. */
export async function deleteAttempts(tx: Transaction, tenantId: bigint, subjects: readonly string[]): Promise<void> {
  await tx.query('delete from sign_in_attempts where tenant_id = $1 and subject = any($2::text[])', [
    tenantId,
    subjects,
  ])
}

/** The failures of a subject from all origins that still count. */
export async function countFailures(
  db: Connection,
  { tenantId, subject }: Pick<AttemptKey, 'tenantId' | 'subject'>,
  now: Temporal.Instant,
): Promise<number> {
  const row = await db.row<{ failures: number }>(
    'select failures from sign_in_attempts where tenant_id = $1 and subject = $2 and origin = $3 and expires_at > $4',
    [tenantId, subject, ALL_ORIGINS, now.toString()],
  )
  return row?.failures ?? 0
}

/** Counts a failure of a subject that nothing locks, such as a group of addresses. */
export async function addFailure(
  tx: Transaction,
  { tenantId, subject }: Pick<AttemptKey, 'tenantId' | 'subject'>,
  now: Temporal.Instant,
  expiresAt: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into sign_in_attempts (tenant_id, subject, origin, failures, failed_at, expires_at)
     values ($1, $2, $3, 1, $4, $5)
     on conflict (tenant_id, subject, origin) do update
        set failures = case when sign_in_attempts.expires_at > $4 then sign_in_attempts.failures + 1 else 1 end,
            failed_at = $4, expires_at = $5`,
    [tenantId, subject, ALL_ORIGINS, now.toString(), expiresAt.toString()],
  )
}

/** Rows with failures in a row stay: they count until a success. */
export async function deleteExpiredAttempts(tx: Transaction, tenantId: bigint, now: Temporal.Instant): Promise<void> {
  await tx.query('delete from sign_in_attempts where tenant_id = $1 and expires_at <= $2 and in_a_row = 0', [
    tenantId,
    now.toString(),
  ])
}
