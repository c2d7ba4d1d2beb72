import { Temporal } from 'temporal-polyfill'
import { type BusinessCalendar, previousBusinessDay, rollToBusinessDay } from '../../kernel/business-calendar.ts'

/**
 * When an Economy payment leaves that is to settle on a day: on the banking day before it.
 * Undefined if that day is over, and the payment leaves at once. A day that is not to come stays as
 * it is.
 */
export function sendingDateFor(
  settlesOn: string,
  today: Temporal.PlainDate,
  calendar: BusinessCalendar,
): string | undefined {
  const date = Temporal.PlainDate.from(settlesOn)
  if (Temporal.PlainDate.compare(date, today) <= 0) return settlesOn
  const sent = previousBusinessDay(rollToBusinessDay(date, calendar, 'following'), calendar)
  return Temporal.PlainDate.compare(sent, today) <= 0 ? undefined : sent.toString()
}
