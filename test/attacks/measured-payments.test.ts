import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { contactAbroad, type Market, marketRates, openMarket } from '../support/fx-market.ts'
import { approvePending } from '../support/second-person.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { creditBody, startTestService, type TestClient, type TestService } from '../support/test-service.ts'

// Approvers measured the side that the request names, at the mid rate. With a margin of 3 %, 905
// euros are 981.29 dollars at the mid rate, and take 1,010.83 from the account.

const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

const FEW = 894
const MANY = 905

/** A customer with dollars and a contact in euros. One approver is enough up to 1,000 dollars. */
async function openPayer(limits: object = {}): Promise<Market & { contactUID: string }> {
  const market = await openMarket(service)
  dataOf(await market.call('PUT', '/v1/institution/fx/margins', { margins: [{ basisPoints: 300 }] }))
  const cap = { currency: 'USD', perBooking: 1_000_000, perDay: 1_000_000 }
  dataOf(await market.call('PUT', '/v1/institution', { adjustmentCaps: [cap] }))
  const path = `/v1/institution/accounts/${market.accountUID}/adjustments`
  const money = { direction: 'Credit', amount: 100_000, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
  dataOf(await market.call('POST', path, money), 201)
  const contactUID = await contactAbroad(market, 'EUR')
  const legalEntityAccessSettings = { paymentDualApproval: true, paymentLimitforFirstApprover: 1000, ...limits }
  dataOf(await market.call('PUT', `/v2/customers/${market.customerUID}`, { legalEntityAccessSettings }))
  return { ...market, contactUID }
}

const bodyOf = (at: Market & { contactUID: string }, paymentAmount: number, fields: object = {}) =>
  creditBody(at, { paymentAmount, paymentCurrency: 'EUR', speed: 'SPOT', ...fields })
const send = (at: Market & { contactUID: string }, amount: number, fields: object = {}) =>
  at.call('POST', '/payments/creditrequest', bodyOf(at, amount, fields))

async function shown({ call }: Market, paymentUID: string) {
  const { paymentStatus, status, audit } = dataOf(await call('GET', `/v3/payments/${paymentUID}`))
  return { status: paymentStatus ?? status, approvers: audit.approversNeeded }
}

const approve = (paymentUID: string, client: TestClient, body: object = {}) =>
  service.call('PUT', `/v3/payments/${paymentUID}/approve`, body, { client })

async function approvers({ tenant, customerUID }: Market, count: number): Promise<TestClient[]> {
  return Promise.all(
    Array.from({ length: count }, () => service.createClient(tenant, { legalEntityId: BigInt(customerUID) })),
  )
}

test('approvers measure what an exchange takes from the account, not the side that the request names', async () => {
  const at = await openPayer()
  const needed = async (amount: number, fields: object = {}) => {
    const { paymentUID } = dataOf(await send(at, amount, fields))
    return (await shown(at, paymentUID)).approvers
  }
  assert.deepEqual([await needed(FEW), await needed(MANY)], [1, 2])
  // 1,000 dollars are the dollars themselves, however few euros they buy.
  const dollars = { paymentCurrency: 'USD' }
  assert.deepEqual([await needed(1000, dollars), await needed(1000.01, dollars)], [1, 2])
})

test('the preview asks for as many people as the payment', async () => {
  const at = await openPayer()
  const preview = async (amount: number) =>
    dataOf(await at.call('POST', '/v3/payments/creditrequest/preview', bodyOf(at, amount)))
  assert.deepEqual((await preview(FEW)).approvals.approversNeeded, 1)
  assert.deepEqual((await preview(MANY)).approvals.approversNeeded, 2)
})

test('a payment above the limit of the second approver by what it costs is refused', async () => {
  const at = await openPayer({ paymentLimitforFirstApprover: 500, paymentLimitforSecondApprover: 1000 })
  dataOf(await send(at, FEW))
  assertRefused(await send(at, MANY), { status: 402, code: 'PAYMENT002', says: 'second approver' })
})

test('a payment for a later date is measured at the price of the moment when approved, and on its date', async () => {
  const at = await openPayer()
  const paymentDate = '2026-07-06'
  const [few, many] = [dataOf(await send(at, FEW, { paymentDate })), dataOf(await send(at, MANY, { paymentDate }))]
  const [first, second] = await approvers(at, 2)
  for (const { paymentUID } of [few, many]) dataOf(await approve(paymentUID, first!))
  assert.equal((await shown(at, few.paymentUID)).status, 'FUTURE_DATED')
  assert.deepEqual(await shown(at, many.paymentUID), { status: 'PARTIALLY_APPROVED', approvers: 2 })
  clock.set('2026-07-06T14:00:00.000Z')
  dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates: marketRates }))
  dataOf(await at.call('PUT', '/v1/institution/fx/margins', { margins: [{ basisPoints: 500 }] }))
  await sweepNamed(paymentSweeps, 'payments: release due payments').run(service.app, at.tenant.institution)
  assert.deepEqual(await shown(at, few.paymentUID), { status: 'PENDING_APPROVAL', approvers: 2 })
  assert.equal(dataOf(await approve(few.paymentUID, second!)).paymentStatus, 'VALIDATED')
})

test('the limit of an approver measures what the payment takes', async () => {
  const at = await openPayer({ paymentLimitforFirstApprover: 100_000 })
  const legalEntityId = BigInt(at.customerUID)
  const portal = await service.createClient(at.tenant, { legalEntityId, trustedToNamePersons: true })
  const [submitter] = await approvers(at, 1)
  const person = { fullName: 'Ada Lund', emailAddress: 'ada@sample.example', phoneNumber: '+1 207 555 0100' }
  const path = `/v1/customers/${at.customerUID}/signatories`
  const signatory = await at.call('POST', path, { ...person, approvalLimit: 1000 })
  assert.equal(signatory.status, 201, JSON.stringify(signatory.body))
  const signatoryId = signatory.body.id
  await approvePending(service, at.customerUID, at.tenant)
  const pay = async (amount: number) =>
    dataOf(await service.call('POST', '/payments/creditrequest', bodyOf(at, amount), { client: submitter! }))
  const [few, many] = [await pay(FEW), await pay(MANY)]
  assertRefused(await approve(many.paymentUID, portal, { signatoryId }), {
    ...{ status: 402, code: 'PAYMENT003', says: '1000.00 USD per payment' },
  })
  assert.notEqual(dataOf(await approve(few.paymentUID, portal, { signatoryId })).paymentStatus, 'PENDING_APPROVAL')
})
