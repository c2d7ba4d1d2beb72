import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { fixedClock } from '../../src/kernel/clock.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { sweepNamed } from '../support/sweeps.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
  transferBody,
} from '../support/test-service.ts'

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())

/** A customer that requires approvals, with three clients. */
interface Cautious extends Payer {
  submitter: TestClient
  first: TestClient
  second: TestClient
}

async function cautiousPayer(settings: object = {}, balance = 100_000): Promise<Cautious> {
  const legalEntityAccessSettings = { paymentDualApproval: true, ...settings }
  const contact = { contactBank: { ...contactBody().contactBank, swiftCode: 'CHASUS33' } }
  const payer = await createPayer(service, { balance, contact, customer: { legalEntityAccessSettings } })
  const person = () => service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  const [submitter, first, second] = [await person(), await person(), await person()]
  return { ...payer, submitter, first, second }
}

const pay = async (payer: Cautious, fields: object = {}) =>
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields), { client: payer.submitter }))
const decide = (action: string, uid: string, client: TestClient, body: object = { notes: 'seen' }) =>
  service.call('PUT', `/payments/${uid}/${action}`, body, { client })
const read = async (uid: string) => dataOf(await service.call('GET', `/payments/${uid}`))
const availableOf = async ({ customerUID, accountUID }: Payer): Promise<string> => {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  return dataOf(await service.call('GET', path)).availableBalance
}
const sweep = (name: string) =>
  sweepNamed(paymentSweeps, `payments: ${name}`).run(service.app, service.tenant.institution)

test('a payment that needs approval has no hold until it is approved, and its client cannot approve it', async () => {
  const payer = await cautiousPayer()
  const { paymentUID, paymentStatus } = await pay(payer, { paymentAmount: 100 })
  assert.equal(paymentStatus, 'PENDING_APPROVAL')
  assert.equal(await availableOf(payer), '100000.00')
  assertRefused(await decide('approve', paymentUID, payer.submitter), {
    status: 403,
    code: 'PAYMENT003',
    says: 'you submitted',
  })
  const reply = await service.call('PUT', `/v3/payments/${paymentUID}/approve`, {}, { client: payer.first })
  assert.deepEqual(dataOf(reply), { paymentUID, paymentStatus: 'VALIDATED' })
  assert.equal(await availableOf(payer), '99900.00')
  const { audit, displayStatus } = await read(paymentUID)
  assert.equal(displayStatus, 'Processing')
  assert.deepEqual(audit.approvers, [{ approverId: payer.first.apiKey, approvedDate: '2026-07-01T14:00:00.000Z' }])
})

test('above the limit of the first approver, two approvers must approve, and each counts once', async () => {
  const payer = await cautiousPayer({ paymentLimitforFirstApprover: 1_000, paymentLimitforSecondApprover: 5_000 })
  const small = await pay(payer, { paymentAmount: 1_000 })
  assert.equal(dataOf(await decide('approve', small.paymentUID, payer.first)).paymentStatus, 'VALIDATED')
  const { paymentUID } = await pay(payer, { paymentAmount: 1_000.01 })
  assert.equal(dataOf(await decide('approve', paymentUID, payer.first)).paymentStatus, 'PARTIALLY_APPROVED')
  assert.equal((await read(paymentUID)).displayStatus, 'Pending Approval')
  assertRefused(await decide('approve', paymentUID, payer.first), {
    status: 409,
    code: 'PAYMENT003',
    says: 'decides once',
  })
  assert.equal(dataOf(await decide('approve', paymentUID, payer.second)).paymentStatus, 'VALIDATED')
  assertRefused(await decide('approve', paymentUID, service.tenant.client), {
    status: 409,
    code: 'PAYMENT003',
    says: 'the payment is VALIDATED',
  })
  const tooMuch = creditBody(payer, { paymentAmount: 5_000.01 })
  assertRefused(await service.call('POST', '/payments/creditrequest', tooMuch, { client: payer.submitter }), {
    status: 402,
    code: 'PAYMENT002',
    says: 'up to 5000.00 USD',
  })
})

test('two concurrent last approvals both count once, and the payment is released once', async () => {
  const payer = await cautiousPayer({ paymentNumberOfApprovers: 2 })
  const { paymentUID } = await pay(payer, { paymentAmount: 10 })
  const replies = await Promise.all([payer.first, payer.second].map((one) => decide('approve', paymentUID, one)))
  assert.deepEqual(replies.map((reply) => dataOf(reply).paymentStatus).toSorted(), ['PARTIALLY_APPROVED', 'VALIDATED'])
  assert.equal(await availableOf(payer), '99990.00')
})

test('a payment approved before its date waits for the date and needs no second approval', async () => {
  const payer = await cautiousPayer()
  const { paymentUID } = await pay(payer, { paymentDate: '2026-07-10' })
  assert.equal(dataOf(await decide('approve', paymentUID, payer.first)).paymentStatus, 'FUTURE_DATED')
  clock.set('2026-07-10T14:00:00.000Z')
  await sweep('release due payments')
  assert.equal((await read(paymentUID)).status, 'VALIDATED')
})

