import { Temporal } from 'temporal-polyfill'

/** Failures to authenticate with one key, from one origin or from all of them together. */
export interface Failures {
  count: number
  lastAt: Temporal.Instant
  lockedUntil: Temporal.Instant | null
}

export interface LockoutRule {
  /** The failure that locks; each one after its lock locks for twice as long. */
  locksAt: number
  firstLockSeconds: number
  longestLockSeconds: number
}

/** One origin: a program with a wrong secret, or somebody who guesses. */
export const OF_ORIGIN: LockoutRule = { locksAt: 5, firstLockSeconds: 30, longestLockSeconds: 900 }
/** All origins together, because whoever has many of them guesses a little from each. */
export const OF_KEY: LockoutRule = { locksAt: 100, firstLockSeconds: 30, longestLockSeconds: 900 }

const FORGOTTEN_AFTER_SECONDS = 3_600
/** An origin the key was used from within this time is known. */
const KNOWN_FOR_SECONDS = 30 * 86_400

/** What there is after one more failure. While a lock lasts failures do not add to it: they were on their way when it began. */
export function afterFailure(rule: LockoutRule, before: Failures | undefined, now: Temporal.Instant): Failures {
  if (before && isAfter(before.lockedUntil, now)) return before
  const count = before && isAfter(forgottenAt(before), now) ? before.count + 1 : 1
  return {
    count,
    lastAt: now,
    lockedUntil: count < rule.locksAt ? null : now.add({ seconds: lockSeconds(rule, count) }),
  }
}

function lockSeconds({ locksAt, firstLockSeconds, longestLockSeconds }: LockoutRule, count: number): number {
  return Math.min(firstLockSeconds * 2 ** (count - locksAt), longestLockSeconds)
}

/** When the failures no longer count. */
export function forgottenAt({ lastAt, lockedUntil }: Failures): Temporal.Instant {
  return (lockedUntil ?? lastAt).add({ seconds: FORGOTTEN_AFTER_SECONDS })
}

/** Until when an origin is known in which the key was used. */
export function knownUntil(succeededAt: Temporal.Instant): Temporal.Instant {
  return succeededAt.add({ seconds: KNOWN_FOR_SECONDS })
}

export interface AttemptsOfOrigin {
  failures: Failures | undefined
  succeededAt: Temporal.Instant | null
}

/**
 * Until when a key is refused from an origin, with whatever secret; undefined where it may try. What others do from elsewhere does not touch an
 * origin that is known, so that nobody can lock a client out of where it works.
 */
export function lockedUntil(
  origin: AttemptsOfOrigin | undefined,
  ofKey: Failures | undefined,
  now: Temporal.Instant,
): Temporal.Instant | undefined {
  const isKnown = origin?.succeededAt ? isAfter(knownUntil(origin.succeededAt), now) : false
  const locks = [origin?.failures?.lockedUntil, isKnown ? undefined : ofKey?.lockedUntil]
  return locks.find((lock): lock is Temporal.Instant => isAfter(lock, now))
}

function isAfter(instant: Temporal.Instant | null | undefined, now: Temporal.Instant): boolean {
  return instant ? Temporal.Instant.compare(instant, now) > 0 : false
}
