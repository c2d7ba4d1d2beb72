import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { balances, type Market, marketRates, openMarket } from '../support/fx-market.ts'
import { fetchToken, type Reply, startTestService, type TestClient, type TestService } from '../support/test-service.ts'

// Who enters a trade chooses both amounts, both currencies, the date and how it is split. Whatever
// one person leaves small, the larger side, the price and the day are measured.

/** A Wednesday, 10:00 in New York. The spot date of EUR/USD is the Friday. */
const START = '2026-07-01T14:00:00.000Z'
const SPOT = '2026-07-03'
const TRADES = '/v1/institution/fx/desk-trades'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

/** At the mid rate of EUR/USD, 1.0843. */
const fair = (fields: object = {}) => ({
  ...{ buyCurrency: 'USD', buyAmount: 1084.3, sellCurrency: 'EUR', sellAmount: 1000 },
  ...{ valueDate: SPOT, counterparty: 'Example Bank', ...fields },
})

interface Desk extends Market {
  second: TestClient
  trade(fields?: object, client?: TestClient, at?: string): Promise<Reply>
  approve(approvalUID: string): Promise<ReturnType<typeof dataOf>>
  proposalOf(reply: Reply): Promise<ReturnType<typeof dataOf>>
  /** Sets the rates, as the program that reads the market does. */
  feed(client?: TestClient): Promise<void>
}

/** An institution in dollars under dual control with two administrators. */
async function openDesk(fx: object = {}): Promise<Desk> {
  const at = await openMarket(service)
  dataOf(await at.call('PUT', '/v1/institution', { fx }))
  const second = await service.createClient(at.tenant, {})
  const program = await service.createClient(at.tenant, { entitlements: ['Institution.Manage_FX_Rates'] })
  const feed = async (client = program) =>
    void dataOf(await service.call('PUT', '/v1/institution/fx/rates', { rates: marketRates }, { client }))
  await feed()
  dataOf(await at.call('PUT', '/v1/institution', { dualControl: true }))
  const read = async (approvalUID: string) => dataOf(await at.call('GET', `/v1/institution/approvals/${approvalUID}`))
  return {
    ...at,
    second,
    feed,
    trade: (fields = {}, client = at.tenant.client, node = undefined) =>
      service.call('POST', TRADES, fair(fields), { client, ...(node && { at: node }) }),
    async approve(approvalUID) {
      const { contentHash } = await read(approvalUID)
      const path = `/v1/institution/approvals/${approvalUID}/approve`
      return dataOf(await service.call('PUT', path, { contentHash }, { client: second }))
    },
    proposalOf: async (reply) => read(dataOf(reply, 202).approvalUID),
  }
}

const booked = (reply: Parameters<typeof dataOf>[0]) => dataOf(reply, 201)
const reasonsOf = async (desk: Desk, reply: Reply): Promise<string> =>
  (await desk.proposalOf(reply)).current.waitsBecause.join('; ')

test('five million euros for a thousand dollars wait for a second person, who sees what they are worth', async () => {
  const desk = await openDesk()
  const reply = await desk.trade({ sellAmount: 5_000_000, buyAmount: 1000 })
  const { current, approvalUID } = await desk.proposalOf(reply)
  const { waitsBecause, ...seen } = current
  assert.deepEqual(seen, {
    ...{ worth: 5_421_500, currency: 'USD', currencyPair: 'EUR/USD', price: 0.0002 },
    ...{ marketRate: 1.0843, deviationPercent: -99.99 },
  })
  assert.match(waitsBecause.join(), /further than 1 % from the market/)
  assert.equal((await balances(desk))['fx-position:EUR'], undefined)
  const own = `/v1/institution/approvals/${approvalUID}/approve`
  const { contentHash } = await desk.proposalOf(reply)
  assertRefused(await desk.call('PUT', own, { contentHash }), { status: 403, code: 'APPROVAL001', says: 'own' })
  await desk.approve(approvalUID)
  const [trade] = dataOf(await desk.call('GET', `${TRADES}?page=1&limit=10`))
  assert.deepEqual([trade.worth, trade.price, trade.deviationPercent], [5_421_500, 0.0002, -99.99])
})

