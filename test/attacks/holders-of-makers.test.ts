import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { inDays } from '../support/clocks.ts'
import { approvePending } from '../support/second-person.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  fetchToken,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

/**
 * Somebody of the institution who knows the secret of a customer's client pays as the customer, and
 * then is the institution that approves, calls back or confirms.
 */

let service: TestService
let admin: TestClient
let colleague: TestClient
before(async () => {
  service = await startTestService({ worker: false })
  admin = await service.createClient(service.tenant, {})
  colleague = await service.createClient(service.tenant, {})
})
after(() => service.stop())

const CLIENTS = '/v1/institution/api-clients'
const OWN = { status: 403, code: 'PAYMENT003', says: 'one person may be behind you' }
const call = (client: TestClient, method: string, path: string, body?: unknown) =>
  service.call(method, path, body, { client })
const withToken = async (key: Pick<TestClient, 'apiKey' | 'apiSecret'>): Promise<TestClient> => ({
  ...key,
  token: await fetchToken(service.baseUrl, service.tenant.institution.code, key),
})

const entitlements = [...['Payments.Initiate_Payments', 'Payments.Approve_Payments', 'Contacts.Manage_Contacts']]

/** A client of the customer, whose secret `creator` was shown. */
async function clientOf({ customerUID }: Payer, creator: TestClient): Promise<TestClient> {
  const body = { name: 'the customer', customerUID, entitlements }
  return withToken(dataOf(await call(creator, 'POST', CLIENTS, body), 201))
}

const calledPayer = () => {
  const account = { accountFeatures: { fedWireFeature: { enableCallbacks: 'Yes' } } }
  return createPayer(service, { balance: 10_000, account, customer: { phoneNumber: '+1 207 555 0100' } })
}
const pay = async (payer: Payer, client: TestClient, fields: object = {}): Promise<string> =>
  dataOf(await call(client, 'POST', '/payments/creditrequest', creditBody(payer, { speed: 'Express', ...fields })))
    .paymentUID
const CALLED = { notes: 'Called Ada Lund, 10:15', calledNumber: '+1 207 555 0100' }
const decide = (client: TestClient, uid: string, action = 'approve', body: object = CALLED) =>
  call(client, 'PUT', `/payments/${uid}/${action}`, body)

test('who created the client of a customer does not approve or reject what it pays; somebody else does', async () => {
  const payer = await calledPayer()
  const uid = await pay(payer, await clientOf(payer, admin))
  assertRefused(await decide(admin, uid), OWN)
  assertRefused(await decide(admin, uid, 'reject', {}), OWN)
  assert.equal(dataOf(await decide(colleague, uid)).paymentStatus, 'VALIDATED')
})

test('nor does who rotated its secret later, before the payment was made', async () => {
  const payer = await calledPayer()
  const client = await clientOf(payer, colleague)
  const { apiKey } = client
  const rotated = dataOf(await call(admin, 'POST', `${CLIENTS}/${apiKey}/rotate`, {}))
  const uid = await pay(payer, await withToken({ apiKey, apiSecret: rotated.apiSecret }))
  for (const holder of [admin, colleague]) assertRefused(await decide(holder, uid), OWN)
  const third = await service.createClient(service.tenant, {})
  assert.equal(dataOf(await decide(third, uid)).paymentStatus, 'VALIDATED')
})

test('nor does a client of the institution whose secret the holder saw', async () => {
  const payer = await calledPayer()
  const uid = await pay(payer, await clientOf(payer, admin))
  const body = { name: 'another', entitlements: ['Payments.Approve_Payments'] }
  const second = await withToken(dataOf(await call(admin, 'POST', CLIENTS, body), 201))
  assertRefused(await decide(second, uid), OWN)
})

test('nor does who holds the client that confirmed or changed the payment since', async () => {
  const payer = await createPayer(service, { balance: 10_000 })
  const client = await clientOf(payer, admin)
  const uid = await pay(payer, colleague, { paymentDate: inDays(7) })
  const settings = { legalEntityAccessSettings: { beneDualApproval: true } }
  dataOf(await call(colleague, 'PUT', `/v2/customers/${payer.customerUID}`, settings))
  await approvePending(service, payer.customerUID)
  const bank = { ...contactBody().contactBank, accountNo: '880011223344' }
  const body = contactBody({ templateName: 'changed', contactBank: bank })
  const path = `/customers/${payer.customerUID}/contacts/${payer.contactUID}`
  dataOf(await call(client, 'PUT', path, body))
  await approvePending(service, payer.customerUID)
  assertRefused(await decide(admin, uid, 'confirm', {}), { status: 403, code: 'PAYMENT003' })
  dataOf(await decide(await service.createClient(service.tenant, {}), uid, 'confirm', {}))
})
