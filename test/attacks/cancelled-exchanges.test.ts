import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type Cautious, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { contactAbroad, contractOf, marketRates } from '../support/fx-market.ts'
import { approvePending } from '../support/second-person.ts'
import { paymentLifeSweeps, sweepNamed } from '../support/sweeps.ts'
import type { Reply, TestClient } from '../support/test-service.ts'

// A customer demands two approvers. One client of it cancels payments that made their exchange, and
// each cancellation exchanges the money back and costs the spread.

const START = '2027-01-04T17:00:00Z'
const TWO = { paymentDualApproval: true, paymentNumberOfApprovers: 2 }
let bank: CautiousBank
before(async () => {
  bank = await openCautiousBank(START)
  dataOf(await bank.call('PUT', '/v1/institution/fx/margins', { margins: [{ basisPoints: 50 }] }))
})
after(() => bank.service.stop())
beforeEach(async () => {
  bank.clock.set(START)
  dataOf(await bank.call('PUT', '/v1/institution/fx/rates', { rates: marketRates }))
})
afterEach(async () => {
  const said: string[] = []
  const { app, tenant } = bank.service
  assert.equal(await verifyLedgers(app.db, [tenant.institution], (line) => said.push(line)), 0, said.join('\n'))
})

type Abroad = Cautious & { contactUID: string }
async function customerOf(settings: object): Promise<Abroad> {
  const customer = await bank.customer(settings)
  const contactUID = await contactAbroad({ call: bank.call, customerUID: customer.customerUID }, 'EUR')
  return { ...customer, contactUID }
}

const euros = { paymentAmount: 5_000, paymentCurrency: 'EUR', speed: 'SPOT', paymentDate: undefined }
/** A payment that drew on the contract that it made for itself, once people have approved it. */
async function exchanged(of: Abroad, fields: object = {}): Promise<string> {
  const uid = await bank.pay(of, of.ada, { ...euros, ...fields })
  await bank.approved(uid, of.bob, of.eve)
  assert.match(await bank.statusOf(uid), /VALIDATED|READY_TO_TRANSMIT/)
  return uid
}
const cancel = (uid: string, client: TestClient) => bank.call('PUT', `/payments/${uid}/cancel`, { notes: 'no' }, client)
const waitingFor = (reply: Reply): string => dataOf(reply, 202).approvalUID
const pathOf = ({ customerUID }: Cautious, uid: string) => `/v1/customers/${customerUID}/approvals/fxTrade/${uid}`
const read = async (of: Cautious, uid: string) => dataOf(await bank.call('GET', pathOf(of, uid)))
const approve = async (of: Cautious, uid: string, client: TestClient) => {
  const { contentHash } = await read(of, uid)
  return bank.call('PUT', `${pathOf(of, uid)}/approve`, { contentHash }, client)
}
const ledgerOf = async ({ customerUID, accountUID }: Cautious) => {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  return Number(dataOf(await bank.call('GET', path)).ledgerBalance)
}
const NO_LONGER = { status: 409, code: 'APPROVAL001' }

test('one client alone does not trade a balance away by cancelling payments that were approved', async () => {
  const customer = await customerOf(TWO)
  const uids = [await exchanged(customer), await exchanged(customer), await exchanged(customer)]
  for (const uid of uids) {
    const waits = waitingFor(await cancel(uid, customer.ada))
    assert.equal(waitingFor(await cancel(uid, customer.ada)), waits, 'one cancellation waits')
    assert.equal(waitingFor(await cancel(uid, customer.eve)), waits, 'whoever asks again')
    assertRefused(await approve(customer, waits, customer.ada), { status: 403, code: 'APPROVAL001' })
    assert.match(await bank.statusOf(uid), /VALIDATED|READY_TO_TRANSMIT/)
  }
  assert.equal(await ledgerOf(customer), 100_000)
})

test('two people approve the cancellation, which is made at the rate of the last approval', async () => {
  const customer = await customerOf(TWO)
  const uid = await exchanged(customer)
  const waits = waitingFor(await cancel(uid, customer.ada))
  const { proposed, approversNeeded } = await read(customer, waits)
  assert.deepEqual([proposed.paymentUID, proposed.buyAmount, approversNeeded], [uid, 5_000, 2])
  assert.equal(dataOf(await approve(customer, waits, customer.bob)).status, 'Pending')
  assert.match(await bank.statusOf(uid), /VALIDATED|READY_TO_TRANSMIT/)
  const made = dataOf(await approve(customer, waits, customer.eve))
  assert.deepEqual([made.status, made.result.paymentStatus], ['Approved', 'CANCELLED'])
  assert.equal(await bank.statusOf(uid), 'CANCELLED')
  assert.ok((await ledgerOf(customer)) < 100_000, 'the spread is paid')
  assertRefused(await cancel(uid, customer.ada), { status: 409, code: 'PAYMENT003', says: 'CANCELLED' })
})

