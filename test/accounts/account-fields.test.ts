import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  accountBody,
  customerBody,
  startTestService,
  type TestService,
  unnumberedBody,
} from '../support/test-service.ts'

/** Fields of accounts as clients of the vendor's public reference send and read them. */

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const newCustomer = async () => dataOf(await service.call('POST', '/v2/customers', customerBody())).customerUID
const V2 = (customerUID: string) => `/v2/customers/${customerUID}/accounts`
const get = async (path: string) => dataOf(await service.call('GET', path))

/** Features outside of accountFeatures. */
const flat = {
  accountAnalysis: true,
  isUnderWritten: false,
  debitExposureLimit: 5000.5,
  creditExposureLimit: 900,
  enableCallbacks: true,
  callbackLimit: 250,
}

test('an account of v2 keeps limits, callbacks, analysis, underwriting and reason as existing clients send them', async () => {
  const customerUID = await newCustomer()
  const path = V2(customerUID)
  const body = { externalReferenceId: 'r-1', ...accountBody(), ...flat, reason: 'a branch opens' }
  const created = await service.call('POST', path, body)
  assert.equal(created.headers.get('giro-ignored-fields'), null)
  const { accountUID } = dataOf(created)
  const shown = await get(`${path}/${accountUID}`)
  for (const [field, value] of Object.entries({ ...flat, reason: body.reason }))
    assert.equal(shown[field], value, field)
  assert.deepEqual(shown.accountFeatures, {
    accountAnalysis: 'Yes',
    achFeature: { enableUnderWritten: 'No', debitExposureLimit: 5000.5, creditExposureLimit: 900 },
    fedWireFeature: { enableCallbacks: 'Yes', callbackLimit: 250 },
  })
  const [listed] = await get(`${path}?page=1&limit=10`)
  assert.deepEqual(listed, shown)
  const { accountName, accountType, accountSubType, routingNumber, masterGl, countryCode } = body
  for (const [field, value] of Object.entries({ accountName, accountType, accountSubType, routingNumber }))
    assert.equal(listed[field], value, field)
  assert.deepEqual([listed.masterGl, listed.countryCode], [masterGl, countryCode])

  dataOf(await service.call('PUT', `${path}/${accountUID}`, { callbackLimit: '300', isUnderWritten: 'Y' }))
  const changed = await get(`${path}/${accountUID}`)
  const { accountFeatures: _, ...rest } = shown
  const { accountFeatures, ...after } = changed
  assert.deepEqual(after, { ...rest, callbackLimit: 300, isUnderWritten: true })
  assert.equal(accountFeatures.achFeature.debitExposureLimit, 5000.5)
})

test('an account is refused for a feature with different values under both names, and opened if they are equal', async () => {
  const path = V2(await newCustomer())
  const open = (achFeature: object, more: object) =>
    service.call('POST', path, {
      ...{ externalReferenceId: 'r-2', ...accountBody(), accountFeatures: { achFeature } },
      ...more,
    })
  const names = 'debitExposureLimit and accountFeatures.achFeature.debitExposureLimit are one field'
  const refused = await open({ debitExposureLimit: 10 }, { debitExposureLimit: 1_000_000 })
  assert.equal(refused.status, 400)
  assert.ok(refused.body.message.includes(names), refused.body.message)
  assert.equal((await open({ enableUnderWritten: 'No' }, { isUnderWritten: true })).status, 400)
  const equal = { debitExposureLimit: '10.00', enableUnderWritten: 'No' }
  const opened = await open(equal, { debitExposureLimit: 10, isUnderWritten: false })
  assert.equal((await get(`${path}/${dataOf(opened).accountUID}`)).debitExposureLimit, 10)
})

test('a change keeps the value of accountFeatures of a feature that is sent under both names, and names the other', async () => {
  const path = V2(await newCustomer())
  const { accountUID } = dataOf(await service.call('POST', path, { externalReferenceId: 'r-5', ...accountBody() }))
  const accountFeatures = { achFeature: { debitExposureLimit: 10 } }
  const reply = await service.call('PUT', `${path}/${accountUID}`, { accountFeatures, debitExposureLimit: 20 })
  assert.equal(reply.headers.get('giro-ignored-fields'), 'debitExposureLimit')
  assert.equal((await get(`${path}/${accountUID}`)).debitExposureLimit, 10)
})

test('a client of the customer sets none of the features that the institution owns, in no form', async () => {
  const customerUID = await newCustomer()
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  const path = V2(customerUID)
  const { accountUID } = dataOf(await service.call('POST', path, { externalReferenceId: 'r-3', ...accountBody() }))
  for (const [field, value] of Object.entries({ ...flat, isUnderWritten: true })) {
    const created = { externalReferenceId: 'r-4', ...unnumberedBody(), [field]: value }
    const expected = { status: 403, code: 'CUST001' }
    assertRefused(await service.call('POST', path, created, { client }), expected)
    if (field === 'isUnderWritten') continue
    assertRefused(await service.call('PUT', `${path}/${accountUID}`, { [field]: value }, { client }), expected)
  }
})
