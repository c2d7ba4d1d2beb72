import { randomUUID } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRevocation } from './revocations.store.ts'
import { deleteTokenRecordsOfGrant } from './token-records.store.ts'

/** A session as the token service keeps it. */
export interface StoredSession {
  userId: string
  credentials: string
  payload: SessionPayload
}

export interface SessionPayload {
  uid?: string
  accountId?: string
  loginTs?: number
  authorizations?: Readonly<Record<string, { grantId?: string }>>
}

interface SessionUse extends Omit<StoredSession, 'credentials'> {
  tenantId: bigint
  handle: string
  cookieSha256: string
  address: string
  userAgent: string
  session: { idleSeconds: number; maxSeconds: number }
}

/**
 * Starts the session of a person who has just signed in, or continues that of the same person: it
 * never lasts beyond its end.
 */
export async function startSession(
  tx: Transaction,
  use: SessionUse & { credentials: string },
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId, userId, handle, credentials, cookieSha256, payload, address, userAgent, session } = use
  const idleSeconds = Math.min(session.idleSeconds, session.maxSeconds)
  await tx.query(
    `insert into person_sessions (tenant_id, id, user_id, handle, credentials, cookie_sha256, payload, address, user_agent,
       started_at, last_used_at, idle_ends_at, ends_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12)
     on conflict (tenant_id, handle) do update set credentials = excluded.credentials,
       cookie_sha256 = excluded.cookie_sha256, payload = excluded.payload, address = excluded.address,
       user_agent = excluded.user_agent, last_used_at = excluded.last_used_at,
       idle_ends_at = least(excluded.idle_ends_at, person_sessions.ends_at)
     where person_sessions.user_id = excluded.user_id`,
    [
      ...[tenantId, randomUUID(), userId, handle, credentials, cookieSha256, JSON.stringify(payload)],
      ...[address, userAgent, now.toString(), now.add({ seconds: idleSeconds }).toString()],
      now.add({ seconds: session.maxSeconds }).toString(),
    ],
  )
}

/**
 * Notes that the session was used: it lasts longer, but never beyond its end. One that has ended
 * since the request read it stays ended.
 */
export async function useSession(tx: Transaction, use: SessionUse, now: Temporal.Instant): Promise<void> {
  const { tenantId, userId, handle, cookieSha256, payload, address, userAgent, session } = use
  await tx.query(
    `update person_sessions set cookie_sha256 = $4, payload = $5, address = $6, user_agent = $7, last_used_at = $8,
       idle_ends_at = least($9, ends_at)
     where tenant_id = $1 and handle = $2 and user_id = $3 and idle_ends_at > $8`,
    [
      ...[tenantId, handle, userId, cookieSha256, JSON.stringify(payload), address, userAgent, now.toString()],
      now.add({ seconds: session.idleSeconds }).toString(),
    ],
  )
}

/** The live session with this cookie, or with this handle. */
export async function findSession(
  db: Connection,
  { tenantId, ...named }: { tenantId: bigint } & ({ cookieSha256: string } | { handle: string }),
  now: Temporal.Instant,
): Promise<StoredSession | undefined> {
  const [column, value] = 'handle' in named ? ['handle', named.handle] : ['cookie_sha256', named.cookieSha256]
  return db.row<StoredSession>(
    `select user_id, credentials, payload from person_sessions
      where tenant_id = $1 and ${column} = $2 and idle_ends_at > $3`,
    [tenantId, value, now.toString()],
  )
}

