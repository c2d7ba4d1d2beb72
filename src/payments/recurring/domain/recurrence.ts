import { Temporal } from 'temporal-polyfill'

/** The step from one occurrence to the next. */
const steps = {
  Daily: { days: 1 },
  Weekly: { days: 7 },
  BiWeekly: { days: 14 },
  Monthly: { months: 1 },
  Quarterly: { months: 3 },
  SemiAnnual: { months: 6 },
  Yearly: { months: 12 },
} as const satisfies Record<string, { days: number } | { months: number }>

export type Frequency = keyof typeof steps
export const FREQUENCIES = Object.keys(steps) as [Frequency, ...Frequency[]]

/** What ends a series: its cancelling, its last day, or how many payments it has. */
export type PayUntil =
  | { payUntil: 'Cancelled' }
  /** The last day on which an occurrence may nominally fall, itself included. */
  | { payUntil: 'EndDate'; endDate: Temporal.PlainDate }
  | { payUntil: 'NumberOfPayments'; numberOfPayments: number }

/** When a series pays: its nominal dates, before any of them moves to a business day. */
export interface Schedule {
  frequency: Frequency
  startDate: Temporal.PlainDate
  until: PayUntil
}

/** The day on which a payment with that nominal date is made: see payment-days.ts. */
export type PaymentDay = (nominal: Temporal.PlainDate) => Temporal.PlainDate

/** How many days before its date a payment of a series is made, so that it is seen as scheduled. */
export const DAYS_AHEAD = 7

/**
 * The nominal date of occurrence n, from 1. It is counted from the start, never from the occurrence before: monthly from January 31 comes on
 * February 28 or 29 and again on March 31.
 */
export function nominalDate({ frequency, startDate }: Schedule, n: number): Temporal.PlainDate {
  const step = steps[frequency]
  const passed = n - 1
  return startDate.add('days' in step ? { days: step.days * passed } : { months: step.months * passed })
}

/** How many nominal dates the frequency gives up to that day, itself included, whatever ends the series. */
export function countUntil(schedule: Schedule, day: Temporal.PlainDate): number {
  const { frequency, startDate } = schedule
  if (Temporal.PlainDate.compare(day, startDate) < 0) return 0
  const step = steps[frequency]
  if ('days' in step) return Math.floor(startDate.until(day, { largestUnit: 'days' }).days / step.days) + 1
  const months = (day.year - startDate.year) * 12 + (day.month - startDate.month)
  // The one that falls into the month of that day, or the last before it: whether it has come, its day of the month says.
  const n = Math.floor(months / step.months) + 1
  return Temporal.PlainDate.compare(nominalDate(schedule, n), day) <= 0 ? n : n - 1
}

/** How many occurrences the series has in all; Infinity where only its cancelling ends it. The end is compared with nominal dates. */
export function occurrenceCount(schedule: Schedule): number {
  const { until } = schedule
  switch (until.payUntil) {
    case 'Cancelled':
      return Number.POSITIVE_INFINITY
    case 'EndDate':
      return countUntil(schedule, until.endDate)
    case 'NumberOfPayments':
      return until.numberOfPayments
  }
}

/** What is left to do for a series: on which day the worker has to look at it next, or that it is Completed. */
export type Progress = { status: 'Active'; dueOn: Temporal.PlainDate } | { status: 'Completed'; dueOn: null }

/** A series that waits for something is looked at again the next day. */
export function nextLook(today: Temporal.PlainDate): Progress {
  return { status: 'Active', dueOn: today.add({ days: 1 }) }
}

/**
 * Where a series stands whose first `made` occurrences have their payments. While more follow, the worker makes the next one some days before
 * its date; after the last one the series is Completed on the day that one is paid, and can be changed or cancelled until then.
 */
export function progressOf(schedule: Schedule, made: number, payOn: PaymentDay, today: Temporal.PlainDate): Progress {
  const count = occurrenceCount(schedule)
  if (made < count)
    return { status: 'Active', dueOn: payOn(nominalDate(schedule, made + 1)).subtract({ days: DAYS_AHEAD }) }
  const lastPaidOn = payOn(nominalDate(schedule, count))
  return Temporal.PlainDate.compare(lastPaidOn, today) > 0
    ? { status: 'Active', dueOn: lastPaidOn }
    : { status: 'Completed', dueOn: null }
}
