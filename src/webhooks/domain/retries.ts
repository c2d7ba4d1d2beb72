/** How long delivery of an event is attempted, counted from the first attempt. */
export const TRIED_FOR_MS = 3 * 24 * 3_600_000
/** A webhook that accepts nothing for this long is disabled. */
export const DISABLED_AFTER_MS = 5 * 24 * 3_600_000
/**
 * After an outage of at least this length, waiting deliveries are retried at once; a single failure
 * is not an outage.
 */
export const OUTAGE_MS = 60_000

const INITIAL_WAIT_MS = 5_000
const MAX_WAIT_MS = 3_600_000

export interface Attempts {
  /** The number of attempts, including the one that just failed. */
  count: number
  firstMs: number
  nowMs: number
}

/**
 * The wait in milliseconds after a failed attempt; undefined after the last one. Waits double from
 * five seconds to an hour. A random part of up to half of each wait keeps deliveries that failed
 * together from retrying together. A receiver may ask for a longer wait of up to an hour.
 * @param chance from 0 to 1
 */
export function nextWait({ count, firstMs, nowMs }: Attempts, chance: number, retryAfterMs = 0): number | undefined {
  const left = firstMs + TRIED_FOR_MS - nowMs
  if (left <= 0) return undefined
  const whole = Math.min(INITIAL_WAIT_MS * 2 ** Math.min(count - 1, 30), MAX_WAIT_MS)
  const wait = Math.round(whole * (1 - chance / 2))
  // The last attempt is exactly at the end of the three days.
  return Math.min(Math.max(wait, Math.min(retryAfterMs, MAX_WAIT_MS)), left)
}