test('a payment approved after its date is released on the day of approval', async () => {
  const payer = await cautiousPayer()
  const { paymentUID } = await pay(payer, { paymentDate: '2026-07-11' })
  clock.set('2026-07-13T14:00:00.000Z')
  assert.equal(dataOf(await decide('approve', paymentUID, payer.first)).paymentStatus, 'VALIDATED')
})

test('a payment approved without funds fails with the reason', async () => {
  const payer = await cautiousPayer({}, 10)
  const { paymentUID } = await pay(payer, { paymentAmount: 10.01 })
  assert.equal(dataOf(await decide('approve', paymentUID, payer.first)).paymentStatus, 'VALIDATION_FAILURE')
  assert.match((await read(paymentUID)).failureReason, /available balance/)
})

test('one approver can reject a payment, with or without a reason, and the rejection is final', async () => {
  const payer = await cautiousPayer({ paymentNumberOfApprovers: 2 })
  const { paymentUID } = await pay(payer)
  assertRefused(await decide('reject', paymentUID, payer.submitter), { status: 403, code: 'PAYMENT003' })
  assert.equal(dataOf(await decide('reject', paymentUID, payer.first)).paymentStatus, 'REJECTED')
  assertRefused(await decide('approve', paymentUID, payer.second), {
    status: 409,
    code: 'PAYMENT003',
    says: 'REJECTED',
  })
  const other = (await pay(payer)).paymentUID
  assert.equal(dataOf(await decide('reject', other, payer.first, {})).paymentStatus, 'REJECTED')
})

test('approval, rejection, cancellation and reversal need no body', async () => {
  const payer = await cautiousPayer({ paymentNumberOfApprovers: 2 })
  const without = async (action: string, uid: string, client = service.tenant.client, headers = {}) =>
    dataOf(await service.call('PUT', `/v3/payments/${uid}/${action}`, undefined, { client, headers })).paymentStatus
  const [decided, cancelled, typed] = [await pay(payer), await pay(payer), await pay(payer)]
  assert.equal(await without('approve', decided.paymentUID, payer.first), 'PARTIALLY_APPROVED')
  assert.equal(await without('reject', decided.paymentUID, payer.second), 'REJECTED')
  assert.equal(await without('cancel', cancelled.paymentUID), 'CANCELLED')
  const asJson = { 'content-type': 'application/json' }
  assert.equal(await without('cancel', typed.paymentUID, payer.submitter, asJson), 'CANCELLED')
  const [from, to] = [await createPayer(service), await createPayer(service)]
  const transfer = transferBody({ from: from.accountUID, to: to.accountUID })
  const { paymentUID } = dataOf(await service.call('POST', '/payments/booktransfer', transfer))
  assert.equal(await without('reverse', paymentUID), 'REVERSED')
})

test('a payment without a date that is not approved within seven days is rejected', async () => {
  const payer = await cautiousPayer()
  const { paymentUID } = await pay(payer)
  clock.advance({ seconds: 7 * 24 * 3600 - 1 })
  await sweep('expire approvals')
  assert.equal((await read(paymentUID)).status, 'PENDING_APPROVAL')
  clock.advance({ seconds: 1 })
  await sweep('expire approvals')
  assert.equal((await read(paymentUID)).status, 'REJECTED')
})

/** August 3, 2026 is a Monday. The cut-offs are those of the institution, in New York. */
const lastMoments: [name: string, speed: string, paymentDate: string, approveBy: string][] = [
  ['a wire three weeks ahead', 'Express', '2026-08-24', '2026-08-24T22:30:00.000Z'],
  ['a wire in winter', 'Express', '2026-11-24', '2026-11-24T23:30:00.000Z'],
  ['an instant payment on a Sunday', 'Instant', '2026-08-23', '2026-08-24T04:00:00.000Z'],
  ['an ACH payment', 'Economy', '2026-08-24', '2026-08-24T22:00:00.000Z'],
  ['a same-day ACH payment', 'Economy Plus', '2026-08-24', '2026-08-24T20:15:00.000Z'],
  ['a SWIFT payment', 'SPOT', '2026-08-24', '2026-08-24T20:00:00.000Z'],
]
for (const [name, speed, paymentDate, approveBy] of lastMoments)
  test(`${name} must be approved until the last cut-off of its date, and no later`, async () => {
    clock.set('2026-08-03T14:00:00.000Z')
    const { tenantId } = service.tenant.institution
    const windows = { kind: 'windows', economy: ['14:15', '18:00'], economyPlus: ['10:00', '16:15'] }
    await service.query(
      `update institutions set settings = jsonb_set(settings, '{ach,collection}', $2) where tenant_id = $1`,
      [tenantId, JSON.stringify(windows)],
    )
    const payer = await cautiousPayer()
    const made = await pay(payer, { speed, paymentDate })
    assert.deepEqual([made.paymentStatus, made.approveBy], ['PENDING_APPROVAL', approveBy])
    assert.equal((await read(made.paymentUID)).approveBy, approveBy)
    clock.set(Temporal.Instant.from(approveBy).subtract({ milliseconds: 1 }))
    await sweep('expire approvals')
    assert.equal((await read(made.paymentUID)).status, 'PENDING_APPROVAL')
    clock.set(approveBy)
    await sweep('expire approvals')
    const rejected = await read(made.paymentUID)
    assert.equal(rejected.status, 'REJECTED')
    assert.match(rejected.failureReason, /not approved by .* Submit it again, with a new idempotency key\.$/)
    assert.equal(rejected.approveBy, undefined)
  })

