import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { CALLED, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { approvePending } from '../support/second-person.ts'
import type { TestClient } from '../support/test-service.ts'

/** An approval counts until the payment leaves: who gave it can still be stopped meanwhile. */

const MONDAY = '2027-01-04T17:00:00Z'
/** After the last collection of the day: what is VALIDATED now waits for the next one. */
const FRIDAY_NIGHT = '2027-01-08T23:59:00Z'
const NEXT_MONDAY = '2027-01-11T17:00:00Z'
const NOW = { paymentDate: undefined }
const TWO = { paymentDualApproval: true, paymentNumberOfApprovers: 2 }
const LEFT = /^(TRANSMITTED|READY_TO_TRANSMIT|PROCESSED)$/
const MISSING = ['approvalsMissing']
let bank: CautiousBank
before(async () => {
  bank = await openCautiousBank(MONDAY)
})
after(() => bank.service.stop())
beforeEach(() => bank.clock.set(FRIDAY_NIGHT))

const revoke = async ({ apiKey }: TestClient) =>
  dataOf(await bank.call('POST', `/v1/institution/api-clients/${apiKey}/revoke`))
const heldFor = async (uid: string): Promise<string[]> => {
  const { status, held } = await bank.read(uid)
  return status === 'HELD' ? held.map(({ reason }: { reason: string }) => reason) : [status]
}
const goesOn = async (uid: string) => {
  await bank.work()
  assert.match(await bank.statusOf(uid), LEFT)
}

/** On the next banking day the payment waits for the approvals that it lacks, and says so. */
async function assertWaits(uid: string, says: string): Promise<void> {
  await bank.workAt(NEXT_MONDAY)
  assert.deepEqual(await heldFor(uid), MISSING)
  assert.equal(await bank.saysOf(uid), says)
}

test('a client that is revoked after it approved does not count when the payment leaves', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer()
  const [uid, other] = [await bank.pay(payer, ada, NOW), await bank.pay(payer, ada, NOW)]
  assert.equal(await bank.approved(uid, bob), 'VALIDATED')
  assert.equal(await bank.approved(other, eve), 'VALIDATED')
  await revoke(bob)
  await assertWaits(uid, 'it needs 1 approvers of the customer, and has 0')
  assert.match(await bank.statusOf(other), LEFT)
  await bank.refusesOwn(uid, ada)
  assert.equal(await bank.approved(uid, eve), 'HELD')
  await goesOn(uid)
})

test('a user who is suspended after they approved counts again once they act again, and approve again', async () => {
  const customer = await bank.customer({})
  const hedy = await bank.person(customer, 'hedy')
  await bank.ask(customer, { paymentDualApproval: true })
  bank.clock.advance({ minutes: 1 })
  const uid = await bank.pay(customer, customer.ada, NOW)
  assert.equal(await bank.approved(uid, await hedy.through(customer.eve)), 'VALIDATED')
  assert.equal((await bank.call('PUT', `${hedy.path}/suspend`)).status, 204)
  await assertWaits(uid, 'it needs 1 approvers of the customer, and has 0')
  await bank.call('PUT', `${hedy.path}/activate`)
  await approvePending(bank.service, customer.customerUID)
  await bank.work()
  assert.deepEqual(await heldFor(uid), MISSING)
  assert.equal(await bank.approved(uid, await hedy.through(customer.eve)), 'HELD')
  await goesOn(uid)
})

test('an approval that a person gave through a client does not count once that is revoked', async () => {
  const customer = await bank.customer({})
  const people = [await bank.person(customer, 'hedy'), await bank.person(customer, 'iris')]
  await bank.ask(customer, TWO)
  bank.clock.advance({ minutes: 1 })
  const uid = await bank.pay(customer, customer.ada, NOW)
  const [hedy, iris] = [await people[0]!.through(customer.bob), await people[1]!.through(customer.eve)]
  assert.equal(await bank.approved(uid, hedy, iris), 'VALIDATED')
  await revoke(customer.bob)
  await assertWaits(uid, 'it needs 2 approvers of the customer, and has 1')
  assert.equal(await bank.approved(uid, await bank.clientOf(customer)), 'HELD')
  await goesOn(uid)
})

