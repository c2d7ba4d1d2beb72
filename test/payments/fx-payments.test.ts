import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Temporal } from 'temporal-polyfill'
import { fxSweeps } from '../../src/fx/fx.jobs.ts'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  balances,
  contactAbroad,
  contractOf,
  deposit,
  type Market,
  openAccount,
  openMarket,
} from '../support/fx-market.ts'
import { recordStatements } from '../support/statements.ts'
import { passTime, paymentLifeSweeps, sweepNamed } from '../support/sweeps.ts'
import { tamper } from '../support/tamper.ts'
import { contactBody, creditBody, startTestService, type TestService } from '../support/test-service.ts'

const coverDueContracts = sweepNamed(fxSweeps, 'fx: cover contracts')
const expireContracts = sweepNamed(fxSweeps, 'fx: expire contracts')

const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

/** A market with 10,000 USD and a contact in EUR. */
interface Trader extends Market {
  contactUID: string
}

async function trader(): Promise<Trader> {
  const market = await openMarket(service)
  await deposit(market, market.accountUID, 'USD', 10_000)
  return { ...market, contactUID: await contactAbroad(market, 'EUR') }
}

const euros = (at: Trader, fields: object = {}) =>
  creditBody(at, { paymentAmount: 400, paymentCurrency: 'EUR', speed: 'SPOT', ...fields })
const named = (fxContractNumber: string) => ({ additionalInfo: { fxContractNumber } })
const pay = async (at: Trader, fields: object = {}) =>
  dataOf(await at.call('POST', '/payments/creditrequest', euros(at, fields)))
const refusedPay = (at: Trader, fields: object = {}) => at.call('POST', '/payments/creditrequest', euros(at, fields))
const read = async (at: Trader, path: string) => dataOf(await at.call('GET', path))
const contract = (at: Trader, no: string) => read(at, `/fx/${no}`)
const balanceOf = async (at: Trader, accountUID = at.accountUID) => {
  const account = await read(at, `/v3/customers/${at.customerUID}/accounts/${accountUID}?includeAccountBalance=true`)
  return [account.ledgerBalance, account.availableBalance]
}

/**
 * Runs the worker for ten seconds, and again on the value date of payments that wait for it.
 */
async function work(at: Trader) {
  await workNow(at)
  const [waiting] = await service.query<{ leavesAt: Temporal.Instant | null }>(
    `select max(leaves_at) as leaves_at from payment_states where tenant_id = $1 and status = 'READY_TO_TRANSMIT' and rail <> 'ACH'`,
    [at.tenant.institution.tenantId],
  )
  if (!waiting?.leavesAt) return
  clock.set(waiting.leavesAt)
  await workNow(at)
}

/** Runs the worker for ten seconds, reading the institution before each second's sweeps. */
async function workNow(at: Trader) {
  const { tenantId } = at.tenant.institution
  await passTime(service.app, {
    passes: 10,
    tick: () => clock.advance({ seconds: 1 }),
    institution: () => service.app.db.read((tx) => readInstitution(tx, tenantId)),
  })
}

async function assertVerified(at: Trader) {
  const said: string[] = []
  assert.equal(
    await verifyLedgers(service.app.db, [at.tenant.institution], (line) => said.push(line)),
    0,
    said.join('\n'),
  )
}

test('a payment at a named contract draws its share, holds it in USD, and pays out in EUR', async () => {
  const at = await trader()
  const { forexContractNo, quoteUUID } = await contractOf(at)
  const { paymentUID, ...created } = await pay(at, { externalReferenceId: 'one', ...named(forexContractNo) })
  const sides = {
    ...{ senderAmount: '435.94', senderCurrency: 'USD', receiverAmount: 400, receiverCurrency: 'EUR' },
    ...{ forexContract: forexContractNo, quoteId: quoteUUID },
  }
  assert.deepEqual(created, {
    paymentStatus: 'VALIDATED',
    externalReferenceId: 'one',
    valueDate: '2026-07-03',
    ...sides,
  })
  const { tradeStatus, drawnSellAmount, drawnBuyAmount } = await contract(at, forexContractNo)
  assert.deepEqual([tradeStatus, drawnSellAmount, drawnBuyAmount], ['PartiallyDrawn', 435.94, 400])
  assert.deepEqual(await balanceOf(at), ['10000.00', '9564.06'])
  await assertVerified(at)
  await work(at)
  const paid = await read(at, `/payments/${paymentUID}`)
  assert.equal(paid.status, 'PROCESSED')
  for (const [field, value] of Object.entries(sides)) assert.equal(paid[field], value, field)
  assert.deepEqual(await balanceOf(at), ['9564.06', '9564.06'])
  assert.deepEqual(await balances(at, 'fx-customers:%'), {
    'fx-customers:USD': -(1089_83n - 435_94n),
    'fx-customers:EUR': 600_00n,
  })
  assert.deepEqual(await balances(at, '%:SWIFT:EUR'), {
    'clearing:SWIFT:EUR': 0n,
    'rail-settlement:SWIFT:EUR': 400_00n,
  })
  assert.equal((await balances(at))['fx-position:EUR'], -1000_00n)
  const found = dataOf(await at.call('POST', '/payments/search', { forexContractNo }))
  assert.deepEqual(
    found.map((one: { paymentUID: string }) => one.paymentUID),
    [paymentUID],
  )
  const rest = await pay(at, { paymentAmount: 600, ...named(forexContractNo) })
  assert.equal(rest.senderAmount, '653.89')
  assert.equal((await contract(at, forexContractNo)).tradeStatus, 'Completed')
  await work(at)
  assert.deepEqual(await balances(at, 'fx-customers:%'), { 'fx-customers:USD': 0n, 'fx-customers:EUR': 0n })
  await assertVerified(at)
})

