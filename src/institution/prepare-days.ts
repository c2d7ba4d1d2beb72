import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { nextBusinessDay, rollToBusinessDay } from '../kernel/business-calendar.ts'
import { today } from '../kernel/clock.ts'
import { calendarOf } from './calendar.ts'
import type { Institution } from './institution.store.ts'
import { dropComingDays, insertDays, type LedgerDay } from './ledger-days.store.ts'

/** How far ahead business days are prepared. */
const DAYS_AHEAD = 400

/**
 * Prepares the business days of the next year, by the institution's calendar, time zone and closing
 * time. Days that have not ended are replaced, so it also applies a changed setting. The caller has
 * locked the institution, or it is new.
 */
export async function prepareDays(tx: Transaction, institution: Institution, now: Temporal.Instant): Promise<void> {
  const last = await dropComingDays(tx, institution.tenantId, now)
  const date = today(now, institution.timeZone)
  const until = date.add({ days: DAYS_AHEAD })
  const days =
    last === undefined
      ? businessDays(institution, date, until).filter(({ closesAt }) => Temporal.Instant.compare(closesAt, now) > 0)
      : businessDays(institution, Temporal.PlainDate.from(last).add({ days: 1 }), until)
  await insertDays(tx, institution.tenantId, days)
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
 * day or after the close of business belongs to the next one.
 */
export function businessDayAt(institution: Pick<Institution, 'settings' | 'timeZone'>, now: Temporal.Instant): string {
  const calendar = calendarOf(institution)
  const isOpen = (date: Temporal.PlainDate) => Temporal.Instant.compare(endOf(institution, date), now) > 0
  const date = today(now, institution.timeZone)
  const first = rollToBusinessDay(date, calendar, 'following')
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
