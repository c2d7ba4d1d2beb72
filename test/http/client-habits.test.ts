import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { Operation } from '../../src/http/operation.ts'
import { operations } from '../../src/main/operations.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { assertProportional } from '../support/growth.ts'
import { type Given, makeRecurrence, makersOf, sampleRequest } from '../support/operation-samples.ts'
import {
  accountBody,
  createPayer,
  creditBody,
  customerBody,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

const ORIGIN = 'https://app.bank.example'
let service: TestService
let given: Given
before(async () => {
  service = await startTestService({ defences: { corsOrigins: [ORIGIN] } })
  const payer = await createPayer(service, { balance: 10_000 })
  const { paymentUID } = dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer)))
  given = { ...payer, paymentUID: String(paymentUID), ...(await makersOf(service, service.tenant)) }
})
after(() => service.stop())

interface ObjectSchema {
  properties?: Record<string, ObjectSchema>
  type?: string | string[]
  anyOf?: ObjectSchema[]
}

const acceptsNull = ({ type, anyOf }: ObjectSchema): boolean =>
  [type].flat().includes('null') || anyOf?.some(acceptsNull) === true

/** The body with null in every field of its schema that it leaves out, at any depth. */
function withNulls(schema: ObjectSchema, body: object): object {
  const full: Record<string, unknown> = { ...body }
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const value = full[name]
    if (value === undefined && !acceptsNull(field)) full[name] = null
    else if (field.properties && value !== null && typeof value === 'object' && !Array.isArray(value))
      full[name] = withNulls(field, value)
  }
  return full
}

const bodied = operations.filter(({ method, body }) => method !== 'GET' && body)

for (const operation of bodied)
  test(`${operation.id}: null in the fields that a client does not set is as if they were left out`, async () => {
    const sample = await sampleRequest(operation, given)
    const body = withNulls(operation.body as ObjectSchema, (sample.body as object | undefined) ?? {})
    const reply = await service.call(operation.method, sample.paths[0]!, body)
    assert.ok(reply.status < 300, `${reply.status} ${JSON.stringify(reply.body)}`)
  })

const isQuestion = ({ method, isQuestion: asks }: Operation) => method === 'GET' || asks

for (const operation of operations.filter(isQuestion))
  test(`${operation.id}: a filter that does not exist is refused by name`, async () => {
    const { paths, body } = await sampleRequest(operation, given)
    const path = paths[0]!
    const misspelt = `${path}${path.includes('?') ? '&' : '?'}acountNo=1`
    const reply =
      operation.method === 'GET'
        ? await service.call('GET', misspelt, body)
        : await service.call('POST', path, { ...(body as object), acountNo: '1' })
    assert.equal(reply.status, 400, JSON.stringify(reply.body))
    assert.match(JSON.stringify(reply.body), /acountNo is not a field of this request/)
  })

test('the refusal of a filter names the one that was meant', async () => {
  const reply = await service.call('POST', `/v3/customers/${given.customerUID}/accounts/search`, { accountNo: '1' })
  assertRefused(reply, {
    status: 400,
    code: 'ACC001',
    says: 'accountNo is not a field of this request: did you mean accountNumber?',
  })
})

test('one payment in the words of many clients is one request: the key repeats its answer', async () => {
  const body = creditBody(given, { paymentAmount: 12.5, paymentDate: '2026-12-01', speed: 'Economy' })
  const headers = { 'Idempotent-Key': 'habits-1' }
  const first = await service.call('POST', '/payments/creditrequest', body, { headers })
  const { sender, receiver } = body as unknown as Record<string, { accountUID: string }>
  const others = [
    { ...body, paymentAmount: '12.50' },
    { ...body, paymentCurrency: 'usd', speed: 'ECONOMY' },
    { ...body, paymentDate: '12/01/2026', paymentNotes: null },
    { ...body, sender: { ...sender, accountUID: Number(sender!.accountUID) }, receiver },
  ]
  for (const other of others) {
    const reply = await service.call('POST', '/payments/creditrequest', other, { headers })
    assert.deepEqual([reply.status, reply.body], [first.status, first.body])
    assert.equal(reply.headers.get('idempotent-replayed'), 'true')
  }
})

