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

test('withMaskedNumbers: tax ids are masked too, and each kind is shown to a reader who may see it', () => {
  const record = { taxId: '842345678', ultimateSenderTaxId: '842345679', accountNumber: '400000001' }
  const masked = { taxId: '****5678', ultimateSenderTaxId: '****5679', accountNumber: '****0001' }
  const shown = (showsNumbers: boolean, showsTaxIds: boolean) =>
    withMaskedNumbers(record, { showsNumbers, showsTaxIds })
  assert.deepEqual(shown(false, false), masked)
  assert.deepEqual(shown(true, false), { ...masked, accountNumber: record.accountNumber })
  assert.deepEqual(shown(false, true), { ...record, accountNumber: masked.accountNumber })
  assert.deepEqual(shown(true, true), record)
})

test('withMaskedNumbers: a customer named by the number of an account is masked like the account', () => {
  const quote = { customerIdType: 'DDA', customerId: '400000001' }
  assert.deepEqual(withMaskedNumbers(quote), { ...quote, customerId: '****0001' })
  assert.deepEqual(withMaskedNumbers(quote, { showsNumbers: true, showsTaxIds: false }), quote)
  const byId = { customerIdType: 'CustomerId', customerId: '400000001' }
  assert.deepEqual(withMaskedNumbers(byId), byId)
})
