import { Temporal } from 'temporal-polyfill'
import {
  type BusinessCalendar,
  easterSunday,
  federalReserveHolidays,
  lastMonday,
  nextBusinessDay,
  nthWeekday,
  rememberYears,
  targetHolidays,
} from './business-calendar.ts'
import { type CurrencyDays, WEEKDAYS, type Weekday } from './currency-days.ts'
import { islamicHolidays } from './islamic-holidays.ts'

const [monday, thursday, friday, saturday, sunday] = [1, 4, 5, 6, 7]

type Holidays = (year: number) => Temporal.PlainDate[]

export interface CurrencyCalendar extends BusinessCalendar {
  /** Whether banks are closed for the weekend. */
  isWeekend(date: Temporal.PlainDate): boolean
  /**
   * Why it is an estimate whether banks are open on a day, as the end of a sentence; undefined if
   * the rules, or the institution, say it for certain.
   */
  whyEstimate(date: Temporal.PlainDate): string | undefined
}

/** The calendars of the banks that settle each currency, as an institution knows them. */
export interface CurrencyCalendars {
  /** Of any currency. Without any rule, its weekends are Saturdays and Sundays, and an estimate. */
  of(code: string): CurrencyCalendar
  /** Of a currency that is traded: its holidays have a rule. Undefined for another. */
  traded(code: string): CurrencyCalendar | undefined
}

/** The weekend of a currency from a day on, yyyy-mm-dd, as numbers of ISO 8601. */
interface Weekend {
  from: string
  days: readonly number[]
}

/** What the rules say of a currency. */
interface CurrencyRule {
  /** The oldest first. */
  weekends: readonly Weekend[]
  /** Absent if only the weekends are known. */
  holidays?: Holidays
  /** What the rules cannot know: why a date is an estimate. */
  unknown?: string
}

const SINCE_EVER = '1900-01-01'
const weekend = (...days: readonly number[]): Weekend => ({ from: SINCE_EVER, days })
const westernWeekend = [weekend(saturday, sunday)]
const fridayAndSaturday = [weekend(friday, saturday)]

const BY_THE_MOON = 'some of its holidays follow the moon or a proclamation'
const NO_HOLIDAYS = 'its holidays have no rule here'

/** Currencies whose weekends are known, and whose holidays are not. */
const WEEKENDS: Readonly<Record<string, readonly Weekend[]>> = {
  // Federal decree of 7 December 2021.
  AED: [weekend(friday, saturday), { from: '2022-01-01', days: [saturday, sunday] }],
  // Royal order of 23 June 2013.
  SAR: [weekend(thursday, friday), { from: '2013-06-29', days: [friday, saturday] }],
  OMR: [weekend(thursday, friday), { from: '2013-05-01', days: [friday, saturday] }],
  DZD: [weekend(thursday, friday), { from: '2009-08-14', days: [friday, saturday] }],
  ...{ BDT: fridayAndSaturday, BHD: fridayAndSaturday, EGP: fridayAndSaturday, ILS: fridayAndSaturday },
  ...{ IQD: fridayAndSaturday, JOD: fridayAndSaturday, LYD: fridayAndSaturday, MVR: fridayAndSaturday },
  ...{ QAR: fridayAndSaturday, SDG: fridayAndSaturday, SYP: fridayAndSaturday, YER: fridayAndSaturday },
  NPR: [weekend(saturday)],
}

/** The currencies that are traded. */
const RULES: Readonly<Record<string, CurrencyRule>> = {
  USD: { weekends: westernWeekend, holidays: federalReserveHolidays },
  EUR: { weekends: westernWeekend, holidays: targetHolidays },
  GBP: { weekends: westernWeekend, holidays: unitedKingdomHolidays },
  CAD: { weekends: westernWeekend, holidays: canadianHolidays },
  JPY: { weekends: westernWeekend, holidays: japaneseHolidays },
  MXN: { weekends: westernWeekend, holidays: mexicanHolidays },
  KWD: { weekends: fridayAndSaturday, holidays: kuwaitiHolidays, unknown: BY_THE_MOON },
  PHP: { weekends: westernWeekend, holidays: philippineHolidays, unknown: BY_THE_MOON },
  TRY: { weekends: westernWeekend, holidays: turkishHolidays, unknown: BY_THE_MOON },
}

const traded = new Map(Object.entries(RULES).map(([code, rule]) => [code, calendar(code, rule)]))
const weekendsOnly = new Map(
  Object.entries(WEEKENDS).map(([code, weekends]) => [code, calendar(code, { weekends, unknown: NO_HOLIDAYS })]),
)

