import { Temporal } from 'temporal-polyfill'
import { valueDateOf } from '../../../src/fx/domain/value-date.ts'
import { RULED_CALENDARS } from '../../../src/kernel/currency-calendars.ts'
import { marketRates } from '../fx-market.ts'
import type { Currency } from './commands.ts'

// What exchanges between dollars and euros cost, as docs/fx.md describes it. The market does not
// move in a history: only the forward points change, as a value date comes closer. The calendar of
// value dates is that of the service; nothing else is shared. Rates are in units of 0.00000001.

/** Amounts of both sides, in cents. */
export interface Amounts {
  sell: number
  buy: number
}

/** A contract of the parent, or one that a payment made for itself. */
export interface Deal extends Amounts {
  sells: Currency
  /** yyyy-mm-dd */
  valueDate: string
  /** The margin in dollar cents. */
  margin: number
  /** What was closed out. */
  closed: Amounts
}

const UNIT = 100_000_000
const inUnits = (rate: number) => Math.round(rate * UNIT)
const { bid, mid, ask, forwardPoints } = marketRates[0]!
const [BID, MID, ASK] = [inUnits(bid), inUnits(mid), inUnits(ask)]
/** The points of a value date today. At spot they are zero. */
const POINTS_TODAY = inUnits(forwardPoints.find(({ tenor }) => tenor === 'ON')!.points)
/** In basis points. */
export const MARGIN = 50
const EUR_USD = { base: 'EUR', quote: 'USD' }

/** Dollar cents for euro cents at the middle of the market, rounded up. */
export function atMid(euroCents: number): number {
  return divide(euroCents * MID, UNIT, 'up')
}

/** The most euro cents that are worth no more than dollar cents at the middle of the market. */
export function eurosWorth(dollarCents: number): number {
  return divide(dollarCents * UNIT, MID, 'down')
}

/** A new contract that sells cents at the customer's price of the moment. */
export function dealAt(sells: Currency, sell: number, tenor: 'SPOT' | 'ON', now: number): Deal {
  const valueDate = dateOf(tenor, now)
  const points = pointsOf(valueDate, now)
  const isDollars = sells === 'USD'
  const market = (isDollars ? ASK : BID) + points
  const rate = isDollars
    ? divide(market * (10_000 + MARGIN), 10_000, 'up')
    : divide(market * (10_000 - MARGIN), 10_000, 'down')
  const buy = isDollars ? divide(sell * UNIT, rate, 'down') : divide(sell * rate, UNIT, 'down')
  const worth = divide((isDollars ? buy : sell) * market, UNIT, 'nearest')
  const margin = Math.max(0, isDollars ? sell - worth : worth - buy)
  return { sells, sell, buy, valueDate, margin, closed: { sell: 0, buy: 0 } }
}

/** The euros of a draw: the smaller share of the contract and of what is left, or all of that. */
export function boughtBy(deal: Deal, left: Amounts, sell: number): number {
  const ofLeft = divide(left.buy * sell, left.sell, 'down')
  return sell === left.sell ? ofLeft : Math.min(ofLeft, divide(deal.buy * sell, deal.sell, 'down'))
}

/** What a contract to buy euros, or a part of one, would lose at the market of the moment. */
export function lossOf({ valueDate, sell, buy }: Amounts & Pick<Deal, 'valueDate'>, now: number): number {
  return Math.max(0, sell - divide(buy * (BID + pointsOf(valueDate, now)), UNIT, 'down'))
}

/**
 * Closes out a part of a contract at the market of the moment. Returns what the customer loses, in
 * cents of the currency sold. A gain is the institution's, which carried the position.
 */
export function closeOut(deal: Deal, rest: Amounts, now: number): number {
  const before = marginClosed(deal)
  deal.closed = { sell: deal.closed.sell + rest.sell, buy: deal.closed.buy + rest.buy }
  const margin = marginClosed(deal) - before
  const points = pointsOf(deal.valueDate, now)
  if (deal.sells === 'USD') {
    const loss = rest.sell - margin - divide(rest.buy * (BID + points), UNIT, 'down')
    return Math.min(Math.max(0, loss), rest.sell)
  }
  const loss = divide(rest.sell * (ASK + points), UNIT, 'up') - (rest.buy + margin)
  return Math.min(divide(Math.max(0, loss) * UNIT, ASK + points, 'up'), rest.sell)
}

/** What a deal adds to the open position of the institution: without the margin. */
export function positionOf(deal: Deal): Record<Currency, number> {
  const { sells, sell, buy, margin, closed } = deal
  const reversed = marginClosed(deal)
  const [received, delivered] = [sell - closed.sell, buy - closed.buy]
  return sells === 'USD'
    ? { USD: received - (margin - reversed), EUR: -delivered }
    : { USD: -(delivered + (margin - reversed)), EUR: received }
}

