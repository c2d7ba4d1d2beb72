import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type Cautious, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { forgetPlaces } from '../support/earlier-seals.ts'
import { sentTransfer } from '../support/sent-messages.ts'
import { contactBody, type TestClient } from '../support/test-service.ts'

/** Nothing that a message takes from a contact changes after the payment was approved. */

const MONDAY = '2027-01-04T17:00:00Z'
const TUESDAY = '2027-01-05T17:00:00Z'
const OWN_BANK = { name: 'Far Bank', nationalCode: '061000146', country: 'US' }
let bank: CautiousBank
before(async () => {
  bank = await openCautiousBank(MONDAY)
})
after(() => bank.service.stop())
beforeEach(() => bank.clock.set(MONDAY))

/** How many messages pay this payment. */
async function messagesOf(uid: string): Promise<number> {
  return (await bank.service.query('select from rail_messages where payment_id = $1', [uid])).length
}

const sentBytes = async (uid: string) => JSON.stringify(await sentTransfer(bank.service, uid))

const change = async ({ customerUID, contactUID }: Cautious, fields: object, client: TestClient) =>
  dataOf(await bank.call('PUT', `/v2/customers/${customerUID}/contacts/${contactUID}`, contactBody(fields), client))

async function assertHeld(uid: string): Promise<void> {
  const { status, held } = await bank.read(uid)
  assert.deepEqual([status, held?.map(({ reason }: { reason: string }) => reason)], ['HELD', ['contactChanged']])
  assert.equal(await messagesOf(uid), 0)
}

const { contactBank } = contactBody()
const REROUTINGS: readonly [what: string, fields: object][] = [
  ['an intermediary bank', { intermediaryBank: OWN_BANK }],
  ['the address of the payee', { address: { addressLine1: '9 Elsewhere', city: 'Boise', countryCode: 'US' } }],
  ['another name of the bank', { contactBank: { ...contactBank, name: 'Far Bank' } }],
  ['an address of the bank', { contactBank: { ...contactBank, address: { city: 'Boise', countryCode: 'US' } } }],
]

for (const [what, fields] of REROUTINGS)
  test(`who gives the contact of an approved wire ${what} sends it nowhere`, async () => {
    const { ada, bob, eve, ...payer } = await bank.customer()
    const uid = await bank.pay(payer as Cautious, ada, { speed: 'Express', paymentDate: undefined })
    assert.equal(await bank.approved(uid, bob), 'VALIDATED')
    await change(payer as Cautious, fields, eve)
    await bank.work()
    await assertHeld(uid)
    const says = 'approved for the earlier bank details'
    for (const client of [ada, bob, eve])
      assertRefused(await bank.call('PUT', `/payments/${uid}/confirm`, undefined, client), {
        ...{ status: 409, code: 'PAYMENT003', says },
      })
    // The details that were approved are paid.
    await change(payer as Cautious, {}, eve)
    await bank.work()
    assert.equal(await messagesOf(uid), 1)
    assert.ok(!(await sentBytes(uid)).includes(OWN_BANK.nationalCode))
  })

test('a wire that is ready and waits for its window is held too', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer()
  bank.clock.set('2027-01-05T00:30:00Z')
  const uid = await bank.pay(payer as Cautious, ada, { speed: 'Express', paymentDate: undefined })
  await bank.approved(uid, bob)
  await bank.work()
  assert.equal(await bank.statusOf(uid), 'READY_TO_TRANSMIT')
  await change(payer as Cautious, { intermediaryBank: OWN_BANK }, eve)
  await bank.workAt(TUESDAY)
  await assertHeld(uid)
})

test('a scheduled wire is held on its date', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer()
  const uid = await bank.pay(payer as Cautious, ada, { speed: 'Express' })
  assert.equal(await bank.approved(uid, bob), 'FUTURE_DATED')
  await change(payer as Cautious, { intermediaryBank: OWN_BANK }, eve)
  await bank.workAt('2027-01-08T17:00:00Z')
  await assertHeld(uid)
})

