import { Temporal } from 'temporal-polyfill'
import {
  type BusinessCalendar,
  nextBusinessDay,
  previousBusinessDay,
  rollToBusinessDay,
} from '../../kernel/business-calendar.ts'
import type { CurrencyCalendars } from '../../kernel/currency-calendars.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'

/**
 * `SPOT`, `ON` (value the trade date), `TN` (value the next day), or weeks, months or years after
 * spot: `1W`, `3M`, `1Y`.
 */
const tenor = /^(?:SPOT|ON|TN|(?<count>[1-9]\d?)(?<unit>[WMY]))$/

/** No price is offered further ahead, and every calendar covers these dates. */
const longest = { W: 52, M: 24, Y: 2 } as const

export type ValueDateRefusal = 'tenorUnknown' | 'currencyNotTraded'

/** The two currencies of a trade, in either order. */
export interface TradedPair {
  base: string
  quote: string
}

/** When a trade is made, and the calendars by which its dates are found. */
export interface Traded {
  tradedAt: Temporal.Instant
  calendars: CurrencyCalendars
}

/** Whether the text is a supported tenor: in capitals, at most 52W, 24M or 2Y. */
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
 * The date on which both sides of a trade settle.
 *
 * - The trade date is the date in New York and ends there at 17:00. A trade on a weekend counts as
 *   made on the next Monday.
 * - Spot is the second business day after the trade date; for USD/CAD, USD/PHP and USD/TRY, the
 *   first.
 * - Each currency counts its own business days, and the later date applies. A USD holiday on the
 *   first of the two days delays spot only if the other currency is MXN.
 * - A value date is a business day of both currencies and of USD, because crosses settle through
 *   USD.
 * - Weeks run from spot and roll to the following business day. Months and years roll to the
 *   modified following one, and from the last business day of a month to the last of another
 *   (end-end).
 *
 * Sources: Clark, Foreign Exchange Option Pricing, chapter 1.4; ISDA 1998 FX and Currency Option
 * Definitions, section 1.20 ff.
 */
export function valueDateOf(
  trade: TradedPair & Traded & { tenor: string },
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

/**
 * Whether both currencies and USD settle on this date. Undefined if a currency is not supported.
 */
export function isValueDay(
  date: Temporal.PlainDate,
  pair: TradedPair & Pick<Traded, 'calendars'>,
): boolean | undefined {
  return settlingOf(pair)?.isBusinessDay(date)
}

/** The time zone of trade dates. */
export const NEW_YORK = 'America/New_York'
const tradeDateEndHour = 17
const saturday = 6

/** The trade date. From 17:00 in New York it is the next day; a weekend becomes the next Monday. */
export function tradeDateOf(tradedAt: Temporal.Instant): Temporal.PlainDate {
  const local = tradedAt.toZonedDateTimeISO(NEW_YORK)
  const date = local.toPlainDate().add({ days: local.hour >= tradeDateEndHour ? 1 : 0 })
  return date.dayOfWeek >= saturday ? date.add({ days: saturday + 2 - date.dayOfWeek }) : date
}

/** When the trade date of a moment ends: 17:00 in New York. */
export function endOfTradeDate(tradedAt: Temporal.Instant): Temporal.Instant {
  const plainTime = Temporal.PlainTime.from({ hour: tradeDateEndHour })
  return tradeDateOf(tradedAt).toZonedDateTime({ timeZone: NEW_YORK, plainTime }).toInstant()
}

const spotNextDay = new Set(['CAD', 'PHP', 'TRY'])
/** By convention ARS and CLP too, which have no calendar here. */
const delayedByDollarHolidays = new Set(['MXN'])

/** The business days of both currencies and of USD, through which crosses settle. */
function settlingOf({ base, quote, calendars }: TradedPair & Pick<Traded, 'calendars'>): BusinessCalendar | undefined {
  const all = ['USD', base, quote].map(calendars.traded)
  if (base === quote || all.includes(undefined)) return undefined
  return { isBusinessDay: (date) => all.every((calendar) => calendar?.isBusinessDay(date)) }
}

function spotDate(
  tradeDate: Temporal.PlainDate,
  { base, quote, calendars }: TradedPair & Pick<Traded, 'calendars'>,
  settling: BusinessCalendar,
): Temporal.PlainDate {
  const other = base === 'USD' ? quote : quote === 'USD' ? base : undefined
  if (other !== undefined && spotNextDay.has(other)) return nextBusinessDay(tradeDate, settling)
  const [one, two] = [base, quote].map((code) => secondBusinessDay(tradeDate, code, calendars))
  const later = Temporal.PlainDate.compare(one!, two!) > 0 ? one! : two!
  return rollToBusinessDay(later, settling, 'following')
}

/** The second business day of the currency after the trade date. */
function secondBusinessDay(
  tradeDate: Temporal.PlainDate,
  code: string,
  calendars: CurrencyCalendars,
): Temporal.PlainDate {
  const [own, dollar] = [calendars.of(code), calendars.of('USD')]
  const counts = (date: Temporal.PlainDate) => {
    if (code === 'USD') return !own.isWeekend(date)
    return own.isBusinessDay(date) && (!delayedByDollarHolidays.has(code) || dollar.isBusinessDay(date))
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
