import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { contactAbroad, type Market, marketRates, openAccount, openMarket } from '../support/fx-market.ts'
import { recordStatements } from '../support/statements.ts'
import { sweepNamed } from '../support/sweeps.ts'
import {
  accountBody,
  creditBody,
  customerBody,
  startTestService,
  type TestService,
  transferBody,
} from '../support/test-service.ts'

const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

/** A customer with an account and a contact in one foreign currency, at an institution in USD. */
interface Abroad extends Market {
  currency: string
  contactUID: string
}

async function abroad(currency = 'EUR'): Promise<Abroad> {
  const market = await openMarket(service)
  const caps = ['USD', currency].map((code) => ({ currency: code, perBooking: 1_000_000, perDay: 1_000_000 }))
  dataOf(await market.call('PUT', '/v1/institution', { adjustmentCaps: caps }))
  const accountUID = await openAccount(market, currency, 1_000_000)
  return { ...market, accountUID, currency, contactUID: await contactAbroad(market, currency) }
}

const bodyOf = (at: Abroad, paymentAmount: number, fields: object = {}) =>
  creditBody(at, { paymentAmount, paymentCurrency: at.currency, speed: 'SPOT', ...fields })
const send = (at: Abroad, amount: number, fields: object = {}) =>
  at.call('POST', '/payments/creditrequest', bodyOf(at, amount, fields))
const pay = async (at: Abroad, amount: number, fields: object = {}) => dataOf(await send(at, amount, fields))

const update = async (at: Market, body: object) => dataOf(await at.call('PUT', `/v2/customers/${at.customerUID}`, body))
const setLimits = (at: Market, limits: Record<string, number>) =>
  update(at, {
    limits: [{ appName: 'Payments', appLimits: Object.entries(limits).map(([key, value]) => ({ key, value })) }],
  })

async function usedOf({ call, customerUID }: Market, paymentRail: string, code: string): Promise<number> {
  const { limits } = dataOf(await call('POST', `/v1/customers/${customerUID}/limits`, { paymentRail }))
  return limits.find((limit: { code: string }) => limit.code === code).usedAmount
}

const setRate = async (at: Market, rate: object) =>
  dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates: [rate] }))
const euroAt = (mid: number) => ({ ...marketRates[0]!, bid: mid, mid, ask: mid })

async function assertVerified({ tenant }: Market): Promise<void> {
  const said: string[] = []
  assert.equal(await verifyLedgers(service.app.db, [tenant.institution], (line) => said.push(line)), 0, said.join())
}

/** A colleague approves all changes that wait. */
async function approveAll({ tenant }: Market): Promise<void> {
  const client = await service.createClient(tenant, {})
  const queue = '/v1/institution/approvals'
  const waiting = await service.call('GET', `${queue}?page=1&limit=100&status=Pending`, undefined, { client })
  for (const { approvalUID, contentHash } of dataOf(waiting))
    dataOf(await service.call('PUT', `${queue}/${approvalUID}/approve`, { contentHash }, { client }))
}

const SWIFT_DAY = 'SWIFT_PAYMENT_LIMIT_PER_DAY'
const exceeded = { status: 402, code: 'PAYMENT002' }

test('a payment in euros counts in dollars at the mid rate, rounded up to the cent', async () => {
  const at = await abroad()
  await setLimits(at, { [SWIFT_DAY]: 200 })
  await pay(at, 100)
  assert.equal(await usedOf(at, 'SWIFT', SWIFT_DAY), 108.43)
  // 84.46 euros are 91.579978 dollars, and 91.57 are left.
  assertRefused(await send(at, 84.46), { ...exceeded, says: 'limited to 200.00 USD, with 91.57 USD left' })
  await pay(at, 84.45)
  assert.equal(await usedOf(at, 'SWIFT', SWIFT_DAY), 200)
  await assertVerified(at)
})

test('a cancelled payment gives back what it counted for, whatever the rate is now', async () => {
  const at = await abroad()
  await setLimits(at, { [SWIFT_DAY]: 500 })
  const { paymentUID } = await pay(at, 100)
  await setRate(at, euroAt(1.2))
  await pay(at, 100)
  assert.equal(await usedOf(at, 'SWIFT', SWIFT_DAY), 228.43)
  const [row] = await service.query<{ amount: bigint; rate: string }>(
    'select limit_amount as amount, limit_rate::text as rate from current_payments where id = $1',
    [paymentUID],
  )
  assert.deepEqual([Number(row!.amount), row!.rate], [108_43, '1.0843'])
  dataOf(await at.call('PUT', `/payments/${paymentUID}/cancel`, {}))
  assert.equal(await usedOf(at, 'SWIFT', SWIFT_DAY), 120)
  await assertVerified(at)
})

