import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { fxSweeps } from '../../src/fx/fx.jobs.ts'
import { verifyFx } from '../../src/fx/verify-fx.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  acceptQuote,
  balances,
  contractOf,
  deposit,
  eurosBody,
  type Market,
  marketRates,
  openAccount,
  openMarket,
  quote,
} from '../support/fx-market.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { tamper } from '../support/tamper.ts'
import { type Reply, startTestService, type TestService, transferBody } from '../support/test-service.ts'

const coverDueContracts = sweepNamed(fxSweeps, 'fx: cover contracts')

const START = '2026-07-01T14:00:00Z'
const clock = fixedClock(START)
let service: TestService
let shared: Market
before(async () => {
  service = await startTestService({ clock })
  shared = await market()
})
after(() => service.stop())
beforeEach(() => clock.set(START))

const market = () => openMarket(service)
const positions = async (at: Market, query = 'page=1&limit=100'): Promise<Record<string, unknown>[]> =>
  dataOf(await at.call('GET', `/v1/institution/fx/positions?${query}`))
/** Sends the request again while the node is overloaded. */
const insist = async (call: () => Promise<Reply>) => {
  for (;;) {
    const reply = await call()
    if (reply.status !== 503) return dataOf(reply)
  }
}

test('a quote gives both amounts, the price with its margin, and the value date', async () => {
  const made = await quote(await market())
  const { quoteUUID, customerId, ...rest } = made
  assert.match(quoteUUID, /^[0-9a-f-]{36}$/)
  assert.match(customerId, /^\d+$/)
  assert.deepEqual(rest, {
    quoteStatus: 'Open',
    fxQuoteStatus: 'Open',
    expiryTime: '2026-07-01T14:00:30.000Z',
    customerIdType: 'CustomerUID',
    productType: 'SPOT',
    tenor: 'SPOT',
    sellCurrency: 'USD',
    sellAmount: 1089.83,
    buyCurrency: 'EUR',
    buyAmount: 1000,
    baseCcy: 'EUR',
    baseAmount: 1000,
    quoteCcy: 'USD',
    quoteAmount: 1089.83,
    spotRate: 1.0844,
    fwdPoints: 0,
    allInRate: 1.089822,
    invertedRate: 0.917581036169,
    tradeDate: '2026-07-01',
    valueDate: '2026-07-03',
    externalPricingSystemRefId: 'EUR/USD 2026-07-01T14:00:00Z',
    ccyPair: 'EURUSD',
    direction: 'Buy',
    exchangeRate: 1.089822,
    referenceSpotRate: 1.0844,
    referenceFwdPoints: 0,
    counterpartyId: made.counterpartyId,
  })
})

test('a contract has the names of existing clients for its rates, times and counterparty', async () => {
  const at = await market()
  const { quoteUUID, customerUID = at.customerUID } = await quote(at)
  const contract = dataOf(await at.call('PUT', '/v2/fx/accept', { quoteUUID }))
  assert.deepEqual(
    [contract.exchangeRate, contract.referenceSpotRate, contract.referenceFwdPoints],
    [contract.allInRate, contract.spotRate, contract.fwdPoints],
  )
  assert.deepEqual([contract.ccyPair, contract.direction, contract.counterpartyId], ['EURUSD', 'Buy', customerUID])
  assert.equal(contract.executionTime, '2026-07-01T14:00:00.000Z')
  assert.equal(contract.expiryTime, '2026-07-04T04:00:00.000Z')
})

test('a customer can be named by UID, short name, customer ID or account number', async () => {
  const at = await market()
  const named = {
    CustomerUID: at.customerUID,
    CustomerShortName: at.shortName,
    CustomerId: at.customerId,
    DDA: at.accountNumber,
  }
  for (const [customerIdType, customerId] of Object.entries(named)) {
    const made = await quote(at, { customerIdType, customerId })
    assert.deepEqual([made.customerIdType, made.customerId], [customerIdType, customerId])
    const unknown = await at.call('POST', '/v2/fx/quote', eurosBody('99999999', { customerIdType }))
    const says = customerIdType === 'CustomerUID' ? 'customerUID' : `no single customer has this ${customerIdType}`
    assertRefused(unknown, { status: 404, code: 'CUST001', says })
  }
})

