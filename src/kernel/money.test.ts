import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/support/fast-check.ts'
import { currencies } from './currency.ts'
import { amountAsNumber, formatAmount, largestAmount, minorOf, parseAmount } from './money.ts'
import { accept, refuse } from './result.ts'

/** Any amount of any currency, including the edges of its range. */
const anyAmount = fc
  .constantFrom(...currencies.keys())
  .chain((currency) =>
    fc.record({ currency: fc.constant(currency), minor: fc.bigInt(-largestAmount(currency), largestAmount(currency)) }),
  )

test('parseAmount: reads back every amount that formatAmount writes', () => {
  fc.assert(
    fc.property(anyAmount, ({ minor, currency }) => {
      assert.deepEqual(parseAmount(formatAmount(minor, currency), currency), accept(minor))
    }),
  )
})

test('parseAmount: reads back every number that amountAsNumber gives, through JSON', () => {
  fc.assert(
    fc.property(anyAmount, ({ minor, currency }) => {
      const sent = JSON.stringify(amountAsNumber(minor, currency))
      assert.deepEqual(parseAmount(JSON.parse(sent), currency), accept(minor))
      assert.deepEqual(parseAmount(sent, currency), accept(minor))
    }),
    { numRuns: 1000 },
  )
})

test('amountAsNumber: neighbouring amounts are different numbers up to the largest of every currency', () => {
  for (const currency of ['JPY', 'USD', 'BHD']) {
    const largest = largestAmount(currency)
    for (let minor = largest - 1000n; minor < largest; minor++) {
      assert.notEqual(amountAsNumber(minor, currency), amountAsNumber(minor + 1n, currency))
    }
  }
})

test('parseAmount: a number is read through its decimal text, never multiplied', () => {
  assert.notEqual(1.15 * 100, 115)
  assert.deepEqual(parseAmount(1.15, 'USD'), accept(115n))
  assert.deepEqual(parseAmount(4.35, 'USD'), accept(435n))
  assert.deepEqual(parseAmount(1234.5, 'USD'), accept(123450n))
  assert.deepEqual(parseAmount(1.005, 'BHD'), accept(1005n))
})

test('parseAmount: 0.1 + 0.2 is refused, not rounded', () => {
  assert.deepEqual(parseAmount(0.1 + 0.2, 'USD'), refuse('tooManyDecimals'))
})

test('parseAmount: as many decimals as the currency has are accepted, one more is refused', () => {
  assert.deepEqual(parseAmount('0.01', 'USD'), accept(1n))
  assert.deepEqual(parseAmount('0.001', 'USD'), refuse('tooManyDecimals'))
  assert.deepEqual(parseAmount('0.001', 'BHD'), accept(1n))
  assert.deepEqual(parseAmount('0.0001', 'BHD'), refuse('tooManyDecimals'))
  assert.deepEqual(parseAmount('1', 'JPY'), accept(1n))
  assert.deepEqual(parseAmount('1.5', 'JPY'), refuse('tooManyDecimals'))
})

test('parseAmount: trailing zeros do not count as decimals', () => {
  assert.deepEqual(parseAmount('10.500', 'USD'), accept(1050n))
  assert.deepEqual(parseAmount('10.000', 'JPY'), accept(10n))
  assert.deepEqual(parseAmount('0.00000', 'JPY'), accept(0n))
})

test('parseAmount: an exponent is read exactly', () => {
  assert.deepEqual(parseAmount('1.5e1', 'USD'), accept(1500n))
  assert.deepEqual(parseAmount('150E-2', 'USD'), accept(150n))
  assert.deepEqual(parseAmount('1e-2', 'USD'), accept(1n))
  assert.deepEqual(parseAmount(1e-7, 'USD'), refuse('tooManyDecimals'))
  assert.deepEqual(parseAmount(1e21, 'USD'), refuse('tooLarge'))
})

test('parseAmount: an exponent of any size costs nothing', () => {
  assert.deepEqual(parseAmount('1e999999999999', 'USD'), refuse('tooLarge'))
  assert.deepEqual(parseAmount('1e-999999999999', 'USD'), refuse('tooManyDecimals'))
  assert.deepEqual(parseAmount('0e999999999999', 'USD'), accept(0n))
})

