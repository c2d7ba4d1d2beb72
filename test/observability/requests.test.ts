import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import Type from 'typebox'
import { defineOperation } from '../../src/http/operation.ts'
import { accept } from '../../src/kernel/result.ts'
import { createLog } from '../../src/main/log.ts'
import { SERVICE_METRICS } from '../../src/main/observability/catalogue.ts'
import { operations } from '../../src/main/operations.ts'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { readPage, samplesOf } from '../support/metrics.ts'
import { takePort } from '../support/ports.ts'
import { createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

const lines: Record<string, unknown>[] = []
const gate = Promise.withResolvers<void>()
const [GIVEN, UUID] = ['3f0a-batch:17.b', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/]

/** Operations that wait and fail. */
const planted = ['waiting', 'failing', 'sleeping'].map((id) =>
  defineOperation({
    id,
    method: 'GET',
    paths: [`/planted/${id}`],
    tag: 'Planted',
    summary: id,
    failure: 'The test failed',
    entitlement: 'Customers.View_Customers',
    errors: [],
    invalid: 'invalidCustomer',
    reply: { status: 200, description: id, data: Type.Object({}), example: {} },
    async handle({ db }) {
      if (id === 'waiting') await gate.promise
      if (id === 'failing') throw new Error('planted')
      if (id === 'sleeping') await db.read(async (tx) => tx.query('select pg_sleep(0.06)'))
      return accept({ data: {} })
    },
  }),
)

let service: TestService
let port: number
before(async () => {
  port = await takePort()
  service = await startTestService({
    log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }),
    operations: [...operations, ...planted],
    observability: { listener: { host: '127.0.0.1', port }, slowQueryMs: 1 },
  })
})
after(() => service.stop())

const metrics = async () => samplesOf((await readPage(port)).text)
const lineOf = (requestId: string | null) => lines.find((line) => line['requestId'] === requestId)
const logged = (requestId: string | null) =>
  eventually('the request has a line in the log', () => lineOf(requestId) !== undefined).then(() => lineOf(requestId)!)

test('every reply names its request: the id of the caller, or a new one if it sent none or no plain one', async () => {
  const ask = async (path: string, id?: string, method = 'GET') => {
    const headers = id === undefined ? {} : { 'x-request-id': id }
    return (await fetch(service.baseUrl + path, { method, headers })).headers.get('x-request-id')!
  }
  for (const path of ['/v2/customers', '/nothing', '/health/live', '/auth/realms/bank/protocol/openid-connect/token']) {
    assert.equal(await ask(path, GIVEN), GIVEN, path)
    assert.match(await ask(path), UUID, path)
  }
  assert.equal(await ask('/v2/customers', GIVEN, 'PATCH'), GIVEN)
  for (const id of ['short', 'x'.repeat(65), 'two words and more', '{"a":"bcdefg"}', '12345678\u00e9'])
    assert.match(await ask('/v2/customers', id), UUID, id)
  assert.equal(await ask('/v2/customers', 'x'.repeat(64)), 'x'.repeat(64))
})

test('the id in the message of an error finds the request in the log, and the failure', async () => {
  const reply = await service.call('GET', '/planted/failing')
  assert.equal(reply.status, 500)
  const id = reply.headers.get('x-request-id')!
  assert.match(reply.body.message, new RegExp(`reference ${id}`))
  const line = await logged(id)
  assert.equal(line['operation'], 'failing')
  assert.equal(line['client'], service.tenant.client.apiKey)
  assert.equal(line['status'], 500)
  assert.ok(lines.some((failure) => failure['reference'] === id && failure['msg'] === 'request failed'))
})

test('a line has the route, the random ids and who asked, but no other part of the path and no query', async () => {
  const payer = await createPayer(service)
  const { paymentUID } = dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer)))
  const shown = await service.call('GET', `/v3/payments/${paymentUID}?hidden=Quay`)
  const line = await logged(shown.headers.get('x-request-id'))
  assert.deepEqual(line['ids'], { paymentUID })
  assert.equal(line['route'], '/v3/payments/:paymentUID')
  const numbered = await service.call('GET', `/v2/accounts/${payer.accountNumber}`)
  assert.ok(!JSON.stringify(await logged(numbered.headers.get('x-request-id'))).includes(payer.accountNumber))
  assert.ok(!JSON.stringify(line).includes('Quay'))
})

