import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { fxSweeps } from '../../src/fx/fx.jobs.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { balances, type Market, openMarket } from '../support/fx-market.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const settle = sweepNamed(fxSweeps, 'fx: settle with the market')

const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

const PATH = '/v1/institution/fx/desk-trades'
const sale = (fields: object = {}) => ({
  ...{ buyCurrency: 'USD', buyAmount: 1034.2, sellCurrency: 'EUR', sellAmount: 1000 },
  ...{ valueDate: '2026-07-03', counterparty: 'Example Bank', ...fields },
})

const BOUGHT = sale({ buyCurrency: 'EUR', buyAmount: 1000, sellCurrency: 'USD', sellAmount: 1084.4 })

async function assertVerified(at: Market) {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [at.tenant.institution], (line) => said.push(line))
  assert.equal(differences, 0, said.join('\n'))
}

/** A market whose desk bought euros before the euro fell. */
async function longInEuros(): Promise<Market> {
  const at = await openMarket(service)
  dataOf(await at.call('POST', PATH, BOUGHT), 201)
  const fall = { baseCcy: 'EUR', quoteCcy: 'USD', bid: 1.0342, mid: 1.0343, ask: 1.0344 }
  dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates: [fall] }))
  return at
}

test('a trade of the desk flattens a position, and realizes its loss', async () => {
  const at = await longInEuros()
  const before = await balances(at)
  assert.deepEqual([before['fx-position:EUR'], before['fx-position:USD']], [1000_00n, -1084_40n])
  const { deskTradeNo, ...trade } = dataOf(await at.call('POST', PATH, sale()), 201)
  assert.match(deskTradeNo, /^8\d+$/)
  const market = { worth: 1034.3, currencyPair: 'EUR/USD', price: 1.0342, marketRate: 1.0343, deviationPercent: -0.01 }
  assert.deepEqual(trade, { ...sale(), ...market, result: -50.2, tradeDate: '2026-07-01' })
  const after = await balances(at)
  assert.deepEqual([after['fx-position:EUR'], after['fx-position:USD'], after['fx-result:USD']], [0n, 0n, -50_20n])
  const positions = dataOf(await at.call('GET', '/v1/institution/fx/positions?page=1&limit=10'))
  assert.deepEqual(
    positions.map(({ currency, covered, desk, open }: Record<string, unknown>) => [currency, covered, desk, open]),
    [
      ['EUR', 0, 0, 0],
      ['USD', 0, 0, 0],
    ],
  )
  assert.deepEqual(dataOf(await at.call('GET', `${PATH}?page=1&limit=10`))[0], { deskTradeNo, ...trade })
  await assertVerified(at)
})

test('a trade that closes a part of a position realizes that part at average cost, and the last one the rest', async () => {
  const at = await longInEuros()
  const sell = async (sellAmount: number, buyAmount: number) =>
    dataOf(await at.call('POST', PATH, sale({ sellAmount, buyAmount })), 201).result
  assert.equal(await sell(400, 413.68), -20.08) // 433.76 of 1,084.40 cost
  const { 'fx-position:EUR': euros, 'fx-position:USD': dollars, 'fx-result:USD': result } = await balances(at)
  assert.deepEqual([euros, dollars, result], [600_00n, -650_64n, -20_08n])
  assert.equal(await sell(700, 723.94), -30.12) // at 1.0342: 620.52 for 600 that cost 650.64
  assert.deepEqual((await balances(at))['fx-position:EUR'], -100_00n)
  await assertVerified(at)
})

test('what a trade realizes does not depend on positions in other currencies', async () => {
  const at = await longInEuros()
  const yen = { buyCurrency: 'JPY', buyAmount: 151_250, sellCurrency: 'USD', sellAmount: 1000 }
  assert.equal(dataOf(await at.call('POST', PATH, sale(yen)), 201).result, 0)
  assert.equal(dataOf(await at.call('POST', PATH, sale()), 201).result, -50.2)
  assert.equal((await balances(at))['fx-position:USD'], -1000_00n, 'what the yen cost')
  await assertVerified(at)
})

