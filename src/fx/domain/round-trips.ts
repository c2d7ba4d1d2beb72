import { type ForwardPoints, forwardPointsOn } from './forward-points.ts'
import type { MarketRate } from './price.ts'
import { type Rate, rateOf, ZERO } from './rate.ts'
import { type Traded, type TradedPair, valueDateOf } from './value-date.ts'

/**
 * What the best conversions there and back could have made of one unit of each currency of a pair,
 * at all rates of a day so far. The best ones know each rate in advance, and choose any date with
 * points. So this bounds what somebody gains who knows how the rates will be moved.
 */
export interface RoundTrips {
  /** Of one unit of the quote currency. */
  cash: Rate
  /** By tenor, with SPOT. A tenor stays until the day ends, also when it has no points any more. */
  held: ReadonlyMap<string, Held>
}

/** The base currency for one date. */
interface Held {
  /** The outright mid rate that the day began with. */
  start: Rate
  /** Of what one unit of the quote currency bought at `start`. */
  worth: Rate
}

/** A rate with its points, and what the trades at it need to find their dates. */
export interface Quoted extends MarketRate, Traded {
  pair: TradedPair
  forwardPoints: ForwardPoints
}

const ONE = rateOf('1')
const SPOT = 'SPOT'

/** So many decimals that what is rounded in a day of new rates every second is nothing. */
const DECIMALS = 20
const roundUp = 3
const up = (worth: Rate): Rate => worth.round(DECIMALS, roundUp)

/** The beginning of a day at this rate. */
export function noRoundTrips({ mid, forwardPoints }: Pick<Quoted, 'mid' | 'forwardPoints'>): RoundTrips {
  const nodes = [[SPOT, ZERO] as const, ...forwardPoints]
  const held = nodes.flatMap(([tenor, points]): [string, Held][] => {
    const start = mid.plus(points)
    return start.gt('0') ? [[tenor, { start, worth: ONE }]] : []
  })
  return { cash: ONE, held: new Map(held) }
}

/**
 * The same after another rate: what was held may have been sold at it, and what was cash may have
 * bought. Each conversion costs half of `marginBps`: a customer pays the whole margin on the way
 * in, and possibly none on the way out, when a contract is closed out or a payment comes back.
 */
export function roundTripsAfter(before: RoundTrips, rate: Quoted, marginBps: number): RoundTrips {
  const half = rateOf('0.00005').times(String(marginBps))
  const [buying, selling] = [ONE.plus(half), ONE.minus(half)]
  let { cash } = before
  const held = new Map<string, Held>()
  for (const tenor of new Set([...before.held.keys(), ...rate.forwardPoints.keys()])) {
    const points = pointsOf(tenor, rate)
    const known = before.held.get(tenor) ?? (points && newTenor(tenor, before, rate, points))
    if (!known) continue
    held.set(tenor, known)
    if (!points || !rate.bid.plus(points).gt('0')) continue
    const sold = known.worth.times(rate.bid.plus(points)).times(selling).div(known.start)
    const bought = before.cash.times(known.start).div(rate.ask.plus(points).times(buying))
    if (sold.gt(cash)) cash = up(sold)
    if (bought.gt(known.worth)) held.set(tenor, { ...known, worth: up(bought) })
  }
  return { cash, held }
}

/** The most that either currency has grown to, in percent above what it was. */
export function gainPercent({ cash, held }: RoundTrips): Rate {
  const most = [...held.values()].reduce((most, { worth }) => (worth.gt(most) ? worth : most), cash)
  return most.minus(ONE).times('100')
}

/** Undefined for a date that is not quoted. */
function pointsOf(tenor: string, { pair, forwardPoints, tradedAt, calendars }: Quoted): Rate | undefined {
  if (tenor === SPOT) return ZERO
  const own = forwardPoints.get(tenor)
  if (own) return own
  const date = valueDateOf({ ...pair, tenor, tradedAt, calendars })
  return date.ok ? forwardPointsOn(forwardPoints, { ...pair, tradedAt, calendars, valueDate: date.value }) : undefined
}

/**
 * A tenor that has points for the first time on the day. Its date may have been traded before,
 * priced between those of two tenors: then at most as much of it is held as between them. A date
 * outside them was not traded.
 */
function newTenor(tenor: string, before: RoundTrips, rate: Quoted, points: Rate): Held | undefined {
  const outright = rate.mid.plus(points)
  const { tradedAt, calendars } = rate
  const date = valueDateOf({ ...rate.pair, tenor, tradedAt, calendars })
  if (!date.ok || !outright.gt('0')) return undefined
  const traded = { ...rate.pair, tradedAt, calendars, valueDate: date.value }
  const between = (of: (one: Held) => Rate) => {
    const spot = of(before.held.get(SPOT)!)
    const beyondSpot = [...before.held].filter(([name]) => name !== SPOT)
    return forwardPointsOn(new Map(beyondSpot.map(([name, one]) => [name, of(one).minus(spot)])), traded)?.plus(spot)
  }
  const start = between((one) => one.start)
  // What is held is compared at the rate of now, at which it has the size of a rate.
  const held = between((one) => one.worth.times(outright).div(one.start))
  return start && held ? { start, worth: up(held.times(start).div(outright)) } : { start: outright, worth: ONE }
}
