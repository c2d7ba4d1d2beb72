import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type FixedClock, fixedClock } from '../../src/kernel/clock.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { newKey } from '../support/client-proofs.ts'
import { createIdentityProvider } from '../support/identity-provider.ts'
import { approvePending } from '../support/second-person.ts'
import {
  createPayer,
  creditBody,
  fetchToken,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
  type TestTenant,
} from '../support/test-service.ts'

let service: TestService
let clock: FixedClock
/** The bank, under dual control from `before` on, and its two administrators. */
let bank: TestTenant
let maker: TestClient
let checker: TestClient
/** A client that the maker created through the API before dual control was on. */
let alias: TestClient
let payer: Payer
let secondNode: string

const QUEUE = '/v1/institution/approvals'
const OWN = { status: 403, code: 'APPROVAL001' }
const STALE = { status: 409, code: 'APPROVAL001' }

before(async () => {
  clock = fixedClock('2026-07-01T14:00:00.000Z')
  service = await startTestService({ clock })
  bank = service.tenant
  maker = bank.client
  checker = await service.createClient(bank, {})
  alias = await clientOf(
    dataOf(await call('POST', '/v1/institution/api-clients', { name: 'Alias', entitlements: ENTITLEMENTS }), 201),
  )
  payer = await createPayer(service, { balance: 1_000, customer: { legalEntityAccessSettings: dualPayments } })
  secondNode = await service.startNode()
  dataOf(await call('PUT', '/v1/institution', { dualControl: true }))
})
after(() => service.stop())

const dualPayments = { paymentDualApproval: true, paymentNumberOfApprovers: 1 }
const call = (method: string, path: string, body?: unknown, client = maker, at?: string) =>
  service.call(method, path, body, { client, ...(at && { at }) })
const clientOf = async (key: { apiKey: string; apiSecret: string }): Promise<TestClient> => ({
  ...key,
  token: await fetchToken(service.baseUrl, bank.institution.code, key),
})
const propose = async (method: string, path: string, body: unknown, client = maker): Promise<string> => {
  const reply = await call(method, path, body, client)
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  return (reply.body.data ?? reply.body).approvalUID
}
const read = async (uid: string) => dataOf(await call('GET', `${QUEUE}/${uid}`))
const approve = async (uid: string, client = checker, at?: string) =>
  call('PUT', `${QUEUE}/${uid}/approve`, { contentHash: (await read(uid)).contentHash }, client, at)
const limits = (value: number) => ({ limits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value }] })
const raiseLimits = (value = 1_000_000) => propose('PUT', '/v1/institution/limits', limits(value))
const credit = (amount: number) => ({
  ...{ direction: 'Credit', amount, currency: 'USD', reason: 'correction', externalReferenceId: randomUUID() },
})
const adjustments = `/v1/institution/accounts/`
const adjusted = async (minor: number): Promise<bigint> => {
  const text = 'select count(*) as count from adjustments where account_id = $1 and amount = $2'
  const [row] = await service.query<{ count: bigint }>(text, [payer.accountUID, minor])
  return row!.count
}

test('an administrator cannot approve with a client that they created themselves', async () => {
  const uid = await raiseLimits()
  assertRefused(await approve(uid, alias), { ...OWN, says: 'one person has seen the secrets' })
  const byAlias = await propose('PUT', '/v1/institution/limits', limits(2_000_000), alias)
  assertRefused(await approve(byAlias, maker), { ...OWN, says: 'one person has seen the secrets' })
})

test('an administrator cannot create or widen a client, or take the secret of another client, alone', async () => {
  const created = await call('POST', '/v1/institution/api-clients', { name: 'Mine', entitlements: ENTITLEMENTS })
  assert.equal(created.status, 202)
  assert.equal(JSON.stringify(created.body).includes('apiSecret'), false)
  await propose('POST', `/v1/institution/api-clients/${checker.apiKey}/rotate`, { overlapSeconds: 0 })
  const small = await service.createClient(bank, { entitlements: ['Institution.View_Institution'] })
  await propose('PUT', `/v1/institution/api-clients/${small.apiKey}`, { entitlements: ENTITLEMENTS })
  assert.equal((await call('GET', '/v1/institution', undefined, checker)).status, 200, 'the secret was not rotated')
})

test('an administrator cannot change the keys, networks or proofs of a client, or trust its word about persons, alone', async () => {
  const { registration } = await createIdentityProvider(service)
  const { jwk } = await newKey()
  const changes = [
    { publicKeys: [jwk] },
    { authenticationMethod: 'private_key_jwt', publicKeys: [jwk] },
    { allowedNetworks: ['203.0.113.0/24'] },
    { senderConstraint: 'dpop' },
    { accessTokenSeconds: 60 },
    { expiresAt: '2999-01-01T00:00:00.000Z' },
    { trustedToNamePersons: true },
    { identityProvider: registration },
  ]
  for (const change of changes) {
    const { apiKey } = await service.createClient(bank, { entitlements: ['Institution.View_Institution'] })
    await propose('PUT', `/v1/institution/api-clients/${apiKey}`, change)
  }
})

