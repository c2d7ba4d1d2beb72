import { test } from 'node:test'
import { triangleHistory } from '../support/hostile-histories/commands.ts'
import { playHostileHistories } from '../support/hostile-histories/histories.ts'
import { playHistories } from '../support/payment-histories/histories.ts'

// test/long runs thousands of histories.

test('in any history, even if connections break at any statement, balances, limits, fees and keys agree with the payments and with what other banks send', () =>
  playHistories({ numRuns: 12 }))

test('in any history, hostile customers lift no limit, freeze, approval or exposure limit of the bank, and gain nothing by exchange', async () => {
  await playHostileHistories({ numRuns: 2 })
})

test('in any history, a customer gains nothing round a triangle of currencies whose rates move', async () => {
  await playHostileHistories({ histories: triangleHistory, numRuns: 3 })
})
