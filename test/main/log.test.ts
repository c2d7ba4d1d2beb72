import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { createLog } from '../../src/main/log.ts'
import { operations } from '../../src/main/operations.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertSucceeded, dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { type Given, isChange, makersOf, sampleRequest } from '../support/operation-samples.ts'
import { createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

/** All log lines at level trace, as `giro serve` writes them. */
const lines: string[] = []
/** Values that no log line may contain. */
const secrets = new Set<string>()

let service: TestService
let given: Given
before(async () => {
  service = await startTestService({
    log: createLog('trace', { write: (line) => void lines.push(line) }),
    worker: true,
  })
  const payer = await createPayer(service)
  const paid = await service.call('POST', '/payments/creditrequest', creditBody(payer))
  given = { ...payer, paymentUID: dataOf(paid).paymentUID, ...(await makersOf(service, service.tenant)) }
  secrets.add(payer.accountNumber)
  for (const secret of [service.tenant.client.apiSecret, service.tenant.client.token]) secrets.add(secret)
})
after(() => service.stop())

/** Shorter values are in too many texts. */
const SHORTEST = 5
const SENSITIVE = /account(No|Number)|taxId|phone|email|token|secret|birth|address|legalName|fullName/i

/** Adds the sensitive values of a body to the secrets. */
function remember(value: unknown, name = ''): void {
  if (value !== null && typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) remember(inner, SENSITIVE.test(key) ? key : name)
  else if (typeof value === 'string' && value.length >= SHORTEST && SENSITIVE.test(name)) secrets.add(value)
}

/** Random identifiers, and times: now and then they contain the five digits of a postal code. */
const GENERATED = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|"time":\d+/g

function assertNoSecretLogged(): void {
  const text = lines.join('').replaceAll(GENERATED, '')
  assert.ok(secrets.size > 10)
  const secret = secretIn(text)
  assert.ok(secret === undefined, `${secret} is in the log:\n${lines.find((line) => line.includes(secret!))}`)
}

/** Looks for all secrets at once, by how they begin: the log has megabytes. */
function secretIn(text: string): string | undefined {
  const byStart = Map.groupBy(secrets, (secret) => secret.slice(0, SHORTEST))
  for (let place = 0; place <= text.length - SHORTEST; place++) {
    const beginning = byStart.get(text.slice(place, place + SHORTEST)) ?? []
    const found = beginning.find((secret) => text.startsWith(secret, place))
    if (found !== undefined) return found
  }
  return undefined
}

test('the search finds a secret anywhere in a text', () => {
  const [secret = ''] = secrets
  assert.equal(secretIn(`a${secret}`), secret)
  assert.equal(secretIn(`${secret.slice(0, -1)}? ${secret.slice(1)}`), undefined)
})

async function sample(operation: Operation) {
  const request = await sampleRequest(operation, given)
  remember(request.body)
  return request
}

type Operation = (typeof operations)[number]
/** The requests that succeeded. */
const asked: Awaited<ReturnType<typeof sample>>[] = []

test('a successful operation logs no account number, secret or token', async () => {
  for (const operation of operations) {
    const request = await sample(operation)
    assertSucceeded(await service.call(request.method, request.paths[0]!, request.body), operation)
    asked.push(request)
  }
  assertNoSecretLogged()
})

test('a refused operation logs none: bad token, entitlement, body, fields or customer', async () => {
  const powerless = await service.createClient(service.tenant, { entitlements: [] })
  const foreign = await service.createClient(service.tenant, {
    legalEntityId: BigInt((await createPayer(service)).customerUID),
    entitlements: ENTITLEMENTS,
  })
  for (const client of [powerless, foreign]) for (const secret of [client.apiSecret, client.token]) secrets.add(secret)
  assert.equal(asked.length, operations.length)
  for (const { method, paths, body } of asked) {
    const [path] = paths as [string]
    const rawBody = body && JSON.stringify(body)
    for (const [changed, options] of [
      [body, { client: null }],
      [body, { client: { ...foreign, token: `${foreign.token.slice(0, -6)}AAAAAA` } }],
      [body, { client: powerless }],
      [body, { client: foreign }],
      ...(rawBody ? [[undefined, { rawBody: rawBody.slice(0, -1) }] as const] : []),
      ...(body ? [[twisted(body), {}] as const] : []),
    ] as const)
      await service.call(method, path, changed, options)
  }
  assertNoSecretLogged()
})

/** The same fields, each with a value of the wrong type. */
function twisted(body: object): object {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, [value]]))
}

test('the token service logs none, for valid and invalid requests', async () => {
  const { apiKey, apiSecret } = service.tenant.client
  const ask = async (endpoint: string, secret: string, form: Record<string, string>) => {
    secrets.add(secret)
    const response = await fetch(`${service.baseUrl}/auth/realms/bank/protocol/openid-connect/${endpoint}`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${apiKey}:${secret}`).toString('base64')}` },
      body: new URLSearchParams(form),
    })
    const answer = (await response.text()) || '{}'
    const tokens = JSON.parse(answer) as Record<string, string>
    for (const token of [tokens['access_token'], tokens['refresh_token']]) if (token) secrets.add(token)
    return tokens
  }
  const tokens = await ask('token', apiSecret, { grant_type: 'client_credentials' })
  await ask('token', apiSecret, { grant_type: 'refresh_token', refresh_token: tokens['refresh_token']! })
  await ask('token', apiSecret, { grant_type: 'refresh_token', refresh_token: tokens['refresh_token']! })
  await ask('token', apiSecret, { grant_type: 'password', password: 'hunter2hunter2' })
  secrets.add('hunter2hunter2')
  for (const endpoint of ['token/introspect', 'revoke'])
    await ask(endpoint, apiSecret, { token: tokens['access_token']! })
  for (let n = 0; n < 7; n++) await ask('token', `guessed-secret-${n}`, { grant_type: 'client_credentials' })
  assert.ok(lines.some((line) => line.includes('locked after too many failed authentications')))
  assertNoSecretLogged()
})

test('an operation that fails in the database logs none, although PostgreSQL quotes the refused row', async () => {
  const before = lines.length
  const requests = []
  for (const operation of operations.filter(isChange)) requests.push({ operation, ...(await sample(operation)) })
  const owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
  for (const table of ['customers', 'accounts', 'contacts', 'payments', 'signatories', 'audit_log', 'ledger_transfers'])
    await owner.query(`alter table ${table} add constraint broken check (false) not valid`)
  await owner.end()
  const failed = new Set<string>()
  for (const { operation, method, paths, body } of requests) {
    const reply = await service.call(method, paths[0]!, body)
    if (reply.status === 500) failed.add(operation.id)
  }
  for (const id of ['createCustomer', 'createAccount', 'createContact', 'createCreditPayment', 'createSignatory'])
    assert.ok(failed.has(id), `${id} failed`)
  await eventually('the failures are logged', () => lines.length >= before + failed.size)
  assert.match(lines.join(''), /violates check constraint/)
  assertNoSecretLogged()
})
