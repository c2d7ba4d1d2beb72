import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { dataOf } from '../../../test/support/answers.ts'
import { earlierRelease } from '../../../test/support/earlier-messages.ts'
import { paymentLifeSweeps, sweepNamed } from '../../../test/support/sweeps.ts'
import {
  createPayer,
  creditBody,
  debitBody,
  type Payer,
  startTestService,
  type TestService,
} from '../../../test/support/test-service.ts'
import type { App } from '../../app.ts'
import { fixedClock } from '../../kernel/clock.ts'
import { verifyLedger } from '../../ledger/verify-ledger.ts'
import { parseNachaFile } from '../../rails/ach/nacha/index.ts'
import { EndUnknown, type Transport } from '../../rails/handover/transport.ts'
import { holdRails } from '../../rails/rails.ts'
import { verifyPayments } from '../history/verify-payments.ts'
import { paymentSweeps } from './payments.jobs.ts'

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00Z')
let service: TestService
let payer: Payer
before(async () => {
  service = await startTestService({ clock, worker: false })
  payer = await createPayer(service)
})
after(() => service.stop())

afterEach(async () => {
  await rm(service.app.achOutDirectory, { recursive: true, force: true })
})

const pay = async (fields: object = {}): Promise<string> =>
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields))).paymentUID

/** Runs a sweep once, as a worker does; does nothing if no work is due. */
async function sweep(name: string, app: App = service.app): Promise<number> {
  const { due, run } = sweepNamed(paymentLifeSweeps, name)
  const [tenant] = await app.db.read((db) => due(db, clock.now()))
  return tenant === undefined ? 0 : run(app, service.tenant.institution)
}

/**
 * A process killed after the work and before the commit: the database rolls back, the disk does
 * not.
 */
function killedBeforeCommit({ db, ...app }: App): App {
  const transaction: typeof db.transaction = (work) =>
    db.transaction(async (tx) => {
      await work({ ...tx, commitWith: async () => assert.fail('killed') })
      throw new Error('killed')
    })
  return { ...app, db: { ...db, transaction } }
}

/** A process killed in the transaction after `count` others: what it did before was committed. */
function killedAfter(count: number, { db, ...app }: App): App {
  let left = count
  const transaction: typeof db.transaction = (work) =>
    left-- > 0 ? db.transaction(work) : killedBeforeCommit({ ...app, db }).db.transaction(work)
  return { ...app, db: { ...db, transaction } }
}

const statuses = (uids: readonly string[]) =>
  service.query<{ id: string; status: string }>(
    'select id, status from current_payments where tenant_id = $1 and id = any($2::uuid[]) order by id',
    [service.tenant.institution.tenantId, uids],
  )

/** Payments in a file that is committed but not yet written. */
async function collected(count: number): Promise<{ uids: string[]; name: string; content: string }> {
  const uids: string[] = []
  for (let number = 0; number < count; number++) uids.push(await pay())
  await sweep('payments: release payments')
  clock.advance({ seconds: 2 })
  assert.equal(await sweep('payments: collect ACH entries'), count)
  const [file] = await service.query<{ name: string; content: string }>(
    'select name, content from ach_files where tenant_id = $1 and written_at is null',
    [service.tenant.institution.tenantId],
  )
  return { uids, ...file! }
}

const visibleFiles = async () =>
  (await readdir(service.app.achOutDirectory)).filter((name) => !name.startsWith('.')).sort()

async function assertWritten({ uids, name, content }: { uids: string[]; name: string; content: string }) {
  assert.deepEqual(await readdir(service.app.achOutDirectory), [name])
  assert.equal(await readFile(join(service.app.achOutDirectory, name), 'utf8'), content)
  assert.deepEqual(new Set((await statuses(uids)).map(({ status }) => status)), new Set(['TRANSMITTED']))
  assert.equal(await sweep('payments: write ACH files'), 0, 'no file is left to write')
}

/** A worker that was killed leaves a claim. Its lease ends. */
const endLeases = () =>
  service.query(`update rail_handovers set leased_until = now() where tenant_id = $1 and status = 'Claimed'`, [
    service.tenant.institution.tenantId,
  ])

test('a file that cannot be written is written later with the same bytes', async () => {
  const file = await collected(3)
  await mkdir(dirname(service.app.achOutDirectory), { recursive: true })
  await writeFile(service.app.achOutDirectory, 'in the way')
  await assert.rejects(sweep('payments: write ACH files'), { code: 'EEXIST' })
  assert.deepEqual(new Set((await statuses(file.uids)).map(({ status }) => status)), new Set(['READY_TO_TRANSMIT']))
  await rm(service.app.achOutDirectory)
  assert.equal(await sweep('payments: write ACH files'), 3)
  await assertWritten(file)
})

