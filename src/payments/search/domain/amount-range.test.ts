import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AmountQuestion, amountRanges } from './amount-range.ts'

const rangeIn = (currency: string, question: AmountQuestion) => {
  const range = amountRanges(question).find(({ currencies }) => currencies.includes(currency))
  return range && [range.from, range.to]
}

test('amountRanges: an amount is converted to the minor units of each currency', () => {
  assert.deepEqual(rangeIn('USD', { exactly: 125.5 }), [12550n, 12550n])
  assert.deepEqual(rangeIn('KWD', { exactly: 125.5 }), [125500n, 125500n])
  assert.deepEqual(rangeIn('JPY', { exactly: 125 }), [125n, 125n])
})

test('amountRanges: an amount with more decimals than the currency matches nothing', () => {
  assert.equal(rangeIn('JPY', { exactly: 125.5 }), undefined)
  assert.equal(rangeIn('USD', { exactly: 0.001 }), undefined)
  assert.deepEqual(rangeIn('KWD', { exactly: 0.001 }), [1n, 1n])
})

test('amountRanges: bounds with more decimals than the currency are rounded inward', () => {
  assert.deepEqual(rangeIn('USD', { atLeast: 1.001, atMost: 1.999 }), [101n, 199n])
  assert.deepEqual(rangeIn('JPY', { atLeast: 1.001, atMost: 2.999 }), [2n, 2n])
  assert.equal(rangeIn('JPY', { atLeast: 1.1, atMost: 1.9 }), undefined)
})

test('amountRanges: bounds are inclusive and optional, and all of them apply', () => {
  assert.deepEqual(rangeIn('USD', { atLeast: 10, atMost: 10 }), [1000n, 1000n])
  assert.deepEqual(rangeIn('USD', { atLeast: 10 }), [1000n, 10n ** 18n])
  assert.deepEqual(rangeIn('USD', { atMost: 10 }), [0n, 1000n])
  assert.deepEqual(rangeIn('USD', { exactly: 10, atLeast: 5, atMost: 20 }), [1000n, 1000n])
  assert.equal(rangeIn('USD', { exactly: 4, atLeast: 5 }), undefined)
})

test('amountRanges: an amount is read exactly, even if its floating-point value is inexact', () => {
  assert.deepEqual(rangeIn('USD', { exactly: 0.07 }), [7n, 7n])
  assert.deepEqual(rangeIn('USD', { exactly: 1.1 }), [110n, 110n])
  assert.deepEqual(rangeIn('USD', { exactly: 999999999999.99 }), [99999999999999n, 99999999999999n])
})
