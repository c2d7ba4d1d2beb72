import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { App } from '../../src/app.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedger } from '../../src/ledger/verify-ledger.ts'
import { verifyPayments } from '../../src/payments/history/verify-payments.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { createIdentityProvider, signIn } from '../support/identity-provider.ts'
import { sweepNamed } from '../support/sweeps.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

/** 12:00 in New York. */
const NOON = 'T17:00:00Z'
const clock = fixedClock(`2027-01-04${NOON}`)
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())
/** A Monday. */
beforeEach(() => clock.set(`2027-01-04${NOON}`))

const send = (
  payer: Payer,
  recurrence: object,
  fields: object = {},
  tenant = service.tenant,
  idempotencyKey?: string,
) =>
  service.call('POST', '/payments/creditrequest', creditBody(payer, { recurrence, ...fields }), {
    client: tenant.client,
    idempotencyKey,
  })
const begin = async (payer: Payer, recurrence: object, fields: object = {}, tenant = service.tenant) =>
  dataOf(await send(payer, recurrence, fields, tenant))
const get = async (path: string, { client } = service.tenant) =>
  dataOf(await service.call('GET', path, undefined, { client }))
const recurrenceOf = ({ recurranceId }: { recurranceId: string }) => get(`/v3/payments/recurrences/${recurranceId}`)
const preview = async ({ recurranceId }: { recurranceId: string }, count: number) =>
  (await get(`/v3/payments/recurrences/${recurranceId}/preview?count=${count}`)).payments
const change = (series: { paymentUID: string; recurranceId: string }, body: object) =>
  service.call('PUT', `/v4/payments/${series.paymentUID}/recurring/${series.recurranceId}`, body)
const cancel = ({ recurranceId }: { recurranceId: string }) =>
  service.call('PUT', `/v3/payments/recurrences/${recurranceId}/cancel`)

interface PaymentOfSeries {
  number: number
  id: string
  date: string
  status: string
  reason: string | null
}
/** The payments of a series, in order. */
const paymentsOf = ({ recurranceId }: { recurranceId: string }) =>
  service.query<PaymentOfSeries>(
    `select o.number, p.id, p.payment_date as date, p.status, p.failure_reason as reason
     from payment_occurrences o join current_payments p on p.tenant_id = o.tenant_id and p.id = o.payment_id
     where o.recurrence_id = (select id from payment_recurrences where number = $1) order by o.number`,
    [recurranceId],
  )
const inShort = async (series: { recurranceId: string }) =>
  (await paymentsOf(series)).map(({ number, date, status }) => `${number} ${date} ${status}`)

/** Runs a sweep once in each institution with work for it. */
async function sweep(name: string, app: App = service.app): Promise<number> {
  const { due, run } = sweepNamed(paymentSweeps, `payments: ${name}`)
  let advanced = 0
  for (const tenantId of await app.db.read((tx) => due(tx, clock.now())))
    if (tenantId === service.tenant.institution.tenantId) advanced += await run(app, service.tenant.institution)
  return advanced
}
const make = (app?: App) => sweep('make recurring payments', app)
/** Runs the worker at a time until nothing is due. */
async function work(): Promise<void> {
  while ((await make()) + (await sweep('release due payments')) > 0);
}
/** 18:30 in New York: payments without funds at noon have had their last attempt. */
async function workInTheEvening(): Promise<void> {
  clock.advance({ hours: 6, minutes: 30 })
  await work()
}
/** Runs the worker on each day up to and including this one. */
async function workUntil(date: string): Promise<void> {
  const { timeZone } = service.tenant.institution
  for (;;) {
    await work()
    const today = clock.now().toZonedDateTimeISO(timeZone).toPlainDate()
    if (today.toString() >= date) return
    await workInTheEvening()
    clock.set(`${today.add({ days: 1 })}${NOON}`)
  }
}

const contactAt = (accountNo: string, bank: object = {}) =>
  contactBody({ contactBank: { ...contactBody().contactBank, accountNo, ...bank } })
const putContact = async (payer: Payer, body: object) =>
  dataOf(await service.call('PUT', `/customers/${payer.customerUID}/contacts/${payer.contactUID}`, body))
const setAccountStatus = async ({ customerUID, accountUID }: Payer, action: 'Suspend' | 'Activate') =>
  dataOf(await service.call('PATCH', `/v2/customers/${customerUID}/accounts/${accountUID}`, { action, reason: 'test' }))

const MONTHLY = { frequency: 'Monthly', payUntil: 'Cancelled' }
const DAILY = { frequency: 'Daily', payUntil: 'Cancelled' }
const times = (frequency: string, numberOfPayments: number | string) => ({
  frequency,
  payUntil: 'NumberOfPayments',
  numberOfPayments,
})

