import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { recordDeparture } from '../../src/rails/handover/record-departure.ts'
import { BrokenEvidence } from '../../src/rails/handover/transport.ts'
import { readEvidenced } from '../../src/rails/rails.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { sweepNamed } from '../support/sweeps.ts'
import {
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
let colleague: TestClient
before(async () => {
  service = await startTestService({ clock, worker: false })
  colleague = await service.createClient(service.tenant, {})
})
after(() => service.stop())

const tenantId = () => service.tenant.institution.tenantId
const pay = async (payer: Payer, fields: object = {}): Promise<string> =>
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields))).paymentUID
const decide = (action: string, uid: string) =>
  service.call('PUT', `/payments/${uid}/${action}`, { notes: 'seen' }, { client: colleague })
const read = async (uid: string) => dataOf(await service.call('GET', `/payments/${uid}`))
const statusOf = async (uid: string): Promise<string> => (await read(uid)).status
const departed = async () => (await service.app.db.read((db) => readEvidenced(db, tenantId()))).map(({ name }) => name)

/** Runs a sweep once, as a worker does; does nothing if no work is due. */
async function sweep(work: string): Promise<number> {
  const { due, run } = sweepNamed(paymentSweeps, `payments: ${work}`)
  const [tenant] = await service.app.db.read((db) => due(db, clock.now()))
  return tenant === undefined ? 0 : run(service.app, service.tenant.institution)
}

/** What the evidence says to have left: as after a restore, the payment is in an earlier state. */
async function leave(...uids: string[]): Promise<string> {
  const handoverUID = randomUUID()
  await service.query(
    `insert into rail_handovers (tenant_id, id, rail, name, status, decision, token, from_evidence, created_at)
     values ($1, $2, 'ACH', $2::uuid::text || '.ach', 'Waiting', 'HandedOver', 1, true, now())`,
    [tenantId(), handoverUID],
  )
  for (const [place, uid] of uids.entries())
    await service.query(
      `insert into rail_departures (tenant_id, handover_id, payment_id, kind, reference, value_date)
       values ($1, $2, $3, 'Entry', $4, '2026-07-02')`,
      [tenantId(), handoverUID, uid, `09100001000000${place}`],
    )
  return `${handoverUID}.ach`
}

test('a payment that has left does not expire and cannot be rejected, and another one does', async () => {
  const customer = { legalEntityAccessSettings: { paymentDualApproval: true } }
  const payer = await createPayer(service, { customer })
  const [left, other] = [await pay(payer), await pay(payer)]
  await leave(left)
  clock.advance({ hours: 24 * 30 })
  assert.equal(await sweep('expire approvals'), 1)
  assert.equal(await sweep('expire approvals'), 0)
  assert.equal(
    await service.app.db.read((db) => nextOf('expire approvals', db)),
    undefined,
    'and no worker asks for it',
  )
  assert.deepEqual([await statusOf(left), await statusOf(other)], ['PENDING_APPROVAL', 'REJECTED'])
  for (const action of ['reject', 'cancel'])
    assertRefused(await decide(action, left), { status: 409, code: 'PAYMENT003', says: 'already in a file' })
  assert.equal(await statusOf(left), 'PENDING_APPROVAL')
})

const nextOf = (work: string, db: Parameters<NonNullable<(typeof paymentSweeps)[number]['next']>>[0]) =>
  sweepNamed(paymentSweeps, `payments: ${work}`).next!(db, service.tenant.institution, clock.now())

