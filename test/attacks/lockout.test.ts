import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pino from 'pino'
import { createApiClient, rotateApiClientSecret } from '../../src/tokens/api-clients.ts'
import { requestToken, startTestService, type TestClient, type TestService } from '../support/test-service.ts'

let service: TestService
const lines: string[] = []
before(async () => {
  service = await startTestService({ log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }) })
})
after(() => service.stop())

type Credentials = Omit<TestClient, 'token'>

/**
 * A client that has not asked for a token. Its first success would be recorded after the reply, in
 * the middle of a test.
 */
function newClient(): Promise<Credentials> {
  const { tenantId, legalEntityId } = service.tenant.institution
  const asked = { tenantId, legalEntityId, name: 'locked out', entitlements: [], now: service.app.clock.now() }
  return service.app.db.transaction((tx) => createApiClient(tx, asked))
}

/** The status of a token request that a proxy forwards, as every request in this file. */
async function ask({ apiKey }: Credentials, apiSecret: string, forwardedFor = '203.0.113.9'): Promise<number> {
  const response = await fetch(`${service.baseUrl}/auth/realms/bank/protocol/openid-connect/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
      'x-forwarded-for': forwardedFor,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  await response.arrayBuffer()
  return response.status
}

async function guess(client: Credentials, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) statuses.push(await ask(client, `guess-${n}`))
  return statuses
}

test('a stranger behind the same untrusted proxy cannot lock out a client that works from there', async () => {
  const client = await newClient()
  assert.equal(await ask(client, client.apiSecret), 200)
  assert.deepEqual(await guess(client, 8), [401, 401, 401, 401, 401, 429, 429, 429])
  assert.equal(await ask(client, client.apiSecret), 200)
  assert.equal((await requestToken(service.baseUrl, 'bank', client)).status, 200)
})

test('a stranger gains no more guesses from the success of the client during a lock', async () => {
  const client = await newClient()
  assert.equal(await ask(client, client.apiSecret), 200)
  await guess(client, 5)
  assert.equal(await ask(client, client.apiSecret), 200)
  assert.deepEqual(await guess(client, 5), [429, 429, 429, 429, 429])
})

test('a stranger cannot open a lock with a secret that a rotation ended', async () => {
  const client = await newClient()
  const { tenantId } = service.tenant.institution
  assert.equal(await ask(client, client.apiSecret), 200)
  const { apiSecret } = await service.app.db.transaction((tx) =>
    rotateApiClientSecret(tx, {
      tenantId,
      clientId: client.apiKey,
      overlapSeconds: 0,
      now: service.app.tokenClock.now(),
    }),
  )
  await guess(client, 5)
  assert.equal(await ask(client, client.apiSecret), 429)
  assert.equal(await ask(client, apiSecret), 200)
})

test('where a client never worked, a lock also refuses its right secret, so that no guess is confirmed', async () => {
  const client = await newClient()
  await guess(client, 5)
  assert.equal(await ask(client, client.apiSecret), 429)
})

test('a forged X-Forwarded-For gives no fresh guesses', async () => {
  const client = await newClient()
  const statuses: number[] = []
  for (let n = 0; n < 7; n++) statuses.push(await ask(client, 'guess', `198.51.100.${n}`))
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429])
})

test('a client id in another case or with spaces is unknown, and leaves no record', async () => {
  const client = await newClient()
  for (const apiKey of [client.apiKey.toUpperCase(), ` ${client.apiKey}`, `${client.apiKey} `])
    assert.equal(await ask({ ...client, apiKey }, 'guess'), 401)
  const rows = await service.query('select from client_attempts where tenant_id = $1 and client_id ilike $2', [
    service.tenant.institution.tenantId,
    `%${client.apiKey}%`,
  ])
  assert.equal(rows.length, 0)
})

test('forwarded requests without a trusted proxy are reported once, not per request', () => {
  const warnings = lines.filter((line) => line.includes('GIRO_TRUST_PROXY'))
  assert.equal(warnings.length, 1)
})
