import type { Temporal } from 'temporal-polyfill'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { MAX_ACCESS_TOKEN_SECONDS } from './access-token-claims.ts'
import type { Log } from './log.ts'
import { readAccessVersionsSince, readRevocationsSince, readRevokedClientsSince } from './revocations.store.ts'

/** What a token can be found revoked by. */
export interface RevocableToken {
  client: string
  tokens: readonly string[]
  /** The access version of its client, as it was when the token was issued. */
  accessVersion: number
}

/** `outdated`: it is of an older access version than its client, which may do less than the token says, or has got another secret in a hurry. */
export type Revocation = 'revoked' | 'outdated'

export interface RevocationList {
  /** Why the token is no longer good, as far as this node has read. */
  find(token: RevocableToken): Revocation | undefined
  /** Reads once, when nothing was read yet. */
  ready(): Promise<void>
  /** Reads what was committed before this call. */
  refresh(): Promise<void>
  close(): void
}

export const clientKey = (tenantId: bigint, clientId: string) => `${tenantId} client ${clientId}`
export const tokenKey = (tenantId: bigint, id: string) => `${tenantId} token ${id}`

const REFRESH_INTERVAL_MS = 2_000
/** Each reading goes back beyond the last by this much: for slow commits, and for nodes whose clocks differ. */
const OVERLAP_SECONDS = 60

/** The last token that a client got before it was revoked has ended after this, on every clock. */
const LONGEST_LIFE_SECONDS = MAX_ACCESS_TOKEN_SECONDS + OVERLAP_SECONDS
const lastEndMs = (at: Temporal.Instant) => at.epochMilliseconds + LONGEST_LIFE_SECONDS * 1_000

/** What was revoked, of all institutions, kept in memory and followed by reading what is new every 2 seconds. */
export function createRevocationList({ db, clock, log }: { db: Database; clock: Clock; log: Log }): RevocationList {
  /** Until when each has to be remembered, in milliseconds since 1970. */
  const revoked = new Map<string, number>()
  /** The oldest access version whose tokens are still good. */
  const oldestGood = new Map<string, { accessVersion: number; untilMs: number }>()
  let since = clock.now().subtract({ seconds: LONGEST_LIFE_SECONDS })
  let last: Promise<void> | undefined
  let reading = false

  async function read(): Promise<void> {
    const now = clock.now()
    const [tokens, clients, changed] = await db.read(async (db) => [
      await readRevocationsSince(db, since, now),
      await readRevokedClientsSince(db, since),
      await readAccessVersionsSince(db, since),
    ])
    for (const { tenantId, id, expiresAt } of tokens) revoked.set(tokenKey(tenantId, id), expiresAt.epochMilliseconds)
    for (const { tenantId, clientId, at } of clients) revoked.set(clientKey(tenantId, clientId), lastEndMs(at))
    for (const { tenantId, clientId, accessVersion, at } of changed)
      oldestGood.set(clientKey(tenantId, clientId), { accessVersion: Number(accessVersion), untilMs: lastEndMs(at) })
    const nowMs = now.epochMilliseconds
    for (const [key, untilMs] of revoked) if (untilMs <= nowMs) revoked.delete(key)
    for (const [key, { untilMs }] of oldestGood) if (untilMs <= nowMs) oldestGood.delete(key)
    since = now.subtract({ seconds: OVERLAP_SECONDS })
  }

  /** One after the other: a reading that began before a revocation was committed would miss it. */
  function refresh(): Promise<void> {
    reading = true
    const next = (last ?? Promise.resolve())
      .catch(() => {})
      .then(read)
      .finally(() => {
        if (last === next) reading = false
      })
    last = next
    return next
  }

  const timer = setInterval(() => {
    if (!reading) refresh().catch((error) => log.warn({ err: error }, 'revocations could not be read'))
  }, REFRESH_INTERVAL_MS)
  timer.unref()

  let first: Promise<void> | undefined
  return {
    find({ client, tokens, accessVersion }) {
      if (revoked.size > 0 && (revoked.has(client) || tokens.some((key) => revoked.has(key)))) return 'revoked'
      return (oldestGood.get(client)?.accessVersion ?? 0) > accessVersion ? 'outdated' : undefined
    },
    ready() {
      first ??= refresh().catch((error) => {
        first = undefined
        throw error
      })
      return first
    },
    refresh,
    close: () => clearInterval(timer),
  }
}
