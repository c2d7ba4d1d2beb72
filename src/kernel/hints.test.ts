import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { manualTime } from '../../test/support/manual-time.ts'
import { createHints } from './hints.ts'

const NEVER = new AbortController().signal
const LONG_MS = 60_000

test('next resolves at the next hint, for all who wait', async () => {
  const hints = createHints()
  const waiting = Promise.all([hints.next(LONG_MS, NEVER), hints.next(LONG_MS, NEVER)])
  hints.give()
  await waiting
})

test('next resolves after its time without a hint, and at once if the signal aborts', async () => {
  const time = manualTime()
  const hints = createHints(time)
  let isOver = false
  const timed = hints.next(LONG_MS, NEVER).then(() => {
    isOver = true
  })
  await time.advance(LONG_MS - 1)
  assert.equal(isOver, false)
  await time.advance(1)
  await timed
  const stop = new AbortController()
  const waiting = hints.next(LONG_MS, stop.signal)
  stop.abort()
  await waiting
  await hints.next(LONG_MS, stop.signal)
})

test('next leaves nothing behind on a signal that never aborts, nor a call that is due', async () => {
  const { signal } = new AbortController()
  const time = manualTime()
  const hints = createHints(time)
  const waiting = Promise.all(Array.from({ length: 5 }, () => hints.next(LONG_MS, signal)))
  assert.equal(getEventListeners(signal, 'abort').length, 5)
  hints.give()
  await waiting
  assert.equal(getEventListeners(signal, 'abort').length, 0)
  assert.equal(time.waiting(), 0)
})

test('since: whether a hint was given at this time or later', async () => {
  const time = manualTime()
  const hints = createHints(time)
  assert.equal(hints.since(0), false)
  await time.advance(10)
  hints.give()
  assert.equal(hints.since(time.nowMs()), true)
  assert.equal(hints.since(time.nowMs() + 1), false)
})

test('wokenSince: a hint that can wait does not wake, and one that cannot is also a hint', async () => {
  const time = manualTime()
  const hints = createHints(time)
  hints.give()
  assert.equal(hints.wokenSince(0), false)
  await time.advance(10)
  hints.wake()
  assert.equal(hints.wokenSince(time.nowMs()), true)
  assert.equal(hints.since(time.nowMs()), true)
})
