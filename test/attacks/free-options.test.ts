import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { contractOf, eurosBody, type Market, openMarket, quote, setLine } from '../support/fx-market.ts'
import {
  customerBody,
  type Reply,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

// A customer collects quotes, which cost nothing, and takes those that the market has made good.

const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

const QUOTE = '/v2/fx/quote'
const ACCEPT = '/v2/fx/accept'
const MID = 1.0843

/** Moves the euro, with its spread and points. */
const moveTo = async ({ call }: Pick<Market, 'call'>, mid: number, pointsOfMonth = 0.0018) => {
  const at = (points: number) => Number((mid + points).toFixed(8))
  const rate = { baseCcy: 'EUR', quoteCcy: 'USD', bid: at(-0.0001), mid: at(0), ask: at(0.0001) }
  const forwardPoints = [
    { tenor: 'ON', points: -0.0001 },
    { tenor: '1M', points: pointsOfMonth },
  ]
  dataOf(await call('PUT', '/v1/institution/fx/rates', { rates: [{ ...rate, forwardPoints }] }))
}
const accept = ({ call }: Pick<Market, 'call'>, quoteUUID: string) => call('PUT', ACCEPT, { quoteUUID })
const hasMoved = (reply: Reply) => assertRefused(reply, { status: 409, code: 'FX002', says: 'the market moved from' })
const tooMany = (reply: Reply) => assertRefused(reply, { status: 409, code: 'FX002', says: 'quotes' })
const setFx = async ({ call }: Pick<Market, 'call'>, fx: object) => dataOf(await call('PUT', '/v1/institution', { fx }))
const countOf = (replies: readonly Reply[]) => replies.filter(({ status }) => status === 200).length

test('of forty quotes, a customer has ten, and none of them can be taken after the market moved by 1.8 %', async () => {
  const at = await openMarket(service)
  const replies: Reply[] = []
  for (let n = 0; n < 40; n++) replies.push(await at.call('POST', QUOTE, eurosBody(at.customerUID)))
  assert.equal(countOf(replies), 10)
  for (const reply of replies.slice(10)) tooMany(reply)
  await moveTo(at, MID * 1.018)
  for (const reply of replies.slice(0, 10)) hasMoved(await accept(at, dataOf(reply).quoteUUID))
  clock.advance({ seconds: 30 })
  await quote(at)
})

test('forty quotes at once on two nodes are ten', async () => {
  const at = await openMarket(service)
  const nodes = [service.baseUrl, await service.startNode()]
  const body = eurosBody(at.customerUID)
  const ask = (n: number) => service.call('POST', QUOTE, body, { client: at.tenant.client, at: nodes[n % 2]! })
  assert.equal(countOf(await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n)))), 10)
})

test('customers below another one have ten quotes together with it, through clients of their own too', async () => {
  const at = await openMarket(service)
  const replies: Reply[] = []
  for (let child = 0; child < 4; child++) {
    const body = customerBody({ parentEntityShortName: at.shortName })
    const uid = String(dataOf(await at.call('POST', '/v2/customers', body)).customerUID)
    const client = await service.createClient(at.tenant, { legalEntityId: BigInt(uid) })
    for (let n = 0; n < 3; n++) replies.push(await service.call('POST', QUOTE, eurosBody(uid), { client }))
  }
  assert.equal(countOf(replies), 10)
  tooMany(await at.call('POST', QUOTE, eurosBody(at.customerUID)))
})

test('the quotes of one customer take none from another, for which the institution asks', async () => {
  const at = await openMarket(service)
  const other = String(dataOf(await at.call('POST', '/v2/customers', customerBody())).customerUID)
  for (let n = 0; n < 10; n++) await quote(at)
  tooMany(await at.call('POST', QUOTE, eurosBody(at.customerUID)))
  dataOf(await at.call('POST', QUOTE, eurosBody(other)))
})

test('a quote that was rejected counts until it would have expired; one that became a contract does not', async () => {
  const at = await openMarket(service)
  await setFx(at, { maxOpenQuotes: 2 })
  await contractOf(at)
  for (let n = 0; n < 2; n++) dataOf(await at.call('PUT', `/v2/fx/${(await quote(at)).quoteUUID}/reject`))
  tooMany(await at.call('POST', QUOTE, eurosBody(at.customerUID)))
  clock.advance({ milliseconds: 29_999 })
  tooMany(await at.call('POST', QUOTE, eurosBody(at.customerUID)))
  clock.advance({ milliseconds: 1 })
  await quote(at)
})

