import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { contactBody, createPayer, creditBody, type Payer, type TestClient } from '../support/test-service.ts'

/**
 * A large wire needs a call-back. Somebody with a client of the customer gives a telephone number,
 * pays, and answers the bank's call: a number that was set just now does not count.
 */

const MONDAY = '2027-01-04T17:00:00Z'
const IN_A_WEEK = '2027-01-11T17:00:00Z'
const KNOWN = '+1 207 555 0100'
const THIEVES = '+1 207 555 0166'
let bank: CautiousBank
let colleague: TestClient
before(async () => {
  bank = await openCautiousBank(MONDAY)
  colleague = await bank.service.createClient(bank.service.tenant, {})
})
after(() => bank.service.stop())
beforeEach(() => bank.clock.set(MONDAY))

interface Called extends Payer {
  client: TestClient
}

/** A customer whose wires all need a call-back, with a number that the bank knows, a week later. */
async function calledCustomer(phoneNumber: string | undefined = KNOWN): Promise<Called> {
  const account = { accountFeatures: { fedWireFeature: { enableCallbacks: 'Yes' } } }
  const payer = await createPayer(bank.service, { balance: 10_000, customer: { phoneNumber }, account })
  bank.clock.set(IN_A_WEEK)
  return { ...payer, client: await bank.clientOf(payer) }
}

const setNumber = async ({ customerUID }: Payer, phoneNumber: string, client?: TestClient) =>
  dataOf(await bank.call('PUT', `/v2/customers/${customerUID}`, { phoneNumber }, client))

const wire = async (payer: Called, client = payer.client): Promise<string> =>
  dataOf(await bank.call('POST', '/payments/creditrequest', creditBody(payer, { speed: 'Express' }), client)).paymentUID

const approve = (uid: string, calledNumber: string | undefined, client = colleague) =>
  bank.call('PUT', `/payments/${uid}/approve`, { notes: 'Called Ada Lund, 10:15', calledNumber }, client)

const numbersPath = (uid: string) => `/v1/institution/payments/${uid}/call-back-numbers`
async function standings(uid: string, client = colleague): Promise<string[]> {
  const { numbers } = dataOf(await bank.call('GET', numbersPath(uid), undefined, client))
  return numbers.map(({ phoneNumber, standing }: Record<string, string>) => `${phoneNumber} ${standing}`)
}

const refuses = (reply: Parameters<typeof assertRefused>[0], says: string) =>
  assertRefused(reply, { status: 409, code: 'PAYMENT003', says })
const counts = async (uid: string, phoneNumber: string, client = colleague) =>
  assert.equal(dataOf(await approve(uid, phoneNumber, client)).paymentStatus, 'VALIDATED')

test('a number that the customer set just now does not count for a call-back, and the one before it does', async () => {
  const payer = await calledCustomer()
  await setNumber(payer, THIEVES, payer.client)
  const uid = await wire(payer)
  assert.deepEqual(await standings(uid), [`${KNOWN} Callable`, `${THIEVES} SetByMaker`])
  refuses(await approve(uid, THIEVES), 'by a maker of the payment')
  await counts(uid, KNOWN)
  const audit = `/v1/institution/audit?page=1&limit=10&subjectKind=payment&subjectId=${uid}&action=payment.approved`
  const [record] = dataOf(await bank.call('GET', audit))
  assert.ok(JSON.stringify(record).includes(KNOWN), JSON.stringify(record))
})

test('it does not count either if another client of the customer than the maker set it', async () => {
  const payer = await calledCustomer()
  const other = await bank.clientOf(payer)
  await setNumber(payer, THIEVES, other)
  const uid = await wire(payer)
  refuses(await approve(uid, THIEVES), 'must be older')
  await counts(uid, KNOWN)
})

test('the same number in another form counts as it does', async () => {
  const payer = await calledCustomer()
  await setNumber(payer, THIEVES, await bank.clientOf(payer))
  const uid = await wire(payer)
  for (const form of ['(207) 555-0166', '2075550166', '1 207 555 0166', '+12075550166', '0012075550166'])
    refuses(await approve(uid, form), 'must be older')
  await counts(uid, '(207) 555.0100')
})

test('the number written in another form by its maker is no change, and keeps its age', async () => {
  const payer = await calledCustomer()
  await setNumber(payer, '2075550100', payer.client)
  const uid = await wire(payer)
  assert.deepEqual(await standings(uid), [`${KNOWN} Callable`])
  await counts(uid, '2075550100')
})

