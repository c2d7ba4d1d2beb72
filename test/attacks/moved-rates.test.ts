import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { deposit, type Market, openAccount, openMarket } from '../support/fx-market.ts'
import {
  type Reply,
  startTestService,
  type TestClient,
  type TestService,
  transferBody,
} from '../support/test-service.ts'

// Who sets rates moves one there and back, each time within what one person may change, and an
// accomplice converts at the low and back at the high.

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

interface Bank extends Market {
  second: TestClient
  euros: string
}

/** Under dual control, with EUR/USD at 1.00 and a customer with 10,000 dollars. */
async function openBank(basisPoints = 0, points: Record<string, number> = {}): Promise<Bank> {
  const at = await openMarket(service)
  const opening = [rate(1, points), rate(1, {}, { baseCcy: 'GBP' })]
  dataOf(await at.call('PUT', RATES, { rates: opening }))
  dataOf(await at.call('PUT', '/v1/institution/fx/margins', { margins: [{ basisPoints }] }))
  await deposit(at, at.accountUID, 'USD', 10_000)
  const euros = await openAccount(at, 'EUR')
  const second = await service.createClient(at.tenant, {})
  dataOf(await at.call('PUT', '/v1/institution', { dualControl: true }))
  // The rates of the opening are those of the day before.
  clock.advance({ hours: 24 })
  return { ...at, second, euros }
}

const rate = (mid: number, points: Record<string, number> = {}, fields: object = {}) => ({
  ...{ baseCcy: 'EUR', quoteCcy: 'USD', bid: mid, mid, ask: mid },
  forwardPoints: Object.entries({ ON: 0, ...points }).map(([tenor, points]) => ({ tenor, points })),
  ...fields,
})

/** Whether the rate was set at once. */
async function sets(at: Market, one: object): Promise<boolean> {
  return dataOf(await at.call('PUT', RATES, { rates: [one] })).waiting === undefined
}

/** Sets the rates in turn until one waits. Returns how many were set. */
async function setUntilOneWaits(at: Market, rates: readonly object[]): Promise<number> {
  for (const [count, one] of rates.entries()) if (!(await sets(at, one))) return count
  return rates.length
}

const repeated = <T>(times: number, all: readonly T[]): T[] => Array.from({ length: times }, () => all).flat()

