import { Temporal } from 'temporal-polyfill'
import { type AchCollection, LONGEST_CLOSURE_DAYS } from '../../institution/institution.ts'
import { addBusinessDays, type BusinessCalendar, rollToBusinessDay } from '../../kernel/business-calendar.ts'

export type AchSpeed = 'Economy' | 'Economy Plus'

/** The clock by which the Federal Reserve takes files and settles entries, wherever the institution is. */
export const ACH_TIME_ZONE = 'America/New_York'

/** The day before the longest closure is among them. */
const MAX_DAYS_BACK = LONGEST_CLOSURE_DAYS + 1

/**
 * The newest moment at which entries are collected that is not after `now`: what was accepted by then goes out, what came later waits for the
 * next one. So nothing is missed when no worker was running at the hour itself. Undefined when there was none in the last days.
 */
export function latestCollection(
  now: Temporal.Instant,
  speed: AchSpeed,
  collection: AchCollection,
  timeZone: string,
  calendar: BusinessCalendar,
): Temporal.Instant | undefined {
  if (collection.kind === 'continuous') {
    const everyMs = collection.everySeconds * 1000
    return Temporal.Instant.fromEpochMilliseconds(now.epochMilliseconds - (now.epochMilliseconds % everyMs))
  }
  const times = speed === 'Economy' ? collection.economy : collection.economyPlus
  let date = now.toZonedDateTimeISO(timeZone).toPlainDate()
  for (let back = 0; back <= MAX_DAYS_BACK; back++, date = date.subtract({ days: 1 })) {
    if (!calendar.isBusinessDay(date)) continue
    const moments = times.map((plainTime) => date.toZonedDateTime({ timeZone, plainTime }).toInstant())
    const past = moments.filter((moment) => moment.epochMilliseconds <= now.epochMilliseconds)
    if (past.length > 0) return past.reduce((a, b) => (a.epochMilliseconds > b.epochMilliseconds ? a : b))
  }
  return undefined
}

/** The first moment not before `from` at which entries are collected: until then an entry has to be in to go out with that file. */
export function nextCollection(
  from: Temporal.Instant,
  speed: AchSpeed,
  collection: AchCollection,
  timeZone: string,
  calendar: BusinessCalendar,
): Temporal.Instant {
  if (collection.kind === 'continuous') {
    const everyMs = collection.everySeconds * 1000
    return Temporal.Instant.fromEpochMilliseconds(Math.ceil(from.epochMilliseconds / everyMs) * everyMs)
  }
  const times = (speed === 'Economy' ? collection.economy : collection.economyPlus).toSorted()
  const momentsOf = (date: Temporal.PlainDate) =>
    times.map((plainTime) => date.toZonedDateTime({ timeZone, plainTime }).toInstant())
  const date = rollToBusinessDay(from.toZonedDateTimeISO(timeZone).toPlainDate(), calendar, 'following')
  const isToCome = (moment: Temporal.Instant) => moment.epochMilliseconds >= from.epochMilliseconds
  return momentsOf(date).find(isToCome) ?? momentsOf(addBusinessDays(date, 1, calendar))[0]!
}

/** A file this long after the last window of its day still counts as that window's. */
const GRACE_MINUTES = 30

/**
 * The day a file that is made now reaches the operator: today, but for a same-day file that a worker makes only after the last window has
 * passed, which the operator would take as the next day's.
 */
export function sendingDate(
  now: Temporal.Instant,
  speed: AchSpeed,
  collection: AchCollection,
  timeZone: string,
): Temporal.PlainDate {
  const local = now.toZonedDateTimeISO(timeZone)
  const date = local.toPlainDate()
  if (speed === 'Economy' || collection.kind === 'continuous') return date
  const last = collection.economyPlus.reduce((a, b) => (a > b ? a : b))
  const latest = date.toZonedDateTime({ timeZone, plainTime: last }).add({ minutes: GRACE_MINUTES })
  return local.epochMilliseconds > latest.epochMilliseconds ? date.add({ days: 1 }) : date
}

/** The day the entries are to settle: the day they are sent for Economy Plus, the banking day after it for Economy. */
export function effectiveEntryDate(
  sent: Temporal.PlainDate,
  speed: AchSpeed,
  calendar: BusinessCalendar,
): Temporal.PlainDate {
  return speed === 'Economy Plus' ? rollToBusinessDay(sent, calendar, 'following') : addBusinessDays(sent, 1, calendar)
}

/** When the Federal Reserve has settled entries of that date: 8:30 in the morning, or the evening for same-day entries. */
export function settlementTime(date: Temporal.PlainDate, speed: AchSpeed, timeZone: string): Temporal.Instant {
  return date.toZonedDateTime({ timeZone, plainTime: speed === 'Economy Plus' ? '18:00' : '08:30' }).toInstant()
}