test('a number that is changed and changed back keeps no age that it did not have', async () => {
  const payer = await calledCustomer(THIEVES)
  await setNumber(payer, KNOWN)
  bank.clock.set('2027-01-20T17:00:00Z')
  await setNumber(payer, THIEVES, await bank.clientOf(payer))
  const uid = await wire(payer)
  refuses(await approve(uid, THIEVES), 'must be older')
  await setNumber(payer, KNOWN, payer.client)
  refuses(await approve(uid, THIEVES), 'not a number of the customer')
  await counts(uid, KNOWN)
})

test('many changes after it do not age a number', async () => {
  const payer = await calledCustomer()
  await setNumber(payer, THIEVES, await bank.clientOf(payer))
  for (let at = 0; at < 55; at++)
    dataOf(await bank.call('PUT', `/v2/customers/${payer.customerUID}`, { faxNumber: `${2_075_550_000 + at}` }))
  const uid = await wire(payer)
  refuses(await approve(uid, THIEVES), 'must be older')
  bank.clock.set('2027-01-19T17:00:00Z')
  refuses(await approve(uid, THIEVES), 'too many changes')
})

test('a number that a maker of the payment set never counts by its age', async () => {
  const payer = await calledCustomer()
  await setNumber(payer, THIEVES, payer.client)
  bank.clock.set('2027-02-10T17:00:00Z')
  refuses(await approve(await wire(payer), THIEVES), 'by a maker of the payment')
  await counts(await wire(payer, await bank.clientOf(payer)), THIEVES)
})

test('who set the bank details of the contact is not called at a number of their own, nor at one that they set', async () => {
  const payer = await calledCustomer()
  const setter = await bank.clientOf(payer)
  const contactBank = { ...contactBody().contactBank, accountNo: '700100200388' }
  const path = `/v2/customers/${payer.customerUID}/contacts/${payer.contactUID}`
  await setNumber(payer, THIEVES, setter)
  bank.clock.set('2027-02-10T17:00:00Z')
  const before = await wire(payer)
  dataOf(await bank.call('PUT', path, contactBody({ contactBank }), setter))
  const uid = await wire(payer)
  refuses(await approve(uid, THIEVES), 'by who set the bank details')
  assert.deepEqual(await standings(uid), [`${THIEVES} SetByMaker`])
  assert.deepEqual(await standings(before), [`${THIEVES} SetByMaker`], 'setters are those of the contact now')
  // A colleague who sets them takes them over.
  const other = { ...contactBank, accountNo: '700100200377' }
  dataOf(await bank.call('PUT', path, contactBody({ contactBank: other }), await bank.clientOf(payer)))
  await counts(await wire(payer), THIEVES)
})

test('nor is the telephone of the person who set them a number to call', async () => {
  const payer = await calledCustomer()
  const person = await bank.person(payer, 'hedy')
  const phoneNumber = '+1 207 555 0188'
  assert.equal((await bank.call('PUT', person.path, { phoneNumber })).status, 200)
  bank.clock.set('2027-02-10T17:00:00Z')
  await counts(await wire(payer), phoneNumber)
  const contactBank = { ...contactBody().contactBank, accountNo: '700100200388' }
  const path = `/v2/customers/${payer.customerUID}/contacts/${payer.contactUID}`
  dataOf(await bank.call('PUT', path, contactBody({ contactBank }), await person.through(payer.client)))
  const uid = await wire(payer, await bank.clientOf(payer))
  assert.ok((await standings(uid)).includes(`${phoneNumber} OfMaker`), String(await standings(uid)))
})

test('nor does a confirmation by somebody of the institution count who set them', async () => {
  const payer = await calledCustomer()
  await setNumber(payer, THIEVES, await bank.clientOf(payer))
  const insider = await bank.service.createClient(bank.service.tenant, {})
  const { tenantId } = bank.service.tenant.institution
  const dualControl = (isOn: boolean) =>
    bank.service.query('update institutions set dual_control = $2 where tenant_id = $1', [tenantId, isOn])
  await dualControl(true)
  const contactBank = { ...contactBody().contactBank, accountNo: '700100200388' }
  const path = `/v2/customers/${payer.customerUID}/contacts/${payer.contactUID}`
  dataOf(await bank.call('PUT', path, contactBody({ contactBank }), insider))
  await dualControl(false)
  const uid = await wire(payer)
  const confirm = (client: TestClient) =>
    bank.call('POST', `${numbersPath(uid)}/confirm`, { phoneNumber: THIEVES, reason: 'known' }, client)
  assert.ok((await confirm(insider)).status < 300)
  refuses(await approve(uid, THIEVES), 'must be older')
  assert.ok((await confirm(await bank.service.createClient(bank.service.tenant, {}))).status < 300)
  await counts(uid, THIEVES)
})