const wrong: [string, object, string][] = [
  ['no amount', { transferAmount: undefined }, 'fundingAmount and transferAmount'],
  ['both amounts', { fundingAmount: 1 }, 'fundingAmount and transferAmount'],
  ['an amount of zero', { transferAmount: 0 }, 'above zero'],
  ['more decimals than the currency has', { transferAmount: 0.001 }, 'decimals'],
  ['more than the largest trade', { transferAmount: 10_000_000_000 }, 'at most 9999999999.99 EUR'],
  ['more than the largest amount', { transferAmount: 1e30 }, 'at most 9999999999.99 EUR'],
  ['a counter amount above the largest trade', { transferAmount: 9_999_999_999.99 }, 'at most 9999999999.99 USD'],
  [
    'a counter amount of zero',
    { sellCurrency: 'JPY', buyCurrency: 'USD', transferAmount: undefined, fundingAmount: 1 },
    'smallest amount of USD',
  ],
  ['the same currency twice', { buyCurrency: 'USD' }, 'must differ'],
  ['an unsupported currency', { buyCurrency: 'XAU' }, 'not a supported currency'],
  ['a tenor and a value date', { tenor: 'SPOT', valueDate: '2026-07-06' }, 'cannot both be given'],
  ['a holiday as value date', { valueDate: '2026-07-04' }, 'business day'],
  ['a value date before the trade', { valueDate: '2026-06-30' }, 'between the trade date'],
  ['a forward that settles at spot', { productType: 'FORWARD', tenor: 'SPOT' }, 'productType must be SPOT'],
  ['spot that settles later', { tenor: '1M' }, 'productType must be FORWARD'],
  ['a forward without a date', { productType: 'FORWARD' }, 'required for a FORWARD'],
]
for (const [what, fields, says] of wrong)
  test(`a quote with ${what} is refused`, async () => {
    const { call, customerUID } = shared
    assertRefused(await call('POST', '/v2/fx/quote', eurosBody(customerUID, fields)), {
      status: 400,
      code: 'FX002',
      says,
    })
  })

test('a quote below the smallest ticket of its pair is refused, in either direction; the smallest ticket itself is quoted', async () => {
  const at = await market()
  const smallestTickets = [{ currencyPair: 'EUR/USD', amount: 100 }]
  dataOf(await at.call('PUT', '/v1/institution', { fx: { smallestTickets } }))
  const below = {
    status: 400,
    code: 'FX001',
    says: 'the smallest ticket of EUR/USD is 100.00 EUR, and the exchange is 99.99 EUR',
  }
  const selling = { sellCurrency: 'EUR', buyCurrency: 'USD', transferAmount: undefined }
  const ask = (fields: object) => at.call('POST', '/v2/fx/quote', eurosBody(at.customerUID, fields))
  assertRefused(await ask({ transferAmount: 99.99 }), below)
  assertRefused(await ask({ ...selling, fundingAmount: 99.99 }), below)
  assertRefused(await ask({ transferAmount: undefined, fundingAmount: 108.98 }), below)
  assert.equal((await quote(at, { transferAmount: 100 })).buyAmount, 100)
  assert.equal((await quote(at, { ...selling, fundingAmount: 100 })).sellAmount, 100)
  assert.equal((await quote(at, { buyCurrency: 'JPY', transferAmount: 1 })).buyAmount, 1)
  dataOf(await at.call('PUT', '/v1/institution', { fx: { smallestTickets: [] } }))
  assert.equal((await quote(at, { transferAmount: 0.01 })).buyAmount, 0.01)
})

