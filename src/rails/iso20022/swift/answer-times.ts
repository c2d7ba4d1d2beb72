import type { Temporal } from 'temporal-polyfill'
import { correspondentOf, type Institution } from '../../../institution/institution.ts'
import { nextBusinessDay } from '../../../kernel/business-calendar.ts'
import { currencyCalendars } from '../../../kernel/currency-calendars.ts'

/** The end of the business day of the currency on which silence becomes an exception. */
export function afterBusinessDays(
  institution: Institution,
  { currency, from }: { currency: string; from: Temporal.PlainDate },
): Temporal.Instant {
  const calendar = currencyCalendars(institution.settings.currencyCalendars).of(currency)
  let day = from
  for (let left = correspondentOf(institution, currency)?.answerDays ?? 1; left > 0; left--)
    day = nextBusinessDay(day, calendar)
  return day.add({ days: 1 }).toZonedDateTime(institution.timeZone).toInstant()
}
