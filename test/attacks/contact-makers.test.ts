import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { revokeApiClient } from '../../src/tokens/api-clients.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { CALLED, type Cautious, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { approvePending } from '../support/second-person.ts'
import { contactBody, type TestClient } from '../support/test-service.ts'

/** Who set the bank details of a contact alone approves no payment to it. */

const MONDAY = '2027-01-04T17:00:00Z'
const { contactBank } = contactBody()
const OTHER = { contactBank: { ...contactBank, accountNo: '700100200399' } }
const STOLEN = { contactBank: { ...contactBank, accountNo: '700100200388' } }
let bank: CautiousBank
before(async () => {
  bank = await openCautiousBank(MONDAY)
})
after(() => bank.service.stop())
beforeEach(() => bank.clock.set(MONDAY))

const contactPath = ({ customerUID, contactUID }: Pick<Cautious, 'customerUID' | 'contactUID'>) =>
  `/v2/customers/${customerUID}/contacts/${contactUID}`
/** The institution has dual control while it sets bank details. Without it, it has no setters. */
async function underDualControl<T>(set: () => Promise<T>): Promise<T> {
  const sql = 'update institutions set dual_control = $2 where tenant_id = $1'
  const { tenantId } = bank.service.tenant.institution
  await bank.service.query(sql, [tenantId, true])
  const result = await set()
  await bank.service.query(sql, [tenantId, false])
  return result
}
const change = (payer: Cautious, fields: object, client: TestClient) =>
  underDualControl(async () => dataOf(await bank.call('PUT', contactPath(payer), contactBody(fields), client)))
async function refusesSetter(uid: string, client: TestClient, body: object = {}): Promise<void> {
  const says = 'you set bank details of the contact of this payment'
  assertRefused(await bank.decide(uid, client, body), { status: 403, code: 'PAYMENT003', says })
}

const CHANGES: readonly [what: string, fields: object][] = [
  ['another account', OTHER],
  ['another name', { name: 'Highland Beans LLC' }],
  ['an intermediary bank', { intermediaryBank: { name: 'Far Bank', nationalCode: '061000146', country: 'US' } }],
]
for (const [what, fields] of CHANGES)
  test(`who gives a contact ${what} approves no later payment to it, and another can`, async () => {
    const payer = await bank.customer()
    const { ada, bob, eve } = payer
    await change(payer, fields, bob)
    const uid = await bank.pay(payer, ada)
    await refusesSetter(uid, bob)
    await bank.refusesOwn(uid, ada)
    assert.equal(await bank.approved(uid, eve), 'FUTURE_DATED')
  })

test('who creates a contact approves no payment to it; a payment by them is approved as ever', async () => {
  const { ada, bob, ...payer } = await bank.customer()
  const body = contactBody({ templateName: 'Made by Bob' })
  const made = dataOf(await bank.call('POST', `/customers/${payer.customerUID}/contacts`, body, bob))
  const to = { ...payer, contactUID: String(made.customerContactUID) } as Cautious
  await refusesSetter(await bank.pay(to, ada), bob)
  assert.equal(await bank.approved(await bank.pay(to, bob), ada), 'FUTURE_DATED')
})

test('a later change of something else, by another, does not make the setter independent', async () => {
  const payer = await bank.customer()
  const { ada, bob, eve } = payer
  await change(payer, OTHER, bob)
  await change(payer, { ...OTHER, name: 'Highland Beans LLC', phoneNumber: '+12075550111' }, eve)
  const uid = await bank.pay(payer, ada)
  await refusesSetter(uid, bob)
  await refusesSetter(uid, eve)
  // A harmless change makes nobody a setter.
  const fourth = await bank.clientOf(payer)
  await change(payer, { ...OTHER, name: 'Highland Beans LLC', phoneNumber: '+12075550122' }, fourth)
  assert.equal(await bank.approved(uid, fourth), 'FUTURE_DATED')
})

test('who changed the contact of a scheduled payment that another confirmed does not approve it', async () => {
  const payer = await bank.customer({})
  const { ada, bob, eve } = payer
  const person = await bank.person(payer, 'grace')
  const uid = await bank.pay(payer, ada)
  const token = await person.through(bob)
  await change(payer, OTHER, token)
  dataOf(await bank.call('PUT', `/payments/${uid}/confirm`, undefined, ada))
  await bank.ask(payer, { paymentDualApproval: true })
  await bank.workAt('2027-01-08T17:00:00Z')
  assert.equal(await bank.statusOf(uid), 'PENDING_APPROVAL')
  await refusesSetter(uid, await person.through(eve))
  // The client of the token, in its own name: nobody knows for whom.
  await refusesSetter(uid, bob)
  const portal = await bank.clientOf(payer, { trustedToNamePersons: true })
  await refusesSetter(uid, portal, { userId: person.userId })
})

