import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import fc from '../../../test/support/fast-check.ts'
import { RULED_CALENDARS } from '../../kernel/currency-calendars.ts'
import { endOfTradeDate, isTenor, isValueDay, tradeDateOf, valueDateOf } from './value-date.ts'

const railData = process.env['GIRO_RAIL_DATA']
const withRailData = { skip: railData ? false : 'GIRO_RAIL_DATA does not name the folder of published rail data' }

const noonInNewYork = (date: string) =>
  Temporal.PlainDateTime.from(`${date}T12:00`).toZonedDateTime('America/New_York').toInstant()

function valueDate(pair: string, tradeDate: string, tenor = 'SPOT'): string {
  const [base = '', quote = ''] = pair.split('/')
  const found = valueDateOf({ base, quote, tenor, tradedAt: noonInNewYork(tradeDate), calendars: RULED_CALENDARS })
  return found.ok ? found.value.toString() : found.refusal
}

test('valueDateOf: matches every published value date, in either order of the currencies', withRailData, () => {
  const [, ...lines] = readFileSync(join(railData!, 'vectors', 'fx-value-dates.csv'), 'utf8')
    .trim()
    .split(/\r?\n/)
  assert.ok(lines.length >= 22)
  for (const line of lines) {
    const [base, quote, tradeDate = '', tenor, expected] = line.split(',')
    assert.equal(valueDate(`${base}/${quote}`, tradeDate, tenor), expected, line)
    assert.equal(valueDate(`${quote}/${base}`, tradeDate, tenor), expected, line)
  }
})

test('valueDateOf: spot is two business days ahead; one for USD/CAD, USD/TRY and USD/PHP, but two for their crosses', () => {
  assert.equal(valueDate('EUR/USD', '2025-06-02'), '2025-06-04')
  for (const pair of ['USD/CAD', 'USD/TRY', 'USD/PHP']) assert.equal(valueDate(pair, '2025-06-02'), '2025-06-03', pair)
  assert.equal(valueDate('EUR/CAD', '2025-06-02'), '2025-06-04')
  assert.equal(valueDate('CAD/JPY', '2025-06-02'), '2025-06-04')
})

test('valueDateOf: a USD holiday on the first day delays MXN, but not JPY', () => {
  // Monday, September 2, 2024 is Labor Day in the United States and in Canada.
  assert.equal(valueDate('USD/JPY', '2024-08-30'), '2024-09-03')
  assert.equal(valueDate('USD/MXN', '2024-08-30'), '2024-09-04')
  assert.equal(valueDate('USD/CAD', '2024-08-30'), '2024-09-03')
})

test('valueDateOf: KWD settles from Monday to Thursday, because the weekend in Kuwait is Friday and Saturday', () => {
  assert.equal(valueDate('USD/KWD', '2025-07-14'), '2025-07-16')
  assert.equal(valueDate('USD/KWD', '2025-07-16'), '2025-07-21')
  assert.equal(valueDate('USD/KWD', '2025-07-17'), '2025-07-21')
  assert.equal(valueDate('USD/KWD', '2025-07-18'), '2025-07-22')
  assert.equal(valueDate('USD/KWD', '2025-07-17', 'ON'), '2025-07-17')
  assert.equal(valueDate('USD/KWD', '2025-07-17', 'TN'), '2025-07-21')
})

test('valueDateOf: holidays of either currency delay spot: Golden Week, Eid, the feast of Guadalupe', () => {
  assert.equal(valueDate('USD/JPY', '2025-05-01'), '2025-05-07')
  assert.equal(valueDate('USD/KWD', '2025-03-26'), '2025-04-02')
  assert.equal(valueDate('USD/MXN', '2025-12-10'), '2025-12-15')
  assert.equal(valueDate('GBP/USD', '2025-08-22'), '2025-08-27')
})

test('valueDateOf: a cross counts the days of each currency and never settles on a USD holiday', () => {
  assert.equal(valueDate('EUR/GBP', '2024-07-02'), '2024-07-05')
  assert.equal(valueDate('GBP/JPY', '2025-05-01'), '2025-05-07')
})

test('valueDateOf: months and years roll from the last business day of a month to the last of another', () => {
  assert.equal(valueDate('EUR/USD', '2025-02-26', '1M'), '2025-03-31')
  assert.equal(valueDate('EUR/USD', '2025-02-26', '1Y'), '2026-02-27')
})

test('valueDateOf: a tenor in months rolls back rather than into the next month', () => {
  // Spot is Thursday, October 30, not the last business day. November 30 is a Sunday.
  assert.equal(valueDate('EUR/USD', '2025-10-28', '1M'), '2025-11-28')
})

test('valueDateOf: a tenor in weeks may roll into the next month', () => {
  // Spot is Monday, May 24, 2027. The next Monday is Memorial Day.
  assert.equal(valueDate('EUR/USD', '2027-05-20', '1W'), '2027-06-01')
  assert.equal(valueDate('EUR/USD', '2025-12-23', '1W'), '2026-01-05')
})

