import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  createPayer,
  creditBody,
  debitBody,
  startTestService,
  type TestClient,
  type TestService,
  type TestTenant,
} from '../support/test-service.ts'

// A client of the bank that may pay and set fees takes 250,000 from a customer as the fee of a
// payment of 1, which no limit and no second person sees.

let service: TestService
before(async () => {
  service = await startTestService({ worker: false })
})
after(() => service.stop())

const PAYMENTS = '/v3/payments/creditrequest'

interface Bank {
  tenant: TestTenant
  call(method: string, path: string, body?: object, client?: TestClient): ReturnType<TestService['call']>
  payer: Awaited<ReturnType<typeof createPayer>>
}

/** With a fee of 2 dollars for Fedwire, and a customer with 1,000,000 dollars. */
async function openBank(code: string, settings: { limits?: object[]; isDual?: boolean } = {}): Promise<Bank> {
  const tenant = await service.createTenant(code)
  const call: Bank['call'] = (method, path, body, client = tenant.client) =>
    service.call(method, path, body, { client })
  const payer = await createPayer(service, { client: tenant.client, balance: 1_000_000 })
  const tiers = [
    { name: 'Standard', from: 0, flat: 2 },
    { name: 'Large', from: 1000, percentage: 1 },
  ]
  const fee = {
    name: 'Wire fee',
    application: 'Payments',
    product: 'FEDWIRE',
    currency: 'USD',
    tierBy: 'Amount',
    tiers,
  }
  dataOf(await call('POST', '/v1/institution/fees', fee), 201)
  const { limits, isDual = true } = settings
  if (limits) dataOf(await call('PUT', '/v1/institution/limits', { limits }))
  if (isDual) dataOf(await call('PUT', '/v1/institution', { dualControl: true }))
  return { tenant, call, payer }
}

const wireFee = (amount: number, currency = 'USD') => [{ feeName: 'Wire fee', currency, amount }]
const pay = ({ call, payer }: Bank, fee: object[], fields: object = {}) =>
  call('POST', PAYMENTS, creditBody(payer, { paymentAmount: 1, speed: 'Economy', fee, ...fields }))

async function statusOf({ call }: Bank, paymentUID: string): Promise<string> {
  return dataOf(await call('GET', `/v3/payments/${paymentUID}`)).status
}

const limit = (key: string, value: number, approvalAbove?: number) => ({
  ...{ key, value },
  ...(approvalAbove !== undefined && { approvalAbove }),
})

test('a fee above that of the schedule waits for another person of the institution, and one of the schedule does not', async () => {
  const bank = await openBank('abovefee')
  const within = dataOf(await pay(bank, wireFee(2)))
  assert.notEqual(await statusOf(bank, within.paymentUID), 'PENDING_APPROVAL')
  const cent = dataOf(await pay(bank, wireFee(2.01)))
  assert.equal(await statusOf(bank, cent.paymentUID), 'PENDING_APPROVAL')
  const large = dataOf(await pay(bank, wireFee(250_000)))
  assert.equal(await statusOf(bank, large.paymentUID), 'PENDING_APPROVAL')
  const path = `/v3/payments/${large.paymentUID}/approve`
  assert.notEqual((await bank.call('PUT', path, {})).status, 200)
  const second = await service.createClient(bank.tenant, {})
  dataOf(await bank.call('PUT', path, {}, second))
  assert.notEqual(await statusOf(bank, large.paymentUID), 'PENDING_APPROVAL')
})

test('a fee of a debit waits as well, and one of a higher tier only for an amount below it', async () => {
  const bank = await openBank('otherfees')
  const debit = debitBody(bank.payer, { paymentAmount: 1, fee: wireFee(250) })
  const collected = dataOf(await bank.call('POST', '/v3/payments/debitrequest', debit))
  assert.equal(await statusOf(bank, collected.paymentUID), 'PENDING_APPROVAL')
  // One percent of 1,000 is the fee of its tier, and not of a payment of 1.
  const fields = { paymentAmount: 1000 }
  const tier = dataOf(await pay(bank, wireFee(10), fields))
  assert.notEqual(await statusOf(bank, tier.paymentUID), 'PENDING_APPROVAL')
  const small = dataOf(await pay(bank, wireFee(10)))
  assert.equal(await statusOf(bank, small.paymentUID), 'PENDING_APPROVAL')
})

test('a fee counts against the limits per transaction and per day, also without dual control', async () => {
  const limits = [limit('ACH_PAYMENT_LIMIT_PER_TRANSACTION', 100), limit('ACH_CREDIT_LIMIT_PER_DAY', 150)]
  const bank = await openBank('limitedfee', { limits, isDual: false })
  assertRefused(await pay(bank, wireFee(99.01)), { status: 402, code: 'PAYMENT002', says: 'limit' })
  dataOf(await pay(bank, wireFee(99)))
  assertRefused(await pay(bank, wireFee(49.01)), { status: 402, code: 'PAYMENT002', says: 'limit' })
  dataOf(await pay(bank, wireFee(49)))
})

test('a fee counts towards the amount above which the institution approves, also without dual control', async () => {
  const limits = [limit('ACH_PAYMENT_LIMIT_PER_TRANSACTION', 100, 10)]
  const bank = await openBank('thresholdfee', { limits, isDual: false })
  const below = dataOf(await pay(bank, wireFee(9)))
  assert.notEqual(await statusOf(bank, below.paymentUID), 'PENDING_APPROVAL')
  const above = dataOf(await pay(bank, wireFee(9.01)))
  assert.equal(await statusOf(bank, above.paymentUID), 'PENDING_APPROVAL')
})

test('a fee counts towards the thresholds of the approvers of the customer', async () => {
  const bank = await openBank('approversfee', { isDual: false })
  const path = `/v2/customers/${bank.payer.customerUID}`
  const legalEntityAccessSettings = {
    ...{ paymentDualApproval: true, paymentLimitforFirstApprover: 100, paymentLimitforSecondApprover: 200 },
  }
  dataOf(await bank.call('PUT', path, { legalEntityAccessSettings }))
  const needed = async (fee: number) => {
    const { paymentUID } = dataOf(await pay(bank, wireFee(fee)))
    return dataOf(await bank.call('GET', `/v3/payments/${paymentUID}`)).audit.approversNeeded
  }
  assert.deepEqual([await needed(99), await needed(99.01), await needed(199)], [1, 2, 2])
  assertRefused(await pay(bank, wireFee(199.01)), { status: 402, code: 'PAYMENT002', says: 'second approver' })
})