test('a credit request with recurrence returns recurranceId, and its payment shows its series', async () => {
  const payer = await createPayer(service)
  const created = await begin(payer, times('semi annually', '4'), { paymentDate: '2027-01-29' })
  assert.equal(created.paymentStatus, 'FUTURE_DATED')
  const payment = await get(`/payments/${created.paymentUID}`)
  assert.equal(payment.paymentDate, '2027-01-29')
  const ids = {
    recurrenceId: created.recurranceId,
    recurranceId: created.recurranceId,
    recurrenceUID: created.recurrenceUID,
  }
  assert.match(created.recurranceId, /^[0-9]+$/)
  assert.equal(created.recurrenceId, created.recurranceId)
  assert.deepEqual(payment.occurrences, {
    ...ids,
    number: 1,
    frequency: 'SemiAnnual',
    startDate: '2027-01-29',
    payUntil: 'NumberOfPayments',
    numberOfPayments: 4,
    status: 'Active',
  })
  const prefixes = ['/payments/recurrences', '/v3/payments/recurrences']
  const paths = prefixes.flatMap((path) => [`${path}/${created.recurranceId}`, `${path}/${created.recurrenceUID}`])
  for (const path of paths) {
    const { createdBy, creationDateTime, externalReferenceId, ...recurrence } = await get(path)
    assert.equal(createdBy, service.tenant.client.apiKey)
    assert.equal(creationDateTime, '2027-01-04T17:00:00.000Z')
    assert.equal(externalReferenceId, created.externalReferenceId)
    assert.deepEqual(recurrence, {
      ...ids,
      entryType: 'CREDIT',
      customerUID: payer.customerUID,
      sender: { accountUID: payer.accountUID },
      receiver: { accountUID: payer.contactUID },
      paymentAmount: 10,
      paymentCurrency: 'USD',
      speed: 'Economy',
      frequency: 'SemiAnnual',
      startDate: '2027-01-29',
      payUntil: 'NumberOfPayments',
      numberOfPayments: 4,
      status: 'Active',
      paymentsMade: 1,
    })
  }
})

test('a payment without recurrence has neither recurranceId nor occurrences', async () => {
  const created = dataOf(await service.call('POST', '/payments/creditrequest', creditBody(await createPayer(service))))
  assert.equal('recurranceId' in created, false)
  assert.equal('occurrences' in (await get(`/payments/${created.paymentUID}`)), false)
})

test('four months from January 31: each payment is created ahead, moved to a business day and paid; the series is then Completed', async () => {
  const payer = await createPayer(service, { balance: 100 })
  const created = await begin(payer, times('Monthly', 4), { paymentDate: '2027-01-31', paymentAmount: 25 })
  assert.deepEqual(await inShort(created), ['1 2027-02-01 FUTURE_DATED']) // January 31 is a Sunday
  await workUntil('2027-02-21')
  assert.deepEqual(await inShort(created), ['1 2027-02-01 VALIDATED'])
  await workUntil('2027-02-22') // February 28 is a Sunday too: paid on March 1, created seven days before
  assert.deepEqual(await inShort(created), ['1 2027-02-01 VALIDATED', '2 2027-03-01 FUTURE_DATED'])
  await workUntil('2027-04-29')
  assert.deepEqual(await inShort(created), [
    '1 2027-02-01 VALIDATED',
    '2 2027-03-01 VALIDATED',
    '3 2027-03-31 VALIDATED',
    '4 2027-04-30 FUTURE_DATED',
  ])
  assert.equal((await recurrenceOf(created)).status, 'Active')
  await workUntil('2027-04-30')
  assert.deepEqual((await inShort(created)).at(-1), '4 2027-04-30 VALIDATED')
  assert.equal((await recurrenceOf(created)).status, 'Completed')
  await workUntil('2027-06-15')
  const all = await paymentsOf(created)
  assert.equal(all.length, 4)
  const last = await get(`/payments/${all[3]!.id}`)
  assert.equal(last.occurrences.number, 4)
  assert.equal(last.externalReferenceId, created.externalReferenceId)
  assert.equal(last.createdBy, service.tenant.client.apiKey)
  const path = `/v3/customers/${payer.customerUID}/accounts/${payer.accountUID}?includeAccountBalance=true`
  assert.equal((await get(path)).availableBalance, '0.00')
})

test('each payment with a weekend date is paid on Monday', async () => {
  const created = await begin(await createPayer(service), times('Daily', 4), { paymentDate: '2027-01-08' })
  await workUntil('2027-01-11')
  assert.deepEqual(await inShort(created), [
    '1 2027-01-08 VALIDATED',
    '2 2027-01-11 VALIDATED',
    '3 2027-01-11 VALIDATED',
    '4 2027-01-11 VALIDATED',
  ])
})

test('a first payment on a non-business day of its rail waits for the next business day, except Instant', async () => {
  clock.set(`2027-01-09${NOON}`)
  const payer = await createPayer(service)
  const slow = await begin(payer, MONTHLY)
  assert.equal(slow.paymentStatus, 'FUTURE_DATED')
  assert.deepEqual(await inShort(slow), ['1 2027-01-11 FUTURE_DATED'])
  assert.equal((await begin(payer, MONTHLY, { speed: 'Instant' })).paymentStatus, 'VALIDATED')
})

