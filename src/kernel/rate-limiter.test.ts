import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createRateLimiter } from './rate-limiter.ts'

function limiterAt(limit: { requests: number; seconds: number }, maxKeys = 100) {
  const time = { nowMs: 0 }
  return { time, limiter: createRateLimiter({ limit, maxKeys, nowMs: () => time.nowMs }) }
}

test('exactly the limit is admitted at once, one more is refused and told when to come again', () => {
  const { limiter } = limiterAt({ requests: 3, seconds: 6 })
  assert.deepEqual(limiter.take('a'), { admitted: true, remaining: 2, fullInSeconds: 2, nextInSeconds: 0 })
  assert.deepEqual(limiter.take('a'), { admitted: true, remaining: 1, fullInSeconds: 4, nextInSeconds: 0 })
  assert.deepEqual(limiter.take('a'), { admitted: true, remaining: 0, fullInSeconds: 6, nextInSeconds: 2 })
  assert.deepEqual(limiter.take('a'), { admitted: false, remaining: 0, fullInSeconds: 6, nextInSeconds: 2 })
})

test('after the seconds it was told to wait exactly one more is admitted, a millisecond earlier none', () => {
  const { limiter, time } = limiterAt({ requests: 3, seconds: 6 })
  for (let n = 0; n < 3; n++) limiter.take('a')
  time.nowMs = 1_999
  assert.equal(limiter.take('a').admitted, false)
  time.nowMs = 2_000
  assert.equal(limiter.take('a').admitted, true)
  assert.equal(limiter.take('a').admitted, false)
})

test('keys do not use up the limit of one another', () => {
  const { limiter } = limiterAt({ requests: 1, seconds: 1 })
  assert.equal(limiter.take('a').admitted, true)
  assert.equal(limiter.take('a').admitted, false)
  assert.equal(limiter.take('b').admitted, true)
})

test('in any time no key gets more than its limit and what drains in that time', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 300 }),
      (requests, seconds, pauses) => {
        const { limiter, time } = limiterAt({ requests, seconds })
        let admitted = 0
        for (const pause of pauses) {
          time.nowMs += pause
          if (limiter.take('a').admitted) admitted++
        }
        assert.ok(admitted <= requests + (time.nowMs * requests) / (seconds * 1_000) + 1e-6)
      },
    ),
  )
})

test('no more keys are remembered than may be; the one that asked least recently begins anew', () => {
  const { limiter } = limiterAt({ requests: 1, seconds: 60 }, 2)
  for (const key of ['a', 'b', 'a', 'c']) limiter.take(key)
  assert.equal(limiter.take('a').admitted, false)
  assert.equal(limiter.take('b').admitted, true)
})

test('a key that is no longer remembered is not told', () => {
  const { limiter } = limiterAt({ requests: 1, seconds: 60 }, 2)
  for (const key of ['a', 'b', 'c']) limiter.take(key)
  assert.deepEqual(limiter.unshared(10), [
    { key: 'b', count: 1 },
    { key: 'c', count: 1 },
  ])
})

test('what was admitted is told once, in portions, and what was refused is not told', () => {
  const { limiter } = limiterAt({ requests: 2, seconds: 60 })
  for (const key of ['a', 'a', 'a', 'b']) limiter.take(key)
  assert.deepEqual(limiter.unshared(1), [{ key: 'a', count: 2 }])
  assert.deepEqual(limiter.unshared(10), [{ key: 'b', count: 1 }])
  assert.deepEqual(limiter.unshared(10), [])
})

test('what has drained before it could be told is not told', () => {
  const { limiter, time } = limiterAt({ requests: 10, seconds: 10 })
  for (let n = 0; n < 10; n++) limiter.take('a')
  time.nowMs = 7_000
  assert.deepEqual(limiter.unshared(10), [{ key: 'a', count: 3 }])
})

test('what all nodes have used counts here, together with what was admitted since', () => {
  const { limiter, time } = limiterAt({ requests: 10, seconds: 10 })
  limiter.take('a')
  limiter.unshared(10)
  limiter.take('a')
  limiter.settle('a', 7)
  assert.equal(limiter.take('a').remaining, 1)
  limiter.settle('a', 25)
  time.nowMs = 16_999
  assert.equal(limiter.take('a').admitted, false)
  time.nowMs = 18_000
  assert.equal(limiter.take('a').admitted, true)
  limiter.settle('unknown', 10)
  assert.equal(limiter.take('unknown').admitted, true)
})
