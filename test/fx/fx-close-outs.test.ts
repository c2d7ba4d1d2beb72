import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import pg from 'pg'
import { fxSweeps } from '../../src/fx/fx.jobs.ts'
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
  setLine,
} from '../support/fx-market.ts'
import { paymentLifeSweeps, sweepNamed } from '../support/sweeps.ts'
import { contactBody, creditBody, startTestService, type TestService } from '../support/test-service.ts'

const expireContracts = sweepNamed(fxSweeps, 'fx: expire contracts')

const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

async function customerWith(dollars: number, { hasLine = true } = {}): Promise<Market> {
  const at = await openMarket(service)
  if (!hasLine) await setLine(at, at.customerUID, null)
  if (dollars > 0) await deposit(at, at.accountUID, 'USD', dollars)
  return at
}

/** Moves EUR/USD, with a spread of 0.0002. */
async function moveTo(at: Market, bid: number) {
  const above = (points: number) => Number((bid + points).toFixed(8))
  const rate = { baseCcy: 'EUR', quoteCcy: 'USD', bid, mid: above(0.0001), ask: above(0.0002) }
  const forwardPoints = [
    { tenor: 'ON', points: 0 },
    { tenor: '1M', points: 0.0018 },
  ]
  dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates: [{ ...rate, forwardPoints }] }))
}

const read = async (at: Market, no: string) => dataOf(await at.call('GET', `/fx/${no}`))
const closeAccount = async (at: Market) => {
  const path = `/v3/customers/${at.customerUID}/accounts/${at.accountUID}`
  dataOf(await at.call('PATCH', path, { action: 'Close', reason: 'test' }))
}
const cancel = (at: Market, no: string) => at.call('DELETE', `/fx/${no}/cancel`)
const closeOuts = async (at: Market) => dataOf(await at.call('GET', '/v1/institution/fx/close-outs?page=1&limit=100'))
const setFx = async (at: Market, fx: object) => dataOf(await at.call('PUT', '/v1/institution', { fx }))
const euros = (at: Market, contactUID: string, fields: object) =>
  creditBody({ ...at, contactUID }, { paymentCurrency: 'EUR', speed: 'SPOT', ...fields })

async function balanceOf(at: Market) {
  const path = `/v3/customers/${at.customerUID}/accounts/${at.accountUID}?includeAccountBalance=true`
  const { ledgerBalance, availableBalance } = dataOf(await at.call('GET', path))
  return [ledgerBalance, availableBalance]
}

async function assertVerified(at: Market) {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [at.tenant.institution], (line) => said.push(line))
  assert.equal(differences, 0, said.join('\n'))
}

