import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atFirstUse } from './at-first-use.ts'

test('atFirstUse: the value is made at the first call, and only once, even if it is undefined', () => {
  let made = 0
  const value = atFirstUse(() => {
    made++
    return undefined
  })
  assert.equal(made, 0)
  assert.deepEqual([value(), value()], [undefined, undefined])
  assert.equal(made, 1)
})

test('atFirstUse: after a failure, the next call tries again', () => {
  let tries = 0
  const value = atFirstUse(() => {
    if (++tries === 1) throw new Error('not yet')
    return tries
  })
  assert.throws(value, /not yet/)
  assert.deepEqual([value(), value()], [2, 2])
})