test('an institution may move dates to the business day before, but never to a day before the request', async () => {
  const tenant = await service.createTenant('preceding')
  const { client } = tenant
  dataOf(await service.call('PUT', '/v1/institution', { recurrence: { businessDays: 'preceding' } }, { client }))
  const payer = await createPayer(service, { client })
  const created = await begin(payer, MONTHLY, { paymentDate: '2027-01-31' }, tenant)
  assert.deepEqual(await inShort(created), ['1 2027-01-29 FUTURE_DATED'])
  const path = `/v3/payments/recurrences/${created.recurranceId}/preview?count=3`
  const { payments } = await get(path, tenant)
  assert.deepEqual(
    payments.map(({ paymentDate }: { paymentDate: string }) => paymentDate),
    ['2027-01-29', '2027-02-26', '2027-03-31'],
  )
  clock.set(`2027-01-09${NOON}`)
  const onSaturday = await begin(payer, MONTHLY, {}, tenant)
  assert.deepEqual(await inShort(onSaturday), ['1 2027-01-09 VALIDATED'])
})

test('the preview starts today, numbers the payments, and shows the existing ones', async () => {
  const created = await begin(await createPayer(service), times('Monthly', 4), { paymentDate: '2027-01-31' })
  const first = { number: 1, nominalDate: '2027-01-31', paymentDate: '2027-02-01', paymentUID: created.paymentUID }
  assert.deepEqual(await preview(created, 100), [
    { ...first, status: 'FUTURE_DATED' },
    { number: 2, nominalDate: '2027-02-28', paymentDate: '2027-03-01' },
    { number: 3, nominalDate: '2027-03-31', paymentDate: '2027-03-31' },
    { number: 4, nominalDate: '2027-04-30', paymentDate: '2027-04-30' },
  ])
  assert.equal((await preview(created, 2)).length, 2)
  const yearly = await begin(await createPayer(service), times('Yearly', 1000))
  assert.equal((await get(`/payments/recurrences/${yearly.recurranceId}/preview`)).payments.length, 10)
  await workUntil('2027-03-31')
  const left = await preview(created, 2)
  assert.deepEqual(
    left.map(({ number, status }: { number: number; status?: string }) => [number, status]),
    [
      [3, 'VALIDATED'],
      [4, undefined],
    ],
  )
  for (const count of [0, 101, 'x', 1.5])
    assertRefused(await service.call('GET', `/payments/recurrences/${created.recurranceId}/preview?count=${count}`), {
      status: 400,
      code: 'PAYMENT001',
      says: 'count',
    })
})

test('an overdue payment is shown by the preview, and created late, not skipped', async () => {
  const created = await begin(await createPayer(service), times('Weekly', 5))
  clock.set(`2027-01-20${NOON}`)
  const numbers = (await preview(created, 3)).map(({ number }: { number: number }) => number)
  assert.deepEqual(numbers, [2, 3, 4])
  await work()
  assert.deepEqual(await inShort(created), [
    '1 2027-01-04 VALIDATED',
    '2 2027-01-11 VALIDATED',
    '3 2027-01-19 VALIDATED', // January 18 is a holiday
    '4 2027-01-25 FUTURE_DATED',
  ])
})

test('payUntil requires its own end field, and refuses the other', async () => {
  const payer = await createPayer(service)
  const tooSoon = { frequency: 'Monthly', payUntil: 'EndDate', endDate: '2027-01-03' }
  for (const [recurrence, says] of [
    [{ frequency: 'Monthly' }, 'recurrence.payUntil is required'],
    [{ payUntil: 'Cancelled' }, 'recurrence.frequency is required'],
    [{ ...MONTHLY, frequency: 'Hourly' }, 'recurrence.frequency must be one of Daily'],
    [{ ...MONTHLY, until: 'x' }, 'recurrence.until is not a field'],
    [{ frequency: 'Monthly', payUntil: 'EndDate' }, 'recurrence.endDate is required'],
    [{ frequency: 'Monthly', payUntil: 'NumberOfPayments' }, 'recurrence.numberOfPayments is required'],
    [{ ...MONTHLY, endDate: '2027-06-30' }, 'recurrence.endDate does not go with payUntil Cancelled'],
    [{ ...times('Monthly', 3), endDate: '2027-06-30' }, 'recurrence.endDate does not go with'],
    [{ ...tooSoon, numberOfPayments: 3 }, 'recurrence.numberOfPayments does not go with payUntil EndDate'],
    [{ ...tooSoon, endDate: '2027-02-30' }, 'recurrence.endDate must be a date: yyyy-MM-dd'],
    [tooSoon, 'recurrence.endDate is before the first payment, 2027-01-04'],
    [times('Monthly', 0), 'recurrence.numberOfPayments'],
    [times('Monthly', 1001), 'recurrence.numberOfPayments'],
    [times('Monthly', '1001'), 'recurrence.numberOfPayments'],
    [times('Monthly', '0'), 'recurrence.numberOfPayments'],
    [times('Monthly', '3.0'), 'recurrence.numberOfPayments'],
  ] as const)
    assertRefused(await send(payer, recurrence), { status: 400, code: 'PAYMENT002', says })
  assertRefused(await send(payer, MONTHLY, { paymentDate: '2027-01-02' }), {
    status: 400,
    code: 'PAYMENT002',
    says: 'is before today',
  })
  const ofCustomer = await service.query('select from payment_recurrences where customer_id = $1', [payer.customerUID])
  assert.equal(ofCustomer.length, 0, 'a refused request leaves no series behind')
  for (const numberOfPayments of [1000, '1000', '0012']) await begin(payer, times('Yearly', numberOfPayments))
  await begin(payer, { ...tooSoon, endDate: '2027-01-04' })
})

