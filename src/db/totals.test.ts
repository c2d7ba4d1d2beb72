import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTotals } from './totals.ts'

test('a list of ten thousand rows is counted each time, a list with one more row once in five seconds', async () => {
  for (const [rows, expected] of [
    [10_000, 2],
    [10_001, 1],
  ] as const) {
    const totals = createTotals()
    let counted = 0
    const count = async () => {
      counted++
      return rows
    }
    assert.equal(await totals.of([1n, 'customers'], count), rows)
    assert.equal(await totals.of([1n, 'customers'], count), rows)
    assert.equal(counted, expected)
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