test('a large side counts at the market, whichever side it is and however it is priced', async () => {
  const desk = await openDesk({ deskTradeAloneUpTo: 1084.3 })
  for (const fields of [
    { sellAmount: 1000.01, buyAmount: 1084.3 },
    { sellAmount: 1000.01, buyAmount: 1075 },
    { sellAmount: 995, buyAmount: 1084.31 },
    { buyCurrency: 'EUR', buyAmount: 1000.01, sellCurrency: 'USD', sellAmount: 1075 },
    { buyCurrency: 'EUR', buyAmount: 995, sellCurrency: 'USD', sellAmount: 1084.31 },
  ])
    assert.match(await reasonsOf(desk, await desk.trade(fields)), /^it is more than one person trades alone/)
  booked(await desk.trade())
})

test('between two other currencies, both sides count in the currency of the institution', async () => {
  const desk = await openDesk({ deskTradeAloneUpTo: 2000 })
  // 1,000 EUR are 1,084.30 USD and 164,000.375 JPY.
  const yen = (fields: object = {}) => ({ buyCurrency: 'JPY', buyAmount: 164_000, ...fields })
  assert.equal(booked(await desk.trade(yen())).worth, 1084.3)
  assert.match(await reasonsOf(desk, await desk.trade(yen({ sellAmount: 5_000_000 }))), /further than 1 %/)
  assert.match(await reasonsOf(desk, await desk.trade(yen({ buyAmount: 1 }))), /further than 1 %/)
  assert.match(
    await reasonsOf(desk, await desk.trade(yen({ sellAmount: 1000, buyAmount: 164_000 }))),
    /more than one person trades alone on a day/,
  )
})

test('a side without a current rate takes two people', async () => {
  const desk = await openDesk({ maxRateAgeSeconds: 900 })
  assert.match(
    await reasonsOf(desk, await desk.trade({ buyCurrency: 'GBP', buyAmount: 850 })),
    /GBP\/USD has no rate; EUR\/GBP has no rate/,
  )
  clock.advance({ seconds: 901 })
  const { current } = await desk.proposalOf(await desk.trade())
  assert.deepEqual([current.worth, current.marketRate], [null, undefined])
  assert.match(current.waitsBecause.join(), /the rate of EUR\/USD is too old/)
})

test('a forward is compared with the rate of its date, and takes two people without points for it', async () => {
  const desk = await openDesk()
  // A month later euros cost 1.0861: spot and 18 points. 1,074 dollars would do at the spot rate.
  const later = { valueDate: '2026-08-03' }
  assert.equal(booked(await desk.trade({ ...later, buyAmount: 1096.96 })).marketRate, 1.0861)
  assert.match(await reasonsOf(desk, await desk.trade({ ...later, buyAmount: 1074 })), /further than 1 %/)
  assert.match(
    await reasonsOf(desk, await desk.trade({ valueDate: '2026-09-03' })),
    /EUR\/USD has no forward points for 2026-09-03/,
  )
})

test('a price 1 % from the market is booked, and a cent further in either direction waits', async () => {
  const desk = await openDesk()
  for (const [buyAmount, waits] of [
    [1095.14, false],
    [1095.15, true],
    [1073.46, false],
    [1073.45, true],
  ] as const)
    assert.equal((await desk.trade({ buyAmount })).status, waits ? 202 : 201, String(buyAmount))
})

test('many small trades count together, and others of the day are not held up', async () => {
  const desk = await openDesk({ deskTradeAloneUpTo: 3252.9 })
  for (let n = 0; n < 3; n++) booked(await desk.trade())
  assert.match(await reasonsOf(desk, await desk.trade()), /more than one person trades alone on a day/)
  booked(await desk.trade({}, desk.second))
  // Midnight of the institution, in New York.
  clock.set('2026-07-02T03:59:59.000Z')
  assert.equal((await desk.trade()).status, 202)
  clock.set('2026-07-02T04:00:00.000Z')
  booked(await desk.trade({ valueDate: '2026-07-06' }))
})

