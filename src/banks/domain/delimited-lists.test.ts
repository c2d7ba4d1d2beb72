import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DelimitedRail, delimiterOf, findColumns, parseRecord } from './delimited-lists.ts'

function read(rail: DelimitedRail, header: string[], record: string[]) {
  const columns = findColumns(rail, header)
  assert.ok(columns.ok, columns.ok ? '' : columns.refusal)
  return parseRecord(rail, columns.value, record)
}

test('columns are found by any of their names, in any order and case', () => {
  const bank = { bankId: '021000021', name: 'First Example Bank', takesPayments: true, details: {} }
  assert.deepEqual(read('FEDNOW', ['Participant_Name', 'other', 'rtn'], ['First Example Bank', '?', '021000021']), {
    ok: true,
    value: bank,
  })
  assert.deepEqual(read('RTP', ['ROUTING NUMBER', 'Name'], ['21000021', 'First Example Bank']), {
    ok: true,
    value: bank,
  })
})

test('a header without a required column, or with one twice, is refused', () => {
  assert.match((findColumns('RTP', ['Name']) as { refusal: string }).refusal, /no column Routing Number \(or RTN/)
  assert.match((findColumns('SWIFT', ['Name']) as { refusal: string }).refusal, /no column BIC/)
  assert.match((findColumns('RTP', ['RTN']) as { refusal: string }).refusal, /no column Name/)
  assert.match((findColumns('RTP', ['RTN', 'ABA', 'Name']) as { refusal: string }).refusal, /two columns/)
})

test('a participant that is off, deleted or suspended takes no payments', () => {
  const takes = (receives: string) => {
    const one = read('RTP', ['RTN', 'Name', 'Status'], ['021000021', 'n', receives])
    return one.ok && one.value.takesPayments
  }
  for (const on of ['Y', 'Yes', 'Active', '']) assert.equal(takes(on), true, on)
  for (const off of ['N', 'no', 'Inactive', 'SUSPENDED']) assert.equal(takes(off), false, off)
  const deleted = read('SWIFT', ['BIC', 'Name', 'MODIFICATION FLAG'], ['DEUTDEFF', 'n', 'D'])
  assert.equal(deleted.ok && deleted.value.takesPayments, false)
})

test('a BIC of eight characters is the head office; a branch code is appended', () => {
  const idOf = (header: string[], record: string[]) => {
    const one = read('SWIFT', header, record)
    return one.ok && one.value.bankId
  }
  assert.equal(idOf(['BIC', 'Name'], ['deutdeff', 'n']), 'DEUTDEFFXXX')
  assert.equal(idOf(['BIC CODE', 'BRANCH CODE', 'Institution Name'], ['DEUTDEFF', '500', 'n']), 'DEUTDEFF500')
})

test('a wrong code and a blank name are refused', () => {
  assert.deepEqual(read('RTP', ['RTN', 'Name'], ['021000022', 'n']), {
    ok: false,
    refusal: '"021000022" is not a routing number',
  })
  assert.deepEqual(read('SWIFT', ['BIC', 'Name'], ['DEUT', 'n']), { ok: false, refusal: '"DEUT" is not a BIC' })
  assert.deepEqual(read('RTP', ['RTN', 'Name'], ['021000021']), { ok: false, refusal: 'the name is blank' })
})

test('the address and requests for payment are taken where the list has them', () => {
  const header = ['RTN', 'Name', 'City', 'State', 'Country Code', 'RFP']
  const one = read('FEDNOW', header, ['021000021', 'n', 'Duluth', 'MN', 'US', 'N'])
  assert.deepEqual(one.ok && one.value.details, {
    address: { city: 'Duluth', state: 'MN', countryCode: 'US' },
    requestsForPayment: false,
  })
})

test('delimiterOf: a tab before a semicolon before a comma', () => {
  assert.equal(delimiterOf('a,b;c\td'), '\t')
  assert.equal(delimiterOf('a,b;c'), ';')
  assert.equal(delimiterOf('a,b'), ',')
})
