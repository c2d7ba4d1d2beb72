import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DISABLED_AFTER_MS, nextWait, OUTAGE_MS, TRIED_FOR_MS } from './retries.ts'

const waitAfter = (count: number, chance = 0, retryAfterMs?: number) =>
  nextWait({ count, firstMs: 0, nowMs: 1_000 }, chance, retryAfterMs)

test('waits double from five seconds up to an hour', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 10, 11, 50, 5_000].map((count) => waitAfter(count)),
    [5_000, 10_000, 20_000, 40_000, 2_560_000, 3_600_000, 3_600_000, 3_600_000],
  )
})

test('up to half of a wait is random', () => {
  assert.equal(waitAfter(2, 0), 10_000)
  assert.equal(waitAfter(2, 1), 5_000)
  assert.equal(waitAfter(2, 0.5), 7_500)
})

test('a receiver can ask for a longer wait of at most an hour, but not for a shorter one', () => {
  assert.equal(waitAfter(1, 0, 60_000), 60_000)
  assert.equal(waitAfter(1, 0, 1_000), 5_000)
  assert.equal(waitAfter(1, 0, 86_400_000), 3_600_000)
})

test('the last attempt is three days after the first one', () => {
  const at = (nowMs: number) => nextWait({ count: 100, firstMs: 0, nowMs }, 0)
  assert.equal(at(TRIED_FOR_MS - 1), 1)
  assert.equal(at(TRIED_FOR_MS - 3_600_001), 3_600_000)
  assert.equal(at(TRIED_FOR_MS), undefined)
})

test('a wait is a whole number of milliseconds, rounded to the nearest', () => {
  assert.equal(waitAfter(1, 0.0001), 5_000)
})

test('an event is tried for three days, a webhook is disabled after five, an outage lasts a minute', () => {
  assert.deepEqual([TRIED_FOR_MS, DISABLED_AFTER_MS, OUTAGE_MS], [259_200_000, 432_000_000, 60_000])
})
