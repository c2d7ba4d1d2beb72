import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { eventSweeps } from '../../src/events/events.jobs.ts'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyPayments } from '../../src/payments/history/verify-payments.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { paymentLifeSweeps, sweepNamed } from '../support/sweeps.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'

/** A Wednesday, 10:00 in New York. */
const MORNING = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(MORNING)
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())
beforeEach(() => clock.set(MORNING))

const change = (method: string, path: string, body: object = {}) => service.call(method, path, body)
const pay = async (payer: Payer, fields: object = {}): Promise<string> =>
  dataOf(await change('POST', '/payments/creditrequest', creditBody(payer, fields))).paymentUID
const read = async (uid: string) => dataOf(await service.call('GET', `/payments/${uid}`))
const statusOf = async (uid: string) => (await read(uid)).status
const available = async ({ customerUID, accountUID }: Payer) => {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  return dataOf(await service.call('GET', path)).availableBalance
}
const setCustomer = async ({ customerUID }: Payer, action: 'suspend' | 'activate') =>
  dataOf(await change('PUT', `/v1/institution/customers/${customerUID}/${action}`, { reason: 'test' }))
const accountPath = ({ customerUID, accountUID }: Payer) => `/v2/customers/${customerUID}/accounts/${accountUID}`
const setAccount = async (payer: Payer, action: 'Suspend' | 'Activate') =>
  dataOf(await change('PATCH', accountPath(payer), { action, reason: 'test' }))
const setContact = ({ contactUID }: Payer, status: 'Pending' | 'Active') =>
  service.query('update contacts set status = $2 where id = $1', [contactUID, status])

/** Runs a sweep once, as a worker does. */
async function sweep(name: string): Promise<number> {
  const { tenantId } = service.tenant.institution
  const { due, run } = sweepNamed(paymentLifeSweeps, name)
  const { app } = service
  if (!(await app.db.read((db) => due(db, clock.now()))).includes(tenantId)) return 0
  return run(app, await app.db.read((db) => readInstitution(db, tenantId)))
}
/** Runs all sweeps until none has work. */
async function work(): Promise<void> {
  clock.advance({ seconds: 3 })
  for (let moved = 1, passes = 0; moved > 0; passes++) {
    assert.ok(passes < 30, 'the worker runs out of work')
    moved = 0
    for (const { name } of paymentLifeSweeps) moved += await sweep(name)
    clock.advance({ seconds: 3 })
  }
}
const assertSound = async () => {
  const { tenantId } = service.tenant.institution
  assert.deepEqual(await service.app.db.read((db) => verifyPayments(db, tenantId)), [])
}
const stepsOf = async (uid: string): Promise<string[]> =>
  dataOf(await service.call('GET', `/payments/${uid}/timeline`))
    .entries.filter(({ kind }: { kind: string }) => kind === 'transition')
    .map(({ to }: { to: string }) => to)

test('a validated ACH payment of a suspended customer waits as HELD with its funds, and goes on when the customer is activated', async () => {
  const payer = await createPayer(service, { balance: 100 })
  const uid = await pay(payer, { paymentAmount: 40 })
  await setCustomer(payer, 'suspend')
  await work()
  const held = await read(uid)
  assert.deepEqual([held.status, held.displayStatus], ['HELD', 'On Hold'])
  assert.deepEqual(
    held.held.map(({ reason }: { reason: string }) => reason),
    ['customerNotActive'],
  )
  assert.match(held.held[0].liftedBy, /institution activates the customer/)
  assert.equal(await available(payer), '60.00')
  const found = dataOf(await change('POST', '/payments/search', { paymentUUID: uid, status: 'HELD' }))
  assert.deepEqual(found[0].held, held.held)
  await assertSound()

  await setCustomer(payer, 'activate')
  await work()
  const paid = await read(uid)
  assert.deepEqual([paid.status, paid.held], ['PROCESSED', undefined])
  assert.deepEqual(await stepsOf(uid), [
    'VALIDATED',
    'HELD',
    'VALIDATED',
    'READY_TO_TRANSMIT',
    'TRANSMITTED',
    'PROCESSED',
  ])
  await assertSound()
})

test('the event of a held payment has the reasons of that moment, even after they are lifted', async () => {
  const payer = await createPayer(service)
  const uid = await pay(payer)
  await setAccount(payer, 'Suspend')
  await work()
  await setAccount(payer, 'Activate')
  await work()
  const { entries } = dataOf(await service.call('GET', `/payments/${uid}/timeline`))
  const hold = entries.find(({ to }: { to?: string }) => to === 'HELD')
  assert.deepEqual(hold.evidence, { reasons: ['accountNotActive'] })
  for (const { run } of eventSweeps) while ((await run(service.app, service.tenant.institution)) > 0);
  const { events } = dataOf(await service.call('GET', '/v1/events?after=0&limit=1000'))
  const told = events.filter(
    ({ subjectId, type }: { subjectId: string; type: string }) =>
      subjectId === uid && type === 'payment.status.changed',
  )
  const shown = told.map(({ data }: { data: { paymentStatus: string; held?: { reason: string }[] } }) => {
    return [data.paymentStatus, data.held?.map(({ reason }) => reason)]
  })
  assert.deepEqual(shown.slice(0, 3), [
    ['VALIDATED', undefined],
    ['HELD', ['accountNotActive']],
    ['VALIDATED', undefined],
  ])
})

