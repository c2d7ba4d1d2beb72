import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { RULED_CALENDARS } from '../../kernel/currency-calendars.ts'
import { largestAmount } from '../../kernel/money.ts'
import {
  amountsAt,
  amountsOfPair,
  coverExchangeOf,
  exchangeOf,
  LARGEST_TRADE,
  otherAmountAt,
  settlementOf,
  type Trade,
} from './exchange.ts'
import { rateOf } from './rate.ts'

const [sellsDollars, sellsEuros] = [
  { sellCurrency: 'USD', buyCurrency: 'EUR' },
  { sellCurrency: 'EUR', buyCurrency: 'USD' },
]
const [sellsYen, buysYen] = [
  { sellCurrency: 'JPY', buyCurrency: 'USD' },
  { sellCurrency: 'USD', buyCurrency: 'JPY' },
]

/** The two amounts, or the refusal. */
function amounts(wanted: Parameters<typeof amountsAt>[0], rate = '1.0825'): [bigint, bigint] | string {
  const result = amountsAt(wanted, rateOf(rate))
  return result.ok ? [result.value.sellAmount, result.value.buyAmount] : result.refusal
}

test('amountsAt: the amount not given follows from the rate, rounded in favor of the institution, for either side and direction', () => {
  // 100 USD are 92.37875 EUR: the customer buys 92.37, or sells 92.38.
  assert.deepEqual(amounts({ ...sellsDollars, fundingAmount: 100 }), [100_00n, 92_37n])
  assert.deepEqual(amounts({ ...sellsDollars, transferAmount: 100 }), [108_25n, 100_00n])
  assert.deepEqual(amounts({ ...sellsEuros, fundingAmount: 100 }), [100_00n, 108_25n])
  assert.deepEqual(amounts({ ...sellsEuros, transferAmount: 100 }), [92_38n, 100_00n])
})

test('amountsAt: an amount must be above zero', () => {
  assert.deepEqual(amounts({ ...sellsDollars, transferAmount: 0.01 }), [2n, 1n])
  assert.deepEqual(amounts({ ...sellsEuros, fundingAmount: 0.01 }), [1n, 1n])
  assert.match(String(amounts({ ...sellsDollars, fundingAmount: 0 })), /^fundingAmount must be above zero/)
  assert.match(String(amounts({ ...sellsDollars, transferAmount: -1 })), /^transferAmount must be above zero/)
})

test('amountsAt: an amount with more decimals than its currency has is refused', () => {
  assert.match(String(amounts({ ...sellsDollars, fundingAmount: 0.001 })), /^fundingAmount must be an amount of USD/)
  assert.match(String(amounts({ ...buysYen, transferAmount: 0.5 })), /^transferAmount must be an amount of JPY/)
})

test('amountsAt: the largest trade is inclusive, one cent more is refused', () => {
  const largest = 9_999_999_999.99
  assert.deepEqual(amounts({ ...sellsDollars, fundingAmount: largest }, '1'), [LARGEST_TRADE, LARGEST_TRADE])
  const tooLarge = /^fundingAmount is too large: one trade is at most 9999999999.99 USD/
  assert.match(String(amounts({ ...sellsDollars, fundingAmount: 10_000_000_000 }, '2')), tooLarge)
  assert.match(String(amounts({ ...sellsDollars, fundingAmount: 1e20 }, '2')), tooLarge)
})

test('amountsAt: the largest trade bounds the other side too, in its own currency', () => {
  const largest = 9_999_999_999.99
  assert.deepEqual(amounts({ ...buysYen, fundingAmount: largest }, '100'), [LARGEST_TRADE, LARGEST_TRADE])
  assert.match(
    String(amounts({ ...buysYen, fundingAmount: largest }, '100.00000001')),
    /^fundingAmount is too large: one trade is at most 999999999999 JPY/,
  )
  assert.deepEqual(amounts({ ...sellsDollars, transferAmount: largest }, '1'), [LARGEST_TRADE, LARGEST_TRADE])
  assert.match(
    String(amounts({ ...sellsDollars, transferAmount: largest }, '1.00000001')),
    /^transferAmount is too large: one trade is at most 9999999999.99 USD/,
  )
})

test('amountsAt: an amount that converts to zero is refused', () => {
  assert.match(
    String(amounts({ ...sellsYen, fundingAmount: 1 }, '100.00000001')),
    /^fundingAmount converts to less than the smallest amount of USD/,
  )
  assert.deepEqual(amounts({ ...sellsYen, fundingAmount: 1 }, '100'), [1n, 1n])
  assert.deepEqual(amounts({ ...sellsYen, transferAmount: 0.01 }, '0.00000001'), [1n, 1n])
})

