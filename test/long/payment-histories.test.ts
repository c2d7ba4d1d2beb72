import { suite, test } from 'node:test'
import { playHistories } from '../support/payment-histories/histories.ts'

/** Of each half. */
const HISTORIES = 1_000

// Two in parallel, each with its own service and database: a history mostly waits for the database.
suite('thousands of histories with connections that break at any statement', { concurrency: 2 }, () => {
  for (const half of ['one', 'other'])
    test(`balances, limits, fees and idempotency keys agree with the payments: the ${half} half`, () =>
      playHistories({ numRuns: HISTORIES }))
})
