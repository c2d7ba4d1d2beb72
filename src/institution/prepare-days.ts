import { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { nextBusinessDay, rollToBusinessDay } from '../kernel/business-calendar.ts'
import { today } from '../kernel/clock.ts'
import { calendarOf } from './calendar.ts'
import type { Institution } from './institution.store.ts'
import { dropComingDays, insertDays, type LedgerDay, readDayAt } from './ledger-days.store.ts'

/** How far ahead business days are prepared. */
const DAYS_AHEAD = 400

/**
 * How long before its start a business day counts as begun: the clocks of nodes differ, and a
 * change that is on its way must not meet the first entries of a day.
 */
const BEGINS_EARLY = { minutes: 1 } as const

/**
 * Prepares the business days of the next year, by the institution's calendar, time zone and closing
 * time. Days that have not begun are replaced, so it also applies a changed setting. The caller has
 * locked the institution, or it is new.
 */
export async function prepareDays(tx: Transaction, institution: Institution, now: Temporal.Instant): Promise<void> {
  const { tenantId, timeZone } = institution
  const begun = await openDayAt(tx, tenantId, now.add(BEGINS_EARLY))
  const kept = await dropComingDays(tx, tenantId, begun?.businessDate, now)
  const date = today(now, timeZone)
  const from = kept ? Temporal.PlainDate.from(kept.businessDate).add({ days: 1 }) : date
  // By a new closing time or time zone, a day could end before the one that has begun.
  const earliest = kept ? kept.closesAt : now
  const days = businessDays(institution, from, date.add({ days: DAYS_AHEAD }))
  await insertDays(
    tx,
    tenantId,
    days.filter(({ closesAt }) => Temporal.Instant.compare(closesAt, earliest) > 0),
  )
}

/**
 * The last business day that has begun, yyyy-mm-dd. A business day begins when the one before ends:
 * that of a Monday begins on Friday. Nothing changes it any more, nor a day before it.
 */
export async function lastBegunDay(db: Connection, institution: Institution, now: Temporal.Instant): Promise<string> {
  return businessDayAt(db, institution, now.add(BEGINS_EARLY))
}

/** The business days of an institution between two dates, both inclusive, with their ends. */
export function businessDays(
  institution: Pick<Institution, 'settings' | 'timeZone'>,
  from: Temporal.PlainDate,
  until: Temporal.PlainDate,
): LedgerDay[] {
  const calendar = calendarOf(institution)
  const days: LedgerDay[] = []
  for (let date = from; Temporal.PlainDate.compare(date, until) <= 0; date = date.add({ days: 1 }))
    if (calendar.isBusinessDay(date)) days.push({ businessDate: date.toString(), closesAt: endOf(institution, date) })
  return days
}

/**
 * The business day to which a moment belongs, yyyy-mm-dd: what happens on a weekend, on a closed
 * day or after the close of business belongs to the next one. It is the day of the books, which a
 * change of the calendar leaves as it began.
 */
export async function businessDayAt(
  db: Connection,
  institution: Pick<Institution, 'tenantId' | 'settings' | 'timeZone'>,
  now: Temporal.Instant,
): Promise<string> {
  const day = await openDayAt(db, institution.tenantId, now)
  return day?.businessDate ?? dayByCalendar(institution, now)
}

/** No business day is longer than this: a later one says nothing about the moment. */
const LONGEST_DAY = { hours: 24 * 14 } as const

/** The business day of the books at a moment; undefined before the first one that was prepared. */
async function openDayAt(db: Connection, tenantId: bigint, now: Temporal.Instant): Promise<LedgerDay | undefined> {
  const day = await readDayAt(db, tenantId, now)
  return day && Temporal.Instant.compare(day.closesAt.subtract(LONGEST_DAY), now) <= 0 ? day : undefined
}

/** The same by the calendar, for books whose days were not prepared. */
function dayByCalendar(institution: Pick<Institution, 'settings' | 'timeZone'>, now: Temporal.Instant): string {
  const calendar = calendarOf(institution)
  const isOpen = (date: Temporal.PlainDate) => Temporal.Instant.compare(endOf(institution, date), now) > 0
  const first = rollToBusinessDay(today(now, institution.timeZone), calendar, 'following')
  return (isOpen(first) ? first : nextBusinessDay(first, calendar)).toString()
}

/** A time skipped by a change to daylight saving time moves to the next existing time. */
function endOf(
  { settings, timeZone }: Pick<Institution, 'settings' | 'timeZone'>,
  date: Temporal.PlainDate,
): Temporal.Instant {
  const plainTime = settings.books?.closeTime
  const end = plainTime
    ? date.toZonedDateTime({ timeZone, plainTime })
    : date.add({ days: 1 }).toZonedDateTime(timeZone)
  return end.toInstant()
}
