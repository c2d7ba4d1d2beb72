// Many events of one type that are recorded together share rows, and are read as any others.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { LEAST_BUNDLED, MAX_BUNDLED } from '../../src/events/event-bundles.ts'
import { eventSweeps } from '../../src/events/events.jobs.ts'
import { readFeed, readFeedAt, recordEvents } from '../../src/events/events.ts'
import { wantedEvents } from '../../src/webhooks/wanted-events.ts'
import { dataOf } from '../support/answers.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService({ worker: false })
})
after(() => service.stop())

const tenantId = () => service.tenant.institution.tenantId

/** Changes of records of three customers, and of none. */
const changesOf = (count: number, action = 'receipt.received', kind = 'receipt') =>
  Array.from({ length: count }, (_, at) => ({
    action,
    subject: { kind, id: `r-${at}`, ...(at % 4 > 0 && { customerId: BigInt(at % 4) }) },
    after: { receiptUID: `r-${at}`, amount: `${at}.00`, accountNumber: `70010020030${at}`, addenda: ['May, façade'] },
  }))

/** Records changes, and returns the position before them. */
async function record(changes: ReturnType<typeof changesOf>): Promise<bigint> {
  const { db, clock } = service.app
  const place = async () => {
    for (const sweep of eventSweeps) while ((await sweep.run(service.app, service.tenant.institution)) > 0);
  }
  await place()
  const [head] = await service.query<{ last: bigint | null }>('select max(position) as last from event_positions')
  // Of any type: how events are kept and read does not depend on it.
  const events = changes as unknown as Parameters<typeof recordEvents>[2]
  await db.transaction((tx) => recordEvents(tx, tenantId(), events, clock.now()))
  await place()
  return head?.last ?? 0n
}

interface Read {
  eventUID: string
  type: string
  subjectId: string
  customerUID: string | null
  data: { amount: string; accountNumber: string }
}

/** The events after a position, in pages of this size. */
async function readAll(after: bigint, limit: number): Promise<Read[]> {
  const all: Read[] = []
  for (let next = String(after); ; ) {
    const page = dataOf(await service.call('GET', `/v1/events?after=${next}&limit=${limit}`))
    if (page.events.length === 0) return all
    all.push(...page.events)
    next = page.next
  }
}

test('events that share rows come in their order, each once, with what they show, in pages of any size', async () => {
  const changes = changesOf(2 * MAX_BUNDLED + 1)
  const start = await record(changes)
  const [{ rows } = { rows: 0n }] = await service.query<{ rows: bigint }>(
    `select count(*) as rows from events where type = 'receipt.received'`,
  )
  assert.equal(rows, 3n)
  const events = await readAll(start, 1000)
  assert.deepEqual(
    events.map(({ type, subjectId, customerUID, data }) => ({ type, subjectId, customerUID, data })),
    changes.map(({ action: type, subject: { id: subjectId, customerId }, after }) => ({
      ...{ type, subjectId, customerUID: customerId === undefined ? null : String(customerId) },
      data: { ...after, accountNumber: `****${after.accountNumber.slice(-4)}` },
    })),
  )
  assert.equal(new Set(events.map(({ eventUID }) => eventUID)).size, events.length)
  for (const limit of [7, MAX_BUNDLED, MAX_BUNDLED + 1]) assert.deepEqual(await readAll(start, limit), events)
})

test('a position within a bundle names one event, and a webhook of a customer gets those of that customer', async () => {
  const start = await record(changesOf(LEAST_BUNDLED, 'positivePay.exception.opened', 'positivePayException'))
  const feed = await service.app.db.read((db) => readFeed(db, tenantId(), start, 100))
  const fifth = await service.app.db.read((db) => readFeedAt(db, tenantId(), [start + 5n]))
  assert.deepEqual(fifth, [feed[4]])
  const webhook = { eventTypes: ['positivePay.*'], customerId: 2n }
  const wanted = await service.app.db.read((db) => wantedEvents(db, tenantId(), webhook, feed))
  assert.deepEqual(
    wanted.map(({ subjectId }) => subjectId),
    ['r-2', 'r-6', 'r-10', 'r-14', 'r-18'],
  )
})

test('few events are rows of their own', async () => {
  await record(changesOf(LEAST_BUNDLED - 1))
  const rows = await service.query(`select from events where subject_id = 'r-3' and size = 1`)
  assert.equal(rows.length, 1)
})

test('what events show is sealed in a bundle, too', async () => {
  const rows = await service.query<{ data: string }>(`select data::text as data from events where subject_id is null`)
  assert.ok(rows.length > 0 && rows.every(({ data }) => data.startsWith('"sealed:')))
})
