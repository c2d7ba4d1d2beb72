import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedFields } from './changed-fields.ts'

test('changedFields: fields set, cleared or changed, at any depth, in order; the order of names is no change', () => {
  const before = { name: 'a', note: 'x', gone: 1, address: { city: 'Portland', state: 'ME' }, codes: ['PPD', 'CCD'] }
  const after = { note: 'x', address: { state: 'ME', city: 'Bath' }, codes: ['CCD', 'PPD'], name: 'b', new: false }
  assert.deepEqual(changedFields(before, after), ['address.city', 'codes', 'gone', 'name', 'new'])
  assert.deepEqual(changedFields(before, before), [])
})

test('changedFields: a null field equals a missing one; an object that replaces a value is a change of the field', () => {
  assert.deepEqual(changedFields({ note: null }, {}), [])
  assert.deepEqual(changedFields({ limit: null }, { limit: { value: 1 } }), ['limit'])
})

test('changedFields: none without a before or an after', () => {
  assert.deepEqual(changedFields(null, { name: 'a' }), [])
  assert.deepEqual(changedFields({ name: 'a' }, null), [])
})
