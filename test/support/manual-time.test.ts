import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualTime } from './manual-time.ts'

test('calls come in the order in which they are due, at their own time', async () => {
  const time = manualTime(0)
  const seen: string[] = []
  const note = (what: string) => () => seen.push(`${what} at ${time.nowMs()}`)
  const stop = time.every(40, note('tick'))
  time.after(50, note('once'))
  time.after(60, note('cancelled'))()
  void time.sleep(90).then(note('slept'))
  await time.advance(100)
  stop()
  await time.advance(100)
  assert.deepEqual(seen, ['tick at 40', 'once at 50', 'tick at 80', 'slept at 90'])
  assert.equal(time.nowMs(), 200)
  assert.equal(time.waiting(), 0)
})

test('a sleep ends when its signal aborts', async () => {
  const time = manualTime()
  const stop = new AbortController()
  const slept = time.sleep(1_000, { signal: stop.signal })
  stop.abort()
  await slept
  await time.sleep(1_000, { signal: stop.signal })
  assert.equal(time.waiting(), 0)
})
