import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { contractOf, deposit, type Market, openAccount, openMarket, quote, setLine } from '../support/fx-market.ts'
import { startTestService, type TestClient, type TestService, transferBody } from '../support/test-service.ts'

// An administrator who may set rates and a customer share what a second price for one thing pays:
// the own rate of EUR/GBP, 6 % away from what both currencies cost in dollars.

/** A Wednesday, 10:00 in New York. */
const START = '2026-07-01T14:00:00.000Z'
const RATES = '/v1/institution/fx/rates'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

type Currency = 'USD' | 'EUR' | 'GBP' | 'CAD'

/** A rate without a spread, so that only a second price can pay. */
const rate = (pair: string, mid: number, fields: object = {}) => {
  const [baseCcy, quoteCcy] = pair.split('/')
  return { baseCcy, quoteCcy, bid: mid, mid, ask: mid, forwardPoints: points({ ON: 0 }), ...fields }
}
const points = (all: Record<string, number>) => Object.entries(all).map(([tenor, points]) => ({ tenor, points }))
/** The cross of both is 0.88. */
const [EUR_USD, GBP_USD] = [1.1, 1.25]
const LEGS = [rate('EUR/USD', EUR_USD), rate('GBP/USD', GBP_USD)]
/** 6 % more pounds for a euro. */
const FAR = 0.9328

interface Triangle extends Market {
  accounts: Partial<Record<Currency, string>>
}

/** A customer without a margin, with 10,000 dollars and accounts in euros and pounds. */
async function openTriangle(rates: readonly object[] = []): Promise<Triangle> {
  const at = await openMarket(service)
  dataOf(await at.call('PUT', '/v1/institution/fx/margins', { margins: [{ basisPoints: 0 }] }))
  await setRates(at, LEGS)
  if (rates.length > 0) await setRates(at, rates)
  await deposit(at, at.accountUID, 'USD', 10_000)
  return {
    ...at,
    accounts: { USD: at.accountUID, EUR: await openAccount(at, 'EUR'), GBP: await openAccount(at, 'GBP') },
  }
}

const setRates = async (at: Pick<Market, 'call'>, rates: readonly object[]) =>
  dataOf(await at.call('PUT', RATES, { rates }))

const deviatingOf = ({ deviating = [] }: { deviating?: { baseCcy: string; quoteCcy: string }[] }) =>
  deviating.map(({ baseCcy, quoteCcy }) => `${baseCcy}/${quoteCcy}`)

async function balanceOf(at: Triangle, currency: Currency): Promise<number> {
  const path = `/v3/customers/${at.customerUID}/accounts/${at.accounts[currency]!}?includeAccountBalance=true`
  return Number(dataOf(await at.call('GET', path)).ledgerBalance)
}

/** Exchanges all that an account has. */
async function exchangeAll(at: Triangle, from: Currency, to: Currency): Promise<void> {
  const amounts = { paymentAmount: await balanceOf(at, from), paymentCurrency: from }
  const body = transferBody({ from: at.accounts[from]!, to: at.accounts[to]!, ...amounts })
  dataOf(await at.call('POST', '/v3/payments/booktransfer', body))
}

async function goRound(at: Triangle, path: readonly Currency[]): Promise<void> {
  for (const [place, to] of path.slice(1).entries()) await exchangeAll(at, path[place]!, to)
}

/** What a quote for an amount of euros gives in pounds. */
const poundsFor = async (at: Market, fields: object = {}): Promise<number> => {
  const terms = { sellCurrency: 'EUR', buyCurrency: 'GBP', fundingAmount: 1000, transferAmount: undefined, ...fields }
  return (await quote(at, terms)).buyAmount
}

async function assertVerified(at: Market) {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [at.tenant.institution], (line) => said.push(line))
  assert.equal(differences, 0, said.join('\n'))
}

for (const [path, own] of [
  [['USD', 'EUR', 'GBP', 'USD'], FAR],
  [['USD', 'EUR', 'GBP', 'USD'], 0.8887],
  [['USD', 'GBP', 'EUR', 'USD'], 0.8272],
  [['USD', 'GBP', 'EUR', 'USD'], 0.8713],
] as const)
  test(`eight rounds of ${path.join(' to ')} earn nothing while EUR/GBP itself is ${own}`, async () => {
    const at = await openTriangle([rate('EUR/GBP', own)])
    for (let round = 0; round < 8; round++) await goRound(at, path)
    const dollars = await balanceOf(at, 'USD')
    assert.ok(dollars <= 10_000, `10,000 dollars became ${dollars}`)
    await assertVerified(at)
  })

