import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/support/fast-check.ts'
import { divideRounded, type Rounding } from './rounding.ts'

const all = (rounding: Rounding, dividends: readonly bigint[], divisor: bigint) =>
  dividends.map((dividend) => divideRounded(dividend, divisor, rounding))

test('divideRounded: a whole quotient is the same in every rounding, for either sign', () => {
  for (const rounding of ['down', 'up', 'halfEven'] as const)
    assert.deepEqual(all(rounding, [-8n, -4n, 0n, 4n, 8n], 4n), [-2n, -1n, 0n, 1n, 2n], rounding)
})

test('divideRounded: down drops any fraction, toward zero', () => {
  assert.deepEqual(all('down', [1n, 2n, 3n, 5n, 7n, -1n, -3n, -5n], 4n), [0n, 0n, 0n, 1n, 1n, 0n, 0n, -1n])
})

test('divideRounded: up rounds any fraction away from zero', () => {
  assert.deepEqual(all('up', [1n, 2n, 3n, 5n, 7n, -1n, -3n, -5n], 4n), [1n, 1n, 1n, 2n, 2n, -1n, -1n, -2n])
})

test('divideRounded: halfEven rounds to the nearest, and a tie to the even number, for either sign', () => {
  assert.deepEqual(all('halfEven', [1n, 2n, 3n, 5n, 6n, 7n, 10n, 14n], 4n), [0n, 0n, 1n, 1n, 2n, 2n, 2n, 4n])
  assert.deepEqual(all('halfEven', [-1n, -2n, -3n, -5n, -6n, -7n, -10n], 4n), [0n, 0n, -1n, -1n, -2n, -2n, -2n])
  assert.deepEqual(all('halfEven', [1n, 2n, 4n, 5n], 3n), [0n, 1n, 1n, 2n])
})

test('divideRounded: one minor unit in a huge quotient is not lost', () => {
  const large = 10n ** 30n
  assert.equal(divideRounded(large * 7n + 1n, 7n, 'down'), large)
  assert.equal(divideRounded(large * 7n + 1n, 7n, 'up'), large + 1n)
  assert.equal(divideRounded(large * 7n + 4n, 7n, 'halfEven'), large + 1n)
})

test('divideRounded: a divisor of zero or less is an error', () => {
  for (const divisor of [0n, -1n]) assert.throws(() => divideRounded(1n, divisor, 'up'), /divisor must be positive/)
})

test('divideRounded: off by less than one, and by at most half with halfEven', () => {
  const whole = fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n })
  fc.assert(
    fc.property(whole, fc.bigInt({ min: 1n, max: 2n ** 40n }), (dividend, divisor) => {
      const off = (rounding: Rounding) => {
        const sign = dividend < 0n ? -1n : 1n
        return sign * (divideRounded(dividend, divisor, rounding) * divisor - dividend)
      }
      assert.ok(off('down') <= 0n && off('down') > -divisor)
      assert.ok(off('up') >= 0n && off('up') < divisor)
      assert.ok(2n * off('halfEven') <= divisor && 2n * off('halfEven') >= -divisor)
    }),
  )
})