test('a payment for today that is made after its cut-off can be approved until the cut-off of the next day', async () => {
  clock.set('2026-08-07T22:30:00.000Z')
  const made = await pay(await cautiousPayer(), { speed: 'Express', paymentDate: '2026-08-07' })
  assert.equal(made.approveBy, '2026-08-10T22:30:00.000Z')
})

test('a payment above the approval threshold waits for the institution; above the limit it is refused', async () => {
  const tenant = await service.createTenant('careful')
  const { client } = tenant
  const limits = [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 1000, approvalAbove: 100 }]
  assert.deepEqual(dataOf(await service.call('PUT', '/v1/institution/limits', { limits }, { client })).limits, [
    { ...limits[0], currency: 'USD' },
  ])
  const payer = await createPayer(service, { client, balance: 5000 })
  const legalEntityId = BigInt(payer.customerUID)
  const [own, other] = [
    await service.createClient(tenant, { legalEntityId }),
    await service.createClient(tenant, { legalEntityId }),
  ]
  const wire = (paymentAmount: number) =>
    service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount, speed: 'Express' }), {
      client: own,
    })
  assert.equal(dataOf(await wire(100)).paymentStatus, 'VALIDATED')
  const { paymentUID, paymentStatus } = dataOf(await wire(0.01))
  assert.equal(paymentStatus, 'PENDING_APPROVAL')
  assertRefused(await decide('approve', paymentUID, other), {
    status: 403,
    code: 'PAYMENT003',
    says: "awaits the institution's approval",
  })
  assert.equal(dataOf(await decide('approve', paymentUID, client)).paymentStatus, 'VALIDATED')
  assertRefused(await wire(900.01), { status: 402, code: 'PAYMENT002', says: 'with 899.99 USD left' })
})

test('a payment approved by the customer waits for the institution if it exceeds the threshold on its date', async () => {
  const tenant = await service.createTenant('watchful')
  const { client } = tenant
  const limits = [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_TRANSACTION', value: 1000, approvalAbove: 100 }]
  dataOf(await service.call('PUT', '/v1/institution/limits', { limits }, { client }))
  for (const approvers of [1, 2]) {
    clock.set('2026-08-03T14:00:00.000Z')
    const legalEntityAccessSettings = { paymentDualApproval: true, paymentNumberOfApprovers: approvers }
    const payer = await createPayer(service, { client, balance: 500, customer: { legalEntityAccessSettings } })
    const person = () => service.createClient(tenant, { legalEntityId: BigInt(payer.customerUID) })
    const submitter = await person()
    const body = creditBody(payer, { paymentAmount: 150, speed: 'Express', paymentDate: '2026-08-06' })
    const { paymentUID } = dataOf(await service.call('POST', '/payments/creditrequest', body, { client: submitter }))
    const approve = async (by: TestClient) => dataOf(await decide('approve', paymentUID, by)).paymentStatus
    if (approvers === 2) assert.equal(await approve(await person()), 'PARTIALLY_APPROVED')
    clock.set('2026-08-06T14:00:00.000Z')
    assert.equal(await approve(await person()), 'PARTIALLY_APPROVED')
    assertRefused(await decide('approve', paymentUID, await person()), {
      status: 403,
      code: 'PAYMENT003',
      says: "awaits the institution's approval",
    })
    const trace = dataOf(await service.call('GET', '/v1/institution/audit?page=1&limit=20', undefined, { client }))
    assert.match(JSON.stringify(trace), /above a limit that requires approval by the institution/)
    // The institution, too, has until the cut-off of the payment's date: 18:30 in New York.
    clock.set('2026-08-06T22:29:59.000Z')
    await sweepNamed(paymentSweeps, 'payments: expire approvals').run(service.app, tenant.institution)
    assert.equal(await approve(client), 'VALIDATED')
  }
})

test('an approval requires its entitlement, and a payment of another legal entity is 403', async () => {
  const payer = await cautiousPayer()
  const { paymentUID } = await pay(payer)
  const stranger = await createPayer(service)
  const foreign = await service.createClient(service.tenant, { legalEntityId: BigInt(stranger.customerUID) })
  assertRefused(await decide('approve', paymentUID, foreign), { status: 404, code: 'PAYMENT001' })
  const entitlements = ['Payments.View_Payments'] as const
  const viewer = await service.createClient(service.tenant, { entitlements })
  assertRefused(await decide('approve', paymentUID, viewer), { status: 403, code: 'AUTH002' })
})
