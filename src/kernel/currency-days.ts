/** In the order of ISO 8601, from 1. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** What an institution knows of the days of a currency beyond the rules. Dates are yyyy-mm-dd. */
export interface CurrencyDays {
  currency: string
  /** Days on which banks are closed, though the rules say that they are open. */
  closedDays?: readonly string[]
  /** Days on which banks are open, though the rules say that it is a holiday; not on weekends. */
  openDays?: readonly string[]
  /** The weekend from a day on, instead of that of the rules; the oldest first. */
  weekends?: readonly { from: string; days: readonly Weekday[] }[]
  /** The last day up to which somebody has compared the calendar with what was published. */
  confirmedUntil?: string | null
}
