import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/support/fast-check.ts'
import { toNachaText } from './nacha-text.ts'

test('toNachaText: cuts to the width and never ends in a space', () => {
  assert.equal(toNachaText('Difference Engine', 10), 'Difference')
  assert.equal(toNachaText('Difference Engine', 11), 'Difference')
})

test('toNachaText: removes characters that are not printable ASCII', () => {
  assert.equal(toNachaText('李明', 22), '')
  assert.equal(toNachaText(' 李 Ming\n\tWei ', 22), 'Ming Wei')
})

test('toNachaText: any input gives a valid NACHA text field, and a second pass changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(94), (text, width) => {
      const out = toNachaText(text, width)
      assert.match(out, /^([\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?)?$/)
      assert.ok(out.length <= width)
      assert.equal(toNachaText(out, width), out)
    }),
  )
})
