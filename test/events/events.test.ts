import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recordChange } from '../../src/events/record-change.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { movingClock } from '../support/clocks.ts'
import { eventually } from '../support/eventually.ts'
import { customerBody, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService({ worker: true, clock: movingClock() })
})
after(() => service.stop())

interface Followed {
  eventUID: string
  type: string
  subjectId: string
  customerUID: string | null
  data: { shortName?: string }
}

async function read(after: string | undefined, limit = 1000): Promise<{ events: Followed[]; next: string }> {
  const cursor = after === undefined ? '' : `&after=${after}`
  return dataOf(await service.call('GET', `/v1/events?limit=${limit}${cursor}`))
}

/** Reads from a cursor until this many events have arrived. */
async function follow(from: string | undefined, count: number) {
  const events: Followed[] = []
  let next = from
  await eventually(`${count} events are there`, async () => {
    const page = await read(next, 7)
    events.push(...page.events)
    next = page.next
    return events.length >= count
  })
  return { events, next: next! }
}

const createCustomer = async (shortName: string): Promise<string> =>
  dataOf(await service.call('POST', '/v2/customers', customerBody({ shortName }))).customerUID

test('a change makes an event with its record; after the last event the page is empty and the cursor stays', async () => {
  const customerUID = await createCustomer('followed')
  const { events, next } = await follow(undefined, 1)
  const [event] = events
  assert.deepEqual(
    [event?.type, event?.subjectId, event?.customerUID, event?.data.shortName],
    ['customer.created', customerUID, customerUID, 'followed'],
  )
  assert.deepEqual(await read(next), { events: [], next })
})

test('a reader of concurrent changes misses no event and sees none twice', async () => {
  const { next } = await read(undefined)
  const names = Array.from({ length: 100 }, (_, number) => `parallel-${number}`)
  const [{ events }] = await Promise.all([follow(next, names.length), ...names.map(createCustomer)])
  assert.deepEqual(events.map(({ data }) => data.shortName).sort(), names.sort())
  const again = (await read(next)).events
  assert.deepEqual(again, events, 'who reads them again gets them in the same order')
})

test('without a limit a page has a hundred events', async () => {
  const page = dataOf(await service.call('GET', '/v1/events?after=0'))
  assert.equal(page.events.length, 100)
  assert.equal(dataOf(await service.call('GET', '/v1/events')).next, page.next)
})

test('latest is the end of the feed: nothing that was, and all that comes', async () => {
  const { events, next } = dataOf(await service.call('GET', '/v1/events?after=latest'))
  assert.deepEqual([events, next], [[], (await read(undefined)).next])
  await createCustomer('from now on')
  assert.deepEqual(
    (await follow(next, 1)).events.map(({ type }) => type),
    ['customer.created'],
  )
})

test('an event that commits late comes after the events already read', async () => {
  const { next } = await read(undefined)
  const { tenantId } = service.tenant.institution
  const late = { tenantId, actor: 'test', action: 'test.late', subject: { kind: 'test', id: '1' }, after: {} }
  const read1 = await service.app.db.transaction(async (tx) => {
    await recordChange(tx, late, service.app.clock.now())
    await createCustomer('early')
    return follow(next, 1)
  })
  assert.deepEqual(
    read1.events.map(({ type }) => type),
    ['customer.created'],
  )
  assert.deepEqual(
    (await follow(read1.next, 1)).events.map(({ type }) => type),
    ['test.late'],
  )
  const [positions] = await service.query<{ count: bigint; last: bigint }>(
    'select count(*), max(position) as last from event_positions where tenant_id = $1',
    [tenantId],
  )
  assert.equal(positions?.count, positions?.last, 'no gaps')
})

test("only the institution's own entity reads its events, with a cursor of digits and a bounded page", async () => {
  const legalEntityId = BigInt(await createCustomer('below'))
  const client = await service.createClient(service.tenant, { legalEntityId })
  assertRefused(await service.call('GET', '/v1/events?limit=10', undefined, { client }), {
    status: 403,
    code: 'AUTH002',
  })
  for (const query of ['limit=1001', 'limit=0', 'limit=10&after=-1', 'limit=10&after=x'])
    assertRefused(await service.call('GET', `/v1/events?${query}`), { status: 400, code: 'REQ001' })
})
