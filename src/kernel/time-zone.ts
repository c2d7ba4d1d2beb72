import { Temporal } from 'temporal-polyfill'

/**
 * Whether the text is the name of an IANA time zone. Temporal also accepts an offset such as
 * -05:00, but it has no daylight saving time.
 */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text)
    return true
  } catch {
    return false
  }
}
