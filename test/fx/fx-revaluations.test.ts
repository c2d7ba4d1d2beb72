import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { bookSweeps } from '../../src/books/books.jobs.ts'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { prepareDays } from '../../src/institution/prepare-days.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { balances, contractOf, type Market, marketRates, openMarket } from '../support/fx-market.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const close = sweepNamed(bookSweeps, 'books: close business days')

/** A Wednesday, 10:00 in New York. July 3 is a Friday. */
const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
let owner: pg.Client
before(async () => {
  service = await startTestService({ clock, worker: false })
  owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await service.stop()
})

async function openBooks(at = START): Promise<Market> {
  clock.set(at)
  const market = await openMarket(service)
  await service.app.db.transaction((tx) => prepareDays(tx, market.tenant.institution, clock.now()))
  return market
}

/** Sets the rate of the euro; the others stay as they were, but are of now. */
async function setEuro({ call }: Market, mid: number, at: string) {
  clock.set(at)
  const euro = { ...marketRates[0]!, bid: mid, mid, ask: mid }
  dataOf(await call('PUT', '/v1/institution/fx/rates', { rates: [euro, ...marketRates.slice(1)] }))
}

async function closeAt({ tenant }: Market, at: string): Promise<number> {
  clock.set(at)
  const institution = await service.app.db.read((db) => readInstitution(db, tenant.institution.tenantId))
  return close.run(service.app, institution)
}

const PATH = '/v1/institution/fx/revaluations?page=1&limit=100'
const revaluations = async ({ call }: Market, query = ''): Promise<Record<string, unknown>[]> =>
  dataOf(await call('GET', `${PATH}${query}`))
const days = async ({ call }: Market) => dataOf(await call('GET', '/v1/institution/ledger/days?page=1&limit=10'))
const sell = async ({ call }: Market, fields: object) => {
  const trade = { buyCurrency: 'USD', sellCurrency: 'EUR', valueDate: '2026-07-06', counterparty: 'Example Bank' }
  return dataOf(await call('POST', '/v1/institution/fx/desk-trades', { ...trade, ...fields }), 201)
}
const unrealized = async (at: Market) => {
  const { 'fx-unrealized:USD': result = 0n, 'fx-revaluation:USD': value = 0n } = await balances(at)
  assert.equal(result, -value)
  return result
}
const closing = async ({ call }: Market, date: string, account: string) =>
  dataOf(await call('GET', `/v1/institution/ledger/trial-balance?page=1&limit=100&businessDate=${date}`)).find(
    (row: Record<string, string>) => row['account'] === account,
  )?.closing
const entries = async ({ call }: Market, date: string): Promise<Record<string, string>[]> =>
  dataOf(await call('GET', `/v1/institution/ledger/journal?limit=100&businessDate=${date}`)).entries.filter(
    ({ purpose }: Record<string, string>) => purpose === 'fxRevaluation',
  )

const verify = async ({ tenant }: Market) => {
  const said: string[] = []
  await verifyLedgers(service.app.db, [tenant.institution], (line) => said.push(line))
  return said
}
async function assertVerified(at: Market) {
  const said: string[] = []
  assert.equal(
    await verifyLedgers(service.app.db, [at.tenant.institution], (line) => said.push(line)),
    0,
    said.join('\n'),
  )
}

test('the close of a day values each position, and posts what the unrealized result has changed since the last close', async () => {
  const at = await openBooks()
  await contractOf(at) // The institution is short of 1,000 euros, for 1,084.40.
  await setEuro(at, 1.0943, '2026-07-01T21:00:00Z')
  assert.equal(await unrealized(at), 0n)
  assert.equal(await closeAt(at, '2026-07-02T04:00:00.000Z'), 1)
  const first = {
    ...{ businessDate: '2026-07-01', currency: 'EUR', valueDate: '2026-07-06', position: -1000 },
    ...{ currencyPair: 'EUR/USD', rate: 1.0943, externalPricingSystemRefId: 'EUR/USD 2026-07-01T21:00:00Z' },
    ...{ value: -1094.3, cost: -1084.4, result: -9.9 },
  }
  assert.deepEqual(await revaluations(at), [first])
  assert.equal(await unrealized(at), -9_90n)
  assert.equal(await closing(at, '2026-07-01', 'fx-unrealized:USD'), '-9.90')
  const [entry, ...more] = await entries(at, '2026-07-01')
  assert.deepEqual(more, [])
  assert.deepEqual(
    [entry!['debit'], entry!['credit'], entry!['amount'], entry!['postedAt']],
    ['fx-unrealized:USD', 'fx-revaluation:USD', '9.90', '2026-07-02T03:59:59.999Z'],
  )
  await assertVerified(at)

  await setEuro(at, 1.0843, '2026-07-02T21:00:00.000Z')
  assert.equal(await closeAt(at, '2026-07-03T04:00:00.000Z'), 1)
  assert.deepEqual(
    (await revaluations(at)).map(({ businessDate, result }) => [businessDate, result]),
    [
      ['2026-07-02', 0.1],
      ['2026-07-01', -9.9],
    ],
  )
  assert.deepEqual(await revaluations(at, '&businessDate=2026-07-01'), [first])
  assert.deepEqual((await entries(at, '2026-07-02'))[0]!['amount'], '10.00')
  assert.equal(await unrealized(at), 10n)
  await assertVerified(at)
})

