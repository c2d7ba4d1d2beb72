import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pino from 'pino'
import { createApiClient } from '../../src/tokens/api-clients.ts'
import { dataOf } from '../support/answers.ts'
import { startTestService, type TestClient, type TestService } from '../support/test-service.ts'

// Load balancers write addresses in several forms, also with the port of each connection. A caller
// has one address in all of them: whoever reconnects gets no new rate limit and no new guesses.

const PATH = '/v1/institution/api-clients'
const QUOTA = 1_000

let service: TestService
const lines: string[] = []
before(async () => {
  service = await startTestService({
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    defences: {
      trustProxy: ['loopback', '10.0.0.0/8'],
      rateLimits: { perClient: undefined, perAddress: { quota: QUOTA, seconds: 3_600 }, bytesPerAddress: undefined },
    },
    observability: { accessLog: 'all' },
  })
})
after(() => service.stop())

/** How many requests are left to the caller. */
async function remaining(forwardedFor: string): Promise<number> {
  const response = await fetch(`${service.baseUrl}/nowhere`, { headers: { 'x-forwarded-for': forwardedFor } })
  await response.arrayBuffer()
  return Number(/r=(\d+)/.exec(response.headers.get('ratelimit')!)![1])
}

const FORMS: Record<string, readonly string[]> = {
  'an IPv4 address': [
    '203.0.113.2',
    '203.0.113.2:50001',
    '203.0.113.2:50002',
    '"203.0.113.2:50003"',
    '::ffff:203.0.113.2',
    '::ffff:cb00:7102',
    '[::ffff:203.0.113.2]:50004',
    '198.51.100.1, 203.0.113.2:50005',
  ],
  'an IPv6 network': [
    '2001:db8:1:2::1',
    '[2001:db8:1:2::1]',
    '[2001:db8:1:2::1]:50001',
    '2001:0DB8:0001:0002:0:0:0:1',
    '[2001:db8:1:2::1%eth0]:50002',
    '2001:db8:1:2:3:4:5:6:50001',
  ],
  'a caller behind two proxies, whose addresses have ports too': [
    '203.0.113.3, 10.0.0.7',
    '203.0.113.3:50001, 10.0.0.7:443',
    '198.51.100.9, 203.0.113.3:50002, [::ffff:10.0.0.8]:443',
  ],
  'callers whose address the proxy does not know': ['unknown', '_hidden', 'unknown:50001', '203.0.113.999'],
}

for (const [name, forms] of Object.entries(FORMS))
  test(`rate limits: ${name} counts once, in every form`, async () => {
    const left: number[] = []
    for (const form of forms) left.push(await remaining(form))
    assert.deepEqual(
      left,
      forms.map((_, at) => QUOTA - 1 - at),
    )
  })

type Credentials = Omit<TestClient, 'token'>

function newClient(): Promise<Credentials> {
  const { tenantId, legalEntityId } = service.tenant.institution
  const asked = { tenantId, legalEntityId, name: 'guessed', entitlements: [], now: service.app.clock.now() }
  return service.app.db.transaction((tx) => createApiClient(tx, asked))
}

async function askForToken({ apiKey, apiSecret }: Credentials, forwardedFor: string) {
  const response = await fetch(`${service.baseUrl}/auth/realms/bank/protocol/openid-connect/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
      'x-forwarded-for': forwardedFor,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token: token = '' } = (await response.json()) as { access_token?: string }
  return { status: response.status, token }
}

test('locks: a stranger with a new port for each guess is locked, and the owner is not', async () => {
  const client = await newClient()
  const statuses: number[] = []
  for (let port = 50_001; port <= 50_110; port++)
    statuses.push((await askForToken({ ...client, apiSecret: 'guess' }, `203.0.113.20:${port}`)).status)
  assert.deepEqual(statuses.slice(0, 7), [401, 401, 401, 401, 401, 429, 429])
  assert.equal(statuses.filter((status) => status === 401).length, 5)
  assert.equal((await askForToken(client, '198.51.100.20:443')).status, 200)
})

test('allowed networks: the address decides, not its form', async () => {
  const body = {
    name: 'Homely',
    entitlements: ['Customers.View_Customers'],
    allowedNetworks: ['203.0.113.0/28', '2001:db8:9::/48'],
  }
  const client = dataOf(await service.call('POST', PATH, body), 201)
  const inside = ['203.0.113.2', '203.0.113.2:50001', '[::ffff:203.0.113.2]:1', '[2001:db8:9::1%eth0]:50001']
  for (const form of inside) {
    const { status, token } = await askForToken(client, form)
    assert.equal(status, 200, form)
    const read = await fetch(`${service.baseUrl}/v2/customers?page=1&limit=1`, {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': form },
    })
    assert.equal(read.status, 200, form)
  }
  for (const form of ['203.0.113.16:50001', '[2001:db8:a::1]:50001', 'unknown', '203.0.113.2x', '203.0.113.2:x'])
    assert.equal((await askForToken(client, form)).status, 401, form)
})

test('logs: the line of a request has the address without its port', async () => {
  lines.splice(0)
  await remaining('[::ffff:203.0.113.40]:50001')
  const logged = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request')
  assert.equal(logged.address, '203.0.113.40')
})
