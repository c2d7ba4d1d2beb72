import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyMutant, mutantsOf } from './mutate.ts'

const mutated = (text: string) => mutantsOf('file.ts', text).map((mutant) => applyMutant(mutant, text))

test('mutantsOf: a comparison is changed to its boundary and to its opposite', () => {
  assert.deepEqual(mutated('f(a < b)').toSorted(), [';', 'f(a <= b)', 'f(a >= b)'].toSorted())
})

test('mutantsOf: a guard is changed to never apply and to always apply', () => {
  const guard = 'function f() { if (a) return b; return c }'
  assert.deepEqual(mutated(guard), [guard.replace('(a)', '(false)'), guard.replace('(a)', '(true)')])
})

test('mutantsOf: each side of a condition is removed in turn, except a presence check', () => {
  assert.deepEqual(mutated('const x = a && b').toSorted(), ['const x = (a)', 'const x = (b)', 'const x = a || b'])
  assert.ok(!mutated('const x = a !== undefined && a.b').includes('const x = (a.b)'))
})

test('mutantsOf: amounts become one more or zero, and statements and elements are removed', () => {
  assert.deepEqual(mutated('const x = 1n').toSorted(), ['const x = 0n', 'const x = 2n'])
  assert.deepEqual(mutated('write()'), [';'])
  assert.deepEqual(mutated('await write()'), [';'])
  assert.deepEqual(mutated("const x = ['a', 'b']"), ["const x = [ 'b']", "const x = ['a', ]"])
})

test('mutantsOf: types, and the lists that types are derived from, are not changed', () => {
  assert.deepEqual(mutated('type T = 1 | 2n\nlet x: 5 = y as 6'), [])
  assert.deepEqual(mutated("const XS = ['a', 'b'] as const\ntype X = (typeof XS)[number]"), [])
})

test('mutantsOf: a mutant names its line', () => {
  assert.deepEqual(
    mutantsOf('file.ts', 'f()\n\nconst x = 0n').map(({ line, was, becomes }) => [line, was, becomes]),
    [
      [1, 'f()', ';'],
      [3, '0n', '1n'],
    ],
  )
})
