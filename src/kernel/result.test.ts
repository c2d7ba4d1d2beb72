import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accept, type Result, refuse } from './result.ts'

function half(n: number): Result<number, 'odd'> {
  return n % 2 === 0 ? accept(n / 2) : refuse('odd')
}

test('Result: an accepted result has its value, a refused one its literal refusal', () => {
  assert.deepEqual(half(4), { ok: true, value: 2 })
  assert.deepEqual(half(5), { ok: false, refusal: 'odd' })
})