test('a forward is priced with its forward points, and refused without them', async () => {
  const forward = await quote(shared, { productType: 'FORWARD', tenor: '1M' })
  assert.deepEqual([forward.fwdPoints, forward.valueDate], [0.0018, '2026-08-03'])
  const later = eurosBody(shared.customerUID, { productType: 'FORWARD', tenor: '2M' })
  assertRefused(await shared.call('POST', '/v2/fx/quote', later), {
    status: 409,
    code: 'FX002',
    says: 'forward points',
  })
})

test('a price with more digits than a rate can have is refused', async () => {
  const at = await market()
  const largest = { bid: 9_999_999, mid: 9_999_999, ask: 9_999_999 }
  const rates = [
    { baseCcy: 'EUR', quoteCcy: 'USD', ...largest },
    { baseCcy: 'USD', quoteCcy: 'JPY', ...largest },
  ]
  dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates }))
  const withMargin = await at.call('POST', '/v2/fx/quote', eurosBody(at.customerUID))
  assertRefused(withMargin, { status: 409, code: 'FX002', says: 'give no valid rate of EUR/USD' })
  const cross = await at.call('POST', '/v2/fx/quote', eurosBody(at.customerUID, { sellCurrency: 'JPY' }))
  assertRefused(cross, { status: 409, code: 'FX002', says: 'EUR/JPY has no rate' })
})

test("a quote never outlives its value date in the institution's time zone", async () => {
  const at = await market()
  dataOf(await at.call('PUT', '/v1/institution', { timeZone: 'Asia/Tokyo' }))
  const today = eurosBody(at.customerUID, { tenor: 'ON' })
  clock.set('2026-07-01T14:59:30.000Z')
  assert.equal(dataOf(await at.call('POST', '/v2/fx/quote', today)).valueDate, '2026-07-01')
  clock.set('2026-07-01T14:59:30.001Z')
  const over = { status: 409, code: 'FX002', says: '2026-07-01 ends in Asia/Tokyo before the quote expires' }
  assertRefused(await at.call('POST', '/v2/fx/quote', today), over)
})

test('a quote can be accepted until the last millisecond before its expiry', async () => {
  const [inTime, late] = [await quote(shared), await quote(shared)]
  clock.set('2026-07-01T14:00:29.999Z')
  await acceptQuote(shared, inTime.quoteUUID)
  clock.set('2026-07-01T14:00:30.000Z')
  const refused = await shared.call('PUT', '/v2/fx/accept', { quoteUUID: late.quoteUUID })
  assertRefused(refused, { status: 409, code: 'FX002', says: 'expired' })
  await acceptQuote(shared, inTime.quoteUUID)
})

test('a customer that may not pay gets no quote and accepts none, but an earlier acceptance is returned again', async () => {
  const at = await market()
  const [accepted, open] = [await quote(at), await quote(at)]
  const { forexContractNo } = await acceptQuote(at, accepted.quoteUUID)
  const settings = { legalEntityAccessSettings: { customerDualApproval: true } }
  dataOf(await at.call('PUT', `/v2/customers/${at.customerUID}`, settings))
  await at.call('PUT', `/v2/customers/${at.customerUID}`, { longName: 'Changed Ltd' })
  assert.equal(dataOf(await at.call('GET', `/v2/customers/${at.customerUID}`)).status, 'Pending')
  const waits = { status: 409, code: 'CUST001', says: 'waits for approval' }
  assertRefused(await at.call('POST', '/v2/fx/quote', eurosBody(at.customerUID)), waits)
  assertRefused(await at.call('PUT', '/v2/fx/accept', { quoteUUID: open.quoteUUID }), waits)
  assert.equal((await acceptQuote(at, accepted.quoteUUID)).forexContractNo, forexContractNo)
})

