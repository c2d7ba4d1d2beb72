import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cents,
  checkRecord,
  constant,
  count,
  digitsOrBlank,
  layout,
  RECORD_LENGTH,
  type RecordOf,
  readRecord,
  text,
  writeRecord,
} from './fields.ts'
import { allLayouts } from './file.ts'

const sample = layout(
  'sample',
  constant('recordType', 1, 'X'),
  text('name', 2, 6),
  cents('amountCents', 8, 5),
  count('count', 13, 3),
  digitsOrBlank('date', 16, 4),
)

test('every layout covers positions 1 to 94 without a gap or an overlap', () => {
  for (const { record, fields } of allLayouts()) {
    let next = 1
    for (const field of fields) {
      assert.equal(field.start, next, `${record}.${field.name} should start at ${next}`)
      next += field.length
    }
    assert.equal(next, RECORD_LENGTH + 1, `${record} should end at ${RECORD_LENGTH}`)
  }
})

test('no layout names a field twice', () => {
  for (const { record, fields } of allLayouts()) {
    assert.equal(new Set(fields.map((field) => field.name)).size, fields.length, record)
  }
})

test('readRecord: text keeps leading spaces only, amounts are bigint, a blank optional field is empty', () => {
  const read = readRecord(sample, 'X a b  00120007    ')
  assert.ok(read.ok)
  assert.deepEqual(read.record, { record: 'sample', name: ' a b', amountCents: 120n, count: 7, date: '' })
  assert.equal(writeRecord(sample, read.record), 'X a b  00120007    ')
})

test('readRecord: a refusal names the first wrong field', () => {
  const cases: [line: string, field: string][] = [
    ['Y a b  00120007    ', 'recordType'],
    ['X a\tb  00120007    ', 'name'],
    ['X a é  00120007    ', 'name'],
    ['X a b  0012 007    ', 'amountCents'],
    ['X a b     120007    ', 'amountCents'],
    ['X a b  00120-07    ', 'count'],
    ['X a b  00120007  12', 'date'],
  ]
  for (const [line, field] of cases) {
    const read = readRecord(sample, line)
    assert.equal(read.ok ? undefined : read.error.field, field, line)
  }
})

test('checkRecord: a value that is too long, negative or ends in a space is refused', () => {
  const record: RecordOf<typeof sample> = {
    record: 'sample',
    name: 'abcdef',
    amountCents: 99_999n,
    count: 999,
    date: '0101',
  }
  assert.equal(checkRecord(sample, record), undefined)
  const refusedField = (change: Partial<typeof record>) => checkRecord(sample, { ...record, ...change })?.field
  assert.equal(refusedField({ name: 'abcdefg' }), 'name')
  assert.equal(refusedField({ name: 'abc ' }), 'name')
  assert.equal(refusedField({ amountCents: 100_000n }), 'amountCents')
  assert.equal(refusedField({ amountCents: -1n }), 'amountCents')
})
