import { Temporal } from 'temporal-polyfill'
import {
  type BusinessCalendar,
  easterSunday,
  federalReserveHolidays,
  lastMonday,
  nthWeekday,
  rememberYears,
  targetHolidays,
} from '../../kernel/business-calendar.ts'
import { islamicHolidays } from './islamic-holidays.ts'

const [monday, friday, saturday, sunday] = [1, 5, 6, 7]

type Holidays = (year: number) => Temporal.PlainDate[]

interface CurrencyCalendar extends BusinessCalendar {
  /** Whether banks are closed for the weekend. */
  isWeekend(date: Temporal.PlainDate): boolean
}

/** The calendar of the banks that settle a currency. Undefined for an unsupported currency. */
export function calendarOfCurrency(code: string): CurrencyCalendar | undefined {
  return calendars.get(code)
}

const westernWeekend = [saturday, sunday]

const calendars: ReadonlyMap<string, CurrencyCalendar> = new Map([
  ['USD', calendar(federalReserveHolidays)],
  ['EUR', calendar(targetHolidays)],
  ['GBP', calendar(unitedKingdomHolidays)],
  ['CAD', calendar(canadianHolidays)],
  ['JPY', calendar(japaneseHolidays)],
  ['MXN', calendar(mexicanHolidays)],
  ['KWD', calendar(kuwaitiHolidays, [friday, saturday])],
  ['PHP', calendar(philippineHolidays)],
  ['TRY', calendar(turkishHolidays)],
])

function calendar(holidays: Holidays, weekend: readonly number[] = westernWeekend): CurrencyCalendar {
  const holidaysOf = rememberYears(holidays)
  const isWeekend = (date: Temporal.PlainDate) => weekend.includes(date.dayOfWeek)
  return { isWeekend, isBusinessDay: (date) => !isWeekend(date) && !holidaysOf(date.year).has(date.toString()) }
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
 * Source: Republic Act 9492, later acts and yearly proclamations: recurring regular and special
 * days.
 */
function philippineHolidays(year: number): Temporal.PlainDate[] {
  return [
    ...days(year, [1, 1], [4, 9], [5, 1], [6, 12], [8, 21], [11, 1], [11, 30], [12, 25], [12, 30], [12, 31]),
    ...(year >= 2018 ? days(year, [12, 8]) : []), // Immaculate Conception, Republic Act 10966
    maundyThursday(year),
    goodFriday(year),
    lastMonday(year, 8), // National Heroes
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
