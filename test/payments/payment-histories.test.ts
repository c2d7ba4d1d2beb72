import { test } from 'node:test'
import { playHistories } from '../support/payment-histories/histories.ts'

// test/long runs thousands of histories.
test('in any history, even if connections break at any statement, balances, limits, fees and keys agree with the payments', () =>
  playHistories({ numRuns: 50 }))
