import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf, recordName } from './nacha.ts'

test('partsOf: the fields of every record together are its 94 characters', () => {
  for (const type of '156789') {
    const line = type + '0123456789'.repeat(10).slice(0, 93)
    assert.equal(
      partsOf(line)
        .map(({ text }) => text)
        .join(''),
      line,
      recordName(line),
    )
  }
})

test('partsOf: an entry shows its amount and its trace number', () => {
  const line = `622${'07640125'}1${'12345'.padEnd(17)}${'0000012550'}${'bill-1'.padEnd(15)}${'ZOE'.padEnd(22)}  0${'076401250000001'}`
  const parts = Object.fromEntries(partsOf(line).map(({ name, text }) => [name, text]))
  assert.equal(parts['Entry: Amount in cents, 30–39'], '0000012550')
  assert.equal(parts['Entry: Trace number, 80–94'], '076401250000001')
})

test('partsOf: what is no record is one part', () => {
  assert.deepEqual(partsOf('hello'), [{ name: 'Text', text: 'hello' }])
})