test('a customer that cancels ten million covered euros after they fell pays the loss, and the margin is not kept', async () => {
  const at = await customerWith(11_000_000)
  const { forexContractNo: no } = await contractOf(at, { transferAmount: 10_000_000 })
  dataOf(await at.call('GET', `/fx/${no}/cover`))
  assert.deepEqual(await balances(at), {
    ...{ 'fx-customers:EUR': 10_000_000_00n, 'fx-customers:USD': -10_898_220_00n },
    ...{ 'fx-market:EUR': -10_000_000_00n, 'fx-market:USD': 10_844_000_00n },
    ...{ 'fx-position:EUR': 0n, 'fx-position:USD': 0n, 'fx-result:EUR': 0n, 'fx-result:USD': 54_220_00n },
    ...{ 'fx-margin:EUR': 0n, 'fx-margin:USD': 0n },
  })
  await moveTo(at, 1.0342)
  const cancelled = dataOf(await cancel(at, no))
  assert.equal(cancelled.tradeStatus, 'Cancelled')
  // Bought at 1.0844 and sold at 1.0342.
  const loss = 502_000
  assert.deepEqual(cancelled.closeOut, { sellAmount: 10_898_220, buyAmount: 10_000_000, loss, gain: 0 })
  assert.deepEqual(await balanceOf(at), ['10498000.00', '10498000.00'])
  assert.deepEqual(await balances(at), {
    ...{ 'fx-customers:EUR': 0n, 'fx-customers:USD': 0n },
    // The cover is unwound: what it lost is what the customer paid.
    ...{ 'fx-market:EUR': 0n, 'fx-market:USD': 502_000_00n },
    ...{ 'fx-position:EUR': 0n, 'fx-position:USD': 0n, 'fx-result:EUR': 0n, 'fx-result:USD': 0n },
    ...{ 'fx-margin:EUR': 0n, 'fx-margin:USD': 0n },
  })
  const [closed] = await closeOuts(at)
  const { closeOutUID, closedAt, ...rest } = closed
  assert.match(closeOutUID, /^[0-9a-f-]{36}$/)
  assert.equal(closedAt, START)
  assert.deepEqual(rest, {
    ...{ forexContractNo: no, customerUID: at.customerUID, reason: 'Cancelled' },
    ...{ sellCurrency: 'USD', sellAmount: 10_898_220, buyCurrency: 'EUR', buyAmount: 10_000_000 },
    ...{ marketRate: 1.0342, externalPricingSystemRefId: 'EUR/USD 2026-07-01T14:00:00Z', marginReversed: 54_220 },
    ...{ loss, charged: loss, owed: 0, gain: 0, kept: 0, accountUID: at.accountUID },
    coverUnwound: { baseAmount: 10_000_000, quoteAmount: 10_342_000, valueDate: '2026-07-03' },
  })
  await assertVerified(at)
})

test('a loss comes out of the prefunded amount, even if the account is suspended', async () => {
  const at = await customerWith(1_200, { hasLine: false })
  const { forexContractNo: no } = await contractOf(at)
  await moveTo(at, 0.9842)
  const path = `/v3/customers/${at.customerUID}/accounts/${at.accountUID}`
  dataOf(await at.call('PATCH', path, { action: 'Suspend', reason: 'test' }))
  dataOf(await cancel(at, no))
  assert.deepEqual(await balanceOf(at), ['1099.80', '1099.80'])
  await assertVerified(at)
})

/** A customer on a line of 200 of exposure that owes 40.20 of the loss of 100.20 of a contract. */
async function debtorOf(dollars: number) {
  const at = await customerWith(dollars)
  await setLine(at, at.customerUID, { exposure: 200, spot: 100_000, forward: 100_000 })
  const { forexContractNo: no } = await contractOf(at)
  await moveTo(at, 0.9842)
  dataOf(await cancel(at, no))
  return at
}
const debtsOf = async (at: Market, path = `/v1/customers/${at.customerUID}/receivables`) => {
  const found = dataOf(await at.call('GET', path))
  return (found.receivables ?? found).map(({ amountOwed }: { amountOwed: string }) => amountOwed)
}
const ALL_DEBTS = '/v1/institution/receivables?page=1&limit=10'
const lineOf = async (at: Market) => dataOf(await at.call('GET', `/v1/institution/customers/${at.customerUID}/fx-line`))

test('a loss that no account has is owed, uses the line, and is repaid at once when money arrives', async () => {
  const at = await debtorOf(60)
  const [closed] = await closeOuts(at)
  assert.deepEqual([closed.loss, closed.charged, closed.owed, closed.accountUID], [100.2, 60, 40.2, at.accountUID])
  assert.deepEqual(await balanceOf(at), ['0.00', '0.00'])
  assert.deepEqual(await balances(at, 'receivables:USD:%'), { [`receivables:USD:${at.customerUID}`]: -40_20n })
  assert.deepEqual([await debtsOf(at), await debtsOf(at, ALL_DEBTS)], [['40.20'], ['40.20']])
  const account = `/v3/customers/${at.customerUID}/accounts/${at.accountUID}`
  const close = () => at.call('PATCH', account, { action: 'Close', reason: 'test' })
  assertRefused(await close(), { status: 409, code: 'ACC001', says: 'its customer owes the institution money' })
  assert.equal((await lineOf(at)).used.exposure, 40.2)
  await assertVerified(at)
  await deposit(at, at.accountUID, 'USD', 30)
  assert.deepEqual([await balanceOf(at), await debtsOf(at)], [['0.00', '0.00'], ['10.20']])
  const later = await openAccount(at, 'USD', 100)
  assert.deepEqual([await debtsOf(at), await debtsOf(at, ALL_DEBTS)], [['0.00'], []])
  assert.equal((await balanceOf({ ...at, accountUID: later }))[0], '89.80')
  assert.deepEqual([(await closeOuts(at))[0].owed, (await lineOf(at)).used.exposure], [40.2, 0])
  dataOf(await close())
  await assertVerified(at)
})