test('parseAmount: the largest amount is accepted with either sign, one minor unit more is refused', () => {
  assert.equal(largestAmount('JPY'), BigInt(Number.MAX_SAFE_INTEGER))
  assert.deepEqual(parseAmount(9007199254740991, 'JPY'), accept(9007199254740991n))
  assert.deepEqual(parseAmount('9007199254740992', 'JPY'), refuse('tooLarge'))
  assert.deepEqual(parseAmount('70368744177663.99', 'USD'), accept(7036874417766399n))
  assert.deepEqual(parseAmount('-70368744177663.99', 'USD'), accept(-7036874417766399n))
  assert.deepEqual(parseAmount('70368744177664.00', 'USD'), refuse('tooLarge'))
  assert.deepEqual(parseAmount('-70368744177664.00', 'USD'), refuse('tooLarge'))
  assert.deepEqual(parseAmount('8796093022207.999', 'BHD'), accept(8796093022207999n))
  assert.deepEqual(parseAmount('8796093022208', 'BHD'), refuse('tooLarge'))
})

test('parseAmount: zero has no sign', () => {
  assert.deepEqual(parseAmount(-0, 'USD'), accept(0n))
  assert.deepEqual(parseAmount('-0.00', 'USD'), accept(0n))
})

test('parseAmount: NaN and the infinities are refused', () => {
  for (const input of [Number.NaN, Infinity, -Infinity])
    assert.deepEqual(parseAmount(input, 'USD'), refuse('notANumber'))
})

test('parseAmount: text that is not a JSON number is refused', () => {
  const texts = [
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '+1',
    '01',
    '.5',
    '5.',
    '1,234',
    '1_000',
    '0x10',
    '1n',
    '--1',
    '1e',
    '१',
    '$1',
  ]
  for (const text of texts) assert.deepEqual(parseAmount(text, 'USD'), refuse('notANumber'), JSON.stringify(text))
})

test('parseAmount: text longer than any amount is refused without parsing', () => {
  assert.deepEqual(parseAmount(`1.${'0'.repeat(62)}`, 'USD'), accept(100n))
  assert.deepEqual(parseAmount(`1.${'0'.repeat(63)}`, 'USD'), refuse('notANumber'))
})

test('parseAmount: an unknown currency is refused', () => {
  assert.deepEqual(parseAmount('1', 'XXX'), refuse('unknownCurrency'))
})

test('parseAmount: never throws, for any text and any number', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double()), (input) => typeof parseAmount(input, 'USD').ok === 'boolean'),
  )
})

test('formatAmount: exactly the decimals of the currency, for any size', () => {
  assert.equal(formatAmount(123450n, 'USD'), '1234.50')
  assert.equal(formatAmount(-5n, 'USD'), '-0.05')
  assert.equal(formatAmount(0n, 'USD'), '0.00')
  assert.equal(formatAmount(1234n, 'JPY'), '1234')
  assert.equal(formatAmount(-1n, 'JPY'), '-1')
  assert.equal(formatAmount(-1005n, 'BHD'), '-1.005')
  assert.equal(formatAmount(10n ** 20n, 'USD'), '1000000000000000000.00')
})

test('formatAmount: throws for a code that is not a currency', () => {
  assert.throws(() => formatAmount(1n, 'XXX'), RangeError)
})

test('amountAsNumber: is the number a reader expects', () => {
  assert.equal(JSON.stringify(amountAsNumber(123450n, 'USD')), '1234.5')
  assert.equal(JSON.stringify(amountAsNumber(-5n, 'USD')), '-0.05')
  assert.equal(JSON.stringify(amountAsNumber(0n, 'USD')), '0')
})

test('amountAsNumber: throws one minor unit beyond the largest amount, and never changes an amount', () => {
  assert.throws(() => amountAsNumber(largestAmount('USD') + 1n, 'USD'), RangeError)
  assert.throws(() => amountAsNumber(-largestAmount('BHD') - 1n, 'BHD'), RangeError)
})

test('minorOf: converts whole units by the decimals of their currency', () => {
  assert.equal(minorOf(10, 'USD'), 1000n)
  assert.equal(minorOf(10, 'JPY'), 10n)
  assert.equal(minorOf(0, 'KWD'), 0n)
  assert.throws(() => minorOf(0.5, 'USD'), RangeError)
})