test('a first payment without funds starts no series', async () => {
  const payer = await createPayer(service, { balance: 5 })
  assertRefused(await send(payer, MONTHLY), { status: 402, code: 'PAYMENT002', says: 'available balance' })
  const series = await service.query('select from payment_recurrences where customer_id = $1', [payer.customerUID])
  assert.equal(series.length, 0)
})

test('an idempotency key starts one series, however often it is sent', async () => {
  const payer = await createPayer(service)
  const fields = { externalReferenceId: 'rent' }
  const sendAgain = () => send(payer, MONTHLY, fields, service.tenant, 'one-series')
  const answers = [await sendAgain(), ...(await Promise.all([sendAgain(), sendAgain()]))].map((reply) => dataOf(reply))
  for (const answer of answers) assert.deepEqual(answer, answers[0])
  assert.ok(answers[0].recurranceId)
  const series = await service.query('select from payment_recurrences where customer_id = $1', [payer.customerUID])
  assert.equal(series.length, 1)
})

test('a payment without funds fails with the reason, and the series continues', async () => {
  const payer = await createPayer(service, { balance: 15 })
  const created = await begin(payer, times('Weekly', 4), { speed: 'Instant' })
  await workUntil('2027-01-12')
  const deposit = { direction: 'Credit', amount: 30, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
  const path = `/v1/institution/accounts/${payer.accountUID}/adjustments`
  dataOf(await service.call('POST', path, deposit), 201)
  await workUntil('2027-01-25')
  const payments = await paymentsOf(created)
  assert.deepEqual(
    payments.map(({ status }) => status),
    ['VALIDATED', 'VALIDATION_FAILURE', 'VALIDATED', 'VALIDATED'],
  )
  assert.match(payments[1]!.reason!, /available balance/)
})

test('an account suspended on the date holds the payment until it is activated; one reactivated in time does not', async () => {
  const payer = await createPayer(service)
  const created = await begin(payer, MONTHLY)
  await setAccountStatus(payer, 'Suspend')
  await workUntil('2027-02-03') // February 4 is a Thursday
  assert.deepEqual(await inShort(created), ['1 2027-01-04 VALIDATED', '2 2027-02-04 FUTURE_DATED'])
  await setAccountStatus(payer, 'Activate')
  await workUntil('2027-02-04')
  assert.deepEqual((await inShort(created)).at(-1), '2 2027-02-04 VALIDATED')
  await setAccountStatus(payer, 'Suspend')
  await workUntil('2027-03-04')
  const held = (await paymentsOf(created)).at(-1)!
  assert.deepEqual([held.number, held.date, held.status], [3, '2027-03-04', 'HELD'])
  assert.equal((await get(`/payments/${held.id}`)).held[0].reason, 'accountNotActive')
  assert.equal((await recurrenceOf(created)).status, 'Active')
  await setAccountStatus(payer, 'Activate')
  await workUntil('2027-04-05')
  assert.deepEqual((await inShort(created)).at(-1), '4 2027-04-05 VALIDATED') // April 4 is a Sunday
})

test('an account suspended after the payment was scheduled holds it on its date', async () => {
  const payer = await createPayer(service)
  const created = await begin(payer, MONTHLY)
  await workUntil('2027-02-01')
  assert.deepEqual((await inShort(created)).at(-1), '2 2027-02-04 FUTURE_DATED')
  await setAccountStatus(payer, 'Suspend')
  await workUntil('2027-02-04')
  assert.deepEqual((await inShort(created)).at(-1), '2 2027-02-04 HELD')
})

/** A customer whose payments need an approver, and functions for that approver. */
async function payerWithApprover() {
  const legalEntityAccessSettings = { paymentDualApproval: true }
  const payer = await createPayer(service, { customer: { legalEntityAccessSettings } })
  const approver = await service.createClient(service.tenant, {})
  const decide = async (paymentUID: string, decision: 'approve' | 'reject') =>
    dataOf(await service.call('PUT', `/payments/${paymentUID}/${decision}`, { notes: 'test' }, { client: approver }))
  return { payer, decide }
}

test('if payments need approval, so does each payment of a series, and none follows before the first is approved', async () => {
  const { payer, decide } = await payerWithApprover()
  const created = await begin(payer, times('Daily', 3), { speed: 'Instant' })
  assert.equal(created.paymentStatus, 'PENDING_APPROVAL')
  await workUntil('2027-01-05')
  assert.deepEqual(await inShort(created), ['1 2027-01-04 PENDING_APPROVAL'])
  await decide(created.paymentUID, 'approve')
  await workUntil('2027-01-06')
  const states = ['VALIDATED', 'PENDING_APPROVAL', 'PENDING_APPROVAL']
  assert.deepEqual(
    (await paymentsOf(created)).map(({ status }) => status),
    states,
  )
  const [, second, third] = await paymentsOf(created)
  await decide(second!.id, 'approve')
  await decide(third!.id, 'reject')
  assert.deepEqual(await inShort(created), [
    '1 2027-01-04 VALIDATED',
    '2 2027-01-05 VALIDATED',
    '3 2027-01-06 REJECTED',
  ])
})

test('a series whose first payment is rejected is cancelled, even a series of one payment', async () => {
  const { payer, decide } = await payerWithApprover()
  const all = [await begin(payer, DAILY), await begin(payer, times('Daily', 1))]
  for (const { paymentUID } of all) await decide(paymentUID, 'reject')
  await workUntil('2027-01-05')
  for (const created of all) {
    assert.equal((await recurrenceOf(created)).status, 'Cancelled')
    assert.equal((await paymentsOf(created)).length, 1)
  }
})

test('each payment of a series that needs approval is made seven days ahead, and can be approved until its date', async () => {
  const { payer, decide } = await payerWithApprover()
  const created = await begin(payer, MONTHLY, { speed: 'Express' })
  await decide(created.paymentUID, 'approve')
  await workUntil('2027-01-27')
  assert.equal((await paymentsOf(created)).length, 1)
  assert.equal((await recurrenceOf(created)).paymentsMade, 1)
  for (const [madeOn, date, number] of [
    ['2027-01-28', '2027-02-04', 2],
    ['2027-02-25', '2027-03-04', 3],
  ] as const) {
    await workUntil(madeOn)
    assert.deepEqual((await inShort(created)).at(-1), `${number} ${date} PENDING_APPROVAL`)
    const payment = await get(`/payments/${(await paymentsOf(created)).at(-1)!.id}`)
    assert.equal(payment.approveBy, `${date}T23:30:00.000Z`)
    const [coming] = await preview(created, 1)
    assert.deepEqual([coming.number, coming.approveBy], [number, payment.approveBy])
  }
})

test('a series shows why its last payment was not made', async () => {
  const { payer, decide } = await payerWithApprover()
  const created = await begin(payer, MONTHLY, { speed: 'Express' })
  await decide(created.paymentUID, 'approve')
  await workUntil('2027-01-28')
  assert.equal((await recurrenceOf(created)).failureReason, undefined)
  clock.set('2027-02-04T23:30:00.000Z')
  await sweep('expire approvals')
  assert.deepEqual((await inShort(created)).at(-1), '2 2027-02-04 REJECTED')
  const { failureReason, status } = await recurrenceOf(created)
  assert.equal(status, 'Active')
  assert.match(failureReason, /not approved by 2027-02-04T23:30:00Z/)
  assert.equal((await get(`/payments/${(await paymentsOf(created))[1]!.id}`)).failureReason, failureReason)
})

test('payments of a series that await approval are cancelled with it', async () => {
  const { payer, decide } = await payerWithApprover()
  const created = await begin(payer, DAILY, { speed: 'Instant' })
  await decide(created.paymentUID, 'approve')
  await workUntil('2027-01-05')
  assert.equal((await paymentsOf(created)).filter(({ status }) => status === 'PENDING_APPROVAL').length, 8)
  assert.equal(dataOf(await cancel(created)).cancelledPayments.length, 8)
  assert.deepEqual(
    new Set((await paymentsOf(created)).map(({ status }) => status)),
    new Set(['VALIDATED', 'CANCELLED']),
  )
})

test('an account cannot be closed while a series pays from it', async () => {
  const payer = await createPayer(service, { balance: 10 })
  const created = await begin(payer, MONTHLY, { paymentDate: '2027-06-30' })
  const path = `/v2/customers/${payer.customerUID}/accounts/${payer.accountUID}`
  const withdraw = { direction: 'Debit', amount: 10, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
  dataOf(await service.call('POST', `/v1/institution/accounts/${payer.accountUID}/adjustments`, withdraw), 201)
  const close = () => service.call('PATCH', path, { action: 'Close', reason: 'test' })
  assertRefused(await close(), { status: 409, code: 'ACC001', says: 'open payments' })
  await workUntil('2027-06-30') // The payment of June fails; that of July does not exist yet.
  assertRefused(await close(), { status: 409, code: 'ACC001', says: 'open payments' })
  dataOf(await cancel(created))
  dataOf(await close())
})

test("each payment uses the contact's data as of the payment's creation", async () => {
  const payer = await createPayer(service)
  const created = await begin(payer, MONTHLY)
  await putContact(payer, contactAt('900000009'))
  await workUntil('2027-02-04')
  const numbers: string[] = []
  for (const { id } of await paymentsOf(created)) numbers.push((await get(`/payments/${id}`)).receiverAccountNumber)
  assert.deepEqual(numbers, ['700100200300', '900000009'])
  await putContact(payer, contactAt('900000009', { accountCcy: 'EUR' }))
  await workUntil('2027-03-04')
  const failed = (await paymentsOf(created)).at(-1)!
  assert.equal(failed.status, 'VALIDATION_FAILURE')
  assert.match(failed.reason!, /supports USD only/)
})

test('a series to an account at the same institution moves money on each of its dates, including closed days', async () => {
  const receiver = await createPayer(service, { balance: 0 })
  const contact = contactAt(receiver.accountNumber, { nationalCode: ROUTING_NUMBER })
  const payer = await createPayer(service, { balance: 100, contact })
  const created = await begin(payer, times('Daily', 7), { paymentAmount: 1 })
  await workUntil('2027-01-10')
  assert.deepEqual((await inShort(created)).slice(-2), ['6 2027-01-09 PROCESSED', '7 2027-01-10 PROCESSED'])
  const path = `/v3/customers/${receiver.customerUID}/accounts/${receiver.accountUID}?includeAccountBalance=true`
  assert.equal((await get(path)).availableBalance, '7.00')
})

test('a shorter end cancels the scheduled payments beyond it, and the last remaining one completes the series', async () => {
  const payer = await createPayer(service)
  const created = await begin(payer, DAILY, { speed: 'Instant' })
  await work()
  assert.equal((await paymentsOf(created)).length, 8)
  const changed = dataOf(await change(created, { noOfPayments: 3 }))
  assert.deepEqual([changed.status, changed.payUntil, changed.numberOfPayments], ['Active', 'NumberOfPayments', 3])
  const payments = await paymentsOf(created)
  assert.deepEqual(
    changed.cancelledPayments,
    payments.slice(3).map(({ id }) => id),
  )
  assert.deepEqual(
    payments.map(({ status }) => status),
    ['VALIDATED', ...Array(2).fill('FUTURE_DATED'), ...Array(5).fill('CANCELLED')],
  )
  assert.equal((await get(`/payments/${payments[3]!.id}`)).displayStatus, 'Cancelled')
  await workUntil('2027-01-05')
  assert.equal((await recurrenceOf(created)).status, 'Active')
  await workUntil('2027-01-06')
  assert.equal((await recurrenceOf(created)).status, 'Completed')
  await workUntil('2027-01-20')
  assert.equal((await paymentsOf(created)).length, 8)
  assertRefused(await change(created, { noOfPayments: 30 }), { status: 409, code: 'PAYMENT002', says: 'is Completed' })
})

test('an end that is already reached completes the series immediately, and leaves released payments alone', async () => {
  const payer = await createPayer(service)
  for (const [body, end] of [
    [{ noOfPayments: '1' }, { payUntil: 'NumberOfPayments', numberOfPayments: 1 }],
    [{ endDate: '2027-01-12' }, { payUntil: 'EndDate', endDate: '2027-01-12' }],
  ] as const) {
    clock.set(`2027-01-04${NOON}`)
    const created = await begin(payer, times('Weekly', 5), { speed: 'Instant' })
    await workUntil('2027-01-12')
    const { status, payUntil, endDate, numberOfPayments } = dataOf(await change(created, body))
    assert.deepEqual(
      { status, payUntil, endDate, numberOfPayments },
      {
        status: 'Completed',
        endDate: undefined,
        numberOfPayments: undefined,
        ...end,
      },
    )
    assert.deepEqual(await inShort(created), [
      '1 2027-01-04 VALIDATED',
      '2 2027-01-11 VALIDATED',
      '3 2027-01-18 CANCELLED',
    ])
  }
})

test('a longer end extends the series, even if its last payment is already scheduled', async () => {
  const payer = await createPayer(service)
  const created = await begin(payer, times('Monthly', 2), { speed: 'Instant' })
  await workUntil('2027-02-01')
  assert.deepEqual((await inShort(created)).at(-1), '2 2027-02-04 FUTURE_DATED')
  const second = (await paymentsOf(created))[1]!.id
  // Any payment of the series identifies it.
  const changed = dataOf(
    await change({ ...created, paymentUID: second }, { endDate: '2027-04-04', noOfPayments: null }),
  )
  assert.deepEqual(changed.cancelledPayments, [])
  await workUntil('2027-06-01')
  assert.deepEqual(
    (await paymentsOf(created)).map(({ date }) => date),
    ['2027-01-04', '2027-02-04', '2027-03-04', '2027-04-04'],
  )
  assert.equal((await recurrenceOf(created)).status, 'Completed')
})

test('payments cancelled by a shorter end do not return with a longer one', async () => {
  const created = await begin(await createPayer(service), times('Daily', 20), { speed: 'Instant' })
  await work()
  dataOf(await change(created, { noOfPayments: 4 }))
  dataOf(await change(created, { noOfPayments: 10 }))
  await workUntil('2027-01-13')
  assert.deepEqual(
    (await paymentsOf(created)).map(({ status }) => status),
    [...Array(4).fill('VALIDATED'), ...Array(4).fill('CANCELLED'), ...Array(2).fill('VALIDATED')],
  )
})

test('a change needs exactly one end, not before the start, and a payment of that series', async () => {
  const payer = await createPayer(service)
  const created = await begin(payer, MONTHLY, { paymentDate: '2027-01-11' })
  const other = await begin(payer, MONTHLY)
  for (const [body, says] of [
    [{}, 'endDate or noOfPayments is required'],
    [{ endDate: null, noOfPayments: null }, 'endDate or noOfPayments is required'],
    [{ endDate: '2027-06-30', noOfPayments: 3 }, 'send one of them'],
    [{ endDate: '2027-01-10' }, 'endDate is before the first payment, 2027-01-11'],
    [{ noOfPayments: 1001 }, 'noOfPayments'],
    [{ numberOfPayments: 3 }, 'numberOfPayments is not a field'],
  ] as const)
    assertRefused(await change(created, body), { status: 400, code: 'PAYMENT002', says })
  const notFound = { status: 404, code: 'PAYMENT001', says: 'no recurring payment' }
  const single = dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer)))
  for (const recurranceId of [other.recurranceId, other.recurrenceUID, 'none', '0', '9'.repeat(30), created.paymentUID])
    assertRefused(await change({ ...created, recurranceId }, { noOfPayments: 3 }), notFound)
  assertRefused(await change({ ...created, paymentUID: single.paymentUID }, { noOfPayments: 3 }), notFound)
  assertRefused(await change({ ...created, paymentUID: created.recurranceId }, { noOfPayments: 3 }), {
    status: 404,
    code: 'PAYMENT001',
    says: 'no payment',
  })
  for (const path of ['', '/preview?count=1'])
    assertRefused(await service.call('GET', `/payments/recurrences/${created.paymentUID}${path}`), notFound)
  assertRefused(await cancel({ recurranceId: 'none' }), notFound)
  dataOf(await change({ ...created, recurranceId: created.recurrenceUID.toUpperCase() }, { noOfPayments: 3 }))
})