test('if the worker is killed while it stages a file, no part of it is visible and the next one writes all of it', async () => {
  const file = await collected(2)
  const handOver: Transport['handOver'] = async ({ name, token, content }) => {
    const staging = join(dirname(service.app.achOutDirectory), 'staging')
    await mkdir(staging, { recursive: true })
    await writeFile(join(staging, `${name}.${token}`), content.slice(0, content.length / 2))
    throw new EndUnknown('killed')
  }
  const app = { ...service.app, achTransport: { ...service.app.achTransport, handOver } }
  await assert.rejects(sweep('payments: write ACH files', app), /killed/)
  await assert.rejects(visibleFiles(), { code: 'ENOENT' })
  await endLeases()
  await sweep('payments: write ACH files')
  await assertWritten(file)
})

test('if the worker is killed between a file and its confirmation, the next one confirms it once the lease has ended', async () => {
  const file = await collected(2)
  const { content, name } = file
  await assert.rejects(sweep('payments: write ACH files', killedAfter(1, service.app)), /killed/)
  assert.equal(await readFile(join(service.app.achOutDirectory, name), 'utf8'), content)
  assert.deepEqual(new Set((await statuses(file.uids)).map(({ status }) => status)), new Set(['READY_TO_TRANSMIT']))
  assert.equal(await sweep('payments: write ACH files'), 0, 'the lease still holds')
  await endLeases()
  assert.equal(await sweep('payments: write ACH files'), 2)
  await assertWritten(file)
})

test('a file that was taken away before its confirmation is confirmed, and not put there twice', async () => {
  const file = await collected(2)
  await assert.rejects(sweep('payments: write ACH files', killedAfter(1, service.app)), /killed/)
  await rm(join(service.app.achOutDirectory, file.name))
  await endLeases()
  assert.equal(await sweep('payments: write ACH files'), 2)
  assert.deepEqual(await visibleFiles(), [])
  assert.deepEqual(new Set((await statuses(file.uids)).map(({ status }) => status)), new Set(['TRANSMITTED']))
})

test('while the rails are held nothing is collected, written or sent, and a release lets all of it go', async () => {
  const { tenantId } = service.tenant.institution
  const file = await collected(1)
  const later = await pay()
  const message = await pay({ speed: 'Instant' })
  await sweep('payments: release payments')
  clock.advance({ seconds: 2 })
  const hold = { reason: 'BooksBroken', differences: ['a total differs'], heldBy: 'verification' } as const
  const holdThem = () => service.app.db.transaction((tx) => holdRails(tx, tenantId, hold, clock.now()))
  assert.equal((await holdThem())?.reason, 'BooksBroken')
  assert.equal(await holdThem(), undefined, 'a second hold for the same reason changes nothing')
  for (const name of LEAVING) assert.equal(await sweep(name), 0, name)
  await assert.rejects(readdir(service.app.achOutDirectory), { code: 'ENOENT' })
  for (const name of LEAVING) {
    const { next } = sweepNamed(paymentLifeSweeps, name)
    assert.equal(await service.app.db.read((db) => next!(db, service.tenant.institution, clock.now())), undefined)
  }
  await service.query(
    `update rail_holds set released_at = now(), released_by = 'test', release_reason = 'proved' where tenant_id = $1`,
    [tenantId],
  )
  for (const name of LEAVING) assert.equal(await sweep(name), 1, name)
  await sweep('payments: write ACH files')
  assert.equal((await visibleFiles())[0], file.name)
  const all = await statuses([...file.uids, later, message])
  assert.deepEqual(new Set(all.map(({ status }) => status)), new Set(['TRANSMITTED']))
})

/** The sweeps that let payments leave. */
const LEAVING = [
  'payments: transmit messages',
  'message-imports: hand over messages',
  'payments: collect ACH entries',
  'payments: write ACH files',
] as const

test('of many concurrent workers, one writes a file and none writes it again', async () => {
  const file = await collected(2)
  const advanced = await Promise.all(Array.from({ length: 5 }, () => sweep('payments: write ACH files')))
  assert.deepEqual(advanced.sort(), [0, 0, 0, 0, 2])
  await assertWritten(file)
})

/**
 * Makes payments for every sweep, and a prenotification; `debit` must be reversed after it settles.
 */
