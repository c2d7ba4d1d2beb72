import type { Temporal } from 'temporal-polyfill'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import type { MachineTime } from '../kernel/machine-time.ts'
import { MAX_ACCESS_TOKEN_SECONDS } from './access-token-claims.ts'
import type { Log } from './log.ts'
import { readPersonVersionsSince } from './persons.store.ts'
import { createPolledReading, type PolledReading } from './polled-reading.ts'
import { readAccessVersionsSince, readRevocationsSince, readRevokedClientsSince } from './revocations.store.ts'

/** The keys and version by which a token can be found revoked. */
export interface RevocableToken {
  client: string
  tokens: readonly string[]
  /** The access version of its client when the token was issued. */
  accessVersion: number
  /** The person whose token it is, with the person's access version when it was issued. */
  person?: { key: string; accessVersion: number }
}

/**
 * `outdated`: the token has an older access version than its client, because the client lost an
 * entitlement or rotated its secret without an overlap; or than its person, because the user was
 * changed.
 */
export type Revocation = 'revoked' | 'outdated'

export interface RevocationList extends PolledReading {
  /** Why the token is no longer valid, by the revocations this node has read. */
  find(token: RevocableToken): Revocation | undefined
}

export const clientKey = (tenantId: bigint, clientId: string) => `${tenantId} client ${clientId}`
export const personKey = (tenantId: bigint, userId: string) => `${tenantId} person ${userId}`
export const tokenKey = (tenantId: bigint, id: string) => `${tenantId} token ${id}`

/**
 * Each reading overlaps the last one by this much, to cover slow commits and clocks that differ
 * between nodes.
 */
const OVERLAP_SECONDS = 60

/** After this time, the last token a client got before its revocation has ended on every clock. */
const MAX_LIFETIME_SECONDS = MAX_ACCESS_TOKEN_SECONDS + OVERLAP_SECONDS
const lastEndMs = (at: Temporal.Instant) => at.epochMilliseconds + MAX_LIFETIME_SECONDS * 1_000

interface NewRevocations {
  tokens: Awaited<ReturnType<typeof readRevocationsSince>>
  clients: Awaited<ReturnType<typeof readRevokedClientsSince>>
  accessVersions: Awaited<ReturnType<typeof readAccessVersionsSince>>
  personVersions: Awaited<ReturnType<typeof readPersonVersionsSince>>
}

/** Remembers each revocation until the tokens it concerns have ended. */
function createRevocationMemory() {
  /** Until when each revocation must be remembered, in milliseconds since 1970. */
  const revoked = new Map<string, number>()
  /** The oldest access version that is still valid, by client and by person. */
  const oldestValid = new Map<string, { accessVersion: number; untilMs: number }>()
  return {
    add({ tokens, clients, accessVersions, personVersions }: NewRevocations): void {
      for (const { tenantId, id, expiresAt } of tokens) revoked.set(tokenKey(tenantId, id), expiresAt.epochMilliseconds)
      for (const { tenantId, clientId, at } of clients) revoked.set(clientKey(tenantId, clientId), lastEndMs(at))
      for (const { tenantId, clientId, accessVersion, at } of accessVersions)
        oldestValid.set(clientKey(tenantId, clientId), { accessVersion: Number(accessVersion), untilMs: lastEndMs(at) })
      for (const { tenantId, userId, accessVersion, at } of personVersions)
        oldestValid.set(personKey(tenantId, userId), { accessVersion: Number(accessVersion), untilMs: lastEndMs(at) })
    },
    forgetEnded(nowMs: number): void {
      for (const [key, untilMs] of revoked) if (untilMs <= nowMs) revoked.delete(key)
      for (const [key, { untilMs }] of oldestValid) if (untilMs <= nowMs) oldestValid.delete(key)
    },
    find({ client, tokens, accessVersion, person }: RevocableToken): Revocation | undefined {
      if (revoked.size > 0 && (revoked.has(client) || tokens.some((key) => revoked.has(key)))) return 'revoked'
      const isOutdated = (key: string, version: number) => (oldestValid.get(key)?.accessVersion ?? 0) > version
      if (isOutdated(client, accessVersion)) return 'outdated'
      return person && isOutdated(person.key, person.accessVersion) ? 'outdated' : undefined
    },
  }
}

/** The revocations of all institutions, kept in memory and updated every 2 seconds. */
export function createRevocationList({
  db,
  clock,
  log,
  time,
}: {
  db: Database
  clock: Clock
  log: Log
  time?: MachineTime
}): RevocationList {
  const memory = createRevocationMemory()
  let since = clock.now().subtract({ seconds: MAX_LIFETIME_SECONDS })

  async function read(): Promise<void> {
    const now = clock.now()
    const added = await db.read(async (db) => ({
      tokens: await readRevocationsSince(db, since, now),
      clients: await readRevokedClientsSince(db, since),
      accessVersions: await readAccessVersionsSince(db, since),
      personVersions: await readPersonVersionsSince(db, since),
    }))
    memory.add(added)
    memory.forgetEnded(now.epochMilliseconds)
    since = now.subtract({ seconds: OVERLAP_SECONDS })
  }

  return {
    ...createPolledReading(read, { log, failure: 'revocations could not be read', time }),
    find: memory.find,
  }
}
