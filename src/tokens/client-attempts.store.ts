import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import type { AttemptsOfOrigin, Failures } from './lockout.ts'

/** All origins together. */
const ALL = ''

export interface AttemptKey {
  tenantId: bigint
  clientId: string
  /** Where from, as networkOf of kernel/network-of.ts says it. */
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
    [tenantId, clientId, [ALL, origin]],
  )
  return attemptsOf(rows, origin)
}

/** Locks the rows of the key and of the origin until the transaction ends, so that failures at the same moment are all counted. */
export async function lockAttempts(
  tx: Transaction,
  { tenantId, clientId, origin }: AttemptKey,
  now: Temporal.Instant,
): Promise<Attempts> {
  await tx.query(
    `insert into client_attempts (tenant_id, client_id, origin, failures, expires_at) values ($1, $2, $3, 0, $4)
     on conflict (tenant_id, client_id, origin) do nothing`,
    [tenantId, clientId, ALL, now.toString()],
  )
  const rows = await tx.query<Row>(
    `select ${COLUMNS} from client_attempts where tenant_id = $1 and client_id = $2 and origin = any($3::text[])
   order by origin for update`,
    [tenantId, clientId, [ALL, origin]],
  )
  return attemptsOf(rows, origin)
}

function attemptsOf(rows: readonly Row[], origin: string): Attempts {
  const [own, all] = [origin, ALL].map((wanted) => rows.find((row) => row.origin === wanted))
  return {
    ofOrigin: own && { failures: failuresOf(own), succeededAt: own.succeededAt },
    ofKey: all && failuresOf(all),
  }
}

function failuresOf({ failures, failedAt, lockedUntil }: Row): Failures | undefined {
  return failedAt ? { count: failures, lastAt: failedAt, lockedUntil } : undefined
}

/** Of the origin, or of the key where none is given. */
export async function saveFailures(
  tx: Transaction,
  { tenantId, clientId, origin = ALL }: Omit<AttemptKey, 'origin'> & { origin?: string },
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

/** The origin is known from now on, and its failures are forgotten. */
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

/** Unlocks the key everywhere; where it was used from stays known. */
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