test('otherAmountAt: the largest amount of the other currency is inclusive', () => {
  const largest = largestAmount('JPY')
  const other = (amount: bigint) => otherAmountAt({ ...buysYen, given: 'sell', amount }, rateOf('1'))
  assert.deepEqual(other(100n * largest), { ok: true, value: { sellAmount: 100n * largest, buyAmount: largest } })
  assert.ok(other(100n * largest + 99n).ok)
  const beyond = other(100n * largest + 100n)
  assert.match(beyond.ok ? '' : beyond.refusal, /^converts to more than the largest amount of JPY/)
})

/** A Tuesday morning in New York; spot is Thursday, June 11. */
const now = Temporal.Instant.from('2026-06-09T14:00:00Z')

function settlement(wanted: Partial<Parameters<typeof settlementOf>[0]>): string {
  const result = settlementOf(
    { ...sellsDollars, productType: 'SPOT', ...wanted },
    { tradedAt: now, calendars: RULED_CALENDARS },
  )
  return result.ok ? `${result.value.valueDate} ${result.value.tenor}` : result.refusal
}

test('settlementOf: without tenor and date it is spot; a forward is refused', () => {
  assert.equal(settlement({}), '2026-06-11 SPOT')
  assert.match(settlement({ productType: 'FORWARD' }), /^tenor or valueDate is required/)
})

test('settlementOf: a tenor gives the value date', () => {
  assert.equal(settlement({ tenor: 'ON' }), '2026-06-09 ON')
  assert.equal(settlement({ productType: 'FORWARD', tenor: '1W' }), '2026-06-18 1W')
  assert.match(settlement({ tenor: '3D' }), /^tenor must be/)
})

test('settlementOf: the spot date has the tenor SPOT, other dates have none', () => {
  assert.equal(settlement({ valueDate: '2026-06-11' }), '2026-06-11 SPOT')
  assert.equal(settlement({ valueDate: '2026-06-10' }), '2026-06-10 null')
  assert.equal(settlement({ productType: 'FORWARD', valueDate: '2026-06-12' }), '2026-06-12 null')
})

test('settlementOf: a tenor with a value date is refused', () => {
  assert.match(settlement({ tenor: 'SPOT', valueDate: '2026-06-11' }), /^tenor and valueDate cannot both be given/)
})

test('settlementOf: a currency without a calendar is refused', () => {
  assert.match(settlement({ sellCurrency: 'BRL' }), /is not a supported currency/)
})

test('settlementOf: a value date is from the trade date to two years and 14 days later, both included', () => {
  assert.equal(settlement({ valueDate: '2026-06-09' }), '2026-06-09 null')
  assert.match(settlement({ valueDate: '2026-06-08' }), /^valueDate must be between/)
  assert.equal(settlement({ productType: 'FORWARD', valueDate: '2028-06-23' }), '2028-06-23 null')
  assert.match(settlement({ productType: 'FORWARD', valueDate: '2028-06-24' }), /^valueDate must be between/)
})

test('settlementOf: a value date must be a date, and a business day', () => {
  assert.match(settlement({ valueDate: '2026-02-30' }), /^valueDate must be a date/)
  assert.match(settlement({ productType: 'FORWARD', valueDate: '2026-06-13' }), /^valueDate must be a business day/)
})

test('settlementOf: SPOT settles on or before the spot date, FORWARD after it', () => {
  assert.match(settlement({ valueDate: '2026-06-12' }), /^productType must be FORWARD/)
  assert.match(settlement({ productType: 'FORWARD', valueDate: '2026-06-11' }), /^productType must be SPOT/)
  assert.match(settlement({ productType: 'FORWARD', tenor: 'TN' }), /^productType must be SPOT/)
})

const trade: Trade = {
  ...sellsDollars,
  baseCurrency: 'EUR',
  quoteCurrency: 'USD',
  sellAmount: 108_25n,
  buyAmount: 100_00n,
}
const opposite: Trade = { ...trade, ...sellsEuros, sellAmount: 100_00n, buyAmount: 108_25n }

test('amountsOfPair: base and quote amounts are the same for either direction', () => {
  assert.deepEqual(amountsOfPair(trade), { baseAmount: 100_00n, quoteAmount: 108_25n })
  assert.deepEqual(amountsOfPair(opposite), { baseAmount: 100_00n, quoteAmount: 108_25n })
})

test('exchangeOf: the institution receives what the customer sells, and delivers what it buys', () => {
  assert.deepEqual(exchangeOf(trade), {
    receives: { currency: 'USD', amount: 108_25n },
    delivers: { currency: 'EUR', amount: 100_00n },
  })
})

test('coverExchangeOf: the opposite exchange, with the same base amount and the quote amount of the market', () => {
  assert.deepEqual(coverExchangeOf(trade, 108_00n), {
    receives: { currency: 'EUR', amount: 100_00n },
    delivers: { currency: 'USD', amount: 108_00n },
  })
  assert.deepEqual(coverExchangeOf(opposite, 108_50n), {
    receives: { currency: 'USD', amount: 108_50n },
    delivers: { currency: 'EUR', amount: 100_00n },
  })
})
