import { Temporal } from 'temporal-polyfill'

/**
 * Tells the time. A use case reads it once, so that everything it decides happens at one moment.
 */
export interface Clock {
  now(): Temporal.Instant
}

/**
 * The machine's clock, in whole milliseconds, so that an instant passes through PostgreSQL
 * (microseconds) and JSON unchanged.
 */
export const systemClock: Clock = {
  now: () => Temporal.Instant.fromEpochMilliseconds(Date.now()),
}

/** A clock that stands still until it is moved, for tests and sandboxes. */
export interface FixedClock extends Clock {
  /**
   * Moves the clock by a duration, `{ hours: 2 }` or `'PT2H'`. A day is 24 hours. Weeks and longer
   * units have no fixed length and are refused.
   */
  advance(duration: Temporal.DurationLike | string): void
  /** Sets the clock to an instant, `2026-07-01T12:00:00Z`, which may be in its past. */
  set(instant: Temporal.Instant | string): void
}

/** A clock fixed at an instant, `2026-07-01T12:00:00Z`. */
export function fixedClock(instant: Temporal.Instant | string): FixedClock {
  let now = Temporal.Instant.from(instant)
  return {
    now: () => now,
    advance: (duration) => {
      now = now.add(Temporal.Duration.from(duration).round({ largestUnit: 'hours' }))
    },
    set: (instant) => {
      now = Temporal.Instant.from(instant)
    },
  }
}

/** The institution's date at that instant. `timeZone` is an IANA name, `America/New_York`. */
export function today(now: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  return now.toZonedDateTimeISO(timeZone).toPlainDate()
}
