import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import type { Payer } from '../support/test-service.ts'

// A payment whose funds were held was asked for nothing that came on while it was HELD itself: for
// weeks, if its account was suspended that long.

const MONDAY = '2027-01-04T17:00:00Z'
const FRIDAY_NIGHT = '2027-01-08T23:59:00Z'
const NEXT_MONDAY = '2027-01-11T17:00:00Z'
const NOW = { paymentDate: undefined }
const FIFTY = { ...NOW, paymentAmount: 50 }
const LEFT = /^(TRANSMITTED|READY_TO_TRANSMIT|PROCESSED)$/
const MISSING = ['approvalsMissing']
const BY_INSTITUTION = 'above a limit that requires approval by the institution'
let bank: CautiousBank
before(async () => {
  bank = await openCautiousBank(MONDAY)
})
after(() => bank.service.stop())
beforeEach(() => bank.clock.set(FRIDAY_NIGHT))

const setRail = (isOn: boolean) => bank.call('PUT', '/v1/institution', { rails: { ACH: isOn, FEDWIRE: isOn } })

/** The payments, whose funds are held, are HELD over the weekend, while `change` is made. */
async function whileHeld(uids: readonly string[], change: () => Promise<unknown>): Promise<void> {
  for (const uid of uids) assert.equal(await bank.statusOf(uid), 'VALIDATED')
  dataOf(await setRail(false))
  await bank.workAt(NEXT_MONDAY)
  for (const uid of uids) assert.equal(await bank.statusOf(uid), 'HELD')
  await change()
  dataOf(await setRail(true))
  await bank.work()
}

async function assertLacks(uid: string, says: string): Promise<void> {
  const { status, held } = await bank.read(uid)
  assert.equal(status, 'HELD')
  assert.deepEqual(
    held.map(({ reason }: { reason: string }) => reason),
    MISSING,
  )
  assert.equal(await bank.saysOf(uid), says)
}

async function assertGoesOn(uid: string): Promise<void> {
  await bank.work()
  assert.match(await bank.statusOf(uid), LEFT)
}

const limitTo = (payer: Payer, value: number) =>
  bank.call('PUT', `/v2/customers/${payer.customerUID}`, {
    limits: [{ appName: 'Payments', appLimits: [{ key: 'ACH_PAYMENT_LIMIT_PER_TRANSACTION', value }] }],
  })

test('approvers that the customer asks for meanwhile must approve it before it goes on', async () => {
  const customer = await bank.customer({})
  const uid = await bank.pay(customer, customer.ada, NOW)
  await whileHeld([uid], () => bank.ask(customer, { paymentDualApproval: true }))
  await assertLacks(uid, 'it needs 1 approvers of the customer, and has 0')
  await bank.refusesOwn(uid, customer.ada)
  assert.equal(await bank.approved(uid, customer.bob), 'HELD')
  await assertGoesOn(uid)
})

test('a second approver, and one above a new threshold, must approve it', async () => {
  const customer = await bank.customer()
  const other = await bank.customer({ paymentDualApproval: true, paymentLimitforFirstApprover: 1000 })
  const [uid, large] = [await bank.pay(customer, customer.ada, NOW), await bank.pay(other, other.ada, NOW)]
  await bank.approved(uid, customer.bob)
  await bank.approved(large, other.bob)
  await whileHeld([uid, large], async () => {
    await bank.ask(customer, { paymentDualApproval: true, paymentNumberOfApprovers: 2 })
    await bank.ask(other, { paymentDualApproval: true, paymentLimitforFirstApprover: 1 })
  })
  for (const one of [uid, large]) await assertLacks(one, 'it needs 2 approvers of the customer, and has 1')
  await bank.approved(uid, customer.eve)
  await assertGoesOn(uid)
})

test('above what the approvers of a customer may approve, two are asked for, and more if it has more', async () => {
  const limits = { paymentDualApproval: true, paymentLimitforFirstApprover: 1, paymentLimitforSecondApprover: 2 }
  const asked = [{ paymentNumberOfApprovers: 1 }, {}, { paymentNumberOfApprovers: 2 }, { paymentNumberOfApprovers: 3 }]
  const customers = await Promise.all(asked.map(() => bank.customer({})))
  const uids = await Promise.all(customers.map((customer) => bank.pay(customer, customer.ada, NOW)))
  await whileHeld(uids, async () => {
    for (const [at, customer] of customers.entries()) await bank.ask(customer, { ...limits, ...asked[at] })
  })
  for (const [at, needs] of [2, 2, 2, 3].entries())
    await assertLacks(uids[at]!, `it needs ${needs} approvers of the customer, and has 0`)
})

test('fewer approvers than before, and none for other customers, hold nothing', async () => {
  const [customer, free] = [
    await bank.customer({ paymentDualApproval: true, paymentNumberOfApprovers: 2 }),
    await bank.customer({}),
  ]
  const [uid, other] = [await bank.pay(customer, customer.ada, NOW), await bank.pay(free, free.ada, NOW)]
  await bank.approved(uid, customer.bob, customer.eve)
  await whileHeld([uid, other], () => bank.ask(customer, { paymentDualApproval: true, paymentNumberOfApprovers: 1 }))
  for (const one of [uid, other]) assert.match(await bank.statusOf(one), LEFT)
})

test('a wire of an account that has call-backs by now waits for one', async () => {
  const customer = await bank.customer({})
  bank.clock.set('2027-01-09T17:00:00Z')
  const uid = await bank.pay(customer, customer.ada, { ...NOW, speed: 'Express' })
  await whileHeld([uid], () => bank.setCallBacks(customer))
  await assertLacks(uid, BY_INSTITUTION)
  const desk = await bank.desk()
  assert.equal((await bank.decide(uid, desk)).status, 400)
  assertRefused(await bank.decide(uid, customer.bob), { status: 403, code: 'PAYMENT003', says: 'institution' })
})

test('a payment above a limit that was lowered meanwhile waits for the institution', async () => {
  const [customer, other] = [await bank.customer({}), await bank.customer({})]
  const [uid, within] = [await bank.pay(customer, customer.ada, FIFTY), await bank.pay(other, other.ada, FIFTY)]
  await whileHeld([uid, within], async () => {
    dataOf(await limitTo(customer, 49.99))
    dataOf(await limitTo(other, 50))
  })
  assert.match(await bank.statusOf(within), LEFT)
  await assertLacks(uid, BY_INSTITUTION)
  assert.equal(dataOf(await bank.decide(uid, await bank.desk())).paymentStatus, 'HELD')
  await assertGoesOn(uid)
})

test('what lacks an approval keeps its funds, and gives them back when it is cancelled', async () => {
  const customer = await bank.customer({})
  const uid = await bank.pay(customer, customer.ada, NOW)
  await whileHeld([uid], () => bank.ask(customer, { paymentDualApproval: true }))
  await assertLacks(uid, 'it needs 1 approvers of the customer, and has 0')
  assert.equal(dataOf(await bank.decide(uid, customer.ada, {}, 'cancel')).paymentStatus, 'CANCELLED')
  await bank.work()
  assert.equal(await bank.statusOf(uid), 'CANCELLED')
})
