import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualTime } from '../../test/support/manual-time.ts'
import { createReadyCheck } from './ready-check.ts'

test('createReadyCheck: a database that does not answer is given up in time, and many probes ask once', async () => {
  let [asked, givenUp] = [0, 0]
  const time = manualTime()
  const ask = () => {
    asked++
    return new Promise(() => {})
  }
  const check = createReadyCheck(ask, { timeoutMs: 3_000, time })
  const probe = () =>
    check().catch((error: Error) => {
      assert.match(error.message, /no answer within 3 seconds/)
      givenUp++
    })
  const probes = Array.from({ length: 20 }, probe)
  await time.advance(2_999)
  assert.equal(givenUp, 0)
  await time.advance(1)
  assert.equal(givenUp, 20)
  probes.push(probe())
  await time.advance(3_000)
  await Promise.all(probes)
  assert.deepEqual([asked, givenUp], [1, 21])
})

test('createReadyCheck: it asks again after an answer and after a failure', async () => {
  const answers = [Promise.resolve(), Promise.reject(new Error('lost')), Promise.resolve()]
  const check = createReadyCheck(() => answers.shift()!, { timeoutMs: 1_000, time: manualTime() })
  answers[1]!.catch(() => {})
  await check()
  await assert.rejects(check(), /lost/)
  await check()
})
