import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { makersOf, makeUser } from '../support/operation-samples.ts'
import {
  accountBody,
  createPayer,
  customerBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
  transferBody,
} from '../support/test-service.ts'

let service: TestService
/** Two administrators of a bank under dual control. The first one is dishonest. */
let maker: TestClient
let checker: TestClient
/** A customer that helps the dishonest administrator, its client, and their victim. */
let accomplice: Payer
let helper: TestClient
let victim: Payer
let victimShortName: string
let accompliceShortName: string
let userPath: string

before(async () => {
  service = await startTestService()
  maker = service.tenant.client
  checker = await service.createClient(service.tenant, {})
  accomplice = await createPayer(service, { balance: 0 })
  victim = await createPayer(service, { balance: 1_000 })
  helper = await service.createClient(service.tenant, { legalEntityId: BigInt(accomplice.customerUID) })
  victimShortName = await shortNameOf(victim)
  accompliceShortName = await shortNameOf(accomplice)
  const given = { ...accomplice, paymentUID: '', ...(await makersOf(service, service.tenant)) }
  const { userId } = await makeUser(given)
  userPath = `/api/user-management/v1/customers/${accomplice.customerUID}/users/${userId}`
  dataOf(await call('PUT', '/v1/institution', { dualControl: true }))
})
after(() => service.stop())

const QUEUE = '/v1/institution/approvals'
const call = (method: string, path: string, body?: unknown, client = maker) =>
  service.call(method, path, body, { client })
const shortNameOf = async ({ customerUID }: Payer) =>
  dataOf(await call('GET', `/v2/customers/${customerUID}`)).shortName
const propose = async (method: string, path: string, body?: unknown): Promise<string> =>
  dataOf(await call(method, path, body), 202).approvalUID
const approve = async (uid: string, client = checker) => {
  const { contentHash } = dataOf(await call('GET', `${QUEUE}/${uid}`))
  return call('PUT', `${QUEUE}/${uid}/approve`, { contentHash }, client)
}
const customerPath = ({ customerUID }: Payer) => `/v2/customers/${customerUID}`
const accountPath = ({ customerUID, accountUID }: Payer, version = '/v3') =>
  `${version}/customers/${customerUID}/accounts/${accountUID}`
const read = async (path: string) => dataOf(await call('GET', path))

test('one administrator cannot move a customer below an accomplice, who would pay from its accounts', async () => {
  const steal = transferBody({ from: victim.accountUID, to: accomplice.accountUID, paymentAmount: 1_000 })
  const move = { parentEntityShortName: accompliceShortName }
  const uid = await propose('PUT', customerPath(victim), move)
  assertRefused(await call('POST', '/v3/payments/booktransfer', steal, helper), { status: 400, code: 'PAYMENT002' })
  assertRefused(await approve(uid, maker), { status: 403, code: 'APPROVAL001' })
  const reply = await call('PUT', `${QUEUE}/${uid}/approve`, { contentHash: 'a'.repeat(64) }, helper)
  assert.equal(reply.status, 403)
})

test('one administrator cannot change who a customer is, and the approver sees both names', async () => {
  for (const identity of [
    { legalName: 'Someone Else Inc' },
    { taxId: '851112223' },
    { customerType: 'Processing Org' },
  ])
    await propose('PUT', customerPath(victim), identity)
  const uid = await propose('PUT', customerPath(victim), { legalName: 'Renamed LLC' })
  const waiting = await read(`${QUEUE}/${uid}`)
  assert.equal(waiting.kind, 'limits')
  assert.equal(waiting.current.shortName, victimShortName)
  assert.equal(waiting.proposed.body.legalName, 'Renamed LLC')
  dataOf(await approve(uid))
  assert.equal((await read(customerPath(victim))).legalName, 'Renamed LLC')
})

test('one administrator still changes what belongs to the customer at once', async () => {
  dataOf(await call('PUT', customerPath(victim), { note: 'called back', emailAddress: 'office@company.example' }))
  dataOf(await call('PATCH', accountPath(victim), { accountName: 'Payroll' }))
  dataOf(await call('POST', '/v2/customers', customerBody({ parentEntityShortName: victimShortName })))
})

test('one administrator cannot create a customer with terms that it could not give it later', async () => {
  for (const terms of [
    { addtionalProfileDetails: [{ creditclient: true, achNonPrefundLimit: '1000000' }] },
    { addtionalProfileDetails: [{ fxPricingTier: 'Gold' }] },
    { secCodes: ['WEB'] },
  ])
    await propose('POST', '/v2/customers', customerBody({ parentEntityShortName: accompliceShortName, ...terms }))
  const waiting = await propose('POST', '/v2/customers', customerBody({ secCodes: ['WEB'] }))
  const { result } = dataOf(await approve(waiting))
  assert.deepEqual((await read(`/v2/customers/${result.customerUID}`)).secCodes, ['WEB'])
})

