import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { SEED } from '../support/seed.ts'
import { playSeriesHistories } from '../support/series-histories/histories.ts'

/** Of each half. `GIRO_HISTORIES=1000` plays more, and `GIRO_SEED` others. */
const HISTORIES = Number(process.env['GIRO_HISTORIES'] ?? 100)

const SEEDS = { one: SEED, other: SEED + 1 }

const seen = new Map<string, number>()

// Two in parallel, each with its own service and database: a history mostly waits for the database.
suite('hundreds of histories of series that others extend, end, redirect and approve', { concurrency: 2 }, () => {
  for (const [half, seed] of Object.entries(SEEDS))
    test(`what left had the approvals of its day, by people who had not shaped it: the ${half} half`, async () => {
      for (const [what, times] of await playSeriesHistories({ numRuns: HISTORIES, seed }))
        seen.set(what, (seen.get(what) ?? 0) + times)
    })
})

/** What must have happened, so that no control was left untried. */
const OUTCOMES = [
  ...['begin ok', 'begin stopped', 'end ok', 'end stopped', 'stop series ok', 'stop series stopped'],
  ...['approve ok', 'approve own', 'approve stopped', 'approve 409', 'reject ok', 'reject own', 'cancel ok'],
  ...['redirect ok', 'redirect stopped', 'confirm ok', 'left', 'left approved', 'left approved after a change'],
]

test('people tried every way to let a payment leave with too few approvals', () => {
  assert.deepEqual(
    OUTCOMES.filter((what) => !seen.get(what)),
    [],
    JSON.stringify(Object.fromEntries(seen)),
  )
})
