import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { contractOf, deposit, type Market, marketRates, openAccount, openMarket } from '../support/fx-market.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { contactBody, creditBody, startTestService, type TestService } from '../support/test-service.ts'

// Money is priced for one day and delivered on another. A customer buys at the price of a later
// day, has the currency today, and sells it today: each round brings it the points between.

const START = '2026-07-01T14:00:00.000Z'
const [TODAY, TOMORROW, SPOT] = ['2026-07-01', '2026-07-02', '2026-07-03']
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

interface Trader extends Market {
  euroAccountUID: string
  /** The euro account, as a contact of its owner. */
  contactUID: string
}

/** A customer with 100,000 dollars, and a euro account here. Euros are dearer for a later day. */
async function trader(): Promise<Trader> {
  const at = await openMarket(service)
  const forwardPoints = [
    { tenor: 'ON', points: -0.002 },
    { tenor: '1M', points: 0.03 },
  ]
  const [rate] = marketRates
  dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates: [{ ...rate, forwardPoints }] }))
  dataOf(await at.call('PUT', '/v1/institution/fx/margins', { margins: [{ basisPoints: 0 }] }))
  await deposit(at, at.accountUID, 'USD', 100_000)
  const euroAccountUID = await openAccount(at, 'EUR', 50_000)
  const account = dataOf(await at.call('GET', `/v3/customers/${at.customerUID}/accounts/${euroAccountUID}`))
  const { accountNumber: accountNo, routingNumber: nationalCode } = account
  const contactBank = { name: 'Own bank', country: 'US', accountCcy: 'EUR', accountNo, nationalCode }
  const made = dataOf(await at.call('POST', `/customers/${at.customerUID}/contacts`, contactBody({ contactBank })))
  return { ...at, euroAccountUID, contactUID: String(made.customerContactUID) }
}

const drawBody = (at: Trader, fxContractNumber: string, fields: object = {}) =>
  creditBody(at, {
    ...{ paymentAmount: 1000, paymentCurrency: 'EUR', speed: 'SPOT', additionalInfo: { fxContractNumber } },
    ...fields,
  })
const draw = async (at: Trader, fxContractNumber: string, fields: object = {}) =>
  dataOf(await at.call('POST', '/payments/creditrequest', drawBody(at, fxContractNumber, fields)))
const read = async ({ call }: Market, path: string) => dataOf(await call('GET', path))
const paymentOf = async (at: Market, { paymentUID }: { paymentUID: string }) => read(at, `/payments/${paymentUID}`)
const statusOf = async (at: Market, no: string) => (await read(at, `/v2/fx/${no}`)).tradeStatus
const euros = async (at: Trader) =>
  (await read(at, `/v3/customers/${at.customerUID}/accounts/${at.euroAccountUID}?includeAccountBalance=true`))
    .ledgerBalance

/** The worker of a day, at its start in New York and an hour later. */
async function workOn(at: Market, day: string) {
  clock.set(`${day}T05:00:00Z`)
  dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates: marketRates }))
  for (const name of ['make recurring payments', 'release due payments', 'lift held payments', 'release due payments'])
    await sweepNamed(paymentSweeps, `payments: ${name}`).run(service.app, at.tenant.institution)
}

async function assertVerified(at: Market) {
  const said: string[] = []
  const { tenant } = at
  assert.equal(await verifyLedgers(service.app.db, [tenant.institution], (line) => said.push(line)), 0, said.join('\n'))
}

/** What is drawn has not moved before the value date, and is there on it. */
async function assertPaysOn(at: Trader, payment: { paymentUID: string }, { no, had }: { no: string; had: string }) {
  assert.deepEqual([(await paymentOf(at, payment)).status, await euros(at)], ['FUTURE_DATED', had])
  assert.equal(await statusOf(at, no), 'Booked')
  await workOn(at, TOMORROW)
  assert.deepEqual([(await paymentOf(at, payment)).status, await euros(at)], ['FUTURE_DATED', had])
  await workOn(at, SPOT)
  const { status, valueDate, paymentDate } = await paymentOf(at, payment)
  assert.deepEqual([status, valueDate, paymentDate], ['PROCESSED', SPOT, SPOT])
  assert.deepEqual([await euros(at), await statusOf(at, no)], [(Number(had) + 1000).toFixed(2), 'Completed'])
  await assertVerified(at)
}

for (const speed of ['SPOT', 'TN', 'ON', 'Instant', 'Economy'])
  test(`a spot contract pays an account of the bank on its value date, at speed ${speed}, and not today`, async () => {
    const at = await trader()
    const { forexContractNo: no, valueDate } = await contractOf(at)
    assert.equal(valueDate, SPOT)
    const made = await draw(at, no, { speed })
    assert.deepEqual([made.paymentStatus, made.valueDate, made.paymentDate], ['FUTURE_DATED', SPOT, undefined])
    await assertPaysOn(at, made, { no, had: '50000.00' })
  })