for (const version of ['/v2', '/v3'])
  test(`one administrator cannot give a ${version} account a limit, a number or a switch that it lacks`, async () => {
    const method = version === '/v2' ? 'PUT' : 'PATCH'
    const features = [
      { accountFeatures: { achFeature: { debitExposureLimit: 1_000_000 } } },
      { accountFeatures: { achFeature: { secCodes: ['WEB'] } } },
    ]
    const changes = [{ enableOffset: 'Yes' }, { accountNumber: '5551212555' }, ...(version === '/v3' ? features : [])]
    const before = await read(accountPath(accomplice))
    for (const change of changes) await propose(method, accountPath(accomplice, version), change)
    assert.deepEqual(await read(accountPath(accomplice)), before, 'nothing changed')
    const path = `${version}/customers/${accomplice.customerUID}/accounts`
    await propose('POST', path, accountBody({ externalReferenceId: 'offset', enableOffset: 'Yes' }))
  })

test('a second administrator approves the terms of an account, as it was shown', async () => {
  const limit = { accountFeatures: { achFeature: { debitExposureLimit: 500 } } }
  const stale = await propose('PATCH', accountPath(victim), limit)
  dataOf(await call('PATCH', accountPath(victim), { accountName: 'Renamed meanwhile' }))
  assertRefused(await approve(stale), { status: 409, code: 'APPROVAL001', says: 'has changed since' })
  dataOf(await approve(await propose('PATCH', accountPath(victim), limit)))
  assert.equal((await read(accountPath(victim))).accountFeatures.achFeature.debitExposureLimit, 500)
})

test('a proposal about an account and one about a customer with the same id do not replace each other', async () => {
  const account = await propose('PATCH', accountPath(victim), { masterGl: '2001' })
  const customer = await propose('PUT', customerPath(victim), { secCodes: ['PPD'] })
  for (const uid of [account, customer]) assert.equal((await read(`${QUEUE}/${uid}`)).status, 'Pending')
  assert.deepEqual((await read(`${QUEUE}/${account}`)).kind, 'account')
})

test('turning off a rail of an account, or suspending it, takes effect at once; turning it on again waits', async () => {
  const rtp = (enableRtp: boolean) => ({ accountFeatures: { rtpFeature: { enableRtp } } })
  dataOf(await call('PATCH', accountPath(accomplice), rtp(false)))
  await propose('PATCH', accountPath(accomplice), rtp(true))
})

test('a proposal never keeps the token of an external account', async () => {
  const body = { masterGl: '2002', externalAccount: { externalAuthToken: 'a secret' } }
  assertRefused(await call('PATCH', accountPath(victim), body), {
    status: 400,
    code: 'ACC001',
    says: 'externalAccount.externalAuthToken cannot wait',
  })
  dataOf(await call('PATCH', accountPath(victim), { externalAccount: { externalAuthToken: 'a secret' } }))
})

test('one administrator suspends a customer, an account and a user at once, and lifts none of them alone', async () => {
  const customer = `/v1/institution/customers/${accomplice.customerUID}`
  const account = { action: 'Suspend', reason: 'fraud' }
  dataOf(await call('PUT', `${customer}/suspend`, { reason: 'fraud' }))
  dataOf(await call('PATCH', accountPath(accomplice), account))
  assert.equal((await call('PUT', `${userPath}/suspend`)).status, 204)
  const activated = await call('PUT', `${userPath}/activate`)
  assert.equal(activated.status, 409, JSON.stringify(activated.body))
  assert.match(activated.body.message, /waits for approval/)
  const lifts = [
    await propose('PUT', `${customer}/activate`),
    await propose('PATCH', accountPath(accomplice), { action: 'Activate', reason: 'fine' }),
    await propose('PATCH', accountPath(accomplice, '/v2'), { action: 'activate', reason: 'fine' }),
    await propose('PATCH', accountPath(accomplice), { accountName: 'Mine', action: 'Activate', reason: 'fine' }),
  ]
  assert.equal((await read(customerPath(accomplice))).status, 'Suspended')
  assert.equal((await read(accountPath(accomplice))).status, 'Suspended')
  for (const uid of [lifts[0]!, lifts.at(-1)!]) {
    assertRefused(await approve(uid, maker), { status: 403, code: 'APPROVAL001' })
    dataOf(await approve(uid))
  }
  assert.equal((await read(customerPath(accomplice))).status, 'Active')
  assert.equal((await read(accountPath(accomplice))).status, 'Active')
})

test('an accomplice that requires approval of its own changes cannot approve its own terms', async () => {
  const guarded = customerBody({ legalEntityAccessSettings: { customerDualApproval: true } })
  const { customerUID } = dataOf(await call('POST', '/v2/customers', guarded))
  const own = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  const { approvalUID } = dataOf(await call('PUT', `/v2/customers/${customerUID}`, { secCodes: ['WEB'] }))
  const queue = `/v1/customers/${customerUID}/approvals/customer/${approvalUID}`
  const { contentHash } = dataOf(await call('GET', queue, undefined, own))
  assertRefused(await call('PUT', `${queue}/approve`, { contentHash }, own), {
    status: 409,
    code: 'APPROVAL001',
    says: 'only the institution can set secCodes',
  })
})