test('valueDateOf: tenors are SPOT, ON, TN, and weeks, months or years up to two years; others are refused', () => {
  for (const tenor of ['SPOT', 'ON', 'TN', '1W', '52W', '24M', '2Y']) assert.equal(isTenor(tenor), true, tenor)
  for (const tenor of ['', 'spot', '0W', '53W', '25M', '3Y', '1D', '1.5M', '-1M', '01M', '1M ']) {
    assert.equal(isTenor(tenor), false, tenor)
    assert.equal(valueDate('EUR/USD', '2025-06-02', tenor), 'tenorUnknown', tenor)
  }
})

test('valueDateOf: an unsupported currency is refused, and a currency against itself', () => {
  assert.equal(valueDate('USD/XAU', '2025-06-02'), 'currencyNotTraded')
  assert.equal(valueDate('USD/USD', '2025-06-02'), 'currencyNotTraded')
})

test('tradeDateOf: the trade date ends at 17:00 in New York, in summer and winter, and is never on a weekend', () => {
  assert.equal(tradeDateOf(Temporal.Instant.from('2025-07-14T20:59:59.999Z')).toString(), '2025-07-14')
  assert.equal(tradeDateOf(Temporal.Instant.from('2025-07-14T21:00:00Z')).toString(), '2025-07-15')
  assert.equal(tradeDateOf(Temporal.Instant.from('2025-01-14T21:59:59.999Z')).toString(), '2025-01-14')
  assert.equal(tradeDateOf(Temporal.Instant.from('2025-01-14T22:00:00Z')).toString(), '2025-01-15')
  for (const weekend of [
    '2025-07-18T21:00:00Z',
    '2025-07-19T12:00:00Z',
    '2025-07-20T20:00:00Z',
    '2025-07-20T21:00:00Z',
  ])
    assert.equal(tradeDateOf(Temporal.Instant.from(weekend)).toString(), '2025-07-21', weekend)
})

const anyCurrency = fc.constantFrom('USD', 'EUR', 'GBP', 'CAD', 'JPY', 'MXN', 'KWD', 'PHP', 'TRY')
const anyTenor = fc.constantFrom('ON', 'TN', 'SPOT', '1W', '2W', '1M', '3M', '6M', '1Y', '2Y')

test('valueDateOf: a value date is a business day of both currencies and USD, never before the trade date, and never earlier for a longer tenor', () => {
  const anyTrade = fc.record({
    base: anyCurrency,
    quote: anyCurrency,
    tenor: anyTenor,
    tradedAt: fc
      .integer({ min: 0, max: 30_000 * 24 })
      .map((hours) => Temporal.Instant.from('2000-01-01T00:00Z').add({ hours })),
  })
  fc.assert(
    fc.property(
      anyTrade.filter(({ base, quote }) => base !== quote),
      (drawn) => {
        const trade = { ...drawn, calendars: RULED_CALENDARS }
        const found = valueDateOf(trade)
        assert.ok(found.ok)
        assert.equal(isValueDay(found.value, trade), true)
        assert.ok(Temporal.PlainDate.compare(found.value, tradeDateOf(trade.tradedAt)) >= 0)
        const longer = valueDateOf({ ...trade, tenor: '24M' })
        assert.ok(longer.ok && Temporal.PlainDate.compare(longer.value, found.value) >= 0)
      },
    ),
  )
})

test('valueDateOf: the order of the currencies does not change the value date', () => {
  assert.equal(valueDate('CAD/USD', '2025-06-02'), '2025-06-03')
  assert.equal(valueDate('USD/EUR', '2025-06-02'), '2025-06-04')
})

test('valueDateOf: years count twelve months each', () => {
  assert.equal(valueDate('EUR/USD', '2025-06-02', '1Y'), '2026-06-04')
  assert.equal(valueDate('EUR/USD', '2025-06-02', '2Y'), valueDate('EUR/USD', '2025-06-02', '24M'))
  assert.equal(valueDate('EUR/USD', '2025-06-02', '2Y'), '2027-06-04')
})

test('isValueDay: a holiday of either currency or of USD is not a value day', () => {
  const isOpen = (base: string, quote: string, date: string) =>
    isValueDay(Temporal.PlainDate.from(date), { base, quote, calendars: RULED_CALENDARS })
  // Labor Day in Europe, a bank holiday in London and Independence Day, in 2025.
  assert.equal(isOpen('EUR', 'GBP', '2025-05-01'), false)
  assert.equal(isOpen('EUR', 'GBP', '2025-05-05'), false)
  assert.equal(isOpen('EUR', 'GBP', '2025-07-04'), false)
  assert.equal(isOpen('EUR', 'GBP', '2025-05-02'), true)
})

test('endOfTradeDate: 17:00 in New York on the trade date, on Monday for a weekend', () => {
  const ends = (at: string) => endOfTradeDate(Temporal.Instant.from(at)).toString()
  assert.equal(ends('2026-07-01T20:59:59.999Z'), '2026-07-01T21:00:00Z')
  assert.equal(ends('2026-07-01T21:00:00Z'), '2026-07-02T21:00:00Z')
  assert.equal(ends('2026-07-03T21:00:00Z'), '2026-07-06T21:00:00Z')
  assert.equal(ends('2027-01-04T17:00:00Z'), '2027-01-04T22:00:00Z')
})
