import type { Temporal } from 'temporal-polyfill'
import { BANKING_DAYS, type BusinessCalendar } from './business-calendar.ts'
import type { Rail, Speed } from './rail.ts'

/** The time zone of the networks' times, wherever the institution is. */
export const EASTERN = 'America/New_York'

/**
 * Which days a network settles: the Federal Reserve's banking days, Sundays to Fridays with the
 * holidays among them, those of the currencies, or all.
 */
export type NetworkDays = 'FederalReserve' | 'SundayToFriday' | 'currencies' | 'all'

/** The calendars of these days; those of currencies are theirs. */
export const NETWORK_CALENDARS: Readonly<Record<Exclude<NetworkDays, 'currencies'>, BusinessCalendar>> = {
  FederalReserve: BANKING_DAYS,
  SundayToFriday: { isBusinessDay: ({ dayOfWeek }) => dayOfWeek !== 6 },
  all: { isBusinessDay: () => true },
}

/** A window of the ACH operator. Times are HH:MM, Eastern. */
export interface AchWindow {
  /** The last time at which the operator takes a file. */
  deposit: string
  /** How many days before the settlement that is. */
  daysBefore: 0 | 1
  /** When the operator gives the entries to the receiving banks. */
  distributes: string
  settles: string
}

/** When a network is open: HH:MM, Eastern. */
export interface NetworkHours {
  /** On the evening before the day of the payments. */
  opens: string
  closes: string
}

/** A rule of a network. Times are HH:MM, Eastern. */
export interface NetworkRule {
  /** The first day on which it applies, yyyy-mm-dd. */
  validFrom: string
  days: NetworkDays
  /** The last times at which it takes payments that settle the same day; empty if it has none. */
  cutOffs: readonly string[]
  /** Absent if it never closes, or the windows say it. */
  hours?: NetworkHours
  /** Of ACH: the windows of entries that settle on the day, and of those of the day before. */
  windows?: { sameDay: readonly AchWindow[]; nextDay: readonly AchWindow[] }
  /** Of ACH: the SEC codes of entries that never settle on the day of their deposit. */
  nextDayOnly?: readonly string[]
  /** The largest payment in cents, by speed. Absent if the network sets none. */
  largest?: Partial<Record<Speed, bigint>>
}

export type NetworkRules = Readonly<Record<Rail, readonly NetworkRule[]>>

const SINCE_EVER = '1978-01-01'

/** The operator's windows for entries that settle on the day of their deposit, the oldest first. */
const MORNING: AchWindow = { deposit: '10:30', daysBefore: 0, distributes: '12:00', settles: '13:00' }
const AFTERNOON: AchWindow = { deposit: '14:45', daysBefore: 0, distributes: '16:00', settles: '17:00' }
const EVENING: AchWindow = { deposit: '16:45', daysBefore: 0, distributes: '17:30', settles: '18:00' }
/** Those for entries that settle on the next day. */
const NEXT_DAY: readonly AchWindow[] = [
  { deposit: '22:45', daysBefore: 1, distributes: '06:00', settles: '08:30' },
  { deposit: '02:15', daysBefore: 0, distributes: '06:00', settles: '08:30' },
]

/** The amount of an entry has ten digits (NACHA entry detail 30-39). */
const LARGEST_ENTRY = 99_999_999_99n

interface SameDayRule {
  validFrom: string
  sameDay: readonly AchWindow[]
  /** The largest same-day entry, in cents. */
  largest?: bigint
  nextDayOnly?: readonly string[]
}

/**
 * Same-day settlement never took international entries; since 2026-09-18, their definition says so,
 * too.
 */
const INTERNATIONAL = { nextDayOnly: ['IAT'] } as const

function ach({ validFrom, sameDay, largest, nextDayOnly = [] }: SameDayRule): NetworkRule {
  return {
    ...({ validFrom, days: 'FederalReserve' } as const),
    cutOffs: sameDay.map(({ deposit }) => deposit),
    windows: { sameDay, nextDay: NEXT_DAY },
    nextDayOnly,
    largest: { Economy: LARGEST_ENTRY, ...(largest !== undefined && { 'Economy Plus': largest }) },
  }
}

