import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { fixedClock } from '../../src/kernel/clock.ts'
import { type NachaBatch, type NachaFile, parseNachaFile } from '../../src/rails/ach/nacha/index.ts'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestService,
  type TestTenant,
} from '../support/test-service.ts'

/**
 * 10:00 on a Wednesday in New York, between two collections of a sandbox. Each test moves the clock
 * forward.
 */
const clock = fixedClock('2026-07-01T14:00:00.500Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: true })
})
after(() => service.stop())

const pay = async (payer: Payer, fields: object = {}, { client } = service.tenant): Promise<string> =>
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields), { client })).paymentUID
const readPayment = async (uid: string, { client } = service.tenant) =>
  dataOf(await service.call('GET', `/payments/${uid}`, undefined, { client }))
const statusOf = async (uid: string, tenant?: TestTenant): Promise<string> => (await readPayment(uid, tenant)).status

const LIFE = ['FUTURE_DATED', 'VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'PROCESSED']
/** Waits until the payment has reached the status, or a later one. */
const becomes = (uid: string, status: string, tenant?: TestTenant) =>
  eventually(`payment ${uid} becomes ${status}`, async () => {
    const reached = await statusOf(uid, tenant)
    return reached === status || (LIFE.includes(status) && LIFE.indexOf(reached) > LIFE.indexOf(status))
  })

async function balancesOf({ customerUID, accountUID }: Payer, { client } = service.tenant) {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  const { ledgerBalance, availableBalance } = dataOf(await service.call('GET', path, undefined, { client }))
  return { ledgerBalance, availableBalance }
}

async function historyOf(uid: string): Promise<string[]> {
  const steps = await service.query<{ fromStatus: string | null; toStatus: string }>(
    'select from_status, to_status from payment_steps where payment_id = $1',
    [uid],
  )
  const next = new Map(steps.map((step) => [step.fromStatus, step.toStatus]))
  const history: string[] = []
  for (let status = next.get(null); status !== undefined; status = next.get(status)) history.push(status)
  assert.equal(history.length, steps.length, 'the steps are one chain')
  return history
}

/**
 * Resolves when the worker has run all its sweeps at the clock's current time. Payments still
 * waiting then are not due.
 */
async function workerHasSeenTheTime(): Promise<void> {
  const payer = await createPayer(service)
  // A sweep begins a round after it has ended its runs of the one before.
  for (let round = 0; round < 2; round++) {
    const since = service.app.tokenClock.now()
    // Hints at work, so that no sweep rests for long.
    await pay(payer, { speed: 'Instant' })
    await eventually('every sweep has looked for work', () =>
      service.sweeps().every(({ tenantId, lastStartedAt, runningSince }) => {
        if (runningSince !== undefined) return false
        return tenantId !== undefined || (lastStartedAt && Temporal.Instant.compare(lastStartedAt, since) >= 0)
      }),
    )
  }
}

async function achFiles(tenantCode: string): Promise<NachaFile[]> {
  const directory = join(service.dataDir, 'rails', 'ach', 'out')
  const names = (await readdir(directory)).filter((name) => name.startsWith(`${tenantCode}-`)).sort()
  return Promise.all(
    names.map(async (name) => {
      const parsed = parseNachaFile(await readFile(join(directory, name), 'utf8'))
      if (!parsed.ok) assert.fail(`${name}: ${JSON.stringify(parsed.error)}`)
      return parsed.file
    }),
  )
}

/** The batches of a company in all files of the institution, one per file. */
async function batchesOf(companyName: string, tenantCode = 'bank'): Promise<NachaBatch[]> {
  const batches = (await achFiles(tenantCode)).flatMap((file) => file.batches)
  return batches.filter(({ header }) => (header as { companyName?: string }).companyName === companyName)
}

/** Moves the clock to the next time at which a sandbox collects ACH entries. */
function nextCollection(): void {
  const { collection } = service.tenant.institution.settings.ach
  assert.equal(collection.kind, 'continuous')
  if (collection.kind === 'continuous') clock.advance({ seconds: collection.everySeconds })
}

/** Moves the clock to the time at which a sandbox settles the payments transmitted now. */
function nextSettlement(): void {
  clock.advance({ seconds: service.tenant.institution.settings.simulator.settleAfterSeconds })
}

/** Takes an ACH payment of the sandbox from VALIDATED to PROCESSED. */
async function settleAch(uid: string): Promise<void> {
  await becomes(uid, 'READY_TO_TRANSMIT')
  nextCollection()
  await becomes(uid, 'TRANSMITTED')
  nextSettlement()
  await becomes(uid, 'PROCESSED')
}

for (const speed of ['Economy', 'Economy Plus'])
  test(`${speed}: VALIDATED, READY_TO_TRANSMIT, TRANSMITTED, PROCESSED; the hold is posted once, at the end`, async () => {
    const payer = await createPayer(service, { balance: 100 })
    const uid = await pay(payer, { speed, paymentAmount: 40.25 })
    await becomes(uid, 'READY_TO_TRANSMIT')
    nextCollection()
    await becomes(uid, 'TRANSMITTED')
    assert.equal((await readPayment(uid)).displayStatus, 'Sent')
    assert.deepEqual(await balancesOf(payer), { ledgerBalance: '100.00', availableBalance: '59.75' })
    nextSettlement()
    await becomes(uid, 'PROCESSED')
    assert.equal((await readPayment(uid)).displayStatus, 'Completed')
    assert.deepEqual(await balancesOf(payer), { ledgerBalance: '59.75', availableBalance: '59.75' })
    assert.deepEqual(await historyOf(uid), ['VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'PROCESSED'])
  })

for (const [speed, currency] of [
  ['Express', 'USD'],
  ['Instant', 'USD'],
  ['SPOT', 'EUR'],
] as const)
  test(`${speed} in ${currency} is transmitted immediately and PROCESSED when its network reports it`, async () => {
    const contactBank = { ...contactBody().contactBank, accountCcy: currency, swiftCode: 'CHASUS33' }
    const payer = await createPayer(service, { balance: 100, account: { currency }, contact: { contactBank } })
    const uid = await pay(payer, { speed, paymentAmount: 100, paymentCurrency: currency })
    await becomes(uid, 'TRANSMITTED')
    await workerHasSeenTheTime()
    assert.equal(await statusOf(uid), 'TRANSMITTED')
    assert.deepEqual(await balancesOf(payer), { ledgerBalance: '100.00', availableBalance: '0.00' })
    nextSettlement()
    await becomes(uid, 'PROCESSED')
    assert.deepEqual(await balancesOf(payer), { ledgerBalance: '0.00', availableBalance: '0.00' })
    assert.deepEqual(await historyOf(uid), ['VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'PROCESSED'])
  })

test("the ACH file contains each payment once, with the payment's data, and its totals match", async () => {
  const payer = await createPayer(service, { customer: { legalName: 'Blue Harbor LLC', achCompanyID: '1842345678' } })
  const additionalInfo = { referenceForBeneficiary: 'INV 118' }
  const uids = [
    await pay(payer, { paymentAmount: 125.5, externalReferenceId: 'invoice-118', additionalInfo }),
    await pay(payer, { paymentAmount: 0.01, externalReferenceId: 'invoice-119' }),
  ]
  for (const uid of uids) await becomes(uid, 'READY_TO_TRANSMIT')
  nextCollection()
  for (const uid of uids) await becomes(uid, 'TRANSMITTED')

  const [batch, ...others] = await batchesOf('Blue Harbor LLC')
  assert.deepEqual(others, [])
  assert.ok(batch)
  const header = batch.header as unknown as Record<string, unknown>
  assert.equal(header['secCode'], 'CCD')
  assert.equal(header['serviceClass'], '220')
  assert.equal(header['companyIdentification'], '1842345678')
  assert.equal(header['effectiveEntryDate'], '260702')
  assert.equal(header['originatingDfi'], ROUTING_NUMBER.slice(0, 8))
  const entries = batch.entries.map(({ detail, addenda }) => {
    const { transactionCode, receivingRouting, accountNumber, amountCents, individualIdentification, individualName } =
      detail as unknown as Record<string, unknown>
    const [addendum] = addenda as unknown as { paymentRelatedInformation: string }[]
    const information = addendum?.paymentRelatedInformation
    return [
      transactionCode,
      receivingRouting,
      accountNumber,
      amountCents,
      individualIdentification,
      individualName,
      information,
    ]
  })
  const beneficiary = ['22', '021000021', '700100200300']
  const byReference = entries.sort((a, b) => String(a[4]).localeCompare(String(b[4])))
  assert.deepEqual(byReference, [
    [...beneficiary, 12550n, 'invoice-118', 'Highland Beans Inc', 'INV 118'],
    [...beneficiary, 1n, 'invoice-119', 'Highland Beans Inc', undefined],
  ])
  const { totalCreditCents, totalDebitCents } = batch.control as unknown as Record<string, unknown>
  assert.deepEqual([totalCreditCents, totalDebitCents], [12551n, 0n])
})

test('ACH entries use PPD for a Consumer and CCD for a Company, transaction code 22 for checking and 32 for savings', async () => {
  const legalName = 'Mixed Beans LLC'
  const payer = await createPayer(service, { customer: { legalName } })
  const uids: string[] = []
  for (const [contactType, accountType] of [
    ['Consumer', 'Checking'],
    ['Consumer', 'Savings'],
    ['Company', 'Checking'],
  ] as const) {
    const body = contactBody({ contactType, contactBank: { ...contactBody().contactBank, accountType } })
    const path = `/customers/${payer.customerUID}/contacts`
    const contactUID = dataOf(await service.call('POST', path, body)).customerContactUID
    uids.push(await pay({ ...payer, contactUID }))
  }
  for (const uid of uids) await becomes(uid, 'READY_TO_TRANSMIT')
  nextCollection()
  for (const uid of uids) await becomes(uid, 'TRANSMITTED')
  const codes = (await batchesOf(legalName)).map(({ header, entries }) => [
    header.secCode,
    entries.map(({ detail }) => (detail as { transactionCode: string }).transactionCode).sort(),
  ])
  assert.deepEqual(codes.sort(), [
    ['CCD', ['22']],
    ['PPD', ['22', '32']],
  ])
})

test('the file has no entry on the account of the sender, even with enableOffset: the ledger debits it once', async () => {
  const legalName = 'Offset Beans LLC'
  const payer = await createPayer(service, { customer: { legalName }, account: { enableOffset: 'Yes' } })
  const uids = [await pay(payer, { paymentAmount: 12.5 }), await pay(payer, { paymentAmount: 7.25 })]
  for (const uid of uids) await becomes(uid, 'READY_TO_TRANSMIT')
  nextCollection()
  for (const uid of uids) await becomes(uid, 'TRANSMITTED')
  const [batch] = await batchesOf(legalName)
  assert.ok(batch)
  assert.equal(batch.header.serviceClass, '220')
  const { totalCreditCents, totalDebitCents } = batch.control as unknown as Record<string, unknown>
  assert.deepEqual([totalCreditCents, totalDebitCents], [1975n, 0n])
  assert.equal((await balancesOf(payer)).availableBalance, '980.25')
})

test('names and references that a NACHA file cannot represent keep neither their payment nor others out of the file', async () => {
  const odd = await createPayer(service, {
    customer: { legalName: '株式会社', taxId: 'keine' },
    contact: { name: '张伟 Z 🫘', contactBank: { ...contactBody().contactBank, accountNo: '0-1 2' } },
  })
  const plain = await createPayer(service)
  const additionalInfo = { referenceForBeneficiary: '请…🫘' + 'x'.repeat(72) }
  const uids = [
    await pay(odd, { externalReferenceId: '日本… ' + 'y'.repeat(40), additionalInfo }),
    await pay(odd, { externalReferenceId: '0', additionalInfo: { referenceForBeneficiary: '…'.repeat(26) } }),
    await pay(plain),
  ]
  for (const uid of uids) await becomes(uid, 'READY_TO_TRANSMIT')
  nextCollection()
  for (const uid of uids) await becomes(uid, 'TRANSMITTED')
  await achFiles('bank')
})

test('trace numbers and file names are unique within a day', async () => {
  const files = await achFiles('bank')
  assert.ok(files.length > 2)
  const entries = files.flatMap(({ batches }) => batches.flatMap((batch) => batch.entries))
  const traces = entries.map(({ detail }) => (detail as { traceNumber: string }).traceNumber)
  assert.equal(new Set(traces).size, traces.length)
  const ids = files.map(({ header }) => header.fileCreationDate + header.fileIdModifier)
  assert.equal(new Set(ids).size, ids.length)
})

test("a FUTURE_DATED payment is released when its date begins in the institution's time zone, not a second before", async () => {
  clock.set('2026-07-01T20:00:00.000Z')
  const payer = await createPayer(service, { balance: 100 })
  const uid = await pay(payer, { paymentDate: '2026-07-02', paymentAmount: 100 })
  clock.set('2026-07-02T03:59:59.000Z')
  await workerHasSeenTheTime()
  assert.equal(await statusOf(uid), 'FUTURE_DATED')
  assert.deepEqual(await balancesOf(payer), { ledgerBalance: '100.00', availableBalance: '100.00' })
  clock.set('2026-07-02T04:00:00.000Z')
  await becomes(uid, 'READY_TO_TRANSMIT')
  assert.deepEqual(await balancesOf(payer), { ledgerBalance: '100.00', availableBalance: '0.00' })
  await settleAch(uid)
  assert.deepEqual(await historyOf(uid), ['FUTURE_DATED', 'VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'PROCESSED'])
  assert.deepEqual(await balancesOf(payer), { ledgerBalance: '0.00', availableBalance: '0.00' })
})

test('on their date, payments use the funds in order of creation; one without funds fails with the reason, and moves no money', async () => {
  clock.set('2026-07-02T20:00:00.000Z')
  const payer = await createPayer(service, { balance: 10 })
  const enough = await pay(payer, { paymentDate: '2026-07-03', paymentAmount: 10 })
  clock.advance({ seconds: 1 })
  const tooMuch = await pay(payer, { paymentDate: '2026-07-03', paymentAmount: 0.01 })
  clock.set('2026-07-03T04:00:00.000Z')
  await becomes(enough, 'READY_TO_TRANSMIT')
  // Funds can still arrive until the end of business, at 18:00.
  clock.set('2026-07-03T21:59:59.000Z')
  await workerHasSeenTheTime()
  assert.equal(await statusOf(tooMuch), 'FUTURE_DATED')
  assert.match((await readPayment(tooMuch)).failureReason, /available balance/)
  clock.set('2026-07-03T22:00:00.000Z')
  await eventually('it fails', async () => (await statusOf(tooMuch)) === 'VALIDATION_FAILURE')
  const failed = await readPayment(tooMuch)
  assert.equal(failed.displayStatus, 'Failed')
  assert.match(failed.failureReason, /available balance/)
  assert.deepEqual(await historyOf(tooMuch), ['FUTURE_DATED', 'VALIDATION_FAILURE'])
  assert.equal((await balancesOf(payer)).availableBalance, '0.00')
})

test('a due payment whose funds arrive during the day is paid on that day', async () => {
  clock.set('2026-07-03T23:00:00.000Z')
  const payer = await createPayer(service, { balance: 0 })
  const uid = await pay(payer, { paymentDate: '2026-07-04', paymentAmount: 10, speed: 'Instant' })
  clock.set('2026-07-04T12:00:00.000Z')
  await workerHasSeenTheTime()
  assert.equal(await statusOf(uid), 'FUTURE_DATED')
  const deposit = { direction: 'Credit', amount: 10, currency: 'USD', reason: 'r', externalReferenceId: 'e' }
  dataOf(await service.call('POST', `/v1/institution/accounts/${payer.accountUID}/adjustments`, deposit), 201)
  clock.set('2026-07-04T12:30:00.000Z')
  await becomes(uid, 'READY_TO_TRANSMIT')
})

test('a FUTURE_DATED book transfer is PROCESSED on its date, to the account that its contact had when it was created', async () => {
  clock.set('2026-07-04T20:00:00.000Z')
  const receiver = await createPayer(service, { balance: 5 })
  const stranger = await createPayer(service, { balance: 5 })
  const contactAt = (accountNo: string) =>
    contactBody({ contactBank: { ...contactBody().contactBank, nationalCode: ROUTING_NUMBER, accountNo } })
  const payer = await createPayer(service, { balance: 100, contact: contactAt(receiver.accountNumber) })
  const uid = await pay(payer, { paymentDate: '2026-07-05', paymentAmount: 30 })
  const path = `/customers/${payer.customerUID}/contacts/${payer.contactUID}`
  dataOf(await service.call('PUT', path, contactAt(stranger.accountNumber)))
  clock.set('2026-07-05T04:00:00.000Z')
  await eventually('the payment is held', async () => (await statusOf(uid)) === 'HELD')
  assert.deepEqual(await balancesOf(stranger), { ledgerBalance: '5.00', availableBalance: '5.00' })
  dataOf(await service.call('PUT', path, contactAt(receiver.accountNumber)))
  clock.set('2026-07-05T04:00:01.000Z')
  await becomes(uid, 'PROCESSED')
  assert.deepEqual(await balancesOf(payer), { ledgerBalance: '70.00', availableBalance: '70.00' })
  assert.deepEqual(await balancesOf(receiver), { ledgerBalance: '35.00', availableBalance: '35.00' })
  assert.deepEqual(await balancesOf(stranger), { ledgerBalance: '5.00', availableBalance: '5.00' })
})

test('a payment whose date passed while no worker ran is released late, not skipped', async () => {
  clock.set('2026-07-05T14:00:00.000Z')
  const payer = await createPayer(service, { balance: 100 })
  const uid = await pay(payer, { paymentDate: '2026-07-06' })
  clock.set('2026-07-09T14:00:00.000Z')
  await becomes(uid, 'READY_TO_TRANSMIT')
  await settleAch(uid)
})

test('outside a sandbox, Economy is collected at its window and settles in the morning of the next banking day', async () => {
  clock.set('2026-07-10T14:00:00.000Z') // Friday
  const tenant = await service.createTenant('windows', { sandbox: false })
  const payer = await createPayer(service, { client: tenant.client, customer: { legalName: 'Window LLC' } })
  const uid = await pay(payer, {}, tenant)
  await becomes(uid, 'READY_TO_TRANSMIT', tenant)
  clock.set('2026-07-10T18:14:59.000Z') // 14:14:59 in New York
  await workerHasSeenTheTime()
  assert.equal(await statusOf(uid, tenant), 'READY_TO_TRANSMIT')
  clock.set('2026-07-10T18:15:00.000Z')
  await becomes(uid, 'TRANSMITTED', tenant)
  const [batch] = await batchesOf('Window LLC', 'windows')
  assert.equal((batch!.header as { effectiveEntryDate: string }).effectiveEntryDate, '260713') // Monday

  const late = await pay(payer, {}, tenant)
  clock.set('2026-07-10T22:00:01.000Z') // after the last window of the day
  await becomes(late, 'TRANSMITTED', tenant)
  const afterTheLast = await pay(payer, {}, tenant)
  await becomes(afterTheLast, 'READY_TO_TRANSMIT', tenant)
  clock.set('2026-07-13T12:29:59.000Z')
  await workerHasSeenTheTime()
  assert.equal(await statusOf(uid, tenant), 'TRANSMITTED')
  assert.equal(await statusOf(afterTheLast, tenant), 'READY_TO_TRANSMIT')
  clock.set('2026-07-13T12:30:00.000Z') // 8:30 in New York
  await becomes(uid, 'PROCESSED', tenant)
  clock.set('2026-07-13T18:15:00.000Z')
  await becomes(afterTheLast, 'TRANSMITTED', tenant)
})

test('outside a sandbox, Economy Plus has separate windows, settles the same day, and includes payments made by the window', async () => {
  clock.set('2026-07-14T14:00:00.000Z') // 10:00 in New York, a window of Economy Plus
  const tenant = await service.createTenant('plus', { sandbox: false })
  const payer = await createPayer(service, { client: tenant.client, customer: { legalName: 'Plus LLC' } })
  const inTime = await pay(payer, { speed: 'Economy Plus' }, tenant)
  await becomes(inTime, 'TRANSMITTED', tenant)
  clock.advance({ seconds: 1 })
  const late = await pay(payer, { speed: 'Economy Plus' }, tenant)
  const economy = await pay(payer, { speed: 'Economy' }, tenant)
  await becomes(late, 'READY_TO_TRANSMIT', tenant)
  clock.set('2026-07-14T18:14:59.000Z')
  await workerHasSeenTheTime()
  assert.equal(await statusOf(late, tenant), 'READY_TO_TRANSMIT')
  clock.set('2026-07-14T20:15:00.000Z') // 16:15 is not a window of Economy, but 14:15 was
  for (const uid of [late, economy]) await becomes(uid, 'TRANSMITTED', tenant)
  const dates = (await batchesOf('Plus LLC', 'plus')).map(
    ({ header }) => (header as { effectiveEntryDate: string }).effectiveEntryDate,
  )
  assert.deepEqual(dates.sort(), ['260714', '260714', '260715'])
  clock.set('2026-07-14T22:00:00.000Z') // 18:00
  for (const uid of [inTime, late]) await becomes(uid, 'PROCESSED', tenant)
  assert.equal(await statusOf(economy, tenant), 'TRANSMITTED')
})

test('after all tests, every book balances: debits equal credits, both posted and held', async () => {
  const rows = await service.query<{ currency: string; posted: bigint; pending: bigint }>(
    `select currency, sum(debits_posted - credits_posted)::bigint as posted, sum(debits_pending - credits_pending)::bigint as pending
     from ledger_accounts group by tenant_id, currency`,
  )
  assert.ok(rows.length > 3)
  for (const { posted, pending } of rows) assert.deepEqual([posted, pending], [0n, 0n])
})