test('an institution without positions posts nothing, and a covered contract leaves nothing to value', async () => {
  const at = await openBooks()
  const { forexContractNo } = await contractOf(at)
  dataOf(await at.call('GET', `/fx/${forexContractNo}/cover`))
  assert.equal(await closeAt(at, '2026-07-11T04:00:00.000Z'), 8, 'although no rate is of these days')
  assert.deepEqual(await revaluations(at), [])
  assert.equal(await unrealized(at), 0n)
  await assertVerified(at)
})

test('what a desk trade realizes leaves the unrealized result at the next close, and both together are what the trades brought', async () => {
  const at = await openBooks()
  await contractOf(at, { sellCurrency: 'EUR', buyCurrency: 'USD', transferAmount: undefined, fundingAmount: 1000 })
  await contractOf(at, { sellCurrency: 'USD', buyCurrency: 'JPY', transferAmount: 100_000 })
  await setEuro(at, 1.1, '2026-07-01T21:00:00Z')
  await closeAt(at, '2026-07-02T04:00:00.000Z')
  const cost = 1084_20n // at the bid
  const yen = 664_70n - 664_48n // received for 100,503 yen with their margin, which are worth this at 151.25
  assert.equal(await unrealized(at), 1100_00n - cost + yen)
  const before = (await balances(at))['fx-result:USD']!
  clock.set('2026-07-02T14:00:00.000Z')
  assert.equal((await sell(at, { sellAmount: 1000, buyAmount: 1090 })).result, 5.8)
  assert.equal((await balances(at))['fx-result:USD'], before + 1090_00n - cost)
  await setEuro(at, 1.2, '2026-07-02T21:00:00.000Z')
  await closeAt(at, '2026-07-03T04:00:00.000Z')
  assert.equal(await unrealized(at), yen, 'no euros are open')
  assert.deepEqual(
    (await revaluations(at, '&businessDate=2026-07-02')).map(({ currency, position }) => [currency, position]),
    [['JPY', -100_503]],
  )
  await assertVerified(at)
})

test('a forward is valued at the forward rate of its date, apart from what is due by spot', async () => {
  const at = await openBooks()
  await contractOf(at)
  const { valueDate } = await contractOf(at, { productType: 'FORWARD', tenor: '1M' })
  await setEuro(at, 1.09, '2026-07-01T20:59:00.000Z')
  await closeAt(at, '2026-07-02T04:00:00.000Z')
  const [spot, forward, ...more] = await revaluations(at)
  assert.deepEqual(more, [])
  assert.deepEqual([spot!['valueDate'], spot!['rate'], spot!['value']], ['2026-07-06', 1.09, -1090])
  assert.equal(forward!['valueDate'], valueDate)
  const rate = forward!['rate'] as number
  assert.ok(rate > 1.0915 && rate <= 1.0918, `a day before the month from the new spot date: ${rate}`)
  assert.equal(forward!['value'], -Number((rate * 1000).toFixed(2)))
  await assertVerified(at)
})

test('a trade after the end of a day belongs to the next day, however late the day is closed', async () => {
  const at = await openBooks()
  await contractOf(at)
  await setEuro(at, 1.09, '2026-07-02T03:59:58.000Z')
  clock.set('2026-07-02T04:00:00.000Z')
  await contractOf(at)
  assert.equal(await closeAt(at, '2026-07-02T15:00:00.000Z'), 1)
  assert.deepEqual(
    (await revaluations(at)).map(({ position }) => position),
    [-1000],
  )
  await setEuro(at, 1.09, '2026-07-03T03:59:58.000Z')
  assert.equal(await closeAt(at, '2026-07-03T15:00:00.000Z'), 1)
  assert.deepEqual((await revaluations(at))[0]!['position'], -2000)
  await assertVerified(at)
})

