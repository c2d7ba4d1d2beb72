import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transaction } from './client.ts'
import { conditions, readPage, readTotal } from './where.ts'

test('conditions: the tenant is $1, each value has its placeholder, and undefined adds no condition', () => {
  const where = conditions(7n)
  where.equals('name', 'Ada')
  where.equals('status', undefined)
  where.equals('is_open', false)
  where.and(`at >= ${where.bind('2026-07-01')}`)
  assert.equal(`${where}`, ' and name = $2 and is_open = $3 and at >= $4')
  assert.deepEqual(where.values, [7n, 'Ada', false, '2026-07-01'])
})

test('readPage and readTotal: only the page binds bounds, and neither statement is kept', async () => {
  const asked: unknown[][] = []
  const tx = {
    query: async (...statement: unknown[]) => {
      asked.push(statement)
      return []
    },
    row: async (...statement: unknown[]) => {
      asked.push(statement)
      return { total: 3n }
    },
  } as unknown as Transaction
  const where = conditions(7n)
  where.equals('name', 'Ada')
  await readPage(tx, where, { page: 3, limit: 20 }, (bounds, bind) => `${where} ${bounds} ${bind('more')}`)
  assert.equal(await readTotal(tx, where, `count ${where}`), 3)
  assert.deepEqual(asked, [
    [' and name = $2 limit $3 offset $4 $5', [7n, 'Ada', 20, 40, 'more'], { isKept: false }],
    ['count  and name = $2', [7n, 'Ada'], { isKept: false }],
  ])
})
