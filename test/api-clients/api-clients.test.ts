import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { decodeJwt } from 'jose'
import { UpdateApiClientBody } from '../../src/api-clients/api-clients.schema.ts'
import { fixedClock, systemClock } from '../../src/kernel/clock.ts'
import { timestamp } from '../../src/kernel/timestamp.ts'
import { ENTITLEMENTS, type Entitlement } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { newKey } from '../support/client-proofs.ts'
import { eventually } from '../support/eventually.ts'
import { createIdentityProvider } from '../support/identity-provider.ts'
import {
  createPayer,
  requestToken,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

const PATH = '/v1/institution/api-clients'
/** The time within which revocations must reach every node. */
const EVERYWHERE = { withinMs: 5_000 }

/**
 * A stopped clock, so that an overlap ends when a test says so. Tokens use the machine's clock and
 * end hours from now.
 */
const tokenClock = fixedClock(systemClock.now())
let service: TestService
let nodes: string[]
before(async () => {
  service = await startTestService({ tokenClock })
  nodes = [service.baseUrl, await service.startNode()]
})
after(() => service.stop())

interface Credentials {
  apiKey: string
  apiSecret: string
}

async function create(fields: object = {}): Promise<Credentials> {
  const body = { name: 'Core', entitlements: ['Customers.View_Customers'], ...fields }
  return dataOf(await service.call('POST', PATH, body), 201)
}
const read = async (apiKey: string) => dataOf(await service.call('GET', `${PATH}/${apiKey}`))
const update = (apiKey: string, body: object, headers = {}) =>
  service.call('PUT', `${PATH}/${apiKey}`, body, { headers })
const rotate = (apiKey: string, body: object = {}) => service.call('POST', `${PATH}/${apiKey}/rotate`, body)
const revoke = (apiKey: string) => service.call('POST', `${PATH}/${apiKey}/revoke`)
const ask = (credentials: Credentials, at = service.baseUrl) => requestToken(at, 'bank', credentials)
async function authenticate(credentials: Credentials, at = service.baseUrl): Promise<TestClient> {
  const response = await ask(credentials, at)
  assert.equal(response.status, 200)
  const { access_token: token } = (await response.json()) as { access_token: string }
  return { ...credentials, token }
}
const search = (client: TestClient, at: string) =>
  service.call('GET', '/v2/customers?page=1&limit=1', undefined, { client, at })

test("a client's secret is only in the reply that creates it", async () => {
  const body = { name: 'Core', entitlements: ['payments.view payments', 'Payments.View_Payments'] }
  const reply = await service.call('POST', PATH, body)
  const { apiKey, apiSecret, createdAt, secrets, ...rest } = dataOf(reply, 201)
  assert.match(apiKey, /^giro_[0-9A-Za-z]{22}$/)
  assert.match(apiSecret, /^[\w-]{43}$/)
  assert.deepEqual(secrets, [{ createdAt }])
  const customerUID = String(service.tenant.institution.legalEntityId)
  const expected = {
    name: 'Core',
    customerUID,
    status: 'Active',
    entitlements: ['Payments.View_Payments'],
    roleNames: [],
    authenticationMethod: 'client_secret',
    publicKeys: [],
    certificateThumbprints: [],
    senderConstraint: 'none',
    accessTokenSeconds: 14_400,
    allowedNetworks: [],
    redirectUris: [],
    postLogoutRedirectUris: [],
    trustedToNamePersons: false,
    holders: [{ id: service.tenant.client.apiKey }],
  }
  assert.deepEqual(rest, expected)
  assert.deepEqual(await read(apiKey), { apiKey, createdAt, secrets, ...expected })
  assert.match(reply.headers.get('etag')!, /^"1-[0-9a-f]{8}"$/)
})

test('a repeated request with the same key gets the reply without the secret and creates no second client', async () => {
  const body = { name: 'Repeated', entitlements: [] }
  const send = () => service.call('POST', PATH, body, { idempotencyKey: 'client-1' })
  const first = dataOf(await send(), 201)
  const again = await send()
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const { apiSecret, ...shown } = first
  assert.deepEqual(dataOf(again, 201), shown)
  assert.equal((await ask(first)).status, 200)
})

test('no stored reply, audit record or event contains a secret', async () => {
  const created = dataOf(
    await service.call('POST', PATH, { name: 'Kept', entitlements: [] }, { idempotencyKey: 'client-2' }),
    201,
  )
  const rotated = dataOf(
    await service.call('POST', `${PATH}/${created.apiKey}/rotate`, {}, { idempotencyKey: 'client-3' }),
  )
  for (const table of ['idempotency_keys', 'audit_log', 'events', 'api_clients', 'api_client_secrets'])
    for (const { apiSecret } of [created, rotated]) {
      const found = await service.query(`select 1 from ${table} t where tenant_id = $1 and strpos(t::text, $2) > 0`, [
        service.tenant.institution.tenantId,
        apiSecret,
      ])
      assert.deepEqual(found, [], table)
    }
})

test('a client of a customer acts only for that customer', async () => {
  const { customerUID } = await createPayer(service)
  const stranger = await createPayer(service)
  const client = await authenticate(await create({ customerUID }))
  dataOf(await service.call('GET', `/v2/customers/${customerUID}`, undefined, { client }))
  assertRefused(await service.call('GET', `/v2/customers/${stranger.customerUID}`, undefined, { client }), {
    status: 403,
    code: 'CUST001',
  })
  const unknown = await service.call('POST', PATH, { name: 'x', entitlements: [], customerUID: '999999999' })
  assertRefused(unknown, { status: 400, code: 'CLIENT001', says: 'customerUID' })
})

test('all failing fields are named, and a misspelled one is refused', async () => {
  const body = { name: '', entitlements: ['Payments.Everything'], entitlement: [], customerUID: 'x' }
  const reply = await service.call('POST', PATH, body)
  for (const says of ['name', 'entitlements.0', 'entitlement is not a field', 'customerUID'])
    assertRefused(reply, { status: 400, code: 'CLIENT001', says })
})

test('only clients of the institution itself administer clients, whatever entitlements others hold', async () => {
  const { customerUID } = await createPayer(service)
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  const { apiKey } = await create()
  for (const [method, path, body] of [
    ['POST', PATH, { name: 'x', entitlements: ENTITLEMENTS }],
    ['GET', `${PATH}?page=1&limit=10`],
    ['GET', `${PATH}/${apiKey}`],
    ['PUT', `${PATH}/${apiKey}`, {}],
    ['POST', `${PATH}/${apiKey}/rotate`, {}],
    ['POST', `${PATH}/${apiKey}/revoke`],
  ] as const)
    assertRefused(await service.call(method, path, body, { client }), { status: 403, code: 'AUTH002' })
})

test('the list is in order of creation, by page, by customer and by status', async () => {
  const { customerUID } = await createPayer(service)
  const created: string[] = []
  for (const name of ['first', 'second', 'third']) {
    tokenClock.advance({ seconds: 1 })
    created.push((await create({ name, customerUID })).apiKey)
  }
  await revoke(created[1]!)
  const list = async (query: string) => {
    const reply = await service.call('GET', `${PATH}?customerUID=${customerUID}&${query}`)
    return {
      keys: dataOf(reply).map(({ apiKey }: Credentials) => apiKey),
      total: reply.body.pagination.totalRecords,
    }
  }
  assert.deepEqual(await list('page=1&limit=2'), { keys: created.slice(0, 2), total: 3 })
  assert.deepEqual(await list('page=2&limit=2'), { keys: created.slice(2), total: 3 })
  assert.deepEqual(await list('page=1&limit=9&status=revoked'), { keys: [created[1]], total: 1 })
  assert.deepEqual(await list('page=1&limit=9&status=Active'), { keys: [created[0], created[2]], total: 2 })
})

test('a revoked client gets no new token, its tokens end within 5 seconds on every node, and other clients are unaffected', async () => {
  const [revoked, untouched] = [await create(), await create()]
  const clients = [await authenticate(revoked), await authenticate(untouched)] as const
  for (const at of nodes) for (const client of clients) dataOf(await search(client, at))

  const { status, revokedAt } = dataOf(await revoke(revoked.apiKey))
  assert.deepEqual([status, revokedAt], ['Revoked', timestamp(tokenClock.now())])
  for (const at of nodes) assert.equal((await ask(revoked, at)).status, 401)
  for (const at of nodes)
    await eventually(
      'the node refuses the token',
      async () => (await search(clients[0], at)).status === 401,
      EVERYWHERE,
    )
  for (const at of nodes) dataOf(await search(clients[1], at))
})

test('a revoked client cannot be changed, rotated or revoked again', async () => {
  const { apiKey } = await create()
  dataOf(await revoke(apiKey))
  for (const reply of [await revoke(apiKey), await rotate(apiKey), await update(apiKey, { name: 'x' })])
    assertRefused(reply, { status: 409, code: 'CLIENT001', says: 'revoked' })
  assert.equal((await read(apiKey)).status, 'Revoked')
})

test('of many concurrent revocations, one succeeds', async () => {
  const { apiKey } = await create()
  const replies = await Promise.all(Array.from({ length: 6 }, () => revoke(apiKey)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409])
})

test('a new secret works at once on every node, and the old one until exactly the end of the overlap', async () => {
  const old = await create()
  const rotated = dataOf(await rotate(old.apiKey, { overlapSeconds: 3600 }))
  assert.equal(rotated.secrets[0].expiresAt, timestamp(tokenClock.now().add({ hours: 1 })))
  const statuses = async () =>
    Promise.all(nodes.flatMap((at) => [old, rotated].map(async (secret) => (await ask(secret, at)).status)))
  assert.deepEqual(await statuses(), [200, 200, 200, 200])
  tokenClock.advance({ milliseconds: 3_599_999 })
  assert.deepEqual(await statuses(), [200, 200, 200, 200])
  tokenClock.advance({ milliseconds: 1 })
  assert.deepEqual(await statuses(), [401, 200, 401, 200])
})

test('a second rotation ends no secret before the time that the first one promised', async () => {
  const first = await create()
  const second = dataOf(await rotate(first.apiKey, { overlapSeconds: 3_600 }))
  const third = dataOf(await rotate(first.apiKey, { overlapSeconds: 60 }))
  const statuses = async () =>
    Promise.all(nodes.flatMap((at) => [first, second, third].map(async (one) => (await ask(one, at)).status)))
  assert.deepEqual(await statuses(), [200, 200, 200, 200, 200, 200])
  tokenClock.advance({ seconds: 60 })
  assert.deepEqual(await statuses(), [200, 401, 200, 200, 401, 200], 'the shorter overlap ends its own secret only')
  tokenClock.advance({ milliseconds: 3_539_999 })
  assert.deepEqual(await statuses(), [200, 401, 200, 200, 401, 200])
  tokenClock.advance({ milliseconds: 1 })
  assert.deepEqual(await statuses(), [401, 401, 200, 401, 401, 200])
})

test('a sixth valid secret is refused and ends none; ended ones do not count, and an overlap of 0 ends all', async () => {
  const first = await create()
  const { apiKey } = first
  const secrets = [first]
  for (let n = 0; n < 3; n++) secrets.push(dataOf(await rotate(apiKey, {})))
  secrets.push(dataOf(await rotate(apiKey, { overlapSeconds: 1 })))
  assertRefused(await rotate(apiKey, { overlapSeconds: 1 }), {
    status: 409,
    code: 'CLIENT001',
    says: 'the API client has the maximum of 5 valid secrets',
  })
  const statuses = async () => Promise.all(secrets.map(async (one) => (await ask(one)).status))
  assert.deepEqual(await statuses(), [200, 200, 200, 200, 200])
  tokenClock.advance({ seconds: 1 })
  secrets.push(dataOf(await rotate(apiKey, {})))
  assert.deepEqual(await statuses(), [200, 200, 200, 401, 200, 200])
  secrets.push(dataOf(await rotate(apiKey, { overlapSeconds: 0 })))
  // Fewer wrong secrets than lock a key.
  secrets.splice(1, 3)
  assert.deepEqual(await statuses(), [401, 401, 401, 200])
})

test('the overlap is a day by default, none if 0, and at most 30 days', async () => {
  const { apiKey } = await create()
  const expiresAt = async (body: object) => dataOf(await rotate(apiKey, body)).secrets.at(-2).expiresAt
  assert.equal(await expiresAt({}), timestamp(tokenClock.now().add({ hours: 24 })))
  tokenClock.advance({ milliseconds: 1 })
  assert.equal(await expiresAt({ overlapSeconds: 2_592_000 }), timestamp(tokenClock.now().add({ hours: 720 })))
  const { apiSecret: last } = dataOf(await rotate(apiKey, { overlapSeconds: 0 }))
  assert.equal((await ask({ apiKey, apiSecret: last })).status, 200)
  for (const overlapSeconds of [-1, 2_592_001, 0.5, 'an hour'])
    assertRefused(await rotate(apiKey, { overlapSeconds }), { status: 400, code: 'CLIENT001', says: 'overlapSeconds' })
})

test('a rotation without overlap ends all tokens of the client within 5 seconds on every node; one with overlap ends none', async () => {
  const [leaked, renewed] = [await create(), await create()]
  const clients = [await authenticate(leaked), await authenticate(renewed)] as const
  const { refresh_token } = (await (await ask(leaked)).json()) as { refresh_token: string }
  for (const at of nodes) for (const client of clients) dataOf(await search(client, at))

  const { apiSecret } = dataOf(await rotate(leaked.apiKey, { overlapSeconds: 0 }))
  dataOf(await rotate(renewed.apiKey, { overlapSeconds: 1 }))
  for (const at of nodes) {
    await eventually(
      'the node refuses the token',
      async () => (await search(clients[0], at)).status === 401,
      EVERYWHERE,
    )
    assertRefused(await search(clients[0], at), {
      status: 401,
      code: 'AUTH001',
      says: 'lost an entitlement or its secret',
    })
  }
  const next = { apiKey: leaked.apiKey, apiSecret }
  const refreshed = await requestToken(service.baseUrl, 'bank', next, { grant_type: 'refresh_token', refresh_token })
  assert.deepEqual([refreshed.status, ((await refreshed.json()) as { error: string }).error], [400, 'invalid_grant'])
  const good = await authenticate(next)
  for (const at of nodes) for (const client of [good, clients[1]]) dataOf(await search(client, at))
})

test('when a client loses an entitlement, its tokens end within 5 seconds on every node and its next token has the rest', async () => {
  const both: Entitlement[] = ['Customers.View_Customers', 'Payments.View_Payments']
  const credentials = await create({ entitlements: both })
  const client = await authenticate(credentials)
  const untouched = await authenticate(await create())
  for (const at of nodes) dataOf(await search(client, at))

  const less = dataOf(await update(credentials.apiKey, { entitlements: ['Customers.View_Customers'] }))
  assert.deepEqual(less.entitlements, ['Customers.View_Customers'])
  for (const at of nodes) {
    await eventually('the node refuses the token', async () => (await search(client, at)).status === 401, EVERYWHERE)
    assertRefused(await search(client, at), { status: 401, code: 'AUTH001', says: 'lost an entitlement' })
  }
  const next = await authenticate(credentials, nodes[1])
  assert.deepEqual(decodeJwt(next.token)['entitlements'], ['Customers.View_Customers'])
  for (const at of nodes) for (const each of [next, untouched]) dataOf(await search(each, at))
})

test('an earlier refresh token gets the remaining entitlements, and introspection reports the old access token inactive', async () => {
  const credentials = await create({ entitlements: ['Customers.View_Customers', 'Payments.View_Payments'] })
  const issued = (await (await ask(credentials)).json()) as { access_token: string; refresh_token: string }
  dataOf(await update(credentials.apiKey, { entitlements: ['Payments.View_Payments'] }))
  const response = await fetch(`${service.baseUrl}/auth/realms/bank/protocol/openid-connect/token/introspect`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${credentials.apiKey}:${credentials.apiSecret}`)}` },
    body: new URLSearchParams({ token: issued.access_token }),
  })
  assert.deepEqual(await response.json(), { active: false })
  const form = { grant_type: 'refresh_token', refresh_token: issued.refresh_token }
  const refreshed = (await (await requestToken(service.baseUrl, 'bank', credentials, form)).json()) as typeof issued
  assert.deepEqual(decodeJwt(refreshed.access_token)['entitlements'], ['Payments.View_Payments'])
})

