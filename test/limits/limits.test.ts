import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

/** Wednesday, July 1, 2026, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())

const setLimits = ({ customerUID }: { customerUID: string }, limits: Record<string, unknown>, client?: TestClient) => {
  const appLimits = Object.entries(limits).map(([key, value]) => ({ key, value }))
  return service.call(
    'PUT',
    `/v2/customers/${customerUID}`,
    { limits: [{ appName: 'Payments', appLimits }] },
    { client },
  )
}
const query = (payer: Payer, body: object) => service.call('POST', `/v1/customers/${payer.customerUID}/limits`, body)
const pay = async (payer: Payer, fields: object) => {
  const reply = await service.call('POST', '/payments/creditrequest', creditBody(payer, fields))
  assert.equal(reply.status, 200)
}

test('without an applicable limit, the reply is 204 without a body', async () => {
  const payer = await createPayer(service)
  const reply = await query(payer, { paymentRail: 'FEDWIRE' })
  assert.equal(reply.status, 204)
  assert.equal(reply.body, undefined)
})

test("a customer's own limits are read back as they were set, and are gone when they are removed", async () => {
  const payer = await createPayer(service)
  const read = async () => dataOf(await service.call('GET', `/v1/customers/${payer.customerUID}/limits`)).limits
  assert.deepEqual(await read(), [])
  await setLimits(payer, { FEDWIRE_PAYMENT_LIMIT_PER_DAY: '1000.50', INSTANT_PAYMENT_LIMIT_PER_DAY: 5 })
  assert.deepEqual(await read(), [
    { key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 1000.5, currency: 'USD' },
    { key: 'INSTANT_PAYMENT_LIMIT_PER_DAY', value: 5, currency: 'USD' },
  ])
  await setLimits(payer, { FEDWIRE_PAYMENT_LIMIT_PER_DAY: null })
  assert.deepEqual(
    (await read()).map(({ key }: { key: string }) => key),
    ['INSTANT_PAYMENT_LIMIT_PER_DAY'],
  )
})

test('a query for a rail returns all its limits, with the amounts used in the day, week and month', async () => {
  const payer = await createPayer(service, { balance: 10_000 })
  const set = await setLimits(payer, {
    FEDWIRE_PAYMENT_LIMIT_PER_TRANSACTION: 500,
    FEDWIRE_PAYMENT_LIMIT_PER_DAY: '1000.50',
    FEDWIRE_PAYMENT_LIMIT_PER_WEEK: 3000,
    FEDWIRE_PAYMENT_LIMIT_PER_MONTH: 9000,
  })
  assert.equal(set.status, 200)
  clock.set('2026-06-30T14:00:00.000Z')
  await pay(payer, { speed: 'Express', paymentAmount: 100 })
  clock.set('2026-07-01T14:00:00.000Z')
  await pay(payer, { speed: 'Express', paymentAmount: 200.25 })

  const reply = await query(payer, { paymentRail: 'FEDWIRE' })
  assert.equal(reply.status, 200)
  const used = reply.body.data.limits.map((limit: { code: string; usedAmount: number; remainingLimit: number }) => [
    limit.code.split('_').at(-1),
    limit.usedAmount,
    limit.remainingLimit,
  ])
  // Tuesday and Wednesday are in the same week, but not in the same month.
  assert.deepEqual(used, [
    ['TRANSACTION', 0, 500],
    ['DAY', 200.25, 800.25],
    ['WEEK', 300.25, 2699.75],
    ['MONTH', 200.25, 8799.75],
  ])
})

test('the limit is inclusive: exactly the remaining amount has no message, one cent more has one', async () => {
  const payer = await createPayer(service)
  await setLimits(payer, { FEDWIRE_PAYMENT_LIMIT_PER_DAY: 1000 })
  const exact = await query(payer, { paymentRail: 'FEDWIRE', paymentAmount: 1000 })
  assert.equal(exact.body.data.limits[0].message, undefined)
  const more = await query(payer, { paymentRail: 'FEDWIRE', paymentAmount: 1000.01 })
  assert.match(more.body.data.limits[0].message, /exceeds/)
})

test('RTP and FedNow share the instant limits', async () => {
  const payer = await createPayer(service)
  await setLimits(payer, { INSTANT_PAYMENT_LIMIT_PER_DAY: 100 })
  await pay(payer, { speed: 'Instant', paymentAmount: 40 })
  for (const paymentRail of ['RTP', 'FEDNOW']) {
    const reply = await query(payer, { paymentRail })
    assert.equal(reply.body.data.limits[0].remainingLimit, 60)
  }
})

test('for ACH, the entry type selects limits and a SEC code adds its own; other rails ignore both', async () => {
  const payer = await createPayer(service)
  await setLimits(payer, {
    ACH_PAYMENT_LIMIT_PER_TRANSACTION: 50,
    ACH_CREDIT_LIMIT_PER_DAY: 60,
    ACH_DEBIT_LIMIT_PER_DAY: 70,
    ACH_PPD_CREDIT_TRANSACTION_LIMIT: 80,
    FEDWIRE_PAYMENT_LIMIT_PER_DAY: 90,
  })
  const codes = async (body: object) =>
    (await query(payer, body)).body.data.limits.map(({ code }: { code: string }) => code)
  assert.deepEqual(await codes({ paymentRail: 'ACH' }), [
    'ACH_PAYMENT_LIMIT_PER_TRANSACTION',
    'ACH_CREDIT_LIMIT_PER_DAY',
    'ACH_DEBIT_LIMIT_PER_DAY',
  ])
  assert.deepEqual(await codes({ paymentRail: 'ach', entryType: 'credit', secCode: 'PPD' }), [
    'ACH_PAYMENT_LIMIT_PER_TRANSACTION',
    'ACH_CREDIT_LIMIT_PER_DAY',
    'ACH_PPD_CREDIT_TRANSACTION_LIMIT',
  ])
  // Other rails ignore the ACH fields even with invalid values.
  for (const ofAch of [{ secCode: 'PPD' }, { secCode: '', entryType: 'none' }, { secCode: null, entryType: null }])
    assert.deepEqual(await codes({ paymentRail: 'FEDWIRE', ...ofAch }), ['FEDWIRE_PAYMENT_LIMIT_PER_DAY'])
})

test('a limit of the institution applies until the customer has its own, and again after that is removed', async () => {
  const payer = await createPayer(service)
  const day = async () =>
    (await query(payer, { paymentRail: 'SWIFT' })).body?.data.limits.map(
      (limit: { currentLimit: number }) => limit.currentLimit,
    )
  const put = (value: number | null) =>
    service.call('PUT', '/v1/institution/limits', { limits: [{ key: 'SWIFT_PAYMENT_LIMIT_PER_DAY', value }] })
  assert.equal((await put(1000)).status, 200)
  assert.deepEqual(await day(), [1000])
  await setLimits(payer, { SWIFT_PAYMENT_LIMIT_PER_DAY: 10 })
  assert.deepEqual(await day(), [10])
  await setLimits(payer, { SWIFT_PAYMENT_LIMIT_PER_DAY: null })
  assert.deepEqual(await day(), [1000])
  await put(null)
  assert.equal(await day(), undefined)
})

test('neither a customer nor the legal entity above it can set limits and terms; the institution can', async () => {
  const partner = await createPayer(service)
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(partner.customerUID) })
  const child = await createPayer(service, { client, balance: 0 })
  const limit = { SWIFT_PAYMENT_LIMIT_PER_DAY: 10 }
  assertRefused(await setLimits(partner, limit, client), {
    status: 403,
    code: 'CUST001',
    says: 'only the institution can set limits',
  })
  assert.equal((await query(partner, { paymentRail: 'SWIFT' })).status, 204)
  assertRefused(await setLimits(child, limit, client), { status: 403, code: 'CUST001', says: 'set limits' })
  assert.equal((await setLimits(partner, limit)).status, 200)
  const customerUID = String(service.tenant.institution.legalEntityId)
  assert.equal((await setLimits({ customerUID }, limit)).status, 200)
  assert.equal((await setLimits(partner, limit, client)).status, 200, 'the same limit changes nothing')
  const update = (body: object) => service.call('PUT', `/v2/customers/${partner.customerUID}`, body, { client })
  for (const [terms, says] of [
    [{ secCodes: ['CTX'] }, 'secCodes'],
    [{ addtionalProfileDetails: [{ fxPricingTier: 'Gold' }] }, 'fxPricingTier'],
    [{ additionalProfileDetails: { achNonPrefund: true } }, 'achNonPrefund'],
  ] as const)
    assertRefused(await update(terms), { status: 403, code: 'CUST001', says })
  const rest = await update({ note: 'x', secCodes: [], addtionalProfileDetails: [{ sso: true }] })
  assert.equal(rest.status, 200, 'a customer can change its other fields')
})

test('a refusal names each invalid field, and one invalid setting sets no limit', async () => {
  const payer = await createPayer(service)
  const wrong: [object, RegExp][] = [
    [{}, /paymentRail is required/],
    [{ paymentRail: 'PIGEON' }, /paymentRail must be one of ACH, FEDWIRE, RTP, FEDNOW, SWIFT/],
    [{ paymentRail: 'ACH', secCode: 'PPD' }, /entryType is required with secCode/],
    [{ paymentRail: 'ACH', secCode: 'PPX' }, /secCode must be one of POP, CCD, PPD, WEB, CTX, TEL, CIE, ARC, IAT\./],
    [
      { paymentRail: 'ACH', secCode: 'PPD', entryType: '', paymentAmount: 0.001, deliveryDate: '2026-02-30' },
      /entryType must be one of CREDIT, DEBIT; paymentAmount has more .*; deliveryDate must be a date/,
    ],
    [{ paymentRail: 'ACH', paymentAmount: 0.001 }, /more decimals than USD/],
    [{ paymentRail: 'ACH', deliveryDate: '2026-02-30' }, /deliveryDate/],
    [{ paymentRail: 'ACH', deliveryDate: '13-01-2026' }, /deliveryDate/],
  ]
  for (const [body, message] of wrong) {
    const reply = await query(payer, body)
    assert.equal(reply.status, 400, JSON.stringify(body))
    assert.equal(reply.body.code, 'CUST001')
    assert.match(reply.body.message, message)
  }
  const reply = await setLimits(payer, {
    FEDWIRE_PAYMENT_LIMIT_PER_DAY: 1,
    INSTANT_PAYMENT_LIMIT_PER_DAY: -1,
    SWIFT_PAYMENT_LIMIT_PER_DAY: '1.001',
  })
  assert.equal(reply.status, 400)
  assert.match(reply.body.message, /appLimits\.1\.value must be >= 0/)
  assert.equal((await query(payer, { paymentRail: 'FEDWIRE' })).status, 204)
})

test('an unknown key of a limit is refused with the one that was probably meant, and in any case a key is known', async () => {
  const payer = await createPayer(service)
  const meant = {
    INSTANT_LIMIT_PER_DAY: 'INSTANT_PAYMENT_LIMIT_PER_DAY',
    ACH_CREDIT_PER_DAY: 'ACH_CREDIT_LIMIT_PER_DAY',
  }
  for (const [key, near] of Object.entries(meant)) {
    const reply = await setLimits(payer, { [key]: 1 })
    assertRefused(reply, { status: 400, code: 'CUST001', says: `did you mean ${near}?` })
    const institution = await service.call('PUT', '/v1/institution/limits', { limits: [{ key, value: 1 }] })
    assertRefused(institution, { status: 400, code: 'CUST001', says: `did you mean ${near}?` })
  }
  assert.equal((await setLimits(payer, { fedwire_payment_limit_per_day: 1 })).status, 200)
  const [limit] = dataOf(await query(payer, { paymentRail: 'FEDWIRE' })).limits
  assert.deepEqual([limit.code, limit.currentLimit], ['FEDWIRE_PAYMENT_LIMIT_PER_DAY', 1])
})

test('a delivery date selects its own periods, in both date formats', async () => {
  const payer = await createPayer(service)
  await setLimits(payer, { INSTANT_PAYMENT_LIMIT_PER_DAY: 100 })
  await pay(payer, { speed: 'Instant', paymentAmount: 40 })
  for (const [deliveryDate, remaining] of [
    ['2026-07-01', 60],
    ['07-01-2026', 60],
    ['2026-07-02', 100],
  ]) {
    const reply = await query(payer, { paymentRail: 'RTP', deliveryDate })
    assert.equal(reply.body.data.limits[0].remainingLimit, remaining)
  }
})
