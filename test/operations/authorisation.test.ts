import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decodeJwt, decodeProtectedHeader, importJWK, type JWTPayload, SignJWT } from 'jose'
import { errorCatalogue } from '../../src/http/errors.ts'
import type { Operation } from '../../src/http/operation.ts'
import type { ErrorReason } from '../../src/kernel/refusal.ts'
import { operations } from '../../src/main/operations.ts'
import { ENTITLEMENTS, type Entitlement } from '../../src/tokens/entitlements.ts'
import { ensureSigningKey, openSigningKey } from '../../src/tokens/signing-keys.ts'
import { assertRefused, assertSucceeded, dataOf } from '../support/answers.ts'
import {
  dropSample,
  type Given,
  isChange,
  makersOf,
  refusedSample,
  type SampleRequest,
  sampleRequest,
} from '../support/operation-samples.ts'
import { assertRefusedBy } from '../support/refusals.ts'
import {
  createPayer,
  creditBody,
  customerBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

let service: TestService
let given: Given
/** Creates correctly signed tokens of the institution with any claims. */
let sign: (claims: JWTPayload) => Promise<string>
let family: Family
/** Clients with an invalid token of every kind. */
let invalid: TestClient[]
before(async () => {
  service = await startTestService()
  const payer = await createPayer(service)
  const paid = await service.call('POST', '/payments/creditrequest', creditBody(payer))
  given = { ...payer, paymentUID: dataOf(paid).paymentUID, ...(await makersOf(service, service.tenant)) }
  family = await createFamily()
  sign = await makeSigner()
  invalid = await invalidTokens()
})
after(() => service.stop())

/** The owner of the samples. */
const child = () => family.child
let pathsTaken = 0

const asToken = (token: string): TestClient => ({ apiKey: '', apiSecret: '', token })
const clientOf = (customerUID: string) =>
  service.createClient(service.tenant, { legalEntityId: BigInt(customerUID), entitlements: ENTITLEMENTS })

/** Signs with the institution's key, as the token service does. */
async function makeSigner() {
  const { app, tenant } = service
  const { tenantId } = tenant.institution
  const asked = { tenantId, sealer: app.sealer, now: app.clock.now() }
  const [key] = await app.db.transaction((tx) => ensureSigningKey(tx, asked))
  const privateKey = await importJWK(openSigningKey(key!, app.sealer), key!.algorithm)
  const { alg, kid, typ } = decodeProtectedHeader(tenant.client.token)
  return (claims: JWTPayload) =>
    new SignJWT({ ...decodeJwt(tenant.client.token), ...claims })
      .setProtectedHeader({ alg: alg!, kid: kid!, typ: typ! })
      .sign(privateKey)
}

function tampered(token: string, claims: object): string {
  const [header, , signature] = token.split('.')
  const payload = Buffer.from(JSON.stringify({ ...decodeJwt(token), ...claims })).toString('base64url')
  return [header, payload, signature].join('.')
}

async function invalidTokens(): Promise<TestClient[]> {
  const { token } = service.tenant.client
  const now = Math.floor(Date.now() / 1000)
  // Not valid for longer than the tests take.
  const signed = [{ exp: now }, { nbf: now + 86_400 }, { aud: 'urn:other:api' }, { tenant: 'elsewhere' }]
  return [
    ...[asToken('garbage'), asToken('a.b.c')],
    asToken(tampered(token, { legal_entity: '1' })),
    asToken(`${token.slice(0, -4)}AAAA`),
    asToken(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`),
    ...(await Promise.all(signed.map(sign))).map(asToken),
  ]
}

const clients = new Map<string, Promise<TestClient>>()

/** A client of the institution with these entitlements. Operations with the same ones share it. */
function clientWith(entitlements: readonly Entitlement[]): Promise<TestClient> {
  const key = entitlements.join()
  const client = clients.get(key) ?? service.createClient(service.tenant, { entitlements })
  clients.set(key, client)
  return client
}

/** What the sample of an operation needs besides: this one pays a party without a contact. */
const ALSO: Partial<Record<string, Entitlement[]>> = { acceptPaymentRequest: ['Contacts.Manage_Contacts'] }

/** Each operation gets the next of the invalid tokens. */
let nextInvalid = 0

async function refusesWithout(operation: Operation, { method, paths, body }: SampleRequest, tokens: TestClient[]) {
  for (const path of paths)
    for (const client of [null, ...tokens]) {
      const reply = await service.call(method, path, body, { client })
      assertRefusedBy(operation, reply, { status: 401, code: 'AUTH001', says: 'access token' })
      const challenge = client ? 'Bearer realm="giro", error="invalid_token"' : 'Bearer realm="giro"'
      assert.equal(reply.headers.get('www-authenticate'), challenge)
    }
}

for (const operation of operations) {
  test(`${operation.id} without a valid token is 401 AUTH001 with WWW-Authenticate, on each of its paths`, async () => {
    const next = invalid[nextInvalid++ % invalid.length]!
    await refusesWithout(operation, await refusedSample(operation, child()), [next])
  })

  test(`${operation.id} without ${operation.entitlement} is 403 AUTH002 and names it, on each of its paths`, async () => {
    const client = await clientWith(ENTITLEMENTS.filter((name) => name !== operation.entitlement))
    const { method, paths, body } = await refusedSample(operation, child())
    for (const path of paths)
      assertRefusedBy(operation, await service.call(method, path, body, { client }), {
        status: 403,
        code: 'AUTH002',
        says: operation.entitlement,
      })
  })

  test(`${operation.id} allows only its own legal entity, those above it and the institution`, async () => {
    const { parentClient, childClient, siblingClient, grandchildClient, strangerClient } = family
    // The refused callers first: a refusal changes nothing, so they share a sample.
    const cases: [who: string, client: TestClient, isInside: boolean][] = [
      ['one below it', grandchildClient, false],
      ['a sibling', siblingClient, false],
      ['a stranger', strangerClient, false],
      ['its own entity', childClient, true],
      ['the parent', parentClient, true],
    ]
    for (const [who, client, isInside] of cases) {
      const { method, paths, body } = await refusedSample(operation, child())
      // In turn, a path for each caller.
      const path = paths[pathsTaken++ % paths.length]!
      const reply = await service.call(method, path, body, { client })
      const answer = answerTo(operation, isInside)
      if (answer === 'success') {
        assertSucceeded(reply, operation)
        if (isChange(operation)) dropSample(child())
        continue
      }
      const { status, code, title } = errorCatalogue[answer]
      assertRefusedBy(operation, reply, { status, code, says: title }, who)
    }
  })

  test(`${operation.id} with ${operation.entitlement} alone is allowed to the institution, on each of its paths`, async () => {
    const client = await clientWith([operation.entitlement, ...(ALSO[operation.id] ?? [])])
    for (const form of operation.paths.keys()) {
      const { method, paths, body } = await refusedSample(operation, child())
      assertSucceeded(await service.call(method, paths[form]!, body, { client }), operation)
      if (isChange(operation)) dropSample(child())
    }
  })
}

test('every kind of invalid token is 401 AUTH001 with WWW-Authenticate', async () => {
  const [operation] = operations
  await refusesWithout(operation!, await refusedSample(operation!, child()), invalid)
})

test('a bad token is refused before the body is read', async () => {
  for (const rawBody of ['{', '{"paymentAmount": "x"}'])
    assertRefused(await service.call('POST', '/payments/creditrequest', undefined, { client: null, rawBody }), {
      status: 401,
      code: 'AUTH001',
    })
})

test('schemes other than Bearer are refused', async () => {
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

test('a correctly signed token is accepted until it expires, only for this API and this institution', async () => {
  const call = async (claims: JWTPayload) =>
    service.call('GET', '/v2/customers?page=1&limit=1', undefined, { client: asToken(await sign(claims)) })
  const now = Math.floor(Date.now() / 1000)
  dataOf(await call({ exp: now + 60 }))
  for (const [claims, says] of [
    [{ exp: now - 1 }, 'expired'],
    [{ exp: now }, 'expired'],
    [{ nbf: now + 60 }, 'not valid yet'],
    [{ aud: 'urn:other:api' }, 'its audience is not this API'],
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

type Family = Awaited<ReturnType<typeof createFamily>>

/**
 * Two unrelated companies, two subsidiaries that the first one has created, and one below the first
 * of these; each has its own client and payment.
 */
async function createFamily() {
  const parent = await createMember()
  const parentClient = await clientOf(parent.customerUID)
  const child = await createMember(parentClient)
  const childClient = await clientOf(child.customerUID)
  const sibling = await createMember(parentClient)
  const grandchild = await createMember(childClient)
  const stranger = await createMember()
  return {
    ...{ parent, child, sibling, stranger, parentClient, childClient },
    grandchildClient: await clientOf(grandchild.customerUID),
    siblingClient: await clientOf(sibling.customerUID),
    strangerClient: await clientOf(stranger.customerUID),
  }
}

async function createMember(client = service.tenant.client): Promise<Given> {
  const payer = await createPayer(service, { client, balance: 0 })
  const underwritten = { accountFeatures: { achFeature: { enableUnderWritten: true } } }
  dataOf(await service.call('PATCH', `/v3/customers/${payer.customerUID}/accounts/${payer.accountUID}`, underwritten))
  const deposit = { direction: 'Credit', amount: 100, currency: 'USD', reason: 'r', externalReferenceId: 'e' }
  dataOf(await service.call('POST', `/v1/institution/accounts/${payer.accountUID}/adjustments`, deposit), 201)
  const paid = await service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 1 }))
  return { ...given, ...payer, paymentUID: dataOf(paid).paymentUID }
}

/** Operations below a customer, except those that only the institution can use. */
const OF_A_CUSTOMER = operations.filter(({ paths }) => /^(?!\/v1\/institution\/).*\{customer(UID|Id)\}/.test(paths[0]))

/** The reply to another legal entity: the same as for a record that does not exist. */
const FOREIGN = [
  'foreignCustomer',
  'signatoryCustomerDenied',
  'paymentNotFound',
  'recurrenceNotFound',
  'fxQuoteNotFound',
  'fxContractNotFound',
  'fxCoverContractNotFound',
] as const

/**
 * For operations without a customer's record in the path: the reply to a client of an unrelated
 * legal entity.
 */
const outsiders: Partial<Record<string, ErrorReason | 'success'>> = {
  createCustomer: 'success',
  getBank: 'success',
  listApplications: 'success',
  listReceipts: 'success',
  listPaymentRequests: 'success',
  listSentPaymentRequests: 'success',
  askForPayment: 'askingAccountUnknown',
  acceptPaymentRequest: 'paymentRequestNotFound',
  refusePaymentRequest: 'paymentRequestNotFound',
  getReceipt: 'receiptNotFound',
  createPositivePayRule: 'positivePayAccountUnknown',
  updatePositivePayRule: 'positivePayRuleNotFound',
  deletePositivePayRule: 'positivePayRuleNotFound',
  activatePositivePayRule: 'positivePayRuleNotFound',
  suspendPositivePayRule: 'positivePayRuleNotFound',
  searchPositivePayRules: 'success',
  searchPositivePayExceptions: 'success',
  approvePositivePayException: 'positivePayExceptionNotFound',
  rejectPositivePayException: 'positivePayExceptionNotFound',
  approvePositivePayExceptions: 'success',
  listAccountTransactions: 'accountOutOfReach',
  getAccountBalances: 'accountOutOfReach',
  onboardConsumer: 'success',
  searchCustomers: 'success',
  searchPayments: 'success',
  searchPaymentsByQuery: 'success',
  lookupCustomer: 'accountNumberUnknown',
  createCreditPayment: 'senderAccountUnknown',
  createDebitPayment: 'creditorUnknown',
  previewDebitPayment: 'creditorUnknown',
  createBookTransfer: 'senderAccountUnknown',
  previewBookTransfer: 'senderAccountUnknown',
  previewCreditPayment: 'senderAccountUnknown',
}

/** The reason for which a customer's client is refused, or `success`. */
function answerTo({ id, errors }: Operation, isInside: boolean): ErrorReason | 'success' {
  if (errors.includes('notTheInstitution')) return 'notTheInstitution'
  if (isInside) return 'success'
  const answer = FOREIGN.find((reason) => errors.includes(reason)) ?? outsiders[id]
  assert.ok(answer, `add ${id} to outsiders in authorisation.test.ts with its reply to an unrelated legal entity`)
  return answer
}

test('every operation with a customer or a payment in its path refuses other legal entities, or allows only the institution', () => {
  for (const operation of operations) {
    const isOfSomeone = /\{(customerUID|customerId|paymentUID)\}/.test(operation.paths[0])
    if (isOfSomeone)
      assert.ok(
        [...FOREIGN, 'notTheInstitution' as const].some((reason) => operation.errors.includes(reason)),
        operation.id,
      )
  }
})

test('every sub-resource of another customer is 400 under my customer', async () => {
  const { parent, parentClient, stranger } = family
  // Records that a sample creates belong to the stranger, too.
  const make: Given['make'] = (path, body, method) =>
    given.make(path.replace(parent.customerUID, stranger.customerUID), body, method)
  const mixed = { ...given, ...stranger, customerUID: parent.customerUID, make }
  const subResources = OF_A_CUSTOMER.filter(({ paths }) => /\{(accountUID|contactUID|roleId|userId)\}/.test(paths[0]))
  assert.ok(subResources.length >= 6)
  const codeOf = ({ id, tag }: Operation) => {
    if (id === 'deleteAccountV2') return 'ACC002'
    return tag === 'Accounts' ? 'ACC001' : 'CUST002'
  }
  for (const operation of subResources) {
    const { method, paths, body } = await sampleRequest(operation, mixed)
    for (const path of paths)
      assertRefused(await service.call(method, path, body, { client: parentClient }), {
        status: 400,
        code: codeOf(operation),
        says: 'not associated with the given customer',
      })
  }
})

test("a search finds only the client's own customer and those below it", async () => {
  const parent = await createMember()
  const parentClient = await clientOf(parent.customerUID)
  const child = await createMember(parentClient)
  const childClient = await clientOf(child.customerUID)
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

test("a payment is accepted only from accounts of the client's legal entity and those below it", async () => {
  const { parent, parentClient, child, childClient, stranger } = family
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
    assertRefused(await pay(payer, client), { status: 400, code: 'PAYMENT002', says: 'not one of your accounts' })
})

test('a payment of another legal entity is 404 like an unknown one; a client reads its own payments and those below it', async () => {
  const { parent, parentClient, child, childClient, stranger } = family
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
    assertRefused(await read(uid, client), { status: 404, code: 'PAYMENT001' })
})

test('a customer created by a client is below its legal entity, and can name only visible customers as related', async () => {
  const { parentClient, childClient, stranger } = family
  const grandchild = dataOf(await service.call('POST', '/v2/customers', customerBody(), { client: childClient }))
  dataOf(await service.call('GET', `/v2/customers/${grandchild.customerUID}`, undefined, { client: parentClient }))
  const { shortName } = dataOf(await service.call('GET', `/v2/customers/${stranger.customerUID}`))
  const body = customerBody({ parentEntityShortName: shortName })
  assertRefused(await service.call('POST', '/v2/customers', body, { client: parentClient }), {
    status: 400,
    code: 'CUST001',
    says: 'parentEntityShortName does not name a customer of the legal entity',
  })
})