test('when a client gains an entitlement, it keeps its tokens, and its next token includes the new one', async () => {
  const credentials = await create()
  const client = await authenticate(credentials)
  const entitlements = ['Customers.View_Customers', 'Payments.View_Payments']
  dataOf(await update(credentials.apiKey, { name: 'More', entitlements }))
  await service.app.tokens.refresh()
  dataOf(await search(client, service.baseUrl))
  assert.deepEqual(decodeJwt((await authenticate(credentials)).token)['entitlements'], entitlements)
})

test('a change keeps omitted fields, and an outdated ETag is refused', async () => {
  const { apiKey } = await create({ name: 'Before' })
  const etag = (await service.call('GET', `${PATH}/${apiKey}`)).headers.get('etag')!
  const changed = await update(apiKey, { name: 'After' }, { 'if-match': etag })
  const { name, entitlements } = dataOf(changed)
  assert.deepEqual({ name, entitlements }, { name: 'After', entitlements: ['Customers.View_Customers'] })
  assertRefused(await update(apiKey, { name: 'Late' }, { 'if-match': etag }), { status: 412, code: 'CLIENT001' })
  assert.notEqual(changed.headers.get('etag'), etag)
  const rotated = await rotate(apiKey)
  assert.notEqual(rotated.headers.get('etag'), changed.headers.get('etag'), 'a rotation changes the client too')
})

