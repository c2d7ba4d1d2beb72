import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { newSweepState, type SweepState } from '../../jobs/sweep-state.ts'
import { wellUntilMs } from './work-metrics.ts'

const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms)
const search: SweepState = { ...newSweepState('payments: release', undefined), lastSucceededAt: at(9_000) }
const run = (fields: Partial<SweepState>): SweepState => ({ ...newSweepState('payments: release', 1n), ...fields })

test('wellUntilMs: a search that finds nothing is a success while nothing fails', () => {
  assert.equal(wellUntilMs([search]), 9_000)
  assert.equal(wellUntilMs([search, run({ lastSucceededAt: at(2_000) })]), 9_000)
  assert.equal(wellUntilMs([newSweepState('payments: release', undefined)]), undefined)
})

test('wellUntilMs: while one institution fails, it stands at the beginning of its failures', () => {
  const failing = run({ lastSucceededAt: at(2_000), failingSince: at(3_000), failuresInARow: 4 })
  assert.equal(wellUntilMs([search, failing, run({ tenantId: 2n, lastSucceededAt: at(9_500) })]), 3_000)
  assert.equal(wellUntilMs([run({ failingSince: at(3_000) })]), 3_000, 'also if it never succeeded')
})

test('wellUntilMs: while a run hangs, it stands at the beginning of that run', () => {
  assert.equal(wellUntilMs([search, run({ lastSucceededAt: at(2_000), runningSince: at(4_000) })]), 4_000)
})
