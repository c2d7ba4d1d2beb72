import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { balances, contactAbroad, type Market, openAccount, openMarket } from '../support/fx-market.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import { creditBody, startTestService, type TestService } from '../support/test-service.ts'

const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
let market: Market
/** The fee of international payments: five dollars. */
let feeId: number
before(async () => {
  service = await startTestService({ clock, worker: false })
  market = await openMarket(service)
  feeId = await setFee('USD', 5)
  const tier = { application: 'Payments', feeTier: 'Standard' }
  dataOf(await market.call('POST', `/v1/customers/${market.customerUID}/fees`, tier))
})
after(async () => {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [market.tenant.institution], (line) => said.push(line))
  await service.stop()
  assert.equal(differences, 0, said.join('\n'))
})

async function setFee(currency: string, flat: number): Promise<number> {
  const tiers = [{ name: 'Standard', from: 0, flat }]
  const fee = { application: 'Payments', currency, name: 'Abroad', product: 'SWIFT', tierBy: 'Amount', tiers }
  return dataOf(await market.call('POST', '/v1/institution/fees', fee), 201).feeId
}
async function bodyIn(currency: string, balance: number) {
  const accountUID = await openAccount(market, currency, balance)
  const contactUID = await contactAbroad(market, currency)
  return creditBody({ accountUID, contactUID }, { paymentAmount: 100, paymentCurrency: currency, speed: 'SPOT' })
}
/** Runs every sweep of payments once. */
async function work(): Promise<void> {
  for (const { run } of paymentLifeSweeps) await run(service.app, market.tenant.institution)
}
const availableIn = async (body: { sender: { accountUID: string } }) => {
  const path = `/v3/customers/${market.customerUID}/accounts/${body.sender.accountUID}?includeAccountBalance=true`
  return dataOf(await market.call('GET', path)).availableBalance
}

test('a fee in another currency is charged at the rate of the day, rounded up, and the answer has the rate', async () => {
  const body = await bodyIn('EUR', 200)
  // 5.00 USD at 1.0843 are 4.6112 EUR.
  const converted = {
    ...{ name: 'Abroad', amount: '4.62', currency: 'EUR' },
    ...{ scheduledAmount: '5.00', scheduledCurrency: 'USD', rate: '1.0843' },
  }
  const preview = dataOf(await market.call('POST', '/payments/creditrequest/preview', body))
  assert.deepEqual([preview.fee.amount, preview.fee.charges], ['4.62', [converted]])
  const made = dataOf(await market.call('POST', '/payments/creditrequest', body))
  assert.deepEqual(made.bankFees, [converted])
  assert.equal(await availableIn(body), '95.38')
  const shown = dataOf(await market.call('GET', `/payments/${made.paymentUID}`))
  assert.deepEqual([shown.bankFee, shown.bankFees], ['4.62', [converted]])
  const [hold] = await service.query<{ code: string; amount: bigint }>(
    `select a.code, t.amount from ledger_transfers t join ledger_accounts a on a.tenant_id = t.tenant_id and a.id = t.credit_account_id
     where t.reference_id = $1 and t.purpose = 'fee'`,
    [made.paymentUID],
  )
  assert.deepEqual(hold, { code: `fees:EUR:${feeId}`, amount: 4_62n })
  assert.deepEqual(await balances(market, 'fees:%'), { [`fees:USD:${feeId}`]: 0n, [`fees:EUR:${feeId}`]: 0n })
})

test('a fee without a rate to the currency of the account is refused with the pair, and nothing is held', async () => {
  const body = await bodyIn('GBP', 0)
  const refused = { status: 409, code: 'PAYMENT002', says: 'GBP/USD has no rate, and a fee is in another currency' }
  assertRefused(await market.call('POST', '/payments/creditrequest', body), refused)
  const preview = dataOf(await market.call('POST', '/payments/creditrequest/preview', body))
  assert.ok(preview.refusals.some(({ message }: { message: string }) => message.includes('GBP/USD has no rate')))
  assert.equal(await availableIn(body), '0.00')
})

test('the fee that the schedule has in the currency of the account is charged instead, without a rate', async () => {
  await setFee('EUR', 3)
  const made = dataOf(await market.call('POST', '/payments/creditrequest', await bodyIn('EUR', 200)))
  assert.equal(made.bankFees, undefined)
  const { bankFees } = dataOf(await market.call('GET', `/payments/${made.paymentUID}`))
  assert.deepEqual(bankFees, [{ name: 'Abroad', amount: '3.00', currency: 'EUR' }])
})

test('a due payment whose fee has no rate is tried again, and is charged once there is one', async () => {
  const body = await bodyIn('GBP', 200)
  const scheduled = { ...body, paymentDate: '2026-07-02' }
  const { paymentUID: uid } = dataOf(await market.call('POST', '/payments/creditrequest', scheduled))
  const read = async () => dataOf(await market.call('GET', `/payments/${uid}`))
  clock.set('2026-07-02T14:00:00.000Z')
  await work()
  const { status, bankFees } = await read()
  assert.deepEqual([status, bankFees, await availableIn(body)], ['FUTURE_DATED', undefined, '200.00'])
  const rates = [{ baseCcy: 'GBP', quoteCcy: 'USD', bid: 1.26, mid: 1.27, ask: 1.28 }]
  dataOf(await market.call('PUT', '/v1/institution/fx/rates', { rates }))
  clock.advance({ minutes: 31 })
  await work()
  // 5.00 USD at 1.27 are 3.9370 GBP.
  const released = await read()
  assert.equal(released.bankFee, '3.94')
  assert.deepEqual([released.bankFees[0].scheduledAmount, released.bankFees[0].rate], ['5.00', '1.27'])
  assert.equal(await availableIn(body), '96.06')
})

test('with BEN, the converted fee comes out of the amount', async () => {
  const body = await bodyIn('GBP', 200)
  const made = dataOf(
    await market.call('POST', '/payments/creditrequest', { ...body, additionalInfo: { detailsOfCharges: 'BEN' } }),
  )
  assert.equal(made.bankFees[0].amount, '3.94')
  assert.equal(await availableIn(body), '100.00')
  dataOf(await market.call('PUT', `/payments/${made.paymentUID}/cancel`, {}))
  assert.equal(await availableIn(body), '200.00')
})

test('with a rate that is too old, the payment is refused, and its repetition with a new rate is not', async () => {
  const body = await bodyIn('GBP', 200)
  dataOf(await market.call('PUT', '/v1/institution', { fx: { maxRateAgeSeconds: 900 } }))
  clock.advance({ minutes: 16 })
  const says = 'the rate of GBP/USD is too old, and a fee is in another currency'
  assertRefused(await market.call('POST', '/payments/creditrequest', body), { status: 409, code: 'PAYMENT002', says })
  const rates = [{ baseCcy: 'GBP', quoteCcy: 'USD', bid: 1.24, mid: 1.25, ask: 1.26 }]
  dataOf(await market.call('PUT', '/v1/institution/fx/rates', { rates }))
  assert.equal(dataOf(await market.call('POST', '/payments/creditrequest', body)).bankFees[0].amount, '4.00')
})