for (const [what, fields] of CHANGES)
  test(`who gives the contact of a series ${what} approves none of the payments that follow`, async () => {
    const payer = await bank.customer()
    const { ada, bob, eve } = payer
    const series = await bank.begin(payer, ada, 4)
    assert.equal(await bank.approved(series.paymentUID, eve), 'VALIDATED')
    await change(payer, fields, bob)
    await bank.workAt('2027-01-05T17:00:00Z')
    const uid = await bank.numberOf(series, 2)
    assertRefused(await bank.decide(uid, bob), { status: 403, code: 'PAYMENT003', says: 'you s' })
    assert.equal(await bank.approved(uid, eve), 'VALIDATED')
  })

test('bank details that a second person approved make nobody a maker', async () => {
  const payer = await bank.customer({ paymentDualApproval: true, beneDualApproval: true })
  const { ada, bob } = payer
  const { approvalUID } = await change(payer, OTHER, bob)
  assert.ok(approvalUID)
  await approvePending(bank.service, payer.customerUID)
  assert.equal(await bank.approved(await bank.pay(payer, ada), bob), 'FUTURE_DATED')
})

test('a client of the institution that changes a contact approves no payment to it, and a colleague can', async () => {
  const payer = await bank.customer()
  const { ada, bob } = payer
  const [insider, colleague] = [await bank.desk(), await bank.desk()]
  await change(payer, OTHER, bob)
  await change(payer, STOLEN, insider)
  const uid = await bank.pay(payer, ada)
  await refusesSetter(uid, insider)
  // The details of Bob are no longer those that are paid.
  assert.equal(await bank.approved(await bank.pay(payer, ada), bob), 'FUTURE_DATED')
  assert.equal(await bank.approved(uid, colleague), 'FUTURE_DATED')
})

test('nor does it give the approval of the institution, with a call-back to a number of its own', async () => {
  const payer = await bank.customer({})
  const insider = await bank.desk()
  await bank.setCallBacks(payer)
  await change(payer, STOLEN, insider)
  const uid = await bank.pay(payer, payer.ada, { speed: 'Express', paymentDate: undefined })
  await refusesSetter(uid, insider, CALLED)
  assert.equal(dataOf(await bank.decide(uid, await bank.desk(), CALLED)).paymentStatus, 'VALIDATED')
})

test('a contact that the institution creates, on each path or with a payment, is approved by others', async () => {
  const { ada, bob, ...payer } = await bank.customer()
  const insider = await bank.desk()
  const madeBy = (path: string, templateName: string) =>
    underDualControl(
      async () => dataOf(await bank.call('POST', path, contactBody({ templateName }), insider)).customerContactUID,
    )
  const contacts = [
    await madeBy(`/customers/${payer.customerUID}/contacts`, 'First'),
    await madeBy(`/v2/customers/${payer.customerUID}/contacts`, 'Second'),
  ]
  const receiver = {
    ...{ accountNumber: '700100200399', accountType: 'DDA', name: 'Quay Roasters', saveContact: true },
    address: { addressLine1: '1 Quay', city: 'Portland', state: 'ME', postalCode: '04101', countryCode: 'US' },
    bank: { bankIdType: 'NID', bankId: '021000021', name: 'First Example Bank', countryCode: 'US' },
  }
  const first = await underDualControl(() => bank.pay(payer as Cautious, insider, { receiver }))
  const [saved] = await bank.service.query<{ id: string }>(
    'select contact_id::text as id from payments where id = $1',
    [first],
  )
  contacts.push(saved!.id)
  for (const contactUID of contacts) {
    assert.ok(contactUID)
    const uid = await bank.pay({ ...payer, contactUID: String(contactUID) } as Cautious, ada)
    await refusesSetter(uid, insider)
    assert.equal(await bank.approved(uid, bob), 'FUTURE_DATED')
  }
})

test('a person of the institution is a setter through any client, and so is the client in its own name', async () => {
  const payer = await bank.customer()
  const ofBank = { ...payer, customerUID: String(bank.service.tenant.institution.legalEntityId) }
  const [person, other] = [await bank.person(ofBank, 'iris'), await bank.person(ofBank, 'olga')]
  const [console, another] = [await bank.desk(), await bank.desk()]
  await change(payer, STOLEN, await person.through(console))
  const uid = await bank.pay(payer, payer.ada)
  await refusesSetter(uid, await person.through(another))
  await refusesSetter(uid, console)
  assert.equal(await bank.approved(uid, await other.through(console)), 'FUTURE_DATED')
})

