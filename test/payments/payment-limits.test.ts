import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  accountBody,
  createPayer,
  creditBody,
  debitBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
  transferBody,
} from '../support/test-service.ts'

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())

const pay = (payer: Payer, paymentAmount: number, fields: object = {}) =>
  service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount, ...fields }))

async function limitedPayer(limits: Record<string, number>, balance = 100_000, contact = {}): Promise<Payer> {
  const payer = await createPayer(service, { balance, contact })
  const appLimits = Object.entries(limits).map(([key, value]) => ({ key, value }))
  const body = { limits: [{ appName: 'Payments', appLimits }] }
  dataOf(await service.call('PUT', `/v2/customers/${payer.customerUID}`, body))
  return payer
}

async function usedOf({ customerUID }: Payer, paymentRail: string, code: string): Promise<number> {
  const reply = await service.call('POST', `/v1/customers/${customerUID}/limits`, { paymentRail })
  return dataOf(reply).limits.find((limit: { code: string }) => limit.code === code).usedAmount
}

async function verified(institution = service.tenant.institution): Promise<void> {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [institution], (line) => said.push(line))
  assert.equal(differences, 0, said.join())
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
  clock.set('2026-07-02T14:00:00.000Z')
  assertRefused(await wire(50.01), { ...exceeded, says: 'per week are limited to 150.00 USD, with 50.00 USD left' })
  dataOf(await wire(50))
  clock.set('2026-07-06T14:00:00.000Z') // Monday
  dataOf(await wire(100))
})

