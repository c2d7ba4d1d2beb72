import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskedNumber, withMaskedNumbers } from './masked-number.ts'

test('maskedNumber: shows four digits, and never more than half', () => {
  assert.deepEqual(['400000001', '12345', '1', ''].map(maskedNumber), ['****0001', '****45', '****', '****'])
})

test('maskedNumber: no character is cut in two', () => {
  assert.equal(maskedNumber('12345🏦678'), '****🏦678')
  assert.equal(maskedNumber('🏦🏦'), '****🏦')
})

test('withMaskedNumbers: account numbers are masked at any depth, and other fields are unchanged', () => {
  const record = {
    accountNumber: '400000001',
    fboAccountNumber: '',
    accountNo: null,
    list: [{ contactBank: { accountNo: 'DE89370400440532013000', accountCcy: 'EUR' }, count: 1 }],
  }
  assert.deepEqual(withMaskedNumbers(record), {
    accountNumber: '****0001',
    fboAccountNumber: '',
    accountNo: null,
    list: [{ contactBank: { accountNo: '****3000', accountCcy: 'EUR' }, count: 1 }],
  })
  for (const value of [undefined, null, 'text', 1]) assert.equal(withMaskedNumbers(value), value)
})
