import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  accountBody,
  contactBody,
  createPayer,
  creditBody,
  customerBody,
  type Payer,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

let service: TestService
let payer: Payer
before(async () => {
  service = await startTestService()
  payer = await createPayer(service, { balance: 1_000 })
})
after(() => service.stop())

const made = async (path: string, body: object) => {
  const reply = await service.call('POST', path, body)
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
  return reply.body.data
}
/** What a client of Go writes for a structure of texts that it did not fill. */
const blank = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, '']))
const ADDRESS = { addressLine1: '1 Pier', addressLine2: '', city: 'Portland', postalCode: '04101', countryCode: 'USA' }

test('customers, accounts and contacts of clients that write empty texts are made without these fields', async () => {
  const empty = blank('emailAddress', 'customerId', 'achCompanyID', 'relationshipType', 'onMissedCutOff', 'phoneNumber')
  const { customerUID } = await made('/v2/customers', customerBody({ ...empty, mailingAddress: ADDRESS }))
  const customer = dataOf(await service.call('GET', `/v2/customers/${customerUID}`))
  for (const field of ['emailAddress', 'customerId', 'achCompanyID', 'relationshipType'])
    assert.equal(field in customer, false, field)
  const account = accountBody({ accountNumber: '', bankIdType: '', externalReferenceId: '' })
  const { accountUID } = await made(`/v3/customers/${customerUID}/accounts`, account)
  assert.match(
    dataOf(await service.call('GET', `/v3/customers/${customerUID}/accounts/${accountUID}`)).accountNumber,
    /\d/,
  )
  const { contactBank } = contactBody()
  await made(`/customers/${customerUID}/contacts`, {
    ...contactBody({
      ...blank('contactType', 'emailAddress', 'phoneNumber'),
      contactBank: { ...contactBank, accountType: '' },
    }),
    address: blank('addressLine1', 'city', 'postalCode', 'countryCode'),
    intermediaryBank: blank('country', 'name', 'nationalCode', 'swiftCode'),
  })
})

test('a payment with empty texts for what it does not say is the payment without them', async () => {
  const party = blank('accountNumber', 'accountType', 'accountCurrency', 'name', 'phone', 'email')
  const body = creditBody(payer, {
    ...{ fboCountry: '', paymentNotes: '', paymentDate: '' },
    sender: { accountUID: Number(payer.accountUID), ...party },
    receiver: { accountUID: Number(payer.contactUID), ...party },
    notification: blank('emailAddress', 'phoneNumber', 'message'),
  })
  await made('/payments/creditrequest', body)
  for (const [fields, says] of [
    [{ onMissedCutOff: '' }, 'onMissedCutOff'],
    [{ recurrence: { frequency: '', payUntil: 'Cancelled' } }, 'recurrence.frequency'],
    [{ externalReferenceId: '' }, 'externalReferenceId'],
  ] as const) {
    const reply = await service.call('POST', '/payments/creditrequest', { ...body, ...fields })
    assertRefused(reply, { status: 400, code: 'PAYMENT002', says })
  }
})

test('a count as a number and as text is one request of an idempotent one', async () => {
  const recurrence = { frequency: 'Monthly', payUntil: 'NumberOfPayments', numberOfPayments: 12 }
  const body = creditBody(payer, { recurrence })
  const headers = { 'Idempotent-Key': 'count-1' }
  const first = await service.call('POST', '/payments/creditrequest', body, { headers })
  const text = { ...body, recurrence: { ...recurrence, numberOfPayments: '12' } }
  const second = await service.call('POST', '/payments/creditrequest', text, { headers })
  assert.deepEqual(dataOf(second), dataOf(first))
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
})

test('in a change of a customer, null and empty text clear what may be empty, and nothing else', async () => {
  const set = {
    emailAddress: 'a@bank.example',
    customerId: 'C-9',
    relationshipType: 'Customer',
    mailingAddress: ADDRESS,
  }
  for (const value of [null, '']) {
    const { customerUID } = await made('/v2/customers', customerBody(set))
    const path = `/v2/customers/${customerUID}`
    const before = dataOf(await service.call('GET', path))
    const texts = { emailAddress: value, customerId: value, relationshipType: value }
    dataOf(await service.call('PUT', path, { ...texts, mailingAddress: null }))
    const { emailAddress, customerId, relationshipType, mailingAddress, ...rest } = before
    assert.deepEqual({ ...set, mailingAddress: 1 }, { emailAddress, customerId, relationshipType, mailingAddress: 1 })
    assert.ok(mailingAddress)
    assert.deepEqual(dataOf(await service.call('GET', path)), rest)
    assertRefused(await service.call('PUT', path, { legalName: '' }), {
      status: 400,
      code: 'CUST001',
      says: 'legalName',
    })
  }
})

test('in a change of a customer, an address changes in the fields that are sent', async () => {
  const { customerUID } = await made('/v2/customers', customerBody())
  const path = `/v2/customers/${customerUID}`
  const { legalAddress } = dataOf(await service.call('GET', path))
  dataOf(await service.call('PUT', path, { legalAddress: { city: 'Bath', postalCode: null } }))
  assert.deepEqual(dataOf(await service.call('GET', path)).legalAddress, { ...legalAddress, city: 'Bath' })
  const blanked = await service.call('PUT', path, { legalAddress: { city: '' } })
  assertRefused(blanked, { status: 400, code: 'CUST001', says: 'legalAddress.city' })
  const partial = await service.call('PUT', path, { mailingAddress: { city: 'Bath' } })
  assertRefused(partial, { status: 400, code: 'CUST001', says: 'mailingAddress.addressLine1 is required' })
  dataOf(await service.call('PUT', path, { mailingAddress: ADDRESS }))
  assert.equal(dataOf(await service.call('GET', path)).mailingAddress.countryCode, 'US')
})

test('a user is made with an empty phone number, and null removes one', async () => {
  const users = `/api/user-management/v1/customers/${payer.customerUID}`
  const role = {
    externalReferenceId: 'r',
    name: 'Clerk',
    description: 'r',
    applications: [{ name: 'Payments', entitlements: ['View_Payments'] }],
  }
  assert.equal((await service.call('POST', `${users}/roles`, role)).status, 201)
  const body = {
    externalReferenceId: 'u',
    firstName: 'Ada',
    lastName: 'Lund',
    email: 'a@bank.example',
    roleNames: ['Clerk'],
  }
  for (const [loginId, value] of [
    ['ada.1', null],
    ['ada.2', ''],
  ] as const) {
    const created = await service.call('POST', `${users}/users`, { ...body, loginId, phoneNumber: '' })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const path = `${users}/users/${created.body.userId}`
    assert.equal((await service.call('PUT', path, { phoneNumber: '+12075550100' })).status, 200)
    assert.equal((await service.call('GET', path)).body.phoneNumber, '+12075550100')
    assert.equal((await service.call('PUT', path, { phoneNumber: value })).status, 200)
    assert.equal('phoneNumber' in (await service.call('GET', path)).body, false)
  }
})
