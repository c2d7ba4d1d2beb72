import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
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
  const hints = createHints()
  await hints.next(1, NEVER)
  const stop = new AbortController()
  const waiting = hints.next(LONG_MS, stop.signal)
  stop.abort()
  await waiting
  await hints.next(LONG_MS, stop.signal)
})

test('next leaves nothing behind on a signal that never aborts', async () => {
  const { signal } = new AbortController()
  for (let n = 0; n < 5; n++) await createHints().next(1, signal)
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})

test('since: whether a hint was given at this time or later', () => {
  const hints = createHints()
  assert.equal(hints.since(0), false)
  const beforeMs = performance.now()
  hints.give()
  assert.equal(hints.since(beforeMs), true)
  assert.equal(hints.since(performance.now() + 1), false)
})