test('a trade that waits or is refused uses nothing of the day, nor does one that a second person approved', async () => {
  const desk = await openDesk({ deskTradeAloneUpTo: 1084.3 })
  const { approvalUID } = await desk.proposalOf(await desk.trade({ sellAmount: 2000, buyAmount: 2168.6 }))
  await desk.approve(approvalUID)
  assertRefused(await desk.trade({ valueDate: '2026-07-04' }), { status: 400, code: 'FX002', says: 'business day' })
  booked(await desk.trade({}, desk.second))
  booked(await desk.trade())
})

test('thirty trades at once through two nodes do not exceed the day by one', async () => {
  const desk = await openDesk({ deskTradeAloneUpTo: 10_843 })
  const nodes = [service.baseUrl, await service.startNode()]
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, n) => desk.trade({}, desk.tenant.client, nodes[n % 2])),
  )
  assert.equal(replies.filter(({ status }) => status === 201).length, 10)
  assert.equal(replies.filter(({ status }) => status === 202).length, 20)
  assert.equal((await balances(desk))['fx-position:EUR'], -10_000_00n)
})

test('a second client of the same person trades within the day of the first', async () => {
  const at = await openMarket(service)
  dataOf(await at.call('PUT', '/v1/institution', { fx: { deskTradeAloneUpTo: 1500 } }))
  const body = { name: 'Puppet', entitlements: ['Institution.Manage_FX_Rates'] }
  const { apiKey, apiSecret } = dataOf(await at.call('POST', '/v1/institution/api-clients', body), 201)
  const token = await fetchToken(service.baseUrl, at.tenant.institution.code, { apiKey, apiSecret })
  const other = await service.createClient(at.tenant, {})
  const feed = await service.createClient(at.tenant, {})
  dataOf(await service.call('PUT', '/v1/institution/fx/rates', { rates: marketRates }, { client: feed }))
  dataOf(await at.call('PUT', '/v1/institution', { dualControl: true }))
  const trade = (client: TestClient) => service.call('POST', TRADES, fair(), { client })
  booked(await trade(at.tenant.client))
  assert.equal((await trade({ apiKey, apiSecret, token })).status, 202)
  booked(await trade(other))
})

test('whoever sets a rate cannot measure their own trade with it, and others can', async () => {
  const desk = await openDesk()
  await desk.feed(desk.tenant.client)
  assert.match(await reasonsOf(desk, await desk.trade()), /^the same person set a rate that it is compared with$/)
  booked(await desk.trade({}, desk.second))
  await desk.feed()
  booked(await desk.trade())
})

test('someone who trades cannot widen the tolerance or the day, and nobody beyond 5 %', async () => {
  const desk = await openDesk()
  const update = (fx: object, client = desk.tenant.client) => service.call('PUT', '/v1/institution', { fx }, { client })
  const without = ENTITLEMENTS.filter((one) => one !== 'Institution.Manage_Limits_And_Fees')
  const trader = await service.createClient(desk.tenant, { entitlements: without })
  for (const wider of [{ deskTradePriceTolerancePercent: 5 }, { deskTradeAloneUpTo: 1e9 }]) {
    assertRefused(await update(wider, trader), { status: 403, code: 'AUTH002', says: 'Manage_Limits_And_Fees' })
    assert.equal((await update(wider)).status, 202)
  }
  for (const deskTradePriceTolerancePercent of [-1, 5.01, 0.001, 'far'])
    assertRefused(await update({ deskTradePriceTolerancePercent }), {
      ...{ status: 400, code: 'INST001', says: 'deskTradePriceTolerancePercent' },
    })
})

test('without dual control a trade at any price is booked, and says how far it is from the market', async () => {
  const at = await openMarket(service)
  assert.equal(marketRates[0]!.mid, 1.0843)
  const trade = booked(await at.call('POST', TRADES, fair({ sellAmount: 5_000_000, buyAmount: 1000 })))
  assert.deepEqual([trade.worth, trade.marketRate, trade.deviationPercent], [5_421_500, 1.0843, -99.99])
})