test('each change writes an audit record and an event with the actor and the change', async () => {
  const { apiKey } = await create({ name: 'Traced' })
  dataOf(await update(apiKey, { entitlements: [] }))
  dataOf(await rotate(apiKey))
  dataOf(await revoke(apiKey))
  const { tenantId } = service.tenant.institution
  const expected = ['created', 'updated', 'rotated', 'revoked'].map((action) => `api-client.${action}`)
  const trail = await service.query<{ action: string; actor: string }>(
    'select action, actor from audit_log where tenant_id = $1 and subject_id = $2 order by id',
    [tenantId, apiKey],
  )
  assert.deepEqual(
    trail,
    expected.map((action) => ({ action, actor: service.tenant.client.apiKey })),
  )
  const events = await service.query<{ type: string }>(
    'select type from events where tenant_id = $1 and subject_id = $2 order by type',
    [tenantId, apiKey],
  )
  assert.deepEqual(
    events.map(({ type }) => type),
    expected.toSorted(),
  )
})

/** Creates a role, by default of the institution's own entity, with entitlements by application. */
async function makeRole(
  applications: Record<string, string[]>,
  customerUID = String(service.tenant.institution.legalEntityId),
): Promise<{ path: string; name: string }> {
  const roles = `/api/user-management/v1/customers/${customerUID}/roles`
  const name = `Role ${randomUUID().replaceAll('-', '')}`
  const body = { externalReferenceId: 'r', name, description: 'd', applications: applicationsOf(applications) }
  const { roleId } = (await service.call('POST', roles, body)).body
  return { path: `${roles}/${roleId}`, name }
}
const applicationsOf = (applications: Record<string, string[]>) =>
  Object.entries(applications).map(([name, entitlements]) => ({ name, entitlements }))