const refusedPayment = async (fields: object, says: string) => {
  const reply = await service.call('POST', '/payments/creditrequest', creditBody(given, fields))
  assertRefused(reply, { status: 400, code: 'PAYMENT002', says })
}

test('what contradicts itself or is empty is no instruction', async () => {
  for (const speed of ['Economy (Plus)', 'Economy (Economy Plus)', 'Express (Economy)', ''])
    await refusedPayment({ speed }, 'speed')
  for (const paymentDate of [
    '2026-12-01T23:30:00-05:00',
    '20261201',
    '2026-12-01 10:00',
    '+002026-12-01',
    '2026/12/01',
  ])
    await refusedPayment({ paymentDate }, 'paymentDate must be a date')
  await refusedPayment({ recurrence: '' }, 'recurrence')
  await refusedPayment({ sender: { accountUID: given.accountUID, iban: null } }, 'sender.iban')
  const elsewhere = await service.call('POST', '/payments/creditrequest?paymentDate=2027-01-01', creditBody(given))
  assertRefused(elsewhere, { status: 400, code: 'PAYMENT002', says: 'paymentDate is not a field of this request' })
  const search = await service.call('POST', '/payments/search?receiverName=X', {})
  assert.equal(search.status, 400)
})

test('an empty value does not lift what restricts an API client', async () => {
  const body = { name: 'Core', entitlements: ['Customers.View_Customers'] }
  for (const fields of [
    { expiresAt: '' },
    { allowedNetworks: '' },
    { senderConstraint: '' },
    { certificateThumbprints: '' },
  ]) {
    const reply = await service.call('POST', '/v1/institution/api-clients', { ...body, ...fields })
    assertRefused(reply, { status: 400, code: 'CLIENT001', says: Object.keys(fields)[0] })
  }
})

test('a null does not take a customer out of its group, and one spelling of a field does not erase the other', async () => {
  const above = customerBody()
  const customerOf = async (fields: object) =>
    dataOf(await service.call('POST', '/v2/customers', { ...customerBody(), ...fields })).customerUID
  dataOf(await service.call('POST', '/v2/customers', above))
  const uid = await customerOf({ parentEntityShortName: above.shortName, swiftCode: 'CHASUS33' })
  const change = { parentEntityShortName: null, swiftCode: 'CHASUS33XXX', swiftcode: null }
  const reply = await service.call('PUT', `/v2/customers/${uid}`, change)
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
  const shown = dataOf(await service.call('GET', `/v2/customers/${uid}`))
  assert.equal(shown.parentEntityShortName, above.shortName)
  assert.equal(shown.swiftcode, 'CHASUS33XXX')
})

test('a path that nobody answers does not read its body, and no text is slow to refuse', async () => {
  // The answer comes before the body: none is sent.
  const unsent = httpRequest(new URL('/nope', service.baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 900_000 },
  })
  unsent.flushHeaders()
  const [answer] = (await once(unsent, 'response')) as [IncomingMessage]
  unsent.on('error', () => {}).destroy()
  assert.equal(answer.statusCode, 404)
  const fields = {
    speed: (length: number) => `x${' '.repeat(length)}`,
    paymentAmount: (length: number) => `0.${'0'.repeat(length)}1`,
  }
  for (const [name, textOf] of Object.entries(fields)) {
    const pay = (length: number) =>
      service.call('POST', '/payments/creditrequest', creditBody(given, { [name]: textOf(length) }))
    await assertProportional(name, { half: () => pay(2_000), whole: () => pay(4_000) })
  }
})

test('an unknown field of a record is ignored, and the reply names it', async () => {
  const body = { ...customerBody(), colour: 'red', 'ünfug,': 1 }
  const reply = await service.call('POST', '/v2/customers', body)
  dataOf(reply)
  assert.equal(reply.headers.get('giro-ignored-fields'), 'colour, %C3%BCnfug%2C')
  const clean = await service.call('POST', '/v2/customers', customerBody())
  assert.equal(clean.headers.get('giro-ignored-fields'), null)
})

