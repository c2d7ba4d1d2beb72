import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { playTreasuryHistories } from '../support/hostile-treasury/histories.ts'
import { SEED } from '../support/seed.ts'

const SEEDS = { one: SEED, other: SEED + 1 }
const HISTORIES = 150

const seen = new Set<string>()

// Two in parallel, each with its own service and database: a history mostly waits for the database.
suite('hundreds of histories with customers who try to leave the bank with a loss', { concurrency: 2 }, () => {
  for (const [half, seed] of Object.entries(SEEDS))
    test(`no loss is left that no line, prefunding or receivable allowed: the ${half} half`, async () => {
      for (const outcome of await playTreasuryHistories({ numRuns: HISTORIES, seed })) seen.add(outcome)
    })
})

/** What customers must have managed, and what must have stopped them. */
const OUTCOMES = [
  ...['on credit', 'prefunded', 'trade 409', 'draw 200', 'draw 400', 'end contract 200', 'end contract 409'],
  ...['cover 200', 'pay abroad 200', 'pay abroad 402', 'cancel payment 200', 'return payment 200'],
  ...['collect 200', 'collect in vain 200', 'take out 200', 'leave 200', 'leave 409', 'freeze 200', 'deposit 201'],
]

test('customers tried every way to leave a loss', () => {
  assert.deepEqual(
    OUTCOMES.filter((outcome) => !seen.has(outcome)),
    [],
  )
})
