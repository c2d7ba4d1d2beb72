import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cursorOf, sequenceIn } from './cursor.ts'

test('sequenceIn: reads the number of a cursor of the same account', () => {
  for (const sequence of [1n, 118n, 10_000_000n, 999_999_999_999_999_999n])
    assert.equal(sequenceIn(100_108n, cursorOf(100_108n, sequence)), sequence)
})

test('sequenceIn: refuses a cursor of another account, and a changed number', () => {
  const cursor = cursorOf(100_108n, 118n)
  assert.equal(sequenceIn(100_109n, cursor), undefined)
  assert.equal(sequenceIn(100_108n, cursor.replace('118', '119')), undefined)
})

for (const text of ['', '118', '-118', '118-', '0-5f0c2a9b', '118-5F0C2A9B', `${cursorOf(1n, 1n)} `, '1e3-00000000'])
  test(`sequenceIn: "${text}" is no cursor`, () => {
    assert.equal(sequenceIn(1n, text), undefined)
  })
