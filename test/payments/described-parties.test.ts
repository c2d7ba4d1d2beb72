import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { untilLockWait } from '../support/lock-waits.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  debitBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService({ clock: fixedClock('2026-07-01T14:00:00Z') })
})
after(() => service.stop())

const party = {
  accountNumber: '700100200399',
  accountType: 'DDA',
  name: 'Quay Roasters',
  address: { addressLine1: '1 Quay', city: 'Portland', state: 'ME', postalCode: '04101', countryCode: 'US' },
  phone: '+12075550100',
  email: 'pay@quay.example',
  bank: { bankIdType: 'NID', bankId: '021000021', name: 'First Example Bank', countryCode: 'US' },
}

interface Sent {
  client?: TestClient
  headers?: Record<string, string>
}
const pay = (payer: Payer, receiver: object, fields: object = {}, options: Sent = {}) =>
  service.call('POST', '/payments/creditrequest', { ...creditBody(payer, fields), receiver }, options)
const contactsOf = async ({ customerUID }: Payer) =>
  dataOf(await service.call('GET', `/customers/${customerUID}/contacts`))
const read = async (path: string) => dataOf(await service.call('GET', path))

test('a receiver without a contact is paid, and its contact is in no list', async () => {
  const payer = await createPayer(service)
  const before = await contactsOf(payer)
  const { paymentUID, paymentStatus, contactUID } = dataOf(await pay(payer, party))
  assert.equal(paymentStatus, 'VALIDATED')
  const payment = await read(`/payments/${paymentUID}`)
  assert.equal(payment.beneficiaryUID, contactUID)
  assert.equal(payment.beneficiaryName, 'Quay Roasters')
  assert.equal(payment.receiverAccountNumber, '700100200399')
  assert.deepEqual(await contactsOf(payer), before)
  const contact = await read(`/customers/${payer.customerUID}/contacts/${contactUID}`)
  const { templateName, ...shown } = contact
  assert.deepEqual(shown, {
    ...{ contactUID, status: 'Active', name: 'Quay Roasters', contactType: 'Consumer', address: party.address },
    ...{ emailAddress: party.email, phoneNumber: party.phone, externalReferenceId: payment.externalReferenceId },
    contactBank: {
      ...{ country: 'US', accountNo: '700100200399', accountCcy: 'USD', accountType: 'Checking' },
      ...{ name: 'First Example Bank', nationalCode: '021000021' },
    },
  })
})

test('with saveContact, the contact is in the list under the name of the receiver, once', async () => {
  const payer = await createPayer(service)
  const { contactUID } = dataOf(await pay(payer, { ...party, saveContact: true }))
  const found = (await contactsOf(payer)).find((one: { contactUID: string }) => one.contactUID === contactUID)
  assert.equal(found.templateName, 'Quay Roasters')
  const again = await pay(payer, { ...party, saveContact: true })
  assertRefused(again, { status: 409, code: 'CUST001', says: 'Quay Roasters' })
})

test('two requests that arrive together cannot both save a contact under one name', async () => {
  const payer = await createPayer(service)
  const replies = await Promise.all(Array.from({ length: 4 }, () => pay(payer, { ...party, saveContact: true })))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409])
})

test('a name that another contact takes while the payment is decided is refused', async () => {
  const payer = await createPayer(service)
  const { tenantId } = service.tenant.institution
  const { paying } = await service.app.db.forTenant(tenantId).transaction(async (tx) => {
    await tx.query('update contacts set template_name = $3 where tenant_id = $1 and id = $2', [
      ...[tenantId, BigInt(payer.contactUID), party.name],
    ])
    const paying = pay(payer, { ...party, saveContact: true })
    await untilLockWait(service.query)
    return { paying }
  })
  assertRefused(await paying, { status: 409, code: 'CUST001', says: 'Quay Roasters' })
})

test('a payment that is refused leaves the name of its contact to another of the same batch', async () => {
  const payer = await createPayer(service, { balance: 20 })
  const saved = { ...party, saveContact: true }
  const amounts = [...Array.from({ length: 40 }, () => 5000), 10]
  const replies = await Promise.all(amounts.map((paymentAmount) => pay(payer, saved, { paymentAmount })))
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
})

