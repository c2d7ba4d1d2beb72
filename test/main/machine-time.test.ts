import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/answers.ts'
import { manualTime } from '../support/manual-time.ts'
import { createPayer, creditBody, startTestService } from '../support/test-service.ts'

test('a service waits by the time it is given, and waits for nothing any more when it has stopped', async () => {
  const time = manualTime()
  const service = await startTestService({ time, worker: true, webhookNetworks: ['loopback'] })
  const payer = await createPayer(service, { balance: 100 })
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer)))
  await time.advance(5_000)
  assert.ok(time.waiting() > 0)
  await service.stop()
  assert.equal(time.waiting(), 0)
})