test('nor on the date, and it does not make up the number with one who approves later', async () => {
  const customer = await bank.customer({})
  const person = await bank.person(customer, 'grace')
  await bank.ask(customer, TWO)
  bank.clock.set(MONDAY)
  const [uid, partly] = [await bank.pay(customer, customer.ada), await bank.pay(customer, customer.ada)]
  const grace = await person.through(customer.bob)
  assert.equal(await bank.approved(uid, grace, customer.eve), 'FUTURE_DATED')
  assert.equal(await bank.approved(partly, grace), 'PARTIALLY_APPROVED')
  await revoke(customer.bob)
  assert.equal(await bank.approved(partly, customer.eve), 'PARTIALLY_APPROVED')
  await bank.workAt('2027-01-08T17:00:00Z')
  assert.match(await bank.statusOf(uid), /^(PENDING_APPROVAL|PARTIALLY_APPROVED)$/)
  assert.equal(await bank.approved(uid, await bank.clientOf(customer)), 'VALIDATED')
})

test('nor do those through a portal of the institution, and what people approved through others counts', async () => {
  const customer = await bank.customer({})
  const person = await bank.person(customer, 'noor')
  await bank.ask(customer, { paymentDualApproval: true })
  bank.clock.advance({ minutes: 1 })
  const [one, other] = [await bank.pay(customer, customer.ada, NOW), await bank.pay(customer, customer.ada, NOW)]
  const [portal, second] = [await bank.desk(), await bank.desk()]
  assert.equal(await bank.approved(one, await person.through(portal)), 'VALIDATED')
  assert.equal(await bank.approved(other, await person.through(second)), 'VALIDATED')
  await revoke(portal)
  await assertWaits(one, 'it needs 1 approvers of the customer, and has 0')
  assert.match(await bank.statusOf(other), LEFT)
})

test('a signatory who was deleted does not count', async () => {
  const customer = await bank.customer({})
  const portal = await bank.clientOf(customer, { trustedToNamePersons: true })
  const body = { fullName: 'Mary Lund', emailAddress: 'mary@sample.example', phoneNumber: '+1 207 555 0101' }
  const { body: made } = await bank.call('POST', `/v1/customers/${customer.customerUID}/signatories`, body)
  const signatoryId = String(made.id)
  await bank.ask(customer, { paymentDualApproval: true })
  await approvePending(bank.service, customer.customerUID)
  bank.clock.advance({ minutes: 1 })
  const uid = await bank.pay(customer, customer.ada, NOW)
  assert.equal(dataOf(await bank.decide(uid, portal, { signatoryId })).paymentStatus, 'VALIDATED')
  assert.ok(
    (await bank.call('DELETE', `/v1/customers/${customer.customerUID}/signatories/${signatoryId}`)).status < 300,
  )
  await approvePending(bank.service, customer.customerUID)
  await assertWaits(uid, 'it needs 1 approvers of the customer, and has 0')
})

test('of two approvers one is revoked: the other does not count twice, and a third does', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer(TWO)
  const third = await bank.clientOf(payer)
  const uid = await bank.pay(payer, ada, NOW)
  assert.equal(await bank.approved(uid, bob, eve), 'VALIDATED')
  await revoke(bob)
  await assertWaits(uid, 'it needs 2 approvers of the customer, and has 1')
  assertRefused(await bank.decide(uid, eve), { status: 409, code: 'PAYMENT003', says: 'each approver decides once' })
  assert.equal(await bank.approved(uid, third), 'HELD')
  await goesOn(uid)
})

test('a released wire that waits for its cut-off to open does not leave without its approver', async () => {
  const parent = await bank.customer({})
  const { shortName } = dataOf(await bank.call('GET', `/v2/customers/${parent.customerUID}`))
  const child = await bank.customer({ paymentDualApproval: true }, { parentEntityShortName: shortName })
  // A client of the child would be stopped with the parent, and what it made be held.
  bank.clock.set('2027-01-09T17:00:00Z')
  const uid = await bank.pay(child, bank.service.tenant.client, { ...NOW, speed: 'Express' })
  assert.equal(await bank.approved(uid, parent.bob), 'VALIDATED')
  await bank.work()
  assert.equal(await bank.statusOf(uid), 'READY_TO_TRANSMIT')
  dataOf(await bank.call('PUT', `/v1/institution/customers/${parent.customerUID}/suspend`, { reason: 'fraud' }))
  await assertWaits(uid, 'it needs 1 approvers of the customer, and has 0')
})

