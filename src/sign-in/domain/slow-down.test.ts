import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitAfter } from './slow-down.ts'

test('waitAfter: ten failures are free, then each one doubles the wait, up to three seconds', () => {
  assert.deepEqual([0, 9, 10, 11, 12, 14, 15, 10_000].map(waitAfter), [0, 0, 100, 200, 400, 1_600, 3_000, 3_000])
})
