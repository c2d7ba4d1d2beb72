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

/**
 * The start at midnight releases payments before the first cut-off of any rail. Until the end, a
 * payment without funds is tried again.
 */
export const defaultBusinessHours: BusinessHours = { start: '00:00', end: '18:00' }

/** A time skipped by a change to daylight saving time moves to the next existing time. */
function at(date: Temporal.PlainDate, plainTime: string, timeZone: string): Temporal.Instant {
  return date.toZonedDateTime({ timeZone, plainTime }).toInstant()
}
