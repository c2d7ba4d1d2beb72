import { Temporal } from 'temporal-polyfill'
import {
  type BusinessCalendar,
  nextBusinessDay,
  previousBusinessDay,
  rollToBusinessDay,
} from '../../kernel/business-calendar.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { calendarOfCurrency } from './holidays.ts'

/** `SPOT`, `ON` (value the trade date), `TN` (value the next day), or weeks, months, years after spot: `1W`, `3M`, `1Y`. */
const tenor = /^(?:SPOT|ON|TN|(?<count>[1-9]\d?)(?<unit>[WMY]))$/

/** Nobody prices further ahead, and dates stay within what every calendar knows. */
const longest = { W: 52, M: 24, Y: 2 } as const

export type ValueDateRefusal = 'tenorUnknown' | 'currencyNotTraded'

/** What is traded, in either order of the currencies. */
export interface TradedPair {
  base: string
  quote: string
}

/** Whether the text names a tenor that is priced; in capitals, at most 52W, 24M or 2Y. */
export function isTenor(text: string): boolean {
  return parseTenor(text) !== undefined
}

type Term = { name: 'SPOT' | 'ON' | 'TN'; count?: undefined } | { name: 'W' | 'M' | 'Y'; count: number }

function parseTenor(text: string): Term | undefined {
  const match = tenor.exec(text)
  if (!match) return undefined
  const unit = match.groups?.unit as 'W' | 'M' | 'Y' | undefined
  if (!unit) return { name: text as 'SPOT' | 'ON' | 'TN' }
  const count = Number(match.groups?.count)
  return count <= longest[unit] ? { name: unit, count } : undefined
}

/**
 * The day on which both sides of a trade settle.
 *
 * The trade date is that of New York and ends there at 17:00; a weekend trades as the Monday after it. Spot is the
 * second business day after it, the first for USD/CAD, USD/PHP and USD/TRY. Each currency counts its own business days
 * and the later one is taken; a holiday of the USD on the first of the two does not delay spot, unless the other
 * currency is ARS, CLP or MXN. A value date is a business day of both currencies and of the USD, which carries every
 * cross. Weeks run from spot to the following business day; months and years to the modified following one, and from
 * the last business day of a month to the last of the other (end-end). Sources: Clark, Foreign Exchange Option Pricing, chapter 1.4;
 * ISDA 1998 FX and Currency Option Definitions, section 1.20 ff.
 */
export function valueDateOf(
  trade: TradedPair & { tenor: string; tradedAt: Temporal.Instant },
): Result<Temporal.PlainDate, ValueDateRefusal> {
  const term = parseTenor(trade.tenor)
  if (!term) return refuse('tenorUnknown')
  const settling = settlingOf(trade)
  if (!settling) return refuse('currencyNotTraded')
  const tradeDate = tradeDateOf(trade.tradedAt)
  if (term.name === 'ON') return accept(rollToBusinessDay(tradeDate, settling, 'following'))
  if (term.name === 'TN') return accept(nextBusinessDay(tradeDate, settling))
  const spot = spotDate(tradeDate, trade, settling)
  if (term.count === undefined) return accept(spot)
  if (term.name === 'W') return accept(rollToBusinessDay(spot.add({ weeks: term.count }), settling, 'following'))
  return accept(monthsAfter(spot, term.name === 'Y' ? 12 * term.count : term.count, settling))
}

/** Whether both currencies, and the USD between them, settle on this day; undefined where a currency is not traded. */
export function isValueDay(date: Temporal.PlainDate, pair: TradedPair): boolean | undefined {
  return settlingOf(pair)?.isBusinessDay(date)
}

/** Whose date is that of a trade. */
export const NEW_YORK = 'America/New_York'
const endOfTradeDate = 17
const saturday = 6

/** The date on which a trade counts as made: from 17:00 in New York on it is the next day, and never one of a weekend. */
export function tradeDateOf(tradedAt: Temporal.Instant): Temporal.PlainDate {
  const local = tradedAt.toZonedDateTimeISO(NEW_YORK)
  const date = local.toPlainDate().add({ days: local.hour >= endOfTradeDate ? 1 : 0 })
  return date.dayOfWeek >= saturday ? date.add({ days: saturday + 2 - date.dayOfWeek }) : date
}

const spotNextDay = new Set(['CAD', 'PHP', 'TRY'])
const heedsDollarHolidays = new Set(['ARS', 'CLP', 'MXN'])

/** Days on which both currencies settle, and the USD that carries every cross. */
function settlingOf({ base, quote }: TradedPair): BusinessCalendar | undefined {
  const calendars = ['USD', base, quote].map(calendarOfCurrency)
  if (base === quote || calendars.includes(undefined)) return undefined
  return { isBusinessDay: (date) => calendars.every((calendar) => calendar?.isBusinessDay(date)) }
}

function spotDate(
  tradeDate: Temporal.PlainDate,
  { base, quote }: TradedPair,
  settling: BusinessCalendar,
): Temporal.PlainDate {
  const other = base === 'USD' ? quote : quote === 'USD' ? base : undefined
  if (other !== undefined && spotNextDay.has(other)) return nextBusinessDay(tradeDate, settling)
  const [one, two] = [base, quote].map((code) => secondBusinessDay(tradeDate, code))
  const later = Temporal.PlainDate.compare(one!, two!) > 0 ? one! : two!
  return rollToBusinessDay(later, settling, 'following')
}

/** The second day after the trade date on which banks of the currency are open. */
function secondBusinessDay(tradeDate: Temporal.PlainDate, code: string): Temporal.PlainDate {
  const [own, dollar] = [calendarOfCurrency(code)!, calendarOfCurrency('USD')!]
  const counts = (date: Temporal.PlainDate) => {
    if (code === 'USD') return !own.isWeekend(date)
    return own.isBusinessDay(date) && (!heedsDollarHolidays.has(code) || dollar.isBusinessDay(date))
  }
  return nextBusinessDay(nextBusinessDay(tradeDate, { isBusinessDay: counts }), own)
}

function monthsAfter(spot: Temporal.PlainDate, months: number, settling: BusinessCalendar): Temporal.PlainDate {
  const date = spot.add({ months })
  const endsMonth = nextBusinessDay(spot, settling).month !== spot.month
  if (!endsMonth) return rollToBusinessDay(date, settling, 'modifiedFollowing')
  const firstOfNext = date.with({ day: 1 }).add({ months: 1 })
  return previousBusinessDay(firstOfNext, settling)
}
