import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forwardEntry } from '../../../test/support/ach-files.ts'
import { kindOf } from './entry-kind.ts'

const withAddenda = (...records: string[]) => ({
  ...forwardEntry(1),
  addenda: records.map((record) => ({ record }) as never),
})

test('kindOf: the last addenda record says what an entry answers, and else its SEC code', () => {
  assert.equal(kindOf(withAddenda(), 'PPD'), 'Receipt')
  assert.equal(kindOf(withAddenda('addenda 05'), 'CCD'), 'Receipt')
  assert.equal(kindOf(withAddenda('addenda 99'), 'PPD'), 'Return')
  assert.equal(kindOf(withAddenda('addenda 10', 'IAT addenda 99'), 'IAT'), 'Return')
  assert.equal(kindOf(withAddenda('addenda 99', 'dishonored addenda 99'), 'PPD'), 'DishonoredReturn')
  const chain = ['addenda 99', 'dishonored addenda 99', 'contested addenda 99']
  assert.equal(kindOf(withAddenda(...chain), 'PPD'), 'ContestedReturn')
  assert.equal(kindOf(withAddenda('addenda 98'), 'COR'), 'Change')
  assert.equal(kindOf(withAddenda('IAT addenda 98'), 'COR'), 'Change')
  assert.equal(kindOf(withAddenda('refused addenda 98'), 'COR'), 'RefusedChange')
  assert.equal(kindOf(withAddenda(), 'ACK'), 'Acknowledgement')
  assert.equal(kindOf(withAddenda('addenda 05'), 'ATX'), 'Acknowledgement')
  assert.equal(kindOf(withAddenda('addenda 05'), 'ENR'), 'Enrollment')
  assert.equal(kindOf(withAddenda(), 'ADV'), 'Notice')
  assert.equal(kindOf(withAddenda('addenda 05'), 'DNE'), 'Notice')
  assert.equal(kindOf(withAddenda('addenda 99'), 'ENR'), 'Return')
})
