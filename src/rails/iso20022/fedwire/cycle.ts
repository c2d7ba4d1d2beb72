import type { Temporal } from 'temporal-polyfill'
import { nextBusinessDay, rollToBusinessDay } from '../../../kernel/business-calendar.ts'
import { EASTERN, type NetworkRules, networkCalendar, ruleOn } from '../../../kernel/rail-rules.ts'

/**
 * A funds-transfer business day of Fedwire. It opens on the evening before, so that its messages
 * have its date from then on: the cycle date.
 */
export interface CycleDay {
  date: Temporal.PlainDate
  opensAt: Temporal.Instant
  /** The last time for transfers of customers. */
  customerCutOff: Temporal.Instant
  /** The last time for any message. */
  closesAt: Temporal.Instant
}

/** When a message of a cycle day can leave: from its opening, if that is to come, to a cut-off. */
export function departureOn(
  { opensAt }: CycleDay,
  until: Temporal.Instant,
  now: Temporal.Instant,
): { leavesFrom?: Temporal.Instant; leavesBy: Temporal.Instant } {
  const isOpen = opensAt.epochMilliseconds <= now.epochMilliseconds
  return { ...(!isOpen && { leavesFrom: opensAt }), leavesBy: until }
}

/** The cycle day that is open, or the next one to open. */
export function cycleDayAt(now: Temporal.Instant, rules?: NetworkRules): CycleDay {
  const calendar = networkCalendar('FEDWIRE', rules)
  const today = now.toZonedDateTimeISO(EASTERN).toPlainDate()
  const day = cycleDayOf(rollToBusinessDay(today, calendar, 'following'), rules)
  return now.epochMilliseconds <= day.closesAt.epochMilliseconds
    ? day
    : cycleDayOf(nextBusinessDay(day.date, calendar), rules)
}

export function cycleDayOf(date: Temporal.PlainDate, rules?: NetworkRules): CycleDay {
  const { hours, cutOffs } = ruleOn('FEDWIRE', date, rules)
  const at = (day: Temporal.PlainDate, plainTime: string) =>
    day.toZonedDateTime({ timeZone: EASTERN, plainTime }).toInstant()
  return {
    date,
    opensAt: at(date.subtract({ days: 1 }), hours!.opens),
    customerCutOff: at(date, cutOffs.at(-1)!),
    closesAt: at(date, hours!.closes),
  }
}
