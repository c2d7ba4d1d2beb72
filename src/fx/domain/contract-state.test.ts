import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canBecome, hasEnded, TRADE_STATUSES, tradeSteps } from './contract-state.ts'

test('a contract begins open, or drawn whole by the payment that it is made for', () => {
  const first = tradeSteps().filter(({ from }) => from === null)
  assert.deepEqual(
    first.map(({ to }) => to),
    ['Open', 'Completed'],
  )
})

test('whatever has not ended can be cancelled, and expires unless it is drawn whole', () => {
  const leadingTo = (end: 'Cancelled' | 'Expired') => TRADE_STATUSES.filter((status) => canBecome(status, end))
  assert.deepEqual(leadingTo('Cancelled'), ['Open', 'PartiallyDrawn', 'Completed'])
  assert.deepEqual(leadingTo('Expired'), ['Open', 'PartiallyDrawn'])
})

test('a contract that was cancelled or has expired stays so', () => {
  assert.deepEqual(TRADE_STATUSES.filter(hasEnded), ['Cancelled', 'Expired'])
})
