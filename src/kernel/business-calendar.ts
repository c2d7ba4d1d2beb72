import { Temporal } from 'temporal-polyfill'

const [monday, thursday, saturday, sunday] = [1, 4, 6, 7]

/**
 * The days of a year on which the Federal Reserve Banks are closed, in order, by the rule in force
 * since 1978. A holiday on Sunday is observed on Monday. A holiday on Saturday is not observed: the
 * Banks are open on the Friday before, so it is not listed. Source: Federal Reserve Financial
 * Services, holiday schedules; 5 U.S.C. 6103 for the holidays.
 */
export function federalReserveHolidays(year: number): Temporal.PlainDate[] {
  const nominal = [
    dateOf(year, 1, 1), // New Year's Day
    ...(year >= 1986 ? [nthWeekday(year, 1, 3, monday)] : []), // Birthday of Martin Luther King, Jr.
    nthWeekday(year, 2, 3, monday), // Presidents' Day
    lastMonday(year, 5), // Memorial Day
    ...(year >= 2021 ? [dateOf(year, 6, 19)] : []), // Juneteenth
    dateOf(year, 7, 4), // Independence Day
    nthWeekday(year, 9, 1, monday), // Labor Day
    nthWeekday(year, 10, 2, monday), // Columbus Day
    dateOf(year, 11, 11), // Veterans Day
    nthWeekday(year, 11, 4, thursday), // Thanksgiving Day
    dateOf(year, 12, 25), // Christmas Day
  ]
  return nominal
    .filter((date) => date.dayOfWeek !== saturday)
    .map((date) => (date.dayOfWeek === sunday ? date.add({ days: 1 }) : date))
}

/**
 * The TARGET closing days of a year, in order, by the rule in force since 2002. They include those
 * on a weekend; none is moved. Source: European Central Bank, long-term calendar for TARGET closing
 * days, 14 December 2000.
 */
export function targetHolidays(year: number): Temporal.PlainDate[] {
  const easter = easterSunday(year)
  return [
    dateOf(year, 1, 1), // New Year's Day
    easter.subtract({ days: 2 }), // Good Friday
    easter.add({ days: 1 }), // Easter Monday
    dateOf(year, 5, 1), // Labour Day
    dateOf(year, 12, 25), // Christmas Day
    dateOf(year, 12, 26), // 26 December
  ]
}

/** Dates come from requests, so the cache is bounded. 32 years cover a bank's day. */
const maxCachedYears = 32

const holidayRules = {
  FederalReserve: rememberYears(federalReserveHolidays),
  TARGET: rememberYears(targetHolidays),
  WeekendsOnly: rememberYears(() => []),
}

/** The holidays that an institution observes. */
export type HolidayRule = keyof typeof holidayRules

export interface BusinessCalendar {
  isBusinessDay(date: Temporal.PlainDate): boolean
}

/**
 * A calendar closed on Saturdays, Sundays, the holidays of the rule and the extra days, written
 * `2026-07-03`. Throws if an extra day is not a date.
 */
export function businessCalendar(options: {
  holidays: HolidayRule
  extraClosedDays?: readonly string[]
}): BusinessCalendar {
  const extraClosedDays = new Set(options.extraClosedDays?.map((day) => Temporal.PlainDate.from(day).toString()))
  const holidaysOf = holidayRules[options.holidays]
  return {
    isBusinessDay(date) {
      if (date.dayOfWeek >= saturday) return false
      const day = date.toString()
      return !extraClosedDays.has(day) && !holidaysOf(date.year).has(day)
    },
  }
}

/**
 * The banking days of the rules of ACH: those of the Federal Reserve. A day that an institution
 * closes by its own choice moves no time of a rule.
 */
export const BANKING_DAYS: BusinessCalendar = businessCalendar({ holidays: 'FederalReserve' })

/** The first business day after the date. */
export function nextBusinessDay(date: Temporal.PlainDate, calendar: BusinessCalendar): Temporal.PlainDate {
  return seek(date.add({ days: 1 }), 1, calendar)
}