const accessOf = ({ token }: TestClient) => (decodeJwt(token)['entitlements'] as string[]).sort()

test('a token carries the entitlements of the client and of its roles at that time, each once', async () => {
  const [view, pay] = [
    await makeRole({ Customers: ['View_Customers'], Payments: ['View_Payments'] }),
    await makeRole({ Payments: ['Initiate_Payments', 'View_Payments'] }),
  ]
  const roleNames = [view.name, pay.name].sort()
  const credentials = await create({ entitlements: ['Accounts.View_Account'], roleNames })
  assert.deepEqual((await read(credentials.apiKey)).roleNames, roleNames)
  const all = [
    'Accounts.View_Account',
    'Customers.View_Customers',
    'Payments.Initiate_Payments',
    'Payments.View_Payments',
  ]
  assert.deepEqual(accessOf(await authenticate(credentials, nodes[1])), all)

  const more = { applications: applicationsOf({ Payments: ['Cancel_Payments', 'Initiate_Payments', 'View_Payments'] }) }
  assert.equal((await service.call('PUT', pay.path, more)).status, 200)
  assert.deepEqual(accessOf(await authenticate(credentials)), [...all, 'Payments.Cancel_Payments'].sort())
})

test('only an administrator of API clients can add entitlements to a role that an API client holds', async () => {
  const { customerUID } = await createPayer(service)
  const role = await makeRole({ User_Admin: ['Manage_Roles'] }, customerUID)
  const held = await authenticate(await create({ customerUID, entitlements: [], roleNames: [role.name] }))
  const entity = { legalEntityId: BigInt(customerUID) }
  const widen = async (client: TestClient, more: object = {}) => {
    const applications = applicationsOf({ User_Admin: ['Manage_Roles', 'Manage_Users'] })
    return service.call('PUT', role.path, { applications, ...more }, { client })
  }
  const roleManager = await service.createClient(service.tenant, { entitlements: ['User_Admin.Manage_Roles'] })
  for (const client of [held, await service.createClient(service.tenant, entity), roleManager]) {
    const reply = await widen(client)
    assert.equal(reply.status, 403, JSON.stringify(reply.body))
    assert.match(reply.body.message, /an API client holds the role/)
  }
  assert.equal((await widen(held, { description: 'Other words', applications: undefined })).status, 200)
  assert.equal((await widen(service.tenant.client)).status, 200)
  const narrower = { applications: applicationsOf({ User_Admin: ['Manage_Roles'] }) }
  assert.equal((await widen(held, narrower)).status, 200)

  const entitlements = ['User_Admin.Manage_Roles', 'User_Admin.Manage_Users']
  const other = await authenticate(await create({ customerUID, entitlements }))
  dataOf(await revoke(held.apiKey))
  assert.equal((await widen(other)).status, 200, 'no client holds the role now')
})

