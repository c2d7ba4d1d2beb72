import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { operations } from '../src/main/operations.ts'
import { ENTITLEMENTS } from '../src/tokens/entitlements.ts'
import { assertRefused, assertSucceeded, dataOf } from './support/answers.ts'
import { eventually } from './support/eventually.ts'
import { type Given, makersOf, sampleRequest } from './support/operation-samples.ts'
import {
  accountBody,
  contactBody,
  createPayer,
  creditBody,
  customerBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from './support/test-service.ts'

let service: TestService
let given: Given
before(async () => {
  service = await startTestService()
  const payer = await createPayer(service)
  const paid = await service.call('POST', '/payments/creditrequest', creditBody(payer))
  given = { ...payer, paymentUID: dataOf(paid).paymentUID, ...(await makersOf(service, service.tenant)) }
})
after(() => service.stop())

const asToken = (token: string): TestClient => ({ apiKey: '', apiSecret: '', token })
const clientOf = (customerUID: string) =>
  service.createClient(service.tenant, { legalEntityId: BigInt(customerUID), entitlements: ENTITLEMENTS })

/** A key of the institution whose signatures are good until the test ends, and a way to sign with it. The token service can not open it. */
async function addSigningKey(t: TestContext) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = 'test-key'
  await service.query(
    `insert into signing_keys (tenant_id, kid, algorithm, public_jwk, sealed_private_jwk, created_at, retired_at, expires_at)
     values ($1, $2, 'ES256', $3, $4, now(), now(), now() + interval '1 hour')`,
    [service.tenant.institution.tenantId, kid, JSON.stringify(await exportJWK(publicKey)), Buffer.alloc(1)],
  )
  t.after(() => service.query('delete from signing_keys where kid = $1', [kid]))
  const { typ } = decodeProtectedHeader(service.tenant.client.token)
  return (claims: JWTPayload) =>
    new SignJWT({ ...decodeJwt(service.tenant.client.token), ...claims })
      .setProtectedHeader({ alg: 'ES256', kid, typ: typ! })
      .sign(privateKey)
}

function tampered(token: string, claims: object): string {
  const [header, , signature] = token.split('.')
  const payload = Buffer.from(JSON.stringify({ ...decodeJwt(token), ...claims })).toString('base64url')
  return [header, payload, signature].join('.')
}

