import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../support/fast-check.ts'
import { anyTriangle, playTriangle } from '../support/triangles.ts'

test('no sequence over triangles of currencies gains, in thousands of histories of rates', () => {
  const tally = { trades: 0, crossTrades: 0, refused: 0 }
  fc.assert(
    fc.property(anyTriangle, (triangle) => playTriangle(triangle, tally)),
    { numRuns: 2_000 },
  )
  assert.ok(tally.crossTrades > 1_000 && tally.refused > 200, JSON.stringify(tally))
})
