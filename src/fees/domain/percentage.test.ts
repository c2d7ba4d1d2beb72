import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/support/fast-check.ts'
import { formatPercentage, ONE_HUNDRED_PERCENT, parsePercentage } from './percentage.ts'

test('parsePercentage: a number or text is parsed exactly, to six decimals', () => {
  const read: [number | string, bigint][] = [
    ['0', 0n],
    [0.25, 250_000n],
    ['0.000001', 1n],
    [0.000001, 1n],
    ['1.2500000000', 1_250_000n],
    ['99.999999', 99_999_999n],
    [100, ONE_HUNDRED_PERCENT],
    ['100.000000', ONE_HUNDRED_PERCENT],
  ]
  for (const [input, value] of read) assert.deepEqual(parsePercentage(input), { ok: true, value }, String(input))
})

test('parsePercentage: anything but an exact percentage from 0 to 100 is refused', () => {
  for (const input of ['', '-1', '+1', '.5', '1.', '01', '1e1', '1,5', ' 1', 'NaN', -0.1, 1e-7, Infinity, 1000])
    assert.deepEqual(parsePercentage(input), { ok: false, refusal: 'notANumber' }, String(input))
  assert.deepEqual(parsePercentage('0.0000001'), { ok: false, refusal: 'tooManyDecimals' })
  assert.deepEqual(parsePercentage(0.1 + 0.2), { ok: false, refusal: 'tooManyDecimals' })
  assert.deepEqual(parsePercentage('100.000001'), { ok: false, refusal: 'tooLarge' })
})

test('formatPercentage: its text is parsed back to the same percentage', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: ONE_HUNDRED_PERCENT }), (value) => {
      assert.deepEqual(parsePercentage(formatPercentage(value)), { ok: true, value })
    }),
  )
  assert.equal(formatPercentage(250_000n), '0.25')
  assert.equal(formatPercentage(ONE_HUNDRED_PERCENT), '100')
})
