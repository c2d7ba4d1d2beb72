import { Temporal } from 'temporal-polyfill'
import type { Institution } from '../institution/institution.ts'

/**
 * The moment from which a contract can no longer be drawn: the start of the day after its value
 * date (yyyy-mm-dd) in the institution's time zone.
 */
export function expiryOf({ timeZone }: Pick<Institution, 'timeZone'>, valueDate: string): Temporal.Instant {
  return Temporal.PlainDate.from(valueDate).add({ days: 1 }).toZonedDateTime(timeZone).toInstant()
}