test('an own rate exactly 1 % from its cross is quoted where it is worse for the customer, and a little further away it is not', async () => {
  const at = await openTriangle([rate('EUR/GBP', 0.8712)])
  assert.equal(await poundsFor(at), 871.2)
  assert.deepEqual(deviatingOf(dataOf(await at.call('GET', RATES))), [])
  await setRates(at, [rate('EUR/GBP', 0.87119999)])
  assert.equal(await poundsFor(at), 880)
  await setRates(at, [rate('EUR/GBP', 0.8888)])
  assert.equal(await poundsFor(at), 880)
  assert.deepEqual(deviatingOf(await setRates(at, [rate('EUR/GBP', 0.88880001)])), ['EUR/GBP'])
})

test('after one of its legs moves, a pair is quoted at the new cross: the reply and an event name it once', async () => {
  const at = await openTriangle([rate('EUR/GBP', 0.88)])
  const after = await setRates(at, [rate('EUR/USD', 1.144)])
  assert.deepEqual(after.deviating, [{ baseCcy: 'EUR', quoteCcy: 'GBP', mid: 0.88, crossMid: 0.9152 }])
  assert.equal(await poundsFor(at), 915.2)
  await goRound(at, ['USD', 'GBP', 'EUR', 'USD'])
  assert.ok((await balanceOf(at, 'USD')) <= 10_000)
  assert.deepEqual(deviatingOf(await setRates(at, [rate('EUR/USD', 1.1441)])), ['EUR/GBP'])
  const events = await service.query<{ after: { deviating: object[] } }>(
    `select after from audit_log where tenant_id = $1 and action = 'fx.rates.deviating'`,
    [at.tenant.institution.tenantId],
  )
  assert.deepEqual(
    events.map((event) => event.after.deviating),
    [after.deviating],
  )
  assert.equal((await setRates(at, [rate('EUR/GBP', 0.9153)])).deviating, undefined)
})

test('a stale own rate loses to its cross, near or far', async () => {
  for (const own of [0.8887, FAR]) {
    const at = await openTriangle([rate('EUR/GBP', own)])
    dataOf(await at.call('PUT', '/v1/institution', { fx: { maxRateAgeSeconds: 900 } }))
    clock.advance({ seconds: 901 })
    await setRates(at, LEGS)
    const { externalPricingSystemRefId, buyAmount } = await quote(at, {
      ...{ sellCurrency: 'EUR', buyCurrency: 'GBP', fundingAmount: 1000, transferAmount: undefined },
    })
    assert.deepEqual([buyAmount, externalPricingSystemRefId], [880, `EUR/GBP ${clock.now()}`])
  }
})

test('a fresh own rate far from a stale cross is quoted to nobody, and a near one no better than that cross', async () => {
  const at = await openTriangle()
  // A line is measured in dollars, at the rate of the pound that is too old.
  await setLine(at, at.customerUID, null)
  dataOf(await at.call('PUT', '/v1/institution', { fx: { maxRateAgeSeconds: 900 } }))
  clock.advance({ seconds: 901 })
  await setRates(at, [rate('EUR/GBP', FAR)])
  const terms = { sellCurrency: 'EUR', buyCurrency: 'GBP', fundingAmount: 1000, productType: 'SPOT' }
  const body = { customerId: at.customerUID, customerIdType: 'CustomerUID', ...terms }
  const says = 'the rate of EUR/GBP is too far from its cross, and the cross is too old'
  assertRefused(await at.call('POST', '/v2/fx/quote', body), { status: 409, code: 'FX002', says })
  await setRates(at, [rate('EUR/GBP', 0.8887)])
  assert.equal(await poundsFor(at), 880)
  await setRates(at, [rate('EUR/GBP', 0.8713)])
  assert.equal(await poundsFor(at), 871.3)
})

/** An institution under dual control, with both legs. `set` tells whether any rate waits. */
async function openDual(code: string) {
  const tenant = await service.createTenant(code, { dualControl: true })
  const colleague = await service.createClient(tenant, {})
  const call = (method: string, path: string, body?: object, client: TestClient = tenant.client) =>
    service.call(method, path, body, { client })
  const set = async (rates: object[]) => {
    const reply = dataOf(await call('PUT', RATES, { rates }))
    return { ...reply, isWaiting: reply.waiting !== undefined }
  }
  for (const { approvalUID } of (await set(LEGS)).waiting) {
    const { contentHash } = dataOf(await call('GET', `/v1/institution/approvals/${approvalUID}`))
    dataOf(await call('PUT', `/v1/institution/approvals/${approvalUID}/approve`, { contentHash }, colleague))
  }
  return set
}

test('an own rate that drifts by 1 % a day is not quoted from the second day, and from the sixth waits for a second person', async () => {
  const set = await openDual('drift')
  await set([rate('EUR/GBP', 0.88)])
  const days: string[] = []
  for (let day = 1; day <= 10; day++) {
    clock.advance({ hours: 24 })
    const after = await set([...LEGS, rate('EUR/GBP', Number((0.88 * (1 + day / 100)).toFixed(8)))])
    days.push(after.isWaiting ? 'waits' : deviatingOf(after).length > 0 ? 'crossed' : 'quoted')
  }
  const crossed = Array(4).fill('crossed')
  assert.deepEqual(days, ['quoted', ...crossed, ...Array(5).fill('waits')])
})

