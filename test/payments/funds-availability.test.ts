import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { claimDueFunds } from '../../src/payments/availability/funds-holds.store.ts'
import { tenantsWith } from '../../src/payments/worker/open-payments.store.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { paymentLifeSweeps, sweepNamed } from '../support/sweeps.ts'
import {
  type CallOptions,
  createPayer,
  creditBody,
  debitBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
  type TestTenant,
} from '../support/test-service.ts'

/** 10:00 on a Wednesday in New York. Two banking days later is Friday 3 July. */
const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
const releaseSweep = sweepNamed(paymentSweeps, 'payments: release funds')

let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
beforeEach(async () => {
  clock.set(START)
  await setDays(2)
})
after(async () => {
  const found = await differences()
  await service.stop()
  assert.deepEqual(found, [])
})

async function differences(): Promise<string[]> {
  const said: string[] = []
  const count = await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line))
  return count === 0 ? [] : said
}

const setDays = async (fundsAvailability: number) =>
  dataOf(await service.call('PUT', '/v1/institution', { debits: { fundsAvailability } }))
const act = (action: string, uid: string, body: object) => service.call('PUT', `/v3/payments/${uid}/${action}`, body)
const returned = { achReturnCode: 'R01', returnNotes: 'test' }
const takeBack = (uid: string) => act('return', uid, returned)
const read = async (uid: string) => dataOf(await service.call('GET', `/v3/payments/${uid}`))
const collect = async (creditor: Payer, paymentAmount: number): Promise<string> =>
  dataOf(await service.call('POST', '/v3/payments/debitrequest', debitBody(creditor, { paymentAmount }))).paymentUID
const spend = (payer: Payer, paymentAmount: number) =>
  service.call('POST', '/v3/payments/creditrequest', creditBody(payer, { paymentAmount, speed: 'Instant' }))
const releaseNow = (uid: string, options: CallOptions = {}) =>
  service.call('POST', `/v1/institution/payments/${uid}/release-funds`, { reason: 'wages' }, options)
const release = async () => releaseSweep.run(service.app, await institutionOf(service.tenant))
const clientOf = ({ customerUID }: Payer, tenant = service.tenant) =>
  service.createClient(tenant, { legalEntityId: BigInt(customerUID) })

/** What is on the account, what is available, and what the customer owes. */
async function balancesOf({ customerUID, accountUID }: Payer): Promise<string[]> {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  const { ledgerBalance, availableBalance, amountOwed } = dataOf(await service.call('GET', path))
  return [ledgerBalance, availableBalance, amountOwed]
}