test('a preview tells that another contact has the name', async () => {
  const payer = await createPayer(service)
  const receiver = { ...party, saveContact: true }
  dataOf(await pay(payer, receiver))
  const body = { ...creditBody(payer), receiver }
  const { wouldBeRefused, refusals } = dataOf(await service.call('POST', '/v3/payments/creditrequest/preview', body))
  assert.equal(wouldBeRefused, true)
  assert.deepEqual(
    refusals.map(({ reason }: { reason: string }) => reason),
    ['contactConflict'],
  )
})

test('a debtor without a contact is debited', async () => {
  const payer = await createPayer(service)
  const body = { ...debitBody(payer), debtor: { ...party, subAccountType: 'Savings' } }
  const { paymentUID, contactUID } = dataOf(await service.call('POST', '/v3/payments/debitrequest', body))
  assert.equal((await read(`/payments/${paymentUID}`)).counterPartyId, contactUID)
  const { contactBank } = await read(`/customers/${payer.customerUID}/contacts/${contactUID}`)
  assert.equal(contactBank.accountType, 'Savings')
})

test('a receiver with an account of the institution is paid by book transfer', async () => {
  const [payer, payee] = [await createPayer(service), await createPayer(service)]
  const receiver = { ...party, accountNumber: payee.accountNumber, bank: { ...party.bank, bankId: ROUTING_NUMBER } }
  assert.equal(dataOf(await pay(payer, receiver)).paymentStatus, 'PROCESSED')
})

test('a preview of a payment to a receiver without a contact creates nothing', async () => {
  const payer = await createPayer(service)
  const [{ count }] = (await service.query<{ count: bigint }>('select count(*) as count from contacts')) as [
    { count: bigint },
  ]
  const body = { ...creditBody(payer), receiver: { ...party, saveContact: true } }
  const preview = dataOf(await service.call('POST', '/v3/payments/creditrequest/preview', body))
  assert.deepEqual(preview.refusals ?? [], [])
  const [after] = await service.query<{ count: bigint }>('select count(*) as count from contacts')
  assert.equal(after!.count, count)
})

test('a refused payment leaves no contact', async () => {
  const payer = await createPayer(service, { balance: 5 })
  assertRefused(await pay(payer, { ...party, saveContact: true }), { status: 402, code: 'PAYMENT002' })
  assert.equal((await contactsOf(payer)).length, 1)
})

test('a repeated request with its key creates one contact', async () => {
  const payer = await createPayer(service)
  const body = { ...creditBody(payer), receiver: { ...party, saveContact: true } }
  const headers = { 'Idempotent-Key': 'described-1' }
  const first = dataOf(await service.call('POST', '/payments/creditrequest', body, { headers }))
  assert.deepEqual(dataOf(await service.call('POST', '/payments/creditrequest', body, { headers })), first)
  assert.equal((await contactsOf(payer)).length, 2)
})

test('the payments of a series go to the receiver that the request describes', async () => {
  const payer = await createPayer(service)
  const recurrence = { frequency: 'Monthly', payUntil: 'NumberOfPayments', numberOfPayments: 3 }
  const { recurranceId, contactUID } = dataOf(await pay(payer, party, { recurrence }))
  assert.equal((await read(`/v3/payments/recurrences/${recurranceId}`)).receiver.accountUID, contactUID)
})

// The controls of new contacts hold for a party that a payment describes.

test('without the entitlement to create contacts, a described party is refused, also in a preview', async () => {
  const entitlements = ENTITLEMENTS.filter((one) => one !== 'Contacts.Manage_Contacts')
  const payer = await createPayer(service)
  const client = await service.createClient(service.tenant, { entitlements })
  dataOf(await pay(payer, { accountUID: payer.contactUID }, {}, { client }))
  for (const path of ['/payments/creditrequest', '/v3/payments/creditrequest/preview'])
    for (const saveContact of [undefined, true]) {
      const body = { ...creditBody(payer), receiver: { ...party, saveContact } }
      const says = 'Contacts.Manage_Contacts'
      assertRefused(await service.call('POST', path, body, { client }), { status: 403, code: 'AUTH002', says })
    }
  const debit = { ...debitBody(payer), debtor: party }
  assertRefused(await service.call('POST', '/payments/debitrequest', debit, { client }), {
    ...{ status: 403, code: 'AUTH002' },
  })
})

