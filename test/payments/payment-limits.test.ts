import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())

const pay = (payer: Payer, paymentAmount: number, fields: object = {}) =>
  service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount, ...fields }))

async function limitedPayer(limits: Record<string, number>, balance = 100_000): Promise<Payer> {
  const payer = await createPayer(service, { balance })
  const appLimits = Object.entries(limits).map(([key, value]) => ({ key, value }))
  const body = { limits: [{ appName: 'Payments', appLimits }] }
  dataOf(await service.call('PUT', `/v2/customers/${payer.customerUID}`, body))
  return payer
}

async function usedOf({ customerUID }: Payer, paymentRail: string, code: string): Promise<number> {
  const reply = await service.call('POST', `/v1/customers/${customerUID}/limits`, { paymentRail })
  return dataOf(reply).limits.find((limit: { code: string }) => limit.code === code).usedAmount
}

const exceeded = { status: 402, code: 'PAYMENT002' }

test('a limit per transaction is inclusive: exactly the limit is accepted, one cent more is refused', async () => {
  const payer = await limitedPayer({ FEDWIRE_PAYMENT_LIMIT_PER_TRANSACTION: 100 })
  dataOf(await pay(payer, 100, { speed: 'Express' }))
  assertRefused(await pay(payer, 100.01, { speed: 'Express' }), {
    ...exceeded,
    says: 'Fedwire payments per transaction are limited to 100.00 USD',
  })
  dataOf(await pay(payer, 100, { speed: 'Express' }))
  dataOf(await pay(payer, 500, { speed: 'Economy' }))
})

test('a limit per period counts earlier payments, reports the remaining amount, and restarts with the next period', async () => {
  const payer = await limitedPayer({ FEDWIRE_PAYMENT_LIMIT_PER_DAY: 100, FEDWIRE_PAYMENT_LIMIT_PER_WEEK: 150 })
  const wire = (amount: number) => pay(payer, amount, { speed: 'Express' })
  dataOf(await wire(60))
  assertRefused(await wire(40.01), { ...exceeded, says: 'per day are limited to 100.00 USD, with 40.00 USD left' })
  dataOf(await wire(40))
  clock.set('2026-07-02T14:00:00Z')
  assertRefused(await wire(50.01), { ...exceeded, says: 'per week are limited to 150.00 USD, with 50.00 USD left' })
  dataOf(await wire(50))
  clock.set('2026-07-06T14:00:00Z') // Monday
  dataOf(await wire(100))
})

test('a daily limit restarts at midnight in the time zone of the institution', async () => {
  clock.set('2026-07-08T03:59:59Z')
  const payer = await limitedPayer({ INSTANT_PAYMENT_LIMIT_PER_DAY: 10 })
  dataOf(await pay(payer, 10, { speed: 'Instant' }))
  assertRefused(await pay(payer, 0.01, { speed: 'Instant' }), { ...exceeded, says: 'with 0.00 USD left' })
  clock.set('2026-07-08T04:00:00Z')
  dataOf(await pay(payer, 10, { speed: 'Instant' }))
})

test('ACH limits depend on the entry type and the SEC code', async () => {
  const payer = await limitedPayer({
    ACH_CREDIT_LIMIT_PER_DAY: 100,
    ACH_CCD_CREDIT_TRANSACTION_LIMIT: 10,
    ACH_PPD_CREDIT_TRANSACTION_LIMIT: 20,
  })
  const ach = (amount: number, secCode: string) => pay(payer, amount, { additionalInfo: { secCode } })
  assertRefused(await ach(10.01, 'CCD'), { ...exceeded, says: 'CCD' })
  dataOf(await ach(20, 'PPD'))
  dataOf(await ach(10, 'CCD'))
  assert.equal(await usedOf(payer, 'ACH', 'ACH_CREDIT_LIMIT_PER_DAY'), 30)
})

test("the institution's limit applies to a customer without its own limit; the customer's own limit takes precedence", async () => {
  const tenant = await service.createTenant('limited')
  const { client } = tenant
  const limits = [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_TRANSACTION', value: 50 }]
  dataOf(await service.call('PUT', '/v1/institution/limits', { limits }, { client }))
  const wire = (payer: Payer, paymentAmount: number) =>
    service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount, speed: 'Express' }), { client })
  const payer = await createPayer(service, { client })
  assertRefused(await wire(payer, 50.01), exceeded)
  const own = { limits: [{ appName: 'Payments', appLimits: [{ key: limits[0]!.key, value: 80 }] }] }
  dataOf(await service.call('PUT', `/v2/customers/${payer.customerUID}`, own, { client }))
  dataOf(await wire(payer, 80))
  assertRefused(await wire(payer, 80.01), exceeded)
})

test('a book transfer uses no rail and counts against no limit', async () => {
  const receiver = await createPayer(service)
  const nationalCode = service.tenant.institution.routingNumber
  const contactBank = {
    country: 'US',
    accountNo: receiver.accountNumber,
    accountCcy: 'USD',
    name: 'Ours',
    nationalCode,
  }
  const payer = await createPayer(service, { contact: { contactBank } })
  const appLimits = [{ key: 'ACH_CREDIT_LIMIT_PER_DAY', value: 0 }]
  const body = { limits: [{ appName: 'Payments', appLimits }] }
  dataOf(await service.call('PUT', `/v2/customers/${payer.customerUID}`, body))
  assert.equal(dataOf(await pay(payer, 10)).paymentStatus, 'PROCESSED')
})

test('a cancelled payment frees the limits in the periods in which it counted', async () => {
  clock.set('2026-07-14T14:00:00Z')
  const payer = await limitedPayer({ FEDWIRE_PAYMENT_LIMIT_PER_DAY: 100, FEDWIRE_PAYMENT_LIMIT_PER_MONTH: 500 })
  const { paymentUID } = dataOf(await pay(payer, 100, { speed: 'Express' }))
  clock.set('2026-07-15T14:00:00Z')
  dataOf(await pay(payer, 30, { speed: 'Express' }))
  dataOf(await service.call('PUT', `/payments/${paymentUID}/cancel`, {}))
  assert.equal(await usedOf(payer, 'FEDWIRE', 'FEDWIRE_PAYMENT_LIMIT_PER_DAY'), 30)
  assert.equal(await usedOf(payer, 'FEDWIRE', 'FEDWIRE_PAYMENT_LIMIT_PER_MONTH'), 30)
})

test('of 50 concurrent payments against a daily limit for 10, exactly 10 are accepted', async () => {
  for (let round = 0; round < 20; round++) {
    const payer = await limitedPayer({ FEDWIRE_PAYMENT_LIMIT_PER_DAY: 100 })
    const replies = await Promise.all(Array.from({ length: 50 }, () => pay(payer, 10, { speed: 'Express' })))
    assert.equal(replies.filter(({ status }) => status === 200).length, 10)
    for (const reply of replies) if (reply.status !== 200) assertRefused(reply, exceeded)
  }
  const said: string[] = []
  assert.equal(
    await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line)),
    0,
    said.join(),
  )
})
