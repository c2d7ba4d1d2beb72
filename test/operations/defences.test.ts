import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import Type from 'typebox'
import { defineOperation } from '../../src/http/operation.ts'
import { pageQuery } from '../../src/http/paging.ts'
import { accept } from '../../src/kernel/result.ts'
import { operations } from '../../src/main/operations.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

async function start(t: TestContext, options: Parameters<typeof startTestService>[0]): Promise<TestService> {
  const service = await startTestService(options)
  t.after(() => service.stop())
  return service
}

const LIST = '/v2/customers?page=1&limit=1'
const HOUR = 3_600
const limits = (perClient?: number, perAddress?: number) => ({
  rateLimits: {
    perClient: perClient === undefined ? undefined : { quota: perClient, seconds: HOUR },
    perAddress: perAddress === undefined ? undefined : { quota: perAddress, seconds: HOUR },
    bytesPerAddress: undefined,
  },
})

test('a client is admitted exactly up to its limit, each reply shows the remaining requests, and a 429 says when to retry', async (t) => {
  const service = await start(t, { defences: limits(20) })
  const client = await service.createClient(service.tenant, {})
  const list = () => service.call('GET', LIST, undefined, { client })
  for (let left = 19; left >= 0; left--) {
    const reply = await list()
    dataOf(reply)
    assert.equal(reply.headers.get('ratelimit-policy'), '"client";q=20;w=3600')
    assert.match(reply.headers.get('ratelimit')!, new RegExp(`^"client";r=${left};t=\\d+$`))
    assert.equal(reply.headers.get('retry-after'), null)
  }
  const refused = await list()
  assertRefused(refused, { status: 429, code: 'RATE001', says: 'the rate limit is 20 requests in 3600 s per client' })
  assert.match(refused.headers.get('ratelimit')!, /^"client";r=0;t=3[56]\d\d$/)
  const wait = Number(refused.headers.get('retry-after'))
  assert.ok(wait > HOUR / 20 - 60 && wait <= HOUR / 20, `${wait} s until one of twenty an hour is free`)
})

