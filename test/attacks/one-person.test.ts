import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type Cautious, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { eurosBody, marketRates } from '../support/fx-market.ts'
import { approvePending } from '../support/second-person.ts'
import type { Reply, TestClient } from '../support/test-service.ts'

/**
 * One person has several records: signatories and users that it created alone before a control came
 * on, or records with its own e-mail address. They approve nothing for each other.
 */

const START = '2027-01-04T17:00:00Z'
const ONE = { paymentDualApproval: true }
const TWO = { paymentDualApproval: true, paymentNumberOfApprovers: 2 }
const SET_ALONE = { status: 403, code: 'PAYMENT003', says: 'somebody independent must confirm the person' }
const SAME = { status: 403, code: 'PAYMENT003', says: 'the person submitted this payment, or changed it' }
const ONE_ADDRESS = { status: 403, code: 'PAYMENT003', says: 'e-mail address' }
const DECIDED = { status: 409, code: 'PAYMENT003', says: 'one person may be behind' }

let bank: CautiousBank
before(async () => {
  bank = await openCautiousBank(START)
})
after(() => bank.service.stop())
beforeEach(() => bank.clock.set(START))

const personOf = (fields: object = {}) => ({
  ...{ fullName: 'Ada Lund', emailAddress: `${randomUUID()}@sample.example`, phoneNumber: '+1 207 555 0100' },
  ...fields,
})
const pathOf = ({ customerUID }: Cautious) => `/v1/customers/${customerUID}/signatories`
async function signatoryBy(client: TestClient | undefined, of: Cautious, fields: object = {}): Promise<string> {
  const reply = await bank.call('POST', pathOf(of), personOf(fields), client)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return String(reply.body.id)
}
/** Who sends the person as it is confirms it. */
async function confirm(client: TestClient, of: Cautious, id: string): Promise<void> {
  const { signatories } = (await bank.call('GET', pathOf(of))).body
  const { fullName, emailAddress, phoneNumber } = signatories.find((one: { id: string }) => one.id === id)
  const reply = await bank.call('PATCH', `${pathOf(of)}/${id}`, { fullName, emailAddress, phoneNumber }, client)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
}
const portalOf = (of: Cautious) => bank.clientOf(of, { trustedToNamePersons: true })
/** Switches the control on, long after what came before. */
async function control(of: Cautious, settings: object): Promise<void> {
  bank.clock.advance({ minutes: 5 })
  await bank.ask(of, settings)
}
async function assertApproved(reply: Reply): Promise<void> {
  assert.ok(!['PENDING_APPROVAL', 'PARTIALLY_APPROVED'].includes(dataOf(reply).paymentStatus))
}
async function dualControl(isOn: boolean): Promise<void> {
  const { tenantId } = bank.service.tenant.institution
  await bank.service.query('update institutions set dual_control = $2 where tenant_id = $1', [tenantId, isOn])
}

test('a client does not approve its own payment through a signatory that it created before the control', async () => {
  const customer = await bank.customer({})
  const { ada, bob } = customer
  const signatoryId = await signatoryBy(ada, customer)
  const portal = await portalOf(customer)
  await control(customer, ONE)
  const uid = await bank.pay(customer, ada)
  assertRefused(await bank.decide(uid, portal, { signatoryId }), SET_ALONE)
  assert.equal(await bank.statusOf(uid), 'PENDING_APPROVAL')
  // Of another client, the signatory is a second person, and of everybody once another one agrees.
  await assertApproved(await bank.decide(await bank.pay(customer, bob), portal, { signatoryId }))
  await confirm(ada, customer, signatoryId)
  bank.clock.advance({ minutes: 5 })
  assertRefused(await bank.decide(await bank.pay(customer, ada), portal, { signatoryId }), SET_ALONE)
  await confirm(bob, customer, signatoryId)
  bank.clock.advance({ minutes: 5 })
  await assertApproved(await bank.decide(await bank.pay(customer, ada), portal, { signatoryId }))
})

test('two signatories of one client are one approver, also once the client is revoked', async () => {
  const customer = await bank.customer({})
  const { ada, bob, eve } = customer
  const [one, two] = [await signatoryBy(ada, customer), await signatoryBy(ada, customer)]
  const other = await signatoryBy(eve, customer)
  const portal = await portalOf(customer)
  await control(customer, TWO)
  dataOf(await bank.call('POST', `/v1/institution/api-clients/${ada.apiKey}/revoke`))
  const uid = await bank.pay(customer, bob)
  dataOf(await bank.decide(uid, portal, { signatoryId: one }))
  assertRefused(await bank.decide(uid, portal, { signatoryId: two }), DECIDED)
  await assertApproved(await bank.decide(uid, portal, { signatoryId: other }))
})

