import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rateOf } from './rate.ts'
import { dueBySpot, valueAt } from './revaluation.ts'

test('valueAt: multiplies or divides by the pair in market order, and rounds half to even', () => {
  assert.equal(valueAt({ currency: 'EUR', position: -1000_00n }, 'USD', rateOf('1.0843')), -1084_30n)
  assert.equal(valueAt({ currency: 'JPY', position: 151_250n }, 'USD', rateOf('151.25')), 1000_00n)
  assert.equal(valueAt({ currency: 'EUR', position: 5n }, 'USD', rateOf('1.1')), 6n)
  assert.equal(valueAt({ currency: 'EUR', position: -5n }, 'USD', rateOf('0.9')), -4n)
})

test('dueBySpot: all dates until spot are one position, later dates stay apart, and empty ones are left out', () => {
  const on = (valueDate: string, position: bigint, cost: bigint) => ({ currency: 'EUR', valueDate, position, cost })
  const positions = [
    on('2026-08-03', -3n, -4n),
    ...[on('2026-06-01', 5n, 6n), on('2026-07-06', -2n, -3n), on('2026-07-07', 7n, 8n)],
  ]
  assert.deepEqual(dueBySpot(positions, '2026-07-06'), [
    on('2026-07-06', 3n, 3n),
    on('2026-07-07', 7n, 8n),
    on('2026-08-03', -3n, -4n),
  ])
  assert.deepEqual(dueBySpot([on('2026-06-01', 5n, 6n), on('2026-06-02', -5n, -6n)], '2026-07-06'), [])
  assert.deepEqual(
    dueBySpot([on('2026-06-01', 5n, 6n), on('2026-06-02', -5n, -7n)], '2026-07-06').map(({ cost }) => cost),
    [-1n],
    'a flat position that has a result is kept',
  )
})
