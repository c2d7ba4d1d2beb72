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

const noRequests = {
  rfpSend: 'No',
  fedNowFeature: { fednowRfpSend: 'No' },
  rtpFeature: { rtpRfpSend: 'No' },
  achFeature: { secCodes: ['CCD'] },
}

test('it sends no requests for payment, and no entries of other classes, if the other may not', async () => {
  const customer = await restricted(noRequests)
  const other = await around(customer)
  const { rfpSend, fedNowFeature, rtpFeature, achFeature } = (await read(customer, other)).accountFeatures
  assert.deepEqual(
    [rfpSend, fedNowFeature.fednowRfpSend, rtpFeature.rtpRfpSend, achFeature.secCodes],
    ['No', 'No', 'No', ['CCD']],
  )
  const ppd = creditBody({ ...customer, accountUID: other }, { speed: 'Economy', additionalInfo: { secCode: 'PPD' } })
  const reply = await service.call('POST', '/v3/payments/creditrequest', ppd, { client: customer.client })
  assert.ok(reply.status >= 400, JSON.stringify(reply.body))
})

test('nor if the other one was deleted, or if the client asks for them', async () => {
  const customer = await restricted(noRequests, 0)
  const path = `/v2/customers/${customer.customerUID}/accounts/${customer.accountUID}`
  dataOf(await service.call('DELETE', path, undefined, { client: customer.client }))
  const accountFeatures = { rfpSend: 'Yes', achFeature: { secCodes: ['PPD', 'CCD'] } }
  assertRefused(await open(customer, { accountFeatures }), {
    status: 403,
    code: 'CUST001',
    says: 'only the institution',
  })
  const { accountUID } = dataOf(await open(customer), 201)
  const shown = (await read(customer, accountUID)).accountFeatures
  assert.deepEqual([shown.rfpSend, shown.achFeature.secCodes], ['No', ['CCD']])
})

test('of several lists of classes, it has what they have in common', async () => {
  const customer = await restricted({ achFeature: { secCodes: ['CCD', 'PPD', 'CTX'] } })
  const own = dataOf(await open(customer, {}, service.tenant.client), 201)
  const only = { accountFeatures: { achFeature: { secCodes: ['PPD', 'CTX', 'WEB'] } } }
  dataOf(await service.call('PATCH', `${customer.path}/${own.accountUID}`, only))
  const { accountUID } = dataOf(await open(customer), 201)
  assert.deepEqual((await read(customer, accountUID)).accountFeatures.achFeature.secCodes, ['PPD', 'CTX'])
})

const LIMITED = { achFeature: { creditExposureLimit: 300 } }
const ach = (from: Restricted, accountUID: string) =>
  service.call('POST', '/v3/payments/creditrequest', creditBody({ ...from, accountUID }, { paymentAmount: 400 }), {
    client: from.client,
  })
const LIMIT = { status: 402, code: 'PAYMENT002', says: 'limited to 300.00' }

test('who deletes the account that carries the credit exposure limit does not lift it', async () => {
  const customer = await restricted(LIMITED)
  const other = await around(customer)
  const back = transferBody({ from: customer.accountUID, to: other, paymentAmount: 500 })
  dataOf(await service.call('POST', '/payments/booktransfer', back, { client: customer.client }))
  assertRefused(await ach(customer, other), LIMIT)
  const path = `/v2/customers/${customer.customerUID}/accounts/${customer.accountUID}`
  const says = 'the institution set its creditExposureLimit'
  const refused = await service.call('DELETE', path, undefined, { client: customer.client })
  assertRefused(refused, { status: 403, code: refused.body.code, says })
  assertRefused(await ach(customer, other), LIMIT)
  dataOf(await service.call('DELETE', path))
  dataOf(await ach(customer, other))
})

test('nor does who closes it first', async () => {
  const customer = await restricted(LIMITED, 0)
  const path = `${customer.path}/${customer.accountUID}`
  const close = await service.call('PATCH', path, { action: 'Close', reason: 'test' }, { client: customer.client })
  dataOf(close)
  const deletion = `/v2/customers/${customer.customerUID}/accounts/${customer.accountUID}`
  const refused = await service.call('DELETE', deletion, undefined, { client: customer.client })
  assert.equal(refused.status, 403, JSON.stringify(refused.body))
})