test('a cancelled series creates no more payments, and its scheduled payments are cancelled', async () => {
  const created = await begin(await createPayer(service), DAILY, { speed: 'Instant' })
  await workUntil('2027-01-05')
  const cancelled = dataOf(await cancel(created))
  assert.equal(cancelled.status, 'Cancelled')
  assert.equal(cancelled.cancelledPayments.length, 7)
  await workUntil('2027-01-20')
  assert.deepEqual(
    (await paymentsOf(created)).map(({ status }) => status),
    [...Array(2).fill('VALIDATED'), ...Array(7).fill('CANCELLED')],
  )
  assert.deepEqual(await preview(created, 10), [])
  const again = dataOf(await cancel(created))
  assert.deepEqual(again, { ...cancelled, cancelledPayments: [] })
  assertRefused(await change(created, { noOfPayments: 30 }), { status: 409, code: 'PAYMENT002', says: 'is Cancelled' })
})

test('a scheduled first payment is cancelled with its series', async () => {
  const created = await begin(await createPayer(service), MONTHLY, { paymentDate: '2027-06-30' })
  assert.deepEqual(dataOf(await cancel(created)).cancelledPayments, [created.paymentUID])
  assert.equal((await get(`/payments/${created.paymentUID}`)).status, 'CANCELLED')
})