test('a day without a rate of the day stays open and says why, and closes when the rate is set', async () => {
  const at = await openBooks()
  dataOf(await at.call('PUT', '/v1/institution', { fx: { maxRateAgeSeconds: 60 } }))
  await contractOf(at)
  await setEuro(at, 1.09, '2026-07-01T14:00:01.000Z')
  assert.equal(await closeAt(at, '2026-07-02T04:00:00.000Z'), 1, 'a rate set during the day is of the day')
  assert.equal(await closeAt(at, '2026-07-03T04:00:00.000Z'), 0)
  const [, day] = await days(at)
  assert.deepEqual([day.businessDate, day.status], ['2026-07-02', 'NotProved'])
  assert.deepEqual(day.differences, [
    {
      ...{ what: 'an open FX position is not valued', id: 'EUR' },
      detail: 'the rate of EUR/USD is too old: set the rate of the day',
    },
  ])
  assert.equal((await revaluations(at)).length, 1)
  await setEuro(at, 1.08, '2026-07-03T13:00:00Z')
  assert.equal(await closeAt(at, '2026-07-03T13:15:00.000Z'), 1)
  assert.deepEqual((await revaluations(at))[0]!['externalPricingSystemRefId'], 'EUR/USD 2026-07-03T13:00:00Z')
  await assertVerified(at)
})

test('the day after a weekend and a change to daylight saving time accepts every rate since the day before it', async () => {
  const at = await openBooks('2026-03-06T15:00:00.000Z') // Friday; the clocks change on Sunday
  dataOf(await at.call('PUT', '/v1/institution', { fx: { maxRateAgeSeconds: 60 } }))
  await contractOf(at)
  await setEuro(at, 1.09, '2026-03-07T04:59:59.000Z')
  assert.equal(await closeAt(at, '2026-03-07T04:59:59.000Z'), 0)
  assert.equal(await closeAt(at, '2026-03-07T05:00:00.000Z'), 1)
  assert.equal(await closeAt(at, '2026-03-10T04:00:00.000Z'), 0, 'the rate is from a second before the weekend')
  await setEuro(at, 1.1, '2026-03-07T05:00:00.000Z')
  assert.equal(await closeAt(at, '2026-03-10T04:15:00.000Z'), 1)
  assert.deepEqual(
    (await revaluations(at)).map(({ businessDate, rate }) => [businessDate, rate]),
    [
      ['2026-03-09', 1.1],
      ['2026-03-06', 1.09],
    ],
  )
  await assertVerified(at)
})

test('verify reports a revaluation that was altered, and a cost that no trade explains', async () => {
  const at = await openBooks()
  const { tenantId } = at.tenant.institution
  await contractOf(at)
  await closeAt(at, '2026-07-02T04:00:00.000Z')
  await assertVerified(at)
  await owner.query('alter table fx_revaluations disable trigger fx_revaluations_append_only')
  const said = async (sql: string, undo: string) => {
    await owner.query(sql, [tenantId])
    const lines = (await verify(at)).join('\n')
    await owner.query(undo, [tenantId])
    await assertVerified(at)
    return lines
  }
  const add = (column: string, sign: string) =>
    `update fx_revaluations set ${column} = ${column} ${sign} 1, result = result ${sign} ${column === 'cost' ? '-' : ''}1 where tenant_id = $1`
  assert.match(
    await said(add('value', '+'), add('value', '-')),
    /value of a revalued FX position is not that of its rate/,
  )
  assert.match(await said(add('cost', '+'), add('cost', '-')), /unrealized FX result of a day is not that of its reval/)
  const move = (sign: string) => `update fx_revaluations set position = position ${sign} 1 where tenant_id = $1`
  assert.match(await said(move('+'), move('-')), /revalued position in a currency is not the one in the books/)
  const cost = (sign: string) =>
    `update fx_positions set cost = cost ${sign} 1 where tenant_id = $1 and currency = 'EUR'`
  const lines = await said(cost('+'), cost('-'))
  for (const what of [/cost of an FX position differs/, /do not add up to zero/, /what business days changed/])
    assert.match(lines, what)
})

test('a day that is not a date is refused', async () => {
  const at = await openBooks()
  assertRefused(await at.call('GET', `${PATH}&businessDate=2026-02-30`), { status: 400, code: 'FX002', says: 'date' })
})