test('who gives a signatory another name, address or telephone number alone is that signatory, too', async () => {
  const customer = await bank.customer({})
  const { ada } = customer
  const fields = [{ fullName: 'Eve' }, { emailAddress: 'e@thieves.example' }, { phoneNumber: '+1 207 555 0166' }]
  const changed: string[] = []
  for (const field of fields) {
    const id = await signatoryBy(undefined, customer)
    assert.equal((await bank.call('PATCH', `${pathOf(customer)}/${id}`, field, ada)).status, 200)
    changed.push(id)
  }
  const limited = await signatoryBy(undefined, customer)
  await bank.call('PATCH', `${pathOf(customer)}/${limited}`, { title: 'Clerk', approvalLimit: 100_000 }, ada)
  const portal = await portalOf(customer)
  await control(customer, ONE)
  const uid = await bank.pay(customer, ada)
  for (const signatoryId of changed) assertRefused(await bank.decide(uid, portal, { signatoryId }), SET_ALONE)
  await assertApproved(await bank.decide(uid, portal, { signatoryId: limited }))
})

test('a second person who approves the signatory makes it independent', async () => {
  const customer = await bank.customer(ONE)
  const signatoryId = await signatoryBy(customer.ada, customer)
  await approvePending(bank.service, customer.customerUID)
  bank.clock.advance({ minutes: 5 })
  await assertApproved(
    await bank.decide(await bank.pay(customer, customer.ada), await portalOf(customer), { signatoryId }),
  )
})

test('a signatory that the institution created alone counts as its creator once dual control is on', async () => {
  const customer = await bank.customer({})
  const insider = await bank.desk()
  const signatoryId = await signatoryBy(insider, customer)
  const portal = await portalOf(customer)
  await control(customer, ONE)
  const uid = await bank.pay(customer, insider)
  await dualControl(true)
  const refused = await bank.decide(uid, portal, { signatoryId })
  await dualControl(false)
  assertRefused(refused, SET_ALONE)
  await assertApproved(await bank.decide(uid, portal, { signatoryId }))
})

test('a trusted client does not name a user that the maker created alone', async () => {
  const customer = await bank.customer({})
  const { ada, bob } = customer
  const role = { externalReferenceId: 'r', name: 'Approver', description: 'r' }
  const applications = [{ name: 'Payments', entitlements: ['Approve_Payments'] }]
  const base = `/api/user-management/v1/customers/${customer.customerUID}`
  assert.equal((await bank.call('POST', `${base}/roles`, { ...role, applications })).status, 201)
  const userBy = async (client: TestClient): Promise<string> => {
    const loginId = `user-${randomUUID()}`
    const names = { firstName: 'Ada', lastName: 'Lund', email: `${loginId}@x.example`, roleNames: ['Approver'] }
    const reply = await bank.call('POST', `${base}/users`, { externalReferenceId: 'u', loginId, ...names }, client)
    const { userId } = reply.body
    assert.equal((await bank.call('PUT', `${base}/users/${userId}/activate`, undefined, client)).status, 204)
    return userId
  }
  const [one, two] = [await userBy(ada), await userBy(ada)]
  const portal = await portalOf(customer)
  await control(customer, TWO)
  const own = await bank.pay(customer, ada)
  assertRefused(await bank.decide(own, portal, { userId: one }), SET_ALONE)
  const uid = await bank.pay(customer, bob)
  dataOf(await bank.decide(uid, portal, { userId: one }))
  assertRefused(await bank.decide(uid, portal, { userId: two }), DECIDED)
})

test('a client does not approve its own trade through a signatory that it created, nor two of them another', async () => {
  dataOf(await bank.call('PUT', '/v1/institution/fx/rates', { rates: marketRates }))
  const customer = await bank.customer({})
  const { ada, bob } = customer
  const [one, two] = [await signatoryBy(ada, customer), await signatoryBy(ada, customer)]
  const portal = await portalOf(customer)
  await control(customer, TWO)
  dataOf(await bank.call('PUT', '/v1/institution/fx/rates', { rates: marketRates }))
  const trade = async (client: TestClient): Promise<string> => {
    const { quoteUUID } = dataOf(await bank.call('POST', '/v2/fx/quote', eurosBody(customer.customerUID), client))
    return dataOf(await bank.call('PUT', '/v2/fx/accept', { quoteUUID }, client), 202).approvalUID
  }
  const approve = async (uid: string, signatoryId: string) => {
    const path = `/v1/customers/${customer.customerUID}/approvals/fxTrade/${uid}`
    const { contentHash } = dataOf(await bank.call('GET', path))
    return bank.call('PUT', `${path}/approve`, { contentHash, signatoryId }, portal)
  }
  const refused = { status: 403, code: 'APPROVAL001' }
  assertRefused(await approve(await trade(ada), one), { ...refused, says: 'must confirm the person' })
  const uid = await trade(bob)
  dataOf(await approve(uid, one))
  assertRefused(await approve(uid, two), { ...refused, says: 'each approver counts once' })
})

