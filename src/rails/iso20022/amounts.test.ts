import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountElement, readAmount } from './amounts.ts'

test('amounts are exact both ways, with the decimals of their currency', () => {
  const samples = [
    { amount: 125_000n, currency: 'USD', text: '1250.00' },
    { amount: 5n, currency: 'USD', text: '0.05' },
    { amount: 1250n, currency: 'JPY', text: '1250' },
    { amount: 1_250_001n, currency: 'KWD', text: '1250.001' },
    { amount: 900_719_925_474_099n, currency: 'USD', text: '9007199254740.99' },
  ]
  for (const { amount, currency, text } of samples) {
    assert.deepEqual(amountElement({ amount, currency }), { Ccy: currency, value: text })
    assert.deepEqual(readAmount({ Ccy: currency, value: text }), { ok: true, value: { amount, currency } })
  }
})

test('zeros after the decimals of the currency are read, other digits are refused', () => {
  assert.deepEqual(readAmount({ Ccy: 'USD', value: '10.50000' }), {
    ok: true,
    value: { amount: 1050n, currency: 'USD' },
  })
  assert.deepEqual(readAmount({ Ccy: 'USD', value: '10.501' }), { ok: false, refusal: 'tooManyDecimals' })
  assert.deepEqual(readAmount({ Ccy: 'JPY', value: '10.5' }), { ok: false, refusal: 'tooManyDecimals' })
  assert.deepEqual(readAmount({ Ccy: 'QQQ', value: '10' }), { ok: false, refusal: 'unknownCurrency' })
})