test('200 concurrent acceptances of one quote create one contract and all return it', async () => {
  const at = await market()
  const { quoteUUID } = await quote(at)
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => insist(() => at.call('PUT', '/v2/fx/accept', { quoteUUID }))),
  )
  assert.equal(new Set(answers.map(({ forexContractNo }) => forexContractNo)).size, 1)
  assert.deepEqual(await balances(at), {
    'fx-position:USD': 108440n,
    'fx-customers:USD': -108983n,
    'fx-market:USD': 0n,
    'fx-result:USD': 543n,
    'fx-margin:USD': 0n,
    'fx-position:EUR': -100000n,
    'fx-customers:EUR': 100000n,
    'fx-market:EUR': 0n,
    'fx-result:EUR': 0n,
    'fx-margin:EUR': 0n,
  })
})

test('200 concurrent covers of one contract make one cover trade and leave the position flat', async () => {
  const at = await market()
  const { forexContractNo } = await contractOf(at)
  const path = `/fx/${forexContractNo}/cover`
  const covers = await Promise.all(Array.from({ length: 200 }, () => insist(() => at.call('GET', path))))
  const [cover] = covers
  for (const one of covers) assert.deepEqual(one, cover)
  const { coverTradeNo, customerId: _id, ...rest } = cover
  assert.match(coverTradeNo, /^\d+$/)
  assert.deepEqual(rest, {
    forexContractNo,
    externalPricingSystemRefId: 'EUR/USD 2026-07-01T14:00:00Z',
    customerIdType: 'CustomerUID',
    tradeDate: '2026-07-01',
    valueDate: '2026-07-03',
    ccyPair: 'EURUSD',
    direction: 'Buy',
    baseCcy: 'EUR',
    baseAmount: 1000,
    quoteCcy: 'USD',
    quoteAmount: 1084.4,
    tenor: 'SPOT',
    allInRate: 1.0844,
    referenceSpotRate: 1.0844,
  })
  const { 'fx-position:USD': dollars, 'fx-position:EUR': euros, 'fx-result:USD': result } = await balances(at)
  assert.deepEqual([dollars, euros, result], [0n, 0n, 543n])
  assert.equal(dataOf(await at.call('GET', `/fx/${forexContractNo}`)).coverTradeNo, coverTradeNo)
})

test('a rejected quote stays rejected and cannot be accepted', async () => {
  const rejected = await quote(shared)
  for (const _ of [1, 2]) {
    const reply = dataOf(await shared.call('PUT', `/fx/${rejected.quoteUUID}/reject`))
    assert.equal(reply.quoteStatus, 'Rejected')
  }
  const late = await shared.call('PUT', '/fx/accept', { quoteUUID: rejected.quoteUUID })
  assertRefused(late, { status: 409, code: 'FX002', says: 'rejected' })
})

test('a cancelled contract leaves the spread as result and nothing else, and cannot be cancelled again or covered', async () => {
  const at = await market()
  await deposit(at, at.accountUID, 'USD', 10)
  const { forexContractNo } = await contractOf(at)
  const cancelled = dataOf(await at.call('DELETE', `/fx/${forexContractNo}/cancel`))
  assert.equal(cancelled.tradeStatus, 'Cancelled')
  for (const [book, balance] of Object.entries(await balances(at)))
    assert.equal(balance, book === 'fx-result:USD' ? 20n : 0n, book)
  assertRefused(await at.call('DELETE', `/fx/${forexContractNo}/cancel`), { status: 409, code: 'FX002' })
  assertRefused(await at.call('GET', `/fx/${forexContractNo}/cover`), { status: 409, code: 'FX001', says: 'Cancelled' })
})

test('a contract with autoCover is covered when its delay is over, not a millisecond before', async () => {
  const at = await market()
  const { forexContractNo, autoCoverTime } = await contractOf(at, {}, { autoCover: true, autoCoverDelay: 60 })
  assert.equal(autoCoverTime, '2026-07-01T14:01:00.000Z')
  const sweep = () => coverDueContracts.run(service.app, at.tenant.institution)
  clock.set('2026-07-01T14:00:59.999Z')
  assert.equal(await sweep(), 0)
  clock.set('2026-07-01T14:01:00.000Z')
  assert.equal(await sweep(), 1)
  assert.equal(await sweep(), 0)
  const { coverTradeNo } = dataOf(await at.call('GET', `/fx/${forexContractNo}`))
  assert.equal(dataOf(await at.call('GET', `/fx/${forexContractNo}/cover`)).coverTradeNo, coverTradeNo)
})

