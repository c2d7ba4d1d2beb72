import { Temporal } from 'temporal-polyfill'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from './log.ts'
import { findRevocationsSince, findRevokedClientsSince } from './revocations.store.ts'

export interface RevocationList {
  /** Whether any of the keys is revoked, as far as this node has read. */
  has(keys: readonly string[]): boolean
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

/** What was revoked, of all institutions, kept in memory and followed by reading what is new every 2 seconds. */
export function createRevocationList({ db, clock, log }: { db: Database; clock: Clock; log: Log }): RevocationList {
  /** Until when each has to be remembered, in milliseconds since 1970. */
  const revoked = new Map<string, number>()
  let since = Temporal.Instant.fromEpochMilliseconds(0)
  let last: Promise<void> | undefined
  let reading = false

  async function read(): Promise<void> {
    const now = clock.now()
    const [tokens, clients] = await db.read(async (tx) => [
      await findRevocationsSince(tx, since, now),
      await findRevokedClientsSince(tx, since),
    ])
    for (const { tenantId, id, expiresAt } of tokens) revoked.set(tokenKey(tenantId, id), expiresAt.epochMilliseconds)
    for (const { tenantId, clientId } of clients) revoked.set(clientKey(tenantId, clientId), Number.POSITIVE_INFINITY)
    for (const [key, untilMs] of revoked) if (untilMs <= now.epochMilliseconds) revoked.delete(key)
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
    has: (keys) => revoked.size > 0 && keys.some((key) => revoked.has(key)),
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
