import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyMutant, mutantsOf } from './mutate.ts'

const mutated = (text: string) => mutantsOf('file.ts', text).map((mutant) => applyMutant(mutant, text))

test('mutantsOf: a comparison has its boundary and its opposite', () => {
  assert.deepEqual(mutated('f(a < b)').toSorted(), [';', 'f(a <= b)', 'f(a >= b)'].toSorted())
})

test('mutantsOf: a guard is left out, and always applies', () => {
  const guard = 'function f() { if (a) return b; return c }'
  assert.deepEqual(mutated(guard), [guard.replace('(a)', '(false)'), guard.replace('(a)', '(true)')])
})

test('mutantsOf: both sides of a condition count, and a presence check is not left out', () => {
  assert.deepEqual(mutated('const x = a && b').toSorted(), ['const x = (a)', 'const x = (b)', 'const x = a || b'])
  assert.ok(!mutated('const x = a !== undefined && a.b').includes('const x = (a.b)'))
})

test('mutantsOf: amounts are one more or nothing, steps are left out', () => {
  assert.deepEqual(mutated('const x = 1n').toSorted(), ['const x = 0n', 'const x = 2n'])
  assert.deepEqual(mutated('write()'), [';'])
  assert.deepEqual(mutated('await write()'), [';'])
  assert.deepEqual(mutated("const x = ['a', 'b']"), ["const x = [ 'b']", "const x = ['a', ]"])
})

test('mutantsOf: types and the lists they are made of are left alone', () => {
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
