import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CloseOutGains } from '../../institution/institution.ts'
import type { OpenPart } from './market-value.ts'
import { rateOf } from './rate.ts'
import { settleCloseOut } from './settle-close-out.ts'

const market = (bid: string, ask: string) => ({ bid: rateOf(bid), ask: rateOf(ask) })
const pair = { baseCurrency: 'EUR', quoteCurrency: 'USD' }
/** 1,000 EUR bought at 1.0844, and 1,000 EUR sold at 1.0842. */
const bought: OpenPart = { ...pair, customerBuysBase: true, baseAmount: 1000_00n, quoteAmount: 1084_40n }
const sold: OpenPart = { ...pair, customerBuysBase: false, baseAmount: 1000_00n, quoteAmount: 1084_20n }
interface How {
  coverQuote: bigint | null
  gains: CloseOutGains
}
const UNCOVERED: How = { coverQuote: null, gains: 'UpToLoss' }

const buyer = (rate: ReturnType<typeof market>, more: Partial<How> = {}) =>
  settleCloseOut(bought, { rate, sellAmount: 1089_83n, ...UNCOVERED, ...more })
const seller = (rate: ReturnType<typeof market>, more: Partial<How> = {}) =>
  settleCloseOut(sold, { rate, sellAmount: 1000_00n, ...UNCOVERED, ...more })

test('at an unchanged market, the customer pays the difference between bid and ask', () => {
  assert.deepEqual(buyer(market('1.0842', '1.0844')), { loss: 20n, gain: 0n, kept: 0n })
  // 0.20 USD at 1.0844 is 0.1844 EUR, rounded up.
  assert.deepEqual(seller(market('1.0842', '1.0844')), { loss: 19n, gain: 0n, kept: 0n })
})

test('a move against the customer is its loss, rounded up, and at most the amount sold', () => {
  assert.deepEqual(buyer(market('0.9842', '0.9844')), { loss: 100_20n, gain: 0n, kept: 0n })
  assert.deepEqual(buyer(market('0.98425554', '0.9844')), { loss: 100_15n, gain: 0n, kept: 0n })
  // (1184.40 - 1084.20) / 1.1844 = 84.5998…
  assert.deepEqual(seller(market('1.1842', '1.1844')), { loss: 84_60n, gain: 0n, kept: 0n })
  const capped = settleCloseOut(
    { ...bought, quoteAmount: 2000_00n },
    { ...UNCOVERED, rate: market('0.5', '0.5'), sellAmount: 100n },
  )
  assert.equal(capped.loss, 100n)
})

test('without a cover, the institution keeps a gain, because its position lost as much', () => {
  assert.deepEqual(buyer(market('1.1842', '1.1844')), { loss: 0n, gain: 0n, kept: 99_80n })
  // (1084.20 - 984.40) / 0.9844 = 101.3815…, rounded down.
  assert.deepEqual(seller(market('0.9842', '0.9844')), { loss: 0n, gain: 0n, kept: 101_38n })
})

test('with a cover at the rate of the trade, the customer gets the gain, rounded down', () => {
  assert.deepEqual(buyer(market('1.1842', '1.1844'), { coverQuote: 1084_40n }), { loss: 0n, gain: 99_80n, kept: 0n })
  assert.deepEqual(seller(market('0.9842', '0.9844'), { coverQuote: 1084_20n }), { loss: 0n, gain: 101_38n, kept: 0n })
})

test('the institution keeps what its cover cost more than the trade, and never less than nothing', () => {
  assert.deepEqual(buyer(market('1.1842', '1.1844'), { coverQuote: 1094_40n }), {
    loss: 0n,
    gain: 89_80n,
    kept: 10_00n,
  })
  assert.deepEqual(buyer(market('1.1842', '1.1844'), { coverQuote: 1300_00n }), { loss: 0n, gain: 0n, kept: 99_80n })
  assert.deepEqual(buyer(market('1.1842', '1.1844'), { coverQuote: 1000_00n }), { loss: 0n, gain: 99_80n, kept: 0n })
  assert.equal(seller(market('0.9842', '0.9844'), { coverQuote: 1074_20n }).kept, 10_16n)
  assert.equal(buyer(market('1.1842', '1.1844'), { coverQuote: 1084_41n }).kept, 1n)
})

test('the institution can choose to keep every gain, or to pass on every gain', () => {
  const up = market('1.1842', '1.1844')
  assert.deepEqual(buyer(up, { gains: 'Institution', coverQuote: 1084_40n }), { loss: 0n, gain: 0n, kept: 99_80n })
  assert.deepEqual(buyer(up, { gains: 'Customer' }), { loss: 0n, gain: 99_80n, kept: 0n })
})

test('a close-out without a difference settles nothing', () => {
  assert.deepEqual(buyer(market('1.0844', '1.0844')), { loss: 0n, gain: 0n, kept: 0n })
})