test('a client of the institution needs the approvers of the customer, too', async () => {
  const customer = await customerOf(TWO)
  waitingFor(await cancel(await exchanged(customer), bank.service.tenant.client))
})

test('what costs no trade is cancelled at once: no exchange yet, a contract that goes on, no approvers', async () => {
  const customer = await customerOf(TWO)
  const scheduled = await bank.pay(customer, customer.ada, { ...euros, paymentDate: '2027-01-08' })
  await bank.approved(scheduled, customer.bob, customer.eve)
  assert.equal(dataOf(await cancel(scheduled, customer.ada)).paymentStatus, 'CANCELLED')

  const free = await customerOf({})
  const own = await bank.pay(free, free.ada, euros)
  assert.equal(dataOf(await cancel(own, free.ada)).paymentStatus, 'CANCELLED')

  const market = { ...free, service: bank.service, tenant: bank.service.tenant, shortName: '', customerId: '' }
  const { forexContractNo: fxContractNumber } = await contractOf({ ...market, call: bank.call } as never, {
    transferAmount: 6_000,
  })
  const settings = { legalEntityAccessSettings: TWO }
  if (dataOf(await bank.call('PUT', `/v2/customers/${free.customerUID}`, settings)).approvalUID)
    await approvePending(bank.service, free.customerUID)
  const named = await exchanged(free, { additionalInfo: { fxContractNumber } })
  assert.equal(dataOf(await cancel(named, free.ada)).paymentStatus, 'CANCELLED')
})

test('a payment below the threshold of the customer is cancelled at once, unless its larger side reaches it', async () => {
  // 5,000 euros cost 5,449.10 dollars.
  const settings = { ...TWO, paymentNumberOfApprovers: 1, paymentLimitforFirstApprover: 1e6 }
  const customer = await customerOf({ ...settings, paymentDualApproval: false })
  const uid = await bank.pay(customer, customer.ada, euros)
  await bank.ask(customer, settings)
  waitingFor(await cancel(uid, customer.ada))
})

test('a rule that is loosened later reaches no cancellation that waits', async () => {
  const customer = await customerOf(TWO)
  const uid = await exchanged(customer)
  const waits = waitingFor(await cancel(uid, customer.ada))
  await bank.ask(customer, { paymentDualApproval: false })
  assert.equal(waitingFor(await cancel(uid, customer.ada)), waits)
})

test('a payment that leaves while its cancellation waits has left, and the cancellation ends with the day', async () => {
  const customer = await customerOf(TWO)
  const uid = await exchanged(customer)
  const waits = waitingFor(await cancel(uid, customer.ada))
  assert.equal(dataOf(await approve(customer, waits, customer.bob)).status, 'Pending')
  for (const name of ['release payments', 'transmit messages']) {
    const { run } = sweepNamed(paymentLifeSweeps, `payments: ${name}`)
    await bank.service.query(
      `update payment_states set leaves_at = $2 where payment_id = $1 and leaves_at is not null`,
      [...[uid, bank.clock.now().toString()]],
    )
    await run(bank.service.app, bank.service.tenant.institution)
  }
  assertRefused(await approve(customer, waits, customer.eve), NO_LONGER)
  assert.equal(await ledgerOf(customer), 100_000)
})

test('a cancellation that was rejected is asked for again, and its approvals are gone', async () => {
  const customer = await customerOf(TWO)
  const uid = await exchanged(customer)
  const waits = waitingFor(await cancel(uid, customer.ada))
  dataOf(await approve(customer, waits, customer.bob))
  const rejected = await bank.call('PUT', `${pathOf(customer, waits)}/reject`, { reason: 'not now' }, customer.eve)
  dataOf(rejected)
  const again = waitingFor(await cancel(uid, customer.ada))
  assert.notEqual(again, waits)
  assertRefused(await approve(customer, waits, customer.eve), { status: 409, code: 'APPROVAL001' })
  assert.equal(dataOf(await approve(customer, again, customer.eve)).status, 'Pending')
})
