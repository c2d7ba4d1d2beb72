import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Entitlement } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { createPayer, startTestService, type TestClient, type TestService } from '../support/test-service.ts'

// Nobody gives more than they have, also not to a person of a customer.

let service: TestService
let customerUID: string
/** Administrators of a sandbox under dual control, who pay nothing themselves. */
let dishonest: TestClient
let honest: TestClient
/** A client of the institution that can do all that the roles give. */
let whole: TestClient

const ADMINISTERS: Entitlement[] = [
  ...(['User_Admin.Manage_Users', 'User_Admin.Activate_Users', 'User_Admin.Suspend_Users'] as const),
  ...(['User_Admin.Manage_Roles', 'User_Admin.View_Roles_And_Users'] as const),
  ...(['Institution.View_Institution', 'Institution.Approve_Changes'] as const),
]

before(async () => {
  service = await startTestService()
  customerUID = (await createPayer(service)).customerUID
  whole = service.tenant.client
  dishonest = await service.createClient(service.tenant, { entitlements: ADMINISTERS })
  honest = await service.createClient(service.tenant, { entitlements: ADMINISTERS })
  await createRole('Full', ['Initiate_Payments', 'View_Payments'])
  await createRole('Reader', ['View_Payments'])
  await createRole('Own', ['View_Roles_And_Users'], 'User_Admin')
  dataOf(await call(whole, 'PUT', '/v1/institution', { dualControl: true }))
})
after(() => service.stop())

const QUEUE = '/v1/institution/approvals'
const call = (client: TestClient, method: string, path: string, body?: unknown) =>
  service.call(method, path, body, { client })
const users = () => `/api/user-management/v1/customers/${customerUID}/users`
async function createRole(name: string, entitlements: string[], application = 'Payments') {
  const body = { externalReferenceId: 'r', name, description: 'r', applications: [{ name: application, entitlements }] }
  const path = `/api/user-management/v1/customers/${customerUID}/roles`
  const reply = await call(whole, 'POST', path, body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return String(reply.body.roleId)
}
const approve = async (client: TestClient, uid: string) => {
  const { contentHash } = dataOf(await call(whole, 'GET', `${QUEUE}/${uid}`))
  return call(client, 'PUT', `${QUEUE}/${uid}/approve`, { contentHash })
}

let made = 0
const bodyOf = (roleNames: string[]) => ({
  ...{ externalReferenceId: 'u', loginId: `user-${++made}`, firstName: 'Ada', lastName: 'Lund' },
  ...{ email: `user-${made}@customer.example`, roleNames },
})
async function create(client: TestClient, roleNames: string[]) {
  const reply = await call(client, 'POST', users(), bodyOf(roleNames))
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return { userId: String(reply.body.userId), approvalUID: reply.body.data.approvalUID as string | undefined }
}
const activate = (client: TestClient, userId: string) => call(client, 'PUT', `${users()}/${userId}/activate`)
const read = async (userId: string) => (await call(whole, 'GET', `${users()}/${userId}`)).body

test('one administrator creates no user with rights that it lacks: a second person activates it', async () => {
  const { userId, approvalUID } = await create(dishonest, ['Full'])
  assert.ok(approvalUID, 'the user waits')
  assertRefused(await activate(dishonest, userId), { status: 409, code: '', says: 'waits for approval' })
  assert.equal((await read(userId)).status, 'Pending')
  assertRefused(await approve(dishonest, approvalUID), { status: 403, code: 'APPROVAL001' })
  dataOf(await approve(honest, approvalUID))
  assert.equal((await read(userId)).status, 'Active')
})

test('withdrawing its proposal does not let it activate the user alone', async () => {
  const { userId, approvalUID } = await create(dishonest, ['Full'])
  dataOf(await call(dishonest, 'PUT', `${QUEUE}/${approvalUID}/reject`, { reason: 'mine' }))
  assertRefused(await activate(dishonest, userId), { status: 409, code: '', says: 'waits for approval' })
  assert.equal((await read(userId)).status, 'Pending')
})

test('the v2 form gives no more', async () => {
  const reply = await call(dishonest, 'POST', `/v2/users?customerUID=${customerUID}`, {
    ...{ customerUID, externalReferenceId: 'u', userName: `v2-${++made}`, firstName: 'Ada', lastName: 'Lund' },
    ...{ email: 'v2@customer.example', roleNames: ['Full'] },
  })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  assert.ok(reply.body.data.approvalUID)
})

test('one administrator gives a user of before no role beyond itself', async () => {
  const { userId } = await create(dishonest, ['Own'])
  assert.equal((await activate(dishonest, userId)).status, 204, 'what it has, it gives alone')
  const reply = await call(dishonest, 'PUT', `${users()}/${userId}`, { roleNames: ['Own', 'Full'] })
  assert.ok(reply.body.data.approvalUID, JSON.stringify(reply.body))
  assert.deepEqual((await read(userId)).roleNames, ['Own'])
  dataOf(await approve(honest, reply.body.data.approvalUID))
  assert.deepEqual((await read(userId)).roleNames, ['Full', 'Own'])
})

test('one administrator adds no right beyond itself to a role that users hold', async () => {
  const { userId } = await create(dishonest, ['Own'])
  assert.equal((await activate(dishonest, userId)).status, 204)
  const roles = `/api/user-management/v1/customers/${customerUID}/roles`
  const found = await call(whole, 'GET', `${roles}/search?roleName=Own`)
  const applications = [{ name: 'Payments', entitlements: ['Initiate_Payments'] }]
  const reply = await call(dishonest, 'PUT', `${roles}/${found.body.data[0].id}`, { applications })
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
})

test('in a sandbox, one administrator is not shown the link of a user with more rights', async () => {
  const { userId } = await create(whole, ['Reader'])
  assert.equal((await activate(whole, userId)).status, 204)
  const reply = await call(dishonest, 'POST', `${users()}/${userId}/invitation`)
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  const uid = reply.body.approvalUID
  const { current } = dataOf(await call(whole, 'GET', `${QUEUE}/${uid}`))
  assert.deepEqual(current.roleNames, ['Reader'], 'the approver sees what the user may do')
  const { shownOnce } = dataOf(await approve(honest, uid))
  assert.match(shownOnce.invitationUrl, /token=/)
  const holders = await service.query<{ holder: string }>('select holder from person_holders where user_id = $1', [
    userId,
  ])
  assert.deepEqual(holders, [{ holder: honest.apiKey }], 'who was shown the link')
})

test('one administrator gives no client another name, by which a colleague would take it for another', async () => {
  const path = `/v1/institution/api-clients/${honest.apiKey}`
  const uid = dataOf(await call(whole, 'PUT', path, { name: 'Treasury' }), 202).approvalUID
  const waiting = dataOf(await call(whole, 'GET', `${QUEUE}/${uid}`))
  assert.equal(waiting.proposed.body.name, 'Treasury')
  assert.notEqual(waiting.current.name, 'Treasury')
  const own = await call(whole, 'PUT', `/v1/institution/api-clients/${whole.apiKey}`, { name: 'Approver' })
  assert.equal(own.status, 202, 'nor itself')
  const { name } = waiting.current
  dataOf(await call(whole, 'PUT', path, { name }), 200)
})
