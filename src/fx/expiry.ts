import { Temporal } from 'temporal-polyfill'
import type { Institution } from '../institution/institution.ts'

/** From when on nothing is drawn of a contract: when the day after its value date, yyyy-mm-dd, begins where the institution is. */
export function expiryOf({ timeZone }: Pick<Institution, 'timeZone'>, valueDate: string): Temporal.Instant {
  return Temporal.PlainDate.from(valueDate).add({ days: 1 }).toZonedDateTime(timeZone).toInstant()
}