test('the audit log has each draw and each released draw, with actor and drawn amounts before and after', async () => {
  const at = await trader()
  const { forexContractNo } = await contractOf(at)
  const colleague = await service.createClient(at.tenant, {})
  const clients = [at.tenant.client, colleague]
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, n) => {
      const body = euros(at, { ...named(forexContractNo), paymentAmount: 10 })
      return service.call('POST', '/payments/creditrequest', body, { client: clients[n % 2]! })
    }),
  )
  const paid = replies.map((reply) => dataOf(reply).paymentUID)
  for (const [n, paymentUID] of paid.entries())
    dataOf(await service.call('PUT', `/payments/${paymentUID}/cancel`, {}, { client: clients[n % 2]! }))
  type Drawn = { drawnBuyAmount: number }
  const records = await service.query<{ actor: string; before: Drawn; after: Drawn }>(
    `select actor, before, after from audit_log
     where tenant_id = $1 and subject_kind = 'fxContract' and action <> 'fx.contract.made' order by id`,
    [at.tenant.institution.tenantId],
  )
  const steps = records.map(({ actor, before, after }) => ({
    actor,
    before: before.drawnBuyAmount,
    after: after.drawnBuyAmount,
  }))
  assert.equal(steps.length, 48)
  assert.deepEqual(
    steps.map(({ before }) => before),
    [0, ...steps.slice(0, -1).map(({ after }) => after)],
    'each goes on where the one before it ended',
  )
  for (const { apiKey } of clients) assert.equal(steps.filter(({ actor }) => actor === apiKey).length, 24)
})

const mismatch = (says: string | RegExp) => ({ status: 400, code: 'CREDIT_AMOUNT_NOFXMATCH', says })

test('a payment that does not match its named contract is refused, and draws nothing', async () => {
  const at = await trader()
  const { forexContractNo } = await contractOf(at)
  const other = await trader()
  const { forexContractNo: others } = await contractOf(other)
  const { forexContractNo: yen } = await contractOf(at, { buyCurrency: 'JPY', transferAmount: 5000 })
  const wrong: [object, string][] = [
    [named('999999'), 'no contract 999999'],
    [named('FX-1'), 'no contract FX-1'],
    [named(others), `no contract ${others}`],
    [named(yen), 'sells USD for JPY, but the payment sells USD for EUR'],
    [{ ...named(forexContractNo), paymentAmount: 1000.01 }, '1000.00 EUR left to draw'],
    [{ ...named(forexContractNo), paymentAmount: 1089.84, paymentCurrency: 'USD' }, '1089.83 USD left to draw'],
    [{ ...named(forexContractNo), paymentDate: '2026-07-06' }, '2026-07-03, is before the payment date'],
  ]
  for (const [fields, says] of wrong) assertRefused(await refusedPay(at, fields), mismatch(says))
  const dollars = { contactUID: await contactAbroad(at, 'USD') }
  const same = creditBody({ ...at, ...dollars }, named(forexContractNo))
  assertRefused(await at.call('POST', '/payments/creditrequest', same), mismatch('nothing to exchange'))
  assert.equal((await contract(at, forexContractNo)).tradeStatus, 'Booked')
  clock.set('2026-07-04T03:59:59.000Z')
  await pay(at, { ...named(forexContractNo), paymentAmount: 1 })
  clock.set('2026-07-04T04:00:00.000Z')
  assertRefused(await refusedPay(at, named(forexContractNo)), mismatch('before the payment'))
  assert.deepEqual(await balanceOf(at), ['10000.00', '9998.91'])
})

test('a contract can be drawn once its value date is spot or earlier, not before, on any rail', async () => {
  const at = await trader()
  dataOf(await at.call('PUT', '/v1/institution/fx/margins', { margins: [{ basisPoints: 0 }] }))
  const accountUID = await openAccount(at, 'EUR', 1000)
  const contactUID = await contactAbroad(at, 'USD')
  const selling = { sellCurrency: 'EUR', buyCurrency: 'USD', transferAmount: undefined, fundingAmount: 100 }
  const forward = await contractOf(at, { ...selling, productType: 'FORWARD', tenor: '1M' })
  const spot = await contractOf(at, selling)
  assert.ok(forward.buyAmount > spot.buyAmount, 'drawn today, a forward would be sold at spot again with a profit')
  const wire = (no: string, fields: object) =>
    at.call(
      'POST',
      '/payments/creditrequest',
      creditBody({ accountUID, contactUID }, { paymentAmount: 10, ...named(no), ...fields }),
    )
  const [month, days] = [forward.forexContractNo, spot.forexContractNo]
  const early: [string, object, string][] = [
    [month, { speed: 'Express' }, 'settles on 2026-08-03, after 2026-07-03, the spot date of a payment on 2026-07-01'],
    [month, { speed: 'SPOT' }, 'after 2026-07-03, the spot date'],
    [month, { speed: 'SPOT', paymentDate: '2026-07-29' }, 'after 2026-07-31, the spot date'],
  ]
  for (const [no, fields, says] of early) assertRefused(await wire(no, fields), mismatch(says))
  dataOf(await wire(month, { speed: 'SPOT', paymentDate: '2026-07-30' }))
  for (const speed of ['SPOT', 'TN', 'ON', 'Express']) dataOf(await wire(days, { speed }))
  dataOf(await wire(days, { speed: 'Express', paymentDate: '2026-07-03' }))
  await assertVerified(at)
})