function ruleOf(code: string): CurrencyCalendar {
  const known = traded.get(code) ?? weekendsOnly.get(code)
  return (
    known ??
    calendar(code, { weekends: westernWeekend, unknown: 'neither its weekends nor its holidays have a rule here' })
  )
}

/** The calendars by the rules alone. */
export const RULED_CALENDARS: CurrencyCalendars = { of: ruleOf, traded: (code) => traded.get(code) }

/** They are read many times in a request, and most institutions never change them. */
const corrected = new WeakMap<readonly CurrencyDays[], CurrencyCalendars>()

/** The calendars by the rules, with what an institution knows better. */
export function currencyCalendars(known: readonly CurrencyDays[] | undefined): CurrencyCalendars {
  if (!known?.length) return RULED_CALENDARS
  const kept = corrected.get(known)
  if (kept) return kept
  const own = new Map(known.map((days) => [days.currency, correctedBy(ruleOf(days.currency), days)]))
  const calendars: CurrencyCalendars = {
    of: (code) => own.get(code) ?? ruleOf(code),
    traded: (code) => (traded.has(code) ? (own.get(code) ?? traded.get(code)) : undefined),
  }
  corrected.set(known, calendars)
  return calendars
}

/** What readers of a value date are told, if it is not certain. */
export interface DateRemark {
  /** Absent if the calendars of all its currencies are known. */
  valueDateIsEstimate?: true
  valueDateRemark?: string
}

/**
 * What to say of a value date in some currencies: that it is closed by now, so that the money
 * settles later, or that a calendar is an estimate.
 */
export function remarkOn(
  date: Temporal.PlainDate,
  currencies: readonly string[],
  calendars: CurrencyCalendars,
): DateRemark {
  const all = [...new Set(currencies)].map((code) => ({ code, calendar: calendars.of(code) }))
  const closed = all.filter(({ calendar }) => !calendar.isBusinessDay(date)).map(({ code }) => code)
  const estimates = all.flatMap(({ calendar }) => calendar.whyEstimate(date) ?? [])
  const settling = {
    isBusinessDay: (day: Temporal.PlainDate) => all.every(({ calendar }) => calendar.isBusinessDay(day)),
  }
  const remarks = [
    ...(closed.length > 0
      ? [
          `${closed.join(' and ')} does not settle on ${date} by now: the money settles on ${nextBusinessDay(date, settling)}`,
        ]
      : []),
    ...estimates,
  ]
  return {
    ...(estimates.length > 0 && { valueDateIsEstimate: true }),
    ...(remarks.length > 0 && { valueDateRemark: remarks.join('; ') }),
  }
}

/** A rule with the days that an institution knows better. */
function correctedBy(rule: CurrencyCalendar, days: CurrencyDays): CurrencyCalendar {
  const [closed, open] = [new Set(days.closedDays), new Set(days.openDays)]
  const weekends = (days.weekends ?? []).map(({ from, days }) => ({ from, days: days.map(numberOf) }))
  const isWeekend = (date: Temporal.PlainDate) => {
    const own = weekendOn(weekends, date)
    return own ? own.days.includes(date.dayOfWeek) : rule.isWeekend(date)
  }
  return {
    isWeekend,
    isBusinessDay(date) {
      const day = date.toString()
      if (closed.has(day) || isWeekend(date)) return false
      return open.has(day) || rule.isWeekend(date) || rule.isBusinessDay(date)
    },
    whyEstimate: (date) => (date.toString() <= (days.confirmedUntil ?? '') ? undefined : rule.whyEstimate(date)),
  }
}

const numberOf = (weekday: Weekday) => WEEKDAYS.indexOf(weekday) + 1

function weekendOn(weekends: readonly Weekend[], date: Temporal.PlainDate): Weekend | undefined {
  const day = date.toString()
  return weekends.findLast(({ from }) => from <= day)
}

function calendar(code: string, { weekends, holidays = () => [], unknown }: CurrencyRule): CurrencyCalendar {
  const holidaysOf = rememberYears(holidays)
  const isWeekend = (date: Temporal.PlainDate) => weekendOn(weekends, date)!.days.includes(date.dayOfWeek)
  return {
    isWeekend,
    isBusinessDay: (date) => !isWeekend(date) && !holidaysOf(date.year).has(date.toString()),
    whyEstimate: () =>
      unknown && `the calendar of ${code} is an estimate: ${unknown}, and the institution has not confirmed it so far`,
  }
}

const day = (year: number, month: number, dayOfMonth: number) => new Temporal.PlainDate(year, month, dayOfMonth)
const goodFriday = (year: number) => easterSunday(year).subtract({ days: 2 })
const maundyThursday = (year: number) => easterSunday(year).subtract({ days: 3 })

