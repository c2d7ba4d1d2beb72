import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { clockSweeps } from '../../src/administration/clock.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { inDays } from '../support/clocks.ts'
import { startTestService, type TestService, type TestTenant } from '../support/test-service.ts'

// Nobody's move of a clock is lost without a word. No worker runs: a clock stays on its way until a
// test lets it arrive.

let service: TestService
let nodes: string[]
before(async () => {
  service = await startTestService()
  nodes = [service.baseUrl, await service.startNode()]
})
after(() => service.stop())

const CLOCK = '/v1/institution/clock'
const noon = (days: number) => `${inDays(days)}T12:00:00.000Z`
const setTo = ({ client }: TestTenant, time: string, at = nodes[0]!) =>
  service.call('PUT', CLOCK, { time }, { client, at })
const targetOf = async ({ client }: TestTenant) =>
  dataOf(await service.call('GET', CLOCK, undefined, { client })).target
const movesOf = async ({ client }: TestTenant) => {
  const records = dataOf(await service.call('GET', '/v1/institution/audit?page=1&limit=50', undefined, { client }))
  return records.filter(({ action }: { action: string }) => action === 'institution.clockSet').length
}
const movingTo = (days: number) => ({
  ...{ status: 409, code: 'INST001' },
  says: `it is on its way to ${inDays(days)}T12:00:00Z, which was set before`,
})

test('of five moves at once through two nodes, one is taken, and four are told where the clock is going', async () => {
  const tenant = await service.createTenant('five')
  const replies = await Promise.all([1, 2, 3, 4, 5].map((day) => setTo(tenant, noon(day), nodes[day % 2])))
  const taken = replies.findIndex(({ status }) => status === 200) + 1
  assert.equal(await targetOf(tenant), noon(taken))
  for (const reply of replies.filter(({ status }) => status !== 200)) assertRefused(reply, movingTo(taken))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409])
  assert.equal(await movesOf(tenant), 1)
})

test('while a clock moves, an earlier target is refused, and a later one', async () => {
  const tenant = await service.createTenant('waiting')
  dataOf(await setTo(tenant, noon(10)))
  for (const day of [5, 9, 11, 300]) assertRefused(await setTo(tenant, noon(day)), movingTo(10))
  assert.equal(await targetOf(tenant), noon(10))
})

test('the same target is answered the same, however often it is sent, and is one move', async () => {
  const tenant = await service.createTenant('again')
  const first = dataOf(await setTo(tenant, noon(3)))
  const again = await Promise.all(
    nodes
      .flatMap((at) => [noon(3), `${inDays(3)}T08:00:00-04:00`].map((time) => ({ at, time })))
      .map(({ at, time }) => setTo(tenant, time, at)),
  )
  for (const reply of again) assert.deepEqual(dataOf(reply), first)
  assert.equal(await movesOf(tenant), 1)
})

test('a clock that has arrived is set forward again', async () => {
  const tenant = await service.createTenant('arrived')
  dataOf(await setTo(tenant, noon(2)))
  const [sweep] = clockSweeps([])
  while (await targetOf(tenant)) await sweep!.run(service.app, tenant.institution)
  assert.equal(dataOf(await setTo(tenant, noon(4))).target, noon(4))
  assert.equal(await movesOf(tenant), 2)
})