test('all Active accounts of the customer pay a loss in turn, the oldest first, and suspended ones do not', async () => {
  const at = await customerWith(60)
  const [suspended, last] = [await openAccount(at, 'USD', 50), await openAccount(at, 'USD', 50)]
  const path = `/v3/customers/${at.customerUID}/accounts/${suspended}`
  dataOf(await at.call('PATCH', path, { action: 'Suspend', reason: 'test' }))
  const { forexContractNo: no } = await contractOf(at)
  await moveTo(at, 0.9842)
  dataOf(await cancel(at, no))
  const left = [at.accountUID, suspended, last].map(async (accountUID) => (await balanceOf({ ...at, accountUID }))[0])
  assert.deepEqual(await Promise.all(left), ['0.00', '50.00', '9.80'])
  const [closed] = await closeOuts(at)
  assert.deepEqual([closed.charged, closed.owed, closed.accountUID], [100.2, 0, at.accountUID])
  assert.deepEqual(await debtsOf(at), [])
  await assertVerified(at)
})

test('a customer that suspends its own account to keep its money repays when it activates the account', async () => {
  const at = await customerWith(60)
  const { forexContractNo: no } = await contractOf(at)
  const path = `/v3/customers/${at.customerUID}/accounts/${at.accountUID}`
  dataOf(await at.call('PATCH', path, { action: 'Suspend', reason: 'test' }))
  await moveTo(at, 0.9842)
  dataOf(await cancel(at, no))
  assert.deepEqual([await balanceOf(at), await debtsOf(at)], [['60.00', '60.00'], ['100.20']])
  dataOf(await at.call('PATCH', path, { action: 'Activate', reason: 'test' }))
  assert.deepEqual([await balanceOf(at), await debtsOf(at)], [['0.00', '0.00'], ['40.20']])
  await assertVerified(at)
})

test('a customer without an account owes the loss, and the first account that it opens repays it', async () => {
  const at = await customerWith(0)
  const { forexContractNo: no } = await contractOf(at)
  await closeAccount(at)
  await moveTo(at, 0.9842)
  dataOf(await cancel(at, no))
  assert.deepEqual(await debtsOf(at), ['100.20'])
  const accountUID = await openAccount(at, 'USD', 150)
  assert.deepEqual([(await balanceOf({ ...at, accountUID }))[0], await debtsOf(at)], ['49.80', ['0.00']])
  await assertVerified(at)
})

test('the institution writes off what a close-out left owed, at most all of it, and the line is free again', async () => {
  const at = await debtorOf(60)
  const path = `/v1/institution/customers/${at.customerUID}/receivables/write-offs`
  const body = (amount: number) => ({ amount, currency: 'USD', reason: 'test', externalReferenceId: 'test' })
  assertRefused(await at.call('POST', path, body(40.21)), { status: 409, code: 'ACC001', says: 'owes 40.20 USD' })
  assert.equal(dataOf(await at.call('POST', path, body(40.2)), 201).amountOwed, '0.00')
  assert.equal((await lineOf(at)).used.exposure, 0)
  await deposit(at, at.accountUID, 'USD', 30)
  assert.deepEqual(await balanceOf(at), ['30.00', '30.00'])
  await assertVerified(at)
})

