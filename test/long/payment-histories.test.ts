import { suite, test } from 'node:test'
import { playHistories } from '../support/payment-histories/histories.ts'

// Two at a time, each with a service and a database of its own: one history waits for the database most of the time.
suite('in thousands of histories, with connections that break at any statement', { concurrency: 2 }, () => {
  for (const half of ['one', 'other'])
    test(`money, limits, fees and keys agree with the payments: the ${half} half`, () =>
      playHistories({ numRuns: 1_000 }))
})