for (const operation of operations) {
  test(`${operation.id} without a good token is 401 AUTH001 with WWW-Authenticate, on each of its paths`, async () => {
    const { method, paths, body } = await sampleRequest(operation, given)
    const { token } = service.tenant.client
    const bad = [
      ...[null, asToken('garbage'), asToken('a.b.c')],
      asToken(tampered(token, { legal_entity: '1' })),
      asToken(`${token.slice(0, -4)}AAAA`),
      asToken(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`),
    ]
    for (const path of paths)
      for (const client of bad) {
        const reply = await service.call(method, path, body, { client })
        assertRefused(reply, { status: 401, code: 'AUTH001', says: 'access token' })
        assert.match(reply.headers.get('www-authenticate') ?? '', /^Bearer/)
      }
  })

  test(`${operation.id} without ${operation.entitlement} is 403 AUTH002 and names it, on each of its paths`, async () => {
    const entitlements = ENTITLEMENTS.filter((name) => name !== operation.entitlement)
    const client = await service.createClient(service.tenant, { entitlements })
    const { method, paths, body } = await sampleRequest(operation, given)
    for (const path of paths)
      assertRefused(await service.call(method, path, body, { client }), {
        status: 403,
        code: 'AUTH002',
        says: operation.entitlement,
      })
  })

  test(`${operation.id} with ${operation.entitlement} alone is allowed, on each of its paths`, async () => {
    const client = await service.createClient(service.tenant, { entitlements: [operation.entitlement] })
    for (const form of operation.paths.keys()) {
      const { method, paths, body } = await sampleRequest(operation, given)
      assertSucceeded(await service.call(method, paths[form]!, body, { client }), operation)
    }
  })
}

test('a token is refused before the body is looked at', async () => {
  for (const rawBody of ['{', '{"paymentAmount": "x"}'])
    assertRefused(await service.call('POST', '/payments/creditrequest', undefined, { client: null, rawBody }), {
      status: 401,
      code: 'AUTH001',
    })
})

test('other schemes than Bearer are refused', async () => {
  const { apiKey, apiSecret, token } = service.tenant.client
  for (const authorization of [
    `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
    `Bearer ${token} ${token}`,
    `Token ${token}`,
    'Bearer',
    token,
  ])
    assertRefused(
      await service.call('GET', '/v2/customers?page=1&limit=1', undefined, {
        client: null,
        headers: { authorization },
      }),
      { status: 401, code: 'AUTH001' },
    )
})

test('a token with a good signature is accepted until it ends, for this API and this institution only', async (t) => {
  const sign = await addSigningKey(t)
  const call = async (claims: JWTPayload) =>
    service.call('GET', '/v2/customers?page=1&limit=1', undefined, { client: asToken(await sign(claims)) })
  const now = Math.floor(Date.now() / 1000)
  await eventually('the new key is known', async () => (await call({})).status === 200)
  dataOf(await call({ exp: now + 60 }))
  for (const [claims, says] of [
    [{ exp: now - 1 }, 'expired'],
    [{ exp: now }, 'expired'],
    [{ nbf: now + 60 }, 'not valid yet'],
    [{ aud: 'urn:other:api' }, 'not meant for this API'],
    [{ iss: 'https://issuer.example' }, 'another issuer'],
    [{ tenant: 'elsewhere' }, 'tenant'],
    [{ legal_entity: undefined }, 'lacks'],
    [{ entitlements: undefined }, 'lacks'],
  ] as const)
    assertRefused(await call(claims as JWTPayload), { status: 401, code: 'AUTH001', says })
})

test('a revoked token is refused', async () => {
  const client = await service.createClient(service.tenant, {})
  const call = () => service.call('GET', '/v2/customers?page=1&limit=1', undefined, { client })
  dataOf(await call())
  const response = await fetch(`${service.baseUrl}/auth/realms/bank/protocol/openid-connect/revoke`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client.apiKey}:${client.apiSecret}`).toString('base64')}` },
    body: new URLSearchParams({ token: client.token }),
  })
  assert.equal(response.status, 200)
  assertRefused(await call(), { status: 401, code: 'AUTH001', says: 'revoked' })
})

/** Two unrelated companies with clients of their own, and a subsidiary that the first one has created below it. */
async function createFamily() {
  const parent = await createPayer(service)
  const stranger = await createPayer(service)
  const parentClient = await clientOf(parent.customerUID)
  const child = { customerUID: '', accountUID: '', contactUID: '', accountNumber: '' } satisfies Payer
  const call = async (path: string, body: object) =>
    (await service.call('POST', path, body, { client: parentClient })).body.data
  child.customerUID = (await call('/v2/customers', customerBody())).customerUID
  child.accountUID = (await call(`/v3/customers/${child.customerUID}/accounts`, accountBody())).accountUID
  child.contactUID = (await call(`/customers/${child.customerUID}/contacts`, contactBody())).customerContactUID
  const deposit = { direction: 'Credit', amount: 100, currency: 'USD', reason: 'r', externalReferenceId: 'e' }
  dataOf(await service.call('POST', `/v1/institution/accounts/${child.accountUID}/adjustments`, deposit), 201)
  return { parent, parentClient, child, childClient: await clientOf(child.customerUID), stranger }
}

const OF_A_CUSTOMER = operations.filter(({ paths }) => paths[0].includes('{customerUID}'))

test("every operation on a customer is allowed to its own legal entity, to one above it and to the institution's", async () => {
  const { parentClient, child, childClient } = await createFamily()
  for (const client of [parentClient, childClient, service.tenant.client])
    for (const operation of OF_A_CUSTOMER) {
      const { method, paths, body } = await sampleRequest(operation, { ...given, ...child })
      assertSucceeded(await service.call(method, paths[0]!, body, { client }), operation)
    }
})