test("a maker's own number does not count under another record with the maker's e-mail address", async () => {
  const payer = await calledCustomer()
  bank.clock.set(MONDAY)
  const maker = await bank.person(payer, 'vera', { phoneNumber: '+1 207 555 0121' })
  const addresses = [maker.email, maker.email.toUpperCase(), 'other@sample.example']
  const signatories = `/v1/customers/${payer.customerUID}/signatories`
  for (const [at, emailAddress] of addresses.entries()) {
    const person = { fullName: 'Vera Lund', emailAddress, phoneNumber: `+1 207 555 013${at}` }
    assert.equal((await bank.call('POST', signatories, person)).status, 201)
  }
  await bank.person(payer, 'nora', { email: maker.email, phoneNumber: '+1 207 555 0141' })
  bank.clock.set(IN_A_WEEK)
  const uid = await wire(payer, await maker.through(payer.client))
  assert.deepEqual((await standings(uid)).toSorted(), [
    `${KNOWN} Callable`,
    '+1 207 555 0121 OfMaker',
    '+1 207 555 0130 OfMaker',
    '+1 207 555 0131 OfMaker',
    '+1 207 555 0132 Callable',
    '+1 207 555 0141 OfMaker',
  ])
  refuses(await approve(uid, '+1 207 555 0130'), 'number of a maker')
  await counts(uid, '+1 207 555 0132')
})

test('new signatories, new contacts and strangers have no number that counts', async () => {
  const payer = await calledCustomer()
  const signatory = { fullName: 'Eve', emailAddress: 'eve@thieves.example', phoneNumber: THIEVES }
  const other = await bank.clientOf(payer)
  assert.equal(
    (await bank.call('POST', `/v1/customers/${payer.customerUID}/signatories`, signatory, other)).status,
    201,
  )
  const contact = { phoneNumber: '+1 207 555 0177' }
  const contactOf = await createPayer(bank.service, { contact })
  assert.ok(contactOf.contactUID)
  const uid = await wire(payer)
  assert.deepEqual(await standings(uid), [`${KNOWN} Callable`, `${THIEVES} TooRecent`])
  refuses(await approve(uid, THIEVES), 'must be older')
  refuses(await approve(uid, contact.phoneNumber), 'not a number of the customer')
  bank.clock.set('2027-01-18T17:00:00Z')
  await counts(uid, THIEVES)
})

test('the institution confirms a number, and another person of it calls; no one person does both', async () => {
  const payer = await calledCustomer()
  await setNumber(payer, THIEVES, payer.client)
  const uid = await wire(payer)
  const body = { phoneNumber: '207 555 0166', reason: 'Ada Lund came to the branch' }
  const confirm = (client: TestClient) => bank.call('POST', `${numbersPath(uid)}/confirm`, body, client)
  assert.equal((await confirm(payer.client)).status, 403)
  dataOf(await confirm(colleague))
  refuses(await approve(uid, THIEVES), 'by a maker of the payment')
  await counts(uid, THIEVES, await bank.desk())
})

test('a number that somebody of the institution sets counts at once, but not for their own calls', async () => {
  const payer = await calledCustomer()
  await setNumber(payer, THIEVES, colleague)
  const uid = await wire(payer)
  refuses(await approve(uid, THIEVES), 'must be older')
  await counts(uid, THIEVES, await bank.desk())
})

test('the customer cannot see which numbers count, nor approve by naming one', async () => {
  const payer = await calledCustomer()
  const uid = await wire(payer)
  assert.equal((await bank.call('GET', numbersPath(uid), undefined, payer.client)).status, 403)
  const other = await bank.clientOf(payer)
  assert.notEqual((await approve(uid, KNOWN, other)).status, 200)
  assertRefused(await approve(uid, undefined), { status: 400, code: 'PAYMENT003', says: 'requires a call-back' })
})

test('only who manages limits changes from when a number counts', async () => {
  const settings = { callBacks: { minimumNumberAge: 30 } }
  const payer = await calledCustomer()
  await setNumber(payer, THIEVES, await bank.clientOf(payer))
  const without = await bank.service.createClient(bank.service.tenant, {
    entitlements: ['Institution.Manage_Institution'],
  })
  assertRefused(await bank.call('PUT', '/v1/institution', settings, without), { status: 403, code: 'AUTH002' })
  assert.equal((await bank.call('PUT', '/v1/institution', settings, payer.client)).status, 403)
  dataOf(await bank.call('PUT', '/v1/institution', settings))
  bank.clock.set('2027-02-09T17:00:00Z')
  const uid = await wire(payer)
  refuses(await approve(uid, THIEVES), 'must be older')
  dataOf(await bank.call('PUT', '/v1/institution', { callBacks: { minimumNumberAge: 29 } }))
  await counts(uid, THIEVES)
})
