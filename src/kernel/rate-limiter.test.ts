import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/support/fast-check.ts'
import { createRateLimiter } from './rate-limiter.ts'

function limiterAt(limit: { quota: number; seconds: number }, maxKeys = 100) {
  const at = { nowMs: 0 }
  return { at, limiter: createRateLimiter({ limit, maxKeys, time: { nowMs: () => at.nowMs } }) }
}

test('exactly the limit is admitted in one burst, one more is refused with a time to retry', () => {
  const { limiter } = limiterAt({ quota: 3, seconds: 6 })
  assert.deepEqual(limiter.take('a'), { admitted: true, remaining: 2, fullInSeconds: 2, nextInSeconds: 0 })
  assert.deepEqual(limiter.take('a'), { admitted: true, remaining: 1, fullInSeconds: 4, nextInSeconds: 0 })
  assert.deepEqual(limiter.take('a'), { admitted: true, remaining: 0, fullInSeconds: 6, nextInSeconds: 2 })
  assert.deepEqual(limiter.take('a'), { admitted: false, remaining: 0, fullInSeconds: 6, nextInSeconds: 2 })
})

test('after the time to retry exactly one more is admitted, one millisecond earlier none', () => {
  const { limiter, at } = limiterAt({ quota: 3, seconds: 6 })
  for (let n = 0; n < 3; n++) limiter.take('a')
  at.nowMs = 1_999
  assert.equal(limiter.take('a').admitted, false)
  at.nowMs = 2_000
  assert.equal(limiter.take('a').admitted, true)
  assert.equal(limiter.take('a').admitted, false)
})

test("keys do not use up each other's limit", () => {
  const { limiter } = limiterAt({ quota: 1, seconds: 1 })
  assert.equal(limiter.take('a').admitted, true)
  assert.equal(limiter.take('a').admitted, false)
  assert.equal(limiter.take('b').admitted, true)
})

test('in any period a key is admitted at most its limit plus the requests that drain in that period', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 300 }),
      (requests, seconds, pauses) => {
        const { limiter, at } = limiterAt({ quota: requests, seconds })
        let admitted = 0
        for (const pause of pauses) {
          at.nowMs += pause
          if (limiter.take('a').admitted) admitted++
        }
        assert.ok(admitted <= requests + (at.nowMs * requests) / (seconds * 1_000) + 1e-6)
      },
    ),
  )
})

test('the number of keys is bounded; the least recently used key starts again with its full limit', () => {
  const { limiter } = limiterAt({ quota: 1, seconds: 60 }, 2)
  for (const key of ['a', 'b', 'a', 'c']) limiter.take(key)
  assert.equal(limiter.take('a').admitted, false)
  assert.equal(limiter.take('b').admitted, true)
})

test('an evicted key is not reported', () => {
  const { limiter } = limiterAt({ quota: 1, seconds: 60 }, 2)
  for (const key of ['a', 'b', 'c']) limiter.take(key)
  assert.deepEqual(limiter.unshared(10), [
    { key: 'b', count: 1 },
    { key: 'c', count: 1 },
  ])
})

test('admitted requests are reported once, in portions, and refused ones are not', () => {
  const { limiter } = limiterAt({ quota: 2, seconds: 60 })
  for (const key of ['a', 'a', 'a', 'b']) limiter.take(key)
  assert.deepEqual(limiter.unshared(1), [{ key: 'a', count: 2 }])
  assert.deepEqual(limiter.unshared(10), [{ key: 'b', count: 1 }])
  assert.deepEqual(limiter.unshared(10), [])
})

test('requests that drained before the report are not reported', () => {
  const { limiter, at } = limiterAt({ quota: 10, seconds: 10 })
  for (let n = 0; n < 10; n++) limiter.take('a')
  at.nowMs = 7_000
  assert.deepEqual(limiter.unshared(10), [{ key: 'a', count: 3 }])
})

test('the use by all nodes counts here, together with requests admitted since', () => {
  const { limiter, at } = limiterAt({ quota: 10, seconds: 10 })
  limiter.take('a')
  limiter.unshared(10)
  limiter.take('a')
  limiter.settle('a', 7)
  assert.equal(limiter.take('a').remaining, 1)
  limiter.settle('a', 25)
  at.nowMs = 16_999
  assert.equal(limiter.take('a').admitted, false)
  at.nowMs = 18_000
  assert.equal(limiter.take('a').admitted, true)
  limiter.settle('unknown', 10)
  assert.equal(limiter.take('unknown').admitted, true)
})
