import assert from 'node:assert/strict'
import { Temporal } from 'temporal-polyfill'
import { otherAmountAt } from '../../src/fx/domain/exchange.ts'
import { forwardPointsOn } from '../../src/fx/domain/forward-points.ts'
import { priceOf } from '../../src/fx/domain/price.ts'
import { type Rate, rateOf } from '../../src/fx/domain/rate.ts'
import { valueDateOf } from '../../src/fx/domain/value-date.ts'
import type { PairRate } from '../../src/fx/rate-source.ts'
import { rateFrom } from '../../src/fx/read-rate.ts'
import { minorDigits } from '../../src/kernel/currency.ts'
import { RULED_CALENDARS } from '../../src/kernel/currency-calendars.ts'
import { type Pair, pairName, pairOf } from '../../src/kernel/currency-pair.ts'
import fc from './fast-check.ts'

// Histories of a rate table of five currencies, one of which has no rate against USD, in which each
// rate moves, drifts from its cross and becomes stale on its own, and of a customer without a
// margin who trades at whatever is quoted.

const FOREIGN = ['EUR', 'GBP', 'JPY'] as const
const CURRENCIES = ['USD', ...FOREIGN, 'CAD'] as const
type Currency = (typeof CURRENCIES)[number]
const CROSSES = [
  ['EUR', 'GBP'],
  ['EUR', 'JPY'],
  ['GBP', 'JPY'],
  ['EUR', 'CAD'],
  ['GBP', 'CAD'],
] as const
const FIRST: Record<(typeof FOREIGN)[number], bigint> = { EUR: 108_430_000n, GBP: 127_150_000n, JPY: 15_125_000_000n }
const TENORS = ['SPOT', '1W', '1M'] as const
const EUR_CAD = 150_000_000n
const MAX_AGE_SECONDS = 900
const ONE = 10n ** 8n

/** In hundredths of a percent of the rate. */
const basisPoints = (most: number) => fc.integer({ min: -most, max: most }).map(BigInt)
const spread = { below: fc.nat({ max: 60 }).map(BigInt), above: fc.nat({ max: 60 }).map(BigInt) }
/** Points of both tenors, or of none or one of them. */
const points = fc.record({ '1W': basisPoints(50), '1M': basisPoints(400) }, { requiredKeys: [] })
const anyStep = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('move' as const),
      of: fc.constantFrom(...FOREIGN),
      by: basisPoints(300),
      ...spread,
      points,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('cross' as const),
      of: fc.constantFrom(...CROSSES),
      by: fc.oneof(basisPoints(700), basisPoints(90)),
      ...spread,
      points,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const), seconds: fc.constantFrom(1, 600, 901) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('trade' as const),
      path: fc.array(fc.constantFrom(...CURRENCIES), { minLength: 2, maxLength: 5 }),
      tenor: fc.constantFrom(...TENORS),
      given: fc.constantFrom('sell' as const, 'buy' as const),
      amount: fc.oneof(fc.bigInt({ min: 1n, max: 300n }), fc.bigInt({ min: 1n, max: 10n ** 10n })),
    }),
  },
)
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never
type Setting = Extract<Step, { does: 'move' | 'cross' }>

export const anyTriangle = fc.record({
  /** Of a sandbox, the rates never become stale. */
  sandbox: fc.boolean(),
  maxCrossDeviationPercent: fc.constantFrom(0, 1, 5),
  steps: fc.array(anyStep, { minLength: 2, maxLength: 30, size: 'max' }),
})
export type Triangle = typeof anyTriangle extends fc.Arbitrary<infer T> ? T : never

const decimal = (units: bigint): Rate => rateOf(`${units / ONE}.${String(units % ONE).padStart(8, '0')}`)

/** What happened in a history, to prove that it tried something. */
export interface Tally {
  trades: number
  crossTrades: number
  refused: number
}

/**
 * Plays a history. No exchange gives a customer more than it takes, at the last mid rates of both
 * currencies against USD. So what a customer gains over any sequence is only what the market moved
 * while it held a currency: the own rates of pairs pay nothing.
 */
export function playTriangle({ steps, ...settings }: Triangle, tally: Tally): void {
  const market = new Market(settings)
  for (const step of steps) {
    if (step.does === 'wait') market.now = market.now.add({ seconds: step.seconds })
    else if (step.does === 'trade') market.trade(step, tally)
    else market.set(step)
  }
}

class Market {
  now = Temporal.Instant.from('2026-07-06T14:00:00Z')
  readonly rates = new Map<string, PairRate>()
  readonly mids = { ...FIRST }
  readonly institution

  constructor({ sandbox, maxCrossDeviationPercent }: Omit<Triangle, 'steps'>) {
    const maxRateAgeSeconds = sandbox ? null : MAX_AGE_SECONDS
    this.institution = { sandbox, settings: { fx: { maxRateAgeSeconds, maxCrossDeviationPercent } } as never }
    for (const of of FOREIGN)
      this.set({ does: 'move', of, by: 0n, below: 0n, above: 0n, points: { '1W': 1n, '1M': 4n } })
    this.write(pairOf('EUR', 'CAD'), EUR_CAD, { below: 0n, above: 0n, points: { '1W': 1n, '1M': 4n } })
  }