test('giro ledger verify names a contract whose owed loss is not on the receivable of its customer', async () => {
  const at = await debtorOf(60)
  const { tenantId } = at.tenant.institution
  const owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
  await owner.query('update fx_close_outs set charged_amount = charged_amount + 1 where tenant_id = $1', [tenantId])
  await owner.end()
  const said: string[] = []
  assert.equal(await verifyLedgers(service.app.db, [at.tenant.institution], (line) => said.push(line)), 1)
  assert.match(said.join('\n'), /not on the receivable of its customer.*4019 owed, 4020 in the books/s)
})

test('a gain of a customer without an open account waits in suspense, and is released to its new account', async () => {
  const at = await customerWith(0)
  await setFx(at, { closeOutGains: 'Customer' })
  const { forexContractNo: no } = await contractOf(at)
  await closeAccount(at)
  await moveTo(at, 1.1842)
  dataOf(await cancel(at, no))
  const [closed] = await closeOuts(at)
  assert.deepEqual([closed.gain, closed.kept, closed.accountUID], [99.8, 0, undefined])
  const [item] = dataOf(await at.call('GET', '/v1/institution/suspense?page=1&limit=10'))
  assert.deepEqual([item.reason, item.customerUID, item.amount], ['NoAccount', at.customerUID, '99.80'])
  assert.deepEqual(await balances(at, 'suspense:%'), { 'suspense:unposted:USD': 99_80n })
  await assertVerified(at)
  const accountUID = await openAccount(at, 'USD')
  const release = { accountUID, reason: 'New account', externalReferenceId: 'case-1' }
  dataOf(await at.call('POST', `/v1/institution/suspense/${item.itemUID}/release`, release), 201)
  assert.equal((await balanceOf({ ...at, accountUID }))[0], '99.80')
  await assertVerified(at)
})

test('a gain first repays what the customer owes, in an account or in suspense', async () => {
  for (const hasAccount of [true, false]) {
    const at = await customerWith(0)
    await setFx(at, { closeOutGains: 'Customer' })
    const [losing, gaining] = [await contractOf(at), await contractOf(at)]
    if (!hasAccount) await closeAccount(at)
    await moveTo(at, 1.0342)
    dataOf(await cancel(at, losing.forexContractNo))
    assert.deepEqual(await debtsOf(at), ['50.20'])
    await moveTo(at, 1.1842)
    dataOf(await cancel(at, gaining.forexContractNo))
    assert.deepEqual(await debtsOf(at), ['0.00'])
    const items = dataOf(await at.call('GET', '/v1/institution/suspense?page=1&limit=10'))
    const amounts = items.map(({ amount }: { amount: string }) => amount)
    assert.deepEqual([amounts, hasAccount && (await balanceOf(at))[0]], hasAccount ? [[], '49.60'] : [['49.60'], false])
    await assertVerified(at)
  }
})

test('a gain goes to a suspended account if the customer has no other, because it is open', async () => {
  const at = await customerWith(0)
  await setFx(at, { closeOutGains: 'Customer' })
  const { forexContractNo: no } = await contractOf(at)
  const path = `/v3/customers/${at.customerUID}/accounts/${at.accountUID}`
  dataOf(await at.call('PATCH', path, { action: 'Suspend', reason: 'test' }))
  await moveTo(at, 1.1842)
  dataOf(await cancel(at, no))
  assert.deepEqual(await balanceOf(at), ['99.80', '99.80'])
  await assertVerified(at)
})

