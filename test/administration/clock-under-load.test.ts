import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPaying } from '../faults/paying-client.ts'
import { dataOf } from '../support/answers.ts'
import { movingClock } from '../support/clocks.ts'
import { eventually } from '../support/eventually.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

/** Each pays, waits 20 ms, and pays again. */
const WORKERS = Number(process.env.CLOCK_WORKERS ?? 12)

let service: TestService
before(async () => {
  service = await startTestService({ worker: true, clock: movingClock() })
})
after(() => service.stop())

const readClock = async () => dataOf(await service.call('GET', '/v1/institution/clock'))

test('the clock of a sandbox reaches its target although clients pay all the time', async (t) => {
  const client = await startPaying(service, { workers: WORKERS })
  t.after(() => client.stop())
  await client.pays(100)
  const { time } = await readClock()
  const target = new Date(Date.parse(time) + 2 * 86_400_000).toISOString()
  client.restart()
  dataOf(await service.call('PUT', '/v1/institution/clock', { time: target }))
  await eventually('the clock reaches its target', async () => (await readClock()).target === undefined)
  await client.pays(50)
  await client.stop()
  t.diagnostic(`answers: ${JSON.stringify([...client.statuses])}`)
  // What was asked again later was paid once.
  for (const status of client.statuses.keys()) assert.ok([200, 503].includes(status), String(status))
  await client.compare()
})
