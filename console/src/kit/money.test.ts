import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAmount, sumOf } from './money.ts'

test('formatAmount: groups thousands, and shows the decimals of the currency', () => {
  assert.equal(formatAmount('1234567.5', 'USD'), '1,234,567.50')
  assert.equal(formatAmount('999', 'USD'), '999.00')
  assert.equal(formatAmount('1000', 'JPY'), '1,000')
  assert.equal(formatAmount('1000.5', 'KWD'), '1,000.500')
  assert.equal(formatAmount('-12.3', 'USD'), '−12.30')
})

test('formatAmount: keeps digits that a double would lose', () => {
  assert.equal(formatAmount('90071992547409931.25', 'USD'), '90,071,992,547,409,931.25')
})

test('formatAmount: what is no decimal stays as it is', () => {
  assert.equal(formatAmount('n/a', 'USD'), 'n/a')
})

test('sumOf: is exact, with as many decimals as the longest amount', () => {
  assert.equal(sumOf(['0.1', '0.2']), '0.3')
  assert.equal(sumOf(['-1.00', '0.5']), '-0.50')
  assert.equal(sumOf(['90071992547409931.25', 1]), '90071992547409932.25')
  assert.equal(sumOf([]), '0')
})