test('a SWIFT payment is held when its contact gets another intermediary bank', async () => {
  const contact = {
    contactBank: { ...contactBank, country: 'DE', accountNo: 'DE89370400440532013000', swiftCode: 'COBADEFF' },
  }
  const { ada, bob, eve, ...payer } = await bank.customer()
  const { nationalCode: _, ...bankAbroad } = contact.contactBank
  const abroad = { contactBank: { ...bankAbroad, accountCcy: 'USD' } }
  await change(payer as Cautious, abroad, ada)
  const uid = await bank.pay(payer as Cautious, ada, { speed: 'SPOT' })
  await bank.approved(uid, bob)
  await change(
    payer as Cautious,
    { ...abroad, intermediaryBank: { name: 'Far Bank', swiftCode: 'CHASUS33', country: 'US' } },
    eve,
  )
  await bank.workAt('2027-01-08T17:00:00Z')
  await assertHeld(uid)
})

test('a payment of a series that was approved is held, and the next one is to the new details', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer()
  const series = await bank.begin(payer as Cautious, ada, 3, { speed: 'Express', paymentDate: '2027-01-08' })
  assert.equal(await bank.approved(series.paymentUID, bob), 'FUTURE_DATED')
  await change(payer as Cautious, { intermediaryBank: OWN_BANK }, eve)
  await bank.workAt('2027-01-08T17:00:00Z')
  await assertHeld(series.paymentUID)
})

test('who confirms new details without approvals pays them, and is a maker', async () => {
  const { ada, bob, ...payer } = await bank.customer({})
  const uid = await bank.pay(payer as Cautious, ada, { speed: 'Express' })
  await change(payer as Cautious, { intermediaryBank: OWN_BANK }, ada)
  await bank.workAt('2027-01-08T17:00:00Z')
  await assertHeld(uid)
  dataOf(await bank.call('PUT', `/payments/${uid}/confirm`, undefined, bob))
  assert.deepEqual(
    (await bank.read(uid)).audit.makers.map(({ makerId, did }: { makerId: string; did: string }) => [makerId, did]),
    [[bob.apiKey, 'Confirmed']],
  )
  await bank.work()
  // Fedwire delivers the wire to the intermediary bank.
  assert.ok((await sentBytes(uid)).includes(OWN_BANK.nationalCode))
})

test('what no message takes from a contact holds nothing, nor what the payment keeps itself', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer()
  const wire = await bank.pay(payer as Cautious, ada, { speed: 'Express' })
  const entry = await bank.pay(payer as Cautious, ada)
  for (const uid of [wire, entry]) assert.equal(await bank.approved(uid, bob), 'FUTURE_DATED')
  const harmless = { templateName: 'Beans', phoneNumber: '+12075550111', emailAddress: 'new@sample.example' }
  await change(payer as Cautious, { ...harmless, name: 'Highland Beans LLC' }, eve)
  await bank.workAt('2027-01-08T17:00:00Z')
  for (const uid of [wire, entry]) assert.match(await bank.statusOf(uid), /^(TRANSMITTED|READY_TO_TRANSMIT)$/)
  const { Cdtr } = await sentTransfer(bank.service, wire)
  assert.equal((Cdtr as { Nm: string }).Nm, contactBody().name)
})

test('an intermediary bank, which a domestic ACH entry does not name, does not hold one', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer()
  const entry = await bank.pay(payer as Cautious, ada)
  await bank.approved(entry, bob)
  await change(payer as Cautious, { intermediaryBank: OWN_BANK }, eve)
  await bank.workAt('2027-01-08T17:00:00Z')
  assert.match(await bank.statusOf(entry), /^(TRANSMITTED|READY_TO_TRANSMIT)$/)
})

test('a node of the release before changes a contact without its index: the payment is held', async () => {
  const { ada, bob, ...payer } = await bank.customer()
  const uid = await bank.pay(payer as Cautious, ada, { speed: 'Express' })
  await bank.approved(uid, bob)
  // Its contacts count until all values of the institution are bound.
  await forgetPlaces(bank.service)
  const { tenantId } = bank.service.tenant.institution
  await bank.service.app.db.transaction((tx) =>
    tx.query(`update contacts set bank_name = 'Far Bank', version = version + 1 where tenant_id = $1 and id = $2`, [
      tenantId,
      payer.contactUID,
    ]),
  )
  await bank.workAt('2027-01-08T17:00:00Z')
  await assertHeld(uid)
})