test('rounds of a spot contract and a transfer back gain nothing today', async () => {
  const at = await trader()
  for (let round = 0; round < 3; round++) {
    const { forexContractNo } = await contractOf(at, { sellCurrency: 'EUR', buyCurrency: 'USD', transferAmount: 1000 })
    const account = await read(at, `/v3/customers/${at.customerUID}/accounts/${at.accountUID}`)
    const contactBank = { name: 'Own', country: 'US', accountCcy: 'USD', accountNo: account.accountNumber }
    const bank = { ...contactBank, nationalCode: account.routingNumber }
    const contact = dataOf(
      await at.call('POST', `/customers/${at.customerUID}/contacts`, contactBody({ contactBank: bank })),
    )
    const drawer = { ...at, accountUID: at.euroAccountUID, contactUID: String(contact.customerContactUID) }
    const made = await draw(drawer, forexContractNo, { paymentCurrency: 'USD' })
    assert.equal(made.paymentStatus, 'FUTURE_DATED')
  }
  assert.equal(await euros(at), '50000.00')
})

test('a date before the value date becomes the value date, and one after it is refused', async () => {
  const at = await trader()
  const { forexContractNo: no } = await contractOf(at)
  const late = await at.call('POST', '/payments/creditrequest', drawBody(at, no, { paymentDate: '2026-07-04' }))
  assertRefused(late, { status: 400, code: 'CREDIT_AMOUNT_NOFXMATCH', says: 'is before the payment date' })
  await assertPaysOn(at, await draw(at, no, { paymentDate: TOMORROW }), { no, had: '50000.00' })
})

test('a forward that spot has reached pays an account of the bank on its value date', async () => {
  const at = await trader()
  const { forexContractNo: no, valueDate } = await contractOf(at, { productType: 'FORWARD', tenor: '1M' })
  const early = await at.call('POST', '/payments/creditrequest', drawBody(at, no))
  assertRefused(early, { status: 400, code: 'CREDIT_AMOUNT_NOFXMATCH', says: 'the spot date of a payment' })
  clock.set('2026-07-30T14:00:00Z')
  const made = await draw(at, no)
  assert.deepEqual([made.paymentStatus, made.valueDate, await euros(at)], ['FUTURE_DATED', valueDate, '50000.00'])
  await workOn(at, valueDate)
  assert.equal(await euros(at), '51000.00')
})

test('a contract for today pays today', async () => {
  const at = await trader()
  const { forexContractNo: no } = await contractOf(at, { tenor: 'ON' })
  const made = await draw(at, no)
  assert.deepEqual([made.paymentStatus, made.valueDate, await euros(at)], ['PROCESSED', TODAY, '51000.00'])
  await assertVerified(at)
})

test('the preview says when a contract pays', async () => {
  const at = await trader()
  const { forexContractNo: no } = await contractOf(at)
  const shown = dataOf(await at.call('POST', '/payments/creditrequest/preview', drawBody(at, no)))
  assert.deepEqual([shown.paymentStatus, shown.paymentDate, shown.valueDate], ['FUTURE_DATED', SPOT, SPOT])
})

test('a draw that somebody approves today pays on the value date', async () => {
  const at = await trader()
  const { forexContractNo: no } = await contractOf(at)
  const settings = { legalEntityAccessSettings: { paymentDualApproval: true } }
  dataOf(await at.call('PUT', `/v2/customers/${at.customerUID}`, settings))
  const [ada, bob] = await Promise.all(
    [1, 2].map(() => service.createClient(at.tenant, { legalEntityId: BigInt(at.customerUID) })),
  )
  const made = dataOf(await service.call('POST', '/payments/creditrequest', drawBody(at, no), { client: ada! }))
  assert.equal(made.paymentStatus, 'PENDING_APPROVAL')
  dataOf(await service.call('PUT', `/payments/${made.paymentUID}/approve`, {}, { client: bob! }))
  await assertPaysOn(at, made, { no, had: '50000.00' })
})

test('each payment of a series draws on the value date, and none before', async () => {
  const at = await trader()
  const { forexContractNo: no } = await contractOf(at, { transferAmount: 3000 })
  const recurrence = { frequency: 'Daily', payUntil: 'NumberOfPayments', numberOfPayments: 3 }
  const made = await draw(at, no, { recurrence })
  assert.equal(made.paymentStatus, 'FUTURE_DATED')
  for (const day of [TOMORROW, TOMORROW]) await workOn(at, day)
  assert.deepEqual([await euros(at), await statusOf(at, no)], ['50000.00', 'Booked'])
  await workOn(at, SPOT)
  assert.deepEqual([await euros(at), await statusOf(at, no)], ['53000.00', 'Completed'])
  await assertVerified(at)
})

test('a scheduled draw that was held until after the value date fails, and draws nothing', async () => {
  const at = await trader()
  const { forexContractNo: no } = await contractOf(at)
  const made = await draw(at, no)
  const account = `/v2/customers/${at.customerUID}/accounts/${at.accountUID}`
  dataOf(await at.call('PATCH', account, { action: 'Suspend', reason: 'test' }))
  await workOn(at, SPOT)
  assert.equal((await paymentOf(at, made)).status, 'HELD')
  clock.set('2026-07-06T14:00:00Z')
  dataOf(await at.call('PATCH', account, { action: 'Activate', reason: 'test' }))
  await workOn(at, '2026-07-06')
  assert.deepEqual([(await paymentOf(at, made)).status, await euros(at)], ['VALIDATION_FAILURE', '50000.00'])
})