test('limits of the institution, totals and BOOK limits measure other currencies too', async () => {
  const at = await abroad('KWD')
  // One dinar is 3.2552 dollars: 1 / 0.3072.
  const limits = [{ key: SWIFT_DAY, value: 4000, approvalAbove: 3000 }]
  const totals = [{ key: SWIFT_DAY, value: 3600 }]
  dataOf(await at.call('PUT', '/v1/institution/limits', { limits, totals }))
  assert.equal((await pay(at, 921.6)).paymentStatus, 'VALIDATED')
  assert.equal((await pay(at, 0.001)).paymentStatus, 'PENDING_APPROVAL')
  assertRefused(await send(at, 184.321), { ...exceeded, says: 'of the institution for all its customers together' })
  assertRefused(await send(at, 307.201), { ...exceeded, says: 'limited to 4000.00 USD, with 1000.00 USD left' })

  const other = dataOf(await at.call('POST', '/v2/customers', customerBody()))
  const path = `/v3/customers/${other.customerUID}/accounts`
  const { accountUID: to } = dataOf(await at.call('POST', path, accountBody({ currency: 'KWD' })), 201)
  await setLimits(at, { BOOK_PAYMENT_LIMIT_PER_TRANSACTION: 1000 })
  const transfer = (paymentAmount: number) =>
    at.call(
      'POST',
      '/payments/booktransfer',
      transferBody({ from: at.accountUID, to: String(to), paymentAmount, paymentCurrency: 'KWD' }),
    )
  assertRefused(await transfer(307.201), { ...exceeded, says: 'Book payments per transaction' })
  dataOf(await transfer(307.2))
  await assertVerified(at)
})

test('the thresholds of approvers compare dollars: 10,000 dinars need two, as 30,001 dollars do', async () => {
  const at = await abroad('KWD')
  const settings = { paymentDualApproval: true, paymentLimitforFirstApprover: 30_000 }
  await update(at, { legalEntityAccessSettings: { ...settings, paymentLimitforSecondApprover: 40_000 } })
  const preview = async (amount: number, fields: object = {}) => {
    const body = bodyOf(at, amount, fields)
    return dataOf(await at.call('POST', '/v3/payments/creditrequest/preview', body))
  }
  assert.equal((await preview(10_000)).approvals.approversNeeded, 2)
  // 9,216 dinars are 30,000 dollars.
  assert.equal((await preview(9_216)).approvals.approversNeeded, 1)
  assert.equal((await preview(9_216.001)).approvals.approversNeeded, 2)
  assertRefused(await send(at, 12_288.001), { ...exceeded, says: 'can approve up to 40000.00 USD' })
  const { paymentUID } = await pay(at, 9_216)
  // The dinar has become dearer, so the waiting payment needs a second approver.
  await setRate(at, { ...marketRates[2]!, bid: 0.3, mid: 0.3, ask: 0.3 })
  const [first, second] = [await service.createClient(at.tenant, {}), await service.createClient(at.tenant, {})]
  const approve = async (client: typeof first) =>
    dataOf(await service.call('PUT', `/payments/${paymentUID}/approve`, {}, { client })).paymentStatus
  assert.equal(await approve(first), 'PARTIALLY_APPROVED')
  assert.equal(await approve(second), 'VALIDATED')
})

test('an approver with a limit in dollars approves euros up to it, per payment and per day', async () => {
  const at = await abroad()
  const { customerUID, call, tenant } = at
  await update(at, { legalEntityAccessSettings: { paymentDualApproval: true } })
  const base = `/api/user-management/v1/customers/${customerUID}`
  const role = { externalReferenceId: 'r', name: 'Approver', description: 'r' }
  const applications = [{ name: 'Payments', entitlements: ['Approve_Payments'], limits: [] }]
  await call('POST', `${base}/roles`, { ...role, applications })
  await approveAll(at)
  const person = {
    externalReferenceId: 'u',
    loginId: randomUUID(),
    firstName: 'Ada',
    lastName: 'Lund',
    email: 'a@b.example',
  }
  const limits = [
    { name: 'Approval limit', value: 108.43 },
    { name: 'Daily approval limit', value: 200 },
  ]
  const applicationLimits = [{ name: 'Payments', limits }]
  const { userId } = (await call('POST', `${base}/users`, { ...person, roleNames: ['Approver'], applicationLimits }))
    .body
  const signatory = { fullName: 'Bo Lund', emailAddress: 'bo@b.example', phoneNumber: '+1 207 555 0100' }
  const { id: signatoryId } = (
    await call('POST', `/v1/customers/${customerUID}/signatories`, { ...signatory, approvalLimit: 50 })
  ).body
  await approveAll(at)
  assert.ok(userId && signatoryId)
  await call('PUT', `${base}/users/${userId}/activate`)
  clock.advance({ minutes: 1 })
  const portal = await service.createClient(tenant, { legalEntityId: BigInt(customerUID), trustedToNamePersons: true })
  const approve = (uid: string, body: object) =>
    service.call('PUT', `/payments/${uid}/approve`, body, { client: portal })
  const waiting = async (amount: number) => (await pay(at, amount)).paymentUID

  const limit = { status: 402, code: 'PAYMENT003' }
  assertRefused(await approve(await waiting(100.01), { userId }), { ...limit, says: '108.43 USD per payment' })
  dataOf(await approve(await waiting(100), { userId }))
  assertRefused(await approve(await waiting(84.46), { userId }), { ...limit, says: 'per day, with 91.57 USD left' })
  const last = await waiting(84.45)
  assertRefused(await approve(await waiting(46.12), { signatoryId }), { ...limit, says: '50.00 USD per payment' })
  dataOf(await approve(await waiting(46.11), { signatoryId }))
  dataOf(await call('PUT', '/v1/institution', { fx: { maxRateAgeSeconds: 600 } }))
  clock.advance({ minutes: 11 })
  assertRefused(await approve(last, { userId }), { status: 409, code: 'FX002', says: 'rate of EUR/USD is too old' })
  await setRate(at, euroAt(1.0843))
  dataOf(await approve(last, { userId }))
})