test('a change that the institution undoes, or that nobody asks it to approve any more, has its setter', async () => {
  const payer = await bank.customer({ paymentDualApproval: true, beneDualApproval: true })
  const { ada, eve } = payer
  const insider = await bank.desk()
  const { approvalUID } = await change(payer, STOLEN, insider)
  assert.ok(approvalUID)
  await bank.ask(payer, { beneDualApproval: false })
  await change(payer, STOLEN, insider)
  await change(payer, {}, insider)
  const uid = await bank.pay(payer, ada)
  await refusesSetter(uid, insider)
  // A colleague who gives the number anew is its setter.
  await change(payer, STOLEN, await bank.desk())
  await change(payer, {}, eve)
  const last = await bank.pay(payer, ada)
  await refusesSetter(last, eve)
  assert.equal(await bank.approved(last, insider), 'FUTURE_DATED')
})

test('what the institution proposes and a second person approves has no setter', async () => {
  const payer = await bank.customer({ paymentDualApproval: true, beneDualApproval: true })
  const insider = await bank.desk()
  const { approvalUID } = await change(payer, STOLEN, insider)
  assert.ok(approvalUID)
  await approvePending(bank.service, payer.customerUID)
  assert.equal(await bank.approved(await bank.pay(payer, payer.ada), insider), 'FUTURE_DATED')
})

test('without dual control, the only client of an institution sets bank details and approves', async () => {
  const payer = await bank.customer({})
  await bank.setCallBacks(payer)
  const insider = await bank.desk()
  dataOf(await bank.call('PUT', contactPath(payer), contactBody(STOLEN), insider))
  const uid = await bank.pay(payer, payer.ada, { speed: 'Express', paymentDate: undefined })
  assert.equal(dataOf(await bank.decide(uid, insider, CALLED)).paymentStatus, 'VALIDATED')
})

test('who holds the secret of a client that set bank details is its setter too', async () => {
  const payer = await bank.customer()
  const { ada, bob, eve } = payer
  const holder = await bank.desk()
  const { tenantId } = bank.service.tenant.institution
  const sql = 'insert into client_holders (tenant_id, client_id, holder) values ($1, $2, $3)'
  await bank.service.query(sql, [tenantId, bob.apiKey, holder.apiKey])
  await change(payer, STOLEN, bob)
  const uid = await bank.pay(payer, ada)
  const behind = { status: 403, code: 'PAYMENT003', says: 'one person may be behind you and whoever set bank details' }
  assertRefused(await bank.decide(uid, holder), behind)
  assert.equal(await bank.approved(uid, eve), 'FUTURE_DATED')
})

test('who sets the bank details of a held payment or series does not release it', async () => {
  const payer = await bank.customer({})
  const insider = await bank.desk()
  const series = await bank.begin(payer, payer.ada, 4, { paymentDate: '2027-01-05' })
  const { db, tokenClock } = bank.service.app
  const { tenantId } = bank.service.tenant.institution
  const stolen = { tenantId, clientId: payer.ada.apiKey, now: tokenClock.now() }
  await db.transaction((tx) => revokeApiClient(tx, stolen))
  await bank.workAt('2027-01-05T17:00:00Z')
  await change(payer, STOLEN, insider)
  const release = (client: TestClient) =>
    bank.call(
      'POST',
      `/v1/institution/payments/${series.paymentUID}/release`,
      { reason: 'it is known', series: true },
      client,
    )
  assertRefused(await release(insider), { status: 403, code: 'PAYMENT003', says: 'set bank details' })
  dataOf(await release(await bank.desk()))
})

test('the database refuses the approval of who set the bank details', async () => {
  const payer = await bank.customer()
  const { ada, bob } = payer
  await change(payer, OTHER, bob)
  const uid = await bank.pay(payer, ada)
  const { institution } = bank.service.tenant
  const approve = bank.service.app.db.transaction(async (tx) => {
    await tx.query(
      `insert into payment_approvals (tenant_id, payment_id, approver, side, decision, content_sha256, decided_at, client_id,
         decided_on, identified_by, revision)
       values ($1, $2, $3, 'Customer', 'Approved', '', $4, $3, '2027-01-04', 'Client', 0)`,
      [institution.tenantId, uid, bob.apiKey, bank.clock.now().toString()],
    )
  })
  await assert.rejects(approve, /payment_approvals_four_eyes|who made payment/)
})
