import { errors } from 'oidc-provider'
import { Temporal } from 'temporal-polyfill'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { type AttemptKey, lockAttempts, readAttempts, saveFailures, saveSuccess } from './client-attempts.store.ts'
import { afterFailure, forgottenAt, knownUntil, lockedUntil, OF_KEY, OF_ORIGIN } from './lockout.ts'
import type { Log } from './log.ts'

/** RFC 6585 section 4, in the form of RFC 6749 section 5.2. */
export class TooManyFailures extends errors.OIDCProviderError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(429, 'too_many_requests')
    this.error_description = `too many failed authentications with this client_id; it is locked for ${retryAfterSeconds} s`
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Protects keys from guessing: after failures, locks a key for a while on every node. */
export interface ClientGuard {
  /** Throws `TooManyFailures` while the key is locked for this origin. */
  check(key: AttemptKey): Promise<void>
  /**
   * Records the outcome of authenticating an existing key. The reply does not wait for it, so its
   * timing does not reveal whether the key exists.
   */
  note(key: AttemptKey, outcome: 'success' | 'failure'): void
  /** Resolves when every recorded outcome is stored. */
  rest(): Promise<void>
}

/** A success is stored at most this often, so that a key in use costs no write per token. */
const SUCCESS_NOTE_INTERVAL = { hours: 24 }
/**
 * The most outcomes that wait to be stored. Only a flood from many addresses exceeds it; the excess
 * is dropped.
 */
const MAX_NOTES = 1_000

export function createClientGuard({ db, clock, log }: { db: Database; clock: Clock; log: Log }): ClientGuard {
  /**
   * The latest note of each key. The next note waits for it, so that each attempt sees the ones
   * before it.
   */
  const notes = new Map<string, Promise<void>>()
  const nameOf = ({ tenantId, clientId }: AttemptKey) => `${tenantId} ${clientId}`
  let waiting = 0

  async function storeFailure(key: AttemptKey): Promise<void> {
    const now = clock.now()
    const locked = await db.transaction(async (tx) => {
      const { ofOrigin, ofKey } = await lockAttempts(tx, key, now)
      // A concurrent attempt has locked the key already.
      if (lockedUntil(ofOrigin, ofKey, now)) return undefined
      const [own, all] = [afterFailure(OF_ORIGIN, ofOrigin?.failures, now), afterFailure(OF_KEY, ofKey, now)]
      const { tenantId, clientId } = key
      await saveFailures(tx, { tenantId, clientId }, all, forgottenAt(all))
      await saveFailures(tx, key, own, forgottenAt(own))
      return own.lockedUntil ?? all.lockedUntil
    })
    const { clientId: client, origin } = key
    if (locked)
      log.warn({ client, origin, until: locked.toString() }, 'API key locked after too many failed authentications')
  }

  async function storeSuccess(key: AttemptKey): Promise<void> {
    const now = clock.now()
    const { ofOrigin } = await db.read((db) => readAttempts(db, key))
    const isFresh =
      ofOrigin?.succeededAt && Temporal.Instant.compare(ofOrigin.succeededAt, now.subtract(SUCCESS_NOTE_INTERVAL)) > 0
    if (isFresh && !ofOrigin.failures) return
    await db.transaction((tx) => saveSuccess(tx, key, now, knownUntil(now)))
  }

  return {
    async check(key) {
      await notes.get(nameOf(key))
      const now = clock.now()
      const { ofOrigin, ofKey } = await db.read((db) => readAttempts(db, key))
      const until = lockedUntil(ofOrigin, ofKey, now)
      if (until) throw new TooManyFailures(Math.ceil(until.since(now).total('seconds')))
    },
    note(key, outcome) {
      if (waiting >= MAX_NOTES) return
      const name = nameOf(key)
      waiting++
      const stored = (notes.get(name) ?? Promise.resolve())
        .then(() => (outcome === 'success' ? storeSuccess(key) : storeFailure(key)))
        .catch((error) => log.warn({ err: error }, 'the outcome of a client authentication could not be stored'))
        .finally(() => {
          waiting--
          if (notes.get(name) === stored) notes.delete(name)
        })
      notes.set(name, stored)
    },
    async rest() {
      await Promise.all(notes.values())
    },
  }
}