test('a book transfer settles immediately, and is priced for today at any speed', async () => {
  const at = await trader()
  const euroAccount = await read(at, `/v3/customers/${at.customerUID}/accounts/${await openAccount(at, 'EUR')}`)
  const { routingNumber: nationalCode } = await read(at, `/v3/customers/${at.customerUID}/accounts/${at.accountUID}`)
  const contactBank = {
    name: 'Here',
    accountCcy: 'EUR',
    country: 'US',
    accountNo: euroAccount.accountNumber,
    nationalCode,
  }
  const made = dataOf(await at.call('POST', `/customers/${at.customerUID}/contacts`, contactBody({ contactBank })))
  const own = await pay({ ...at, contactUID: String(made.customerContactUID) })
  assert.equal(own.paymentStatus, 'PROCESSED')
  const { valueDate, tenor, fwdPoints } = await contract(at, own.forexContract)
  assert.deepEqual([valueDate, tenor, fwdPoints], ['2026-07-01', 'ON', -0.0001])
})

test('a payment without a contract creates one, at the current rate with margin, for the value date of its speed', async () => {
  const at = await trader()
  const created = await pay(at)
  const { forexContract, quoteId, senderAmount, receiverAmount } = created
  assert.deepEqual([senderAmount, receiverAmount], ['435.93', 400])
  const own = await contract(at, forexContract)
  assert.deepEqual(
    [own.tradeStatus, own.sellAmount, own.buyAmount, own.allInRate, own.valueDate, own.quoteUUID, own.paymentUID],
    ['Completed', 435.93, 400, 1.089822, '2026-07-03', quoteId, created.paymentUID],
  )
  const found = async (forexContractNo: string) =>
    dataOf(await at.call('POST', '/payments/search', { forexContractNo })).map((one: typeof created) => one.paymentUID)
  assert.deepEqual(await found(forexContract), [created.paymentUID])
  assert.deepEqual(await found('FX-1'), [])
  const today = await contract(at, (await pay(at, { speed: 'ON' })).forexContract)
  assert.deepEqual([today.valueDate, today.fwdPoints, today.allInRate], ['2026-07-01', -0.0001, 1.0897215])
  await work(at)
  assert.equal((await balances(at))['fx-position:EUR'], -800_00n)
  assert.deepEqual(await balances(at, '%:SWIFT:EUR'), {
    'clearing:SWIFT:EUR': 0n,
    'rail-settlement:SWIFT:EUR': 800_00n,
  })
  await assertVerified(at)
})

test('an amount in the currency of the sending account is the amount sold', async () => {
  const at = await trader()
  const fields = { paymentAmount: 500, paymentCurrency: 'USD' }
  const own = await pay(at, fields)
  assert.deepEqual([own.senderAmount, own.receiverAmount, own.receiverCurrency], ['500.00', 458.79, 'EUR'])
  const { forexContractNo } = await contractOf(at)
  const half = await pay(at, { ...fields, ...named(forexContractNo) })
  assert.deepEqual([half.senderAmount, half.receiverAmount], ['500.00', 458.78])
  const neither = await refusedPay(at, { paymentCurrency: 'JPY', paymentAmount: 100 })
  assertRefused(neither, { status: 400, code: 'PAYMENT002', says: 'in USD and the receiving account in EUR' })
  const later = await pay(at, { ...fields, paymentDate: '2026-07-02' })
  assert.deepEqual([later.senderAmount, later.receiverAmount, later.receiverCurrency], ['500.00', undefined, 'EUR'])
  clock.set('2026-07-02T14:00:00.000Z')
  await work(at)
  const paid = await read(at, `/payments/${later.paymentUID}`)
  assert.deepEqual([paid.status, paid.senderAmount, paid.receiverAmount], ['PROCESSED', '500.00', 458.79])
  await assertVerified(at)
})

test('a payment is refused without a rate, or with a rate that is too old', async () => {
  const at = await trader()
  const francs = await contactAbroad(at, 'GBP')
  const body = creditBody({ ...at, contactUID: francs }, { paymentCurrency: 'GBP', speed: 'SPOT' })
  const unpriced = await at.call('POST', '/payments/creditrequest', body)
  assertRefused(unpriced, { status: 409, code: 'FX002', says: 'GBP/USD has no rate' })
  dataOf(await at.call('PUT', '/v1/institution', { fx: { maxRateAgeSeconds: 60 } }))
  clock.set('2026-07-01T14:01:00.000Z')
  await pay(at)
  clock.set('2026-07-01T14:01:00.001Z')
  assertRefused(await refusedPay(at), { status: 409, code: 'FX002', says: 'too old' })
  assertRefused(await refusedPay(at, { speed: 'TN' }), { status: 409, code: 'FX002' })
})

