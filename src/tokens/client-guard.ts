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
    this.error_description = `there were too many failures with this client_id, it is refused for ${retryAfterSeconds} s, whatever its secret`
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Keeps a key from being guessed at: refuses it for a while after failures, on every node. */
export interface ClientGuard {
  /** Throws `TooManyFailures` while the key is refused from there. */
  check(key: AttemptKey): Promise<void>
  /** Notes how an authentication of a key that exists went. The answer does not wait for it, and so does not tell whether the key exists. */
  note(key: AttemptKey, outcome: 'success' | 'failure'): void
  /** Resolves when everything noted is kept. */
  rest(): Promise<void>
}

/** A key that is used goes on being known without a write for each token. */
const SUCCESS_NOTED_EVERY = { hours: 24 }
/** Notes that wait to be kept; beyond that, which takes a flood from many addresses, they are dropped. */
const MAX_NOTES = 1_000

export function createClientGuard({ db, clock, log }: { db: Database; clock: Clock; log: Log }): ClientGuard {
  /** The last note of each key, after which the next one goes, so that one attempt after another finds what came before. */
  const notes = new Map<string, Promise<void>>()
  const nameOf = ({ tenantId, clientId }: AttemptKey) => `${tenantId} ${clientId}`
  let waiting = 0

  async function keepFailure(key: AttemptKey): Promise<void> {
    const now = clock.now()
    const locked = await db.transaction(async (tx) => {
      const { ofOrigin, ofKey } = await lockAttempts(tx, key, now)
      // Another attempt of the same moment has locked it already.
      if (lockedUntil(ofOrigin, ofKey, now)) return undefined
      const [own, all] = [afterFailure(OF_ORIGIN, ofOrigin?.failures, now), afterFailure(OF_KEY, ofKey, now)]
      const { tenantId, clientId } = key
      await saveFailures(tx, { tenantId, clientId }, all, forgottenAt(all))
      await saveFailures(tx, key, own, forgottenAt(own))
      return own.lockedUntil ?? all.lockedUntil
    })
    const { clientId: client, origin } = key
    if (locked) log.warn({ client, origin, until: locked.toString() }, 'an API key is refused after too many failures')
  }

  async function keepSuccess(key: AttemptKey): Promise<void> {
    const now = clock.now()
    const { ofOrigin } = await db.read((db) => readAttempts(db, key))
    const isFresh =
      ofOrigin?.succeededAt && Temporal.Instant.compare(ofOrigin.succeededAt, now.subtract(SUCCESS_NOTED_EVERY)) > 0
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
      const kept = (notes.get(name) ?? Promise.resolve())
        .then(() => (outcome === 'success' ? keepSuccess(key) : keepFailure(key)))
        .catch((error) => log.warn({ err: error }, 'how a client authenticated could not be kept'))
        .finally(() => {
          waiting--
          if (notes.get(name) === kept) notes.delete(name)
        })
      notes.set(name, kept)
    },
    async rest() {
      await Promise.all(notes.values())
    },
  }
}
