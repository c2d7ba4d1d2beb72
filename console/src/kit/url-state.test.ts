import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSearch, textsOf, writeSearch } from './url-state.ts'

test('the search of an address reads back as it was written', () => {
  const state = { status: 'TRANSMITTED', name: 'Zoë & Co', amount: '0012.50' }
  assert.deepEqual(readSearch(writeSearch(state)), state)
  assert.equal(writeSearch({}), '')
})

test('textsOf: leaves out what is empty, and what is no text', () => {
  assert.deepEqual(textsOf({ a: '', b: undefined, c: { d: 1 }, e: 'x', page: 2 }), { e: 'x', page: '2' })
})