test('a gain: the institution keeps what it lost on the contract, and the customer gets the rest', async () => {
  const uncovered = await customerWith(2_000)
  const { forexContractNo } = await contractOf(uncovered)
  await moveTo(uncovered, 1.1842)
  dataOf(await cancel(uncovered, forexContractNo))
  assert.deepEqual(
    (await closeOuts(uncovered)).map(({ gain, kept }: Record<string, number>) => [gain, kept]),
    [[0, 99.8]],
  )
  assert.deepEqual(await balanceOf(uncovered), ['2000.00', '2000.00'])
  await assertVerified(uncovered)

  const covered = await customerWith(2_000)
  const { forexContractNo: no } = await contractOf(covered)
  dataOf(await covered.call('GET', `/fx/${no}/cover`))
  await moveTo(covered, 1.1842)
  assert.equal(dataOf(await cancel(covered, no)).closeOut.gain, 99.8)
  assert.deepEqual(await balanceOf(covered), ['2099.80', '2099.80'])
  await assertVerified(covered)
})

test('the institution can keep all gains, or pass on all gains', async () => {
  for (const [closeOutGains, balance] of [
    ['Institution', '2000.00'],
    ['Customer', '2099.80'],
  ] as const) {
    const at = await customerWith(2_000)
    await setFx(at, { closeOutGains })
    const { forexContractNo: no } = await contractOf(at)
    if (closeOutGains === 'Institution') dataOf(await at.call('GET', `/fx/${no}/cover`))
    await moveTo(at, 1.1842)
    dataOf(await cancel(at, no))
    assert.deepEqual(await balanceOf(at), [balance, balance])
    await assertVerified(at)
  }
})

test('without a current rate, a cancellation is refused, and an expiry waits and says why', async () => {
  const at = await customerWith(2_000)
  await setFx(at, { maxRateAgeSeconds: 60 })
  const { forexContractNo: no } = await contractOf(at)
  clock.advance({ seconds: 61 })
  assertRefused(await cancel(at, no), { status: 409, code: 'FX002', says: 'the rate of EUR/USD is too old' })
  assert.equal((await read(at, no)).tradeStatus, 'Booked')
  clock.set('2026-07-04T04:00:00.000Z')
  const expire = () => expireContracts.run(service.app, at.tenant.institution)
  assert.equal(await expire(), 1)
  const waiting = await read(at, no)
  assert.deepEqual([waiting.tradeStatus, waiting.closeOutWaitsFor], ['Booked', 'the rate of EUR/USD is too old'])
  assert.equal(await expire(), 0)
  await moveTo(at, 1.0742)
  clock.set('2026-07-04T04:00:30.000Z')
  assert.equal(await expire(), 1)
  const expired = await read(at, no)
  assert.deepEqual([expired.tradeStatus, expired.closeOutWaitsFor, expired.closeOut.loss], ['Expired', undefined, 10.2])
  assert.deepEqual(await balanceOf(at), ['1989.80', '1989.80'])
  await assertVerified(at)
})

test('a payment with its own contract that is cancelled bears the loss of the exchange', async () => {
  const at = await customerWith(2_000)
  const contactUID = await contactAbroad(at, 'EUR')
  const pay = async () =>
    dataOf(await at.call('POST', '/payments/creditrequest', euros(at, contactUID, { paymentAmount: 1000 })))
  const first = await pay()
  await moveTo(at, 1.0342)
  dataOf(await at.call('PUT', `/payments/${first.paymentUID}/cancel`, {}))
  assert.deepEqual(await balanceOf(at), ['1949.80', '1949.80'])
  const own = await read(at, first.forexContract)
  assert.deepEqual([own.tradeStatus, own.closeOut.loss], ['Cancelled', 50.2])
  assert.deepEqual((await closeOuts(at))[0].reason, 'Released')
  await assertVerified(at)
})

