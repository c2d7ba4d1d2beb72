import type { Temporal } from 'temporal-polyfill'
import type { Clock } from './clock.ts'

/**
 * One moment on both clocks: business time for records, machine time for secrets, keys and tokens.
 */
export interface Moment {
  now: Temporal.Instant
  tokenNow: Temporal.Instant
}

export function momentOf(clocks: { clock: Clock; tokenClock: Clock }): Moment {
  return { now: clocks.clock.now(), tokenNow: clocks.tokenClock.now() }
}

/** The moment with a business time that was read before. */
export function momentAt({ tokenClock }: { tokenClock: Clock }, now: Temporal.Instant): Moment {
  return { now, tokenNow: tokenClock.now() }
}
