import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { masterKeyFrom } from '../../src/main/key-providers/key-provider-of.ts'
import { type Service, startService } from '../../src/main/service.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { movingClock } from '../support/clocks.ts'
import { eventually } from '../support/eventually.ts'
import { listenAnywhere } from '../support/ports.ts'
import {
  AMPLE_DEFENCES,
  createPayer,
  customerBody,
  type Payer,
  type Reply,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

// A database is restored to an earlier moment. What its readers kept, cursors and versions, is of
// a history that did not happen.

const clock = movingClock()
let service: TestService
let restored: Service | undefined
let restoredAt: string | undefined
let admin: pg.Client
const name = () => new URL(service.databaseUrl).pathname.slice(1)
const older = () => `${name()}_older`

before(async () => {
  service = await startTestService({ clock, worker: true })
  const url = new URL(service.databaseUrl)
  url.pathname = '/postgres'
  admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
})
after(async () => {
  await restored?.stop()
  await admin.query(`drop database if exists ${older()} with (force)`)
  await admin.end()
  await service.stop()
})

async function backUp(): Promise<void> {
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name()])
  await admin.query(`create database ${older()} template ${name()}`)
}

/** Requests go to the service on the backup from now on. */
async function restore(): Promise<void> {
  const url = new URL(service.serviceUrl)
  url.pathname = `/${older()}`
  const at = await listenAnywhere()
  restored = await startService({
    databaseUrl: url.href,
    maxConnections: 5,
    dataDir: service.dataDir,
    master: masterKeyFrom(Buffer.from(service.encryptionKey, 'hex')),
    log: pino({ level: 'silent' }),
    clock,
    worker: true,
    webhookNetworks: [],
    http: { host: '127.0.0.1', ...at, publicUrl: service.baseUrl, defences: AMPLE_DEFENCES },
  })
  restoredAt = `http://127.0.0.1:${at.port}`
}
const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  service.call(method, path, body, { headers, ...(restoredAt !== undefined && { at: restoredAt }) })

interface Page {
  events: { eventUID: string; cursor: string; data: { shortName?: string } }[]
  next: string
}
const read = async (after: string, limit = 1000): Promise<Page> =>
  dataOf(await call('GET', `/v1/events?limit=${limit}&after=${after}`))

/** Creates a customer, and returns the feed once it has the event. */
async function create(shortName: string): Promise<Page> {
  dataOf(await call('POST', '/v2/customers', customerBody({ shortName })))
  let page: Page | undefined
  await eventually(`${shortName} is in the feed`, async () => {
    page = await read('0')
    return page.events.some(({ data }) => data.shortName === shortName)
  })
  return page!
}
const NOT_THERE = { status: 409, code: 'REQ001', says: 'The database was restored to an earlier moment' }
const GONE = { status: 412, code: 'CUST001' }
const path = () => `/v2/customers/${payer.customerUID}`
const etagOf = (reply: Reply) => {
  dataOf(reply)
  return reply.headers.get('etag')!
}
const rename = (legalName: string, headers?: Record<string, string>) => call('PUT', path(), { legalName }, headers)

// The tests run in order.
let payer: Payer
let kept: Page
let lost: Page
let keptTag: string
let lostTag: string
let webhookUID: string

test('a cursor of the feed is that of its last event', async () => {
  payer = await createPayer(service)
  const created = await call('POST', '/v1/institution/webhooks', {
    url: 'https://bank.example/hook',
    eventTypes: ['*'],
  })
  webhookUID = dataOf(created, 201).webhookUID
  kept = await create('kept')
  const { next, events } = kept
  assert.equal(next, events.at(-1)!.cursor)
  const ends = events.map(({ cursor, eventUID }) => cursor.endsWith(`-${eventUID.slice(-8)}`))
  assert.ok(ends.every(Boolean), 'each names its event')
  assert.deepEqual(await read(next), { events: [], next })
  assert.deepEqual(await read('latest'), { events: [], next })
  const [second] = (await read(events[0]!.cursor, 1)).events
  assert.equal(second!.eventUID, events[1]!.eventUID)
})

test('a position alone goes on being a cursor, up to the end of the feed', async () => {
  const position = kept.next.split('-')[0]!
  assert.deepEqual(await read(position), { events: [], next: kept.next })
  assertRefused(await call('GET', '/v1/events?after=999999999'), NOT_THERE)
  assertRefused(await call('GET', `/v1/events?after=${position}-00000000`), NOT_THERE)
  assertRefused(await call('GET', '/v1/events?after=0-00000000'), NOT_THERE)
})

test('a cursor of before the backup goes on after the restore', async () => {
  keptTag = etagOf(await call('GET', path()))
  await backUp()
  lostTag = etagOf(await rename('Lost Inc.'))
  for (const one of ['lost 1', 'lost 2']) lost = await create(one)
  await restore()
  assert.deepEqual(await read(kept.next), { events: [], next: kept.next })
})

test('one of what was lost is refused, whatever comes in its place', async () => {
  assertRefused(await call('GET', `/v1/events?after=${lost.next}`), NOT_THERE)
  for (const one of ['new 1', 'new 2', 'new 3', 'new 4']) await create(one)
  for (const { cursor } of lost.events.slice(kept.events.length))
    assertRefused(await call('GET', `/v1/events?after=${cursor}`), NOT_THERE)
  const { events } = await read(kept.next)
  assert.ok(events.length >= 4, 'who goes back to the last cursor that is there misses nothing')
})

test('nor are events sent again from it', async () => {
  const replay = (body: object) => call('POST', `/v1/institution/webhooks/${webhookUID}/replay`, body)
  assertRefused(await replay({ after: '0', upTo: lost.next }), NOT_THERE)
  assertRefused(await replay({ after: lost.next, upTo: (await read('latest')).next }), NOT_THERE)
  assert.ok(dataOf(await replay({ after: kept.events[0]!.cursor, upTo: kept.next })).deliveries > 0)
})

test('a version of what was lost is not the one that was written after the restore', async () => {
  assertRefused(await rename('Mine', { 'if-match': lostTag }), GONE)
  const tag = etagOf(await rename('New Inc.', { 'if-match': keptTag }))
  assert.equal(tag.split('-')[0], lostTag.split('-')[0], 'it has the same number')
  assert.notEqual(tag, lostTag)
  assertRefused(await rename('Mine', { 'if-match': lostTag }), GONE)
  assert.equal((await rename('Newer Inc.', { 'if-match': tag })).status, 200)
})
