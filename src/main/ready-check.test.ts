import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReadyCheck } from './ready-check.ts'

test('createReadyCheck: a database that does not answer is given up in time, and many probes ask once', async () => {
  let asked = 0
  const check = createReadyCheck(() => {
    asked++
    return new Promise(() => {})
  }, 50)
  const startedMs = performance.now()
  await Promise.all(Array.from({ length: 20 }, () => assert.rejects(check(), /no answer within 0.05 seconds/)))
  await assert.rejects(check())
  assert.ok(performance.now() - startedMs < 1_000)
  assert.equal(asked, 1)
})

test('createReadyCheck: it asks again after an answer and after a failure', async () => {
  const answers = [Promise.resolve(), Promise.reject(new Error('lost')), Promise.resolve()]
  const check = createReadyCheck(() => answers.shift()!, 1_000)
  answers[1]!.catch(() => {})
  await check()
  await assert.rejects(check(), /lost/)
  await check()
})
