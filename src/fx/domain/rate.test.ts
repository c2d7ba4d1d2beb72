import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/support/fast-check.ts'
import type { Rounding } from '../../kernel/rounding.ts'
import { convert, formatRate, parseRate, parseSignedRate, rateOf } from './rate.ts'

const refusalOf = (text: string) => {
  const parsed = parseRate(text)
  return parsed.ok ? formatRate(parsed.value) : parsed.refusal
}

test('parseRate: seven whole digits and eight decimals are exact; trailing zeros do not count', () => {
  assert.equal(refusalOf('1.08250000000000'), '1.0825')
  assert.equal(refusalOf('0.00000001'), '0.00000001')
  assert.equal(refusalOf('9999999.99999999'), '9999999.99999999')
  assert.equal(refusalOf('10000000'), 'tooLarge')
  assert.equal(refusalOf('0.000000001'), 'tooManyDecimals')
})

test('parseRate: anything but a plain decimal above zero is refused', () => {
  for (const text of ['0', '0.0', '-0', '-1.5']) assert.equal(refusalOf(text), 'notPositive', text)
  for (const text of ['', '.5', '5.', '1e3', '01', '+1', ' 1', '1,5', 'NaN', 'Infinity', '1'.repeat(1_000_000)])
    assert.equal(refusalOf(text), 'notANumber', text.slice(0, 20))
})

test('parseSignedRate: forward points may be negative or zero', () => {
  const points = parseSignedRate('-0.0012')
  assert.ok(points.ok && formatRate(points.value) === '-0.0012')
  assert.ok(parseSignedRate('0').ok)
})

const multiplied = (rounding: Rounding) => ({ direction: 'multiply', rounding }) as const
const divided = (rounding: Rounding) => ({ direction: 'divide', rounding }) as const

test('convert: uses the minor unit of each currency: hundredths, whole yen, thousandths of a dinar', () => {
  for (const rounding of ['down', 'up', 'halfEven'] as const) {
    assert.equal(convert(100_00n, 'EUR', 'USD', rateOf('1.0825'), multiplied(rounding)), 108_25n)
    assert.equal(convert(108_25n, 'USD', 'EUR', rateOf('1.0825'), divided(rounding)), 100_00n)
    assert.equal(convert(100_00n, 'USD', 'KWD', rateOf('0.30725'), multiplied(rounding)), 30_725n)
  }
  // 100 USD are 15,123.7 yen, 15,124 yen are 100.00198... USD, and 1 KWD is 492.5 yen.
  const yen = (rounding: Rounding) => [
    convert(100_00n, 'USD', 'JPY', rateOf('151.237'), multiplied(rounding)),
    convert(15_124n, 'JPY', 'USD', rateOf('151.237'), divided(rounding)),
    convert(1_000n, 'KWD', 'JPY', rateOf('492.5'), multiplied(rounding)),
  ]
  assert.deepEqual(yen('down'), [15_123n, 100_00n, 492n])
  assert.deepEqual(yen('up'), [15_124n, 100_01n, 493n])
  assert.deepEqual(yen('halfEven'), [15_124n, 100_00n, 492n])
})

test('convert: a yen is worth no cent rounded down, and one cent rounded up', () => {
  const rate = rateOf('151.25')
  assert.equal(convert(1n, 'JPY', 'USD', rate, divided('down')), 0n)
  assert.equal(convert(1n, 'JPY', 'USD', rate, divided('up')), 1n)
  assert.equal(convert(-1n, 'JPY', 'USD', rate, divided('up')), -1n)
  assert.equal(convert(1n, 'USD', 'JPY', rate, multiplied('down')), 1n)
  assert.equal(convert(1n, 'USD', 'JPY', rate, multiplied('up')), 2n)
})

test('convert: half to even rounds half a minor unit to even, in both directions and for either sign', () => {
  const half = rateOf('0.5')
  assert.deepEqual(
    [1n, 3n, 5n, 7n, 9n, -1n, -3n].map((cents) => convert(cents, 'EUR', 'USD', half, multiplied('halfEven'))),
    [0n, 2n, 2n, 4n, 4n, 0n, -2n],
  )
  const two = rateOf('2')
  assert.deepEqual(
    [1n, 3n, 5n, -1n, -3n].map((cents) => convert(cents, 'USD', 'EUR', two, divided('halfEven'))),
    [0n, 2n, 2n, 0n, -2n],
  )
  assert.equal(convert(1n, 'USD', 'EUR', rateOf('1.99999999'), divided('halfEven')), 1n)
  assert.equal(convert(1n, 'USD', 'EUR', rateOf('2.00000001'), divided('halfEven')), 0n)
})