test('the quotes that are open are also bounded by their amount, in one quote or in several', async () => {
  const at = await openMarket(service)
  await setFx(at, { maxOpenQuotesAmount: 1_000 })
  const sell = (fundingAmount: number, fields: object = {}) =>
    at.call('POST', QUOTE, eurosBody(at.customerUID, { transferAmount: undefined, fundingAmount, ...fields }))
  tooMany(await sell(1_000.01))
  dataOf(await sell(600))
  tooMany(await sell(400.01))
  tooMany(await sell(369, { sellCurrency: 'EUR', buyCurrency: 'USD' }))
  dataOf(await sell(400))
})

for (const [does, fields, worse, better] of [
  ['buys', {}, 1.001, 0.999],
  ['sells', { sellCurrency: 'EUR', buyCurrency: 'USD' }, 0.999, 1.001],
] as const)
  test(`a customer that ${does} euros cannot take a quote 29.9 s later after a move against the bank, and keeps its price after one in its favor`, async () => {
    const at = await openMarket(service)
    const [one, other] = [await quote(at, fields), await quote(at, fields)]
    clock.advance({ milliseconds: 29_900 })
    // The tolerance is 10 basis points of the quoted ask or bid.
    await moveTo(at, MID * worse + (worse > 1 ? 0.00000016 : -0.00000016))
    hasMoved(await accept(at, one.quoteUUID))
    await moveTo(at, MID * better)
    const { buyAmount, sellAmount } = dataOf(await accept(at, other.quoteUUID))
    assert.deepEqual([buyAmount, sellAmount], [other.buyAmount, other.sellAmount])
  })

test('exactly ten basis points are tolerated, and a little more is not', async () => {
  const at = await openMarket(service)
  const bought = [await quote(at), await quote(at)]
  const ask = (rate: number) => ({ baseCcy: 'EUR', quoteCcy: 'USD', bid: 1, mid: 1, ask: rate })
  const set = async (rate: number) => dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates: [ask(rate)] }))
  await set(1.08548441)
  hasMoved(await accept(at, bought[0]!.quoteUUID))
  await set(1.0854844)
  dataOf(await accept(at, bought[1]!.quoteUUID))
})

test('forward points that move count as the rate does', async () => {
  const at = await openMarket(service)
  const { quoteUUID } = await quote(at, { productType: 'FORWARD', tenor: '1M' })
  await moveTo(at, MID, 0.0038)
  hasMoved(await accept(at, quoteUUID))
  await moveTo(at, MID, 0.0018)
  dataOf(await accept(at, quoteUUID))
})

test('without a current rate, a quote is not accepted', async () => {
  const at = await openMarket(service)
  await setLine(at, at.customerUID, null)
  await setFx(at, { maxRateAgeSeconds: 10 })
  const { quoteUUID } = await quote(at)
  clock.advance({ seconds: 11 })
  assertRefused(await accept(at, quoteUUID), { status: 409, code: 'FX002', says: 'the rate of EUR/USD is too old' })
})

test('a repeated acceptance returns the contract, however far the market has moved since', async () => {
  const at = await openMarket(service)
  const { quoteUUID } = await quote(at)
  const { forexContractNo } = dataOf(await accept(at, quoteUUID))
  await moveTo(at, MID * 2)
  assert.equal(dataOf(await accept(at, quoteUUID)).forexContractNo, forexContractNo)
})

test('someone who sets rates cannot loosen what bounds options, and one person cannot under dual control', async () => {
  const tenant = await service.createTenant('options', { dualControl: true })
  const update = (fx: object, client: TestClient) => service.call('PUT', '/v1/institution', { fx }, { client })
  const without = ENTITLEMENTS.filter((one) => one !== 'Institution.Manage_Limits_And_Fees')
  const setter = await service.createClient(tenant, { entitlements: without })
  for (const looser of [{ lastLookBasisPoints: 1000 }, { maxOpenQuotes: 1000 }, { maxOpenQuotesAmount: 5 }]) {
    assertRefused(await update(looser, setter), { status: 403, code: 'AUTH002', says: 'Manage_Limits_And_Fees' })
    assert.equal((await update(looser, tenant.client)).status, 202)
  }
  for (const wrong of [
    { lastLookBasisPoints: 1001 },
    { maxOpenQuotes: 0 },
    { maxOpenQuotes: 1001 },
    { maxOpenQuotesAmount: 0 },
  ])
    assertRefused(await update(wrong, tenant.client), {
      ...{ status: 400, code: 'INST001', says: Object.keys(wrong)[0]! },
    })
})
