import { Temporal } from 'temporal-polyfill'
import {
  cutOffsOf,
  endOfBusiness,
  type Institution,
  type InstitutionSettings,
  startOfBusiness,
} from '../institution/institution.ts'
import { type BusinessCalendar, nextBusinessDay, rollToBusinessDay } from '../kernel/business-calendar.ts'
import { currencyCalendars } from '../kernel/currency-calendars.ts'
import type { Rail, Speed } from '../kernel/rail.ts'
import { EASTERN, NETWORK_CALENDARS, ruleOn } from '../kernel/rail-rules.ts'
import {
  type AchSettlement,
  type AchSpeed,
  effectiveEntryDate,
  lastCollectionOn,
  nextCollection,
  sendingDate,
  settlementOf,
} from './ach/collection-window.ts'
import { achWindow, type SettlementWindow, wireWindow } from './settlement-window.ts'

/** What decides when a payment leaves and settles. */
export interface Way {
  rail: Rail | 'BOOK'
  speed: Speed
  /** The currencies of both sides; the last is the one that the receiver gets. */
  currencies: readonly string[]
}

type Home = Pick<Institution, 'timeZone' | 'settings'>

/**
 * The business days of a rail. RTP, FedNow and book transfers run every day; ACH and Fedwire follow
 * the Federal Reserve. SWIFT settles on the days of both currencies' centres, as the institution
 * knows them; of a currency without a rule, only the weekends are known. The institution's closed
 * days apply to all rails except those that run every day.
 */
export function railCalendar(
  { rail, currencies }: Pick<Way, 'rail' | 'currencies'>,
  { closedDays, currencyCalendars: known }: Pick<InstitutionSettings, 'closedDays' | 'currencyCalendars'>,
): BusinessCalendar {
  if (rail === 'BOOK') return { isBusinessDay: () => true }
  const closed = new Set(closedDays)
  const ofCurrencies = currencies.map(currencyCalendars(known).of)
  return {
    isBusinessDay(date) {
      const { days } = ruleOn(rail, date)
      if (days !== 'all' && closed.has(date.toString())) return false
      if (days !== 'currencies') return NETWORK_CALENDARS[days].isBusinessDay(date)
      return ofCurrencies.every((calendar) => calendar.isBusinessDay(date))
    },
  }
}

/**
 * The last time on a business day of the rail at which a payment still goes out for that day:
 * the network's, less the institution's margin. Undefined if the rail never closes.
 */
export function cutOffOn(
  home: Home,
  { rail, speed, currencies }: Way,
  date: Temporal.PlainDate,
): Temporal.Instant | undefined {
  const { marginMinutes, swift, swiftByCurrency } = cutOffsOf(home.settings)
  switch (rail) {
    case 'BOOK':
    case 'RTP':
    case 'FEDNOW':
      return undefined
    case 'ACH':
      return lastCollectionOn(date, speed as AchSpeed, home.settings.ach.collection)
    case 'SWIFT':
      return date
        .toZonedDateTime({ timeZone: home.timeZone, plainTime: swiftByCurrency[currencies.at(-1)!] ?? swift })
        .toInstant()
    case 'FEDWIRE':
      return networkCutOff(rail, date).subtract({ minutes: marginMinutes })
  }
}

/** When a payment goes to its rail, and the day on which the receiver's bank has the money. */
export interface Passage {
  /** The last time for this passage; undefined if the rail never closes. */
  cutOff: Temporal.Instant | undefined
  /** The last time for its value date, if the payment misses `cutOff`. */
  lastCutOff: Temporal.Instant | undefined
  leavesAt: Temporal.Instant
  valueDate: Temporal.PlainDate
  /** Undefined if its rail has no windows. */
  window: SettlementWindow | undefined
}

/**
 * The first passage of a payment that is ready at `from` and must not settle before `notBefore`:
 * its date, or the value date of its FX contract if that is later. A cut-off is inclusive. What is
 * ready later, or on a closed day, leaves at the start of the next business day. ACH entries leave
 * with the next file.
 */
export function nextPassage(
  home: Home,
  way: Way,
  { notBefore, from }: { notBefore: Temporal.PlainDate; from: Temporal.Instant },
): Passage {
  const { rail, speed } = way
  const ready = latest(from, startOn(home, rail, notBefore))
  if (rail === 'ACH') return achPassage(home, speed as AchSpeed, ready)
  const calendar = railCalendar(way, home.settings)
  let valueDate = rollToBusinessDay(today(home, ready), calendar, 'following')
  let cutOff = cutOffOn(home, way, valueDate)
  if (cutOff && Temporal.Instant.compare(ready, cutOff) > 0) {
    valueDate = nextBusinessDay(valueDate, calendar)
    cutOff = cutOffOn(home, way, valueDate)
  }
  const leavesAt = latest(ready, startOn(home, rail, valueDate))
  return { cutOff, lastCutOff: cutOff, valueDate, leavesAt, window: windowOf(home, way, { leavesAt, valueDate }) }
}

/**
 * The window that a payment goes by that leaves at a time for a value date; undefined if its rail
 * has no windows, as ACH in a sandbox that collects every few seconds.
 */
export function windowOf(
  home: Home,
  { rail, speed }: Pick<Way, 'rail' | 'speed'>,
  { leavesAt, valueDate }: Pick<Passage, 'leavesAt' | 'valueDate'>,
): SettlementWindow | undefined {
  if (rail === 'FEDWIRE') return wireWindow(home, networkCutOff(rail, valueDate), leavesAt)
  if (rail !== 'ACH') return undefined
  const { depositBy, ...settlement } = achSettlement(
    home,
    { effectiveDate: valueDate, speed: speed as AchSpeed },
    leavesAt,
  )
  return depositBy && achWindow(home, speed === 'Economy Plus', { ...settlement, depositBy })
}

