import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { triangleHistory } from '../support/hostile-histories/commands.ts'
import { playHostileHistories } from '../support/hostile-histories/histories.ts'
import { OUTCOMES } from '../support/hostile-histories/world.ts'
import { SEED } from '../support/seed.ts'

/** Of each half. */
const HISTORIES = 1_000
const TRIANGLES = 200

const SEEDS = { one: SEED, other: SEED + 1 }

const seen = new Set<string>()

// Two in parallel, each with its own service and database: a history mostly waits for the database.
suite('thousands of histories with customers who try to lift the controls of the bank', { concurrency: 2 }, () => {
  for (const [half, seed] of Object.entries(SEEDS))
    test(`limits, freezes, approvals and exposure limits hold, and exchanges create no money: the ${half} half`, async () => {
      for (const outcome of await playHostileHistories({ numRuns: HISTORIES, seed })) seen.add(outcome)
    })
})

test('round a triangle of currencies whose rates move, a customer gains nothing', async () => {
  for (const outcome of await playHostileHistories({ histories: triangleHistory, numRuns: TRIANGLES, seed: SEED }))
    seen.add(outcome)
})

test('each control refused something, so none was left untried', () => {
  assert.deepEqual(
    OUTCOMES.filter((outcome) => !seen.has(outcome)),
    [],
  )
})