test('without a rate, a limited payment is refused with the name of the pair, and others are not counted', async () => {
  const at = await abroad('GBP')
  const refused = { status: 409, code: 'FX002', says: 'GBP/USD has no rate, and limits are in USD' }
  const free = await pay(at, 10)
  await setLimits(at, { [SWIFT_DAY]: 100 })
  assert.equal(await usedOf(at, 'SWIFT', SWIFT_DAY), 0)
  assertRefused(await send(at, 10), refused)
  const preview = dataOf(await at.call('POST', '/v3/payments/creditrequest/preview', bodyOf(at, 10)))
  assert.match(preview.refusals[0].message, /GBP\/USD has no rate/)
  await setRate(at, { baseCcy: 'GBP', quoteCcy: 'USD', bid: 1.25, mid: 1.25, ask: 1.25 })
  await pay(at, 80)
  assertRefused(await send(at, 0.01), { ...exceeded, says: 'with 0.00 USD left' })
  // It counted for nothing, so it gives nothing back.
  dataOf(await at.call('PUT', `/payments/${free.paymentUID}/cancel`, {}))
  assert.equal(await usedOf(at, 'SWIFT', SWIFT_DAY), 100)
  await assertVerified(at)
})

test('a rate that is too old refuses a limited payment, and a due payment is tried again during its day', async () => {
  const at = await abroad()
  dataOf(await at.call('PUT', '/v1/institution', { fx: { maxRateAgeSeconds: 600 } }))
  await setLimits(at, { [SWIFT_DAY]: 1000 })
  const { paymentUID } = await pay(at, 100, { paymentDate: '2026-07-02' })
  clock.set('2026-07-02T14:00:00.000Z')
  assertRefused(await send(at, 1), { status: 409, code: 'FX002', says: 'the rate of EUR/USD is too old' })
  const release = sweepNamed(paymentSweeps, 'payments: release due payments')
  const institution = await service.app.db.read((db) => readInstitution(db, at.tenant.institution.tenantId))
  const statusOf = async () => dataOf(await at.call('GET', `/payments/${paymentUID}`)).status
  await release.run(service.app, institution)
  assert.equal(await statusOf(), 'FUTURE_DATED')
  await setRate(at, euroAt(1.0843))
  clock.advance({ minutes: 31 })
  await setRate(at, euroAt(1.0843))
  await release.run(service.app, institution)
  assert.equal(await statusOf(), 'VALIDATED')
  assert.equal(await usedOf(at, 'SWIFT', SWIFT_DAY), 108.43)
  await assertVerified(at)
})

test("a payment in the institution's currency reads no rates; one in another currency reads them once", async (t) => {
  const at = await abroad()
  await setLimits(at, { [SWIFT_DAY]: 1_000_000, FEDWIRE_PAYMENT_LIMIT_PER_DAY: 1_000_000 })
  const dollars = await openAccount(at, 'USD', 1000)
  const contactUID = await contactAbroad(at, 'USD')
  const asked = recordStatements(t, service.app.db)
  const readsOf = async (work: ReturnType<typeof send>) => {
    asked.length = 0
    dataOf(await work)
    assert.ok(
      asked.some((text) => text.includes('insert into payments')),
      'its statements are seen',
    )
    return asked.filter((text) => text.includes('fx_rates')).length
  }
  const wire = creditBody({ accountUID: dollars, contactUID }, { paymentAmount: 1, speed: 'Express' })
  assert.equal(await readsOf(at.call('POST', '/payments/creditrequest', wire)), 0)
  assert.equal(await readsOf(send(at, 1)), 1)
})