async function payForEverySweep(): Promise<{ uids: string[]; debit: string }> {
  const uids: string[] = []
  for (const speed of ['Economy', 'Economy Plus', 'Express', 'Instant'])
    for (const paymentDate of [undefined, '2026-07-02'])
      uids.push(await pay({ speed, paymentDate, externalReferenceId: `${speed[0]}-${uids.length}` }))
  const once = { frequency: 'Monthly', payUntil: 'NumberOfPayments', numberOfPayments: 1 }
  uids.push(await pay({ speed: 'Instant', paymentDate: '2026-07-02', recurrence: once }))

  const cautious = { legalEntityAccessSettings: { paymentDualApproval: true } }
  const waiting = creditBody(await createPayer(service, { customer: cautious }))
  uids.push(dataOf(await service.call('POST', '/payments/creditrequest', waiting)).paymentUID)

  const body = debitBody(payer, { externalReferenceId: 'D-0' })
  const debit = dataOf(await service.call('POST', '/payments/debitrequest', body)).paymentUID
  uids.push(debit)

  const patient = await createPayer(service, { customer: { debitFundsAvailability: 1 } })
  const collected = debitBody(patient, { externalReferenceId: 'D-1' })
  uids.push(dataOf(await service.call('POST', '/payments/debitrequest', collected)).paymentUID)

  const { customerUID, accountUID, contactUID } = await createPayer(service)
  const checked = { accountUID, contactUID, entryType: 'CREDIT', externalReferenceId: 'N-0' }
  dataOf(await service.call('POST', `/v2/customers/${customerUID}/prenotes`, checked))
  return { uids, debit }
}

/**
 * Whether all payments and the prenotification have ended, and the reversal of the debit is written
 * to a file.
 */
async function haveEnded(uids: readonly string[], debit: string): Promise<boolean> {
  const reversals = await service.query(
    `select from ach_reversals r join ach_files f on f.tenant_id = r.tenant_id and f.id = r.file_id
       where r.payment_id = $1 and f.written_at is not null`,
    [debit],
  )
  const ends = ['PROCESSED', 'REJECTED', 'REVERSED']
  const open = await service.query(`select from prenotes where status <> 'Accepted'`)
  return (
    reversals.length === 1 && open.length === 0 && (await statuses(uids)).every(({ status }) => ends.includes(status))
  )
}

/**
 * Kills each due sweep before its commit, then lets three workers run it; returns the killed ones.
 */
async function killAndRunSweeps(uids: readonly string[]): Promise<string[]> {
  const killed: string[] = []
  for (const { name, due } of paymentLifeSweeps) {
    if ((await service.app.db.read((db) => due(db, clock.now()))).length === 0) continue
    const before = await statuses(uids)
    await assert.rejects(sweep(name, killedBeforeCommit(service.app)), /killed/)
    assert.deepEqual(await statuses(uids), before, `${name} changed nothing when killed`)
    killed.push(name)
    await Promise.all(Array.from({ length: 3 }, () => sweep(name)))
  }
  return killed
}

/** The payment references of all entries in the written ACH files. */
async function writtenReferences(): Promise<string[]> {
  const references: string[] = []
  for (const name of await visibleFiles()) {
    const parsed = parseNachaFile(await readFile(join(service.app.achOutDirectory, name), 'utf8'))
    if (!parsed.ok) assert.fail(`${name}: ${JSON.stringify(parsed.error)}`)
    for (const { detail } of parsed.file.batches.flatMap(({ entries }) => entries))
      references.push((detail as unknown as { individualIdentification: string }).individualIdentification.trim())
  }
  return references.sort()
}