test('a failed cover does not delay the next contract, and is tried again after 30 seconds', async () => {
  const at = await market()
  const { tenantId } = at.tenant.institution
  const broken = await contractOf(at, {}, { autoCover: true })
  const good = await contractOf(at, {}, { autoCover: true })
  const sweep = () => coverDueContracts.run(service.app, at.tenant.institution)
  await service.query(
    `insert into fx_covers (tenant_id, contract_id, sell_amount, buy_amount, market_amount, spot_rate, all_in_rate, pricing_reference, trade_date, value_date, cross_amount)
     select tenant_id, id, 1, 1, 1, 1, 1, 'not in the books', '2026-07-01', '2026-07-03', 0 from fx_contracts
     where tenant_id = $1 and contract_no = $2`,
    [tenantId, broken.forexContractNo],
  )
  assert.equal(await sweep(), 2)
  assert.ok(dataOf(await at.call('GET', `/fx/${good.forexContractNo}`)).coverTradeNo)
  assert.equal(dataOf(await at.call('GET', `/fx/${broken.forexContractNo}`)).autoCoverTime, '2026-07-01T14:00:30.000Z')
  assert.equal(await sweep(), 0)
})

test('a contract that waits for a current rate is covered once the rate is set', async () => {
  const at = await market()
  dataOf(await at.call('PUT', '/v1/institution', { fx: { maxRateAgeSeconds: 60 } }))
  const { forexContractNo } = await contractOf(at, {}, { autoCover: true, autoCoverDelay: 61 })
  const sweep = () => coverDueContracts.run(service.app, at.tenant.institution)
  clock.set('2026-07-01T14:01:01.000Z')
  assert.equal(await sweep(), 1)
  const waiting = dataOf(await at.call('GET', `/fx/${forexContractNo}`))
  assert.deepEqual([waiting.coverTradeNo, waiting.autoCoverTime], [undefined, '2026-07-01T14:01:31.000Z'])
  dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates: marketRates }))
  clock.set('2026-07-01T14:01:31.000Z')
  assert.equal(await sweep(), 1)
  assert.ok(dataOf(await at.call('GET', `/fx/${forexContractNo}`)).coverTradeNo)
})

test('a cover settles on the value date until 17:00 in New York, then at spot, and closes the position of the contract', async () => {
  const at = await market()
  const euros = await openAccount(at, 'EUR')
  await deposit(at, at.accountUID, 'USD', 1000)
  const transfer = transferBody({ from: at.accountUID, to: euros, paymentAmount: 100, paymentCurrency: 'EUR' })
  const pay = async () => dataOf(await at.call('POST', '/v3/payments/booktransfer', transfer)).forexContract
  const [first, second] = [await pay(), await pay()]
  const cover = async (no: string) => {
    const { tradeDate, valueDate, tenor, allInRate } = dataOf(await at.call('GET', `/fx/${no}/cover`))
    return [tradeDate, valueDate, tenor, allInRate]
  }
  clock.set('2026-07-01T20:59:59.999Z')
  assert.deepEqual(await cover(first), ['2026-07-01', '2026-07-01', 'ON', 1.0843])
  clock.set('2026-07-01T21:00:00.000Z')
  assert.deepEqual(await cover(second), ['2026-07-02', '2026-07-06', 'SPOT', 1.0844])
  assert.deepEqual(await positions(at), [
    { currency: 'EUR', valueDate: '2026-07-01', bought: 0, sold: 200, covered: 200, desk: 0, open: 0 },
    { currency: 'USD', valueDate: '2026-07-01', bought: 216.86, sold: 0, covered: -216.86, desk: 0, open: 0 },
  ])
  assert.deepEqual(await service.app.db.snapshot((tx) => verifyFx(tx, at.tenant.institution.tenantId)), [])
})

