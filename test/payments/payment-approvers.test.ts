import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { approvePending } from '../support/second-person.ts'
import {
  createPayer,
  creditBody,
  type Payer,
  type Reply,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

const BASE = '/api/user-management/v1/customers'

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())

/**
 * A customer that requires approvals, with a client that pays and a portal that the institution
 * trusts to name approvers.
 */
interface Cautious extends Payer {
  submitter: TestClient
  portal: TestClient
}

async function cautiousPayer(settings: object = {}): Promise<Cautious> {
  const legalEntityAccessSettings = { paymentDualApproval: true, ...settings }
  const payer = await createPayer(service, { balance: 100_000, customer: { legalEntityAccessSettings } })
  const legalEntityId = BigInt(payer.customerUID)
  const program = (trustedToNamePersons: boolean) =>
    service.createClient(service.tenant, { legalEntityId, trustedToNamePersons })
  await createRole(payer.customerUID, 'Approver')
  return { ...payer, submitter: await program(false), portal: await program(true) }
}

const trustedClient = (legalEntityId?: bigint) =>
  service.createClient(service.tenant, { legalEntityId, trustedToNamePersons: true })

type Limits = { name: string; value?: number }[]

async function createRole(id: string, name: string, limits: Limits = [], entitlements = ['Approve_Payments']) {
  const body = { externalReferenceId: 'role', name, description: 'role' }
  const applications = [{ name: 'Payments', entitlements, limits }]
  assert.ok((await service.call('POST', `${BASE}/${id}/roles`, { ...body, applications })).status < 300)
  await approvePending(service, id)
}

interface Person {
  userId: string
  loginId: string
}

/** An Active user of the customer. */
async function createUser(id: string, limits: Limits = [], roleNames = ['Approver']): Promise<Person> {
  const loginId = `user-${randomUUID()}`
  const person = {
    externalReferenceId: 'u',
    loginId,
    firstName: 'Ada',
    lastName: 'Lund',
    email: `${loginId}@x.example`,
  }
  const applicationLimits = [{ name: 'Payments', limits }]
  const reply = await service.call('POST', `${BASE}/${id}/users`, { ...person, roleNames, applicationLimits })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  const { userId } = reply.body
  await approvePending(service, id)
  await service.call('PUT', `${BASE}/${id}/users/${userId}/activate`)
  assert.equal((await service.call('GET', `${BASE}/${id}/users/${userId}`)).body.status, 'Active')
  return { userId, loginId }
}

async function createSignatory(id: string, approvalLimit?: number): Promise<string> {
  const body = { fullName: 'Ada Lund', emailAddress: `${randomUUID()}@x.example`, phoneNumber: '+1 207 555 0100' }
  const reply = await service.call('POST', `/v1/customers/${id}/signatories`, { ...body, approvalLimit })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  await approvePending(service, id)
  return reply.body.id
}

const pay = async (payer: Cautious, paymentAmount: number): Promise<string> => {
  const body = creditBody(payer, { paymentAmount })
  return dataOf(await service.call('POST', '/payments/creditrequest', body, { client: payer.submitter })).paymentUID
}
const decide = (action: string, uid: string, body: object, client: TestClient) =>
  service.call('PUT', `/payments/${uid}/${action}`, body, { client })
const approve = (uid: string, body: object, { portal }: Cautious) => decide('approve', uid, body, portal)
const read = async (uid: string) => dataOf(await service.call('GET', `/payments/${uid}`))
const limit = (value: number, name = 'Approval limit') => [{ name, value }]

const LIMIT = { status: 402, code: 'PAYMENT003' }
const UNKNOWN = { status: 400, code: 'PAYMENT003', says: 'customer has no such user or signatory' }