test('a limit counts all tokens of a client together, and no other client of the institution', async (t) => {
  const service = await start(t, { defences: limits(5) })
  const client = await service.createClient(service.tenant, {})
  const other = await service.createClient(service.tenant, {})
  const statuses = []
  for (let n = 0; n < 6; n++) {
    const response = await fetch(`${service.baseUrl}/auth/realms/bank/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${client.apiKey}:${client.apiSecret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const { access_token: token } = (await response.json()) as { access_token: string }
    statuses.push((await service.call('GET', LIST, undefined, { client: { ...client, token } })).status)
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  dataOf(await service.call('GET', LIST, undefined, { client: other }))
})

test('every operation above the rate limit is refused with 429 RATE001 and Retry-After in its dialect, before the body is read', async (t) => {
  const service = await start(t, { defences: limits(1) })
  const client = await service.createClient(service.tenant, {})
  dataOf(await service.call('GET', LIST, undefined, { client }))
  const forms = operations.flatMap((operation) => operation.paths.map((path) => ({ operation, path })))
  // Each refusal is held back for a moment, so they are asked for together.
  for (let at = 0; at < forms.length; at += 20)
    await Promise.all(
      forms.slice(at, at + 20).map(async ({ operation: { method, id, body }, path }) => {
        const url = path.replaceAll(/\{\w+\}/g, '1')
        const reply = await service.call(method, url, undefined, { client, ...(body && { rawBody: '{' }) })
        assertRefused(reply, { status: 429, code: 'RATE001', says: 'Retry-After' })
        assert.ok(Number(reply.headers.get('retry-after')) >= 1, id)
      }),
    )
})

test('a payment refused for the rate limit is not made, and its idempotency key is not used up', async (t) => {
  const service = await start(t, { defences: limits(10) })
  const payer = await createPayer(service)
  const client = await service.createClient(service.tenant, {})
  for (let n = 0; n < 10; n++) await service.call('GET', LIST, undefined, { client })
  const pay = () =>
    service.call('POST', '/payments/creditrequest', creditBody(payer), { client, idempotencyKey: 'one' })
  assertRefused(await pay(), { status: 429, code: 'RATE001' })
  assert.deepEqual(await service.query('select from payments'), [])
  assert.deepEqual(await service.query('select from idempotency_keys where key = $1', ['one']), [])
})

test('requests without a valid token count for their address; valid tokens from there are still admitted', async (t) => {
  const service = await start(t, { defences: limits(undefined, 30) })
  // A token is known to be valid after its first request.
  dataOf(await service.call('GET', LIST))
  const asked = [
    () => service.call('GET', LIST, undefined, { client: null }),
    () => service.call('GET', LIST, undefined, { client: { ...service.tenant.client, token: 'a.b.c' } }),
    () => service.call('GET', '/nowhere', undefined, { client: null }),
    () => service.call('DELETE', '/v2/customers', undefined, { client: null }),
  ]
  const statuses = new Set<number>()
  for (let n = 0; n < 40; n++) statuses.add((await asked[n % asked.length]!()).status)
  assert.deepEqual([...statuses].sort(), [401, 404, 405, 429])
  for (const path of ['/nowhere', '/openapi.json', '/docs/']) {
    const response = await fetch(service.baseUrl + path)
    assert.equal(response.status, 429, path)
    assert.match(response.headers.get('ratelimit')!, /^"address";r=0;t=\d+$/)
  }
  dataOf(await service.call('GET', LIST))
})

test('the token service counts by address and refuses in the format of RFC 6749', async (t) => {
  const service = await start(t, { defences: limits(undefined, 20) })
  const url = `${service.baseUrl}/auth/realms/bank/protocol/openid-connect/token`
  const ask = () => fetch(url, { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }) })
  const first = await ask()
  assert.equal(first.status, 401)
  assert.equal(first.headers.get('ratelimit-policy'), '"address";q=20;w=3600')
  let response = first
  for (let n = 0; n < 20 && response.status === 401; n++) response = await ask()
  assert.equal(response.status, 429)
  assert.ok(Number(response.headers.get('retry-after')) >= 1)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const { error, error_description: description } = (await response.json()) as Record<string, string>
  assert.equal(error, 'too_many_requests')
  assert.match(description!, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
})

test('X-Forwarded-For is used only from trusted proxies, and only the entries they added', async (t) => {
  const from = async (service: TestService, forwarded: string) => {
    const response = await fetch(`${service.baseUrl}/nowhere`, { headers: { 'x-forwarded-for': forwarded } })
    return Number(/r=(\d+)/.exec(response.headers.get('ratelimit')!)![1])
  }
  const open = await start(t, { defences: limits(undefined, 100) })
  const before = await from(open, '203.0.113.1')
  assert.equal(await from(open, '203.0.113.2'), before - 1)

  const behindOne = await start(t, { defences: { ...limits(undefined, 100), trustProxy: 1 } })
  assert.equal(await from(behindOne, '203.0.113.1'), 99)
  assert.equal(await from(behindOne, '203.0.113.2'), 99)
  assert.equal(await from(behindOne, '198.51.100.9, 203.0.113.1'), 98, 'an entry added by the client does not count')

  const behindLoopback = await start(t, { defences: { ...limits(undefined, 100), trustProxy: ['loopback'] } })
  assert.equal(await from(behindLoopback, '203.0.113.1'), 99)
  assert.equal(await from(behindLoopback, '2001:db8::1'), 99)
  assert.equal(await from(behindLoopback, '2001:db8::ffff'), 98, 'one network of 64 bits')
})

test('a client within its rate limit is served while another one sends ten times its limit', async (t) => {
  const service = await start(t, { defences: limits(50) })
  const payer = await createPayer(service)
  const paid = await service.call('POST', '/payments/creditrequest', creditBody(payer))
  const path = `/payments/${dataOf(paid).paymentUID}`
  const [greedy, modest] = [
    await service.createClient(service.tenant, {}),
    await service.createClient(service.tenant, {}),
  ]
  const ask = async (client: typeof greedy, times: number) => {
    const statuses = await Promise.all(
      Array.from({ length: times }, async () => (await service.call('GET', path, undefined, { client })).status),
    )
    return statuses.filter((status) => status === 200).length
  }
  const [greedyAdmitted, modestAdmitted] = await Promise.all([ask(greedy, 500), ask(modest, 50)])
  assert.deepEqual([greedyAdmitted, modestAdmitted], [50, 50])
})

test('health checks of a load balancer are never rate-limited', async (t) => {
  const service = await start(t, { defences: limits(1, 20) })
  for (let n = 0; n < 30; n++)
    for (const path of ['/health/live', '/health/ready']) {
      const response = await fetch(service.baseUrl + path)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('ratelimit'), null)
    }
})

/** An operation that runs until it is released, and the count of its running requests. */
function waitingOperation() {
  const released = Promise.withResolvers<void>()
  const state = { begun: 0, release: () => released.resolve() }
  const operation = defineOperation({
    id: 'wait',
    method: 'GET',
    paths: ['/v2/customers'],
    tag: 'Test',
    summary: 'Wait',
    failure: 'Nothing was waited for',
    entitlement: 'Customers.View_Customers',
    errors: [],
    invalid: 'invalidCustomer',
    query: Type.Object(pageQuery),
    reply: { status: 200, description: 'Waited.', data: Type.Object({}), example: {} },
    async handle() {
      state.begun++
      await released.promise
      return accept({ data: {} })
    },
  })
  return { operation, state }
}

test('at the maximum of requests in flight, more are refused with 503 and Retry-After; health checks still get a reply', async (t) => {
  const { operation, state } = waitingOperation()
  const service = await start(t, { operations: [operation], defences: { maxRequestsInFlight: 2 } })
  const ask = () => service.call('GET', LIST)
  const [one, two] = [ask(), ask()]
  await eventually('both requests run', () => state.begun === 2)

  const refused = await ask()
  assertRefused(refused, { status: 503, code: 'API901', says: 'Retry-After' })
  assert.equal(refused.headers.get('retry-after'), '1')
  const token = await fetch(`${service.baseUrl}/auth/realms/bank/protocol/openid-connect/token`, { method: 'POST' })
  assert.deepEqual([token.status, ((await token.json()) as { error: string }).error], [503, 'temporarily_unavailable'])
  for (const path of ['/health/live', '/health/ready']) assert.equal((await fetch(service.baseUrl + path)).status, 200)

  state.release()
  assert.deepEqual([(await one).status, (await two).status, (await ask()).status], [200, 200, 200])
})

/** The service's reply to these bytes, until it closes the connection or the time is over. */
async function say(service: TestService, text: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(service.baseUrl).port) })
  socket.setEncoding('utf8').on('error', () => {})
  await once(socket, 'connect')
  let said = ''
  socket.on('data', (chunk: string) => {
    said += chunk
    if (/\}$/.test(said)) socket.destroy()
  })
  socket.write(text)
  await once(socket, 'close')
  return said
}

function bodyOf(said: string) {
  const status = Number(/^HTTP\/1\.1 (\d+) /.exec(said)?.[1])
  return { status, body: JSON.parse(said.slice(said.indexOf('\r\n\r\n') + 4)), headers: new Headers() }
}

test('a request with too large a head is refused in the envelope', async (t) => {
  const service = await start(t, {})
  const get = (path: string, headers: string[] = []) =>
    say(service, [`GET ${path} HTTP/1.1`, 'Host: bank', ...headers, '', ''].join('\r\n'))
  const many = (count: number) => Array.from({ length: count }, (_, n) => `X-${n}: x`)
  for (const [said, status] of [
    [await get(`/${'x'.repeat(8_191)}`), 404],
    [await get(`/${'x'.repeat(8_192)}`), 414],
    [await get(`/v2/customers?name=${'x'.repeat(8_192)}`), 414],
    [await get('/nowhere', many(99)), 404],
    [await get('/nowhere', many(100)), 431],
    [await get('/nowhere', [`X-Long: ${'x'.repeat(17_000)}`]), 431],
    [await say(service, 'what is this\r\n\r\n'), 400],
  ] as const)
    assertRefused(bodyOf(said), { status, code: 'REQ001' })
})

test('one connection above the maximum is closed at once', async (t) => {
  const service = await start(t, { defences: { maxHttpConnections: 200 } })
  const port = Number(new URL(service.baseUrl).port)
  const open = Array.from({ length: 220 }, () => connect({ host: '127.0.0.1', port }).on('error', () => {}))
  t.after(() => open.forEach((socket) => void socket.destroy()))
  const closed = open.map((socket) => once(socket, 'close'))
  await Promise.race(closed)
  for (const socket of open) socket.destroy()
  await Promise.all(closed)
  dataOf(await service.call('GET', LIST))
})

test('replies are not rendered as pages, not cached, and not readable by pages of another origin', async (t) => {
  const service = await start(t, {})
  const token = { authorization: `Bearer ${service.tenant.client.token}` }
  for (const [path, headers] of [
    [LIST, token],
    [LIST, {}],
    ['/nowhere', {}],
    ['/health/live', {}],
    ['/auth/realms/bank/protocol/openid-connect/token', {}],
  ] as const) {
    const answer = await fetch(service.baseUrl + path, { headers: { ...headers, origin: 'https://elsewhere.example' } })
    assert.equal(answer.headers.get('cache-control'), 'no-store', path)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', path)
    assert.equal(answer.headers.get('content-security-policy'), "default-src 'none';frame-ancestors 'none'", path)
    assert.equal(answer.headers.get('strict-transport-security'), null, path)
    assert.equal(answer.headers.get('x-powered-by'), null, path)
    for (const [name] of answer.headers) assert.doesNotMatch(name, /^access-control-/, path)
  }
  const preflight = await fetch(`${service.baseUrl}/v2/customers`, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
  })
  assert.equal(preflight.status, 405)
})

test('with TLS, browsers are told to use only TLS', async (t) => {
  const service = await start(t, { publicUrl: 'https://bank.example' })
  for (const path of ['/health/live', '/docs/', LIST]) {
    const { headers } = await fetch(service.baseUrl + path)
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000', path)
  }
})

test('the API reference can run its own scripts and load nothing from other hosts', async (t) => {
  const service = await start(t, {})
  const answer = await fetch(`${service.baseUrl}/docs/reference`)
  const page = await answer.text()
  const [, script] = /<script type="text\/javascript">([\s\S]*?)<\/script>/.exec(page)!
  const policy = answer.headers.get('content-security-policy')!
  assert.ok(policy.includes(`script-src 'self' 'sha256-${hash('sha256', script!, 'base64')}';`), policy)
  assert.match(policy, /^default-src 'none';.* connect-src 'self';.* frame-ancestors 'none'$/)
  assert.doesNotMatch(page, /(src|href)="https?:/)
})
