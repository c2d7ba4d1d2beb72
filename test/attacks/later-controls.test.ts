import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { dataOf } from '../support/answers.ts'
import { CALLED, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { approvePending } from '../support/second-person.ts'
import { createPayer, creditBody, type TestClient, transferBody } from '../support/test-service.ts'

/** A control that is switched on, or tightened, reaches what waits already. */

const MONDAY = '2027-01-04T17:00:00Z'
const ON_ITS_DATE = '2027-01-08T17:00:00Z'
const TWO = { paymentDualApproval: true, paymentNumberOfApprovers: 2 }
const LEFT = /^(READY_TO_TRANSMIT|TRANSMITTED)$/
let bank: CautiousBank
before(async () => {
  bank = await openCautiousBank(MONDAY)
})
after(() => bank.service.stop())
beforeEach(() => bank.clock.set(MONDAY))

/** On its date the payment waits for approvals, and says so. */
async function assertWaits(uid: string, says: string): Promise<void> {
  await bank.workAt(ON_ITS_DATE)
  assert.equal(await bank.statusOf(uid), 'PENDING_APPROVAL')
  assert.equal(await bank.saysOf(uid), says)
}

/** The approval lets the payment leave, once. */
async function assertLeaves(uid: string, client: TestClient): Promise<void> {
  assert.equal(await bank.approved(uid, client), 'VALIDATED')
  await bank.work()
  assert.match(await bank.statusOf(uid), LEFT)
}

test('a payment scheduled before approvals were required leaves with one', async () => {
  const customer = await bank.customer({})
  const uid = await bank.pay(customer, customer.ada)
  await bank.ask(customer, { paymentDualApproval: true })
  await assertWaits(uid, 'it needs 1 approvers of the customer, and has 0')
  await bank.refusesOwn(uid, customer.ada)
  await assertLeaves(uid, customer.bob)
})

test('a payment approved by one leaves with two approvers once two are required', async () => {
  const customer = await bank.customer()
  const uid = await bank.pay(customer, customer.ada)
  assert.equal(await bank.approved(uid, customer.bob), 'FUTURE_DATED')
  await bank.ask(customer, { paymentLimitforFirstApprover: 5 })
  await assertWaits(uid, 'it needs 2 approvers of the customer, and has 1')
  const [approver] = (await bank.read(uid)).audit.approvers
  assert.equal(approver.approverId, customer.bob.apiKey)
  await assertLeaves(uid, customer.eve)
})

test('a payment that nobody approves on its date is rejected at its last cut-off', async () => {
  const customer = await bank.customer({})
  const uid = await bank.pay(customer, customer.ada)
  await bank.ask(customer, { paymentDualApproval: true })
  await assertWaits(uid, 'it needs 1 approvers of the customer, and has 0')
  await bank.workAt('2027-01-09T06:00:00Z')
  assert.equal(await bank.statusOf(uid), 'REJECTED')
})

test('the approval of a user who is suspended before the date does not count, and counts again afterwards', async () => {
  const customer = await bank.customer({})
  const person = await bank.person(customer, 'hedy')
  await bank.ask(customer, { paymentDualApproval: true })
  bank.clock.advance({ minutes: 1 })
  const [uid, other] = [await bank.pay(customer, customer.ada), await bank.pay(customer, customer.ada)]
  assert.equal(await bank.approved(uid, await person.through(customer.eve)), 'FUTURE_DATED')
  assert.equal(await bank.approved(other, await person.through(customer.eve)), 'FUTURE_DATED')
  const suspended = await bank.call('PUT', `${person.path}/suspend`)
  assert.ok(suspended.status < 300, JSON.stringify(suspended.body))
  await assertWaits(uid, 'it needs 1 approvers of the customer, and has 0')
  await assertLeaves(uid, customer.bob)
  assert.equal(await bank.statusOf(other), 'PENDING_APPROVAL')
  await bank.call('PUT', `${person.path}/activate`)
  await approvePending(bank.service, customer.customerUID)
  await assertLeaves(other, await person.through(customer.eve))
})

test('the approval of a client that is revoked before the date does not count', async () => {
  const customer = await bank.customer()
  const uid = await bank.pay(customer, customer.ada)
  assert.equal(await bank.approved(uid, customer.eve), 'FUTURE_DATED')
  dataOf(await bank.call('POST', `/v1/institution/api-clients/${customer.eve.apiKey}/revoke`))
  await assertWaits(uid, 'it needs 1 approvers of the customer, and has 0')
  await assertLeaves(uid, customer.bob)
})

test('the approval of a parent that is suspended before the date does not count', async () => {
  const parent = await bank.customer({})
  const { shortName } = dataOf(await bank.call('GET', `/v2/customers/${parent.customerUID}`))
  const child = await bank.customer({ paymentDualApproval: true }, { parentEntityShortName: shortName })
  // A client of the child would be stopped with the parent, and what it made be held.
  const uid = await bank.pay(child, bank.service.tenant.client)
  assert.equal(await bank.approved(uid, parent.bob), 'FUTURE_DATED')
  const path = `/v1/institution/customers/${parent.customerUID}/suspend`
  dataOf(await bank.call('PUT', path, { reason: 'fraud' }))
  await assertWaits(uid, 'it needs 1 approvers of the customer, and has 0')
})

test('persons whom a client named count once, from when the institution withdraws its trust', async () => {
  const customer = await bank.customer({})
  const portal = await bank.clientOf(customer, { trustedToNamePersons: true })
  const [one, other] = [await bank.person(customer, 'mary'), await bank.person(customer, 'joan')]
  await bank.ask(customer, TWO)
  bank.clock.advance({ minutes: 1 })
  const uid = await bank.pay(customer, customer.ada)
  for (const { userId } of [one, other]) dataOf(await bank.decide(uid, portal, { userId }))
  assert.equal(await bank.statusOf(uid), 'FUTURE_DATED')
  const path = `/v1/institution/api-clients/${portal.apiKey}`
  dataOf(await bank.call('PUT', path, { trustedToNamePersons: false }))
  await assertWaits(uid, 'it needs 2 approvers of the customer, and has 1')
  await assertLeaves(uid, customer.bob)
})

test('the payments of a series that were made before, and those made after, need the approval', async () => {
  const customer = await bank.customer({})
  const series = await bank.begin(customer, customer.ada, 9)
  await bank.work()
  const made = await bank.numberOf(series, 4)
  assert.equal(await bank.statusOf(made), 'FUTURE_DATED')
  await bank.ask(customer, { paymentDualApproval: true })
  await bank.workAt('2027-01-07T17:00:00Z')
  assert.equal(await bank.statusOf(made), 'PENDING_APPROVAL')
  assert.equal(await bank.statusOf(await bank.numberOf(series, 9)), 'PENDING_APPROVAL')
})

test('a scheduled wire waits for the call-back that its account needs by then', async () => {
  const customer = await bank.customer({})
  const uid = await bank.pay(customer, customer.ada, { speed: 'Express' })
  await bank.setCallBacks(customer)
  await assertWaits(uid, 'above a limit that requires approval by the institution')
  const desk = await bank.desk()
  assert.equal((await bank.decide(uid, desk)).status, 400)
  assert.equal(dataOf(await bank.decide(uid, desk, CALLED)).paymentStatus, 'VALIDATED')
})

test('a payment that waits for the institution alone also needs the approver that the customer asks for by then', async () => {
  const customer = await bank.customer({})
  await bank.setCallBacks(customer)
  const express = { speed: 'Express', paymentDate: undefined }
  const [uid, other] = [
    await bank.pay(customer, customer.ada, express),
    await bank.pay(customer, customer.ada, express),
  ]
  assert.equal(await bank.statusOf(uid), 'PENDING_APPROVAL')
  await bank.ask(customer, { paymentDualApproval: true })
  assert.equal(await bank.approved(other, customer.bob), 'PARTIALLY_APPROVED')
  const desk = await bank.desk()
  const last = await bank.decide(other, desk, CALLED)
  assert.equal(dataOf(last).paymentStatus, 'VALIDATED')
  const called = await bank.decide(uid, desk, CALLED)
  assert.equal(dataOf(called).paymentStatus, 'PARTIALLY_APPROVED')
  await bank.refusesOwn(uid, customer.ada)
  assert.equal(await bank.approved(uid, customer.bob), 'VALIDATED')
})

test('once contacts need approval, a payment to a party without a contact needs one approver', async () => {
  const customer = await bank.customer({})
  const receiver = {
    ...{ accountNumber: '700100200399', accountType: 'DDA', name: 'Quay Roasters' },
    address: { addressLine1: '1 Quay', city: 'Portland', state: 'ME', postalCode: '04101', countryCode: 'US' },
    bank: { bankIdType: 'NID', bankId: '021000021', name: 'First Example Bank', countryCode: 'US' },
  }
  const described = await bank.pay(customer, customer.ada, { receiver })
  const known = await bank.pay(customer, customer.ada)
  const series = await bank.begin(customer, customer.ada, 20, { receiver })
  await bank.ask(customer, { beneDualApproval: true })
  await assertWaits(described, 'it needs 1 approvers of the customer, and has 0')
  assert.match(await bank.statusOf(known), LEFT)
  assert.equal(await bank.statusOf(await bank.numberOf(series, 9)), 'PENDING_APPROVAL')
  await bank.refusesOwn(described, customer.ada)
  await assertLeaves(described, customer.bob)
})

test('once contacts need approval, a transfer to another customer needs one approver, and one between own accounts none', async () => {
  const customer = await bank.customer({})
  const other = await createPayer(bank.service)
  const own = dataOf(await bank.call('GET', `/v3/customers/${customer.customerUID}/accounts/${customer.accountUID}`))
  assert.ok(own)
  const transfer = async (to: string) => {
    const body = transferBody({ from: customer.accountUID, to, paymentDate: '2027-01-08' })
    return dataOf(await bank.call('POST', '/v3/payments/booktransfer', body)).paymentUID
  }
  const toOther = await transfer(other.accountUID)
  await bank.ask(customer, { beneDualApproval: true })
  await assertWaits(toOther, 'it needs 1 approvers of the customer, and has 0')
  assert.equal(await bank.approved(toOther, customer.bob), 'PROCESSED')
})

test('what waits keeps the greater number: less than it was promised, or than it was asked for, never lets it leave', async () => {
  const customer = await bank.customer(TWO)
  const promised = await bank.pay(customer, customer.ada)
  await bank.approved(promised, customer.bob)
  await bank.ask(customer, { paymentNumberOfApprovers: 1 })
  assert.equal(await bank.statusOf(promised), 'PARTIALLY_APPROVED')
  const later = await bank.pay(customer, customer.ada)
  assert.equal(await bank.approved(later, customer.bob), 'FUTURE_DATED')
  await bank.ask(customer, { paymentNumberOfApprovers: 3 })
  await bank.workAt(ON_ITS_DATE)
  assert.equal(await bank.statusOf(later), 'PENDING_APPROVAL')
  await bank.ask(customer, { paymentNumberOfApprovers: 1 })
  assert.equal(await bank.approved(later, customer.eve), 'PARTIALLY_APPROVED')
  assert.equal(await bank.approved(later, await bank.clientOf(customer)), 'VALIDATED')
})

test('a payment that nothing was tightened for leaves on its date, and a new one is asked as before', async () => {
  const customer = await bank.customer()
  const uid = await bank.pay(customer, customer.ada)
  assert.equal(await bank.approved(uid, customer.bob), 'FUTURE_DATED')
  await bank.workAt(ON_ITS_DATE)
  assert.match(await bank.statusOf(uid), LEFT)
  const reply = await bank.call('POST', '/payments/creditrequest', creditBody(customer), customer.ada)
  assert.equal(dataOf(reply).paymentStatus, 'PENDING_APPROVAL')
})