const ADDRESS = 'mallory@sample.example'

test('signatories and users with one e-mail address are one approver, whoever created them', async () => {
  const customer = await bank.customer({})
  const emailAddress = 'Eve.Lund@sample.example'
  const one = await signatoryBy(undefined, customer, { emailAddress })
  const two = await signatoryBy(await bank.desk(), customer, { emailAddress: emailAddress.toLowerCase() })
  const user = await bank.person(customer, 'joan', { email: emailAddress.toUpperCase() })
  const other = await signatoryBy(undefined, customer)
  const portal = await portalOf(customer)
  await control(customer, TWO)
  const uid = await bank.pay(customer, customer.ada)
  dataOf(await bank.decide(uid, portal, { signatoryId: one }))
  assertRefused(await bank.decide(uid, portal, { signatoryId: two }), DECIDED)
  assertRefused(await bank.decide(uid, portal, { userId: user.userId }), DECIDED)
  assertRefused(await bank.decide(uid, await user.through(customer.bob)), DECIDED)
  await assertApproved(await bank.decide(uid, portal, { signatoryId: other }))
})

for (const isOn of [false, true])
  test(`two users with one e-mail address do not pay and approve for each other (dual control: ${isOn})`, async () => {
    const customer = await bank.customer({})
    const [one, two] = [
      await bank.person(customer, `one${isOn}`, { email: ADDRESS }),
      await bank.person(customer, `two${isOn}`, { email: ADDRESS.toUpperCase() }),
    ]
    const other = await bank.person(customer, `three${isOn}`)
    const portal = await portalOf(customer)
    const maker = await one.through(customer.ada)
    const [asTwo, asOther] = [await two.through(customer.bob), await other.through(customer.eve)]
    const named = await signatoryBy(undefined, customer, { emailAddress: ADDRESS })
    await control(customer, ONE)
    await dualControl(isOn)
    const uid = await bank.pay(customer, maker)
    const replies = [
      await bank.decide(uid, asTwo),
      await bank.decide(uid, portal, { userId: two.userId }),
      await bank.decide(uid, portal, { signatoryId: named }),
    ]
    const accepted = isOn ? undefined : await bank.decide(uid, asOther)
    await dualControl(false)
    assertRefused(replies[0]!, ONE_ADDRESS)
    for (const reply of replies.slice(1)) assertRefused(reply, SAME)
    if (accepted) await assertApproved(accepted)
  })

test('who uploads a payment file does not approve it under a second record with the same address', async () => {
  const customer = await bank.customer({})
  const [one, two] = [
    await bank.person(customer, 'anne', { email: ADDRESS }),
    await bank.person(customer, 'jane', { email: ADDRESS }),
  ]
  const other = await bank.person(customer, 'lucy')
  const [maker, asTwo, asOther] = [
    await one.through(customer.ada),
    await two.through(customer.bob),
    await other.through(customer.eve),
  ]
  await control(customer, ONE)
  const files = `/v1/payments/customers/${customer.customerUID}/files/csv`
  const content = `externalReferenceId,amount,currency,speed,contactUID\nref,10.50,USD,Economy,${customer.contactUID}`
  const body = { fileName: 'test.csv', content, senderAccountUID: customer.accountUID }
  const { fileUID } = dataOf(await bank.call('POST', files, body, maker), 201)
  const approve = (client: TestClient) => bank.call('PUT', `${files}/${fileUID}/approve`, {}, client)
  const refused = await approve(asTwo)
  assert.equal(refused.status, 403, JSON.stringify(refused.body))
  assert.match(JSON.stringify(refused.body), /one person may be behind/)
  dataOf(await approve(asOther))
})

test('a person of the institution does not approve what its own record of the customer paid', async () => {
  const ofBank = { ...(await bank.customer({})), customerUID: String(bank.service.tenant.institution.legalEntityId) }
  const customer = await bank.customer({})
  const staff = await bank.person(ofBank, 'olga', { email: ADDRESS })
  const maker = await bank.person(customer, 'ruth', { email: ADDRESS })
  const asMaker = await maker.through(customer.ada)
  const asStaff = await staff.through(await bank.desk())
  await control(customer, ONE)
  const held = await bank.pay(customer, asMaker)
  assertRefused(await bank.decide(held, asStaff), ONE_ADDRESS)
  const trusted = await bank.service.createClient(bank.service.tenant, { trustedToNamePersons: true })
  assertRefused(await bank.decide(held, trusted, { userId: staff.userId }), SAME)
})
