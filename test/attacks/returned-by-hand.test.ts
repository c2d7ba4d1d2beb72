import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { deposit, type Market, openAccount, openMarket } from '../support/fx-market.ts'
import { creditOf, openMessageBank } from '../support/message-bank.ts'
import { passTime } from '../support/sweeps.ts'
import {
  accountBody,
  contactBody,
  createPayer,
  creditBody,
  customerBody,
  type Reply,
  startTestService,
  type TestClient,
  type TestService,
  transferBody,
} from '../support/test-service.ts'

// A return that no bank made pays the money of the bank to whoever sent the payment, and a reversal
// takes it from whoever received it. One person does either alone up to an amount a day, however it
// is split, and in whatever currency it is.

const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

interface Bank extends Market {
  second: TestClient
  /** Pays another customer from a new account in the currency, and returns the paymentUID. */
  transfer(currency: string, amount: number): Promise<string>
  reverse(uid: string, client?: TestClient, node?: string): Promise<Reply>
  goDual(): Promise<void>
}

const ALONE = 100

/** An institution in which one person returns 100 dollars a day alone under dual control. */
async function openBank(settings: object = {}): Promise<Bank> {
  const at = await openMarket(service)
  dataOf(await at.call('PUT', '/v1/institution', { returns: { aloneUpTo: ALONE }, ...settings }))
  const second = await service.createClient(at.tenant, {})
  const { customerUID: other } = dataOf(await at.call('POST', '/v2/customers', customerBody()))
  return {
    ...at,
    second,
    async transfer(currency, amount) {
      const from = await openAccount(at, currency, amount)
      const body = accountBody({ currency })
      const to = dataOf(await at.call('POST', `/v3/customers/${other}/accounts`, body), 201).accountUID
      const asked = transferBody({ from, to, paymentAmount: amount, paymentCurrency: currency })
      return dataOf(await at.call('POST', '/v3/payments/booktransfer', asked)).paymentUID
    },
    reverse: (uid, client = at.tenant.client, node = undefined) =>
      service.call('PUT', `/v3/payments/${uid}/reverse`, {}, { client, ...(node && { at: node }) }),
    goDual: async () => void dataOf(await at.call('PUT', '/v1/institution', { dualControl: true })),
  }
}

const shown = async (bank: Pick<Market, 'call'>, reply: Reply) =>
  dataOf(await bank.call('GET', `/v1/institution/approvals/${dataOf(reply, 202).approvalUID}`))

test('one person cannot reverse many payments that are each below the amount', async () => {
  const bank = await openBank()
  const uids = await Promise.all([40, 60, 0.01, 60].map((amount) => bank.transfer('USD', amount)))
  await bank.goDual()
  for (const uid of uids.slice(0, 2)) dataOf(await bank.reverse(uid))
  const { current, approvalUID, contentHash } = await shown(bank, await bank.reverse(uids[2]!))
  assert.deepEqual(current, {
    ...{ status: 'PROCESSED', amount: '0.01', currency: 'USD', worth: 0.01 },
    waitsBecause: ['it is more than one person returns alone on a day (returns.aloneUpTo)'],
  })
  // Another person has their own day.
  dataOf(await bank.reverse(uids[3]!, bank.second))
  const path = `/v1/institution/approvals/${approvalUID}/approve`
  assertRefused(await bank.call('PUT', path, { contentHash }), { status: 403, code: 'APPROVAL001', says: 'own' })
  dataOf(await service.call('PUT', path, { contentHash }, { client: bank.second }))
  const { status } = dataOf(await bank.call('GET', `/v3/payments/${uids[2]}`))
  assert.equal(status, 'REVERSED')
})

test('an amount in another currency is measured in that of the institution', async () => {
  const bank = await openBank()
  // 92.22 euros are 99.994146 dollars, and 15,126 yen are 100.0066… dollars.
  const [euros, more, yen] = [
    await bank.transfer('EUR', 92.22),
    await bank.transfer('EUR', 92.23),
    await bank.transfer('JPY', 15_126),
  ]
  const later = await bank.transfer('KWD', 1)
  await bank.goDual()
  assert.equal((await bank.reverse(more)).status, 202)
  assert.equal((await bank.reverse(yen)).status, 202)
  dataOf(await bank.reverse(euros))
  // A dinar is more than three dollars: nothing of the day is left for it.
  assert.equal((await bank.reverse(later)).status, 202)
})

test('an amount without a current rate takes two people', async () => {
  const bank = await openBank({ fx: { maxRateAgeSeconds: 900 } })
  const uid = await bank.transfer('EUR', 1)
  await bank.goDual()
  clock.advance({ seconds: 901 })
  const { current } = await shown(bank, await bank.reverse(uid))
  assert.deepEqual([current.worth, current.waitsBecause], [null, ['the rate of EUR/USD is too old']])
})

