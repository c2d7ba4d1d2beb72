import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { formatImad, isOmad, parseImad } from './accountability.ts'

const imad = { cycleDate: Temporal.PlainDate.from('2026-03-10'), endpoint: 'B1QDRCQR', sequence: 42 }

test('an IMAD is the cycle date, the endpoint and six digits, and reads back as it was', () => {
  assert.equal(formatImad(imad), '20260310B1QDRCQR000042')
  assert.deepEqual(parseImad('20260310B1QDRCQR000042'), imad)
})

test('what has another form, a day that does not exist or the number zero is not an IMAD', () => {
  for (const text of ['', '20260310b1qdrcqr000042', '20260230B1QDRCQR000042', '20260310B1QDRCQR000000', 'x'.repeat(22)])
    assert.equal(parseImad(text), undefined, text)
})

test('an OMAD has the form of an IMAD, or the long form with the time and the application', () => {
  assert.ok(isOmad('20260310QMGFNP31000001'))
  assert.ok(isOmad('20260310QMGFNP3100000103101100FT03'))
  assert.ok(!isOmad('FDWA1B2C3D4E5F6G7H8I9J10K11L12M0'))
})