test('where contacts need a second person, a described party is refused, and nothing is created', async () => {
  const payer = await createPayer(service)
  const legalEntityAccessSettings = { beneDualApproval: true }
  dataOf(await service.call('PUT', `/v2/customers/${payer.customerUID}`, { legalEntityAccessSettings }))
  for (const saveContact of [false, true]) {
    assertRefused(await pay(payer, { ...party, saveContact }), { status: 402, code: 'PAYMENT002', says: 'approval' })
    const debit = { ...debitBody(payer), debtor: { ...party, saveContact } }
    assertRefused(await service.call('POST', '/payments/debitrequest', debit), { status: 402, code: 'PAYMENT002' })
  }
  assert.equal((await contactsOf(payer)).length, 1)
})

test('the contact of a described party does not change', async () => {
  const payer = await createPayer(service)
  const { contactUID } = dataOf(await pay(payer, party))
  const path = `/customers/${payer.customerUID}/contacts/${contactUID}`
  assertRefused(await service.call('PUT', path, contactBody()), { status: 409, code: 'CUST001' })
})

test('a request cannot pay, debit or preview the contact of a described party again', async () => {
  const payer = await createPayer(service)
  const { contactUID: accountUID } = dataOf(await pay(payer, party))
  const unknown = { status: 400, code: 'PAYMENT002', says: 'not a contact of' }
  assertRefused(await pay(payer, { accountUID }), unknown)
  const debit = { ...debitBody(payer), debtor: { accountUID } }
  assertRefused(await service.call('POST', '/payments/debitrequest', debit), unknown)
  const body = { ...creditBody(payer), receiver: { accountUID } }
  assertRefused(await service.call('POST', '/v3/payments/creditrequest/preview', body), unknown)
})

test('a saved contact can be paid again', async () => {
  const payer = await createPayer(service)
  const { contactUID: accountUID } = dataOf(await pay(payer, { ...party, saveContact: true }))
  dataOf(await pay(payer, { accountUID }))
})

test('a described party of another customer is refused like any payment from its account', async () => {
  const [payer, other] = [await createPayer(service), await createPayer(service)]
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(other.customerUID) })
  assertRefused(await pay(payer, party, {}, { client }), { status: 400, code: 'PAYMENT002' })
})

const wrong: [string, object, string][] = [
  ['neither a contact nor an account number', { name: 'X' }, 'receiver.accountNumber'],
  ['nothing', {}, 'receiver.bank.name'],
  [
    'a wrong check digit',
    { ...party, bank: { ...party.bank, bankId: '021000022' } },
    'receiver.bank.bankId must be an ABA',
  ],
  ['no bank code', { ...party, bank: { name: 'Bank' } }, 'one of receiver.bank.bankId and receiver.bank.swiftCode'],
  [
    'a BIC of two kinds',
    { ...party, bank: { name: 'B', bankIdType: 'SWIFT', bankId: 'COBADEFF', swiftCode: 'DEUTDEFF' } },
    'receiver.bank.swiftCode',
  ],
  ['a name that ACH cannot carry', { ...party, name: '★' }, 'receiver.name'],
  ['two kinds of account', { ...party, accountType: 'Checking', subAccountType: 'Savings' }, 'receiver.subAccountType'],
  ['an unknown currency', { ...party, accountCurrency: 'XXX' }, 'receiver.accountCurrency'],
  ['an unknown field', { ...party, iban: 'DE89' }, 'receiver.iban'],
  [
    'an IBAN of another country than the bank',
    {
      ...party,
      accountNumber: 'DE89370400440532013000',
      bank: { name: 'B', swiftCode: 'BNPAFRPP', countryCode: 'FR' },
    },
    'an IBAN of DE',
  ],
  [
    'a BIC of another country than the bank',
    {
      ...party,
      accountNumber: 'DE89370400440532013000',
      bank: { name: 'B', swiftCode: 'BNPAFRPP', countryCode: 'DE' },
    },
    'the BIC of a bank in FR',
  ],
]
for (const [what, receiver, says] of wrong)
  test(`a receiver with ${what} is refused, and the message names the field`, async () => {
    assertRefused(await pay(await createPayer(service), receiver), { status: 400, code: 'PAYMENT002', says })
  })

test('a receiver that names a contact and also describes a party is refused', async () => {
  const payer = await createPayer(service)
  const receiver = { accountUID: payer.contactUID, accountNumber: '700100200399' }
  assertRefused(await pay(payer, receiver), { status: 400, code: 'PAYMENT002', says: 'receiver.accountNumber' })
})