test('an administrator cannot approve with a client whose key they proposed, also after it has a second key', async () => {
  const { apiKey } = checker
  const keyed = await service.createClient(bank, {})
  const [mine, later] = [await newKey('ES256', 'mine'), await newKey('ES256', 'later')]
  const path = `/v1/institution/api-clients/${keyed.apiKey}`
  dataOf(await approve(await propose('PUT', path, { publicKeys: [mine.jwk] })))
  const again = await clientOf(keyed)
  assertRefused(await approve(await raiseLimits(4_000_000), again), { ...OWN, says: 'one person' })
  dataOf(await approve(await propose('PUT', path, { publicKeys: [mine.jwk, later.jwk] }, checker), maker))
  const uid = await raiseLimits(5_000_000)
  assertRefused(await approve(uid, await clientOf(keyed)), { ...OWN, says: 'one person' })
  assert.equal((await approve(uid)).status, 200, `${apiKey} proposed no key of the maker`)
})

test('two clients whose secrets one approver saw cannot approve for each other', async () => {
  const make = async (name: string) => {
    const uid = await propose('POST', '/v1/institution/api-clients', { name, entitlements: ENTITLEMENTS })
    const { result, shownOnce } = dataOf(await approve(uid))
    return clientOf({ apiKey: result.apiKey, apiSecret: shownOnce.apiSecret })
  }
  const [one, other] = [await make('One'), await make('Other')]
  const uid = await propose('PUT', '/v1/institution/limits', limits(3_000_000), one)
  assertRefused(await approve(uid, other), { ...OWN, says: 'one person has seen the secrets' })
  assertRefused(await approve(uid, checker), { ...OWN, says: 'one person has seen the secrets' })
  dataOf(await approve(uid, maker))
})

test('a client cannot approve its own proposal with a new key and a new token', async () => {
  const uid = await raiseLimits()
  const rotated = dataOf(await call('POST', `/v1/institution/api-clients/${maker.apiKey}/rotate`, {}))
  const again = await clientOf({ apiKey: maker.apiKey, apiSecret: rotated.apiSecret })
  assertRefused(await approve(uid, again), OWN)
})

test('one administrator cannot switch dual control off; two can, and one can switch it on again', async () => {
  const uid = await propose('PUT', '/v1/institution', { dualControl: false })
  assert.equal(dataOf(await call('GET', '/v1/institution')).dualControl, true)
  assertRefused(await approve(uid, maker), OWN)
  await propose('PUT', '/v1/institution', { dualControl: true, closedDays: ['2026-12-24'] })
  const off = await propose('PUT', '/v1/institution', { dualControl: false })
  assert.equal(dataOf(await approve(off)).result.dualControl, false)
  assert.equal(dataOf(await call('PUT', '/v1/institution', { dualControl: true })).dualControl, true)
  await raiseLimits()
})

test('a body changed after the review is not approved with the hash of the first', async () => {
  const uid = await raiseLimits(10)
  const { contentHash } = await read(uid)
  const changed = await raiseLimits(10_000_000)
  for (const target of [uid, changed])
    assertRefused(await call('PUT', `${QUEUE}/${target}/approve`, { contentHash }, checker), STALE)
  await assert.rejects(
    service.query('update approvals set proposed = $2 where id = $1', [uid, {}]),
    /permission denied/,
  )
})

test('a proposal that nobody decided for thirty days cannot be approved', async () => {
  const uid = await raiseLimits()
  const { contentHash } = await read(uid)
  const start = clock.now()
  clock.set(start.add({ hours: 30 * 24 }).toString())
  const late = await call('PUT', `${QUEUE}/${uid}/approve`, { contentHash }, checker)
  clock.set(start.toString())
  assertRefused(late, { ...STALE, says: 'expired' })
})

test('money moves once if two nodes approve one adjustment at the same time, and not before', async () => {
  const uid = await propose('POST', `${adjustments}${payer.accountUID}/adjustments`, credit(500))
  assert.equal(await adjusted(500_00), 0n)
  const replies = await Promise.all(
    [undefined, secondNode, undefined, secondNode].map((at) => approve(uid, checker, at)),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409])
  assert.equal(await adjusted(500_00), 1n)
})

test('an approver without the entitlement of the change cannot approve it', async () => {
  const uid = await propose('PUT', `/v2/customers/${payer.customerUID}`, {
    limits: [{ appName: 'Payments', appLimits: limits(77).limits }],
  })
  const entitlements = ENTITLEMENTS.filter((entitlement) => entitlement !== 'Customers.Manage_Customers')
  const lesser = await service.createClient(bank, { entitlements })
  assert.equal((await approve(uid, lesser)).status, 403)
  assert.equal((await read(uid)).status, 'Pending')
  dataOf(await approve(uid))
})