test("when a role loses an entitlement, its holders' tokens end within 5 seconds on every node; others are unaffected", async () => {
  const role = await makeRole({ Customers: ['View_Customers'], Payments: ['View_Payments'] })
  const credentials = await create({ entitlements: [], roleNames: [role.name] })
  const [holder, other] = [await authenticate(credentials), await authenticate(await create())]
  for (const at of nodes) for (const client of [holder, other]) dataOf(await search(client, at))

  const less = { applications: applicationsOf({ Customers: ['View_Customers'] }) }
  assert.equal((await service.call('PUT', role.path, less)).status, 200)
  for (const at of nodes)
    await eventually('the node refuses the token', async () => (await search(holder, at)).status === 401, EVERYWHERE)
  const next = await authenticate(credentials)
  assert.deepEqual(accessOf(next), ['Customers.View_Customers'])
  for (const at of nodes) for (const client of [next, other]) dataOf(await search(client, at))
})

test('a client that loses a role loses its entitlements, except those it holds otherwise', async () => {
  const role = await makeRole({ Customers: ['View_Customers'], Payments: ['View_Payments'] })
  const credentials = await create({ roleNames: [role.name] })
  const client = await authenticate(credentials)
  dataOf(await search(client, service.baseUrl))
  assert.deepEqual(dataOf(await update(credentials.apiKey, { roleNames: [] })).roleNames, [])
  await eventually('the token is refused', async () => (await search(client, nodes[1]!)).status === 401, EVERYWHERE)
  assert.deepEqual(accessOf(await authenticate(credentials)), ['Customers.View_Customers'])
})