test('a user approves up to their limit, inclusive; one cent more is refused, and another user can approve it', async () => {
  const payer = await cautiousPayer()
  const { userId, loginId } = await createUser(payer.customerUID, limit(100))
  const within = await pay(payer, 100)
  assert.equal(dataOf(await approve(within, { userId, notes: 'seen' }, payer)).paymentStatus, 'VALIDATED')
  assert.deepEqual((await read(within)).audit.approvers, [
    { approverId: userId, approvedDate: '2026-07-01T14:00:00.000Z' },
  ])

  const above = await pay(payer, 100.01)
  for (const person of [{ userId }, { loginId }])
    assertRefused(await approve(above, person, payer), { ...LIMIT, says: 'limit is 100.00 USD per payment' })
  assert.deepEqual((await read(above)).audit.approvers, [])
  const other = await createUser(payer.customerUID)
  assert.equal(dataOf(await approve(above, { loginId: other.loginId }, payer)).paymentStatus, 'VALIDATED')
})

test('the timeline and the audit log show the approver and the client', async () => {
  const payer = await cautiousPayer()
  const { userId, loginId } = await createUser(payer.customerUID)
  const uid = await pay(payer, 10)
  dataOf(await approve(uid, { loginId, notes: 'seen' }, payer))
  const { entries } = dataOf(await service.call('GET', `/payments/${uid}/timeline`))
  const by = payer.portal.apiKey
  assert.deepEqual(
    entries.find(({ kind }: { kind: string }) => kind === 'approval'),
    {
      at: '2026-07-01T14:00:00.000Z',
      kind: 'approval',
      by,
      decision: 'Approved',
      side: 'Customer',
      userId,
      loginId,
      identifiedBy: 'TrustedClient',
      notes: 'seen',
    },
  )
  const [record] = await service.query<{ actor: string; after: object }>(
    `select actor, after from audit_log where subject_id = $1 and action = 'payment.approved'`,
    [uid],
  )
  assert.deepEqual(record, { actor: by, after: { status: 'VALIDATED', notes: 'seen', userId, loginId } })
})

test("the daily limit covers all approvals of a user in one day of the institution's time zone, then restarts", async () => {
  const payer = await cautiousPayer()
  const { userId } = await createUser(payer.customerUID, limit(250, 'DAILY_APPROVAL_LIMIT'))
  const [first, second, third] = [await pay(payer, 150), await pay(payer, 100.01), await pay(payer, 100)]
  dataOf(await approve(first, { userId }, payer))
  assertRefused(await approve(second, { userId }, payer), {
    ...LIMIT,
    says: '250.00 USD per day, with 100.00 USD left',
  })
  dataOf(await approve(third, { userId }, payer))
  // One second before midnight in New York, then midnight.
  const noon = clock.now()
  clock.set('2026-07-02T03:59:59.000Z')
  assertRefused(await approve(second, { userId }, payer), { ...LIMIT, says: 'with 0.00 USD left' })
  clock.set('2026-07-02T04:00:00.000Z')
  dataOf(await approve(second, { userId }, payer))
  clock.set(noon)
})

test('the limit of a role caps the limit of the user; of two roles, the higher limit applies', async () => {
  const payer = await cautiousPayer()
  const { customerUID } = payer
  await createRole(customerUID, 'Small', limit(50))
  await createRole(customerUID, 'Large', limit(80))
  await createRole(customerUID, 'Viewer', limit(1000), ['View_Payments'])
  const small = await createUser(customerUID, limit(100), ['Small', 'Viewer'])
  const both = await createUser(customerUID, [], ['Small', 'Large'])
  const uid = await pay(payer, 80)
  assertRefused(await approve(uid, { userId: small.userId }, payer), { ...LIMIT, says: '50.00 USD' })
  const more = await pay(payer, 80.01)
  assertRefused(await approve(more, { userId: both.userId }, payer), { ...LIMIT, says: '80.00 USD' })
  dataOf(await approve(uid, { userId: both.userId }, payer))
})

