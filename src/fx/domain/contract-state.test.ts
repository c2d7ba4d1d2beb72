import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canBecome, hasEnded, TRADE_STATUSES, tradeSteps } from './contract-state.ts'

test('a contract begins Open, or Completed by the payment it was made for', () => {
  const first = tradeSteps().filter(({ from }) => from === null)
  assert.deepEqual(
    first.map(({ to }) => to),
    ['Open', 'Completed'],
  )
})

test('a contract that has not ended can be cancelled, and expires unless it is fully drawn', () => {
  const leadingTo = (end: 'Cancelled' | 'Expired') => TRADE_STATUSES.filter((status) => canBecome(status, end))
  assert.deepEqual(leadingTo('Cancelled'), ['Open', 'PartiallyDrawn', 'Completed'])
  assert.deepEqual(leadingTo('Expired'), ['Open', 'PartiallyDrawn'])
})

test('a cancelled or expired contract never changes its state', () => {
  assert.deepEqual(TRADE_STATUSES.filter(hasEnded), ['Cancelled', 'Expired'])
})