test('two hundred concurrent payments through two nodes never draw more than the contract has', async () => {
  const at = await trader()
  const nodes = [service.baseUrl, await service.startNode()]
  const { forexContractNo } = await contractOf(at)
  const body = () => euros(at, { ...named(forexContractNo), paymentAmount: 7.77 })
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      service.call('POST', '/payments/creditrequest', body(), { client: at.tenant.client, at: nodes[n % 2]! }),
    ),
  )
  const paid = replies.filter(({ status }) => status === 200)
  assert.equal(paid.length, 128, 'as many as 1000 EUR have 7.77')
  for (const reply of replies) if (reply.status !== 200) assertRefused(reply, mismatch('5.44 EUR left to draw'))
  const { drawnSellAmount, drawnBuyAmount } = await contract(at, forexContractNo)
  assert.equal(drawnBuyAmount, 994.56)
  const cents = paid.reduce((sum, { body }) => sum + Math.round(Number(body.data.senderAmount) * 100), 0)
  assert.equal(Math.round(drawnSellAmount * 100), cents)
  await assertVerified(at)
})

test('a payment that waits for its date or for approval draws at release, if the contract is still valid', async () => {
  const at = await trader()
  const { forexContractNo } = await contractOf(at)
  const [first, second] = [
    await pay(at, { ...named(forexContractNo), paymentAmount: 600, paymentDate: '2026-07-02' }),
    await pay(at, { ...named(forexContractNo), paymentAmount: 600, paymentDate: '2026-07-03' }),
  ]
  assert.deepEqual(
    [first.paymentStatus, first.senderAmount, first.forexContract],
    ['FUTURE_DATED', undefined, forexContractNo],
  )
  assert.equal((await contract(at, forexContractNo)).tradeStatus, 'Booked')
  clock.set('2026-07-02T04:00:00.000Z')
  await work(at)
  assert.equal((await contract(at, forexContractNo)).drawnBuyAmount, 600)
  clock.set('2026-07-03T04:00:00.000Z')
  await work(at)
  assert.equal((await read(at, `/payments/${first.paymentUID}`)).status, 'PROCESSED')
  const failed = await read(at, `/payments/${second.paymentUID}`)
  assert.equal(failed.status, 'VALIDATION_FAILURE')
  assert.match(failed.failureReason, /400\.00 EUR left to draw/)
  await assertVerified(at)
})

test('a payment that needs approval draws nothing until it is approved', async () => {
  const at = await trader()
  const { forexContractNo } = await contractOf(at)
  const settings = { legalEntityAccessSettings: { paymentDualApproval: true } }
  dataOf(await at.call('PUT', `/v2/customers/${at.customerUID}`, settings))
  const waiting = await pay(at, named(forexContractNo))
  assert.deepEqual([waiting.paymentStatus, waiting.senderAmount], ['PENDING_APPROVAL', undefined])
  assert.equal((await contract(at, forexContractNo)).tradeStatus, 'Booked')
  const colleague = await service.createClient(at.tenant, {})
  const approve = `/payments/${waiting.paymentUID}/approve`
  dataOf(await service.call('PUT', approve, {}, { client: colleague }))
  assert.equal((await contract(at, forexContractNo)).drawnBuyAmount, 400)
  await assertVerified(at)
})

test('each payment of a series is priced on its date', async () => {
  const at = await trader()
  const recurrence = { frequency: 'Weekly', payUntil: 'NumberOfPayments', numberOfPayments: 2 }
  await pay(at, { externalReferenceId: 'weekly', paymentAmount: 100, recurrence })
  clock.set('2026-07-08T14:00:00.000Z')
  const rates = [{ baseCcy: 'EUR', quoteCcy: 'USD', bid: 1.2, mid: 1.2, ask: 1.2 }]
  dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates }))
  await work(at)
  const series = dataOf(await at.call('POST', '/payments/search', { externalReferenceId: 'weekly' }))
  assert.deepEqual(
    series.map((one: { senderAmount: string; status: string }) => [one.status, one.senderAmount]),
    [
      ['PROCESSED', '120.60'],
      ['PROCESSED', '108.99'],
    ],
  )
  await assertVerified(at)
})

test('a payment that is due without a current rate is tried again during its day', async () => {
  const at = await trader()
  dataOf(await at.call('PUT', '/v1/institution', { fx: { maxRateAgeSeconds: 60 } }))
  const { paymentUID } = await pay(at, { paymentDate: '2026-07-02' })
  clock.set('2026-07-02T14:00:00.000Z')
  await work(at)
  const waiting = await read(at, `/payments/${paymentUID}`)
  assert.deepEqual([waiting.status, /too old/.test(waiting.failureReason)], ['FUTURE_DATED', true])
  dataOf(await at.call('PUT', '/v1/institution', { fx: { maxRateAgeSeconds: null } }))
  clock.set('2026-07-02T14:31:00.000Z')
  await work(at)
  assert.equal((await read(at, `/payments/${paymentUID}`)).status, 'PROCESSED')
})

test('a preview prices the payment, and stores nothing', async () => {
  const at = await trader()
  const { forexContractNo } = await contractOf(at)
  const preview = async (fields: object = {}) =>
    dataOf(await at.call('POST', '/payments/creditrequest/preview', euros(at, fields)))
  const { exchange, funds, currency, wouldBeRefused, valueDate } = await preview()
  assert.equal(valueDate, '2026-07-03')
  assert.deepEqual(exchange, {
    ...{ senderAmount: '435.93', senderCurrency: 'USD', receiverAmount: 400, receiverCurrency: 'EUR' },
    ...{ allInRate: 1.089822, valueDate: '2026-07-03' },
  })
  assert.deepEqual([wouldBeRefused, currency, funds.needed, funds.isCovered], [false, 'USD', '435.93', true])
  assert.equal((await preview(named(forexContractNo))).exchange.forexContract, forexContractNo)
  const tooMuch = await preview({ ...named(forexContractNo), paymentAmount: 1001 })
  assert.deepEqual([tooMuch.wouldBeRefused, tooMuch.refusals[0].code], [true, 'CREDIT_AMOUNT_NOFXMATCH'])
  assert.equal((await contract(at, forexContractNo)).tradeStatus, 'Booked')
  const [{ count }] = (await service.query<{ count: bigint }>(
    'select count(*) from fx_contracts where tenant_id = $1',
    [at.tenant.institution.tenantId],
  )) as [{ count: bigint }]
  assert.equal(count, 1n)
})

