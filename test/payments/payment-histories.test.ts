import { test } from 'node:test'
import { playHistories } from '../support/payment-histories/histories.ts'

// Thousands of them run in test/long.
test('in any history, with connections that break at any statement, money, limits, fees and keys agree with the payments', () =>
  playHistories({ numRuns: 50 }))
