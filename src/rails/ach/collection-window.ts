import { Temporal } from 'temporal-polyfill'
import { type AchCollection, LONGEST_CLOSURE_DAYS } from '../../institution/institution.ts'
import { addBusinessDays, type BusinessCalendar, rollToBusinessDay } from '../../kernel/business-calendar.ts'
import { type AchWindow, EASTERN, ruleOn } from '../../kernel/rail-rules.ts'

export type AchSpeed = 'Economy' | 'Economy Plus'

/** The time zone of the Federal Reserve's deadlines and settlement, wherever the institution is. */
export const ACH_TIME_ZONE = EASTERN

/** Enough to reach the day before the longest closure. */
const MAX_DAYS_BACK = LONGEST_CLOSURE_DAYS + 1

/**
 * The latest collection time at or before `now`. Entries accepted by then go into the file; later
 * ones wait for the next collection. A worker that was down at the collection time catches up this
 * way. Undefined if the last days had no collection.
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

/** The first collection time at or after `from`. It is the cut-off of that file. */
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

/** The last collection time of a banking day; the end of the day if collection is continuous. */
export function lastCollectionOn(
  date: Temporal.PlainDate,
  speed: AchSpeed,
  collection: AchCollection,
): Temporal.Instant {
  if (collection.kind === 'continuous') return date.add({ days: 1 }).toZonedDateTime(ACH_TIME_ZONE).toInstant()
  const times = speed === 'Economy' ? collection.economy : collection.economyPlus
  const plainTime = times.reduce((a, b) => (a > b ? a : b))
  return date.toZonedDateTime({ timeZone: ACH_TIME_ZONE, plainTime }).toInstant()
}

/**
 * A file created this long after the day's last window still counts as that window's file, if the
 * operator still takes it.
 */
const GRACE_MINUTES = 30

/**
 * The date on which a file created now reaches the operator. That is today, except for a same-day
 * file created too late for the last window, which the operator processes on the next day.
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
  const own = date.toZonedDateTime({ timeZone, plainTime: last }).add({ minutes: GRACE_MINUTES }).toInstant()
  const operators = ruleOn('ACH', date).windows?.sameDay.at(-1)
  const isLate = isAfter(now, own) || (operators !== undefined && isAfter(now, depositOf(operators, date)))
  return isLate ? date.add({ days: 1 }) : date
}

/**
 * The settlement date of entries: the sending date for Economy Plus, the next banking day for
 * Economy.
 */
export function effectiveEntryDate(
  sent: Temporal.PlainDate,
  speed: AchSpeed,
  calendar: BusinessCalendar,
): Temporal.PlainDate {
  return speed === 'Economy Plus' ? rollToBusinessDay(sent, calendar, 'following') : addBusinessDays(sent, 1, calendar)
}

/** Entries of a file: their effective entry date, and whether they settle on the same day. */
interface FileEntries {
  effectiveDate: Temporal.PlainDate
  speed: AchSpeed
}

/** When the Federal Reserve settles the entries of a file, and the window that they go by. */
export interface AchSettlement {
  settlesAt: Temporal.Instant
  valueDate: Temporal.PlainDate
  /** The last time at which the operator takes a file of this window. */
  depositBy: Temporal.Instant
}

/**
 * The settlement of entries that reach the operator at `sentAt`, or as soon as it takes files of
 * their date. Same-day entries settle at the time of the first window that is still open. A file
 * that comes after the last one settles on the next banking day, whatever date it names (FedACH
 * Processing Schedule).
 */
export function settlementOf(
  { effectiveDate, speed }: FileEntries,
  sentAt: Temporal.Instant,
  calendar: BusinessCalendar,
): AchSettlement {
  const { sameDay, nextDay } = ruleOn('ACH', effectiveDate).windows!
  const windows = speed === 'Economy Plus' && sameDay.length > 0 ? sameDay : nextDay
  const inTime = windows.find((window) => !isAfter(sentAt, depositOf(window, effectiveDate)))
  if (inTime) return settlementBy(inTime, effectiveDate)
  const last = nextDay.at(-1)!
  const day = sentAt.toZonedDateTimeISO(ACH_TIME_ZONE).toPlainDate()
  const next = isAfter(sentAt, depositOf(last, day)) ? day.add({ days: 1 }) : day
  return settlementBy(last, rollToBusinessDay(next, calendar, 'following'))
}

/** The times at which the operator settles entries on a banking day, in order. */
export function settlementTimes(date: Temporal.PlainDate): Temporal.Instant[] {
  const { sameDay, nextDay } = ruleOn('ACH', date).windows!
  const times = new Set([...nextDay, ...sameDay].map(({ settles }) => settles))
  return [...times].sort().map((time) => easternTime(date, time))
}

function settlementBy(window: AchWindow, valueDate: Temporal.PlainDate): AchSettlement {
  return { valueDate, settlesAt: easternTime(valueDate, window.settles), depositBy: depositOf(window, valueDate) }
}

function depositOf({ deposit, daysBefore }: AchWindow, date: Temporal.PlainDate): Temporal.Instant {
  return easternTime(date.subtract({ days: daysBefore }), deposit)
}

function easternTime(date: Temporal.PlainDate, plainTime: string): Temporal.Instant {
  return date.toZonedDateTime({ timeZone: ACH_TIME_ZONE, plainTime }).toInstant()
}

function isAfter(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) > 0
}
