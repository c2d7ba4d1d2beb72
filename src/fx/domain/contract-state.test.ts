import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canBecome, TRADE_STATUSES } from './contract-state.ts'

test('an open contract can be cancelled, and nothing else changes its status', () => {
  const steps = TRADE_STATUSES.flatMap((from) =>
    TRADE_STATUSES.filter((to) => canBecome(from, to)).map((to) => `${from} → ${to}`),
  )
  assert.deepEqual(steps, ['Open → Cancelled'])
})
