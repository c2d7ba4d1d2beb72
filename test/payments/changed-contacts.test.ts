import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyPayments } from '../../src/payments/history/verify-payments.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

/** A Wednesday, 10:00 in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())
beforeEach(() => clock.set('2026-07-01T14:00:00.000Z'))

const [OLD, NEW] = ['700100200300', '700100200399']
const express = { speed: 'Express', paymentDate: '2026-07-02' }
const pay = async (payer: Payer, fields: object = express): Promise<string> =>
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields))).paymentUID
const read = async (uid: string) => dataOf(await service.call('GET', `/payments/${uid}`))
const confirm = (uid: string, client?: TestClient) =>
  service.call('PUT', `/payments/${uid}/confirm`, undefined, client && { client })
const changeContact = ({ customerUID, contactUID }: Payer, bank: object, client?: TestClient) => {
  const body = contactBody({ contactBank: { ...contactBody().contactBank, ...bank } })
  return service.call('PUT', `/v2/customers/${customerUID}/contacts/${contactUID}`, body, client && { client })
}
const statusOf = async (uid: string) => {
  const { status, held, receiverAccountNumber } = await read(uid)
  return [status, held?.map(({ reason }: { reason: string }) => reason), receiverAccountNumber]
}

/** Runs all sweeps that are due until none has work. */
async function workAt(at: string): Promise<void> {
  clock.set(at)
  const { app } = service
  const { tenantId } = service.tenant.institution
  const institution = await app.db.read((db) => readInstitution(db, tenantId))
  for (let moved = 1, passes = 0; moved > 0; passes++) {
    assert.ok(passes < 30, 'the worker runs out of work')
    moved = 0
    for (const { due, run } of paymentLifeSweeps)
      if ((await app.db.read((db) => due(db, clock.now()))).includes(tenantId)) moved += await run(app, institution)
    clock.advance({ milliseconds: 2 })
  }
  assert.deepEqual(await app.db.read((db) => verifyPayments(db, tenantId)), [])
}
const ON_ITS_DATE = '2026-07-02T14:00:00.000Z'

test('a scheduled payment whose contact got another account number waits, and pays the new one once it is confirmed', async () => {
  const payer = await createPayer(service)
  const uid = await pay(payer)
  dataOf(await changeContact(payer, { accountNo: NEW }))
  await workAt(ON_ITS_DATE)
  assert.deepEqual(await statusOf(uid), ['HELD', ['contactChanged'], OLD])
  dataOf(await confirm(uid))
  await workAt('2026-07-02T15:00:00.000Z')
  assert.deepEqual(await statusOf(uid), ['TRANSMITTED', undefined, NEW])
})

test('a payment can be confirmed before its date, and is then not held', async () => {
  const payer = await createPayer(service)
  const uid = await pay(payer)
  dataOf(await changeContact(payer, { accountNo: NEW }))
  dataOf(await confirm(uid))
  await workAt(ON_ITS_DATE)
  assert.deepEqual(await statusOf(uid), ['TRANSMITTED', undefined, NEW])
})

test('another bank code asks, too; the old details need no confirmation once they are back; a new name does not ask', async () => {
  const payer = await createPayer(service)
  const uid = await pay(payer)
  dataOf(await changeContact(payer, { nationalCode: '061000146' }))
  await workAt(ON_ITS_DATE)
  assert.deepEqual((await statusOf(uid))[1], ['contactChanged'])
  dataOf(await changeContact(payer, {}))
  await workAt('2026-07-02T15:00:00.000Z')
  assert.deepEqual(await statusOf(uid), ['TRANSMITTED', undefined, OLD])
  clock.set('2026-07-01T14:00:00.000Z')
  const other = await pay(payer)
  const { customerUID, contactUID } = payer
  const renamed = contactBody({ name: 'Highland Beans LLC' })
  dataOf(await service.call('PUT', `/v2/customers/${customerUID}/contacts/${contactUID}`, renamed))
  await workAt(ON_ITS_DATE)
  assert.equal((await read(other)).status, 'TRANSMITTED')
})

test('a payment that holds its funds asks before it leaves, and can be cancelled instead', async () => {
  const payer = await createPayer(service)
  clock.set('2026-07-01T22:31:00.000Z')
  const [uid, cancelled] = [await pay(payer, { speed: 'Express' }), await pay(payer, { speed: 'Express' })]
  dataOf(await changeContact(payer, { accountNo: NEW }))
  await workAt(ON_ITS_DATE)
  for (const one of [uid, cancelled]) assert.deepEqual(await statusOf(one), ['HELD', ['contactChanged'], OLD])
  dataOf(await service.call('PUT', `/payments/${cancelled}/cancel`, {}))
  dataOf(await confirm(uid))
  await workAt('2026-07-02T15:00:00.000Z')
  assert.deepEqual(await statusOf(uid), ['TRANSMITTED', undefined, NEW])
  assert.equal((await read(cancelled)).status, 'CANCELLED')
})

test('a payment whose contact did not change, or moved to this institution, cannot be confirmed', async () => {
  const payer = await createPayer(service)
  const uid = await pay(payer)
  assertRefused(await confirm(uid), { status: 409, code: 'PAYMENT003', says: 'have not changed' })
  dataOf(await changeContact(payer, { nationalCode: ROUTING_NUMBER }))
  assertRefused(await confirm(uid), { status: 409, code: 'PAYMENT003', says: 'cancel it, and submit it again' })
})

test('approvals do not count for changed bank details: the payment waits and cannot be confirmed', async () => {
  const payer = await createPayer(service, { customer: { legalEntityAccessSettings: { paymentDualApproval: true } } })
  const uid = await pay(payer)
  const client = await service.createClient(service.tenant, {})
  dataOf(await service.call('PUT', `/payments/${uid}/approve`, {}, { client }))
  dataOf(await changeContact(payer, { accountNo: NEW }))
  await workAt(ON_ITS_DATE)
  assert.deepEqual(await statusOf(uid), ['HELD', ['contactChanged'], OLD])
  const says = 'approved for the earlier bank details'
  assertRefused(await confirm(uid, client), { status: 409, code: 'PAYMENT003', says })
  assertRefused(await confirm(uid), { status: 409, code: 'PAYMENT003', says })
})

test('under dual control of contacts, whoever changed the contact cannot confirm the payment, and another can', async () => {
  const payer = await createPayer(service)
  const uid = await pay(payer)
  const [changer, other] = [
    await service.createClient(service.tenant, {}),
    await service.createClient(service.tenant, {}),
  ]
  dataOf(await changeContact(payer, { accountNo: NEW }, changer))
  const customer = { legalEntityAccessSettings: { beneDualApproval: true } }
  dataOf(await service.call('PUT', `/v2/customers/${payer.customerUID}`, customer))
  await workAt(ON_ITS_DATE)
  assertRefused(await confirm(uid, changer), { status: 403, code: 'PAYMENT003', says: 'you changed the contact' })
  dataOf(await confirm(uid, other))
  await workAt('2026-07-02T15:00:00.000Z')
  assert.deepEqual(await statusOf(uid), ['TRANSMITTED', undefined, NEW])
})
