import { errors } from 'oidc-provider'
import { Temporal } from 'temporal-polyfill'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import {
  type AttemptKey,
  lockAttempts,
  readAttempts,
  renewSuccess,
  saveFailures,
  saveSuccess,
} from './client-attempts.store.ts'
import { afterFailure, forgottenAt, knownUntil, lockOf, OF_KEY, OF_ORIGIN } from './lockout.ts'
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

/** One token request and its reply. */
interface Exchange {
  set(header: string, value: string): void
}

/** Protects keys from guessing: after failures, locks a key for a while on every node. */
export interface ClientGuard {
  /**
   * Throws `TooManyFailures` while the key is locked for this origin, unless the right secret is
   * still admitted from there: then `settle` decides.
   */
  check(key: AttemptKey, exchange: Exchange): Promise<void>
  /**
   * Decides on the secret of an existing key, and records the outcome. The reply does not wait for
   * the record, so its timing does not reveal whether the key exists. Throws `TooManyFailures` for
   * a wrong secret during a lock, which is not counted.
   */
  settle(key: AttemptKey, exchange: Exchange, isRight: boolean): void
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

/** Writes the outcomes of authentications. */
function createOutcomeStore({ db, clock, log }: { db: Database; clock: Clock; log: Log }) {
  async function storeFailure(key: AttemptKey): Promise<void> {
    const now = clock.now()
    const locked = await db.transaction(async (tx) => {
      const { ofOrigin, ofKey } = await lockAttempts(tx, key, now)
      // A concurrent attempt has locked the key already.
      if (lockOf(ofOrigin, ofKey, now)) return undefined
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

  /** A success clears the failures of its origin, but not during their lock. */
  async function storeSuccess(key: AttemptKey, isLocked: boolean): Promise<void> {
    const now = clock.now()
    const { ofOrigin } = await db.read((db) => readAttempts(db, key))
    const isFresh =
      ofOrigin?.succeededAt && Temporal.Instant.compare(ofOrigin.succeededAt, now.subtract(SUCCESS_NOTE_INTERVAL)) > 0
    if (isFresh && (isLocked || !ofOrigin.failures)) return
    const save = isLocked ? renewSuccess : saveSuccess
    await db.transaction((tx) => save(tx, key, now, knownUntil(now)))
  }

  return { storeFailure, storeSuccess }
}

export function createClientGuard({ db, clock, log }: { db: Database; clock: Clock; log: Log }): ClientGuard {
  /**
   * The latest note of each key. The next note waits for it, so that each attempt sees the ones
   * before it.
   */
  const notes = new Map<string, Promise<void>>()
  /** The locks of exchanges whose secret is still to be compared. */
  const locks = new WeakMap<Exchange, TooManyFailures>()
  const nameOf = ({ tenantId, clientId }: AttemptKey) => `${tenantId} ${clientId}`
  let waiting = 0

  const { storeFailure, storeSuccess } = createOutcomeStore({ db, clock, log })

  function note(key: AttemptKey, store: () => Promise<void>): void {
    if (waiting >= MAX_NOTES) return
    const name = nameOf(key)
    waiting++
    const stored = (notes.get(name) ?? Promise.resolve())
      .then(store)
      .catch((error) => log.warn({ err: error }, 'the outcome of a client authentication could not be stored'))
      .finally(() => {
        waiting--
        if (notes.get(name) === stored) notes.delete(name)
      })
    notes.set(name, stored)
  }

  return {
    async check(key, exchange) {
      await notes.get(nameOf(key))
      const now = clock.now()
      const { ofOrigin, ofKey } = await db.read((db) => readAttempts(db, key))
      const lock = lockOf(ofOrigin, ofKey, now)
      if (!lock) return
      const refused = new TooManyFailures(Math.ceil(lock.until.since(now).total('seconds')))
      if (!lock.admitsRightSecret) throw refusal(exchange, refused)
      locks.set(exchange, refused)
    },
    settle(key, exchange, isRight) {
      const lock = locks.get(exchange)
      if (lock && !isRight) throw refusal(exchange, lock)
      note(key, () => (isRight ? storeSuccess(key, lock !== undefined) : storeFailure(key)))
    },
    async rest() {
      await Promise.all(notes.values())
    },
  }
}

function refusal(exchange: Exchange, refused: TooManyFailures): TooManyFailures {
  exchange.set('Retry-After', String(refused.retryAfterSeconds))
  return refused
}
