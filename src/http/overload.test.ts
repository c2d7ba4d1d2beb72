import assert from 'node:assert/strict'
import { test } from 'node:test'
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

test('a constantly delayed event loop refuses requests and recovers, one long pause refuses none', async (t) => {
  const overload = createOverload({ maxInFlight: 2, maxLateMs: 150 })
  t.after(() => overload.close())
  const block = (milliseconds: number) => {
    const end = performance.now() + milliseconds
    while (performance.now() < end);
  }
  const turn = () => new Promise((resolve) => setTimeout(resolve))
  block(1_000)
  await turn()
  assert.equal(overload.isReached(), false)
  for (let n = 0; n < 10 && !overload.isReached(); n++) {
    block(400)
    await turn()
  }
  assert.equal(overload.isReached(), true)
  while (overload.isReached()) await turn()
})
