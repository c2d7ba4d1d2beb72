import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/support/fast-check.ts'
import { canonicalJson } from './canonical-json.ts'

test('members are ordered by their UTF-16 names at every depth, and lists keep their order', () => {
  const value = { b: [3, { z: 1, y: null }], a: true, 10: 'ten', 9: 'nine', '\u20ac': 1, '\r': 2 }
  assert.equal(canonicalJson(value), '{"\\r":2,"10":"ten","9":"nine","a":true,"b":[3,{"y":null,"z":1}],"€":1}')
})

test('numbers have their shortest form, and undefined members are left out', () => {
  assert.equal(canonicalJson({ a: 1e3, b: -0, c: 0.1, d: 1e21, e: undefined }), '{"a":1000,"b":0,"c":0.1,"d":1e+21}')
})

test('the text is JSON of the same value, and does not depend on the order of the members', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value)
      assert.equal(canonicalJson(JSON.parse(text)), text)
      assert.equal(canonicalJson(backwards(value)), text)
    }),
  )
})

function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, backwards(member)])
      .reverse(),
  )
}
