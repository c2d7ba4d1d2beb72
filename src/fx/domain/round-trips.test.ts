import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import fc from '../../../test/support/fast-check.ts'
import { RULED_CALENDARS } from '../../kernel/currency-calendars.ts'
import { formatRate, type Rate, rateOf } from './rate.ts'
import { gainPercent, noRoundTrips, type Quoted, roundTripsAfter } from './round-trips.ts'

/** A Wednesday. Spot of EUR/USD is Friday, July 3. */
const tradedAt = Temporal.Instant.from('2026-07-01T14:00:00Z')

const rate = (bid: string, ask = bid, points: Record<string, string> = {}): Quoted => ({
  bid: rateOf(bid),
  mid: rateOf(bid).plus(rateOf(ask)).times('0.5'),
  ask: rateOf(ask),
  forwardPoints: new Map(Object.entries(points).map(([tenor, text]) => [tenor, rateOf(text)])),
  pair: { base: 'EUR', quote: 'USD' },
  ...{ tradedAt, calendars: RULED_CALENDARS },
})

const numberOf = (one: Rate) => Number(formatRate(one))

/** The gain after these rates; the first one begins the day. */
function gainOf([first, ...others]: readonly Quoted[], marginBps = 0): string {
  const last = others.reduce((trips, one) => roundTripsAfter(trips, one, marginBps), noRoundTrips(first!))
  return formatRate(gainPercent(last).round(6))
}

test('a rate that stays gains nothing, and one that moves one way gains what it moved', () => {
  assert.equal(gainOf([rate('1.1'), rate('1.1')]), '0')
  assert.equal(gainOf([rate('1'), rate('1.05')]), '5')
  // 1 / 0.95 of the base currency for what was sold at 1.
  assert.equal(gainOf([rate('1'), rate('0.95')]), '5.263158')
})

test('what moves there and back adds up, however small its steps are', () => {
  assert.equal(gainOf([rate('1'), rate('1.05'), rate('1'), rate('1.05')]), '10.25')
  const small = Array.from({ length: 20 }, (_, n) => rate(n % 2 === 0 ? '1' : '1.001'))
  assert.equal(gainOf(small), '1.004512')
  const steps = ['1', '1.01', '1.02', '1.03', '1.02', '1.01', '1', '1.03'].map((mid) => rate(mid))
  assert.equal(gainOf(steps), gainOf([rate('1'), rate('1.03'), rate('1'), rate('1.03')]))
})

test('a move within the spread, or within half of the margin on each side, gains nothing', () => {
  const wide = ['1', '1.0009', '1'].map((bid) => rate(bid, String(Number(bid) + 0.001)))
  // The day begins in the middle of the spread: that much is gained once.
  assert.equal(gainOf(wide), '0.03998')
  assert.equal(gainOf([...wide, ...wide, ...wide]), '0.03998')
  const narrow = ['1', '1.001', '1', '1.001', '1'].map((mid) => rate(mid))
  assert.equal(gainOf(narrow, 25), '0')
  assert.notEqual(gainOf(narrow, 5), '0')
})

test('forward points that move there and back gain, also on a date between two tenors', () => {
  const far = (points: string) => rate('1', '1', { '1Y': points })
  assert.equal(gainOf([far('0'), far('0.04'), far('0'), far('0.04')]), '8.16')
  // Six months are about half of the year: their points come and go with those of 6M.
  const halfYear = { '6M': '0.03', '1Y': '0.03' }
  const [without, withHalf] = [rate('1', '1', { '1Y': '0.03' }), rate('1', '1', halfYear)]
  const gained = Number(gainOf([without, withHalf, without, withHalf]))
  assert.ok(gained > 2.5 && gained < 3.5, String(gained))
})

test('a tenor that had no points may have been traded between two others, at what they were', () => {
  const low = rate('1', '1', { '1M': '0', '1Y': '0' })
  const high = rate('1', '1', { '1M': '0.02', '6M': '0.02', '1Y': '0.02' })
  assert.equal(gainOf([high, low, high]), '2')
  assert.equal(gainOf([low, rate('1', '1', { '1M': '0.02', '1Y': '0.02' }), low, high]), '4.04')
  // Nothing was traded for a date beyond the last tenor.
  assert.equal(gainOf([rate('1'), rate('1', '1', { '1Y': '0.05' })]), '0')
})

test('a date that is not quoted gains nothing, and keeps what was held for it', () => {
  const [low, high] = [rate('1', '1', { '1M': '0' }), rate('1', '1', { '1M': '0.02' })]
  assert.equal(gainOf([low, rate('1'), high]), gainOf([low, high]))
})

test('the bound is at least what the best conversions at the rates gain, found by trying all of them', () => {
  const mids = fc.array(fc.tuple(fc.integer({ min: 900, max: 1100 }), fc.integer({ min: 0, max: 20 })), {
    minLength: 2,
    maxLength: 7,
  })
  fc.assert(
    fc.property(mids, fc.constantFrom(0, 10, 50), (all, marginBps) => {
      const rates = all.map(([mid, half]) => rate(String((mid - half) / 1000), String((mid + half) / 1000)))
      const half = marginBps / 20_000
      const start = numberOf(rates[0]!.mid)
      // Every choice of the rates at which to convert, from either currency.
      const most = Array.from({ length: 2 ** rates.length }, (_, chosen) => {
        const at = rates.filter((_rate, n) => chosen & (2 ** n))
        const worth = (startsWithBase: boolean) =>
          at.reduce(
            ({ cash, base }, { bid, ask }) =>
              base > 0
                ? { cash: base * numberOf(bid) * (1 - half), base: 0 }
                : { base: cash / numberOf(ask) / (1 + half), cash: 0 },
            startsWithBase ? { cash: 0, base: 1 / start } : { cash: 1, base: 0 },
          )
        const grown = [worth(true), worth(false)].map(({ cash, base }) => Math.max(cash, base * start))
        return 100 * (Math.max(...grown) - 1)
      })
      assert.ok(Math.abs(Number(gainOf(rates, marginBps)) - Math.max(0, ...most)) < 1e-5)
    }),
  )
})
