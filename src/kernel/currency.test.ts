import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencies, currencyOf, minorDigits } from './currency.ts'

test('currencies: every line of the table is complete', () => {
  assert.equal(currencies.size, 155)
  for (const [code, currency] of currencies) {
    assert.equal(currency.code, code)
    assert.match(code, /^[A-Z]{3}$/)
    assert.match(currency.numeric, /^\d{3}$/)
    assert.ok([0, 2, 3].includes(currency.minorDigits), code)
    assert.notEqual(currency.name, '')
  }
})

test('currencies: numeric codes are unique', () => {
  assert.equal(new Set(Array.from(currencies.values(), ({ numeric }) => numeric)).size, currencies.size)
})

test('currencyOf: gives code, numeric code with its leading zeros, name and minor digits', () => {
  assert.deepEqual(currencyOf('ALL'), { code: 'ALL', numeric: '008', name: 'Lek', minorDigits: 2 })
})

test('currencyOf: knows the latest currencies', () => {
  for (const code of ['SLE', 'VED', 'XCG', 'ZWG']) assert.equal(currencyOf(code)?.minorDigits, 2)
})

test('currencyOf: withdrawn currencies are unknown', () => {
  for (const code of ['ANG', 'BGN', 'CUC', 'DEM', 'HRK', 'SLL', 'ZWL']) assert.equal(currencyOf(code), undefined)
})

test('currencyOf: funds, metals, units of account and test codes are not payable', () => {
  for (const code of ['CLF', 'UYW', 'USN', 'XAU', 'XDR', 'XTS', 'XXX']) assert.equal(currencyOf(code), undefined)
})

test('currencyOf: a code is three upper-case letters and nothing else', () => {
  for (const code of ['', 'usd', ' USD', 'US', 'constructor', '840']) assert.equal(currencyOf(code), undefined)
})

test('minorDigits: those of ISO 4217, even if daily use has none', () => {
  const digits = ['JPY', 'KRW', 'UGX', 'USD', 'EUR', 'HUF', 'IDR', 'MGA', 'BHD', 'IQD', 'TND'].map(minorDigits)
  assert.deepEqual(digits, [0, 0, 0, 2, 2, 2, 2, 2, 3, 3, 3])
})

test('minorDigits: throws for a code that is not a currency', () => {
  assert.throws(() => minorDigits('XXX'), RangeError)
})
