import { suite, test } from 'node:test'
import { playHistories } from '../support/payment-histories/histories.ts'

/** Fixed, so that a change fails for what it changed. To look for more, change the seeds. */
const SEEDS = { one: 20_261_122, other: 20_261_123 }
const HISTORIES = 400

// Two in parallel, each with its own service and database: a history mostly waits for the database.
suite('hundreds of histories with connections that break at any statement', { concurrency: 2 }, () => {
  for (const [half, seed] of Object.entries(SEEDS))
    test(`balances, limits, fees and idempotency keys agree with the payments: the ${half} half`, () =>
      playHistories({ numRuns: HISTORIES, seed }))
})
