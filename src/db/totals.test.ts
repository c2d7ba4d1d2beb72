import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualTime } from '../../test/support/manual-time.ts'
import { createTotals } from './totals.ts'

test('a list of ten thousand rows is counted each time, a list with one more row once in five seconds', async () => {
  for (const [rows, expected] of [
    [10_000, [1, 2, 3, 4]],
    [10_001, [1, 1, 1, 2]],
  ] as const) {
    const time = manualTime()
    const totals = createTotals(time)
    let counted = 0
    const count = async () => {
      counted++
      return rows
    }
    const seen: number[] = []
    for (const waitMs of [0, 0, 5_000, 1]) {
      await time.advance(waitMs)
      assert.equal(await totals.of([1n, 'customers'], count), rows)
      seen.push(counted)
    }
    assert.deepEqual(seen, expected)
  }
})

test('lists of other tenants and other filters have separate totals', async () => {
  const totals = createTotals()
  assert.equal(await totals.of([1n, 'Active'], async () => 20_000), 20_000)
  assert.equal(await totals.of([2n, 'Active'], async () => 30_000), 30_000)
  assert.equal(await totals.of([1n, 'New'], async () => 40_000), 40_000)
  assert.equal(await totals.of([1n, undefined], async () => 50_000), 50_000)
  assert.equal(await totals.of([1n, 'undefined'], async () => 60_000), 60_000)
})
