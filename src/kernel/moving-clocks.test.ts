import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ClockMoves, MovingClocks } from './moving-clocks.ts'

/** The clocks, asked at moments of the machine's time. */
function movingClocks() {
  let atMs = 0
  const clocks = new MovingClocks({ nowMs: () => atMs })
  return {
    requireStill(tenantId: bigint, target: string | null, nowMs: number) {
      atMs = nowMs
      clocks.requireStill(tenantId, target)
    },
  }
}

const TARGET = '2026-07-02T00:00:00Z'

test('MovingClocks: a move of exactly three seconds disturbs nobody, and a longer one does', () => {
  const clocks = movingClocks()
  clocks.requireStill(1n, TARGET, 1_000)
  clocks.requireStill(1n, TARGET, 4_000)
  assert.throws(() => clocks.requireStill(1n, TARGET, 4_001), ClockMoves)
  clocks.requireStill(2n, TARGET, 4_001)
})

test('MovingClocks: a clock that arrived disturbs nobody, and its next move counts from its start', () => {
  const clocks = movingClocks()
  clocks.requireStill(1n, TARGET, 0)
  assert.throws(() => clocks.requireStill(1n, TARGET, 9_000), ClockMoves)
  clocks.requireStill(1n, null, 9_001)
  clocks.requireStill(1n, TARGET, 20_000)
  clocks.requireStill(1n, TARGET, 23_000)
  assert.throws(() => clocks.requireStill(1n, TARGET, 23_001), ClockMoves)
})

test('MovingClocks: a move to another time counts from its own start, also if nobody paid in between', () => {
  const clocks = movingClocks()
  clocks.requireStill(1n, TARGET, 0)
  const later = '2026-07-03T00:00:00Z'
  clocks.requireStill(1n, later, 60_000)
  clocks.requireStill(1n, later, 63_000)
  assert.throws(() => clocks.requireStill(1n, later, 63_001), ClockMoves)
})
