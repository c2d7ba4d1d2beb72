import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from './words.ts'

test('wordsOf: names of states and fields as words', () => {
  assert.equal(wordsOf('READY_TO_TRANSMIT'), 'Ready to transmit')
  assert.equal(wordsOf('availableBalance'), 'Available balance')
  assert.equal(wordsOf('ACH_FILE'), 'ACH file')
})