test('a client can hold only roles of its own legal entity, and all others are named in the refusal', async () => {
  const { customerUID } = await createPayer(service)
  const role = await makeRole({ Payments: ['View_Payments'] })
  const reply = await service.call('POST', PATH, { name: 'x', customerUID, roleNames: [role.name, 'Nobody'] })
  assertRefused(reply, { status: 400, code: 'CLIENT001', says: `has no role ${role.name}, Nobody` })
  const { apiKey } = await create()
  assertRefused(await update(apiKey, { roleNames: ['Nobody'] }), { status: 400, code: 'CLIENT001', says: 'Nobody' })
})

for (const uri of [
  'http://app.bank.example/callback',
  'https://user@app.bank.example/callback',
  'https://app.bank.example/callback#part',
  'https://app.bank.example/a/../callback',
  'HTTPS://app.bank.example/callback',
  'javascript:alert(1)',
  '/callback',
])
  test(`a client cannot have people sent back to ${uri}`, async () => {
    const body = { name: 'Portal', redirectUris: [uri] }
    const reply = await service.call('POST', PATH, body)
    assert.equal(reply.status, 400)
    assert.match(JSON.stringify(reply.body), /redirectUris/)
  })

test('a client that proves nothing needs an address to which people come back', async () => {
  const body = { name: 'Desktop', authenticationMethod: 'none', redirectUris: ['http://127.0.0.1:4000/callback'] }
  const { redirectUris, secrets } = dataOf(await service.call('POST', PATH, body), 201)
  assert.deepEqual([redirectUris, secrets], [body.redirectUris, []])
  assert.equal((await service.call('POST', PATH, { ...body, redirectUris: [] })).status, 400)
})