test('without a current rate, a customer cannot cancel a payment whose contract would be closed out; if its rail rejects it, the amount stays held until there is a rate', async () => {
  const at = await customerWith(2_000)
  await setFx(at, { maxRateAgeSeconds: 60 })
  const contactUID = await contactAbroad(at, 'EUR')
  const body = euros(at, contactUID, { paymentAmount: 1000 })
  const { paymentUID, forexContract } = dataOf(await at.call('POST', '/payments/creditrequest', body))
  clock.advance({ seconds: 61 })
  const refused = { status: 409, code: 'PAYMENT003', says: 'the rate of EUR/USD is too old' }
  assertRefused(await at.call('PUT', `/payments/${paymentUID}/cancel`, {}), refused)
  const { valueDate } = dataOf(await at.call('GET', `/payments/${paymentUID}`))
  clock.set(`${valueDate}T16:00:00Z`)
  for (const sweep of paymentLifeSweeps) await sweep.run(service.app, at.tenant.institution)
  const returned = { achReturnCode: 'AC04', returnNotes: 'test' }
  dataOf(await at.call('PUT', `/payments/${paymentUID}/return`, returned))
  const waiting = await read(at, forexContract)
  assert.deepEqual([waiting.tradeStatus, waiting.closeOutWaitsFor], ['Cancelled', 'the rate of EUR/USD is too old'])
  assert.deepEqual([waiting.fundedAmount, await balanceOf(at)], [1089.83, ['2000.00', '910.17']])
  await assertVerified(at)
  await moveTo(at, 1.0342)
  assert.equal(await expireContracts.run(service.app, at.tenant.institution), 1)
  assert.deepEqual(await balanceOf(at), ['1949.80', '1949.80'])
  assert.equal((await read(at, forexContract)).closeOutWaitsFor, undefined)
  await assertVerified(at)
})

test('a payment that does not settle after its contract has ended is closed out with it', async () => {
  const at = await customerWith(2_000)
  const contactUID = await contactAbroad(at, 'EUR')
  const { forexContractNo: no } = await contractOf(at)
  const additionalInfo = { fxContractNumber: no }
  const body = euros(at, contactUID, { paymentAmount: 400, additionalInfo })
  const { paymentUID } = dataOf(await at.call('POST', '/payments/creditrequest', body))
  await moveTo(at, 1.0342)
  dataOf(await cancel(at, no))
  dataOf(await at.call('PUT', `/payments/${paymentUID}/cancel`, {}))
  const reasons = (await closeOuts(at)).map(({ reason, buyAmount }: Record<string, unknown>) => [reason, buyAmount])
  assert.deepEqual(reasons, [
    ['Released', 400],
    ['Cancelled', 600],
  ])
  assert.deepEqual((await read(at, no)).closeOut, { sellAmount: 1089.83, buyAmount: 1000, loss: 50.2, gain: 0 })
  assert.deepEqual(await balanceOf(at), ['1949.80', '1949.80'])
  await assertVerified(at)
})

type Named = 'none' | 'open' | 'ended'

/**
 * A customer that transferred 400 euros to an account of its own, on a contract of the transfer or
 * on one that it prefunded, and then owes 50.20 dollars with nothing available.
 */
async function owingTransfer(named: Named) {
  const at = await customerWith(2_000)
  const prefunded =
    named === 'none' ? undefined : await contractOf(at, { tenor: 'ON' }, { fundingAccountUID: at.accountUID })
  const losing = await contractOf(at)
  const accountUID = await openAccount(at, 'EUR')
  const { routingNumber: nationalCode, accountNumber: accountNo } = dataOf(
    await at.call('GET', `/v3/customers/${at.customerUID}/accounts/${accountUID}`),
  )
  const contactBank = { name: 'Own bank', country: 'US', accountCcy: 'EUR', accountNo, nationalCode }
  const path = `/customers/${at.customerUID}/contacts`
  const contact = dataOf(await at.call('POST', path, contactBody({ contactBank })))
  const additionalInfo = prefunded && { additionalInfo: { fxContractNumber: prefunded.forexContractNo } }
  const body = euros(at, String(contact.customerContactUID), {
    paymentAmount: 400,
    speed: 'Instant',
    ...additionalInfo,
  })
  const paid = dataOf(await at.call('POST', '/payments/creditrequest', body))
  assert.equal(paid.paymentStatus, 'PROCESSED')
  if (named === 'ended') dataOf(await cancel(at, prefunded.forexContractNo))
  const [, amount] = await balanceOf(at)
  const spent = {
    direction: 'Debit',
    amount: Number(amount),
    currency: 'USD',
    reason: 'test',
    externalReferenceId: 'x',
  }
  dataOf(await at.call('POST', `/v1/institution/accounts/${at.accountUID}/adjustments`, spent), 201)
  await moveTo(at, 1.0342)
  dataOf(await cancel(at, losing.forexContractNo))
  assert.deepEqual([(await balanceOf(at))[1], await debtsOf(at)], ['0.00', ['50.20']])
  return { at, paid, prefunded }
}
const reverse = async (at: Market, { paymentUID }: { paymentUID: string }) =>
  dataOf(await at.call('PUT', `/payments/${paymentUID}/reverse`, { reversalNotes: 'test' }))