test('a trade between two foreign currencies is worth what it sells, and realizes both', async () => {
  const at = await longInEuros()
  const yen = { buyCurrency: 'JPY', buyAmount: 151_250, sellCurrency: 'USD', sellAmount: 990 }
  dataOf(await at.call('POST', PATH, sale(yen)), 201)
  // The yen are worth 1,000.00 dollars at 151.25, and cost 990.00.
  const cross = { buyCurrency: 'EUR', buyAmount: 960, sellCurrency: 'JPY', sellAmount: 151_250 }
  assert.equal(dataOf(await at.call('POST', PATH, sale(cross)), 201).result, 10)
  await assertVerified(at)
  const after = await balances(at)
  assert.deepEqual([after['fx-position:EUR'], after['fx-position:JPY']], [1960_00n, 0n])
  // 1,960 euros cost 1,084.40 and 1,000.00.
  assert.equal(dataOf(await at.call('POST', PATH, sale({ sellAmount: 1960, buyAmount: 2027.03 })), 201).result, -57.37)
  assert.equal((await balances(at))['fx-position:USD'], 0n)
  await assertVerified(at)
})

test('two trades at once do not realize the same position twice', async () => {
  const at = await longInEuros()
  const trades = ['2026-07-03', '2026-07-06'].map((valueDate) => at.call('POST', PATH, sale({ valueDate })))
  const results = (await Promise.all(trades)).map((reply) => dataOf(reply, 201).result)
  assert.deepEqual(results.toSorted(), [-50.2, 0])
  await assertVerified(at)
})

test('covers and trades of the desk settle on their value date, and what the market owes is then zero', async () => {
  const at = await longInEuros()
  dataOf(await at.call('POST', PATH, sale({ valueDate: '2026-07-06' })), 201)
  const run = () => settle.run(service.app, at.tenant.institution)
  const market = async () => {
    const { 'fx-market:EUR': euros, 'fx-market:USD': dollars } = await balances(at)
    return [euros, dollars]
  }
  const own = async (currency: string) => (await balances(at, 'settlement:%'))[`settlement:${currency}`]
  assert.equal(await run(), 0)
  assert.deepEqual(await market(), [0n, 1084_40n - 1034_20n])
  const dollars = (await own('USD')) ?? 0n
  clock.set('2026-07-03T03:59:59.000Z')
  assert.equal(await run(), 0)
  clock.set('2026-07-03T04:00:00.000Z')
  assert.equal(await run(), 1)
  assert.deepEqual(await market(), [1000_00n, -1034_20n])
  assert.equal(await own('EUR'), -1000_00n)
  await assertVerified(at)
  clock.set('2026-07-06T14:00:00.000Z')
  assert.equal(await run(), 1)
  assert.equal(await run(), 0)
  assert.deepEqual(await market(), [0n, 0n])
  assert.deepEqual([await own('EUR'), await own('USD')], [0n, dollars + 1084_40n - 1034_20n])
  assert.equal(dataOf(await at.call('GET', `${PATH}?page=1&limit=10`))[0].settledOn, '2026-07-06')
  await assertVerified(at)
})

test('a trade with an impossible amount, currency or date is refused', async () => {
  const at = await openMarket(service)
  for (const [fields, says] of [
    [{ buyCurrency: 'EUR' }, 'must differ'],
    [{ sellAmount: 0.001 }, 'sellAmount must be an amount of EUR'],
    [{ buyAmount: 1e11 }, 'buyAmount must be an amount of USD'],
    [{ valueDate: '2026-07-04' }, 'business day'],
    [{ valueDate: '2026-06-30' }, 'before the trade date'],
  ] as const)
    assertRefused(await at.call('POST', PATH, sale(fields)), { status: 400, code: 'FX002', says })
})
