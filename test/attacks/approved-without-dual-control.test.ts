import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type Cautious, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { eurosBody, marketRates } from '../support/fx-market.ts'
import { fetchToken, type Payer, type Reply, type TestClient } from '../support/test-service.ts'

// Without dual control, one administrator may pay and approve through two clients of a customer.
// What was approved like that still waits when the institution switches dual control on.

const MONDAY = '2027-01-04T17:00:00Z'
const ON_ITS_DATE = '2027-01-08T17:00:00Z'
const SATURDAY = '2027-01-09T17:00:00Z'
const NEXT_MONDAY = '2027-01-11T19:30:00Z'
const TWO = { paymentDualApproval: true, paymentNumberOfApprovers: 2 }
const CLIENTS = '/v1/institution/api-clients'
const CUSTOMERS = ENTITLEMENTS.filter((name) => !name.startsWith('Institution.'))
const LEFT = /^(READY_TO_TRANSMIT|TRANSMITTED)$/

let bank: CautiousBank
/** Administrators, none of whom saw the secret of the other. */
let anna: TestClient
let ben: TestClient
before(async () => {
  bank = await openCautiousBank(MONDAY)
  anna = await bank.desk()
  ben = await bank.desk()
  dataOf(await bank.call('PUT', '/v1/institution/fx/rates', { rates: marketRates }))
  const collection = { economy: ['14:15', '18:00'], economyPlus: ['10:00', '16:15'] }
  dataOf(await bank.call('PUT', '/v1/institution', { ach: { collection } }))
})
after(() => bank.service.stop())
beforeEach(async () => {
  bank.clock.set(MONDAY)
  await dualControl(false)
})

async function dualControl(dualControl: boolean): Promise<void> {
  const reply = await bank.call('PUT', '/v1/institution', { dualControl })
  if (reply.status !== 202) return void dataOf(reply)
  const { approvalUID, contentHash } = reply.body.data
  dataOf(await bank.call('PUT', `/v1/institution/approvals/${approvalUID}/approve`, { contentHash }, ben))
}

/** A client of the customer, whose secret this administrator was shown. */
async function clientShownTo({ customerUID }: Payer, shownTo: TestClient): Promise<TestClient> {
  const body = { name: 'Payroll', customerUID, entitlements: [...CUSTOMERS] }
  const key = dataOf(await bank.call('POST', CLIENTS, body, shownTo), 201)
  return { ...key, token: await fetchToken(bank.service.baseUrl, bank.service.tenant.institution.code, key) }
}

/** A customer with two clients that one administrator was shown. */
async function customer(settings?: object): Promise<Cautious & { one: TestClient; two: TestClient }> {
  const payer = await bank.customer(settings)
  return { ...payer, one: await clientShownTo(payer, anna), two: await clientShownTo(payer, anna) }
}

async function assertWaits(uid: string, says: string): Promise<void> {
  await bank.workAt(ON_ITS_DATE)
  assert.equal(await bank.statusOf(uid), 'PENDING_APPROVAL')
  assert.equal(await bank.saysOf(uid), says)
}
const ONE_MORE = 'it needs 1 approvers of the customer, and has 0'

async function assertLeaves(uid: string): Promise<void> {
  await bank.work()
  assert.match(await bank.statusOf(uid), LEFT)
}

test('a payment that its maker approved through a second client waits for another approver', async () => {
  const payer = await customer()
  const uid = await bank.pay(payer, payer.one)
  assert.equal(await bank.approved(uid, payer.two), 'FUTURE_DATED')
  await dualControl(true)
  await assertWaits(uid, ONE_MORE)
  const again = { status: 403, code: 'PAYMENT003', says: 'one person may be behind you' }
  assertRefused(await bank.decide(uid, payer.two), again)
  assert.equal(await bank.approved(uid, payer.bob), 'VALIDATED')
  await assertLeaves(uid)
})

test('two approvals through clients that one person was shown count once', async () => {
  const payer = await customer(TWO)
  const uid = await bank.pay(payer, payer.ada)
  assert.equal(await bank.approved(uid, payer.one, payer.two), 'FUTURE_DATED')
  await dualControl(true)
  await assertWaits(uid, 'it needs 2 approvers of the customer, and has 1')
  assertRefused(await bank.decide(uid, payer.two), { status: 409, code: 'PAYMENT003', says: 'already decided' })
  assert.equal(await bank.approved(uid, payer.bob), 'VALIDATED')
  await assertLeaves(uid)
})

for (const speed of ['Economy', 'Express'] as const)
  test(`one that was released already is held before it leaves: ${speed}`, async () => {
    bank.clock.set(SATURDAY)
    const payer = await customer()
    const uid = await bank.pay(payer, payer.one, { paymentDate: undefined, speed })
    await bank.approved(uid, payer.two)
    await bank.work()
    assert.equal(await bank.statusOf(uid), 'READY_TO_TRANSMIT')
    await dualControl(true)
    await bank.workAt(NEXT_MONDAY)
    assert.equal(await bank.statusOf(uid), 'HELD')
    assert.equal(await bank.saysOf(uid), ONE_MORE)
    assert.equal(await bank.approved(uid, payer.bob), 'HELD')
    await assertLeaves(uid)
  })

test('the payments of a series are approved by another one, too', async () => {
  const payer = await customer()
  const series = await bank.begin(payer, payer.one, 3, { paymentDate: '2027-01-08' })
  assert.equal(await bank.approved(series.paymentUID, payer.two), 'FUTURE_DATED')
  await dualControl(true)
  await assertWaits(series.paymentUID, ONE_MORE)
})

test('a trade that was approved like that once needs another approver', async () => {
  const payer = await customer(TWO)
  const approve = async (uid: string, client: TestClient): Promise<Reply> => {
    const path = `/v1/customers/${payer.customerUID}/approvals/fxTrade/${uid}`
    const { contentHash } = dataOf(await bank.call('GET', path))
    return bank.call('PUT', `${path}/approve`, { contentHash }, client)
  }
  const { quoteUUID } = dataOf(await bank.call('POST', '/v2/fx/quote', eurosBody(payer.customerUID), payer.one))
  const uid = dataOf(await bank.call('PUT', '/v2/fx/accept', { quoteUUID }, payer.one), 202).approvalUID
  assert.equal(dataOf(await approve(uid, payer.two)).status, 'Pending')
  await dualControl(true)
  assert.equal(dataOf(await approve(uid, payer.bob)).status, 'Pending')
  assert.equal(dataOf(await approve(uid, payer.eve)).status, 'Approved')
})

test('an approval by a client that somebody else was shown goes on counting', async () => {
  const payer = await customer()
  const uid = await bank.pay(payer, payer.one)
  assert.equal(await bank.approved(uid, await clientShownTo(payer, ben)), 'FUTURE_DATED')
  await dualControl(true)
  await bank.workAt(ON_ITS_DATE)
  await assertLeaves(uid)
})

test('without dual control on its date the payment leaves', async () => {
  const payer = await customer()
  const uid = await bank.pay(payer, payer.one)
  assert.equal(await bank.approved(uid, payer.two), 'FUTURE_DATED')
  await dualControl(true)
  await dualControl(false)
  await bank.workAt(ON_ITS_DATE)
  await assertLeaves(uid)
})