test('positions are paged, filtered by date and listed even above the largest amount', async () => {
  const at = await market()
  const { tenantId } = at.tenant.institution
  const listed = async (query: string) =>
    (await positions(at, query)).map(({ currency, valueDate }) => `${currency} ${valueDate}`)
  await contractOf(at)
  await contractOf(at, { productType: 'FORWARD', tenor: '1M' })
  assert.deepEqual(await listed('page=1&limit=10'), [
    'EUR 2026-07-03',
    'EUR 2026-08-03',
    'USD 2026-07-03',
    'USD 2026-08-03',
  ])
  assert.deepEqual(await listed('page=2&limit=1&fromDate=2026-07-04'), ['USD 2026-08-03'])
  assert.deepEqual(await listed('page=1&limit=10&fromDate=08-04-2026'), [])
  for (const fromDate of ['2026-02-30', '0000-01-01'])
    assertRefused(await at.call('GET', `/v1/institution/fx/positions?page=1&limit=10&fromDate=${fromDate}`), {
      status: 400,
      code: 'FX002',
      says: 'fromDate must be a date',
    })
  await service.query('update fx_positions set sold = $2 where tenant_id = $1', [tenantId, 2n ** 62n])
  assert.equal((await positions(at))[0]!.sold, 46116860184273880)
})

test('verifyFx reports a position that differs from its contracts and from the books', async () => {
  const at = await market()
  const { tenantId } = at.tenant.institution
  await contractOf(at)
  await service.query(`update fx_positions set sold = sold + 1 where tenant_id = $1 and currency = 'EUR'`, [tenantId])
  const differences = await service.app.db.snapshot((tx) => verifyFx(tx, tenantId))
  assert.deepEqual(
    differences.map(({ what, id, detail }) => [what, id, detail]),
    [
      [
        'an FX position differs from the sum of its contracts and covers',
        'EUR',
        '2026-07-03: (0,100000,0) by contracts, (0,100001,0) by positions',
      ],
      [
        'the FX positions in a currency differ from its position in the books',
        'EUR',
        '-100001 by positions, -100000 in the books',
      ],
      [
        'an FX position differs from what business days changed in it',
        'EUR',
        '2026-07-03: -100001 and cost -108440, by changes -100000 and -108440',
      ],
    ],
  )
})

test('verifyFx reports a cancellation that is missing in the books', async () => {
  const at = await market()
  const { tenantId } = at.tenant.institution
  const { forexContractNo } = await contractOf(at)
  await contractOf(at)
  const differences = () => service.app.db.snapshot((tx) => verifyFx(tx, tenantId))
  assert.deepEqual(await differences(), [])
  await tamper(service, `update fx_contracts set status = 'Cancelled' where tenant_id = $1 and contract_no = $2`, [
    tenantId,
    forexContractNo,
  ])
  const found = async () => (await differences()).map(({ what }) => what)
  assert.deepEqual(await found(), ['a contract that has ended is not closed out'])
  await tamper(
    service,
    `update fx_contracts c set closed_sell_amount = q.sell_amount, closed_buy_amount = q.buy_amount from fx_quotes q
     where c.tenant_id = $1 and c.contract_no = $2 and q.tenant_id = $1 and q.id = c.quote_id`,
    [tenantId, forexContractNo],
  )
  assert.deepEqual(await found(), [
    'an FX position differs from the sum of its contracts and covers',
    'an FX position differs from the sum of its contracts and covers',
    'the closing of an FX contract in the books does not match its status',
    'the FX result differs from margins, covers and close-outs',
    'the FX balances of customers differ from the sum of contracts and payments',
    'the FX balances of customers differ from the sum of contracts and payments',
    'the cost of an FX position differs from its contracts, covers and trades of the desk',
    'the cost of an FX position differs from its contracts, covers and trades of the desk',
  ])
})