const send = (path: string, headers: Record<string, string>, init: { method?: string; body?: Buffer | string } = {}) =>
  raw(path, [...Object.entries({ authorization: `Bearer ${service.tenant.client.token}`, ...headers }).flat()], init)

interface RawReply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** A request with exactly these headers, in names and values. */
function raw(
  path: string,
  headers: string[],
  { method = 'GET', body }: { method?: string; body?: Buffer | string },
): Promise<RawReply> {
  const { promise, resolve, reject } = Promise.withResolvers<RawReply>()
  const length = body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))]
  const host = headers.some((name) => name.toLowerCase() === 'host') ? [] : ['host', new URL(service.baseUrl).host]
  const sent = httpRequest(
    `${service.baseUrl}${path}`,
    { method, headers: [...host, ...headers, ...length] as never },
    async (reply) => {
      const chunks: Buffer[] = []
      for await (const chunk of reply) chunks.push(chunk)
      resolve({ status: reply.statusCode!, headers: reply.headers, body: Buffer.concat(chunks) })
    },
  )
  sent.on('error', reject)
  sent.end(body)
  return promise
}

/** A list with pages. */
const LIST = '/v1/institution/audit?page=1&limit=10'
const json = { 'content-type': 'application/json' }

test('bodies are read in gzip; another coding is 415, broken gzip 400, and what it becomes is bounded', async () => {
  const path = '/v2/customers'
  const post = (body: Buffer, coding: string) =>
    send(path, { ...json, 'content-encoding': coding }, { method: 'POST', body })
  const packed = gzipSync(JSON.stringify(customerBody()))
  assert.equal((await post(packed, 'gzip')).status, 200)
  assert.equal((await post(packed, 'zstd')).status, 415)
  assert.equal((await post(packed, 'br')).status, 415)
  for (const coding of ['zstd', 'br', 'deflate', 'gzip, br']) {
    const refused = await post(packed, coding)
    assert.equal(refused.headers['accept-encoding'], 'gzip')
    assert.match(String(refused.body), new RegExp(`not in Content-Encoding ${coding}`))
  }
  assert.equal((await post(packed.subarray(0, 50), 'gzip')).status, 400)
  assert.equal((await post(Buffer.from('{}'), 'gzip')).status, 400)
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '))
  assert.equal((await post(bomb, 'gzip')).status, 413)
})

test('answers of a kibibyte or more are compressed for clients that ask', async () => {
  const path = LIST
  const plain = await send(path, {})
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.ok(plain.body.length > 1_024)
  const gzipped = await send(path, { 'accept-encoding': 'gzip' })
  assert.equal(gzipped.headers['content-encoding'], 'gzip')
  assert.deepEqual(gunzipSync(gzipped.body), plain.body)
  const brotli = await send(path, { 'accept-encoding': 'br, gzip' })
  assert.deepEqual(brotliDecompressSync(brotli.body), plain.body)
  assert.match(String(brotli.headers['vary']), /accept-encoding/i)
})

test('a read that shows what the client has is 304, also with a weak tag', async () => {
  const { recurrenceId } = await makeRecurrence(given)
  const path = `/payments/recurrences/${recurrenceId}`
  const { headers, status } = await send(path, {})
  assert.equal(status, 200)
  const etag = String(headers['etag'])
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const reply = await send(path, { 'if-none-match': known })
    assert.deepEqual([reply.status, reply.body.length], [304, 0], known)
    assert.equal(reply.headers['etag'], etag)
  }
  assert.equal((await send(path, { 'if-none-match': '"other"' })).status, 200)
})

test('a read whose tag is a version is never 304: its balance changes without the version', async () => {
  const path = `/v3/customers/${given.customerUID}/accounts/${given.accountUID}?includeAccountBalance=true`
  const before = await send(path, {})
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(given, { paymentAmount: 1 })))
  const after = await send(path, { 'if-none-match': String(before.headers['etag']) })
  assert.equal(after.status, 200)
  assert.notDeepEqual(after.body, before.body)
})

