import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  accountBody,
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
  transferBody,
} from '../support/test-service.ts'

// The institution switched the wires of an account off, or asked for call-backs. A client of the
// customer opened another account, moved the money there, and wired it.

let service: TestService
before(async () => {
  service = await startTestService({ worker: false })
})
after(() => service.stop())

type Restricted = Payer & { client: TestClient; path: string }

/** A customer whose account the institution restricts. */
async function restricted(accountFeatures: object, balance = 1000): Promise<Restricted> {
  const payer = await createPayer(service, { balance })
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  const path = `/v3/customers/${payer.customerUID}/accounts`
  dataOf(await service.call('PATCH', `${path}/${payer.accountUID}`, { accountFeatures }))
  return { ...payer, client, path }
}

const open = ({ client, path }: Restricted, fields: object = {}, by = client) =>
  service.call('POST', path, accountBody({ accountNumber: undefined, ...fields }), { client: by })
const read = async ({ path }: Restricted, accountUID: string) =>
  dataOf(await service.call('GET', `${path}/${accountUID}`))
const wire = (from: Restricted, accountUID: string, fields: object = {}) =>
  service.call(
    'POST',
    '/v3/payments/creditrequest',
    creditBody({ ...from, accountUID }, { speed: 'Express', ...fields }),
    {
      client: from.client,
    },
  )

/** Another account of the customer that its own client opened, with the money of the first. */
async function around(customer: Restricted): Promise<string> {
  const { accountUID } = dataOf(await open(customer), 201)
  const move = transferBody({ from: customer.accountUID, to: accountUID, paymentAmount: 500 })
  dataOf(await service.call('POST', '/payments/booktransfer', move, { client: customer.client }))
  return accountUID
}

test('an account that a client of the customer opens sends no wires if another account may not', async () => {
  const customer = await restricted({ fedWireFeature: { enableWire: 'No' } })
  assertRefused(await wire(customer, customer.accountUID), {
    status: 402,
    code: 'PAYMENT002',
    says: 'not enabled to send by Express',
  })
  const other = await around(customer)
  assertRefused(await wire(customer, other), {
    status: 402,
    code: 'PAYMENT002',
    says: 'not enabled to send by Express',
  })
  assert.equal((await read(customer, other)).enableWire, 'No')
})

test('its wires need the call-back of the other account', async () => {
  const customer = await restricted({ fedWireFeature: { enableCallbacks: 'Yes', callbackLimit: 100 } })
  const other = await around(customer)
  const wired = async (paymentAmount: number) => dataOf(await wire(customer, other, { paymentAmount })).paymentStatus
  assert.notEqual(await wired(100), 'PENDING_APPROVAL')
  assert.equal(await wired(100.01), 'PENDING_APPROVAL')
})

test('a limit in another currency stands for every wire, and the lowest of several counts', async () => {
  const customer = await restricted({ fedWireFeature: { enableCallbacks: true, callbackLimit: 100 } })
  const euro = dataOf(await open(customer, { currency: 'EUR' }), 201)
  assert.deepEqual((await read(customer, euro.accountUID)).accountFeatures.fedWireFeature, {
    ...{ enableCallbacks: 'Yes', callbackLimit: 0 },
  })
  const dollars = dataOf(await open(customer), 201)
  assert.equal((await read(customer, dollars.accountUID)).accountFeatures.fedWireFeature.callbackLimit, 0)
})

test('the same holds for wires abroad, RTP and FedNow, however the client asks for them', async () => {
  const customer = await restricted({
    fedWireFeature: { enableInternationalWire: 'No' },
    fedNowFeature: { enableFedNow: 'No' },
    rtpFeature: { rtpReceiveOnly: 'Yes' },
  })
  const accountFeatures = { fedWireFeature: { enableInternationalWire: 'Yes' }, fedNowFeature: { enableFedNow: 'Yes' } }
  const { accountUID } = dataOf(await open(customer, { accountFeatures, enableWire: true }), 201)
  const { fedWireFeature, fedNowFeature, rtpFeature } = (await read(customer, accountUID)).accountFeatures
  assert.deepEqual(
    [fedWireFeature.enableInternationalWire, fedNowFeature.enableFedNow, rtpFeature.rtpReceiveOnly],
    ['No', 'No', 'Yes'],
  )
})

test('to close or delete the restricted account first changes nothing', async () => {
  const customer = await restricted({ fedWireFeature: { enableWire: 'No' } }, 0)
  const path = `/v2/customers/${customer.customerUID}/accounts/${customer.accountUID}`
  dataOf(await service.call('DELETE', path))
  const { accountUID } = dataOf(await open(customer), 201)
  assert.equal((await read(customer, accountUID)).enableWire, 'No')
})

test('the institution opens accounts as it wants, and lifts what was taken over', async () => {
  const customer = await restricted({ fedWireFeature: { enableWire: 'No' } })
  const own = dataOf(await open(customer, {}, service.tenant.client), 201)
  assert.equal((await read(customer, own.accountUID)).enableWire, 'Yes')
  const { accountUID } = dataOf(await open(customer), 201)
  const on = { accountFeatures: { fedWireFeature: { enableWire: 'Yes' } } }
  const path = `${customer.path}/${accountUID}`
  assert.equal((await service.call('PATCH', path, on, { client: customer.client })).status, 403)
  dataOf(await service.call('PATCH', path, on))
  assert.equal((await read(customer, accountUID)).enableWire, 'Yes')
})

test('the restrictions of one customer are not those of another', async () => {
  await restricted({ fedWireFeature: { enableWire: 'No' } })
  const other = await restricted({ fedWireFeature: { enableWire: 'Yes' } })
  const { accountUID } = dataOf(await open(other), 201)
  assert.equal((await read(other, accountUID)).enableWire, 'Yes')
})
