import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { SEED } from '../support/seed.ts'
import { ACTS } from '../support/simulated-month/acts.ts'
import { simulateMonths } from '../support/simulated-month/month.ts'

/** Twenty months in a row: their seeds decide what each bank does, and its terms. */
const months = Array.from({ length: 20 }, (_, month) => SEED + month)
const SEEDS = { one: months.slice(0, 10), other: months.slice(10) }

const seen = new Set<string>()

// Two in parallel, each with its own service and database.
suite('months of a bank that closes every day', { concurrency: 2 }, () => {
  for (const [half, seeds] of Object.entries(SEEDS))
    test(`the books of every day balance, and the FX result is that of the trades: the ${half} half`, async () => {
      for (const outcome of await simulateMonths({ seeds })) seen.add(outcome)
    })
})

test('everything that can happen in the month happened', () => {
  const done = (name: string) => ['200', '201'].some((status) => seen.has(`${name} ${status}`))
  assert.deepEqual(
    Object.keys(ACTS).filter((name) => !done(name)),
    [],
  )
})