/** The last business day before the date. */
export function previousBusinessDay(date: Temporal.PlainDate, calendar: BusinessCalendar): Temporal.PlainDate {
  return seek(date.subtract({ days: 1 }), -1, calendar)
}

/**
 * The nth business day after the date, or before it if n is negative. If n is 0, the date itself,
 * business day or not. From a closed day, the next business day counts as day 1; to count it as
 * day 0, roll the date first.
 */
export function addBusinessDays(date: Temporal.PlainDate, n: number, calendar: BusinessCalendar): Temporal.PlainDate {
  if (!Number.isSafeInteger(n)) throw new RangeError(`not a number of days: ${n}`)
  const step = n < 0 ? previousBusinessDay : nextBusinessDay
  let day = date
  for (let left = Math.abs(n); left > 0; left--) day = step(day, calendar)
  return day
}

/**
 * How a date that is not a business day moves: later; earlier; or later within the month, else
 * earlier.
 */
export type BusinessDayConvention = 'following' | 'preceding' | 'modifiedFollowing'

/**
 * The date itself if it is a business day, else the business day by the convention (ISDA 2006
 * definitions, section 4.12).
 */
export function rollToBusinessDay(
  date: Temporal.PlainDate,
  calendar: BusinessCalendar,
  convention: BusinessDayConvention,
): Temporal.PlainDate {
  const preceding = () => seek(date, -1, calendar)
  if (convention === 'preceding') return preceding()
  const following = seek(date, 1, calendar)
  return convention === 'modifiedFollowing' && following.month !== date.month ? preceding() : following
}

/** Ends the search in a calendar that was configured without business days. */
const longestClosureDays = 366

function seek(from: Temporal.PlainDate, direction: 1 | -1, calendar: BusinessCalendar): Temporal.PlainDate {
  let day = from
  for (let tried = 0; tried < longestClosureDays; tried++) {
    if (calendar.isBusinessDay(day)) return day
    day = day.add({ days: direction })
  }
  throw new RangeError(`no business day within ${longestClosureDays} days of ${from}`)
}

/** Caches the days of a rule by year. */
export function rememberYears(rule: (year: number) => Temporal.PlainDate[]): (year: number) => ReadonlySet<string> {
  const byYear = new Map<number, ReadonlySet<string>>()
  return (year) => {
    const known = byYear.get(year)
    if (known) return known
    if (byYear.size >= maxCachedYears) byYear.clear()
    const days = new Set(rule(year).map(String))
    byYear.set(year, days)
    return days
  }
}

function dateOf(year: number, month: number, day: number): Temporal.PlainDate {
  return new Temporal.PlainDate(year, month, day)
}

/** The nth day of the month that is this weekday, Monday 1 to Sunday 7. */
export function nthWeekday(year: number, month: number, n: number, dayOfWeek: number): Temporal.PlainDate {
  const first = dateOf(year, month, 1)
  return first.add({ days: ((dayOfWeek - first.dayOfWeek + 7) % 7) + 7 * (n - 1) })
}

export function lastMonday(year: number, month: number): Temporal.PlainDate {
  const first = dateOf(year, month, 1)
  const last = first.with({ day: first.daysInMonth })
  return last.subtract({ days: last.dayOfWeek - monday })
}

/**
 * Easter of the Gregorian calendar, by the computus of Meeus, Jones and Butcher (Astronomical
 * Algorithms, chapter 8).
 */
export function easterSunday(year: number): Temporal.PlainDate {
  const yearOfLunarCycle = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * yearOfLunarCycle + century - Math.floor(century / 4) - moonCorrection + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const lateMoon = Math.floor((yearOfLunarCycle + 11 * epact + 22 * weekday) / 451)
  const dayOfMarch = epact + weekday - 7 * lateMoon + 22
  return dateOf(year, 3, 1).add({ days: dayOfMarch - 1 })
}
