import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { releaseDuePayments } from '../../src/payments/worker/release-due-payments.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { createPayer, creditBody, customerBody, startTestService, type TestService } from '../support/test-service.ts'

const clock = fixedClock('2026-07-01T15:00:00.000Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())

const activate = (uid: string) => service.call('PUT', `/v1/institution/customers/${uid}/activate`)
const suspend = (uid: string, body: object = { reason: 'ownership not verified' }) =>
  service.call('PUT', `/v1/institution/customers/${uid}/suspend`, body)
const read = async (uid: string) => dataOf(await service.call('GET', `/v2/customers/${uid}`))
const createCustomer = async () => dataOf(await service.call('POST', '/v2/customers', customerBody())).customerUID
const setStatus = (uid: string, status: string) =>
  service.query('update customers set status = $3 where tenant_id = $1 and id = $2', [
    service.tenant.institution.tenantId,
    uid,
    status,
  ])

test('a New customer is activated, suspended and activated again, and each reply shows its status', async () => {
  const uid = await createCustomer()
  assert.equal(dataOf(await activate(uid)).customerEntityStatus, 'Active')
  assert.equal(dataOf(await suspend(uid)).customerEntityStatus, 'Suspended')
  assert.equal((await read(uid)).status, 'Suspended')
  assert.equal(dataOf(await activate(uid)).customerEntityStatus, 'Active')
})

for (const [state, call, says] of [
  ['Active', activate, 'the customer is Active; only New or Suspended customers can be activated'],
  ['Pending', activate, 'the customer is Pending; only New or Suspended customers can be activated'],
  ['Suspended', suspend, 'the customer is Suspended; only New or Active or Pending customers can be suspended'],
] as const)
  test(`${call.name} of a ${state} customer is refused with 409, names the status, and changes nothing`, async () => {
    const uid = await createCustomer()
    await setStatus(uid, state)
    assertRefused(await call(uid), { status: 409, code: 'CUST001', says })
    assert.equal((await read(uid)).status, state)
  })

test('of eight simultaneous suspensions one succeeds, and the others find the customer Suspended', async () => {
  const uid = await createCustomer()
  await activate(uid)
  const replies = await Promise.all(Array.from({ length: 8 }, () => suspend(uid)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409, 409, 409])
})

test('a Suspended customer cannot pay until it is activated, and its scheduled payments are held on their date', async () => {
  const payer = await createPayer(service)
  const pay = (fields = {}) => service.call('POST', '/payments/creditrequest', creditBody(payer, fields))
  const { paymentUID } = dataOf(await pay({ paymentDate: '2026-07-02' }))
  await suspend(payer.customerUID)
  assertRefused(await pay(), { status: 402, code: 'PAYMENT002', says: 'suspended' })

  const { institution } = service.tenant
  clock.advance({ hours: 24 })
  await releaseDuePayments(service.app, institution)
  const { status } = dataOf(await service.call('GET', `/payments/${paymentUID}`))
  assert.equal(status, 'HELD')

  await activate(payer.customerUID)
  assert.equal(dataOf(await pay()).paymentStatus, 'VALIDATED')
})

test('a suspension requires a reason and accepts no other field', async () => {
  const uid = await createCustomer()
  assertRefused(await suspend(uid, {}), { status: 400, code: 'CUST001', says: 'reason is required' })
  assertRefused(await suspend(uid, { reason: '' }), { status: 400, code: 'CUST001', says: 'reason' })
  assertRefused(await suspend(uid, { reason: 'r', until: 'x' }), { status: 400, code: 'CUST001', says: 'until' })
})

test("the institution's own entity cannot be suspended, and an unknown customer is 404", async () => {
  const own = String(service.tenant.institution.legalEntityId)
  assertRefused(await suspend(own), { status: 409, code: 'CUST001', says: "the institution's own entity" })
  assertRefused(await activate('999999999'), { status: 404, code: 'CUST001' })
})

test("a customer's own client cannot activate or suspend it, even with every entitlement", async () => {
  const { customerUID } = await createPayer(service)
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  for (const [step, body] of [
    ['activate', undefined],
    ['suspend', { reason: 'r' }],
  ] as const)
    assertRefused(await service.call('PUT', `/v1/institution/customers/${customerUID}/${step}`, body, { client }), {
      status: 403,
      code: 'AUTH002',
    })
})

test('the reason of a suspension is in the audit trail, but not in the event that the customer can read', async () => {
  const uid = await createCustomer()
  await activate(uid)
  await suspend(uid, { reason: 'unusual activity' })
  const { tenantId } = service.tenant.institution
  const trail = await service.query<{ action: string; before: object; after: object }>(
    `select action, before, after from audit_log where tenant_id = $1 and subject_kind = 'customer' and subject_id = $2 and action <> 'customer.created' order by id`,
    [tenantId, uid],
  )
  assert.deepEqual(trail, [
    { action: 'customer.activated', before: { status: 'New' }, after: { status: 'Active' } },
    {
      action: 'customer.suspended',
      before: { status: 'Active' },
      after: { status: 'Suspended', reason: 'unusual activity' },
    },
  ])
  const events = await service.query<{ type: string; data: object }>(
    `select type, data from events where tenant_id = $1 and subject_kind = 'customer' and subject_id = $2 and type <> 'customer.created' order by type`,
    [tenantId, uid],
  )
  assert.deepEqual(events, [
    { type: 'customer.activated', data: { status: 'Active' } },
    { type: 'customer.suspended', data: { status: 'Suspended' } },
  ])
})