test('a repeated request is logged as replayed', async () => {
  const payer = await createPayer(service)
  const body = creditBody(payer)
  const pay = () => service.call('POST', '/payments/creditrequest', body, { idempotencyKey: 'seen-1' })
  const [first, second] = [await pay(), await pay()]
  assert.equal((await logged(first.headers.get('x-request-id')))['replayed'], undefined)
  assert.equal((await logged(second.headers.get('x-request-id')))['replayed'], true)
})

test('a request whose client goes away is logged and counted as 499', async () => {
  const id = 'gone-before-the-reply'
  const { token } = service.tenant.client
  const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1')
  socket.write(
    `GET /planted/waiting HTTP/1.1\r\nhost: giro\r\nx-request-id: ${id}\r\nauthorization: Bearer ${token}\r\n\r\n`,
  )
  await eventually('it is processed', async () => (await metrics()).get('giro_http_requests_in_flight') === 1)
  socket.destroy()
  assert.equal((await logged(id))['status'], 499)
  gate.resolve()
  assert.equal((await metrics()).get('giro_http_requests_total{operation="waiting",status="499"}'), 1)
})

test('requests are counted by operation, and paths that nobody planned share one name', async () => {
  const before = await metrics()
  for (const path of ['/a1', '/b2', '/v2/nothing/at/all']) await fetch(service.baseUrl + path)
  await service.call('GET', '/v2/customers?page=1&limit=1')
  const after = await metrics()
  const added = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  assert.equal(added('giro_http_requests_total{operation="unknown",status="404"}'), 3)
  assert.equal(added('giro_http_requests_total{operation="searchCustomers",status="200"}'), 1)
  assert.equal(added('giro_http_request_duration_seconds_count{operation="searchCustomers"}'), 1)
  const known = new Set([...operations, ...planted].map(({ id }) => id).concat('token', 'health', 'unknown', 'other'))
  for (const name of after.keys()) {
    const [, operation] = /operation="([^"]*)"/.exec(name) ?? []
    assert.ok(operation === undefined || known.has(operation), name)
  }
})

test('batches are counted with their size and duration', async () => {
  const payer = await createPayer(service)
  const before = await metrics()
  await Promise.all([1, 2, 3].map(() => service.call('POST', '/payments/creditrequest', creditBody(payer))))
  const after = await metrics()
  const added = (name: string) => after.get(name)! - (before.get(name) ?? 0)
  assert.equal(added('giro_batch_size_sum{batch="payments"}'), 3)
  assert.ok(added('giro_batch_duration_seconds_count{batch="payments"}') >= 1)
  assert.equal(after.get('giro_batch_waiting{batch="payments"}'), 0)
})

test('a slow statement is logged with the function that asked for it, without values, and counted', async () => {
  dataOf(await service.call('GET', '/planted/sleeping'))
  const slow = lines.find((line) => line['msg'] === 'slow statement' && String(line['text']).includes('pg_sleep'))
  assert.equal(slow?.['text'], 'select pg_sleep(0.06)')
  assert.ok(Number(slow?.['ms']) >= 50)
  // The statements before it were prepared for the first time, so some took a millisecond.
  const names = lines.filter((line) => line['msg'] === 'slow statement').map((line) => String(line['statement']))
  assert.ok(
    names.some((name) => /^\w+ \([\w-]+\/.+\.ts:\d+\)$/.test(name)),
    names.join('\n'),
  )
  assert.ok((await metrics()).get('giro_database_slow_statements_total')! >= 1)
})

test('the metrics page shows every metric of the catalog, on its own port only', async () => {
  const { status, type, text } = await readPage(port)
  assert.equal(status, 200)
  assert.match(type!, /^text\/plain; version=0\.0\.4/)
  for (const [name, { type, help }] of Object.entries(SERVICE_METRICS)) {
    assert.ok(text.includes(`# TYPE ${name} ${type}\n`), name)
    assert.ok(text.includes(`# HELP ${name} ${help}\n`), name)
  }
  assert.match(text, /^giro_build_info\{version="\d+\.\d+\.\d+"\} 1$/m)
  assert.equal((await fetch(`${service.baseUrl}/metrics`)).status, 404)
  assert.equal((await readPage(port, '/other')).status, 404)
  assert.equal((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status, 404)
})
