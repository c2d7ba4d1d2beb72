import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { machineTime } from './machine-time.ts'

const LONG_MS = 60_000
/** The timers that keep the process alive. */
const keptAlive = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

test('machineTime: sleeps and calls keep the process alive unless told otherwise, repeated calls never do', async () => {
  const before = keptAlive()
  const stop = new AbortController()
  const idle = [machineTime.every(LONG_MS, () => {}), machineTime.after(LONG_MS, () => {}, { unref: true })]
  const unkept = machineTime.sleep(LONG_MS, { signal: stop.signal, unref: true })
  assert.equal(keptAlive(), before)
  const cancel = machineTime.after(LONG_MS, () => {})
  const slept = machineTime.sleep(LONG_MS, { signal: stop.signal })
  assert.equal(keptAlive(), before + 2)
  for (const each of [...idle, cancel]) each()
  stop.abort()
  await Promise.all([slept, unkept])
  assert.equal(keptAlive(), before)
})

test('machineTime: a sleep ends when its signal aborts, and leaves nothing behind', async () => {
  const { signal } = new AbortController()
  await machineTime.sleep(0, { signal })
  assert.equal(getEventListeners(signal, 'abort').length, 0)
  await machineTime.sleep(LONG_MS, { signal: AbortSignal.abort() })
})

test('machineTime: a call comes after its time, and repeated ones until they are cancelled', async () => {
  const startedMs = machineTime.nowMs()
  await machineTime.sleep(2)
  assert.ok(machineTime.nowMs() > startedMs)
  const { promise, resolve } = Promise.withResolvers<void>()
  let calls = 0
  const cancel = machineTime.every(1, () => {
    if (++calls < 3) return
    cancel()
    resolve()
  })
  // Only this one keeps the process alive.
  const giveUp = machineTime.after(LONG_MS, resolve)
  await promise
  giveUp()
  assert.equal(calls, 3)
})