test('a payment sent twice with one key draws once, and gets the same reply', async () => {
  const at = await trader()
  const body = euros(at)
  const send = () =>
    service.call('POST', '/payments/creditrequest', body, { client: at.tenant.client, idempotencyKey: 'one' })
  const [first, again] = [dataOf(await send()), dataOf(await send())]
  assert.deepEqual(again, first)
  assert.deepEqual(await balanceOf(at), ['10000.00', '9564.07'])
})

test('a transfer between accounts of two currencies is immediate, and its reversal restores both balances, less the spread of the close-out', async () => {
  const at = await trader()
  const euroAccount = await openAccount(at, 'EUR')
  const body = {
    ...{ externalReferenceId: 'book', paymentAmount: 400, paymentCurrency: 'EUR' },
    ...{ senderAccount: { accountUID: at.accountUID }, receiverAccount: { accountUID: euroAccount } },
  }
  // A payment that settles today is priced for today.
  const made = dataOf(await at.call('POST', '/v3/payments/booktransfer', body))
  assert.deepEqual([made.paymentStatus, made.senderAmount, made.receiverAmount], ['PROCESSED', '435.89', 400])
  assert.deepEqual(await balanceOf(at), ['9564.11', '9564.11'])
  assert.deepEqual(await balanceOf(at, euroAccount), ['400.00', '400.00'])
  await assertVerified(at)
  dataOf(await at.call('PUT', `/payments/${made.paymentUID}/reverse`, { reversalNotes: 'wrong account' }))
  assert.deepEqual(await balanceOf(at), ['9999.92', '9999.92'])
  assert.deepEqual(await balanceOf(at, euroAccount), ['0.00', '0.00'])
  assert.equal((await contract(at, made.forexContract)).tradeStatus, 'Cancelled')
  for (const [book, balance] of Object.entries(await balances(at)))
    assert.equal(balance, book === 'fx-result:USD' ? 8n : 0n, book)
  await assertVerified(at)
})

test('a domestic wire can be paid from an account in euros', async () => {
  const at = await trader()
  const accountUID = await openAccount(at, 'EUR', 1000)
  const contactUID = await contactAbroad(at, 'USD')
  const body = creditBody({ accountUID, contactUID }, { paymentAmount: 100, speed: 'Express' })
  const { paymentUID, ...made } = dataOf(await at.call('POST', '/payments/creditrequest', body))
  assert.deepEqual([made.senderAmount, made.senderCurrency, made.receiverAmount], ['92.71', 'EUR', 100])
  await work(at)
  assert.equal((await read(at, `/payments/${paymentUID}`)).status, 'PROCESSED')
  assert.deepEqual(await balanceOf(at, accountUID), ['907.29', '907.29'])
  const euro = creditBody({ accountUID, contactUID }, { paymentAmount: 10, paymentCurrency: 'EUR', speed: 'Express' })
  const refused = await at.call('POST', '/payments/creditrequest', euro)
  assertRefused(refused, { status: 400, code: 'PAYMENT002', says: 'Express supports USD only' })
  await assertVerified(at)
})

test('an ACH payment that draws a contract is in no file before the contract delivers', async () => {
  const at = await trader()
  const accountUID = await openAccount(at, 'EUR', 1000)
  const contactUID = await contactAbroad(at, 'USD')
  const selling = { sellCurrency: 'EUR', buyCurrency: 'USD', transferAmount: undefined, fundingAmount: 100 }
  const { forexContractNo, valueDate } = await contractOf(at, selling)
  assert.equal(valueDate, '2026-07-03')
  const body = creditBody(
    { accountUID, contactUID },
    { paymentAmount: 10, speed: 'Economy', ...named(forexContractNo) },
  )
  const { paymentUID } = dataOf(await at.call('POST', '/payments/creditrequest', body))
  const dollars = creditBody({ accountUID: at.accountUID, contactUID }, { paymentAmount: 1, speed: 'Economy' })
  const { paymentUID: other } = dataOf(await at.call('POST', '/payments/creditrequest', dollars))
  await workNow(at)
  const state = async (uid = paymentUID) => (await read(at, `/payments/${uid}`)).status
  assert.deepEqual([await state(), await state(other)], ['READY_TO_TRANSMIT', 'PROCESSED'])
  clock.set('2026-07-02T20:00:00.000Z')
  await workNow(at)
  assert.equal(await state(), 'READY_TO_TRANSMIT')
  const [leaves] = await service.query<{ leavesAt: Temporal.Instant }>(
    'select leaves_at from payment_states where tenant_id = $1 and payment_id = $2',
    [at.tenant.institution.tenantId, paymentUID],
  )
  assert.equal(leaves!.leavesAt.toZonedDateTimeISO('America/New_York').toPlainDate().toString(), valueDate)
  clock.set(leaves!.leavesAt)
  await workNow(at)
  assert.equal(await state(), 'PROCESSED')
  const entries = await service.query<{ date: string }>(
    'select effective_entry_date::text as date from ach_entries where tenant_id = $1 and payment_id = $2',
    [at.tenant.institution.tenantId, paymentUID],
  )
  assert.ok(entries[0]!.date >= valueDate, entries[0]!.date)
  await assertVerified(at)
})