test('a Completed series cannot be cancelled', async () => {
  const created = await begin(await createPayer(service), times('Monthly', 1))
  assert.equal((await recurrenceOf(created)).status, 'Completed')
  assertRefused(await cancel(created), { status: 409, code: 'PAYMENT002', says: 'is Completed' })
})

test('each change of a series adds an audit record and an event; a payment cancelled with it has a transition by the same actor', async () => {
  const created = await begin(await createPayer(service), times('Weekly', 5), { speed: 'Instant' })
  await work()
  dataOf(await change(created, { noOfPayments: 4 }))
  dataOf(await cancel(created))
  const short = await begin(await createPayer(service), times('Weekly', 2), { speed: 'Instant' })
  await workUntil('2027-01-11')
  const traces = (table: string, type: string) =>
    service.query<{ type: string; actor?: string }>(
      `select ${type} from ${table} where subject_kind = 'recurrence' and subject_id = any($1::text[]) order by id`,
      [[created.recurrenceUID, short.recurrenceUID]],
    )
  const { apiKey } = service.tenant.client
  assert.deepEqual(await traces('audit_log', 'action as type, actor'), [
    { type: 'recurrence.created', actor: apiKey },
    { type: 'recurrence.updated', actor: apiKey },
    { type: 'recurrence.cancelled', actor: apiKey },
    { type: 'recurrence.created', actor: apiKey },
    { type: 'recurrence.completed', actor: 'worker' },
  ])
  const events = (await traces('events', 'type')).map(({ type }) => type)
  assert.deepEqual(events.sort(), [
    'recurrence.cancelled',
    'recurrence.completed',
    'recurrence.created',
    'recurrence.created',
    'recurrence.updated',
  ])
  const [, second] = await paymentsOf(created)
  const ofPayment = await service.query<{ action: string; actor: string }>(
    "select action, actor from audit_log where subject_kind = 'payment' and subject_id = $1",
    [second!.id],
  )
  assert.deepEqual(ofPayment, [{ action: 'payment.cancelled', actor: apiKey }])
  const steps = await service.query<{ toStatus: string; actor: string }>(
    'select to_status, actor from payment_steps where payment_id = $1 order by step',
    [second!.id],
  )
  assert.deepEqual(steps, [
    { toStatus: 'FUTURE_DATED', actor: 'worker' },
    { toStatus: 'CANCELLED', actor: apiKey },
  ])
})