/** The network's own cut-off, without the institution's margin. */
function networkCutOff(rail: 'FEDWIRE', date: Temporal.PlainDate): Temporal.Instant {
  const plainTime = ruleOn(rail, date).cutOffs.at(-1)!
  return date.toZonedDateTime({ timeZone: EASTERN, plainTime }).toInstant()
}

function achPassage(home: Home, speed: AchSpeed, ready: Temporal.Instant): Passage {
  const { collection } = home.settings.ach
  const calendar = railCalendar({ rail: 'ACH', currencies: [] }, home.settings)
  const cutOff = nextCollection(ready, speed, collection, EASTERN, calendar)
  const effectiveDate = effectiveEntryDate(sendingDate(cutOff, speed, collection, EASTERN), speed, calendar)
  const { valueDate, settlesAt, depositBy } = achSettlement(home, { effectiveDate, speed }, cutOff)
  const isSameDay = speed === 'Economy Plus'
  const lastCutOff = isSameDay ? cutOffOn(home, { rail: 'ACH', speed, currencies: [] }, valueDate) : cutOff
  const window = depositBy && achWindow(home, isSameDay, { depositBy, settlesAt })
  return { cutOff, lastCutOff, leavesAt: cutOff, valueDate, window }
}

/**
 * When ACH entries settle that are sent at `sentAt`, and the day of it. Files of collection windows
 * settle by the windows of the operator. A sandbox that collects every few seconds does not keep
 * the calendar: its network settles the entries after its delay, on any day, and by no window.
 */
export function achSettlement(
  home: Home,
  { effectiveDate, speed }: { effectiveDate: Temporal.PlainDate; speed: AchSpeed },
  sentAt: Temporal.Instant,
): Omit<AchSettlement, 'depositBy'> & Partial<Pick<AchSettlement, 'depositBy'>> {
  const { ach, simulator } = home.settings
  if (ach.collection.kind === 'windows') {
    const calendar = railCalendar({ rail: 'ACH', currencies: [] }, home.settings)
    return settlementOf({ effectiveDate, speed }, sentAt, calendar)
  }
  const settlesAt = sentAt.add({ seconds: simulator.settleAfterSeconds })
  return { settlesAt, valueDate: today(home, settlesAt) }
}

/**
 * The effective entry date of a same-day file made now, and whether it is in time for today. After
 * the last window, the operator processes it on the next day. Collection every few seconds settles
 * by the sandbox's own time, so it has no window to miss.
 */
export function sameDayFile(
  { settings }: Pick<Home, 'settings'>,
  now: Temporal.Instant,
): { effectiveDate: Temporal.PlainDate; isInTime: boolean } {
  const { collection } = settings.ach
  const sent = sendingDate(now, 'Economy Plus', collection, EASTERN)
  const calendar = railCalendar({ rail: 'ACH', currencies: ['USD'] }, settings)
  const effectiveDate = effectiveEntryDate(sent, 'Economy Plus', calendar)
  const isToday = effectiveDate.equals(now.toZonedDateTimeISO(EASTERN).toPlainDate())
  return { effectiveDate, isInTime: isToday || collection.kind === 'continuous' }
}

/**
 * Until when a payment that is due on a day without funds is tried again: the last window of its
 * rail on that day. A rail that never closes takes it until the end of business.
 */
export function lastTryOn(home: Home, way: Way, date: Temporal.PlainDate): Temporal.Instant {
  const neverCloses = way.rail === 'ACH' && home.settings.ach.collection.kind === 'continuous'
  return (neverCloses ? undefined : cutOffOn(home, way, date)) ?? endOfBusiness(home, date)
}

/**
 * When business of a date starts at the institution, and the date itself at the network: Fedwire
 * opens a day on the evening before.
 */
function startOn(home: Home, rail: Rail | 'BOOK', date: Temporal.PlainDate): Temporal.Instant {
  const start = startOfBusiness(home, date)
  if (rail !== 'ACH' && rail !== 'FEDWIRE') return start
  const opens = ruleOn(rail, date).hours?.opens
  const day = opens === undefined ? date : date.subtract({ days: 1 })
  return latest(start, day.toZonedDateTime({ timeZone: EASTERN, plainTime: opens ?? '00:00' }).toInstant())
}

/**
 * The last moment at which a payment for a date can still go out on it, or on the first later
 * business day that has not ended yet.
 */
export function lastChance(home: Home, way: Way, date: Temporal.PlainDate, now: Temporal.Instant): Temporal.Instant {
  const calendar = railCalendar(way, home.settings)
  let day = rollToBusinessDay(later(date, today(home, now)), calendar, 'following')
  for (;;) {
    const end = cutOffOn(home, way, day) ?? day.add({ days: 1 }).toZonedDateTime(home.timeZone).toInstant()
    if (Temporal.Instant.compare(now, end) < 0) return end
    day = nextBusinessDay(day, calendar)
  }
}

/** If it is a day later at the network, the cut-offs of the institution's day have passed. */
function today({ timeZone }: Home, at: Temporal.Instant): Temporal.PlainDate {
  return at.toZonedDateTimeISO(timeZone).toPlainDate()
}

function later(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(a, b) > 0 ? a : b
}

function latest(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(a, b) > 0 ? a : b
}
