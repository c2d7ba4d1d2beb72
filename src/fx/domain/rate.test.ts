import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
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

test('convert: uses the minor unit of each currency: hundredths, whole yen, thousandths of a dinar', () => {
  assert.equal(convert(100_00n, 'EUR', 'USD', rateOf('1.0825'), 'multiply'), 108_25n)
  assert.equal(convert(108_25n, 'USD', 'EUR', rateOf('1.0825'), 'divide'), 100_00n)
  assert.equal(convert(100_00n, 'USD', 'JPY', rateOf('151.237'), 'multiply'), 15_124n)
  assert.equal(convert(15_124n, 'JPY', 'USD', rateOf('151.237'), 'divide'), 100_00n)
  assert.equal(convert(100_00n, 'USD', 'KWD', rateOf('0.30725'), 'multiply'), 30_725n)
  assert.equal(convert(1_000n, 'KWD', 'JPY', rateOf('492.5'), 'multiply'), 492n)
})

test('convert: half a minor unit rounds to even, in both directions and for either sign', () => {
  const half = rateOf('0.5')
  assert.deepEqual(
    [1n, 3n, 5n, 7n, 9n, -1n, -3n].map((cents) => convert(cents, 'EUR', 'USD', half, 'multiply')),
    [0n, 2n, 2n, 4n, 4n, 0n, -2n],
  )
  const two = rateOf('2')
  assert.deepEqual(
    [1n, 3n, 5n, -1n, -3n].map((cents) => convert(cents, 'USD', 'EUR', two, 'divide')),
    [0n, 2n, 2n, 0n, -2n],
  )
  assert.equal(convert(1n, 'USD', 'EUR', rateOf('1.99999999'), 'divide'), 1n)
  assert.equal(convert(1n, 'USD', 'EUR', rateOf('2.00000001'), 'divide'), 0n)
})

test('convert: throws for a rate that is not positive and for an unknown currency', () => {
  assert.throws(() => convert(1n, 'EUR', 'USD', rateOf('0'), 'divide'), RangeError)
  assert.throws(() => convert(1n, 'EUR', 'XXX', rateOf('1'), 'multiply'), RangeError)
})

const anyRate = fc
  .bigInt(1n, 10n ** 15n - 1n)
  .map((units) => rateOf(`${units / 10n ** 8n}.${String(units % 10n ** 8n).padStart(8, '0')}`))
const anyAmount = fc.bigInt(0n, 2n ** 53n)
const anyCurrency = fc.constantFrom('USD', 'JPY', 'KWD')
const scales = { USD: 100n, JPY: 1n, KWD: 1000n }
const fractionOf = (rate: ReturnType<typeof rateOf>) => BigInt(rate.times('100000000').toFixed(0))
const one = 10n ** 8n

test('convert: the error is at most half a minor unit for any rate and currencies', () => {
  fc.assert(
    fc.property(anyAmount, anyRate, anyCurrency, anyCurrency, (amount, rate, from, to) => {
      const [units, fromScale, toScale] = [fractionOf(rate), scales[from], scales[to]]
      const multiplied = convert(amount, from, to, rate, 'multiply')
      const offMultiplied = multiplied * one * fromScale - amount * units * toScale
      assert.ok(2n * (offMultiplied < 0n ? -offMultiplied : offMultiplied) <= one * fromScale)
      const divided = convert(amount, from, to, rate, 'divide')
      const offDivided = divided * units * fromScale - amount * one * toScale
      assert.ok(2n * (offDivided < 0n ? -offDivided : offDivided) <= units * fromScale)
    }),
  )
})

test('convert: a round trip through a currency with a minor unit worth no more is exact', () => {
  fc.assert(
    fc.property(anyAmount, anyRate, anyCurrency, anyCurrency, (amount, rate, from, to) => {
      fc.pre(fractionOf(rate) * scales[to] >= one * scales[from])
      const there = convert(amount, from, to, rate, 'multiply')
      assert.equal(convert(there, to, from, rate, 'divide'), amount)
    }),
  )
})

test('convert: a round trip gains at most half a minor unit of each currency', () => {
  fc.assert(
    fc.property(anyAmount, anyRate, anyCurrency, anyCurrency, (amount, rate, from, to) => {
      const units = fractionOf(rate)
      const back = convert(convert(amount, from, to, rate, 'multiply'), to, from, rate, 'divide')
      const off = back > amount ? back - amount : amount - back
      assert.ok(2n * off * units * scales[to] <= one * scales[from] + units * scales[to])
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
      (a, b, rate, direction) => {
        const [less, more] = a < b ? [a, b] : [b, a]
        assert.ok(convert(less, 'USD', 'KWD', rate, direction) <= convert(more, 'USD', 'KWD', rate, direction))
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
      assert.throws(() => convert(1n, 'EUR', 'USD', rateOf(rate), direction), /rate must be positive/)
})