async function balanceOf(at: Bank, accountUID: string): Promise<number> {
  const path = `/v3/customers/${at.customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  return Number(dataOf(await at.call('GET', path)).ledgerBalance)
}

/** Converts all that an account has. */
async function convertAll(at: Bank, from: 'USD' | 'EUR'): Promise<void> {
  const [own, other] = from === 'USD' ? [at.accountUID, at.euros] : [at.euros, at.accountUID]
  const paymentAmount = await balanceOf(at, own)
  if (paymentAmount === 0) return
  const body = transferBody({ from: own, to: other, paymentAmount, paymentCurrency: from })
  dataOf(await at.call('POST', '/v3/payments/booktransfer', body))
}

for (const basisPoints of [0, 50])
  test(`an accomplice gains at most the bound however often the rate goes there and back, with a margin of ${basisPoints} basis points`, async () => {
    const at = await openBank(basisPoints)
    for (let cycle = 0; cycle < 6; cycle++)
      for (const [way, from] of [
        [[1, 0.96], 'USD'],
        [[1, 1.04], 'EUR'],
      ] as const) {
        for (const mid of way) await sets(at, rate(mid))
        await convertAll(at, from)
      }
    await convertAll(at, 'EUR')
    const dollars = await balanceOf(at, at.accountUID)
    assert.ok(dollars <= 11_000, `10,000 dollars became ${dollars}`)
  })

test('small steps there and back add up as large ones do', async () => {
  const at = await openBank()
  const count = await setUntilOneWaits(at, repeated(60, [rate(1.004), rate(1)]))
  // 1.004 to the 24th is 1.1006: the 24th time up waits.
  assert.equal(count, 46)
})

test('forward points that go there and back wait, also if their tenor is left out in between', async () => {
  const there = [rate(1, { '1Y': 0.04 }), rate(1, { '1Y': 0 })]
  assert.equal(await setUntilOneWaits(await openBank(0, { '1Y': 0 }), repeated(6, there)), 4)
  const leftOut = [rate(1, { '1Y': 0.04 }), rate(1), rate(1, { '1Y': 0 })]
  assert.equal(await setUntilOneWaits(await openBank(0, { '1Y': 0 }), repeated(6, leftOut)), 6)
  // Without six months, their date is priced between spot and one year.
  const between = [rate(1, { '6M': 0.04, '1Y': 0 }), rate(1, { '1Y': 0 })]
  assert.equal(await setUntilOneWaits(await openBank(0, { '1Y': 0 }), repeated(6, between)), 4)
})

test('spot and points in turn count together, and another pair has its own count', async () => {
  const at = await openBank(0, { '1Y': 0 })
  const year = { '1Y': 0 }
  const path = [rate(1.04, year), rate(1, year), rate(1, { '1Y': 0.04 }), rate(1, year)]
  assert.equal(await setUntilOneWaits(at, repeated(3, path)), 4)
  const pounds = [rate(1.04, {}, { baseCcy: 'GBP' }), rate(1, {}, { baseCcy: 'GBP' })]
  assert.equal(await setUntilOneWaits(at, repeated(3, pounds)), 4)
})

test('a rate that moved too much waits until a second person approves it, and the count starts anew', async () => {
  const at = await openBank()
  assert.equal(await setUntilOneWaits(at, repeated(3, [rate(1.04), rate(1)])), 4)
  const reply = dataOf(await at.call('PUT', RATES, { rates: [rate(1.04)] }))
  const [{ approvalUID, message }] = reply.waiting
  assert.match(message, /fx\.maxRoundTripGainPercent/)
  const { rates } = dataOf(await at.call('GET', RATES))
  assert.equal(rates[0].mid, 1)
  const path = `/v1/institution/approvals/${approvalUID}`
  const { contentHash, current } = dataOf(await at.call('GET', path))
  assert.equal(current.mid, 1)
  const decide = (client: TestClient) => service.call('PUT', `${path}/approve`, { contentHash }, { client })
  assertRefused(await decide(at.tenant.client), { status: 403, code: 'APPROVAL001', says: 'own' })
  dataOf(await decide(at.second))
  assert.equal(await setUntilOneWaits(at, repeated(3, [rate(1), rate(1.04)])), 4)
})

test('what moved on a business day is counted until it ends, and without dual control nothing waits', async () => {
  const at = await openBank()
  assert.equal(await setUntilOneWaits(at, repeated(3, [rate(1.04), rate(1)])), 4)
  clock.advance({ hours: 24 })
  assert.equal(await setUntilOneWaits(at, repeated(3, [rate(1.04), rate(1)])), 4)
  const free = await openMarket(service)
  assert.equal(await setUntilOneWaits(free, repeated(5, [rate(1.04), rate(1)])), 10)
})

test('someone who sets rates cannot raise the bound, and raising it takes two people', async () => {
  const at = await openBank()
  const setter = await service.createClient(at.tenant, {
    entitlements: ['Institution.Manage_FX_Rates', 'Institution.Manage_Institution'],
  })
  const update = (value: unknown, client = at.tenant.client): Promise<Reply> =>
    service.call('PUT', '/v1/institution', { fx: { maxRoundTripGainPercent: value } }, { client })
  assertRefused(await update(1000, setter), { status: 403, code: 'AUTH002', says: 'Manage_Limits_And_Fees' })
  for (const value of [-1, 1000.01, 0.001, 'five'])
    assertRefused(await update(value), { status: 400, code: 'INST001', says: 'maxRoundTripGainPercent' })
  const { approvalUID } = dataOf(await update(20), 202)
  assert.equal(dataOf(await at.call('GET', '/v1/institution')).fx.maxRoundTripGainPercent, 10)
  assert.equal(await setUntilOneWaits(at, repeated(3, [rate(1.04), rate(1)])), 4)
  const path = `/v1/institution/approvals/${approvalUID}`
  const { contentHash } = dataOf(await at.call('GET', path))
  dataOf(await service.call('PUT', `${path}/approve`, { contentHash }, { client: at.second }))
  assert.equal(dataOf(await at.call('GET', '/v1/institution')).fx.maxRoundTripGainPercent, 20)
  assert.equal(await sets(at, rate(1.04)), true)
})
