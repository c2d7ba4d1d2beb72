/** For how long an event is tried, from its first attempt on. */
export const TRIED_FOR_MS = 3 * 24 * 3_600_000
/** A webhook that has accepted nothing for so long is disabled. */
export const DISABLED_AFTER_MS = 5 * 24 * 3_600_000
/** What waits is tried at once when a webhook accepts again after an outage of at least that length; a single slip is no outage. */
export const OUTAGE_MS = 60_000

const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 3_600_000

export interface Attempts {
  /** How many there were, the one that failed now included. */
  count: number
  firstMs: number
  nowMs: number
}

/**
 * How long to wait after a failed attempt, or undefined where it was the last one. The waits double from five seconds up to an hour; up to half of
 * each is left to chance, so that what failed together does not come back together. A receiver may ask for a longer wait, of an hour at the most.
 * @param chance from 0 to 1
 */
export function nextWait({ count, firstMs, nowMs }: Attempts, chance: number, retryAfterMs = 0): number | undefined {
  const left = firstMs + TRIED_FOR_MS - nowMs
  if (left <= 0) return undefined
  const whole = Math.min(FIRST_WAIT_MS * 2 ** Math.min(count - 1, 30), LONGEST_WAIT_MS)
  const wait = Math.round(whole * (1 - chance / 2))
  // The last attempt is at the end of the three days, not some time before.
  return Math.min(Math.max(wait, Math.min(retryAfterMs, LONGEST_WAIT_MS)), left)
}
