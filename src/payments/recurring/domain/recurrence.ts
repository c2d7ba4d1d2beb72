import { Temporal } from 'temporal-polyfill'

/** The interval between two occurrences. */
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

/** The end of a series: a cancellation, a last day, or a number of payments. */
export type PayUntil =
  | { payUntil: 'Cancelled' }
  /** The last possible nominal date, inclusive. */
  | { payUntil: 'EndDate'; endDate: Temporal.PlainDate }
  | { payUntil: 'NumberOfPayments'; numberOfPayments: number }

/** The nominal dates of a series, before they move to business days. */
export interface Schedule {
  frequency: Frequency
  startDate: Temporal.PlainDate
  until: PayUntil
}

/** Maps a nominal date to the date of payment: see payment-days.ts. */
export type PaymentDay = (nominal: Temporal.PlainDate) => Temporal.PlainDate

/**
 * A payment of a series is created this many days before its date, so that it shows as scheduled.
 */
export const DAYS_AHEAD = 7

/**
 * The nominal date of occurrence n, from 1. It counts from the start date, not from the previous
 * occurrence: monthly from January 31 gives February 28 or 29, then March 31.
 */
export function nominalDate({ frequency, startDate }: Schedule, n: number): Temporal.PlainDate {
  const step = steps[frequency]
  const passed = n - 1
  return startDate.add('days' in step ? { days: step.days * passed } : { months: step.months * passed })
}

/** The number of nominal dates up to and including `day`, ignoring the end of the series. */
export function countUntil(schedule: Schedule, day: Temporal.PlainDate): number {
  const { frequency, startDate } = schedule
  if (Temporal.PlainDate.compare(day, startDate) < 0) return 0
  const step = steps[frequency]
  if ('days' in step) return Math.floor(startDate.until(day, { largestUnit: 'days' }).days / step.days) + 1
  const months = (day.year - startDate.year) * 12 + (day.month - startDate.month)
  // Occurrence n is in the month of `day`, or is the last one before that month; it counts if it is
  // not after `day`.
  const n = Math.floor(months / step.months) + 1
  return Temporal.PlainDate.compare(nominalDate(schedule, n), day) <= 0 ? n : n - 1
}

/**
 * The total number of occurrences; Infinity if only a cancellation ends the series. An end date is
 * compared with nominal dates.
 */
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

/** The progress of a series: the day on which the worker processes it next, or Completed. */
export type Progress = { status: 'Active'; dueOn: Temporal.PlainDate } | { status: 'Completed'; dueOn: null }

/** A series that cannot continue today is due again the next day. */
export function nextLook(today: Temporal.PlainDate): Progress {
  return { status: 'Active', dueOn: today.add({ days: 1 }) }
}

/**
 * The progress of a series after `made` payments. While more follow, the worker creates the next
 * one DAYS_AHEAD days before its date. The series is Completed on the date of its last payment, and
 * can be changed or cancelled until then.
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
