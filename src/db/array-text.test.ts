import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import fc from '../../test/support/fast-check.ts'
import { openTestBank, type TestBank } from '../../test/support/test-bank.ts'
import { arrayText } from './array-text.ts'

let bank: TestBank
before(async () => {
  bank = await openTestBank(Temporal.Instant.from('2026-07-01T12:00:00Z'))
})
after(() => bank.close())

const read = async (type: string, values: readonly unknown[]) => {
  const rows = await bank.db.read((db) =>
    db.query<{ value: unknown }>(
      `select value from unnest($1::${type}[]) with ordinality as t (value, place) order by place`,
      [values],
    ),
  )
  return rows.map(({ value }) => value)
}

test('arrayText: PostgreSQL reads every text as it was, whatever is in it', async () => {
  // PostgreSQL stores no zero character.
  const unit = fc.oneof(
    fc.constantFrom('"', '\\', '{', '}', ',', ' ', '\n', '\t', '\x01', '\x7f', "'", 'NULL', 'é', '😀', '\u2028'),
    fc.string({ unit: 'grapheme', maxLength: 4 }).map((text) => text.replaceAll('\0', '')),
  )
  const text = fc.array(unit, { maxLength: 8 }).map((units) => units.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text), { maxLength: 8 }), async (values) => {
      assert.deepEqual(await read('text', values), values)
    }),
    { numRuns: 300 },
  )
})

test('arrayText: equal neighbours, null and the text NULL stay apart', async () => {
  const values = [null, null, 'NULL', 'null', '', '', 'a', 'a', null]
  assert.deepEqual(await read('text', values), values)
})

test('arrayText: numbers and booleans are exact', async () => {
  const large = [9_007_199_254_740_993n, -1n, 0n, null]
  assert.deepEqual(await read('bigint', large), large)
  assert.deepEqual(await read('boolean', [true, false, null]), [true, false, null])
  assert.deepEqual(await read('double precision', [1.5, -0.25]), [1.5, -0.25])
})

test('arrayText: leaves values of other types to the driver', async () => {
  assert.equal(arrayText(['a', Buffer.from('b')]), undefined)
  assert.deepEqual(await read('bytea', [Buffer.from([0, 255]), null]), [Buffer.from([0, 255]), null])
})
