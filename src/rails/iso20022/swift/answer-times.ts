import type { Temporal } from 'temporal-polyfill'
import { calendarOfCurrency } from '../../../fx/domain/holidays.ts'
import { correspondentOf, type Institution } from '../../../institution/institution.ts'
import { businessCalendar, nextBusinessDay } from '../../../kernel/business-calendar.ts'

/** The end of the business day of the currency on which silence becomes an exception. */
export function afterBusinessDays(
  institution: Institution,
  { currency, from }: { currency: string; from: Temporal.PlainDate },
): Temporal.Instant {
  const calendar = calendarOfCurrency(currency) ?? businessCalendar({ holidays: 'WeekendsOnly' })
  let day = from
  for (let left = correspondentOf(institution, currency)?.answerDays ?? 1; left > 0; left--)
    day = nextBusinessDay(day, calendar)
  return day.add({ days: 1 }).toZonedDateTime(institution.timeZone).toInstant()
}