test('a held payment that has left is not refused when its cut-off passes', async () => {
  const payer = await createPayer(service)
  const asked = { speed: 'Economy Plus', onMissedCutOff: 'Refuse' }
  const [left, other] = [await pay(payer, asked), await pay(payer, asked)]
  const path = `/v2/customers/${payer.customerUID}/accounts/${payer.accountUID}`
  dataOf(await service.call('PATCH', path, { action: 'Suspend', reason: 'test' }))
  await sweep('release payments')
  assert.deepEqual([await statusOf(left), await statusOf(other)], ['HELD', 'HELD'])
  await leave(left)
  clock.advance({ hours: 24 })
  assert.equal(await sweep('fail held payments'), 1)
  assert.equal(await sweep('fail held payments'), 0)
  assert.deepEqual([await statusOf(left), await statusOf(other)], ['HELD', 'VALIDATION_FAILURE'])
})

test('a payment that has left and would fail when it is approved keeps waiting, with its approvers', async () => {
  const customer = { legalEntityAccessSettings: { paymentDualApproval: true } }
  const payer = await createPayer(service, { customer, balance: 0 })
  const left = await pay(payer, { paymentAmount: 50 })
  await leave(left)
  assertRefused(await decide('approve', left), { status: 409, code: 'PAYMENT003', says: 'already in a file' })
  assert.equal(await statusOf(left), 'PENDING_APPROVAL')
  await deposit(payer, 50)
  dataOf(await decide('approve', left))
  assert.equal(await statusOf(left), 'VALIDATED')
})

const deposit = async ({ accountUID }: Payer, amount: number) =>
  dataOf(
    await service.call('POST', `/v1/institution/accounts/${accountUID}/adjustments`, {
      ...{ direction: 'Credit', amount, currency: 'USD', reason: 'test', externalReferenceId: randomUUID() },
    }),
    201,
  )

test('a scheduled payment that has left is tried until it succeeds, and its file is shown until it counts as sent', async () => {
  const payer = await createPayer(service, { balance: 0 })
  clock.set('2026-09-01T14:00:00.000Z')
  const date = '2026-09-02'
  const [left, other] = [await pay(payer, { paymentDate: date }), await pay(payer, { paymentDate: date })]
  const file = await leave(left)
  clock.set('2026-09-03T23:00:00.000Z')
  await sweep('release due payments')
  assert.deepEqual([await statusOf(left), await statusOf(other)], ['FUTURE_DATED', 'VALIDATION_FAILURE'])
  for (let files = 0; files < 10 && (await sweep('write ACH files')) > 0; files++);
  assert.ok((await departed()).includes(file), 'its file counts as handed over, and the payment not yet as sent')
  await deposit(payer, 5_000)
  clock.advance({ minutes: 31 })
  for (const work of ['release due payments', 'release payments', 'collect ACH entries']) await sweep(work)
  assert.equal(await statusOf(left), 'TRANSMITTED')
  assert.ok(!(await departed()).includes(file))
})

test('the list of a file that left is read before any transaction begins, and a longer one than it had is refused', async () => {
  const { db } = service.app
  let isOpen = false
  const transaction: typeof db.transaction = async (work) => {
    isOpen = true
    return db.transaction(work).finally(() => {
      isOpen = false
    })
  }
  const app = { ...service.app, db: { ...db, transaction } }
  const items = ['1', '2'].map((reference) => ({
    ...({ kind: 'Entry', paymentId: randomUUID(), reference, valueDate: '2026-07-02' } as const),
  }))
  const itemsOf = async function* () {
    for (const item of items) {
      assert.equal(isOpen, false)
      yield [item]
    }
  }
  const departure = (count: number) => ({
    ...{ name: `read-${count}.ach`, rail: 'ACH', sha256: '', token: 1, at: '2026-07-01T14:00:00.000Z' },
    ...({ event: 'handedOver', evidence: 'line', items: { count, sha256: '' } } as const),
  })
  await recordDeparture(app, { tenantId: tenantId() }, { itemsOf }, departure(2))
  assert.ok((await departed()).includes('read-2.ach'))
  await assert.rejects(recordDeparture(app, { tenantId: tenantId() }, { itemsOf }, departure(1)), BrokenEvidence)
  assert.ok(!(await departed()).includes('read-1.ach'))
})