test("rail limits count the side in the institution's currency, and release it on cancellation", async () => {
  const at = await trader()
  const appLimits = [{ key: 'SWIFT_PAYMENT_LIMIT_PER_DAY', value: 900 }]
  dataOf(await at.call('PUT', `/v2/customers/${at.customerUID}`, { limits: [{ appName: 'Payments', appLimits }] }))
  const { paymentUID } = await pay(at)
  await pay(at)
  assertRefused(await refusedPay(at, { paymentAmount: 30 }), {
    status: 402,
    code: 'PAYMENT002',
    says: '28.14 USD left',
  })
  await assertVerified(at)
  dataOf(await at.call('PUT', `/payments/${paymentUID}/cancel`, {}))
  await pay(at, { paymentAmount: 30 })
  await assertVerified(at)
})

test('a cancelled payment releases its draw, and a contract created for it is cancelled too', async () => {
  const at = await trader()
  const { forexContractNo } = await contractOf(at)
  const [drawn, own] = [await pay(at, named(forexContractNo)), await pay(at)]
  for (const { paymentUID } of [drawn, own]) dataOf(await at.call('PUT', `/payments/${paymentUID}/cancel`, {}))
  const { tradeStatus, drawnSellAmount, drawnBuyAmount } = await contract(at, forexContractNo)
  assert.deepEqual([tradeStatus, drawnSellAmount, drawnBuyAmount], ['Booked', 0, 0])
  assert.equal((await contract(at, own.forexContract)).tradeStatus, 'Cancelled')
  // Closing out 400 euros costs the spread.
  assert.deepEqual(await balanceOf(at), ['9999.92', '9999.92'])
  assert.equal((await balances(at))['fx-position:EUR'], -1000_00n)
  await assertVerified(at)
})

test('a payment that left an amount to the last draw of its contract is cancelled only after the last payment', async () => {
  const at = await trader()
  const { forexContractNo } = await contractOf(at)
  const first = await pay(at, named(forexContractNo))
  const last = await pay(at, { ...named(forexContractNo), paymentAmount: 600 })
  assert.deepEqual([first.senderAmount, last.senderAmount], ['435.94', '653.89'])
  const cancel = ({ paymentUID }: typeof first) => at.call('PUT', `/payments/${paymentUID}/cancel`, {})
  assertRefused(await cancel(first), {
    status: 409,
    code: 'PAYMENT003',
    says: `payment ${last.paymentUID} drew the rest of contract ${forexContractNo}`,
  })
  assert.deepEqual(await balanceOf(at), ['10000.00', '8910.17'])
  assert.equal((await contract(at, forexContractNo)).tradeStatus, 'Completed')
  await assertVerified(at)
  for (const payment of [last, first]) dataOf(await cancel(payment))
  assert.deepEqual(await balanceOf(at), ['10000.00', '10000.00'])
  assert.equal((await contract(at, forexContractNo)).tradeStatus, 'Booked')
  await assertVerified(at)
})

test('a payment below the smallest ticket is refused, but a draw on a contract and a return are not', async () => {
  const at = await trader()
  const { forexContractNo } = await contractOf(at)
  const { paymentUID } = await pay(at, { paymentAmount: 10 })
  await work(at)
  const smallestTickets = [{ currencyPair: 'EUR/USD', amount: 100 }]
  dataOf(await at.call('PUT', '/v1/institution', { fx: { smallestTickets } }))
  const below = {
    status: 400,
    code: 'FX001',
    says: 'the smallest ticket of EUR/USD is 100.00 EUR, and the exchange is 99.99 EUR',
  }
  assertRefused(await refusedPay(at, { paymentAmount: 99.99 }), below)
  assertRefused(await refusedPay(at, { paymentAmount: 108.98, paymentCurrency: 'USD' }), below)
  const preview = dataOf(await at.call('POST', '/payments/creditrequest/preview', euros(at, { paymentAmount: 99.99 })))
  assert.deepEqual([preview.wouldBeRefused, preview.refusals[0].code], [true, 'FX001'])
  await pay(at, { paymentAmount: 100 })
  await pay(at, { paymentAmount: 1, ...named(forexContractNo) })
  dataOf(await at.call('PUT', `/payments/${paymentUID}/return`, { achReturnCode: 'AC04', returnNotes: 'test' }))
  await assertVerified(at)
})

const returned = { achReturnCode: 'AC04', returnNotes: 'no such account' }

test('a payment returned before it settles releases its draw', async () => {
  const at = await trader()
  const { forexContractNo } = await contractOf(at)
  const { paymentUID } = await pay(at, named(forexContractNo))
  const run = (name: string) => sweepNamed(paymentLifeSweeps, name).run(service.app, at.tenant.institution)
  const sweep = (name: string) => run(`payments: ${name}`)
  await sweep('release payments')
  clock.set('2026-07-03T03:59:59.000Z')
  assert.equal(await sweep('transmit messages'), 0, 'the contract delivers on July 3')
  clock.set('2026-07-03T04:00:00.000Z')
  await sweep('transmit messages')
  await run('message-imports: hand over messages')
  dataOf(await at.call('PUT', `/payments/${paymentUID}/return`, returned))
  assert.equal((await contract(at, forexContractNo)).tradeStatus, 'Booked')
  assert.deepEqual(await balanceOf(at), ['10000.00', '10000.00'])
  await assertVerified(at)
})

