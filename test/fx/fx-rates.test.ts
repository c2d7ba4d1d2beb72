import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { formatRate } from '../../src/fx/domain/rate.ts'
import { valueDateOf } from '../../src/fx/domain/value-date.ts'
import { readMargin } from '../../src/fx/read-margin.ts'
import { readRate } from '../../src/fx/read-rate.ts'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { RULED_CALENDARS } from '../../src/kernel/currency-calendars.ts'
import { type Pair, pairOf } from '../../src/kernel/currency-pair.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { customerBody, startTestService, type TestService, type TestTenant } from '../support/test-service.ts'

const RATES = '/v1/institution/fx/rates'
const MARGINS = '/v1/institution/fx/margins'

const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
/** A live institution, whose rates become stale. */
let real: TestTenant
before(async () => {
  service = await startTestService({ clock })
  real = await service.createTenant('real', { sandbox: false })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

const put = (path: string, body: object, { client } = service.tenant) => service.call('PUT', path, body, { client })
const get = async (path: string, { client } = service.tenant) =>
  dataOf(await service.call('GET', path, undefined, { client }))

const euro = { baseCcy: 'EUR', quoteCcy: 'USD', bid: 1.0842, mid: 1.0843, ask: 1.0844 }
const yen = { baseCcy: 'USD', quoteCcy: 'JPY', bid: 151.2, mid: 151.25, ask: 151.3 }

const setRates = async (rates: object[], tenant?: TestTenant) => dataOf(await put(RATES, { rates }, tenant)).rates

/** The current bid, mid and ask, or the refusal. */
async function quoted(pair: Pair, tenant = service.tenant) {
  const read = await service.app.db.read(async (tx) =>
    readRate(tx, await readInstitution(tx, tenant.institution.tenantId), pair, clock.now()),
  )
  if (!read.ok) return read.refusal
  return [read.value.bid, read.value.mid, read.value.ask].map(formatRate).join(' ')
}

/** The outright rate on the date of a tenor: bid, mid and ask. */
async function outright(pair: Pair, tenor: string, tenant: TestTenant) {
  const { tenantId } = tenant.institution
  const read = await service.app.db.read(async (tx) =>
    readRate(tx, await readInstitution(tx, tenantId), pair, clock.now()),
  )
  const tradedAt = clock.now()
  const date = valueDateOf({
    base: pair.baseCurrency,
    quote: pair.quoteCurrency,
    tenor,
    tradedAt,
    calendars: RULED_CALENDARS,
  })
  const rate =
    read.ok && date.ok
      ? read.value.outrightOn({ tradedAt, calendars: RULED_CALENDARS, valueDate: date.value })
      : undefined
  return rate && [rate.bid, rate.mid, rate.ask].map(formatRate)
}

async function freshTenant() {
  return service.createTenant(`fx${randomUUID().slice(0, 8)}`)
}

test('named pairs get exactly the rates sent; other pairs keep theirs', async () => {
  const tenant = await freshTenant()
  await setRates([euro, { ...yen, asOf: '2026-07-01T13:59:59.500Z' }], tenant)
  const smallest = { ...euro, bid: 1.00000001, mid: 1.00000002, ask: 9999999.99999999 }
  const points = [{ tenor: '1M', points: -0.00012 }]
  const after = await setRates([{ ...smallest, forwardPoints: points }], tenant)
  const expected = [
    { ...smallest, asOf: START, forwardPoints: points },
    { ...yen, asOf: '2026-07-01T13:59:59.500Z', forwardPoints: [] },
  ]
  assert.deepEqual(after, expected)
  assert.deepEqual((await get(RATES, tenant)).rates, expected)
})

test('a change of rates is recorded with old and new rates in the audit log, and as an event', async () => {
  const tenant = await freshTenant()
  await setRates([euro, yen], tenant)
  await setRates([{ ...euro, bid: 1.08 }], tenant)
  const trail = await service.query<{ before: { rates: object[] }; after: { rates: object[] } }>(
    `select before, after from audit_log where tenant_id = $1 and action = 'fx.rates.updated' order by at, id`,
    [tenant.institution.tenantId],
  )
  assert.equal(trail.length, 2)
  const shown = (rate: object) => ({ ...rate, asOf: START, forwardPoints: [] })
  assert.deepEqual(trail[1]?.before.rates, [shown(euro)])
  assert.deepEqual(trail[1]?.after.rates, [shown({ ...euro, bid: 1.08 })])
  const events = await service.query('select from events where tenant_id = $1 and type = $2', [
    tenant.institution.tenantId,
    'fx.rates.updated',
  ])
  assert.equal(events.length, 2)
})

test('a rate older than the current one is refused; one of the same time replaces it', async () => {
  const tenant = await service.createTenant('late')
  await setRates([{ ...euro, asOf: START }], tenant)
  const late = [yen, { ...euro, asOf: '2026-07-01T13:59:59.999Z' }]
  const refused = await service.call('PUT', '/v1/institution/fx/rates', { rates: late }, { client: tenant.client })
  assertRefused(refused, {
    status: 400,
    code: 'FX002',
    says: `rates.1.asOf is before that of the current rate of EUR/USD, 2026-07-01T14:00:00Z`,
  })
  await setRates([{ ...euro, ask: 1.09, asOf: START }], tenant)
})

const wrong: [string, object, string][] = [
  ['a bid above mid', { bid: 1.0844, mid: 1.0843 }, 'rates.0.bid must not be above mid'],
  ['a mid above ask', { mid: 1.0845 }, 'nor mid above ask'],
  ['a rate of zero', { bid: 0 }, 'rates.0.bid'],
  ['nine decimals', { bid: 1.000000001 }, 'rates.0.bid'],
  ['a rate of ten million', { ask: 10_000_000 }, 'rates.0.ask'],
  ['a pair against the market order', { baseCcy: 'USD', quoteCcy: 'EUR' }, 'the market quotes EUR/USD'],
  ['a currency against itself', { baseCcy: 'USD' }, 'rates.0.quoteCcy must differ'],
  ['an unsupported currency', { baseCcy: 'XAU' }, 'rates.0.baseCcy is not a supported currency'],
  ['a time in the future', { asOf: '2026-07-01T14:00:00.001Z' }, 'rates.0.asOf'],
  ['a time more than seven days ago', { asOf: '2026-06-24T13:59:59.999Z' }, 'rates.0.asOf'],
  ['a time finer than a nanosecond', { asOf: '2026-07-01T13:00:00.0000000001Z' }, 'rates.0.asOf'],
  ['points at spot', { forwardPoints: [{ tenor: 'SPOT', points: 0 }] }, 'forwardPoints.tenor'],
  ['points for an unknown tenor', { forwardPoints: [{ tenor: '3Y', points: 0 }] }, 'forwardPoints.tenor'],
  [
    'points for one tenor twice',
    {
      forwardPoints: [
        { tenor: '1M', points: 0 },
        { tenor: '1M', points: 1 },
      ],
    },
    'forwardPoints names 1M twice',
  ],
]
for (const [what, fields, says] of wrong)
  test(`${what} is refused, with all rates of the request`, async () => {
    const before = await get(RATES)
    const reply = await put(RATES, { rates: [{ ...euro, ...fields }, yen] })
    assertRefused(reply, { status: 400, code: 'FX002', says })
    assert.deepEqual(await get(RATES), before)
  })

test('a pair named twice and more than 100 rates are refused', async () => {
  assertRefused(await put(RATES, { rates: [euro, euro] }), { status: 400, code: 'FX002', says: 'names EUR/USD twice' })
  assertRefused(await put(RATES, { rates: Array(101).fill(euro) }), { status: 400, code: 'FX002', says: 'rates' })
})

test('a rate is quoted until it is 15 minutes old, and not a millisecond longer', async () => {
  await setRates([euro], real)
  const pair = pairOf('USD', 'EUR')
  clock.advance({ minutes: 15 })
  assert.equal(await quoted(pair, real), '1.0842 1.0843 1.0844')
  clock.advance({ milliseconds: 1 })
  assert.equal(await quoted(pair, real), 'rateStale')
})

test('the institution sets the maximum age of rates; only a sandbox may allow any age', async () => {
  const tenant = await service.createTenant('slow', { sandbox: false })
  const set = (maxRateAgeSeconds: number | null, { client } = tenant) =>
    service.call('PUT', '/v1/institution', { fx: { maxRateAgeSeconds } }, { client })
  const expected = {
    maxRateAgeSeconds: 60,
    smallestTickets: [],
    maxRateChangePercent: 5,
    maxRoundTripGainPercent: 10,
    maxCrossDeviationPercent: 1,
    lastLookBasisPoints: 10,
    maxOpenQuotes: 10,
    maxOpenQuotesAmount: null,
    marginIncome: 'AtTrade',
    closeOutGains: 'UpToLoss',
    deskTradeAloneUpTo: 1_000_000,
    deskTradePriceTolerancePercent: 1,
  }
  assert.deepEqual(dataOf(await set(60)).fx, expected)
  await setRates([euro], tenant)
  clock.advance({ seconds: 61 })
  assert.equal(await quoted(pairOf('EUR', 'USD'), tenant), 'rateStale')
  assertRefused(await set(null), { status: 400, code: 'INST001', says: 'fx.maxRateAgeSeconds' })
  assertRefused(await set(0), { status: 400, code: 'INST001', says: 'fx.maxRateAgeSeconds' })
  assert.equal(dataOf(await set(60, service.tenant)).fx.maxRateAgeSeconds, 60)
  assert.equal(dataOf(await set(null, service.tenant)).fx.maxRateAgeSeconds, null)
})

test('a sandbox quotes its rates at any age', async () => {
  const tenant = await freshTenant()
  await setRates([euro], tenant)
  clock.advance({ hours: 24 * 400 })
  assert.equal(await quoted(pairOf('EUR', 'USD'), tenant), '1.0842 1.0843 1.0844')
})

test('a pair without a rate is crossed through the dollar and is as old as the older rate', async () => {
  const tenant = await service.createTenant('cross', { sandbox: false })
  assert.equal(await quoted(pairOf('EUR', 'JPY'), tenant), 'rateMissing')
  await setRates([{ ...euro, forwardPoints: [{ tenor: '1M', points: 0.0016 }] }], tenant)
  assert.equal(await quoted(pairOf('EUR', 'JPY'), tenant), 'rateMissing')
  await setRates(
    [{ ...yen, asOf: '2026-07-01T13:50:00.000Z', forwardPoints: [{ tenor: '1M', points: -0.65 }] }],
    tenant,
  )
  assert.equal(await quoted(pairOf('EUR', 'JPY'), tenant), '163.93104 164.000375 164.06972')
  // (1.0843 + 0.0016) × (151.25 − 0.65), from the bids and to the asks of both.
  assert.deepEqual(await outright(pairOf('EUR', 'JPY'), '1M', tenant), ['163.46719', '163.53654', '163.6059'])
  clock.advance({ minutes: 6 })
  assert.equal(await quoted(pairOf('EUR', 'JPY'), tenant), 'rateStale')
  assert.equal(await quoted(pairOf('EUR', 'USD'), tenant), '1.0842 1.0843 1.0844')
})

test("a pair's own rate is quoted where its cross is not worse for the customer", async () => {
  const tenant = await freshTenant()
  await setRates([euro, yen], tenant)
  assert.equal(await quoted(pairOf('EUR', 'JPY'), tenant), '163.93104 164.000375 164.06972')
  await setRates([{ baseCcy: 'EUR', quoteCcy: 'JPY', bid: 163.9, mid: 164.01, ask: 164.02 }], tenant)
  assert.equal(await quoted(pairOf('EUR', 'JPY'), tenant), '163.9 164.01 164.06972')
})

test('margins are replaced as a whole and recorded in the audit log', async () => {
  const tenant = await freshTenant()
  const all = { basisPoints: 150 }
  const goldEuro = { tier: 'Gold', baseCcy: 'EUR', quoteCcy: 'USD', basisPoints: 0 }
  assert.deepEqual(dataOf(await put(MARGINS, { margins: [goldEuro, all] }, tenant)).margins, [all, goldEuro])
  const gold = { tier: 'Gold', basisPoints: 1000 }
  assert.deepEqual(dataOf(await put(MARGINS, { margins: [gold] }, tenant)).margins, [gold])
  assert.deepEqual((await get(MARGINS, tenant)).margins, [gold])
  const [trail] = await service.query<{ before: object; after: object }>(
    `select before, after from audit_log where tenant_id = $1 and action = 'fx.margins.updated' order by at desc, id desc limit 1`,
    [tenant.institution.tenantId],
  )
  assert.deepEqual(trail, { before: { margins: [all, goldEuro] }, after: { margins: [gold] } })
})

const wrongMargins: [string, object[], string][] = [
  ['half a pair', [{ baseCcy: 'EUR', basisPoints: 1 }], 'must name both'],
  ['a pair against the market order', [{ baseCcy: 'USD', quoteCcy: 'EUR', basisPoints: 1 }], 'EUR/USD'],
  ['a negative margin', [{ basisPoints: -1 }], 'margins.0.basisPoints'],
  ['more than ten percent', [{ basisPoints: 1001 }], 'margins.0.basisPoints'],
  ['one tier and pair twice', [{ basisPoints: 1 }, { basisPoints: 2 }], 'twice'],
]
for (const [what, margins, says] of wrongMargins)
  test(`margins with ${what} are refused`, async () => {
    assertRefused(await put(MARGINS, { margins }), { status: 400, code: 'FX002', says })
  })

test('the most specific margin applies: tier and pair, tier, pair, default, zero', async () => {
  const tenant = await freshTenant()
  const customerOf = async (fields: object) =>
    BigInt(
      dataOf(await service.call('POST', '/v2/customers', customerBody(fields), { client: tenant.client })).customerUID,
    )
  const gold = await customerOf({ addtionalProfileDetails: [{ sso: true }, { fxPricingTier: 'Gold' }] })
  const silver = await customerOf({ additionalProfileDetails: { fxPricingTier: 'Silver' } })
  const plain = await customerOf({})
  const margin = (customerId: bigint, one: string, other: string) =>
    service.app.db.read((tx) => readMargin(tx, tenant.institution.tenantId, customerId, pairOf(one, other)))
  const ofAll = async (one: string, other: string) =>
    Promise.all([gold, silver, plain].map((customerId) => margin(customerId, one, other)))

  assert.deepEqual(await ofAll('EUR', 'USD'), [0, 0, 0])
  const euroDollar = { baseCcy: 'EUR', quoteCcy: 'USD' }
  const margins = [
    { basisPoints: 100 },
    { ...euroDollar, basisPoints: 80 },
    { tier: 'Gold', basisPoints: 90 },
    { tier: 'Gold', ...euroDollar, basisPoints: 20 },
  ]
  dataOf(await put(MARGINS, { margins }, tenant))
  assert.deepEqual(await ofAll('USD', 'EUR'), [20, 80, 80])
  assert.deepEqual(await ofAll('USD', 'JPY'), [90, 100, 100])
})
