import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import type { AttemptsOfOrigin, Failures } from './lockout.ts'

/** The row for all origins together. */
const ALL_ORIGINS = ''

export interface AttemptKey {
  tenantId: bigint
  clientId: string
  /** The caller's network, as networkOf in kernel/network-of.ts gives it. */
  origin: string
}

export interface Attempts {
  ofOrigin: AttemptsOfOrigin | undefined
  ofKey: Failures | undefined
}

interface Row {
  origin: string
  failures: number
  failedAt: Temporal.Instant | null
  lockedUntil: Temporal.Instant | null
  succeededAt: Temporal.Instant | null
}

const COLUMNS = `origin, failures, failed_at, locked_until, succeeded_at`

export async function readAttempts(db: Connection, { tenantId, clientId, origin }: AttemptKey): Promise<Attempts> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from client_attempts where tenant_id = $1 and client_id = $2 and origin = any($3::text[])`,
    [tenantId, clientId, [ALL_ORIGINS, origin]],
  )
  return attemptsOf(rows, origin)
}

/**
 * Locks the rows of the key and the origin until the transaction ends, so that concurrent failures
 * are all counted.
 */
export async function lockAttempts(
  tx: Transaction,
  { tenantId, clientId, origin }: AttemptKey,
  now: Temporal.Instant,
): Promise<Attempts> {
  await tx.query(
    `insert into client_attempts (tenant_id, client_id, origin, failures, expires_at) values ($1, $2, $3, 0, $4)
     on conflict (tenant_id, client_id, origin) do nothing`,
    [tenantId, clientId, ALL_ORIGINS, now.toString()],
  )
  const lock = (of: string) =>
    tx.query<Row>(
      `select ${COLUMNS} from client_attempts where tenant_id = $1 and client_id = $2 and origin = $3 for update`,
      [tenantId, clientId, of],
    )
  const all = await lock(ALL_ORIGINS)
  // Its own statement: the one that waited does not see a row added while it waited.
  const own = await lock(origin)
  return attemptsOf([...all, ...own], origin)
}

function attemptsOf(rows: readonly Row[], origin: string): Attempts {
  const [own, all] = [origin, ALL_ORIGINS].map((wanted) => rows.find((row) => row.origin === wanted))
  return {
    ofOrigin: own && { failures: failuresOf(own), succeededAt: own.succeededAt },
    ofKey: all && failuresOf(all),
  }
}

function failuresOf({ failures, failedAt, lockedUntil }: Row): Failures | undefined {
  return failedAt ? { count: failures, lastAt: failedAt, lockedUntil } : undefined
}

/** Saves the failures of the origin or, without one, of the key. */
export async function saveFailures(
  tx: Transaction,
  { tenantId, clientId, origin = ALL_ORIGINS }: Omit<AttemptKey, 'origin'> & { origin?: string },
  { count, lastAt, lockedUntil }: Failures,
  expiresAt: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into client_attempts (tenant_id, client_id, origin, failures, failed_at, locked_until, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id, client_id, origin) do update
        set failures = excluded.failures, failed_at = excluded.failed_at, locked_until = excluded.locked_until,
            expires_at = greatest(client_attempts.expires_at, excluded.expires_at)`,
    [tenantId, clientId, origin, count, lastAt.toString(), lockedUntil?.toString() ?? null, expiresAt.toString()],
  )
}

/** Makes the origin known and clears its failures. */
export async function saveSuccess(
  tx: Transaction,
  { tenantId, clientId, origin }: AttemptKey,
  at: Temporal.Instant,
  expiresAt: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into client_attempts (tenant_id, client_id, origin, failures, succeeded_at, expires_at)
     values ($1, $2, $3, 0, $4, $5)
     on conflict (tenant_id, client_id, origin) do update
        set failures = 0, failed_at = null, locked_until = null, succeeded_at = excluded.succeeded_at,
            expires_at = excluded.expires_at`,
    [tenantId, clientId, origin, at.toString(), expiresAt.toString()],
  )
}

/** Keeps a known origin known, with its failures and its lock. */
export async function renewSuccess(
  tx: Transaction,
  { tenantId, clientId, origin }: AttemptKey,
  at: Temporal.Instant,
  expiresAt: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update client_attempts set succeeded_at = $4, expires_at = greatest(expires_at, $5)
      where tenant_id = $1 and client_id = $2 and origin = $3`,
    [tenantId, clientId, origin, at.toString(), expiresAt.toString()],
  )
}

/** Unlocks the key for all origins. Known origins stay known. */
export async function forgetFailures(tx: Transaction, tenantId: bigint, clientId: string): Promise<void> {
  await tx.query(
    `update client_attempts set failures = 0, failed_at = null, locked_until = null
      where tenant_id = $1 and client_id = $2`,
    [tenantId, clientId],
  )
}

export async function deleteExpiredAttempts(tx: Transaction, tenantId: bigint, now: Temporal.Instant): Promise<void> {
  await tx.query(`delete from client_attempts where tenant_id = $1 and expires_at <= $2`, [tenantId, now.toString()])
}