test("the currency of a payment returned after settlement is sold at that day's rate, and the sender gets the proceeds", async () => {
  const at = await trader()
  const { paymentUID, forexContract } = await pay(at)
  await work(at)
  const rates = [{ baseCcy: 'EUR', quoteCcy: 'USD', bid: 1.2, mid: 1.2, ask: 1.2 }]
  dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates }))
  dataOf(await at.call('PUT', `/payments/${paymentUID}/return`, returned))
  // 400 EUR at 1.2, less a margin of half a percent.
  assert.deepEqual(await balanceOf(at), ['10041.67', '10041.67'])
  assert.equal((await contract(at, forexContract)).tradeStatus, 'Completed')
  const { entries } = await read(at, `/payments/${paymentUID}/timeline`)
  const { evidence } = entries.find(({ to }: { to: string }) => to === 'RETURNED')
  const { forexContract: again, settlement, ...rest } = evidence
  assert.ok(settlement)
  assert.deepEqual(await balances(at, '%:SWIFT:EUR'), { 'clearing:SWIFT:EUR': 0n, 'rail-settlement:SWIFT:EUR': 0n })
  assert.deepEqual(rest, { ...returned, allInRate: '1.194', returnedAmount: '477.60', returnedCurrency: 'USD' })
  const sold = await contract(at, again)
  assert.deepEqual([sold.sellAmount, sold.sellCurrency, sold.tradeStatus], [400, 'EUR', 'Completed'])
  const { 'fx-customers:USD': dollars, 'fx-customers:EUR': euro, 'fx-position:EUR': open } = await balances(at)
  assert.deepEqual([dollars, euro, open], [0n, 0n, 0n])
  await assertVerified(at)
})

test('a return is refused without a current rate, and nothing is posted', async () => {
  const at = await trader()
  const { paymentUID } = await pay(at)
  await work(at)
  dataOf(await at.call('PUT', '/v1/institution', { fx: { maxRateAgeSeconds: 1 } }))
  const refused = await at.call('PUT', `/payments/${paymentUID}/return`, returned)
  assertRefused(refused, { status: 409, code: 'FX002', says: 'too old' })
  assert.equal((await read(at, `/payments/${paymentUID}`)).status, 'PROCESSED')
  await assertVerified(at)
})

test('a cancelled contract keeps its draws, and amounts released later are closed out', async () => {
  const at = await trader()
  const { forexContractNo } = await contractOf(at)
  const { paymentUID } = await pay(at, named(forexContractNo))
  const path = `/fx/${forexContractNo}/cancel`
  assert.equal(dataOf(await at.call('DELETE', path)).tradeStatus, 'Cancelled')
  assert.equal((await balances(at))['fx-position:EUR'], -400_00n)
  await assertVerified(at)
  dataOf(await at.call('PUT', `/payments/${paymentUID}/cancel`, {}))
  assert.equal((await balances(at))['fx-position:EUR'], 0n)
  await assertVerified(at)
  const { forexContract } = await pay(at)
  const drawnWhole = await at.call('DELETE', `/fx/${forexContract}/cancel`)
  assertRefused(drawnWhole, { status: 409, code: 'FX002', says: 'drawn all of it' })
})

test('a contract cancelled before its cover is covered for the drawn amount only, without released draws', async () => {
  const at = await trader()
  const drawn = await Promise.all(
    [1, 2].map(async () => {
      const { forexContractNo } = await contractOf(at, {}, { autoCover: true, autoCoverDelay: 60 })
      const { paymentUID } = await pay(at, named(forexContractNo))
      dataOf(await at.call('DELETE', `/fx/${forexContractNo}/cancel`))
      return { forexContractNo, paymentUID }
    }),
  )
  const [kept, given] = drawn as [(typeof drawn)[0], (typeof drawn)[0]]
  dataOf(await at.call('PUT', `/payments/${given.paymentUID}/cancel`, {}))
  const due = async ({ forexContractNo }: typeof kept) => (await contract(at, forexContractNo)).autoCoverTime
  assert.deepEqual([await due(kept), await due(given)], ['2026-07-01T14:01:00.000Z', undefined])
  clock.set('2026-07-01T14:01:00.000Z')
  assert.equal(await coverDueContracts.run(service.app, at.tenant.institution), 1)
  assert.equal((await read(at, `/fx/${kept.forexContractNo}/cover`)).baseAmount, 400)
  for (const [book, balance] of Object.entries(await balances(at, 'fx-position:%'))) assert.equal(balance, 0n, book)
  await assertVerified(at)
})

