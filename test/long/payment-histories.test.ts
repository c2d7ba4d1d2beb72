import { test } from 'node:test'
import { playHistories } from '../support/payment-histories/histories.ts'

test('in thousands of histories, with connections that break at any statement, money, limits, fees and keys agree with the payments', () =>
  playHistories({ numRuns: 2_000 }))