/**
 * The rules of the networks, the oldest first. A change of a rule is a new row: each day follows
 * the rule in force on it. Sources: Federal Reserve Financial Services, FedACH processing schedule
 * and Fedwire Funds Service operating hours; Nacha Operating Rules, same-day ACH; The Clearing
 * House, RTP operating rules; FedNow operating procedures and announcements of its limits. SWIFT
 * has no cut-off of its own; the institution sets one. The amount of a Fedwire message has twelve
 * digits.
 */
const networkRules: NetworkRules = {
  ACH: [
    ach({ validFrom: SINCE_EVER, sameDay: [] }),
    ach({ validFrom: '2016-09-23', sameDay: [MORNING, AFTERNOON], largest: 25_000_00n, ...INTERNATIONAL }),
    ach({ validFrom: '2020-03-20', sameDay: [MORNING, AFTERNOON], largest: 100_000_00n, ...INTERNATIONAL }),
    ach({ validFrom: '2021-03-19', sameDay: [MORNING, AFTERNOON, EVENING], largest: 100_000_00n, ...INTERNATIONAL }),
    ach({ validFrom: '2022-03-18', sameDay: [MORNING, AFTERNOON, EVENING], largest: 1_000_000_00n, ...INTERNATIONAL }),
  ],
  FEDWIRE: [
    fedwire({ validFrom: SINCE_EVER, cutOffs: ['18:00'], hours: { opens: '21:00', closes: '18:30' } }),
    fedwire({ validFrom: '2021-03-08', cutOffs: ['18:45'], hours: { opens: '21:00', closes: '19:00' } }),
  ],
  RTP: [
    { validFrom: SINCE_EVER, days: 'all', cutOffs: [], largest: { Instant: 1_000_000_00n } },
    { validFrom: '2025-02-09', days: 'all', cutOffs: [], largest: { Instant: 10_000_000_00n } },
  ],
  FEDNOW: [
    { validFrom: SINCE_EVER, days: 'all', cutOffs: [], largest: { Instant: 500_000_00n } },
    { validFrom: '2025-06-24', days: 'all', cutOffs: [], largest: { Instant: 1_000_000_00n } },
    // In the course of November 2025: the first day on which no part of the month is left.
    { validFrom: '2025-12-01', days: 'all', cutOffs: [], largest: { Instant: 10_000_000_00n } },
  ],
  SWIFT: [{ validFrom: SINCE_EVER, days: 'currencies', cutOffs: [] }],
}

function fedwire(rule: Pick<NetworkRule, 'validFrom' | 'cutOffs' | 'hours'>): NetworkRule {
  return { ...rule, days: 'FederalReserve', largest: { Express: 9_999_999_999_99n } }
}

/** The rule of a network in force on a day. */
export function ruleOn(rail: Rail, date: Temporal.PlainDate, rules: NetworkRules = networkRules): NetworkRule {
  const day = date.toString()
  const [first, ...others] = rules[rail]
  return others.findLast(({ validFrom }) => validFrom <= day) ?? first!
}

/** The days on which a network settles, each by the rule in force on it. */
export function networkCalendar(rail: Exclude<Rail, 'SWIFT'>, rules: NetworkRules = networkRules): BusinessCalendar {
  return {
    isBusinessDay(date) {
      const { days } = ruleOn(rail, date, rules)
      if (days === 'currencies') throw new Error(`${rail} settles on the days of no currency`)
      return NETWORK_CALENDARS[days].isBusinessDay(date)
    },
  }
}

/**
 * The maximum amount in cents of one payment that settles on a day; undefined if the rail sets
 * none. A network that did not have the speed yet has no maximum for it, either.
 */
export function largestPayment(rail: Rail, speed: Speed, date: Temporal.PlainDate): bigint | undefined {
  return ruleOn(rail, date).largest?.[speed]
}

/** Whether entries of a class can settle on the day of their deposit, by the rule of that day. */
export function canSettleSameDay(secCode: string, date: Temporal.PlainDate): boolean {
  return !ruleOn('ACH', date).nextDayOnly?.includes(secCode)
}
