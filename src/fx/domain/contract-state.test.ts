import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canBecome, TRADE_STATUSES, tradeSteps } from './contract-state.ts'

test('a contract begins open, and only there', () => {
  assert.deepEqual(
    tradeSteps().filter(({ from }) => from === null),
    [{ from: null, to: 'Open' }],
  )
})

test('only a contract of which nothing is drawn can be cancelled', () => {
  assert.deepEqual(
    TRADE_STATUSES.filter((status) => canBecome(status, 'Cancelled')),
    ['Open'],
  )
})

test('a contract that was cancelled or expired stays so', () => {
  assert.deepEqual(
    tradeSteps().filter(({ from }) => from === 'Cancelled' || from === 'Expired'),
    [],
  )
})
