import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hundredthsOf, limitKey, lowestLimit } from './application-limits.ts'

test('hundredthsOf: a number or its text, with up to two decimals', () => {
  assert.deepEqual([100, '100', 25.5, '25.50', '0.05', 0].map(hundredthsOf), [100_00n, 100_00n, 25_50n, 25_50n, 5n, 0n])
})

test('lowestLimit: the lowest limit with the name, in any order; limits without a value are ignored', () => {
  const named = (...values: (number | undefined)[]) => values.map((value) => ({ name: 'Daily', value }))
  assert.equal(lowestLimit(named(3, 1, 2), 'Daily'), 1_00n)
  assert.equal(lowestLimit(named(1, 2, 3), 'Daily'), 1_00n)
  assert.equal(lowestLimit(named(3, 2, 1), 'Daily'), 1_00n)
  assert.equal(lowestLimit(named(undefined, 2), 'Daily'), 2_00n)
  assert.equal(lowestLimit(named(undefined), 'Daily'), undefined)
  assert.equal(lowestLimit([{ name: 'Weekly', value: 1 }], 'Daily'), undefined)
})

test('limitKey: names that differ only in case, spaces, hyphens and underscores are the same', () => {
  for (const name of ['Approval limit', 'APPROVAL_LIMIT', 'approval-limit', 'ApprovalLimit'])
    assert.equal(limitKey(name), 'approvallimit')
})