test('a signatory approves up to their limit, inclusive; a deleted signatory cannot approve', async () => {
  const payer = await cautiousPayer({ paymentNumberOfApprovers: 2 })
  const { customerUID } = payer
  const [limited, free] = [await createSignatory(customerUID, 100), await createSignatory(customerUID)]
  const uid = await pay(payer, 100.01)
  assertRefused(await approve(uid, { signatoryId: limited }, payer), { ...LIMIT, says: '100.00 USD per payment' })
  assert.equal(dataOf(await approve(uid, { signatoryId: Number(free) }, payer)).paymentStatus, 'PARTIALLY_APPROVED')
  await service.call('PATCH', `/v1/customers/${customerUID}/signatories/${limited}`, { approvalLimit: 100.01 })
  await approvePending(service, customerUID)
  assert.equal(dataOf(await approve(uid, { signatoryId: limited }, payer)).paymentStatus, 'VALIDATED')
  assert.deepEqual(
    (await read(uid)).audit.approvers.map(({ approverId }: { approverId: string }) => approverId).toSorted(),
    [limited, free].toSorted(),
  )
  const later = await pay(payer, 1)
  await service.call('DELETE', `/v1/customers/${customerUID}/signatories/${free}`)
  assertRefused(await approve(later, { signatoryId: free }, payer), UNKNOWN)
})

test('two users of one client count twice; one user of two clients, or a client and its user, count once', async () => {
  const payer = await cautiousPayer({ paymentNumberOfApprovers: 3 })
  const { customerUID, portal } = payer
  const [first, second] = [await createUser(customerUID), await createUser(customerUID)]
  const other = await trustedClient(BigInt(customerUID))
  const uid = await pay(payer, 10)
  dataOf(await approve(uid, { userId: first.userId }, payer))
  const twice = { status: 409, code: 'PAYMENT003', says: 'each approver decides once' }
  assertRefused(await decide('approve', uid, { loginId: first.loginId }, other), twice)
  assertRefused(await decide('approve', uid, {}, portal), twice)
  dataOf(await approve(uid, { userId: second.userId }, payer))
  dataOf(await decide('approve', uid, {}, other))
  const next = await pay(payer, 10)
  dataOf(await decide('approve', next, {}, portal))
  assertRefused(await approve(next, { userId: first.userId }, payer), twice)
})

test('the client that submitted a payment cannot approve it, even for a user', async () => {
  const payer = await cautiousPayer()
  const { userId } = await createUser(payer.customerUID)
  const uid = await pay(payer, 10)
  assertRefused(await decide('approve', uid, { userId }, payer.submitter), {
    status: 403,
    code: 'PAYMENT003',
    says: 'you submitted',
  })
})

test('a user who is not Active, has no approving role or belongs to another customer can neither approve nor reject', async () => {
  const payer = await cautiousPayer()
  const { customerUID } = payer
  await createRole(customerUID, 'Viewer', [], ['View_Payments'])
  const viewer = await createUser(customerUID, [], ['Viewer'])
  const suspended = await createUser(customerUID)
  await service.call('PUT', `${BASE}/${customerUID}/users/${suspended.userId}/suspend`)
  const stranger = await createUser((await cautiousPayer()).customerUID)
  const strange = await createSignatory((await createPayer(service)).customerUID)
  const own = String(service.tenant.institution.legalEntityId)
  await createRole(own, `Approver`)
  const ofInstitution = await createUser(own)
  const uid = await pay(payer, 10)
  const refused = { status: 403, code: 'PAYMENT003' }
  for (const action of ['approve', 'reject']) {
    const decideAs = (person: object) => decide(action, uid, { notes: 'n', ...person }, payer.portal)
    assertRefused(await decideAs({ userId: viewer.userId }), { ...refused, says: 'has Payments.Approve_Payments' })
    assertRefused(await decideAs({ userId: suspended.userId }), { ...refused, says: 'the user is Suspended' })
    for (const person of [
      { userId: stranger.userId },
      { loginId: 'nobody' },
      { userId: randomUUID() },
      { signatoryId: strange },
      { userId: ofInstitution.userId },
    ])
      assertRefused(await decideAs(person), UNKNOWN)
    assertRefused(await decideAs({ userId: viewer.userId, signatoryId: strange }), {
      status: 400,
      code: 'PAYMENT003',
      says: 'at most one of',
    })
  }
  // A client of the institution can decide for its users.
  const colleague = await trustedClient()
  assert.equal(
    dataOf(await decide('approve', uid, { userId: ofInstitution.userId }, colleague)).paymentStatus,
    'VALIDATED',
  )
})