function marginClosed({ margin, sell, closed }: Deal): number {
  return divide(margin * closed.sell, sell, 'down')
}

const dateOf = (tenor: 'SPOT' | 'ON', now: number): string => {
  const date = valueDateOf({
    ...EUR_USD,
    tenor,
    tradedAt: Temporal.Instant.fromEpochMilliseconds(now),
    calendars: RULED_CALENDARS,
  })
  if (!date.ok) throw new Error(`no ${tenor} date`)
  return String(date.value)
}

/**
 * The points of a value date: a straight line by days between today's date and spot. A date that
 * has passed has no points.
 */
function pointsOf(valueDate: string, now: number): number {
  const [today, spot] = [dateOf('ON', now), dateOf('SPOT', now)]
  if (valueDate === spot || valueDate < today) return 0
  if (valueDate > spot) throw new Error(`${valueDate} is after spot`)
  return divide(POINTS_TODAY * daysBetween(valueDate, spot), daysBetween(today, spot), 'nearest')
}

function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to).days
}

/** Exact for whole numbers below 2^53. Down is toward zero, up is away from it. */
function divide(dividend: number, divisor: number, rounding: 'up' | 'down' | 'nearest'): number {
  const rest = Math.abs(dividend % divisor)
  const whole = Math.trunc((dividend - (dividend % divisor)) / divisor)
  const isPastHalf = 2 * rest > divisor || (2 * rest === divisor && whole % 2 !== 0)
  const isAway = rounding === 'nearest' ? isPastHalf : rounding === 'up' && rest > 0
  return whole + (isAway ? Math.sign(dividend) : 0)
}

// A triangle of dollars, pounds and Canadian dollars, whose rates move in a history. Rates are in
// units of 0.00000001 as above, but exact beyond 2^53.

export const TRIANGLE = ['USD', 'GBP', 'CAD'] as const
export type Corner = (typeof TRIANGLE)[number]
export const SIDES = ['GBP/USD', 'USD/CAD', 'GBP/CAD'] as const
export type Side = (typeof SIDES)[number]
export interface Spread {
  bid: bigint
  mid: bigint
  ask: bigint
}
export type SideRates = Record<Side, Spread>

const EXACT_UNIT = 100_000_000n
const TEN_THOUSAND = 10_000n

/** A mid rate with the same spread on both sides, in basis points. */
export function spreadOf(mid: bigint, bps: bigint): Spread {
  const half = (mid * bps) / TEN_THOUSAND
  return { bid: mid - half, mid, ask: mid + half }
}

/**
 * At what the bank deals. The own rate of GBP/CAD counts within 1 % of their cross
 * through dollars, and then only on the side on which it is worse for the customer.
 */
export function dealtAt(rates: SideRates, side: Side): Pick<Spread, 'bid' | 'ask'> {
  const own = rates[side]
  if (side !== 'GBP/CAD') return own
  const { 'GBP/USD': pounds, 'USD/CAD': canadian } = rates
  const cross = {
    bid: (pounds.bid * canadian.bid) / EXACT_UNIT,
    ask: (pounds.ask * canadian.ask + EXACT_UNIT - 1n) / EXACT_UNIT,
  }
  const [mid, half] = [pounds.mid * canadian.mid, EXACT_UNIT / 2n]
  const [whole, rest] = [mid / EXACT_UNIT, mid % EXACT_UNIT]
  const crossMid = rest > half || (rest === half && whole % 2n === 1n) ? whole + 1n : whole
  const apart = own.mid > crossMid ? own.mid - crossMid : crossMid - own.mid
  if (apart * 100n > crossMid) return cross
  return { bid: own.bid < cross.bid ? own.bid : cross.bid, ask: own.ask > cross.ask ? own.ask : cross.ask }
}

/** The cents that a customer gets for cents, with the margin, rounded for the bank. */
export function cornerBuys(rates: SideRates, sells: Corner, buys: Corner, cents: bigint): bigint {
  const side = SIDES.find((one) => one.includes(sells) && one.includes(buys))!
  const { bid, ask } = dealtAt(rates, side)
  const margin = BigInt(MARGIN)
  if (side.startsWith(sells)) return (cents * ((bid * (TEN_THOUSAND - margin)) / TEN_THOUSAND)) / EXACT_UNIT
  const rate = (ask * (TEN_THOUSAND + margin) + TEN_THOUSAND - 1n) / TEN_THOUSAND
  return (cents * EXACT_UNIT) / rate
}

/** What cents are worth in dollars at the mid rates of the legs, as a fraction. */
export function worthInDollars(rates: SideRates, corner: Corner, cents: bigint): readonly [bigint, bigint] {
  if (corner === 'USD') return [cents, 1n]
  if (corner === 'GBP') return [cents * rates['GBP/USD'].mid, EXACT_UNIT]
  return [cents * EXACT_UNIT, rates['USD/CAD'].mid]
}