for (const named of ['none', 'ended'] as const)
  test(`the reversal of an exchange by a customer that owes pays the close-out first, and then the debt (contract: ${named})`, async () => {
    const { at, paid } = await owingTransfer(named)
    await reverse(at, paid)
    const [{ reason, loss }] = await closeOuts(at)
    assert.equal(reason, 'Released')
    assert.ok(loss > 0)
    const left = (Number(paid.senderAmount) - loss - 50.2).toFixed(2)
    assert.deepEqual([await balanceOf(at), await debtsOf(at)], [[left, left], ['0.00']])
    await assertVerified(at)
  })

test('the reversal of an exchange on an open prefunded contract holds the amount again, and repays no debt with it', async () => {
  const { at, paid, prefunded } = await owingTransfer('open')
  await reverse(at, paid)
  assert.deepEqual([await balanceOf(at), await debtsOf(at)], [['1089.73', '0.00'], ['50.20']])
  assert.equal((await read(at, prefunded.forexContractNo)).fundedAmount, 1089.73)
  await assertVerified(at)
  // What the close-out leaves of the hold is available, and repays.
  dataOf(await cancel(at, prefunded.forexContractNo))
  assert.deepEqual([await balanceOf(at), await debtsOf(at)], [['989.43', '989.43'], ['0.00']])
  await assertVerified(at)
})

test('a margin that is income at the draw is earned as payments draw, and given back as they are cancelled', async () => {
  const at = await customerWith(2_000)
  await setFx(at, { marginIncome: 'AtDraw' })
  const contactUID = await contactAbroad(at, 'EUR')
  const { forexContractNo: no } = await contractOf(at)
  const margins = async () => {
    const { 'fx-margin:USD': deferred, 'fx-result:USD': result } = await balances(at)
    return [deferred, result]
  }
  assert.deepEqual(await margins(), [5_43n, 0n])
  const additionalInfo = { fxContractNumber: no }
  const body = euros(at, contactUID, { paymentAmount: 400, additionalInfo })
  const { paymentUID } = dataOf(await at.call('POST', '/payments/creditrequest', body))
  assert.deepEqual(await margins(), [3_26n, 2_17n])
  await assertVerified(at)
  dataOf(await at.call('PUT', `/payments/${paymentUID}/cancel`, {}))
  assert.deepEqual(await margins(), [5_43n, 0n])
  dataOf(await at.call('POST', '/payments/creditrequest', body))
  dataOf(await cancel(at, no))
  // 2.18 of margin, and the spread on the rest, which the customer lost by cancelling.
  assert.deepEqual(await margins(), [0n, 2_18n + 12n])
  await assertVerified(at)
})

test('a close-out is in the audit log and in the event feed', async () => {
  const at = await customerWith(2_000)
  const { forexContractNo: no } = await contractOf(at)
  dataOf(await cancel(at, no))
  const [audited] = await service.query<{ subject_id: string; after: { loss: number } }>(
    "select subject_id, after from audit_log where tenant_id = $1 and action = 'fx.contract.closedOut'",
    [at.tenant.institution.tenantId],
  )
  assert.ok(audited)
  assert.equal(audited.after.loss, 0.2)
})