test('a daily limit restarts at midnight in the time zone of the institution', async () => {
  clock.set('2026-07-08T03:59:59.000Z')
  const payer = await limitedPayer({ INSTANT_PAYMENT_LIMIT_PER_DAY: 10 })
  dataOf(await pay(payer, 10, { speed: 'Instant' }))
  assertRefused(await pay(payer, 0.01, { speed: 'Instant' }), { ...exceeded, says: 'with 0.00 USD left' })
  clock.set('2026-07-08T04:00:00.000Z')
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

/** A payer whose contact has an account at the institution, and the owner of that account. */
async function payerOfNeighbour(limits: Record<string, number>): Promise<{ payer: Payer; neighbour: Payer }> {
  const neighbour = await createPayer(service)
  const nationalCode = service.tenant.institution.routingNumber
  const bank = { country: 'US', accountNo: neighbour.accountNumber, accountCcy: 'USD', name: 'Ours', nationalCode }
  return { payer: await limitedPayer(limits, 100_000, { contactBank: bank }), neighbour }
}

const move = (from: Payer, to: Payer | string, paymentAmount: number, client?: TestClient) =>
  service.call(
    'POST',
    '/payments/booktransfer',
    transferBody({ from: from.accountUID, to: typeof to === 'string' ? to : to.accountUID, paymentAmount }),
    { client },
  )

const BOOK_DAY = 'BOOK_PAYMENT_LIMIT_PER_DAY'

test('payments to another customer of the institution count against the BOOK limits, by transfer and by contact', async () => {
  const { payer, neighbour } = await payerOfNeighbour({ BOOK_PAYMENT_LIMIT_PER_TRANSACTION: 60, [BOOK_DAY]: 100 })
  assertRefused(await move(payer, neighbour, 60.01), { ...exceeded, says: 'Book payments per transaction' })
  assert.equal(dataOf(await move(payer, neighbour, 60)).paymentStatus, 'PROCESSED')
  assert.equal(await usedOf(payer, 'BOOK', BOOK_DAY), 60)
  assertRefused(await pay(payer, 40.01), { ...exceeded, says: 'limited to 100.00 USD, with 40.00 USD left' })
  assert.equal(dataOf(await pay(payer, 40)).paymentStatus, 'PROCESSED')
  assert.equal(await usedOf(payer, 'BOOK', BOOK_DAY), 100)
  await verified()
})

test('a payment to a contact at the institution also counts against the rail of its speed; a transfer asks for no rail', async () => {
  const wires = { FEDWIRE_PAYMENT_LIMIT_PER_DAY: 100, FEDWIRE_PAYMENT_LIMIT_PER_TRANSACTION: 80 }
  const { payer, neighbour } = await payerOfNeighbour({ ...wires, INSTANT_PAYMENT_LIMIT_PER_DAY: 0 })
  const express = (amount: number) => pay(payer, amount, { speed: 'Express' })
  assertRefused(await express(80.01), { ...exceeded, says: 'Fedwire payments per transaction' })
  const { paymentUID } = dataOf(await express(80))
  assertRefused(await express(20.01), { ...exceeded, says: 'Fedwire payments per day' })
  dataOf(await express(20))
  assert.equal(await usedOf(payer, 'FEDWIRE', 'FEDWIRE_PAYMENT_LIMIT_PER_DAY'), 100)
  dataOf(await move(payer, neighbour, 500))
  assertRefused(await pay(payer, 1, { speed: 'Instant' }), { ...exceeded, says: 'Instant payments per day' })
  await verified()
  dataOf(await service.call('PUT', `/payments/${paymentUID}/reverse`, {}))
  assert.equal(await usedOf(payer, 'FEDWIRE', 'FEDWIRE_PAYMENT_LIMIT_PER_DAY'), 20)
  await verified()
})

test('a transfer between two accounts of one customer counts against no limit', async () => {
  const payer = await limitedPayer({ [BOOK_DAY]: 0 })
  const path = `/v3/customers/${payer.customerUID}/accounts`
  const { accountUID } = dataOf(await service.call('POST', path, accountBody()), 201)
  assert.equal(dataOf(await move(payer, String(accountUID), 100)).paymentStatus, 'PROCESSED')
  assert.equal(await usedOf(payer, 'BOOK', BOOK_DAY), 0)
  await verified()
})

test('a customer cannot pass its BOOK limit through a child, and cannot lift it', async () => {
  const { payer, neighbour } = await payerOfNeighbour({ [BOOK_DAY]: 100 })
  const { shortName } = dataOf(await service.call('GET', `/v2/customers/${payer.customerUID}`))
  const child = await createPayer(service, { balance: 1000, customer: { parentEntityShortName: shortName } })
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  dataOf(await move(payer, child, 70, client))
  assertRefused(await move(child, neighbour, 30.01), { ...exceeded, says: 'exceed a limit of the group' })
  dataOf(await move(child, neighbour, 30))
  assertRefused(await move(payer, child, 0.01, client), { ...exceeded, says: 'with 0.00 USD left' })
  const lift = { limits: [{ appName: 'Payments', appLimits: [{ key: BOOK_DAY, value: 1000 }] }] }
  const lifted = await service.call('PUT', `/v2/customers/${payer.customerUID}`, lift, { client })
  assertRefused(lifted, { status: 403, code: 'CUST001', says: 'limits' })
  await verified()
})

test("a transfer above the institution's approval threshold waits for the institution, and counts when it is released", async () => {
  const tenant = await service.createTenant('booklimits')
  const { client } = tenant
  const lifted = [{ key: BOOK_DAY, value: null, approvalAbove: 50 }]
  assertRefused(await service.call('PUT', '/v1/institution/limits', { limits: lifted }), {
    ...{ status: 400, says: `approvalAbove of ${BOOK_DAY} needs a value` },
    code: 'CUST001',
  })
  const limits = [{ key: BOOK_DAY, value: 500, approvalAbove: 50 }]
  dataOf(await service.call('PUT', '/v1/institution/limits', { limits }, { client }))
  const payer = await createPayer(service, { client, balance: 1000 })
  const neighbour = await createPayer(service, { client })
  const colleague = await service.createClient(tenant, {})
  const { paymentUID, paymentStatus } = dataOf(await move(payer, neighbour, 50.01, client))
  assert.equal(paymentStatus, 'PENDING_APPROVAL')
  const preview = transferBody({ from: payer.accountUID, to: neighbour.accountUID, paymentAmount: 500.01 })
  const previewed = dataOf(await service.call('POST', '/payments/booktransfer/preview', preview, { client }))
  assert.match(previewed.refusals[0].message, /Book payments per day are limited to 500.00 USD/)
  const shown = previewed.limits.find(({ code }: { code: string }) => code === BOOK_DAY)
  assert.deepEqual([shown.usedAmount, shown.remainingLimit], [0, 500])
  const approved = await service.call('PUT', `/payments/${paymentUID}/approve`, {}, { client: colleague })
  assert.equal(dataOf(approved).paymentStatus, 'PROCESSED')
  const again = dataOf(await service.call('POST', '/payments/booktransfer/preview', preview, { client })).limits
  assert.equal(again.find(({ code }: { code: string }) => code === BOOK_DAY).usedAmount, 50.01)
  await verified(tenant.institution)
})

test('a cancelled payment frees the limits in the periods in which it counted', async () => {
  clock.set('2026-07-14T14:00:00.000Z')
  const payer = await limitedPayer({ FEDWIRE_PAYMENT_LIMIT_PER_DAY: 100, FEDWIRE_PAYMENT_LIMIT_PER_MONTH: 500 })
  const { paymentUID } = dataOf(await pay(payer, 100, { speed: 'Express' }))
  clock.set('2026-07-15T14:00:00.000Z')
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
  await verified()
})

const LATER = { paymentDate: '2027-02-01' }
const TOO_MUCH = 999_999
const pastEveryDay: [string, Record<string, number>, object, { path?: string; says: RegExp }][] = [
  [
    'an ACH credit',
    { ACH_PAYMENT_LIMIT_PER_TRANSACTION: 10_000 },
    {},
    { says: /ACH payments per transaction are limited to 10000.00 USD/ },
  ],
  [
    'a wire',
    { FEDWIRE_PAYMENT_LIMIT_PER_TRANSACTION: 10_000 },
    { speed: 'Express' },
    { says: /Fedwire payments per transaction/ },
  ],
  [
    'a credit of one SEC code',
    { ACH_CCD_CREDIT_TRANSACTION_LIMIT: 10_000 },
    { additionalInfo: { secCode: 'CCD' } },
    { says: /CCD per transaction/ },
  ],
  [
    'a wire above the limit of a day',
    { FEDWIRE_PAYMENT_LIMIT_PER_DAY: 10_000 },
    { speed: 'Express' },
    { says: /per day are limited to 10000.00 USD$|per day are limited to 10000.00 USD\W/ },
  ],
  [
    'a credit above the limit of a month',
    { ACH_CREDIT_LIMIT_PER_MONTH: 10_000 },
    {},
    { says: /per month are limited to 10000.00 USD/ },
  ],
  [
    'a series',
    { ACH_PAYMENT_LIMIT_PER_TRANSACTION: 10_000 },
    { recurrence: { frequency: 'Monthly', payUntil: 'NumberOfPayments', numberOfPayments: 3 } },
    { says: /per transaction/ },
  ],
  [
    'a debit',
    { ACH_PAYMENT_LIMIT_PER_TRANSACTION: 10_000 },
    {},
    { path: '/payments/debitrequest', says: /per transaction/ },
  ],
]

for (const [what, limits, fields, { path = '/payments/creditrequest', says }] of pastEveryDay)
  test(`${what} for a later date that no day has room for is refused at request and preview`, async () => {
    const payer = await limitedPayer(limits)
    const bodyOf = path.includes('debit') ? debitBody : creditBody
    const ask = (to: string, paymentAmount: number) =>
      service.call('POST', to, bodyOf(payer, { paymentAmount, ...LATER, ...fields }))
    const refused = await ask(path, TOO_MUCH)
    assertRefused(refused, exceeded)
    assert.match(refused.body.message, says)
    const { wouldBeRefused, refusals, paymentStatus } = dataOf(await ask(`${path}/preview`, TOO_MUCH))
    assert.deepEqual([wouldBeRefused, paymentStatus], [true, undefined])
    assert.deepEqual(
      refusals.map(({ reason, message }: { reason: string; message: string }) => [reason, says.test(message)]),
      [['limitExceeded', true]],
    )
    assertRefused(await ask(path, 10_000.01), exceeded)
    assert.equal(dataOf(await ask(`${path}/preview`, 10_000)).wouldBeRefused, false)
    dataOf(await ask(path, 10_000))
  })

test('a transfer for a later date that no day has room for is refused', async () => {
  const receiver = await createPayer(service)
  const payer = await limitedPayer({ BOOK_PAYMENT_LIMIT_PER_TRANSACTION: 10_000 })
  const transfer = (paymentAmount: number) =>
    service.call(
      'POST',
      '/payments/booktransfer',
      transferBody({ from: payer.accountUID, to: receiver.accountUID, paymentAmount, ...LATER }),
    )
  assertRefused(await transfer(TOO_MUCH), { ...exceeded, says: 'Book payments per transaction are limited to' })
  dataOf(await transfer(10_000))
})

test('a later payment that needs approval is refused before anybody approves it', async () => {
  const payer = await limitedPayer({ ACH_PAYMENT_LIMIT_PER_TRANSACTION: 10_000 })
  const body = { legalEntityAccessSettings: { paymentDualApproval: true } }
  dataOf(await service.call('PUT', `/v2/customers/${payer.customerUID}`, body))
  assertRefused(await pay(payer, TOO_MUCH, LATER), exceeded)
  assert.equal(dataOf(await pay(payer, 10_000, LATER)).paymentStatus, 'PENDING_APPROVAL')
})

test('what earlier payments used of a period refuses no payment for a later date', async () => {
  const payer = await limitedPayer({ FEDWIRE_PAYMENT_LIMIT_PER_DAY: 100 })
  dataOf(await pay(payer, 100, { speed: 'Express' }))
  assert.equal(dataOf(await pay(payer, 100, { speed: 'Express', ...LATER })).paymentStatus, 'FUTURE_DATED')
})