  set(step: Setting): void {
    if (step.does === 'move') {
      const mid = moved(this.mids[step.of], step.by)
      this.mids[step.of] = mid
      this.write(pairOf(step.of, 'USD'), mid, step)
      return
    }
    const [one, other] = step.of
    const [worth, unit] = [this.worthOf(one), this.worthOf(other)]
    const pair = pairOf(one, other)
    const scale = (currency: Currency) => 10n ** BigInt(minorDigits(currency))
    const cross = (ONE * worth[0] * unit[1] * scale(one)) / (worth[1] * unit[0] * scale(other))
    this.write(pair, moved(cross, step.by), step)
  }

  /** Each exchange of a path sells what the one before bought. */
  trade({ path, tenor, given, amount }: Extract<Step, { does: 'trade' }>, tally: Tally): void {
    let side = given
    let next = amount
    for (const [place, buy] of path.slice(1).entries()) {
      const sell = path[place]!
      if (sell === buy) continue
      const amounts = this.price(sell, buy, tenor, side, next)
      if (!amounts) {
        tally.refused++
        return
      }
      tally.trades++
      if (sell !== 'USD' && buy !== 'USD') tally.crossTrades++
      const [paid, got] = [this.worthOf(sell, tenor), this.worthOf(buy, tenor)]
      const gains = amounts.buyAmount * got[0] * paid[1] > amounts.sellAmount * paid[0] * got[1]
      assert.ok(!gains, `${amounts.sellAmount} ${sell} bought ${amounts.buyAmount} ${buy} for ${tenor}`)
      next = amounts.buyAmount
      side = 'sell'
    }
  }

  private price(sell: Currency, buy: Currency, tenor: string, given: 'sell' | 'buy', amount: bigint) {
    const pair = pairOf(sell, buy)
    const rate = rateFrom(this.rates, this.institution, pair, this.now)
    if (!rate.ok) return undefined
    const outright = rate.value.outrightOn({
      tradedAt: this.now,
      calendars: RULED_CALENDARS,
      valueDate: this.dateOf(tenor),
    })
    const price = outright && priceOf({ sell, buy, rate: outright, marginBps: 0 })
    if (!price) return undefined
    const amounts = otherAmountAt({ sellCurrency: sell, buyCurrency: buy, given, amount }, price.allInRate)
    return amounts.ok ? amounts.value : undefined
  }

  /** All pairs trade for the dates of EUR/USD, so that what one trade buys, the next can sell. */
  private dateOf(tenor: string): Temporal.PlainDate {
    const date = valueDateOf({ base: 'EUR', quote: 'USD', tenor, tradedAt: this.now, calendars: RULED_CALENDARS })
    return date.ok ? date.value : assert.fail(tenor)
  }

  /** One minor unit in minor units of USD at the last mid rate of its legs, as a fraction. */
  private worthOf(currency: Currency, tenor = 'SPOT'): readonly [bigint, bigint] {
    if (currency === 'USD') return [1n, 1n]
    if (currency === 'CAD') {
      const [worth, unit] = this.worthOf('EUR', tenor)
      return [worth * ONE, unit * this.midOf('EUR/CAD', tenor)]
    }
    const pair = pairOf(currency, 'USD')
    const mid = this.midOf(pairName(pair), tenor)
    const scale = 10n ** BigInt(minorDigits(currency))
    return pair.baseCurrency === currency ? [mid * 100n, ONE * scale] : [ONE * 100n, mid * scale]
  }

  private midOf(name: string, tenor: string): bigint {
    const { baseCurrency: base, quoteCurrency: quote, mid, forwardPoints } = this.rates.get(name)!
    const dated = { tradedAt: this.now, calendars: RULED_CALENDARS, valueDate: this.dateOf(tenor) }
    const points = forwardPointsOn(forwardPoints, { base, quote, ...dated }) ?? rateOf('0')
    return BigInt(
      mid
        .plus(points)
        .times(rateOf(String(ONE)))
        .toFixed(),
    )
  }

  private write(pair: Pair, mid: bigint, { below, above, points }: Pick<Setting, 'below' | 'above' | 'points'>): void {
    const part = (bps: bigint) => decimal((mid * bps) / 10_000n)
    const signed = (bps: bigint) => (bps < 0n ? rateOf('0').minus(part(-bps)) : part(bps))
    const forwardPoints = new Map(Object.entries(points).map(([tenor, bps]) => [tenor, signed(bps)]))
    const of = decimal(mid)
    this.rates.set(pairName(pair), {
      ...pair,
      ...{ bid: of.minus(part(below)), mid: of, ask: of.plus(part(above)) },
      ...{ forwardPoints, asOf: this.now },
    })
  }
}

function moved(rate: bigint, bps: bigint): bigint {
  return (rate * (10_000n + bps)) / 10_000n
}
