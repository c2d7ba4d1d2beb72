import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualTime } from '../../test/support/manual-time.ts'
import { LATE, within } from './within.ts'

test('within: work that ends in time has its value, and leaves no call that is due', async () => {
  const time = manualTime()
  const { promise, resolve } = Promise.withResolvers<string>()
  const limited = within(100, promise, time)
  await time.advance(99)
  resolve('done')
  assert.equal(await limited, 'done')
  assert.equal(time.waiting(), 0)
})

test('within: work that does not is late at its time, and its later failure is ignored', async () => {
  const time = manualTime()
  const { promise, reject } = Promise.withResolvers<string>()
  const limited = within(100, promise, time)
  await time.advance(100)
  assert.equal(await Promise.race([limited, 'still waiting']), LATE)
  reject(new Error('too late'))
  await time.advance(1)
})

test('within: a failure in time is one', async () => {
  await assert.rejects(within(100, Promise.reject(new Error('planted')), manualTime()), /planted/)
})