test('an account suspended between release and collection: its entry waits, and the file has the others', async () => {
  const [stopped, other] = [await createPayer(service), await createPayer(service)]
  const [held, sent] = [await pay(stopped), await pay(other)]
  await sweep('payments: release payments')
  assert.equal(await statusOf(held), 'READY_TO_TRANSMIT')
  await setAccount(stopped, 'Suspend')
  clock.advance({ seconds: 2 })
  await sweep('payments: collect ACH entries')
  await sweep('payments: write ACH files')
  assert.deepEqual([await statusOf(held), await statusOf(sent)], ['HELD', 'TRANSMITTED'])
  const directory = join(service.dataDir, 'rails', 'ach', 'out')
  const names = await readdir(directory)
  const files = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))
  const reference = (await read(held)).externalReferenceId.slice(0, 15)
  assert.equal(files.filter((text) => text.includes(reference)).length, 0)
  await setAccount(stopped, 'Activate')
  await work()
  assert.equal(await statusOf(held), 'PROCESSED')
})

test('a wire that waits for transmission is held, for each reason, until the last one is lifted', async () => {
  const payer = await createPayer(service)
  const uid = await pay(payer, { speed: 'Express' })
  await sweep('payments: release payments')
  await setAccount(payer, 'Suspend')
  await setContact(payer, 'Pending')
  await sweep('payments: transmit messages')
  const reasons = async () => (await read(uid)).held?.map(({ reason }: { reason: string }) => reason)
  assert.deepEqual(await reasons(), ['accountNotActive', 'contactNotApproved'])
  await setAccount(payer, 'Activate')
  await work()
  assert.equal(await statusOf(uid), 'HELD')
  await setContact(payer, 'Active')
  await work()
  assert.equal(await statusOf(uid), 'PROCESSED')
})

test('a rail that the institution switches off holds its payments, and no others', async () => {
  const payer = await createPayer(service)
  const [wire, ach] = [await pay(payer, { speed: 'Express' }), await pay(payer)]
  const institution = dataOf(await service.call('GET', '/v1/institution'))
  const setRails = async (rails: object) => dataOf(await change('PUT', '/v1/institution', { rails }))
  await setRails({ ...institution.rails, FEDWIRE: false })
  await work()
  assert.deepEqual([await statusOf(wire), await statusOf(ach)], ['HELD', 'PROCESSED'])
  assert.equal((await read(wire)).held[0].reason, 'railNotAvailable')
  await setRails(institution.rails)
  await work()
  assert.equal(await statusOf(wire), 'PROCESSED')
})

test('a wire is held when wires are disabled for its account', async () => {
  const payer = await createPayer(service)
  const uid = await pay(payer, { speed: 'Express' })
  await service.query('update accounts set enable_wire = false where id = $1', [payer.accountUID])
  await work()
  assert.equal((await read(uid)).held[0].reason, 'railNotEnabled')
})

test('a scheduled payment of a suspended account is held on its date without funds, and decided when it is lifted', async () => {
  const payer = await createPayer(service, { balance: 100 })
  const uid = await pay(payer, { paymentAmount: 40, paymentDate: '2026-07-02' })
  await setAccount(payer, 'Suspend')
  clock.set('2026-07-02T14:00:00.000Z')
  await work()
  assert.equal(await statusOf(uid), 'HELD')
  assert.equal(await available(payer), '100.00')
  assertRefused(await change('PATCH', accountPath(payer), { action: 'Close', reason: 'test' }), {
    status: 409,
    code: 'ACC001',
  })
  clock.set('2026-07-08T14:00:00.000Z')
  await setAccount(payer, 'Activate')
  await work()
  assert.equal(await statusOf(uid), 'PROCESSED')
  assert.deepEqual((await stepsOf(uid)).slice(0, 4), ['FUTURE_DATED', 'HELD', 'FUTURE_DATED', 'VALIDATED'])
})

test('a held payment can be cancelled, which releases its funds', async () => {
  const payer = await createPayer(service, { balance: 100 })
  const uid = await pay(payer, { paymentAmount: 40 })
  await setCustomer(payer, 'suspend')
  await work()
  dataOf(await change('PUT', `/payments/${uid}/cancel`))
  assert.deepEqual([await statusOf(uid), await available(payer)], ['CANCELLED', '100.00'])
  await assertSound()
})

test('a payment approved while its customer is suspended is held, and needs no second approval', async () => {
  const legalEntityAccessSettings = { paymentDualApproval: true }
  const payer = await createPayer(service, { customer: { legalEntityAccessSettings } })
  // A client of the customer is stopped with it.
  const approver = await service.createClient(service.tenant, {})
  const uid = await pay(payer)
  await setCustomer(payer, 'suspend')
  const approved = await service.call('PUT', `/payments/${uid}/approve`, {}, { client: approver })
  assert.equal(dataOf(approved).paymentStatus, 'HELD')
  await setCustomer(payer, 'activate')
  await work()
  assert.equal(await statusOf(uid), 'PROCESSED')
})

test('a payment held twice is lifted twice', async () => {
  const payer = await createPayer(service)
  const uid = await pay(payer)
  for (let round = 0; round < 2; round++) {
    await setAccount(payer, 'Suspend')
    await work()
    assert.equal(await statusOf(uid), 'HELD')
    await setAccount(payer, 'Activate')
    await sweep('payments: lift held payments')
    assert.equal(await statusOf(uid), 'VALIDATED')
  }
  await work()
  assert.equal(await statusOf(uid), 'PROCESSED')
})