test('a weak tag in If-Match is the strong one', async () => {
  const path = `/v3/customers/${given.customerUID}/accounts/${given.accountUID}`
  const etag = String((await send(path, {})).headers['etag'])
  const reply = await service.call(
    'PATCH',
    path,
    { accountName: 'Weakly named' },
    { headers: { 'If-Match': `W/${etag}` } },
  )
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
})

test('HEAD answers as GET without a body, and a trailing slash changes nothing', async () => {
  const path = `/v3/customers/${given.customerUID}/accounts/${given.accountUID}`
  const head = await send(path, {}, { method: 'HEAD' })
  assert.deepEqual([head.status, head.body.length], [200, 0])
  assert.equal((await send(`${path}/`, {})).status, 200)
  const reply = await send('/v2/customers/', json, { method: 'POST', body: JSON.stringify(customerBody()) })
  assert.equal(reply.status, 200)
})

test('a key twice and a number that a double changes are refused with the reason', async () => {
  const body = JSON.stringify(accountBody())
  const twice = await send(`/v3/customers/${given.customerUID}/accounts`, json, {
    method: 'POST',
    body: body.replace('{', '{"accountName": "One", '),
  })
  assert.equal(twice.status, 400)
  assert.match(twice.body.toString(), /the key accountName is in one object twice/)
  const payment = JSON.stringify(creditBody(given, { paymentAmount: 12345 })).replace('12345', '0.10000000000000001')
  const inexact = await send('/payments/creditrequest', json, { method: 'POST', body: payment })
  assert.equal(inexact.status, 400)
  assert.match(inexact.body.toString(), /more digits than a JSON number keeps/)
})

test('a header that decides something is refused twice, and so are two different keys', async () => {
  const token = `Bearer ${service.tenant.client.token}`
  const path = `/v3/customers/${given.customerUID}/accounts/${given.accountUID}`
  const twice = await raw(path, ['authorization', token, 'authorization', token], {})
  assert.equal(twice.status, 400)
  const { host } = new URL(service.baseUrl)
  assert.equal((await raw(path, ['host', host, 'host', 'other.example', 'authorization', token], {})).status, 400)
  const keys = { ...json, 'idempotent-key': 'a', 'idempotency-key': 'b' }
  const body = JSON.stringify(customerBody())
  const refused = await send('/v2/customers', keys, { method: 'POST', body })
  assert.equal(refused.status, 400)
  assert.match(String(refused.body), /have different keys: send one of them/)
  const same = { ...json, 'idempotent-key': 'same', 'idempotency-key': 'same' }
  assert.equal((await send('/v2/customers', same, { method: 'POST', body })).status, 200)
})

test('page numbers are plain digits, given once, and queries are properly encoded', async () => {
  const path = LIST.split('?')[0]
  for (const query of [
    'page=0x1&limit=10',
    'page[]=1&limit=10',
    'page=1&page=1&limit=10',
    'page=1&limit=10&status=%E0%A4',
    'page=%zz&limit=10',
  ])
    assert.equal((await send(`${path}?${query}`, {})).status, 400, query)
})

test('pages of a listed origin may call; others get no permission', async () => {
  const preflight = (origin: string) =>
    raw(
      '/v2/customers',
      ['origin', origin, 'access-control-request-method', 'POST', 'access-control-request-headers', 'authorization'],
      { method: 'OPTIONS' },
    )
  const allowed = await preflight(ORIGIN)
  assert.equal(allowed.status, 204)
  assert.equal(allowed.headers['access-control-allow-origin'], ORIGIN)
  assert.match(String(allowed.headers['access-control-allow-methods']), /POST/)
  const refused = await preflight('https://evil.example')
  assert.equal(refused.headers['access-control-allow-origin'], undefined)
  const reply = await send('/v2/customers', { ...json, origin: ORIGIN }, { method: 'POST', body: '{}' })
  assert.equal(reply.headers['access-control-allow-origin'], ORIGIN)
  assert.match(String(reply.headers['access-control-expose-headers']), /x-request-id/)
})