test('the call-back of a client of the institution that is revoked does not count', async () => {
  const customer = await bank.customer({})
  await bank.setCallBacks(customer)
  const [first, second] = [await bank.desk(), await bank.desk()]
  bank.clock.set('2027-01-16T17:00:00Z')
  const uid = await bank.pay(customer, customer.ada, { ...NOW, speed: 'Express' })
  assert.equal(dataOf(await bank.decide(uid, first, CALLED)).paymentStatus, 'VALIDATED')
  await revoke(first)
  await bank.workAt('2027-01-19T17:00:00Z')
  assert.deepEqual(await heldFor(uid), MISSING)
  assert.equal(await bank.saysOf(uid), 'above a limit that requires approval by the institution')
  assertRefused(await bank.decide(uid, customer.bob), { status: 403, code: 'PAYMENT003', says: 'institution' })
  assert.equal((await bank.decide(uid, second)).status, 400)
  assert.equal(dataOf(await bank.decide(uid, second, CALLED)).paymentStatus, 'HELD')
  await goesOn(uid)
})

test('a payment that lacks an approval is not rejected, and gives its money back when it is cancelled', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer()
  const available = async () =>
    dataOf(
      await bank.call(
        'GET',
        `/v3/customers/${payer.customerUID}/accounts/${payer.accountUID}?includeAccountBalance=true`,
      ),
    ).availableBalance
  const before = await available()
  const uid = await bank.pay(payer, ada, NOW)
  await bank.approved(uid, bob)
  await revoke(bob)
  await assertWaits(uid, 'it needs 1 approvers of the customer, and has 0')
  const conflict = { status: 409, code: 'PAYMENT003', says: 'must be PENDING_APPROVAL or PARTIALLY_APPROVED' }
  assertRefused(await bank.decide(uid, eve, {}, 'reject'), conflict)
  assert.notEqual(await available(), before)
  dataOf(await bank.call('PUT', `/payments/${uid}/cancel`, {}, ada))
  assert.equal(await available(), before)
})

test('a payment that is held for its maker and for its approver is held until both are over', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer()
  const uid = await bank.pay(payer, ada, NOW)
  assert.equal(await bank.approved(uid, bob), 'VALIDATED')
  await revoke(ada)
  await revoke(bob)
  await bank.workAt(NEXT_MONDAY)
  assert.deepEqual(await heldFor(uid), ['makerStopped', ...MISSING])
  const released = await bank.call(
    'POST',
    `/v1/institution/payments/${uid}/release`,
    { reason: 'known' },
    await bank.desk(),
  )
  dataOf(released)
  await bank.work()
  assert.deepEqual(await heldFor(uid), MISSING)
  assert.equal(await bank.approved(uid, eve), 'HELD')
  await goesOn(uid)
})

test('what is held for something else takes no approval', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer()
  const uid = await bank.pay(payer, ada, NOW)
  await bank.approved(uid, bob)
  await revoke(ada)
  await bank.workAt(NEXT_MONDAY)
  assert.deepEqual(await heldFor(uid), ['makerStopped'])
  assertRefused(await bank.decide(uid, eve), { status: 409, code: 'PAYMENT003', says: 'lacks no approval' })
})

test('a payment of a series that was changed after its release does not lose its approval', async () => {
  const customer = await bank.customer()
  const series = await bank.begin(customer, customer.ada, 3, NOW)
  assert.equal(await bank.approved(series.paymentUID, customer.bob), 'VALIDATED')
  dataOf(await bank.setEnd(series, 4, customer.eve))
  await bank.workAt(NEXT_MONDAY)
  assert.match(await bank.statusOf(series.paymentUID), LEFT)
})