test('every sweep, killed before each commit and run again by several workers, moves each payment once', async () => {
  const { uids, debit } = await payForEverySweep()
  const suspended = await createPayer(service)
  const setStatus = async (action: 'Suspend' | 'Activate') => {
    const path = `/v2/customers/${suspended.customerUID}/accounts/${suspended.accountUID}`
    dataOf(await service.call('PATCH', path, { action, reason: 'test' }))
  }
  uids.push(
    dataOf(await service.call('POST', '/payments/creditrequest', creditBody(suspended, { speed: 'Express' })))
      .paymentUID,
  )
  await setStatus('Suspend')
  const refused = await createPayer(service)
  const express = { speed: 'Express', onMissedCutOff: 'Refuse' }
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(refused, express)))
  const path = `/v2/customers/${refused.customerUID}/accounts/${refused.accountUID}`
  dataOf(await service.call('PATCH', path, { action: 'Suspend', reason: 'test' }))
  const earlier = await pay({ speed: 'Instant', externalReferenceId: 'earlier' })
  await earlierRelease(service).sends(earlier, clock.now())
  uids.push(earlier)
  const currencyCalendars = [{ currency: 'PHP', closedDays: ['2027-02-08'] }]
  dataOf(await service.call('PUT', '/v1/institution', { currencyCalendars }))
  const killed = new Set<string>()
  for (let pass = 0; !(await haveEnded(uids, debit)); pass++) {
    if ((await statuses([debit]))[0]?.status === 'PROCESSED')
      dataOf(await service.call('PUT', `/payments/${debit}/reverse`, {}))
    if (pass === 2) await setStatus('Activate')
    assert.ok(pass < 20, JSON.stringify(await statuses(uids)))
    for (const name of await killAndRunSweeps(uids)) killed.add(name)
    clock.advance({ hours: pass === 5 ? 24 : pass === 10 ? 7 * 24 : 0, seconds: 2 })
  }
  const own = paymentSweeps.map(({ name }) => name)
  assert.deepEqual(
    own.filter((name) => !killed.has(name)),
    [],
    'every sweep was killed at least once',
  )
  assert.deepEqual(await writtenReferences(), ['D-0', 'D-0', 'D-1', 'E-0', 'E-1', 'E-2', 'E-3', 'N-0'])

  const { tenantId } = service.tenant.institution
  const differences = await service.app.db.snapshot(async (tx) => [
    ...(await verifyLedger(tx, tenantId)).differences,
    ...(await verifyPayments(tx, tenantId)),
  ])
  assert.deepEqual(differences, [])
})

test('a payment that does not fit an ACH entry fails with the reason and releases its hold; the rest of the file is sent', async () => {
  await sweep('payments: write ACH files')
  const odd = await createPayer(service, { balance: 100 })
  const { accountUID, customerUID } = odd
  const limits = [{ appName: 'Payments', appLimits: [{ key: 'ACH_CREDIT_LIMIT_PER_DAY', value: 100 }] }]
  dataOf(await service.call('PUT', `/v2/customers/${customerUID}`, { limits }))
  const unwritable = dataOf(await service.call('POST', '/payments/creditrequest', creditBody(odd))).paymentUID
  // The API does not let this value in. It simulates a payment that acceptance should have refused.
  await service.query(`update customers set ach_company_id = 'ZÜRICH0001' where tenant_id = $1 and id = $2`, [
    service.tenant.institution.tenantId,
    customerUID,
  ])
  const others = [await pay(), await pay()]
  await sweep('payments: release payments')
  clock.advance({ seconds: 2 })
  assert.equal(await sweep('payments: collect ACH entries'), 3)
  await sweep('payments: write ACH files')
  assert.deepEqual(
    (await statuses([unwritable, ...others])).map(({ status }) => status),
    ['VALIDATION_FAILURE', 'TRANSMITTED', 'TRANSMITTED'],
  )

  const failed = dataOf(await service.call('GET', `/payments/${unwritable}`))
  assert.match(failed.failureReason, /^The payment was not sent: .*companyIdentification .*pay again\.$/)
  const { entries } = dataOf(await service.call('GET', `/payments/${unwritable}/timeline`))
  assert.deepEqual(
    entries
      .filter(({ kind }: { kind: string }) => kind === 'transfer')
      .map(({ transfer }: { transfer: string }) => transfer),
    ['pending', 'void_pending'],
  )
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  assert.equal(dataOf(await service.call('GET', path)).availableBalance, '100.00')
  const left = dataOf(await service.call('POST', `/v1/customers/${customerUID}/limits`, { paymentRail: 'ACH' }))
  assert.equal(left.limits[0].usedAmount, 0)
  const { tenantId } = service.tenant.institution
  assert.deepEqual(await service.app.db.read((db) => verifyPayments(db, tenantId)), [])
})

test('collect ACH entries: if no waiting payment fits an entry, no file is made and no file number is used', async () => {
  const odd = await createPayer(service, { balance: 100 })
  const unwritable = dataOf(await service.call('POST', '/payments/creditrequest', creditBody(odd))).paymentUID
  const { tenantId } = service.tenant.institution
  await service.query(`update customers set ach_company_id = 'ZÜRICH0001' where tenant_id = $1 and id = $2`, [
    tenantId,
    odd.customerUID,
  ])
  const filesOf = () => service.query('select files, entries from ach_days where tenant_id = $1', [tenantId])
  const before = await filesOf()
  await sweep('payments: release payments')
  clock.advance({ seconds: 2 })
  assert.equal(await sweep('payments: collect ACH entries'), 1)
  assert.deepEqual((await statuses([unwritable]))[0]!.status, 'VALIDATION_FAILURE')
  assert.deepEqual(await filesOf(), before)
  assert.equal(await sweep('payments: collect ACH entries'), 0, 'no entry is left to collect')
})
