import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { fxSweeps } from '../../src/fx/fx.jobs.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { dataOf } from '../support/answers.ts'
import {
  balances,
  contactAbroad,
  contractOf,
  deposit,
  type Market,
  marketRates,
  openAccount,
  openMarket,
} from '../support/fx-market.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { creditBody, startTestService, type TestClient, type TestService } from '../support/test-service.ts'

// A customer with little money puts a position of any size on the books of the bank: it covers a
// contract, cancels it, and the cover stays with the market.

const coverDue = sweepNamed(fxSweeps, 'fx: cover contracts')
const expire = sweepNamed(fxSweeps, 'fx: expire contracts')
const settle = sweepNamed(fxSweeps, 'fx: settle with the market')

const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

/** A customer with 5,000 dollars, and a client of its own. */
async function poorCustomer(): Promise<Market & { own: TestClient }> {
  const at = await openMarket(service)
  await deposit(at, at.accountUID, 'USD', 5_000)
  return { ...at, own: await service.createClient(at.tenant, { legalEntityId: BigInt(at.customerUID) }) }
}

const cover = async ({ call }: Market, no: string) => dataOf(await call('GET', `/v2/fx/${no}/cover`))
const cancel = async ({ call }: Market, no: string) => dataOf(await call('DELETE', `/v2/fx/${no}/cancel`))
const setRates = async ({ call }: Market, rates: object[] = marketRates) =>
  dataOf(await call('PUT', '/v1/institution/fx/rates', { rates }))
const fall = (at: Market) => setRates(at, [{ ...marketRates[0], bid: 1.0342, mid: 1.0343, ask: 1.0344 }])

async function pay(at: Market, fields: object = {}): Promise<{ paymentUID: string; forexContract: string }> {
  const contactUID = await contactAbroad(at, 'EUR')
  const body = { paymentAmount: 400, paymentCurrency: 'EUR', speed: 'SPOT', ...fields }
  return dataOf(await at.call('POST', '/payments/creditrequest', creditBody({ ...at, contactUID }, body)))
}

/** Nothing is open, on any value date, and the books agree. */
async function assertFlat(at: Market) {
  const positions = dataOf(await at.call('GET', '/v1/institution/fx/positions?page=1&limit=100'))
  assert.ok(positions.length > 0)
  for (const { currency, valueDate, open, covered, bought, sold } of positions)
    assert.equal(open, 0, `${currency} ${valueDate}: bought ${bought}, sold ${sold}, covered ${covered}`)
  for (const [book, balance] of Object.entries(await balances(at, 'fx-position:%'))) assert.equal(balance, 0n, book)
  const said: string[] = []
  const { institution } = at.tenant
  assert.equal(await verifyLedgers(service.app.db, [institution], (line) => said.push(line)), 0, said.join('\n'))
}

test('twenty rounds of a covered contract and its cancellation leave nothing open, and the result of the bank is zero', async () => {
  const at = await poorCustomer()
  const own = {
    ...at,
    call: (method: string, path: string, body?: object) => service.call(method, path, body, { client: at.own }),
  }
  for (let round = 0; round < 20; round++) {
    const { forexContractNo: no } = await contractOf(own)
    await cover(own, no)
    await cancel(own, no)
  }
  await assertFlat(at)
  const { 'fx-result:USD': result, 'fx-market:EUR': euros, 'fx-market:USD': dollars } = await balances(at)
  // The customer paid the spread to the market, 0.20 a round.
  assert.deepEqual([result, euros, dollars], [0n, 0n, 4_00n])
})

for (const [does, fields] of [
  ['buys euros', {}],
  ['sells euros', { sellCurrency: 'EUR', buyCurrency: 'USD' }],
  ['buys euros for yen', { sellCurrency: 'JPY' }],
] as const)
  test(`a customer that ${does} and cancels after the market moved leaves nothing open`, async () => {
    const at = await poorCustomer()
    const { forexContractNo: no } = await contractOf(at, fields)
    await cover(at, no)
    await fall(at)
    await cancel(at, no)
    await assertFlat(at)
  })

