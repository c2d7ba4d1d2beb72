import { hash } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import type { Sealer } from '../kernel/sealer.ts'

/** The tokens of a person. They leave the process only sealed, and only to the database. */
export interface Tokens {
  accessToken: string
  refreshToken: string
  /** The grant that both belong to. */
  grantId: string
  /** When the access token ends, in milliseconds since 1970. */
  expiresAt: number
}

export interface ConsoleSession {
  id: string
  userId: string
  tokens: Tokens
  /** The tokens as they are stored: two refreshes never store the same. */
  sealedTokens: Buffer
  signedInAt: Temporal.Instant
  refreshedAt: Temporal.Instant
  steppedUpUntil: Temporal.Instant | null
  idleEndsAt: Temporal.Instant
  endsAt: Temporal.Instant
}

type SessionRow = Omit<ConsoleSession, 'tokens'>

/** More sessions of a person end the oldest. */
const MAX_SESSIONS = 10
/** A refresh takes some milliseconds. One that was cut off delays the next by no more than this. */
const REFRESH_SECONDS = 10

const contextOf = (tenantId: bigint, id: string) => `console_session:${tenantId}:${id}`

/** The cookie itself is not stored: a reader of the database cannot use it. */
const digestOf = (cookie: string) => hash('sha256', cookie, 'base64url')

export async function insertSession(
  tx: Transaction,
  sealer: Sealer,
  { tenantId, cookie, ...session }: Omit<ConsoleSession, 'sealedTokens'> & { tenantId: bigint; cookie: string },
): Promise<void> {
  const { id, userId, tokens, signedInAt, refreshedAt, steppedUpUntil, idleEndsAt, endsAt } = session
  await tx.query(
    `delete from console_sessions where tenant_id = $1 and id in (
       select id from console_sessions where tenant_id = $1 and user_id = $2
        order by signed_in_at desc, id offset ${MAX_SESSIONS - 1})`,
    [tenantId, userId],
  )
  await tx.query(
    `insert into console_sessions (tenant_id, id, user_id, cookie_sha256, sealed_tokens, signed_in_at, refreshed_at,
       stepped_up_until, idle_ends_at, ends_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[tenantId, id, userId, digestOf(cookie), sealer.seal(JSON.stringify(tokens), contextOf(tenantId, id))],
      ...[signedInAt.toString(), refreshedAt.toString(), steppedUpUntil?.toString() ?? null],
      ...[idleEndsAt.toString(), endsAt.toString()],
    ],
  )
}

/** The live session of the browser with this cookie. */
export async function findSession(
  db: Connection,
  sealer: Sealer,
  { tenantId, cookie }: { tenantId: bigint; cookie: string },
  now: Temporal.Instant,
): Promise<ConsoleSession | undefined> {
  const row = await db.row<SessionRow>(
    `select id, user_id, sealed_tokens, signed_in_at, refreshed_at, stepped_up_until, idle_ends_at, ends_at
       from console_sessions where tenant_id = $1 and cookie_sha256 = $2 and idle_ends_at > $3`,
    [tenantId, digestOf(cookie), now.toString()],
  )
  if (!row) return undefined
  const opened = sealer.open(row.sealedTokens, contextOf(tenantId, row.id))
  return { ...row, tokens: JSON.parse(opened.toString()) as Tokens }
}

/**
 * Whether the caller is the one that refreshes the tokens now. A refresh token works once, and its
 * second use would end the grant.
 */
export async function beginRefresh(
  tx: Transaction,
  { tenantId, id, sealedTokens }: { tenantId: bigint } & Pick<ConsoleSession, 'id' | 'sealedTokens'>,
  now: Temporal.Instant,
): Promise<boolean> {
  const taken = await tx.query(
    `update console_sessions set refreshing_until = $3
      where tenant_id = $1 and id = $2 and sealed_tokens = $4
        and (refreshing_until is null or refreshing_until <= $5)
     returning id`,
    [tenantId, id, now.add({ seconds: REFRESH_SECONDS }).toString(), sealedTokens, now.toString()],
  )
  return taken.length > 0
}

/** Keeps the new tokens: the session was used, and lasts longer, but never beyond its end. */
export async function endRefresh(
  tx: Transaction,
  sealer: Sealer,
  { tenantId, id, tokens, idleSeconds }: { tenantId: bigint; id: string; tokens: Tokens; idleSeconds: number },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update console_sessions set sealed_tokens = $3, refreshed_at = $4, refreshing_until = null,
       idle_ends_at = least($5, ends_at)
     where tenant_id = $1 and id = $2`,
    [
      ...[tenantId, id, sealer.seal(JSON.stringify(tokens), contextOf(tenantId, id)), now.toString()],
      now.add({ seconds: idleSeconds }).toString(),
    ],
  )
}

export async function deleteSession(
  tx: Transaction,
  { tenantId, id }: { tenantId: bigint; id: string },
): Promise<void> {
  await tx.query('delete from console_sessions where tenant_id = $1 and id = $2', [tenantId, id])
}

export async function deleteSessionsOfUser(
  tx: Transaction,
  { tenantId, userId }: { tenantId: bigint; userId: string },
): Promise<void> {
  await tx.query('delete from console_sessions where tenant_id = $1 and user_id = $2', [tenantId, userId])
}

export async function deleteEndedSessions(tx: Transaction, tenantId: bigint, now: Temporal.Instant): Promise<void> {
  await tx.query('delete from console_sessions where tenant_id = $1 and idle_ends_at <= $2', [tenantId, now.toString()])
}
