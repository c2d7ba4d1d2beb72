import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { balances, contactAbroad, type Market, openAccount, openMarket } from '../support/fx-market.ts'
import { creditBody, startTestService, type TestService } from '../support/test-service.ts'

const clock = fixedClock('2026-07-01T14:00:00Z')
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
