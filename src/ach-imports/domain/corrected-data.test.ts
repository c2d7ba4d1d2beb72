import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCorrection } from './corrected-data.ts'

const corrected = (code: string, data: string) => {
  const read = readCorrection(code, data)
  return read.ok ? read.correction : read.why === 'refused' ? read.code : read.why
}

test('readCorrection: each code has its details at its positions', () => {
  const longest = '12345678901234567'
  assert.deepEqual(corrected('C01', longest), { accountNumber: longest })
  assert.deepEqual(corrected('C01', `${longest}8`), { accountNumber: longest })
  assert.deepEqual(corrected('C02', '011000015'), { routingNumber: '011000015' })
  assert.deepEqual(corrected('C03', `011000015   ${longest}`), { routingNumber: '011000015', accountNumber: longest })
  assert.deepEqual(corrected('C04', 'ADA LUND'), { name: 'ADA LUND' })
  assert.deepEqual(corrected('C05', '22'), { accountType: 'Checking' })
  assert.deepEqual(corrected('C05', '37'), { accountType: 'Savings' })
  assert.deepEqual(corrected('C06', `${longest}   27`), { accountNumber: longest, accountType: 'Checking' })
  assert.deepEqual(corrected('C07', `011000015${longest}32`), {
    ...{ routingNumber: '011000015', accountNumber: longest, accountType: 'Savings' },
  })
})

test('readCorrection: data in another form are refused with C65, and a transaction code that does not exist with C69', () => {
  assert.equal(corrected('C01', ''), 'C65')
  assert.equal(corrected('C01', '-12'), 'C65')
  assert.equal(corrected('C01', '12*3'), 'C65')
  assert.equal(corrected('C02', '011000016'), 'C65')
  assert.equal(corrected('C02', '01100001'), 'C65')
  assert.equal(corrected('C03', '011000015'), 'C65')
  assert.equal(corrected('C04', ''), 'C65')
  for (const code of ['', '12', '62', '21', '20', 'AB', '2']) assert.equal(corrected('C05', code), 'C69', code)
})

test('readCorrection: accounts that contacts do not have, and codes about other things, are for a person', () => {
  assert.equal(corrected('C05', '42'), 'person')
  assert.equal(corrected('C05', '52'), 'person')
  for (const code of ['C08', 'C09', 'C13', 'C14']) assert.equal(corrected(code, '123'), 'person')
})

test('readCorrection: a refusal says what is wrong', () => {
  const says = (code: string, data: string) => {
    const read = readCorrection(code, data)
    return read.ok ? '' : read.text
  }
  assert.match(says('C01', ''), /account number/)
  assert.match(says('C02', ''), /routing number/)
  assert.match(says('C04', ''), /name is missing/)
  assert.match(says('C05', ''), /transaction code does not exist/)
  assert.match(says('C05', '42'), /transaction code 42/)
  assert.match(says('C09', ''), /C09 corrects no details/)
})
