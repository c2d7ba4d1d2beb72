import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ClockMoves, MovingClocks } from './moving-clocks.ts'

test('MovingClocks: a move of exactly three seconds disturbs nobody, and a longer one does', () => {
  const clocks = new MovingClocks()
  clocks.requireStill(1n, true, 1_000)
  clocks.requireStill(1n, true, 4_000)
  assert.throws(() => clocks.requireStill(1n, true, 4_001), ClockMoves)
  clocks.requireStill(2n, true, 4_001)
})

test('MovingClocks: a clock that arrived disturbs nobody, and its next move counts from its start', () => {
  const clocks = new MovingClocks()
  clocks.requireStill(1n, true, 0)
  assert.throws(() => clocks.requireStill(1n, true, 9_000), ClockMoves)
  clocks.requireStill(1n, false, 9_001)
  clocks.requireStill(1n, true, 20_000)
  clocks.requireStill(1n, true, 23_000)
  assert.throws(() => clocks.requireStill(1n, true, 23_001), ClockMoves)
})