test('reading, changing or cancelling a series of another legal entity is 403', async () => {
  const payer = await createPayer(service)
  const stranger = await createPayer(service)
  const created = await begin(payer, MONTHLY)
  const own = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(stranger.customerUID) })
  const path = `/v3/payments/recurrences/${created.recurranceId}`
  const changePath = `/v4/payments/${created.paymentUID}/recurring/${created.recurranceId}`
  for (const [method, at, body] of [
    ['GET', path, undefined],
    ['GET', `${path}/preview?count=1`, undefined],
    ['PUT', changePath, { noOfPayments: 3 }],
    ['PUT', `${path}/cancel`, undefined],
  ] as const) {
    assertRefused(await service.call(method, at, body, { client }), { status: 404, code: 'PAYMENT001' })
    dataOf(await service.call(method, at, body, { client: own }))
  }
})

/** Behaves like a process that is killed after the work and before the commit. */
function killedBeforeCommit({ db, ...app }: App): App {
  const transaction: typeof db.transaction = (work) =>
    db.transaction(async (tx) => {
      await work(tx)
      throw new Error('killed')
    })
  return { ...app, db: { ...db, transaction } }
}

test('the sweep creates each payment once, even if it is killed before each commit and run by five workers at a time', async () => {
  const payer = await createPayer(service)
  const all: { recurranceId: string }[] = []
  for (let n = 0; n < 12; n++) all.push(await begin(payer, times('Daily', 5), { speed: 'Instant', paymentAmount: 1 }))
  for (let pass = 0; pass < 20 && (await hasDue()); pass++) {
    await assert.rejects(make(killedBeforeCommit(service.app)), /killed/)
    await Promise.all(Array.from({ length: 5 }, () => make()))
  }
  for (const series of all)
    assert.deepEqual(await inShort(series), [
      '1 2027-01-04 VALIDATED',
      '2 2027-01-05 FUTURE_DATED',
      '3 2027-01-06 FUTURE_DATED',
      '4 2027-01-07 FUTURE_DATED',
      '5 2027-01-08 FUTURE_DATED',
    ])
  assert.equal(await make(), 0, 'there is nothing left to make')
})

