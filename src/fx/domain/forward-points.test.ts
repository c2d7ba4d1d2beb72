import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { RULED_CALENDARS } from '../../kernel/currency-calendars.ts'
import { type ForwardPoints, forwardPointsOn } from './forward-points.ts'
import { formatRate, rateOf } from './rate.ts'

// Traded on Monday, June 2, 2025: spot is June 4 and one week is June 11. One month would be
// July 4, a holiday, so it is July 7.
const trade = {
  base: 'EUR',
  quote: 'USD',
  calendars: RULED_CALENDARS,
  tradedAt: Temporal.Instant.from('2025-06-02T16:00:00Z'),
}
const points = new Map([
  ['1M', rateOf('0.0021')],
  ['TN', rateOf('-0.0001')],
  ['1W', rateOf('0.0007')],
])

const pointsOn = (valueDate: string, given: ForwardPoints = points) => {
  const found = forwardPointsOn(given, { ...trade, valueDate: Temporal.PlainDate.from(valueDate) })
  return found && formatRate(found)
}

test('forwardPointsOn: the points of a tenor on its date, zero at spot', () => {
  assert.equal(pointsOn('2025-06-03'), '-0.0001')
  assert.equal(pointsOn('2025-06-04'), '0')
  assert.equal(pointsOn('2025-06-11'), '0.0007')
  assert.equal(pointsOn('2025-07-07'), '0.0021')
})

test('forwardPointsOn: interpolated by days between two dates, rounded to eight decimals', () => {
  assert.equal(pointsOn('2025-06-05'), '0.0001')
  assert.equal(pointsOn('2025-06-24'), '0.0014')
  assert.equal(pointsOn('2025-06-13'), '0.00080769')
})

test('forwardPointsOn: zero at spot, even if TN settles on the spot date', () => {
  // USD/CAD settles after one day. For EUR/USD, the Tuesday in between is a USD holiday, which does
  // not delay spot.
  const canada = {
    base: 'USD',
    quote: 'CAD',
    ...{ tradedAt: trade.tradedAt, calendars: RULED_CALENDARS },
    valueDate: Temporal.PlainDate.from('2025-06-03'),
  }
  assert.equal(formatRate(forwardPointsOn(points, canada)!), '0')
  const veterans = {
    base: 'EUR',
    quote: 'USD',
    calendars: RULED_CALENDARS,
    tradedAt: Temporal.Instant.from('2025-11-10T16:00:00Z'),
  }
  assert.equal(
    formatRate(forwardPointsOn(points, { ...veterans, valueDate: Temporal.PlainDate.from('2025-11-12') })!),
    '0',
  )
})

test('forwardPointsOn: undefined before the first date and after the last', () => {
  assert.equal(pointsOn('2025-06-02'), undefined)
  assert.equal(pointsOn('2025-07-08'), undefined)
  assert.equal(pointsOn('2025-06-05', new Map()), undefined)
  assert.equal(pointsOn('2025-06-04', new Map()), '0')
})

test('forwardPointsOn: two tenors on one date and an unknown tenor do not change the points', () => {
  const odd = new Map([...points, ['4W', rateOf('0.0019')], ['7X', rateOf('1')]])
  assert.equal(pointsOn('2025-07-02', odd), '0.0019')
})

test('forwardPointsOn: the order of the points does not matter', () => {
  const reversed = new Map([...points].reverse())
  for (const date of ['2025-06-03', '2025-06-05', '2025-06-10', '2025-06-13', '2025-06-24', '2025-07-07'])
    assert.equal(pointsOn(date, reversed), pointsOn(date), date)
})

test('forwardPointsOn: the day before a tenor settles is interpolated from the tenor before it', () => {
  assert.equal(pointsOn('2025-06-10'), '0.0006')
})

test('forwardPointsOn: interpolation starts from zero at spot, even if TN settles on the spot date', () => {
  const valueDate = Temporal.PlainDate.from('2025-06-04')
  const canada = { base: 'USD', quote: 'CAD', calendars: RULED_CALENDARS, tradedAt: trade.tradedAt, valueDate }
  const given = new Map([
    ['TN', rateOf('-0.0001')],
    ['1W', rateOf('0.0007')],
  ])
  assert.equal(formatRate(forwardPointsOn(given, canada)!), '0.0001')
})

test('forwardPointsOn: of two tenors that settle on one date, the first one given counts', () => {
  // Spot is June 4, so 12M and 1Y are both June 4 of the next year, 365 days later.
  const given = (first: string, second: string) =>
    new Map([
      [first, rateOf('0.0365')],
      [second, rateOf('0.0730')],
    ])
  for (const [first, second] of [
    ['12M', '1Y'],
    ['1Y', '12M'],
  ] as const)
    assert.equal(pointsOn('2025-06-05', given(first, second)), '0.0001')
})