async function adjust({ accountUID }: Payer, direction: 'Credit' | 'Debit', amount: number): Promise<void> {
  const body = { direction, amount, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
  dataOf(await service.call('POST', `/v1/institution/accounts/${accountUID}/adjustments`, body), 201)
}

/** The institution with its settings of now, as a worker reads it before each sweep. */
const institutionOf = ({ institution: { tenantId } }: TestTenant) =>
  service.app.db.read((db) => readInstitution(db, tenantId))

async function work(tenant = service.tenant): Promise<void> {
  for (const seconds of [2, 1, 0]) {
    for (const { run } of paymentLifeSweeps) await run(service.app, await institutionOf(tenant))
    clock.advance({ seconds })
  }
}

async function settled(creditor: Payer, amount: number): Promise<string> {
  const uid = await collect(creditor, amount)
  await work()
  assert.equal((await read(uid)).status, 'PROCESSED')
  return uid
}

const newCreditor = (options: Parameters<typeof createPayer>[1] = {}) =>
  createPayer(service, { balance: 0, ...options })

async function transfersOf(uid: string): Promise<string[]> {
  const { entries } = dataOf(await service.call('GET', `/v3/payments/${uid}/timeline`))
  const transfers = entries.filter(({ kind }: { kind: string }) => kind === 'transfer')
  return transfers.map((one: Record<string, string>) => `${one['transfer']} ${one['purpose']} ${one['amount']}`)
}

test('the proceeds of a debit are posted and held until business starts on their day', async () => {
  const creditor = await newCreditor()
  const uid = await settled(creditor, 60)
  assert.deepEqual(await balancesOf(creditor), ['60.00', '0.00', '0.00'])
  assert.equal((await read(uid)).availableOn, '2026-07-03')
  assertRefused(await spend(creditor, 0.01), { status: 402, code: 'PAYMENT002', says: 'available balance' })
  clock.set('2026-07-03T03:59:59.999Z')
  assert.equal(await release(), 0)
  assert.deepEqual(await balancesOf(creditor), ['60.00', '0.00', '0.00'])
  clock.set('2026-07-03T04:00:00.000Z')
  assert.equal(await release(), 1)
  assert.deepEqual(await balancesOf(creditor), ['60.00', '60.00', '0.00'])
  assert.equal(await release(), 0)
  assert.equal((await read(uid)).availableOn, '2026-07-03')
  assert.equal(dataOf(await service.call('GET', `/v3/payments/${uid}/timeline`)).availableOn, '2026-07-03')
  const moved = ['pending payment 60.00', 'post_pending payment 60.00']
  const held = ['pending fundsHold 60.00', 'void_pending fundsHold 60.00']
  assert.deepEqual(await transfersOf(uid), [...moved, ...held])
  dataOf(await spend(creditor, 60))
})

test('with 0 days, the proceeds are available when the debit settles, and nothing is shown', async () => {
  await setDays(0)
  const creditor = await newCreditor()
  const uid = await settled(creditor, 60)
  assert.deepEqual(await balancesOf(creditor), ['60.00', '60.00', '0.00'])
  assert.equal('availableOn' in (await read(uid)), false)
})

test('a scheduled payment uses the proceeds on the day on which they become available', async () => {
  const creditor = await newCreditor()
  await settled(creditor, 60)
  const fields = { paymentAmount: 60, speed: 'Instant', paymentDate: '2026-07-03' }
  const { paymentUID } = dataOf(await service.call('POST', '/v3/payments/creditrequest', creditBody(creditor, fields)))
  clock.set('2026-07-03T04:00:00.000Z')
  await work()
  assert.equal((await read(paymentUID)).failureReason, undefined)
  assert.deepEqual((await balancesOf(creditor))[1], '0.00')
})

test('a debit that comes back while its proceeds are held takes them, and nobody owes', async () => {
  const creditor = await newCreditor()
  const uid = await settled(creditor, 60)
  dataOf(await takeBack(uid))
  assert.deepEqual(await balancesOf(creditor), ['0.00', '0.00', '0.00'])
  assert.equal('availableOn' in (await read(uid)), false)
  clock.set('2026-07-06T12:00:00.000Z')
  await release()
  assert.deepEqual(await balancesOf(creditor), ['0.00', '0.00', '0.00'])
})

test('a return takes the held proceeds of its own debit, and leaves those of another', async () => {
  const creditor = await newCreditor()
  const [first, second] = [await settled(creditor, 60), await settled(creditor, 40)]
  dataOf(await takeBack(first))
  assert.deepEqual(await balancesOf(creditor), ['40.00', '0.00', '0.00'])
  clock.set('2026-07-03T12:00:00.000Z')
  await release()
  dataOf(await takeBack(second))
  assert.deepEqual(await balancesOf(creditor), ['0.00', '0.00', '0.00'])
})

test('a debit that comes back after its proceeds were released and spent leaves a receivable', async () => {
  const creditor = await newCreditor()
  const uid = await settled(creditor, 60)
  clock.set('2026-07-03T12:00:00.000Z')
  await release()
  await adjust(creditor, 'Debit', 60)
  dataOf(await takeBack(uid))
  assert.deepEqual(await balancesOf(creditor), ['0.00', '0.00', '60.00'])
})

test('a debit can be reversed while its proceeds are held, by taking them', async () => {
  const creditor = await newCreditor()
  const uid = await settled(creditor, 60)
  dataOf(await act('reverse', uid, { reversalNotes: 'test' }))
  assert.deepEqual(await balancesOf(creditor), ['0.00', '0.00', '0.00'])
  // It comes back besides: the return crosses the reversal, and there is nothing more to take.
  dataOf(await takeBack(uid))
  assert.deepEqual(await balancesOf(creditor), ['0.00', '0.00', '0.00'])
})

test('a refused reversal leaves the hold as it was', async () => {
  const creditor = await newCreditor()
  const uid = await settled(creditor, 60)
  const path = `/v3/customers/${creditor.customerUID}/accounts/${creditor.accountUID}`
  dataOf(await service.call('PATCH', path, { action: 'Suspend', reason: 'test' }))
  assertRefused(await act('reverse', uid, {}), { status: 409, code: 'PAYMENT003', says: 'Suspended' })
  dataOf(await service.call('PATCH', path, { action: 'Activate', reason: 'test' }))
  assert.deepEqual(await balancesOf(creditor), ['60.00', '0.00', '0.00'])
})

test('held proceeds repay what the customer owes only when they are released', async () => {
  await setDays(0)
  const creditor = await newCreditor()
  const first = await settled(creditor, 60)
  await adjust(creditor, 'Debit', 60)
  dataOf(await takeBack(first))
  await setDays(2)
  const second = await settled(creditor, 100)
  assert.deepEqual(await balancesOf(creditor), ['100.00', '0.00', '60.00'])
  clock.set('2026-07-03T12:00:00.000Z')
  await release()
  assert.deepEqual(await balancesOf(creditor), ['40.00', '40.00', '0.00'])
  assert.deepEqual((await transfersOf(second)).slice(-2), ['void_pending fundsHold 100.00', 'posted repayment 60.00'])
})

test('the return of a held debit repays nothing of what the customer owes for another', async () => {
  await setDays(0)
  const creditor = await newCreditor()
  const first = await settled(creditor, 60)
  await adjust(creditor, 'Debit', 60)
  dataOf(await takeBack(first))
  await setDays(2)
  dataOf(await takeBack(await settled(creditor, 100)))
  assert.deepEqual(await balancesOf(creditor), ['0.00', '0.00', '60.00'])
})

test('a fee that comes out of the proceeds is earned at settlement, and the rest is held', async () => {
  const fee = { name: 'Held', product: 'ACH', tierBy: 'Amount', tiers: [{ name: 'Held', from: 0, flat: 1 }] }
  const added = { application: 'Payments', currency: 'USD', ...fee }
  dataOf(await service.call('POST', '/v1/institution/fees', added), 201)
  dataOf(await service.call('PUT', '/v1/institution', { debits: { feesFrom: 'Proceeds' } }))
  const creditor = await newCreditor()
  const path = `/v1/customers/${creditor.customerUID}/fees`
  dataOf(await service.call('POST', path, { application: 'Payments', feeTier: 'Held' }))
  const [kept, back] = [await settled(creditor, 60), await settled(creditor, 40)]
  assert.deepEqual(await balancesOf(creditor), ['98.00', '0.00', '0.00'])
  assert.ok((await transfersOf(kept)).includes('pending fundsHold 59.00'))
  // The debtor gets all of it back: the fee is what the customer owes.
  dataOf(await takeBack(back))
  assert.deepEqual(await balancesOf(creditor), ['59.00', '0.00', '1.00'])
  clock.set('2026-07-03T12:00:00.000Z')
  await release()
  assert.deepEqual(await balancesOf(creditor), ['58.00', '58.00', '0.00'])
})

test("a customer's own days are longer or shorter, and apply to debits that settle from then on", async () => {
  const setOwn = async ({ customerUID }: Payer, debitFundsAvailability: number | null) =>
    dataOf(await service.call('PUT', `/v2/customers/${customerUID}`, { debitFundsAvailability }))
  const creditor = await newCreditor({ customer: { debitFundsAvailability: 3 } })
  assert.equal((await read(await settled(creditor, 1))).availableOn, '2026-07-06')
  await setOwn(creditor, 0)
  assert.equal((await read(await settled(creditor, 2))).availableOn, undefined)
  assert.deepEqual(await balancesOf(creditor), ['3.00', '2.00', '0.00'])
  await setOwn(creditor, null)
  const shown = dataOf(await service.call('GET', `/v2/customers/${creditor.customerUID}`))
  assert.equal('debitFundsAvailability' in shown, false)
  assert.equal((await read(await settled(creditor, 4))).availableOn, '2026-07-03')
})

test('only the institution sets the days, of all customers or of one, from 0 to 10', async () => {
  const creditor = await newCreditor()
  const client = await clientOf(creditor)
  for (const days of [-1, 11, 0.5]) {
    const settings = { debits: { fundsAvailability: days } }
    assert.equal((await service.call('PUT', '/v1/institution', settings)).status, 400)
    const body = { debitFundsAvailability: days }
    assert.equal((await service.call('PUT', `/v2/customers/${creditor.customerUID}`, body)).status, 400)
  }
  const settings = { debits: { fundsAvailability: 0 } }
  assert.equal((await service.call('PUT', '/v1/institution', settings, { client })).status, 403)
  for (const debitFundsAvailability of [0, 1, 10]) {
    const path = `/v2/customers/${creditor.customerUID}`
    const refused = await service.call('PUT', path, { debitFundsAvailability }, { client })
    assertRefused(refused, {
      status: 403,
      code: 'CUST001',
      says: 'only the institution can set debitFundsAvailability',
    })
  }
})

test('an early release makes the proceeds available at once, and is recorded', async () => {
  const creditor = await newCreditor()
  const uid = await settled(creditor, 60)
  clock.set('2026-07-02T12:00:00.000Z')
  const expected = { paymentUID: uid, paymentStatus: 'PROCESSED', availableOn: '2026-07-02' }
  assert.deepEqual(dataOf(await releaseNow(uid)), expected)
  assert.deepEqual(await balancesOf(creditor), ['60.00', '60.00', '0.00'])
  assert.equal((await read(uid)).availableOn, '2026-07-02')
  assertRefused(await releaseNow(uid), { status: 409, code: 'PAYMENT003', says: 'its proceeds are available' })
  const [record] = await service.query<{ after: object }>(
    "select after from audit_log where action = 'payment.fundsReleased' and subject_id = $1",
    [uid],
  )
  assert.deepEqual(record!.after, { status: 'PROCESSED', reason: 'wages', heldUntil: '2026-07-03' })
  clock.set('2026-07-03T12:00:00.000Z')
  await release()
  assert.deepEqual((await transfersOf(uid)).slice(2), ['pending fundsHold 60.00', 'void_pending fundsHold 60.00'])
})

test('nobody else releases funds: no customer, no other institution, and no client without the entitlement', async () => {
  const creditor = await newCreditor()
  const uid = await settled(creditor, 60)
  const without = await service.createClient(service.tenant, { entitlements: ['Payments.Return_Payments'] })
  const other = await service.createTenant('other-funds')
  assert.equal((await releaseNow(uid, { client: await clientOf(creditor) })).status, 403)
  assert.equal((await releaseNow(uid, { client: without })).status, 403)
  assert.equal((await releaseNow(uid, { client: other.client })).status, 404)
  const waiting = await collect(creditor, 1)
  assertRefused(await releaseNow(waiting), { status: 409, code: 'PAYMENT003', says: 'must be PROCESSED' })
  assert.deepEqual(await balancesOf(creditor), ['60.00', '0.00', '0.00'])
})

test('under dual control, two people lower the days and release early', async () => {
  const careful = await service.createTenant('careful-funds', { dualControl: true })
  const second = await service.createClient(careful, {})
  const { client } = careful
  const ask = async (method: string, path: string, body: object) => {
    const asked = dataOf(await service.call(method, path, body, { client }), 202)
    const approve = (by: TestClient) =>
      service.call('PUT', `/v1/institution/approvals/${asked.approvalUID}/approve`, pick(asked), { client: by })
    assert.equal((await approve(client)).status, 403)
    return () => approve(second)
  }
  const pick = ({ contentHash }: { contentHash: string }) => ({ contentHash })
  const days = async () => dataOf(await service.call('GET', '/v1/institution', undefined, { client })).debits
  dataOf(await (await ask('PUT', '/v1/institution', { debits: { fundsAvailability: 5 } }))())
  const lower = await ask('PUT', '/v1/institution', { debits: { fundsAvailability: 1 } })
  assert.equal((await days()).fundsAvailability, 5)
  dataOf(await lower())
  assert.equal((await days()).fundsAvailability, 1)
  const { creditor, uid } = await heldIn(careful)
  const shorter = await ask('PUT', `/v2/customers/${creditor.customerUID}`, { debitFundsAvailability: 0 })
  dataOf(await shorter())
  const early = await ask('POST', `/v1/institution/payments/${uid}/release-funds`, { reason: 'wages' })
  const hold = () =>
    service.query<{ releasedAt: unknown }>('select released_at from funds_holds where payment_id = $1', [uid])
  assert.equal((await hold())[0]!.releasedAt, null)
  dataOf(await early())
  assert.notEqual((await hold())[0]!.releasedAt, null)
})

/** A settled debit in another institution. */
async function heldIn(tenant: TestTenant): Promise<{ creditor: Payer; uid: string }> {
  const { client } = tenant
  const creditor = await createPayer(service, { balance: 0, client })
  const body = debitBody(creditor, { paymentAmount: 5 })
  const { paymentUID: uid } = dataOf(await service.call('POST', '/v3/payments/debitrequest', body, { client }))
  await work(tenant)
  return { creditor, uid }
}

test('a release that races with a return, an early release or another worker releases once', async () => {
  const creditor = await newCreditor()
  const uids = []
  for (let number = 0; number < 9; number++) uids.push(await collect(creditor, 10))
  await work()
  clock.set('2026-07-03T12:00:00.000Z')
  const returns = uids.slice(0, 3).map(takeBack)
  const early = uids.slice(3, 6).map((uid) => releaseNow(uid))
  const swept = Promise.all([release(), release(), release()])
  for (const reply of await Promise.all(returns)) dataOf(reply)
  for (const { status } of await Promise.all(early)) assert.ok(status === 200 || status === 409)
  await swept
  await release()
  assert.deepEqual(await balancesOf(creditor), ['60.00', '60.00', '0.00'])
  const again = await service.query(
    `select reference_id from ledger_transfers where purpose = 'fundsHold' and kind = 'void_pending'
     group by reference_id having count(*) > 1`,
  )
  assert.deepEqual(again, [])
})

test('an account cannot be closed while proceeds are held on it', async () => {
  const creditor = await newCreditor()
  await settled(creditor, 60)
  const path = `/v3/customers/${creditor.customerUID}/accounts/${creditor.accountUID}`
  const reply = await service.call('PATCH', path, { action: 'Close', reason: 'test' })
  assert.equal(reply.status, 409)
})

test('a debit counts once in the exposure limit, whether its proceeds are held or not', async () => {
  const account = { accountFeatures: { achFeature: { debitExposureLimit: 100 } } }
  const creditor = await newCreditor({ account })
  await settled(creditor, 60)
  const refusedWith = async (amount: number, says: string) => {
    const body = debitBody(creditor, { paymentAmount: amount })
    assertRefused(await service.call('POST', '/v3/payments/debitrequest', body), {
      status: 402,
      code: 'PAYMENT002',
      says,
    })
  }
  await refusedWith(40.01, '0.00 USD are pending, and settled ones count for 60.00 USD')
  clock.set('2026-07-03T12:00:00.000Z')
  await release()
  await refusedWith(40.01, '0.00 USD are pending, and settled ones count for 60.00 USD')
  await collect(creditor, 40)
})

test('giro ledger verify finds a hold that is recorded as released, and one that is not recorded', async () => {
  const uid = await settled(await newCreditor(), 60)
  const set = (releasedAt: string | null) =>
    service.query('update funds_holds set released_at = $2 where payment_id = $1', [uid, releasedAt])
  await set(START)
  const said = (await differences()).filter((line) => line.includes(uid))
  assert.equal(said.length, 1)
  assert.match(said[0]!, /does not have exactly the hold on its proceeds/)
  await set(null)
  assert.deepEqual(await differences(), [])
})

test('due holds are found and claimed by their index', async () => {
  const { tenantId } = service.tenant.institution
  const lines: string[] = []
  await service.app.db.forTenant(tenantId).transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off')
    const explain = async (text: string, values: unknown[]) => {
      const plan = await tx.query<Record<string, string>>(`explain ${text}`, values)
      lines.push(...plan.flatMap((line) => Object.values(line)))
      return []
    }
    const now = Temporal.Instant.from(START)
    await claimDueFunds({ query: explain } as never, tenantId, now, 500)
    await tenantsWith({ query: explain } as never, 'fundsDue', now)
  })
  const plan = lines.join('\n')
  assert.match(plan, /Index Cond: .*tenant_id.*releases_at <=/)
  assert.equal(plan.match(/funds_holds_open/g)?.length, 2, plan)
})
