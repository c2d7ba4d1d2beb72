import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { timestamp } from '../../src/kernel/timestamp.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { approvePending } from '../support/second-person.ts'
import {
  consumerBody,
  customerBody,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

const BASE = '/api/user-management/v1/customers'
const QUEUE = '/v1/institution/approvals'

const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
/** Three API clients of the institution. */
let maker: TestClient
let checker: TestClient
let third: TestClient
/** A customer whose users wait for approval. */
let customerId: string
before(async () => {
  service = await startTestService({ clock, worker: true })
  maker = service.tenant.client
  checker = await service.createClient(service.tenant, {})
  third = await service.createClient(service.tenant, {})
  customerId = await createCustomer({ userDualApproval: true })
})
after(() => service.stop())

const call = (method: string, path: string, body?: unknown, client = maker) =>
  service.call(method, path, body, { client })

/** A customer with the roles Clerk and Treasury. */
async function createCustomer(legalEntityAccessSettings: object): Promise<string> {
  const { customerUID } = dataOf(await call('POST', '/v2/customers', customerBody({ legalEntityAccessSettings })))
  await createRoles(customerUID)
  return customerUID
}

async function createRoles(customerUID: string): Promise<void> {
  const applications = [{ name: 'Payments', entitlements: ['View_Payments'] }]
  for (const name of ['Clerk', 'Treasury']) {
    const body = { externalReferenceId: 'role', name, description: 'role', applications }
    assert.ok((await call('POST', `${BASE}/${customerUID}/roles`, body)).status < 300)
  }
  await approvePending(service, customerUID)
}

let made = 0
const userBody = (fields: object = {}) => ({
  externalReferenceId: 'user-1',
  loginId: `ada.lund-${++made}`,
  firstName: 'Ada',
  lastName: 'Lund',
  email: 'ada@blueharbor.example',
  roleNames: ['Clerk'],
  applicationLimits: [{ name: 'Payments', limits: [{ name: 'Daily', value: 100 }] }],
  ...fields,
})
const pathOf = (userId: string, id = customerId) => `${BASE}/${id}/users/${userId}`
const create = async (fields: object = {}, id = customerId, client = maker) => {
  const reply = await call('POST', `${BASE}/${id}/users`, userBody(fields), client)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body
}
const read = async (userId: string, id = customerId) => (await call('GET', pathOf(userId, id))).body
const statusOf = async (userId: string, id = customerId) => (await read(userId, id)).status
const update = async (userId: string, body: object, client = maker) => {
  const reply = await call('PUT', pathOf(userId), body, client)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}
const suspend = (userId: string, id = customerId) => call('PUT', `${pathOf(userId, id)}/suspend`)
const activate = (userId: string, id = customerId, client = maker) =>
  call('PUT', `${pathOf(userId, id)}/activate`, undefined, client)

interface Approval {
  approvalUID: string
  contentHash: string
}
const readApproval = async (uid: string) => dataOf(await call('GET', `${QUEUE}/${uid}`))
const pendingOf = async (subjectUID: string) => {
  const query = new URLSearchParams({ page: '1', limit: '10', kind: 'user', status: 'Pending', subjectUID })
  const found = dataOf(await call('GET', `${QUEUE}?${query}`))
  assert.ok(found.length <= 1, 'at most one proposal waits')
  return found[0]
}
const approve = ({ approvalUID, contentHash }: Approval, client = checker, queue = QUEUE) =>
  call('PUT', `${queue}/${approvalUID}/approve`, { contentHash }, client)
const reject = ({ approvalUID }: Approval, client = checker) =>
  call('PUT', `${QUEUE}/${approvalUID}/reject`, { reason: 'not known to us' }, client)

/** An approved, Active user. */
async function createApproved(): Promise<string> {
  const { userId } = await create()
  dataOf(await approve(await pendingOf(userId)))
  return userId
}

const CONFLICT = { status: 409, code: '' }
const DECIDED = { status: 409, code: 'APPROVAL001' }

test('a new user is Pending until another client approves exactly the content it saw, and then Active', async () => {
  const { userId, message, data } = await create({ loginId: 'first' })
  assert.equal(message, 'The user was created and waits for approval.')
  const approval = await readApproval(data.approvalUID)
  assert.deepEqual(approval, {
    approvalUID: data.approvalUID,
    kind: 'user',
    action: 'create',
    customerUID: customerId,
    subjectUID: userId,
    status: 'Pending',
    requestedBy: maker.apiKey,
    requestedAt: timestamp(clock.now()),
    expiresAt: timestamp(clock.now().add({ hours: 720 })),
    proposed: { ...userBody({ loginId: 'first' }), status: 'Active' },
    contentHash: approval.contentHash,
  })
  assertRefused(await approve(approval, maker), { status: 403, code: 'APPROVAL001', says: 'their own proposals' })
  assertRefused(await approve({ ...approval, contentHash: '0'.repeat(64) }), { ...DECIDED, says: 'contentHash' })
  assert.equal(await statusOf(userId), 'Pending')
  const before = await read(userId)
  dataOf(await approve(approval))
  assert.deepEqual(await read(userId), { ...before, status: 'Active' })
  assertRefused(await approve(approval, third), { ...DECIDED, says: 'already Approved' })
})

test('a user who waits for approval cannot be activated: the refusal names the status and the approval, and adds no proposal', async () => {
  const { userId, data } = await create()
  for (const client of [maker, checker])
    assertRefused(await activate(userId, customerId, client), {
      ...CONFLICT,
      says: `the user is Pending and waits for approval ${data.approvalUID}`,
    })
  assert.equal(await statusOf(userId), 'Pending')
  assert.equal((await pendingOf(userId)).approvalUID, data.approvalUID)
})

test('a rejected user stays Pending; activating or editing the user requests approval again', async () => {
  const { userId } = await create()
  dataOf(await reject(await pendingOf(userId)))
  assert.equal(await statusOf(userId), 'Pending')
  assertRefused(await activate(userId), { ...CONFLICT, says: 'the user is Pending and waits' })
  const asked = await pendingOf(userId)
  assert.equal(asked.action, 'create')
  await update(userId, { roleNames: ['Treasury'] }, checker)
  assertRefused(await approve(asked, third), { ...DECIDED, says: 'Voided' })
  const edited = await pendingOf(userId)
  assert.deepEqual([edited.requestedBy, edited.proposed.roleNames], [checker.apiKey, ['Treasury']])
  assertRefused(await approve(edited, checker), { status: 403, code: 'APPROVAL001' })
  dataOf(await approve(edited, maker))
  const { status, roleNames } = await read(userId)
  assert.deepEqual([status, roleNames], ['Active', ['Treasury']])
})

for (const [what, body] of [
  ['another role', { roleNames: ['Clerk', 'Treasury'] }],
  ['a higher limit', { applicationLimits: [{ name: 'Payments', limits: [{ name: 'Daily', value: 100.01 }] }] }],
  ['no limit', { applicationLimits: [] }],
] as const)
  test(`${what} waits for approval, and the user is unchanged until then`, async () => {
    const userId = await createApproved()
    const before = await read(userId)
    const { message, data } = await update(userId, { ...body, lastName: 'Lunde' })
    assert.equal(message, 'The update of the user waits for approval.')
    assert.deepEqual(await read(userId), before)
    const approval = await readApproval(data.approvalUID)
    assert.deepEqual([approval.action, approval.current.lastName], ['update', 'Lund'])
    dataOf(await approve(approval))
    const after = await read(userId)
    const { applicationLimits: limits, ...fields } = { applicationLimits: before.limits, ...body }
    assert.deepEqual(after, { ...before, ...fields, limits, lastName: 'Lunde' })
  })

test('a change that removes access or edits a name takes effect at once, and voids the waiting proposal', async () => {
  const userId = await createApproved()
  await update(userId, { roleNames: ['Clerk', 'Treasury'] })
  const wider = await pendingOf(userId)
  const lower = [{ name: 'Payments', limits: [{ name: 'Daily', value: 50 }] }]
  const reply = await update(userId, { lastName: 'Byron', applicationLimits: lower })
  assert.equal(reply.message, 'The user was updated.')
  assert.deepEqual((await read(userId)).limits, lower)
  assertRefused(await approve(wider), { ...DECIDED, says: 'Voided' })
  assert.deepEqual((await read(userId)).roleNames, ['Clerk'])
})

test('suspending takes effect at once from every allowed status, and voids the waiting proposal', async () => {
  const waiting = await create()
  const active = await createApproved()
  await update(active, { roleNames: ['Treasury'] })
  for (const userId of [waiting.userId, active]) {
    const approval = await pendingOf(userId)
    assert.equal((await suspend(userId)).status, 204)
    assert.equal(await statusOf(userId), 'Suspended')
    assertRefused(await approve(approval), { ...DECIDED, says: 'Voided' })
    assertRefused(await suspend(userId), { ...CONFLICT, says: 'the user is Suspended, and suspend requires' })
  }
})

test('activating a Suspended or Locked user waits for another client; an Active user is refused', async () => {
  const userId = await createApproved()
  assertRefused(await activate(userId), { ...CONFLICT, says: 'the user is Active, and activate requires' })
  for (const status of ['Suspended', 'Locked']) {
    await service.query('update users set status = $2 where id = $1', [userId, status])
    assertRefused(await activate(userId), { ...CONFLICT, says: `the user is ${status} and waits for approval` })
    assert.equal(await statusOf(userId), status)
    const approval = await pendingOf(userId)
    const { status: asked, ...rest } = approval.proposed
    assert.deepEqual([approval.action, asked, approval.current], ['update', 'Active', { ...rest, status }])
    dataOf(await approve(approval))
    assert.equal(await statusOf(userId), 'Active')
  }
})

test('a rejected activation leaves the user Suspended; an undecided one is Expired after thirty days', async () => {
  const userId = await createApproved()
  await suspend(userId)
  await activate(userId)
  dataOf(await reject(await pendingOf(userId)))
  assert.equal(await statusOf(userId), 'Suspended')
  await activate(userId)
  const { approvalUID } = await pendingOf(userId)
  clock.advance({ hours: 30 * 24 })
  await eventually('the proposal is ended', async () => (await readApproval(approvalUID)).status === 'Expired')
  assert.equal(await statusOf(userId), 'Suspended')
})

test('simultaneous decisions and a suspension never leave a suspended user Active', async () => {
  for (let round = 0; round < 5; round++) {
    const { userId } = await create()
    const approval = await pendingOf(userId)
    const [suspended, ...decided] = await Promise.all([
      suspend(userId),
      approve(approval),
      approve(approval, third),
      reject(approval),
    ])
    assert.equal(suspended.status, 204)
    assert.ok(decided.filter(({ status }) => status === 200).length <= 1)
    assert.equal(await statusOf(userId), 'Suspended')
  }
})

test('approval of a user whose role no longer exists is refused with 409, and the proposal stays Pending', async () => {
  const userId = await createApproved()
  await update(userId, { roleNames: ['Treasury'] })
  const approval = await pendingOf(userId)
  await service.query(`update roles set name = 'Renamed' where customer_id = $1 and name = 'Treasury'`, [customerId])
  assertRefused(await approve(approval), { ...DECIDED, says: 'Treasury in roleNames is not a role of the customer' })
  await service.query(`update roles set name = 'Treasury' where customer_id = $1 and name = 'Renamed'`, [customerId])
  dataOf(await approve(approval))
})

test("the institution's own users require approval by the settings of its own entity", async () => {
  const own = String(service.tenant.institution.legalEntityId)
  await createRoles(own)
  const settings = { legalEntityAccessSettings: { userDualApproval: true } }
  dataOf(await call('PUT', `/v2/customers/${own}`, settings))
  const { userId } = await create({}, own)
  assertRefused(await activate(userId, own), { ...CONFLICT, says: 'waits for approval' })
  dataOf(await approve(await pendingOf(userId)))
  assert.equal(await statusOf(userId, own), 'Active')
})

test('onboarding a consumer returns the documented reply, because a new legal entity requires no dual approval', async () => {
  const reply = await call('POST', '/api/user-management/v1/consumers/users', consumerBody())
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  assert.deepEqual(Object.keys(reply.body), ['userId', 'customerUID', 'accountUID'])
  assert.equal(await pendingOf(reply.body.userId), undefined)
})

test('without userDualApproval nothing waits; a proposal still waiting when it is turned off becomes void when the user is activated', async () => {
  const open = await createCustomer({})
  const { userId, data } = await create({}, open)
  assert.deepEqual(data, { userId })
  assert.equal((await activate(userId, open)).status, 204)

  const watched = await createCustomer({ userDualApproval: true })
  const waiting = await create({}, watched)
  const off = { legalEntityAccessSettings: { userDualApproval: false } }
  const { approvalUID } = dataOf(await call('PUT', `/v2/customers/${watched}`, off))
  dataOf(await approve(await readApproval(approvalUID)))
  assert.equal((await activate(waiting.userId, watched)).status, 204)
  assert.equal((await readApproval(waiting.data.approvalUID)).status, 'Voided')
})

test("two clients of a customer approve each other's users, in the customer's queue", async () => {
  const [first, second] = await Promise.all(
    [1, 2].map(() => service.createClient(service.tenant, { legalEntityId: BigInt(customerId) })),
  )
  const { userId, data } = await create({}, customerId, first)
  const queue = `/v1/customers/${customerId}/approvals/user`
  const approval = dataOf(await call('GET', `${queue}/${data.approvalUID}`, undefined, second))
  assertRefused(await approve(approval, first, queue), { status: 403, code: 'APPROVAL001' })
  dataOf(await approve(approval, second, queue))
  assert.equal(await statusOf(userId), 'Active')
})

test('the same activation with the same key gets the same reply, and one proposal waits', async () => {
  const userId = await createApproved()
  await suspend(userId)
  const options = { client: maker, idempotencyKey: 'activate-once' }
  const first = await service.call('PUT', `${pathOf(userId)}/activate`, undefined, options)
  const again = await service.call('PUT', `${pathOf(userId)}/activate`, undefined, options)
  assert.deepEqual([again.status, again.body], [first.status, first.body])
  assert.ok((await pendingOf(userId)).approvalUID)
})

test('every step writes an audit record that names the requester and the approver', async () => {
  const userId = await createApproved()
  const trail = await service.query<{ action: string; actor: string; after: { approval?: object } }>(
    `select action, actor, after from audit_log where subject_id = $1 order by id`,
    [userId],
  )
  assert.deepEqual(
    trail.map(({ action, actor }) => [action, actor]),
    [
      ['user.created', maker.apiKey],
      ['user.activated', checker.apiKey],
    ],
  )
  const approval = trail[1]!.after.approval as Record<string, string>
  assert.deepEqual([approval['requestedBy'], approval['decidedBy']], [maker.apiKey, checker.apiKey])
})