test("a customer's client can neither see nor approve a proposal of the bank", async () => {
  const uid = await raiseLimits()
  const { contentHash } = await read(uid)
  const client = await service.createClient(bank, { legalEntityId: BigInt(payer.customerUID) })
  assert.equal((await call('PUT', `${QUEUE}/${uid}/approve`, { contentHash }, client)).status, 403)
  const own = `/v1/customers/${payer.customerUID}/approvals/role/${uid}`
  assert.equal((await call('GET', own, undefined, client)).status, 400)
  assert.equal((await call('PUT', `${own}/approve`, { contentHash }, client)).status, 400)
})

const users = (path: string) => `/api/user-management/v1/customers/${path}`
const role = (name: string, entitlements: string[]) => ({
  ...{ externalReferenceId: 'role', name, description: 'role' },
  applications: [{ name: 'Payments', entitlements }],
})

async function createRole(customerUID: string, name: string): Promise<string> {
  await propose('POST', users(`${customerUID}/roles`), role(name, ['View_Payments']))
  await approvePending(service, customerUID)
  const found = await call('GET', users(`${customerUID}/roles/search?roleName=${name}`))
  return found.body.data[0].id
}

test('a role cannot gain the right to approve payments, or take the name of another role, by one person', async () => {
  const { customerUID } = payer
  const id = await createRole(customerUID, 'Viewer')
  const client = await service.createClient(bank, { legalEntityId: BigInt(customerUID) })
  const path = users(`${customerUID}/roles/${id}`)
  const uid = await propose('PUT', path, role('Viewer', ['View_Payments', 'Approve_Payments']), client)
  await propose('PUT', path, { name: 'Approver' }, client)
  assertRefused(await approve(uid), { ...STALE, says: 'Voided' })
  const { applications, name } = (await call('GET', path)).body
  assert.deepEqual([name, applications[0].entitlements], ['Viewer', ['View_Payments']])
})

test("the institution's own roles need a second person under dual control", async () => {
  const own = String(bank.institution.legalEntityId)
  await propose('POST', users(`${own}/roles`), role('All', ['Approve_Payments']))
})

test('one person cannot appoint a signatory, or raise the limit of one', async () => {
  const { customerUID } = payer
  const client = await service.createClient(bank, { legalEntityId: BigInt(customerUID) })
  const path = `/v1/customers/${customerUID}/signatories`
  const person = { fullName: 'Ada Lund', emailAddress: 'ada@sample.example', phoneNumber: '+1 207 555 0100' }
  const created = await call('POST', path, { ...person, approvalLimit: 10 }, client)
  assert.deepEqual([created.status, created.body.status], [201, 'Pending'])
  const { id, approvalUID } = created.body

  const payment = await call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 20 }), client)
  const approvePayment = `/payments/${dataOf(payment).paymentUID}/approve`
  const portal = await service.createClient(bank, { trustedToNamePersons: true })
  const signed = () => call('PUT', approvePayment, { signatoryId: id }, portal)
  assertRefused(await signed(), { status: 403, code: 'PAYMENT003', says: 'the signatory is Pending' })

  dataOf(await approve(approvalUID))
  const raised = await call('PATCH', `${path}/${id}`, { approvalLimit: null }, client)
  assert.deepEqual([raised.status, raised.body.status], [200, 'Active'])
  assert.ok((await signed()).status >= 400, 'the limit is still 10')
  assertRefused(
    await call('PUT', `${QUEUE}/${raised.body.approvalUID}/approve`, { contentHash: '0'.repeat(64) }, checker),
    STALE,
  )
  const lowered = await call('PATCH', `${path}/${id}`, { approvalLimit: 5 }, client)
  assert.equal(lowered.body.approvalUID, undefined, 'a lower limit takes effect at once')
  assert.equal((await read(raised.body.approvalUID)).status, 'Voided')
})

test('a signatory that was rejected cannot approve a payment', async () => {
  const path = `/v1/customers/${payer.customerUID}/signatories`
  const person = { fullName: 'Eve', emailAddress: 'eve@sample.example', phoneNumber: '+1 207 555 0100' }
  const { id, approvalUID } = (await call('POST', path, person)).body
  dataOf(await call('PUT', `${QUEUE}/${approvalUID}/reject`, { reason: 'unknown' }, checker))
  const listed = (await call('GET', path)).body.signatories.find((one: { id: string }) => one.id === id)
  assert.equal(listed.status, 'Rejected')
  const payment = await call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 20 }))
  const portal = await service.createClient(bank, { trustedToNamePersons: true })
  const signed = await call('PUT', `/payments/${dataOf(payment).paymentUID}/approve`, { signatoryId: id }, portal)
  assertRefused(signed, { status: 403, code: 'PAYMENT003', says: 'the signatory is Rejected' })
})