test('outside a sandbox, a client that can name persons waits for a second person, without dual control too', async () => {
  const { client } = await service.createTenant('live', { sandbox: false })
  const send = (method: string, path: string, body: object) => service.call(method, path, body, { client })
  const redirectUris = ['https://console.bank.example/callback']
  const desktop = { name: 'Desktop', authenticationMethod: 'none', redirectUris }
  assert.equal((await send('POST', PATH, desktop)).status, 202)
  assert.equal((await send('POST', PATH, { name: 'Portal', redirectUris })).status, 202)
  assert.equal((await send('POST', PATH, { name: 'Front', trustedToNamePersons: true })).status, 202)
  const { apiKey } = dataOf(await send('POST', PATH, { name: 'Core' }), 201)
  assert.equal((await send('PUT', `${PATH}/${apiKey}`, { redirectUris })).status, 202)
  const unchanged = dataOf(await service.call('GET', `${PATH}/${apiKey}`, undefined, { client }))
  assert.deepEqual(unchanged.redirectUris, [])
})

/** A client with a value in every field that a change can set. */
async function createFull() {
  const { registration } = await createIdentityProvider(service)
  const { jwk } = await newKey()
  return create({
    ...{ allowedNetworks: ['127.0.0.0/8'], expiresAt: '2999-07-01T00:00:00.000Z', accessTokenSeconds: 600 },
    ...{ publicKeys: [jwk], certificateThumbprints: ['A'.repeat(43)], senderConstraint: 'dpop' },
    ...{ redirectUris: ['https://bank.example/in'], postLogoutRedirectUris: ['https://bank.example/out'] },
    ...{ trustedToNamePersons: true, identityProvider: registration },
  })
}
const FIELDS = Object.keys(UpdateApiClientBody.properties)

test('null in the fields of a change takes nothing away, in one of them or in all', async () => {
  const { apiKey } = await createFull()
  const before = await read(apiKey)
  assert.ok(before.expiresAt && before.identityProvider)
  const bodies = [FIELDS, ...FIELDS.map((field) => [field])]
  for (const fields of bodies) {
    const body = Object.fromEntries(fields.map((field) => [field, null]))
    assert.deepEqual(dataOf(await update(apiKey, body)), before, fields.join(', '))
  }
  // As a generated client sends it: what it read, and null where it has nothing.
  const whole = Object.fromEntries(FIELDS.map((field) => [field, before[field] ?? null]))
  assert.deepEqual(dataOf(await update(apiKey, { ...whole, expiresAt: null })), before)
})

test('the expiry, the lifetime of tokens and the identity provider are removed by their names', async () => {
  const { apiKey } = await createFull()
  assert.equal(dataOf(await update(apiKey, { remove: ['accessTokenSeconds'] })).accessTokenSeconds, 3_600)
  const both = dataOf(await update(apiKey, { remove: ['expiresAt', 'identityProvider'] }))
  assert.deepEqual([both.expiresAt, both.identityProvider], [undefined, undefined])
  for (const field of ['expiresAt', 'accessTokenSeconds'])
    assertRefused(
      await update(apiKey, { [field]: field === 'expiresAt' ? '2999-07-01T00:00:00Z' : 60, remove: [field] }),
      {
        ...{ status: 400, code: 'CLIENT001' },
        says: `${field} is both set and removed`,
      },
    )
  assertRefused(await update(apiKey, { remove: ['allowedNetworks'] }), { status: 400, code: 'CLIENT001' })
})

test('under dual control, a removed expiry waits for a second person, and null changes nothing alone', async () => {
  const tenant = await service.createTenant('expiring')
  const call = (method: string, path: string, body?: object) =>
    service.call(method, path, body, { client: tenant.client })
  const body = { name: 'Core', entitlements: [], expiresAt: '2999-07-01T00:00:00.000Z', accessTokenSeconds: 600 }
  const { apiKey } = dataOf(await call('POST', PATH, body), 201)
  dataOf(await call('PUT', '/v1/institution', { dualControl: true }))
  const nothing = Object.fromEntries(FIELDS.map((field) => [field, null]))
  const { expiresAt } = dataOf(await call('PUT', `${PATH}/${apiKey}`, nothing))
  assert.equal(expiresAt, body.expiresAt)
  for (const field of ['expiresAt', 'accessTokenSeconds'])
    dataOf(await call('PUT', `${PATH}/${apiKey}`, { remove: [field] }), 202)
  assert.equal(dataOf(await call('GET', `${PATH}/${apiKey}`)).expiresAt, body.expiresAt)
})