test('a covered contract that expires ends its cover at spot, because the market trades no past date', async () => {
  const at = await poorCustomer()
  const { forexContractNo: no, valueDate } = await contractOf(at)
  const { coverTradeNo } = await cover(at, no)
  clock.set('2026-07-06T14:00:00Z')
  await fall(at)
  assert.equal(await expire.run(service.app, at.tenant.institution), 1)
  await assertFlat(at)
  const [{ coverUnwound }] = dataOf(await at.call('GET', '/v1/institution/fx/close-outs?page=1&limit=1'))
  assert.equal(valueDate, '2026-07-03')
  assert.deepEqual(coverUnwound, { baseAmount: 1000, quoteAmount: 1034.2, valueDate: '2026-07-08' })
  assert.equal((await cover(at, no)).coverTradeNo, coverTradeNo, 'the cover trade stays what it was')
})

test('a contract that was covered automatically ends its cover with it', async () => {
  const at = await poorCustomer()
  const { forexContractNo: no } = await contractOf(at, {}, { autoCover: true })
  clock.advance({ seconds: 1 })
  assert.equal(await coverDue.run(service.app, at.tenant.institution), 1)
  await fall(at)
  await cancel(at, no)
  await assertFlat(at)
})

test('a covered contract that is drawn in part keeps the cover of that part, until its payment is cancelled', async () => {
  const at = await poorCustomer()
  const { forexContractNo: no } = await contractOf(at)
  await cover(at, no)
  const { paymentUID } = await pay(at, { additionalInfo: { fxContractNumber: no } })
  await fall(at)
  await cancel(at, no)
  await assertFlat(at)
  assert.equal((await balances(at))['fx-market:EUR'], -400_00n)
  dataOf(await at.call('PUT', `/payments/${paymentUID}/cancel`, {}))
  await assertFlat(at)
  assert.equal((await balances(at))['fx-market:EUR'], 0n)
})

test('a contract that was covered after its end, for what was drawn, ends its cover with the draw', async () => {
  const at = await poorCustomer()
  const { forexContractNo: no } = await contractOf(at)
  const { paymentUID } = await pay(at, { additionalInfo: { fxContractNumber: no } })
  await cancel(at, no)
  assert.equal((await cover(at, no)).baseAmount, 400)
  dataOf(await at.call('PUT', `/payments/${paymentUID}/cancel`, {}))
  await assertFlat(at)
  assert.equal((await balances(at))['fx-market:EUR'], 0n)
})

test('the contract that a payment made for itself ends its cover when the payment is cancelled', async () => {
  const at = await poorCustomer()
  const { paymentUID, forexContract } = await pay(at)
  await cover(at, forexContract)
  await fall(at)
  dataOf(await at.call('PUT', `/payments/${paymentUID}/cancel`, {}))
  await assertFlat(at)
})

test('what is closed out of a contract that was never covered unwinds nothing', async () => {
  const at = await poorCustomer()
  const { forexContractNo: no } = await contractOf(at)
  await cancel(at, no)
  const [{ coverUnwound }] = dataOf(await at.call('GET', '/v1/institution/fx/close-outs?page=1&limit=1'))
  assert.equal(coverUnwound, undefined)
  await assertFlat(at)
})

test('a cover and its unwind settle with the market, and then nothing is to be exchanged', async () => {
  const at = await poorCustomer()
  const jpy = await openAccount(at, 'JPY', 1_000_000)
  assert.ok(jpy)
  for (const fields of [{}, { sellCurrency: 'EUR', buyCurrency: 'USD' }, { sellCurrency: 'JPY', buyCurrency: 'USD' }]) {
    const { forexContractNo: no } = await contractOf(at, fields)
    await cover(at, no)
    await fall(at)
    await cancel(at, no)
    await setRates(at)
  }
  clock.set('2026-07-03T14:00:00Z')
  assert.equal(await settle.run(service.app, at.tenant.institution), 6)
  for (const [book, balance] of Object.entries(await balances(at, 'fx-market:%'))) assert.equal(balance, 0n, book)
  await assertFlat(at)
})
