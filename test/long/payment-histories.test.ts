import { suite, test } from 'node:test'
import { playHistories } from '../support/payment-histories/histories.ts'
import { SEED } from '../support/seed.ts'

/** Of each half. */
const HISTORIES = 1_000

const SEEDS = { one: SEED, other: SEED + 1 }

// Two in parallel, each with its own service and database: a history mostly waits for the database.
suite('thousands of histories with connections that break at any statement', { concurrency: 2 }, () => {
  for (const [half, seed] of Object.entries(SEEDS))
    test(`balances, limits, fees and keys agree with the payments and with what other banks send: the ${half} half`, () =>
      playHistories({ numRuns: HISTORIES, seed }))
})