test('a return that no bank made waits above the amount, together with reversals', async () => {
  const bank = await openBank()
  const contact = contactBody()
  const path = `/customers/${bank.customerUID}/contacts`
  const contactUID = dataOf(await bank.call('POST', path, contact)).customerContactUID
  await deposit(bank, bank.accountUID, 'USD', 1000)
  const pay = async (paymentAmount: number) => {
    const body = creditBody({ accountUID: bank.accountUID, contactUID }, { speed: 'Express', paymentAmount })
    return String(dataOf(await bank.call('POST', '/payments/creditrequest', body)).paymentUID)
  }
  const [small, large, last] = [await pay(60), await pay(101), await pay(41)]
  const transfer = await bank.transfer('USD', 40)
  await passTime(service.app, {
    passes: 8,
    tick: () => clock.advance({ seconds: 3 }),
    institution: () => bank.tenant.institution,
  })
  await bank.goDual()
  const back = (uid: string) =>
    bank.call('PUT', `/v3/payments/${uid}/return`, { achReturnCode: 'AC04', returnNotes: 'test' })
  assert.equal(dataOf(await bank.call('GET', `/v3/payments/${large}`)).status, 'PROCESSED')
  assert.equal((await back(large)).status, 202)
  dataOf(await back(small))
  assert.equal((await back(last)).status, 202)
  dataOf(await bank.reverse(transfer))
  assert.equal((await back(large)).status, 202)
  const account = `/v3/customers/${bank.customerUID}/accounts/${bank.accountUID}?includeAccountBalance=true`
  assert.equal(dataOf(await bank.call('GET', account)).ledgerBalance, '858.00')
  const said: string[] = []
  assert.equal(await verifyLedgers(service.app.db, [bank.tenant.institution], (line) => said.push(line)), 0, said[0])
})

test('ten reversals at once through two nodes do not exceed the day', async () => {
  const bank = await openBank()
  const uids: string[] = []
  for (let n = 0; n < 10; n++) uids.push(await bank.transfer('USD', 25))
  await bank.goDual()
  const nodes = [service.baseUrl, await service.startNode({ worker: false })]
  const replies = await Promise.all(uids.map((uid, n) => bank.reverse(uid, bank.tenant.client, nodes[n % 2])))
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [...Array(4).fill(200), ...Array(6).fill(202)])
})

test('someone who returns payments cannot raise the amount alone', async () => {
  const bank = await openBank()
  await bank.goDual()
  const entitlements = ENTITLEMENTS.filter((one) => one !== 'Institution.Manage_Limits_And_Fees')
  const client = await service.createClient(bank.tenant, { entitlements })
  const raised = { returns: { aloneUpTo: 1_000_000 } }
  const refused = await service.call('PUT', '/v1/institution', raised, { client })
  assertRefused(refused, { status: 403, code: 'AUTH002', says: 'Manage_Limits_And_Fees' })
  assert.equal((await bank.call('PUT', '/v1/institution', raised)).status, 202)
  for (const aloneUpTo of [-1, 0.001, 1e12, 'all'])
    assertRefused(await bank.call('PUT', '/v1/institution', { returns: { aloneUpTo } }), {
      ...{ status: 400, code: 'INST001', says: 'returns.aloneUpTo' },
    })
})

test('what came in and reached an account goes back above the amount only by two people', async () => {
  const bank = await openMessageBank()
  try {
    const payer = await createPayer(bank.service, { balance: 100 })
    const receive = async () => {
      const credit = creditOf(payer.accountNumber, {})
      await bank.says(credit.rail, [{ kind: 'received', credit }])
      return (await bank.receipts()).at(-1)!.receiptUID
    }
    const [one, other] = [await receive(), await receive()]
    // Each is 25.00.
    await bank.call('PUT', '/v1/institution', { returns: { aloneUpTo: 49.99 } })
    await bank.call('PUT', '/v1/institution', { dualControl: true })
    const back = (uid: string) => bank.call('POST', `/v3/receipts/${uid}/return`, { reason: 'FOCR' })
    assert.equal((await back(one)).status, 200)
    assert.equal((await back(other)).status, 202)
    assert.equal((await bank.receipt(other)).status, 'POSTED')
  } finally {
    await bank.stop()
  }
})

test('every adjustment and write-off takes two people, in any currency and of any size', async () => {
  const bank = await openBank()
  const yen = await openAccount(bank, 'JPY')
  await bank.goDual()
  const body = { direction: 'Credit', amount: 1, currency: 'JPY', reason: 'test', externalReferenceId: 'test' }
  const path = `/v1/institution/accounts/${yen}/adjustments`
  assert.equal((await bank.call('POST', path, body)).status, 202)
})
