import { Temporal } from 'temporal-polyfill'

/** Failed authentications of one key, from one origin or from all origins together. */
export interface Failures {
  count: number
  lastAt: Temporal.Instant
  lockedUntil: Temporal.Instant | null
}

export interface LockoutRule {
  /** The number of failures that locks; each failure after a lock doubles the next lock. */
  locksAtFailures: number
  firstLockSeconds: number
  longestLockSeconds: number
}

/** One origin: a program with a wrong secret, or someone guessing. */
export const OF_ORIGIN: LockoutRule = { locksAtFailures: 5, firstLockSeconds: 30, longestLockSeconds: 900 }
/** All origins together, because an attacker with many origins guesses a little from each. */
export const OF_KEY: LockoutRule = { locksAtFailures: 100, firstLockSeconds: 30, longestLockSeconds: 900 }

const FORGOTTEN_AFTER_SECONDS = 3_600
/** An origin from which the key was used within this time is known. */
const KNOWN_FOR_SECONDS = 30 * 86_400

/**
 * The failures after one more. Failures during a lock do not count: they were sent before it began.
 */
export function afterFailure(rule: LockoutRule, before: Failures | undefined, now: Temporal.Instant): Failures {
  if (before && isAfter(before.lockedUntil, now)) return before
  const count = before && isAfter(forgottenAt(before), now) ? before.count + 1 : 1
  return {
    count,
    lastAt: now,
    lockedUntil: count < rule.locksAtFailures ? null : now.add({ seconds: lockSeconds(rule, count) }),
  }
}

function lockSeconds({ locksAtFailures, firstLockSeconds, longestLockSeconds }: LockoutRule, count: number): number {
  return Math.min(firstLockSeconds * 2 ** (count - locksAtFailures), longestLockSeconds)
}

/** When the failures no longer count. */
export function forgottenAt({ lastAt, lockedUntil }: Failures): Temporal.Instant {
  return (lockedUntil ?? lastAt).add({ seconds: FORGOTTEN_AFTER_SECONDS })
}

/** Until when an origin is known after a success. */
export function knownUntil(succeededAt: Temporal.Instant): Temporal.Instant {
  return succeededAt.add({ seconds: KNOWN_FOR_SECONDS })
}

export interface AttemptsOfOrigin {
  failures: Failures | undefined
  succeededAt: Temporal.Instant | null
}

export interface Lock {
  until: Temporal.Instant
  /**
   * Whether the right secret still works, because the key was used from this origin lately. A
   * stranger who shares the origin, such as a proxy, then cannot lock the client out.
   */
  admitsRightSecret: boolean
}

/**
 * The lock of a key for an origin; undefined if it is not locked. Failures from other origins do
 * not lock a known origin, so nobody can lock a client out of its usual place.
 */
export function lockOf(
  origin: AttemptsOfOrigin | undefined,
  ofKey: Failures | undefined,
  now: Temporal.Instant,
): Lock | undefined {
  const known = isKnown(origin, now)
  const locks = [origin?.failures?.lockedUntil, known ? undefined : ofKey?.lockedUntil]
  const until = locks.find((lock): lock is Temporal.Instant => isAfter(lock, now))
  return until && { until, admitsRightSecret: known }
}

/** Whether there was a success from the origin lately. */
export function isKnown(origin: AttemptsOfOrigin | undefined, now: Temporal.Instant): boolean {
  return origin?.succeededAt ? isAfter(knownUntil(origin.succeededAt), now) : false
}

function isAfter(instant: Temporal.Instant | null | undefined, now: Temporal.Instant): boolean {
  return instant ? Temporal.Instant.compare(instant, now) > 0 : false
}