test('convert: throws for a rate that is not positive and for an unknown currency', () => {
  assert.throws(() => convert(1n, 'EUR', 'USD', rateOf('0'), divided('halfEven')), RangeError)
  assert.throws(() => convert(1n, 'EUR', 'XXX', rateOf('1'), multiplied('halfEven')), RangeError)
})

const anyRate = fc
  .bigInt(1n, 10n ** 15n - 1n)
  .map((units) => rateOf(`${units / 10n ** 8n}.${String(units % 10n ** 8n).padStart(8, '0')}`))
const anyAmount = fc.bigInt(0n, 2n ** 53n)
const anyCurrency = fc.constantFrom('USD', 'JPY', 'KWD')
const scales = { USD: 100n, JPY: 1n, KWD: 1000n }
const fractionOf = (rate: ReturnType<typeof rateOf>) => BigInt(rate.times('100000000').toFixed(0))
const one = 10n ** 8n

test('convert: down is never above the exact amount, up never below it, and both are off by less than one minor unit', () => {
  fc.assert(
    fc.property(anyAmount, anyRate, anyCurrency, anyCurrency, (amount, rate, from, to) => {
      const [units, fromScale, toScale] = [fractionOf(rate), scales[from], scales[to]]
      const offMultiplied = (rounding: Rounding) =>
        convert(amount, from, to, rate, multiplied(rounding)) * one * fromScale - amount * units * toScale
      const offDivided = (rounding: Rounding) =>
        convert(amount, from, to, rate, divided(rounding)) * units * fromScale - amount * one * toScale
      for (const [off, unit] of [
        [offMultiplied, one * fromScale],
        [offDivided, units * fromScale],
      ] as const) {
        assert.ok(off('down') <= 0n && off('down') > -unit)
        assert.ok(off('up') >= 0n && off('up') < unit)
        assert.ok(2n * off('halfEven') <= unit && 2n * off('halfEven') >= -unit)
      }
    }),
  )
})

test('convert: a round trip through a currency with a minor unit worth no more is exact if the first amount rounds up', () => {
  fc.assert(
    fc.property(anyAmount, anyRate, anyCurrency, anyCurrency, (amount, rate, from, to) => {
      fc.pre(fractionOf(rate) * scales[to] >= one * scales[from])
      const there = convert(amount, from, to, rate, multiplied('up'))
      assert.equal(convert(there, to, from, rate, divided('down')), amount)
      const nearest = convert(amount, from, to, rate, multiplied('halfEven'))
      assert.equal(convert(nearest, to, from, rate, divided('halfEven')), amount)
    }),
  )
})

test('convert: a round trip rounded down never gains, and loses less than one minor unit of each currency', () => {
  fc.assert(
    fc.property(anyAmount, anyRate, anyCurrency, anyCurrency, (amount, rate, from, to) => {
      const units = fractionOf(rate)
      const there = convert(amount, from, to, rate, multiplied('down'))
      const back = convert(there, to, from, rate, divided('down'))
      assert.ok(back <= amount)
      assert.ok((amount - back) * units * scales[to] < one * scales[from] + units * scales[to])
    }),
  )
})

test('convert: a larger amount never converts to less', () => {
  fc.assert(
    fc.property(
      anyAmount,
      anyAmount,
      anyRate,
      fc.constantFrom('multiply' as const, 'divide' as const),
      fc.constantFrom('down' as const, 'up' as const, 'halfEven' as const),
      (a, b, rate, direction, rounding) => {
        const [less, more] = a < b ? [a, b] : [b, a]
        const converted = (amount: bigint) => convert(amount, 'USD', 'KWD', rate, { direction, rounding })
        assert.ok(converted(less) <= converted(more))
      },
    ),
  )
})

test('parseRate: 32 characters are accepted, one more is refused', () => {
  assert.equal(refusalOf('1.'.padEnd(32, '0')), '1')
  assert.equal(refusalOf('1.'.padEnd(33, '0')), 'notANumber')
})

test('rateOf: a JavaScript number is refused, because it may be inexact', () => {
  assert.throws(() => rateOf(1.1 as unknown as string))
})

test('convert: a rate of zero or less is refused in either direction', () => {
  for (const rate of ['0', '-1'])
    for (const direction of ['multiply', 'divide'] as const)
      assert.throws(
        () => convert(1n, 'EUR', 'USD', rateOf(rate), { direction, rounding: 'up' }),
        /rate must be positive/,
      )
})
