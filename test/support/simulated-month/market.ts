import { Temporal } from 'temporal-polyfill'
import { rateOf } from './arithmetic.ts'
import type { Dice } from './random.ts'

export const PAIRS = ['EUR/USD', 'USD/JPY'] as const
export type PairName = (typeof PAIRS)[number]

/** The margin of each pair, in basis points. */
export const MARGINS: Readonly<Record<PairName, bigint>> = { 'EUR/USD': 50n, 'USD/JPY': 25n }

interface Quotation {
  /** The first mid rate, the distance of bid and ask from it, and the decimals of the rate. */
  mid: number
  half: number
  decimals: number
  points: readonly { tenor: string; points: number }[]
}

const quotations: Readonly<Record<PairName, Quotation>> = {
  'EUR/USD': {
    ...{ mid: 1.0843, half: 0.0001, decimals: 4 },
    points: [
      { tenor: 'ON', points: -0.0001 },
      { tenor: '1M', points: 0.0018 },
      { tenor: '3M', points: 0.0051 },
    ],
  },
  'USD/JPY': {
    ...{ mid: 151.25, half: 0.05, decimals: 2 },
    points: [
      { tenor: 'ON', points: 0.03 },
      { tenor: '1M', points: -0.55 },
      { tenor: '3M', points: -1.6 },
    ],
  },
}

/** The spot rates of a pair from a moment on, in 10⁻⁸. */
interface Spot {
  from: Temporal.Instant
  pair: PairName
  bid: bigint
  mid: bigint
  ask: bigint
}

/** The market: what the test told the institution, and when. */
export interface MarketHistory {
  spots: Spot[]
  mids: Record<PairName, number>
}

export function newMarket(): MarketHistory {
  return { spots: [], mids: { 'EUR/USD': quotations['EUR/USD'].mid, 'USD/JPY': quotations['USD/JPY'].mid } }
}

/** Moves every rate by at most this many thousandths, and returns the body that sets them. */
export function moveMarket(market: MarketHistory, dice: Dice, now: Temporal.Instant, atMost: number): object {
  return quoteRates(
    market,
    now,
    PAIRS.map((pair) => ({ pair, thousandths: dice.between(-atMost, atMost) })),
  )
}

/** Moves rates by some thousandths, and returns the body that sets them. */
export function quoteRates(
  market: MarketHistory,
  now: Temporal.Instant,
  moves: readonly { pair: PairName; thousandths: number; isFlat?: boolean }[],
): object {
  const rates = moves.map(({ pair, thousandths, isFlat = false }) => {
    const { half, decimals, points } = quotations[pair]
    const mid = Number((market.mids[pair] * (1 + thousandths / 1_000)).toFixed(decimals))
    const [bid, ask] = [Number((mid - half).toFixed(decimals)), Number((mid + half).toFixed(decimals))]
    market.mids[pair] = mid
    market.spots.push({ from: now, pair, bid: rateOf(bid), mid: rateOf(mid), ask: rateOf(ask) })
    const [baseCcy, quoteCcy] = pair.split('/')
    const forwardPoints = points.map(({ tenor, points }) => ({ tenor, points: isFlat ? 0 : points }))
    return { baseCcy, quoteCcy, bid, mid, ask, forwardPoints }
  })
  return { rates }
}

/** The rates of a pair at a moment. */
export function spotAt({ spots }: MarketHistory, pair: string, at: Temporal.Instant): Spot {
  const found = spots.findLast((spot) => spot.pair === pair && Temporal.Instant.compare(spot.from, at) <= 0)
  if (!found) throw new Error(`${pair} had no rate at ${at}`)
  return found
}

/** The least and the most forward points that any date of a pair can have. */
export function pointsOf(pair: string): { least: bigint; most: bigint } {
  const points = quotations[pair as PairName].points.map(({ points }) => rateOf(points))
  const all = [0n, ...points].sort((one, other) => (one < other ? -1 : 1))
  return { least: all[0]!, most: all.at(-1)! }
}
