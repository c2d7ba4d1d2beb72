import type { Temporal } from 'temporal-polyfill'
import type { Institution } from './institution.store.ts'
import type { BusinessHours } from './settings.ts'

type Hours = Pick<Institution, 'timeZone' | 'settings'>

export function startOfBusiness({ timeZone, settings }: Hours, date: Temporal.PlainDate): Temporal.Instant {
  return at(date, settings.businessHours?.start ?? defaultBusinessHours.start, timeZone)
}

export function endOfBusiness({ timeZone, settings }: Hours, date: Temporal.PlainDate): Temporal.Instant {
  return at(date, settings.businessHours?.end ?? defaultBusinessHours.end, timeZone)
}

/** From midnight, so that what is due on a day is released on it whatever its rail's first cut-off; funds may come until the evening. */
export const defaultBusinessHours: BusinessHours = { start: '00:00', end: '18:00' }

/** A time that the clocks skip on that day is the next one there is. */
function at(date: Temporal.PlainDate, plainTime: string, timeZone: string): Temporal.Instant {
  return date.toZonedDateTime({ timeZone, plainTime }).toInstant()
}