test("the undrawn amount of a contract expires at midnight after its value date, in the institution's time zone", async () => {
  const at = await trader()
  const [untouched, partly, whole] = [await contractOf(at), await contractOf(at), await contractOf(at)]
  await pay(at, named(partly.forexContractNo))
  await pay(at, { ...named(whole.forexContractNo), paymentAmount: 1000 })
  const sweep = () => expireContracts.run(service.app, at.tenant.institution)
  const { tenantId } = at.tenant.institution
  const due = await service.app.db.read((tx) => expireContracts.next!(tx, at.tenant.institution, clock.now()))
  assert.equal(due?.toString(), '2026-07-04T04:00:00Z')
  clock.set('2026-07-04T03:59:59.999Z')
  assert.equal(await sweep(), 0)
  clock.set('2026-07-04T04:00:00.000Z')
  assert.ok((await service.app.db.read((tx) => expireContracts.due(tx, clock.now()))).includes(tenantId))
  assert.equal(await sweep(), 2)
  assert.equal(await sweep(), 0)
  const states = [untouched, partly, whole].map(({ forexContractNo }) => contract(at, forexContractNo))
  assert.deepEqual(
    (await Promise.all(states)).map(({ tradeStatus }) => tradeStatus),
    ['Expired', 'Expired', 'Completed'],
  )
  assert.equal((await balances(at))['fx-position:EUR'], -1400_00n)
  assertRefused(await at.call('GET', `/fx/${untouched.forexContractNo}/cover`), {
    status: 409,
    code: 'FX001',
    says: 'Expired',
  })
  await assertVerified(at)
  const { baseAmount, quoteAmount, valueDate } = await read(at, `/fx/${partly.forexContractNo}/cover`)
  assert.deepEqual([baseAmount, quoteAmount, valueDate], [400, 433.76, '2026-07-08'], 'what was drawn of it is a risk')
  await read(at, `/fx/${whole.forexContractNo}/cover`)
  for (const [book, balance] of Object.entries(await balances(at, 'fx-position:%'))) assert.equal(balance, 0n, book)
  await assertVerified(at)
})

test('verification finds a draw without a payment, and a payment whose payout hold belongs to another', async () => {
  const at = await trader()
  const { tenantId } = at.tenant.institution
  const { forexContractNo } = await contractOf(at)
  const { paymentUID } = await pay(at, named(forexContractNo))
  const found = async () => {
    const said: string[] = []
    await verifyLedgers(service.app.db, [at.tenant.institution], (line) => said.push(line))
    return said.join('\n')
  }
  await tamper(
    service,
    'update fx_contracts set drawn_buy_amount = drawn_buy_amount + 1 where tenant_id = $1 and contract_no = $2',
    [tenantId, forexContractNo],
  )
  assert.match(await found(), /the drawn amount of an FX contract differs from the draws of its payments/)
  await tamper(
    service,
    'update payment_exchanges set payout_transfer_id = $2 where tenant_id = $1 and payment_id = $2',
    [tenantId, paymentUID],
  )
  assert.match(await found(), /a payout in another currency is not held or posted/)
})

test('a payment in one currency runs no exchange statements at intake or settlement', async (t) => {
  const at = await trader()
  const asked = recordStatements(t, service.app.db)
  const contactUID = await contactAbroad(at, 'USD')
  asked.length = 0
  const body = creditBody({ ...at, contactUID }, { speed: 'Express' })
  const { paymentUID } = dataOf(await at.call('POST', '/payments/creditrequest', body))
  await work(at)
  assert.equal((await read(at, `/payments/${paymentUID}`)).status, 'PROCESSED')
  assert.ok(
    asked.some((text) => text.includes('insert into payments')),
    'its statements are seen',
  )
  // The release of waiting payments reads their exchange with the payment, in one join, and so does
  // the message of one. The number of a contract is a column of payments.
  assert.deepEqual(
    asked.filter(
      (text) =>
        /payment_exchanges|fx_(?!contract_number)/.test(text) &&
        !/from payment_states s join payments p/.test(text) &&
        !text.startsWith('select p.id, p.entry_type'),
    ),
    [],
  )
})

test('the date of a series to another country is a business day of both currencies, as its release is', async () => {
  const at = await trader()
  clock.set('2026-11-20T15:00:00.000Z')
  const recurrence = { frequency: 'Weekly', payUntil: 'NumberOfPayments', numberOfPayments: 2 }
  // Thanksgiving is a business day in the euro area only.
  const thanksgiving = { speed: 'ON', paymentDate: '2026-11-26' }
  for (const more of [{}, { recurrence }]) {
    const body = euros(at, { ...thanksgiving, ...more })
    const preview = dataOf(await at.call('POST', '/v3/payments/creditrequest/preview', body))
    assert.deepEqual([preview.paymentDate, preview.valueDate], ['2026-11-27', '2026-11-27'])
  }
  const { paymentUID, recurrenceUID, valueDate } = await pay(at, { ...thanksgiving, recurrence })
  assert.equal(valueDate, '2026-11-27')
  const coming = await read(at, `/payments/recurrences/${recurrenceUID}/preview`)
  assert.match(JSON.stringify(coming), /"2026-11-27".*"2026-12-03"/)
  clock.set('2026-11-27T15:00:00.000Z')
  await work(at)
  const payment = await read(at, `/payments/${paymentUID}`)
  assert.deepEqual([payment.paymentDate, payment.valueDate], ['2026-11-27', '2026-11-27'])
})

test('the value date of a scheduled payment is that of the contract that it gets on its date', async () => {
  const at = await trader()
  clock.set('2026-11-20T15:00:00.000Z')
  const scheduled = euros(at, { paymentDate: '2026-12-01' })
  const preview = dataOf(await at.call('POST', '/v3/payments/creditrequest/preview', scheduled))
  assert.deepEqual([preview.paymentDate, preview.valueDate], ['2026-12-01', '2026-12-03'])
  const { paymentUID, valueDate } = await pay(at, { paymentDate: '2026-12-01' })
  assert.equal(valueDate, '2026-12-03')
  clock.set('2026-12-01T15:00:00.000Z')
  await workNow(at)
  assert.equal((await read(at, `/payments/${paymentUID}`)).valueDate, '2026-12-03')
})