test('an own rate that moves with its leg in one request is compared with the cross as it is then', async () => {
  const set = await openDual('together')
  assert.equal((await set([rate('EUR/GBP', 0.888)])).isWaiting, false)
  // By 4.8 %: 5.75 % from the cross before, and 0.9 % from that after.
  assert.equal((await set([rate('EUR/GBP', 0.930624), rate('EUR/USD', 1.1528)])).isWaiting, false)
})

test('forward points of a pair pay no more than those of both legs, at a tenor and between tenors', async () => {
  const tenors = { ON: 0, '1M': 0, '2M': 0 }
  const own = { forwardPoints: points({ ON: 0, '1M': 0.05, '2M': 0.0001 }) }
  const at = await openTriangle([rate('EUR/GBP', 0.88, own)])
  const later = (date: string) => ({ productType: 'FORWARD', tenor: undefined, valueDate: date })
  const says = 'EUR/GBP has no forward points for 2026-08-06'
  const terms = { sellCurrency: 'EUR', buyCurrency: 'GBP', fundingAmount: 1000, customerIdType: 'CustomerUID' }
  const alone = await at.call('POST', '/v2/fx/quote', { ...terms, customerId: at.customerUID, ...later('2026-08-06') })
  assertRefused(alone, { status: 409, code: 'FX002', says })
  await setRates(
    at,
    LEGS.map((leg) => ({ ...leg, forwardPoints: points(tenors) })),
  )
  assert.equal(await poundsFor(at, later('2026-08-06')), 880)
  assert.equal(await poundsFor(at, later('2026-08-20')), 880)
})

test('rates of a currency without a rate against USD are bound to each other', async () => {
  const at = await openTriangle([rate('EUR/CAD', 1.5), rate('GBP/CAD', 1.8)])
  // 1.5 dollars for a euro, and 0.88 pounds for it: 1.70454545 for a pound.
  assert.deepEqual(deviatingOf(dataOf(await at.call('GET', RATES))), ['GBP/CAD'])
  const { buyAmount } = await quote(at, {
    ...{ sellCurrency: 'GBP', buyCurrency: 'CAD', fundingAmount: 1000, transferAmount: undefined },
  })
  assert.equal(buyAmount, 1704.54)
  const canadian = { ...at, accounts: { ...at.accounts, CAD: await openAccount(at, 'CAD') } }
  for (let round = 0; round < 3; round++) await goRound(canadian, ['USD', 'GBP', 'CAD', 'EUR', 'USD'])
  assert.ok((await balanceOf(at, 'USD')) <= 10_000)
})

test('both rates in one request are compared with each other', async () => {
  const at = await openTriangle()
  const together = await setRates(at, [rate('EUR/USD', 1.166), rate('EUR/GBP', 0.88)])
  assert.deepEqual(deviatingOf(together), ['EUR/GBP'])
  assert.equal(await poundsFor(at), 932.8)
  assert.equal((await setRates(at, [rate('EUR/USD', 1.2), rate('EUR/GBP', 0.96)])).deviating, undefined)
})

test('a contract is closed out at the cross, however its own rate is moved after the trade', async () => {
  const at = await openTriangle([rate('EUR/GBP', 0.88)])
  dataOf(await at.call('PUT', '/v1/institution', { fx: { closeOutGains: 'Customer' } }))
  const terms = { sellCurrency: 'EUR', buyCurrency: 'GBP', fundingAmount: 1000, transferAmount: undefined }
  const { forexContractNo } = await contractOf(at, terms)
  await setRates(at, [rate('EUR/GBP', 0.8272)])
  const { closeOut } = dataOf(await at.call('DELETE', `/fx/${forexContractNo}/cancel`))
  assert.deepEqual([closeOut.loss, closeOut.gain], [0, 0])
  await assertVerified(at)
})

test('someone who sets rates cannot let them deviate further, and nobody beyond 5 %', async () => {
  const tenant = await service.createTenant('lifted-cross', { dualControl: true })
  const update = (fx: object, client: TestClient) => service.call('PUT', '/v1/institution', { fx }, { client })
  const without = ENTITLEMENTS.filter((one) => one !== 'Institution.Manage_Limits_And_Fees')
  const setter = await service.createClient(tenant, { entitlements: without })
  const wider = { maxCrossDeviationPercent: 5 }
  assertRefused(await update(wider, setter), { status: 403, code: 'AUTH002', says: 'Manage_Limits_And_Fees' })
  assert.equal((await update(wider, tenant.client)).status, 202)
  for (const maxCrossDeviationPercent of [-1, 5.01, 0.001, 'five'])
    assertRefused(await update({ maxCrossDeviationPercent }, tenant.client), {
      ...{ status: 400, code: 'INST001', says: 'maxCrossDeviationPercent' },
    })
})