const hasDue = async () => {
  const { due } = sweepNamed(paymentSweeps, 'payments: make recurring payments')
  return (await service.app.db.read((tx) => due(tx, clock.now()))).length > 0
}

test('a cancellation while workers create and release payments leaves no payment that can still pay', async () => {
  const payer = await createPayer(service)
  const created = await begin(payer, DAILY, { speed: 'Instant' })
  const [reply] = await Promise.all([cancel(created), ...Array.from({ length: 4 }, () => work())])
  assert.equal(dataOf(reply).status, 'Cancelled')
  await work()
  const scheduled = (await paymentsOf(created)).filter(({ status }) => status === 'FUTURE_DATED')
  assert.deepEqual(scheduled, [])
})

test('after all tests, the books balance, and payments match them', async () => {
  const { tenantId } = service.tenant.institution
  const differences = await service.app.db.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read read only')
    return [...(await verifyLedger(tx, tenantId)).differences, ...(await verifyPayments(tx, tenantId))]
  })
  assert.deepEqual(differences, [])
})

test('If-Match: a change or cancellation needs the version that was read, and is otherwise refused with 412', async () => {
  const payer = await createPayer(service)
  const created = await begin(payer, { frequency: 'Monthly', payUntil: 'Cancelled' }, { speed: 'Instant' })
  const path = `/v3/payments/recurrences/${created.recurranceId}`
  const changePath = `/v4/payments/${created.paymentUID}/recurring/${created.recurranceId}`
  const etagOf = async () => (await service.call('GET', path)).headers.get('etag')!
  const put = (at: string, body: object | undefined, etag: string) =>
    service.call('PUT', at, body, { headers: { 'if-match': etag } })
  const seen = await etagOf()
  assert.equal(await etagOf(), seen)
  const changed = await put(changePath, { noOfPayments: 5 }, seen)
  dataOf(changed)
  assert.equal(await etagOf(), changed.headers.get('etag'))
  const stale = { status: 412, code: 'PAYMENT002', says: 'has changed since the version in If-Match' }
  assertRefused(await put(changePath, { noOfPayments: 6 }, seen), stale)
  assertRefused(await put(`${path}/cancel`, undefined, seen), stale)
  assert.equal((await recurrenceOf(created)).numberOfPayments, 5)
  const cancelled = await put(`${path}/cancel`, undefined, await etagOf())
  assert.equal(dataOf(cancelled).status, 'Cancelled')
  assert.equal(await etagOf(), cancelled.headers.get('etag'))
})

test('every payment of a series started with the token of a person is submitted by that person', async () => {
  const payer = await createPayer(service)
  const base = `/api/user-management/v1/customers/${payer.customerUID}`
  const applications = [{ name: 'Payments', entitlements: ['Initiate_Payments', 'View_Payments'] }]
  const role = { externalReferenceId: 'r', name: 'Clerk', description: 'r', applications }
  assert.equal((await service.call('POST', `${base}/roles`, role)).status, 201)
  const names = { firstName: 'Ada', lastName: 'Lund', email: 'ada@sample.example', roleNames: ['Clerk'] }
  const created = await service.call('POST', `${base}/users`, {
    externalReferenceId: 'u',
    loginId: 'ada.lund',
    ...names,
  })
  const { userId } = created.body
  assert.equal((await service.call('PUT', `${base}/users/${userId}/activate`)).status, 204)
  const idp = await createIdentityProvider(service)
  const identityProvider = idp.registration
  const { apiKey } = service.tenant.client
  dataOf(await service.call('PUT', `/v1/institution/api-clients/${apiKey}`, { identityProvider }))
  const client = await signIn(service, service.tenant.client, await idp.assert('ada.lund'))
  const series = await begin(payer, DAILY, {}, { ...service.tenant, client })
  await workUntil('2027-01-05')
  const payments = await paymentsOf(series)
  assert.ok(payments.length > 1)
  for (const { id } of payments) assert.equal((await get(`/payments/${id}`)).audit.submitterUserId, userId)
  assert.equal((await recurrenceOf(series)).createdByUserId, userId)
})