test('approval limits do not apply to rejections', async () => {
  const payer = await cautiousPayer()
  const { userId, loginId } = await createUser(payer.customerUID, limit(0))
  const uid = await pay(payer, 10)
  const rejected = await decide('reject', uid, { userId, notes: 'not ours' }, payer.portal)
  assert.equal(dataOf(rejected).paymentStatus, 'REJECTED')
  const { entries } = dataOf(await service.call('GET', `/payments/${uid}/timeline`))
  const decision = entries.find(({ kind }: { kind: string }) => kind === 'approval')
  assert.deepEqual([decision.decision, decision.loginId, decision.notes], ['Rejected', loginId, 'not ours'])
})

test('of ten concurrent approvals by one user through two clients, one counts', async () => {
  const payer = await cautiousPayer({ paymentNumberOfApprovers: 2 })
  const { userId } = await createUser(payer.customerUID)
  const other = await trustedClient(BigInt(payer.customerUID))
  const uid = await pay(payer, 10)
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) => decide('approve', uid, { userId }, n % 2 ? payer.portal : other)),
  )
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, ...Array(9).fill(409)])
  assert.equal((await read(uid)).status, 'PARTIALLY_APPROVED')
})

/** Repeats a request that a busy service did not take, as its 503 asks a client to. */
async function patiently(send: () => Promise<Reply>): Promise<Reply> {
  for (let attempts = 1; ; attempts++) {
    const reply = await send()
    if (reply.status !== 503 || attempts === 20) return reply
  }
}

test('fifty concurrent approvals by one user cannot exceed the daily limit', async () => {
  const payer = await cautiousPayer()
  const { userId } = await createUser(payer.customerUID, limit(200, 'Daily approval limit'))
  const uids = await Promise.all(Array.from({ length: 50 }, () => pay(payer, 10)))
  const replies = await Promise.all(uids.map((uid) => patiently(() => approve(uid, { userId }, payer))))
  for (const reply of replies) if (reply.status !== 200) assertRefused(reply, { ...LIMIT, says: 'with 0.00 USD left' })
  assert.equal(replies.filter(({ status }) => status === 200).length, 20)
})

test('if a customer raises its number of approvers, waiting payments need more; if it lowers it, they do not need fewer', async () => {
  const payer = await cautiousPayer({ paymentLimitforFirstApprover: 100 })
  const { customerUID } = payer
  const [first, second] = [await createUser(customerUID), await createUser(customerUID)]
  const [small, large] = [await pay(payer, 100), await pay(payer, 100.01)]
  const settle = (settings: object) =>
    service.query('update customers set profile = jsonb_set(profile, $2, $3) where id = $1', [
      customerUID,
      ['legalEntityAccessSettings'],
      JSON.stringify({ paymentDualApproval: true, ...settings }),
    ])
  await settle({ paymentLimitforFirstApprover: 99 })
  assert.equal(dataOf(await approve(small, { userId: first.userId }, payer)).paymentStatus, 'PARTIALLY_APPROVED')
  assert.equal(dataOf(await approve(small, { userId: second.userId }, payer)).paymentStatus, 'VALIDATED')
  await settle({ paymentLimitforFirstApprover: 100_000 })
  assert.equal(dataOf(await approve(large, { userId: first.userId }, payer)).paymentStatus, 'PARTIALLY_APPROVED')
  await settle({ paymentLimitforFirstApprover: 10, paymentLimitforSecondApprover: 50 })
  assertRefused(await approve(large, { userId: second.userId }, payer), { ...LIMIT, says: 'up to 50.00 USD' })
  assert.equal(
    dataOf(await decide('reject', large, { notes: 'n', userId: second.userId }, payer.portal)).paymentStatus,
    'REJECTED',
  )
})