/** Dates as month and day: `[5, 1]` is May 1. */
const days = (year: number, ...monthAndDay: readonly (readonly [number, number])[]) =>
  monthAndDay.map(([month, dayOfMonth]) => day(year, month, dayOfMonth))

/** Moves each holiday on a weekend to the next day that is neither a weekend nor a holiday. */
function movedOffWeekend(holidays: readonly Temporal.PlainDate[]): Temporal.PlainDate[] {
  const taken = new Set<string>()
  return holidays.map((holiday) => {
    let observed = holiday
    while (observed.dayOfWeek >= saturday || taken.has(observed.toString())) observed = observed.add({ days: 1 })
    taken.add(observed.toString())
    return observed
  })
}

/** One-off bank holidays of the United Kingdom, by proclamation. */
const ukExtraDays: Record<number, [number, number][]> = {
  2002: [[6, 3]],
  2011: [[4, 29]],
  2012: [[6, 5]],
  2022: [
    [6, 3],
    [9, 19],
  ],
  2023: [[5, 8]],
}
const ukEarlyMay: Record<number, number> = { 1995: 8, 2020: 8 }
const ukSpring: Record<number, [number, number]> = { 2002: [6, 4], 2012: [6, 4], 2022: [6, 2] }

/**
 * Bank holidays in England and Wales, when CHAPS is closed. Source: Banking and Financial Dealings
 * Act 1971, schedule 1; gov.uk/bank-holidays.
 */
function unitedKingdomHolidays(year: number): Temporal.PlainDate[] {
  const earlyMay = ukEarlyMay[year]
  const spring = ukSpring[year]
  return [
    ...movedOffWeekend(days(year, [1, 1])),
    goodFriday(year),
    easterSunday(year).add({ days: 1 }),
    earlyMay ? day(year, 5, earlyMay) : nthWeekday(year, 5, 1, monday),
    spring ? day(year, ...spring) : lastMonday(year, 5),
    lastMonday(year, 8),
    ...movedOffWeekend(days(year, [12, 25], [12, 26])),
    ...days(year, ...(ukExtraDays[year] ?? [])),
  ]
}

/** Source: Bank of Canada, bank holiday schedule. Provincial holidays are not included. */
function canadianHolidays(year: number): Temporal.PlainDate[] {
  return [
    ...movedOffWeekend(days(year, [1, 1])),
    goodFriday(year),
    day(year, 5, 24).subtract({ days: day(year, 5, 24).dayOfWeek - monday }), // Victoria Day, the Monday before 25 May
    ...movedOffWeekend(days(year, [7, 1])), // Canada Day
    nthWeekday(year, 8, 1, monday), // Civic Holiday
    nthWeekday(year, 9, 1, monday), // Labour Day
    ...(year >= 2021 ? movedOffWeekend(days(year, [9, 30])) : []), // National Day for Truth and Reconciliation
    nthWeekday(year, 10, 2, monday), // Thanksgiving
    ...movedOffWeekend(days(year, [11, 11])), // Remembrance Day
    ...movedOffWeekend(days(year, [12, 25], [12, 26])),
  ]
}

/** Holidays moved for the Olympic Games: Marine Day, Mountain Day and Sports Day. */
const olympicYears: Record<number, [number, number][]> = {
  2020: [
    [7, 23],
    [8, 10],
    [7, 24],
  ],
  2021: [
    [7, 22],
    [8, 8],
    [7, 23],
  ],
}

/**
 * Source: Act on National Holidays (Act 178 of 1948) with its amendments; Banking Act Enforcement
 * Order, article 5, for December 31 to January 3. The equinoxes follow the approximation of the
 * National Astronomical Observatory for 1980 to 2099.
 */
function japaneseHolidays(year: number): Temporal.PlainDate[] {
  const equinox = (dayOf1980: number) =>
    Math.floor(dayOf1980 + 0.242194 * (year - 1980) - Math.floor((year - 1980) / 4))
  const moved = olympicYears[year]
  const national = [
    day(year, 1, 1),
    nthWeekday(year, 1, 2, monday), // Coming of Age Day
    day(year, 2, 11), // National Foundation Day
    ...(year >= 2020 ? days(year, [2, 23]) : []), // Emperor's Birthday, since Reiwa
    ...(year <= 2018 ? days(year, [12, 23]) : []), // Emperor's Birthday, until Heisei
    day(year, 3, equinox(20.8431)),
    ...days(year, [4, 29], [5, 3], [5, 4], [5, 5]), // Golden Week
    ...(year === 2019 ? days(year, [5, 1], [10, 22]) : []), // Accession
    ...(moved
      ? days(year, ...moved)
      : [
          nthWeekday(year, 7, 3, monday), // Marine Day
          ...(year >= 2016 ? days(year, [8, 11]) : []), // Mountain Day
          nthWeekday(year, 10, 2, monday), // Sports Day
        ]),
    nthWeekday(year, 9, 3, monday), // Respect for the Aged Day
    day(year, 9, equinox(23.2488)),
    ...days(year, [11, 3], [11, 23]), // Culture Day, Labour Thanksgiving Day
  ]
  return [...national, ...substitutesOf(national), ...days(year, [1, 2], [1, 3], [12, 31])]
}