/** Notes that a client refreshed the tokens of the session. */
export async function touchSession(
  tx: Transaction,
  { tenantId, handle, idleSeconds }: { tenantId: bigint; handle: string; idleSeconds: number },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update person_sessions set last_used_at = $3, idle_ends_at = least($4, ends_at)
      where tenant_id = $1 and handle = $2 and idle_ends_at > $3`,
    [tenantId, handle, now.toString(), now.add({ seconds: idleSeconds }).toString()],
  )
}

const grantsOf = ({ authorizations = {} }: SessionPayload): string[] =>
  Object.values(authorizations).flatMap(({ grantId }) => grantId ?? [])

/** Which sessions of an institution end: one by its name, or all of a user. */
export type SessionsToEnd = { tenantId: bigint } & (
  | { id: string; userId: string }
  | { userId: string }
  | { handle: string }
  | { cookieSha256: string }
)

/**
 * Ends sessions with their tokens: refresh tokens at once, access tokens on every node within
 * seconds. Returns how many ended.
 */
export async function endSessions(
  tx: Transaction,
  { tenantId, ...named }: SessionsToEnd,
  { tokenSeconds, now }: { tokenSeconds: number; now: Temporal.Instant },
): Promise<number> {
  const columns = { id: 'id', userId: 'user_id', handle: 'handle', cookieSha256: 'cookie_sha256' }
  const conditions = Object.keys(named).map((name, at) => `${columns[name as keyof typeof columns]} = $${at + 2}`)
  const ended = await tx.query<{ payload: SessionPayload }>(
    `delete from person_sessions where tenant_id = $1 and ${conditions.join(' and ')} returning payload`,
    [tenantId, ...Object.values(named)],
  )
  for (const grantId of ended.flatMap(({ payload }) => grantsOf(payload)))
    await endGrant(tx, { tenantId, grantId, tokenSeconds }, now)
  return ended.length
}

/** A session as its person sees it. */
export interface ShownSession {
  id: string
  address: string
  userAgent: string
  startedAt: Temporal.Instant
  lastUsedAt: Temporal.Instant
  /** Whether the grant was made in this session. */
  isOfGrant: boolean
}

/** More are not shown; signing out everywhere ends those, too. */
const MAX_SHOWN = 50

/** The live sessions of a user, the last used first. */
export async function listSessions(
  db: Connection,
  { tenantId, userId, clientId, grantId }: { tenantId: bigint; userId: string; clientId: string; grantId: string },
  now: Temporal.Instant,
): Promise<ShownSession[]> {
  return db.query<ShownSession>(
    `select id, address, user_agent, started_at, last_used_at,
       coalesce(payload->'authorizations'->$3::text->>'grantId' = $4, false) as is_of_grant
     from person_sessions where tenant_id = $1 and user_id = $2 and idle_ends_at > $5
     order by last_used_at desc, id limit ${MAX_SHOWN}`,
    [tenantId, userId, clientId, grantId, now.toString()],
  )
}

/**
 * Ends the session from which a client has a grant, with the tokens of all its clients. Without the
 * session, the grant has ended, too.
 */
export async function endSessionOfGrant(
  tx: Transaction,
  { tenantId, userId, clientId, grantId }: { tenantId: bigint; userId: string; clientId: string; grantId: string },
  ending: { tokenSeconds: number; now: Temporal.Instant },
): Promise<void> {
  const sessions = await tx.query<{ handle: string }>(
    `select handle from person_sessions
      where tenant_id = $1 and user_id = $2 and payload->'authorizations'->$3::text->>'grantId' = $4`,
    [tenantId, userId, clientId, grantId],
  )
  for (const { handle } of sessions) await endSessions(tx, { tenantId, handle }, ending)
  await endGrant(tx, { tenantId, grantId, tokenSeconds: ending.tokenSeconds }, ending.now)
}

/** Ends the sessions of users whose tokens end as well. Refresh tokens end with their session. */
export async function deleteSessionsOf(tx: Transaction, tenantId: bigint, userIds: readonly string[]): Promise<void> {
  await tx.query('delete from person_sessions where tenant_id = $1 and user_id = any($2::uuid[])', [tenantId, userIds])
}

/** A request in progress when the grant ends may still issue a token of it. */
const REVOCATION_MARGIN_SECONDS = 60

/**
 * Ends a grant: deletes its refresh tokens and revokes its access tokens (RFC 7009 section 2.1).
 */
export async function endGrant(
  tx: Transaction,
  { tenantId, grantId, tokenSeconds }: { tenantId: bigint; grantId: string; tokenSeconds: number },
  now: Temporal.Instant,
): Promise<void> {
  await deleteTokenRecordsOfGrant(tx, tenantId, grantId)
  const expiresAt = now.add({ seconds: tokenSeconds + REVOCATION_MARGIN_SECONDS })
  await insertRevocation(tx, { tenantId, id: grantId, expiresAt }, now)
}

export async function deleteExpiredSessions(tx: Transaction, tenantId: bigint, now: Temporal.Instant): Promise<void> {
  await tx.query('delete from person_sessions where tenant_id = $1 and idle_ends_at <= $2', [tenantId, now.toString()])
}