test('every operation on a customer is 403 for a legal entity beside it or below it', async () => {
  const { parent, parentClient, child, childClient, stranger } = await createFamily()
  for (const [client, owner] of [
    [parentClient, stranger],
    [childClient, parent],
    [childClient, stranger],
    [await clientOf(stranger.customerUID), child],
  ] as const)
    for (const operation of OF_A_CUSTOMER) {
      const { method, paths, body } = await sampleRequest(operation, { ...given, ...owner })
      for (const path of paths)
        assertRefused(await service.call(method, path, body, { client }), {
          status: 403,
          code: operation.dialect === 'signatory' ? 'SIG_CUSTOMERACCESS_DENIED' : 'CUST001',
          says: 'does not belong to the legal entity',
        })
    }
})

test('every sub-resource of another customer is 400 below a customer of mine', async () => {
  const { parent, parentClient, stranger } = await createFamily()
  // What a sample makes for itself is the stranger's too.
  const mixed = { ...given, ...stranger, customerUID: parent.customerUID, make: async () => stranger }
  const subResources = OF_A_CUSTOMER.filter(({ paths }) => /\{accountUID\}|\{contactUID\}/.test(paths[0]))
  assert.ok(subResources.length >= 4)
  for (const operation of subResources) {
    const { method, paths, body } = await sampleRequest(operation, mixed)
    for (const path of paths)
      assertRefused(await service.call(method, path, body, { client: parentClient }), {
        status: 400,
        code: operation.tag === 'Accounts' ? 'ACC001' : 'CUST002',
        says: 'not associated with the given customer',
      })
  }
})

test('a search finds the own customer and those below it, and no other', async () => {
  const { parent, parentClient, child, childClient } = await createFamily()
  for (const [client, expected] of [
    [parentClient, [parent.customerUID, child.customerUID]],
    [childClient, [child.customerUID]],
  ] as const) {
    const reply = await service.call('GET', '/v2/customers?page=1&limit=100', undefined, { client })
    assert.deepEqual(
      dataOf(reply).map((customer: { customerUID: string }) => customer.customerUID),
      expected,
    )
    assert.equal(reply.body.pagination.totalRecords, expected.length)
  }
})

test('a payment is made from accounts of the own legal entity and those below it, and from no other', async () => {
  const { parent, parentClient, child, childClient, stranger } = await createFamily()
  const pay = (payer: Payer, client: TestClient) =>
    service.call('POST', '/payments/creditrequest', creditBody(payer), { client })
  for (const [payer, client] of [
    [parent, parentClient],
    [child, parentClient],
    [child, childClient],
  ] as const)
    dataOf(await pay(payer, client))
  for (const [payer, client] of [
    [stranger, parentClient],
    [parent, childClient],
    [stranger, childClient],
  ] as const)
    assertRefused(await pay(payer, client), { status: 400, code: 'PAYMENT002', says: 'no account of yours' })
})

test("a payment of another legal entity is 403 to read; one's own and those below it are read", async () => {
  const { parent, parentClient, child, childClient, stranger } = await createFamily()
  const uidOf = async (payer: Payer) =>
    dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer))).paymentUID
  const read = (uid: string, client: TestClient) => service.call('GET', `/payments/${uid}`, undefined, { client })
  const [ofParent, ofChild, ofStranger] = [await uidOf(parent), await uidOf(child), await uidOf(stranger)]
  for (const uid of [ofParent, ofChild]) dataOf(await read(uid, parentClient))
  dataOf(await read(ofChild, childClient))
  for (const [uid, client] of [
    [ofStranger, parentClient],
    [ofParent, childClient],
    [ofStranger, childClient],
  ] as const)
    assertRefused(await read(uid, client), { status: 403, code: 'PAYMENT001' })
})

test('a customer that a client creates stands below its legal entity, and can name as related only customers it may see', async () => {
  const { parentClient, childClient, stranger } = await createFamily()
  const grandchild = dataOf(await service.call('POST', '/v2/customers', customerBody(), { client: childClient }))
  dataOf(await service.call('GET', `/v2/customers/${grandchild.customerUID}`, undefined, { client: parentClient }))
  const { shortName } = dataOf(await service.call('GET', `/v2/customers/${stranger.customerUID}`))
  const body = customerBody({ parentEntityShortName: shortName })
  assertRefused(await service.call('POST', '/v2/customers', body, { client: parentClient }), {
    status: 400,
    code: 'CUST001',
    says: 'parentEntityShortName names no customer of yours',
  })
})