/**
 * The first day after a Sunday holiday that is not a holiday, and a day between two holidays
 * (article 3, paragraphs 2 and 3).
 */
function substitutesOf(national: readonly Temporal.PlainDate[]): Temporal.PlainDate[] {
  const known = new Set(national.map(String))
  const afterSundays = national
    .filter(({ dayOfWeek }) => dayOfWeek === sunday)
    .map((holiday) => {
      let substitute = holiday
      while (known.has(substitute.toString())) substitute = substitute.add({ days: 1 })
      return substitute
    })
  const between = national
    .filter((holiday) => known.has(holiday.add({ days: 2 }).toString()))
    .map((holiday) => holiday.add({ days: 1 }))
  return [...afterSundays, ...between]
}

/** Source: Comisión Nacional Bancaria y de Valores, yearly provision on bank closing days. */
function mexicanHolidays(year: number): Temporal.PlainDate[] {
  return [
    day(year, 1, 1),
    nthWeekday(year, 2, 1, monday), // Constitution
    nthWeekday(year, 3, 3, monday), // Juárez
    maundyThursday(year),
    goodFriday(year),
    ...days(year, [5, 1], [9, 16], [11, 2]), // Labour, Independence, All Souls
    ...(year >= 2024 && (year - 2024) % 6 === 0 ? days(year, [10, 1]) : []), // Presidential inauguration
    ...(year <= 2018 && (2018 - year) % 6 === 0 ? days(year, [12, 1]) : []),
    nthWeekday(year, 11, 3, monday), // Revolution
    ...days(year, [12, 12], [12, 25]), // Bank employees, Christmas
  ]
}

/**
 * Source: Central Bank of Kuwait, bank holidays. Extra days granted by the cabinet are not
 * included.
 */
function kuwaitiHolidays(year: number): Temporal.PlainDate[] {
  return [
    ...days(year, [1, 1], [2, 25], [2, 26]), // New Year, National Day, Liberation Day
    ...islamicHolidays(year, [
      [1, 1], // New Year of the Hijra
      [3, 12], // Birthday of the Prophet
      [7, 27], // Ascension
      [10, 1, 3], // Eid al-Fitr
      [12, 9, 12], // Arafat, Eid al-Adha
    ]),
  ]
}

/**
 * Additional special days by the yearly proclamations of the President of the Philippines, without
 * those on a weekend. A new proclamation is a new row.
 */
const philippineExtraDays: Record<number, [number, number][]> = {
  2026: [
    [2, 17],
    [11, 2],
    [12, 24],
  ], // Proclamation 1006
}

/**
 * Source: Republic Act 9492, later acts and yearly proclamations: recurring regular and special
 * days, and those that a proclamation added.
 */
function philippineHolidays(year: number): Temporal.PlainDate[] {
  return [
    ...days(year, [1, 1], [4, 9], [5, 1], [6, 12], [8, 21], [11, 1], [11, 30], [12, 25], [12, 30], [12, 31]),
    ...(year >= 2018 ? days(year, [12, 8]) : []), // Immaculate Conception, Republic Act 10966
    maundyThursday(year),
    goodFriday(year),
    lastMonday(year, 8), // National Heroes
    ...days(year, ...(philippineExtraDays[year] ?? [])),
    ...islamicHolidays(year, [
      [10, 1],
      [12, 10],
    ]),
  ]
}

/** Source: Law 2429 on national and general holidays. Eves, which close at noon, count as open. */
function turkishHolidays(year: number): Temporal.PlainDate[] {
  return [
    ...days(year, [1, 1], [4, 23], [5, 1], [5, 19], [8, 30], [10, 29]),
    ...(year >= 2017 ? days(year, [7, 15]) : []), // Democracy and National Unity
    ...islamicHolidays(year, [
      [10, 1, 3],
      [12, 10, 13],
    ]),
  ]
}
