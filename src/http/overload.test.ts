import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualTime } from '../../test/support/manual-time.ts'
import type { MachineTime } from '../kernel/machine-time.ts'
import { createOverload } from './overload.ts'

test('exactly the maximum number of requests is in flight; when one ends, one more is admitted', (t) => {
  const overload = createOverload({ maxInFlight: 2, maxLateMs: Number.POSITIVE_INFINITY })
  t.after(() => overload.close())
  overload.begin()
  assert.equal(overload.isReached(), false)
  overload.begin()
  assert.equal(overload.isReached(), true)
  overload.end()
  assert.equal(overload.isReached(), false)
})

const SAMPLE_MS = 100

/** An event loop whose samples come as late as the test says. */
function lateLoop() {
  const time = manualTime()
  let lateMs = 0
  const late: MachineTime = { ...time, nowMs: () => time.nowMs() + lateMs }
  return {
    time: late,
    async sample(delayMs: number) {
      lateMs += delayMs
      await time.advance(SAMPLE_MS)
    },
    waiting: time.waiting,
  }
}

test('a constantly delayed event loop refuses requests and recovers, one long pause refuses none', async () => {
  const { time, sample, waiting } = lateLoop()
  const overload = createOverload({ maxInFlight: 2, maxLateMs: 150, time })
  const seen: boolean[] = []
  for (const delayMs of [1_000, 0, 0, 300, 300]) {
    await sample(delayMs)
    seen.push(overload.isReached())
  }
  assert.deepEqual(seen, [false, false, false, false, true])
  let samples = 0
  while (overload.isReached()) {
    await sample(0)
    samples++
  }
  assert.equal(samples, 1)
  overload.close()
  assert.equal(waiting(), 0)
})

test('an event loop that is exactly as late as the maximum refuses nothing, and a little later it does', async () => {
  for (const [lateMs, isReached] of [
    [150, false],
    [151, true],
  ] as const) {
    const { time, sample } = lateLoop()
    const overload = createOverload({ maxInFlight: 2, maxLateMs: 150, time })
    for (let n = 0; n < 40; n++) await sample(lateMs)
    assert.equal(overload.isReached(), isReached)
    overload.close()
  }
})

test('a refused request may return after twice the delay of the event loop, or after a second', async () => {
  const { time, sample } = lateLoop()
  const overload = createOverload({ maxInFlight: 0, maxLateMs: 1_000, time })
  assert.equal(overload.retryAfterSeconds(), 1)
  for (let n = 0; n < 60; n++) await sample(4_000)
  assert.equal(overload.retryAfterSeconds(), 8)
  overload.close()
})
