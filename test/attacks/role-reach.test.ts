import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Entitlement } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  customerBody,
  type Reply,
  startTestService,
  type TestClient,
  type TestService,
  type TestTenant,
} from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const QUEUE = '/v1/institution/approvals'

let made = 0
const application = (name: string, ...entitlements: string[]) => ({ name, entitlements })
const roleBody = (...applications: object[]) => ({
  ...{ name: `Role ${++made}`, externalReferenceId: 'role', description: 'A role', applications },
})
const VIEWS = application('Payments', 'View_Payments')
const APPROVES = application('Payments', 'View_Payments', 'Approve_Payments')

/** A customer whose own client only manages roles and views payments. */
async function openCustomer(tenant: TestTenant = service.tenant, settings: object = {}) {
  const body = customerBody({ legalEntityAccessSettings: settings })
  const { customerUID } = dataOf(await service.call('POST', '/v2/customers', body, { client: tenant.client }))
  const legalEntityId = BigInt(customerUID)
  const entitlements = ['User_Admin.Manage_Roles', 'Payments.View_Payments'] as const
  const maker = await service.createClient(tenant, { legalEntityId, entitlements })
  const roles = `/api/user-management/v1/customers/${customerUID}/roles`
  const call = (client: TestClient) => (method: string, path: string, sent?: object) =>
    service.call(method, `${roles}${path}`, sent, { client })
  const applicationsOf = async (roleId: string) => (await call(tenant.client)('GET', `/${roleId}`)).body.applications
  return { customerUID, legalEntityId, maker, call, applicationsOf }
}
const createdId = ({ status, body }: Reply): string => {
  assert.equal(status, 201, JSON.stringify(body))
  return body.roleId
}
const beyond = (reply: Reply, name = 'Payments.Approve_Payments') =>
  assertRefused(reply, { status: 403, code: 'USER001', says: `the caller does not have ${name}` })

test('a client that only manages roles cannot create a role that approves payments', async () => {
  const { maker, call } = await openCustomer()
  beyond(await call(maker)('POST', '', roleBody(APPROVES)))
  createdId(await call(maker)('POST', '', roleBody(VIEWS)))
})

test('one refusal names everything that the caller does not have, and nothing that it has', async () => {
  const { maker, call } = await openCustomer()
  const reply = await call(maker)('POST', '', roleBody(APPROVES, application('Contacts', 'manage contacts')))
  beyond(reply, 'Payments.Approve_Payments, Contacts.Manage_Contacts')
  assert.doesNotMatch(JSON.stringify(reply.body), /View_Payments/)
})

test('a client that only manages roles cannot add to a role, but keeps, renames and narrows what others gave it', async () => {
  const { maker, call, applicationsOf } = await openCustomer()
  const harmless = createdId(await call(maker)('POST', '', roleBody(VIEWS)))
  const before = await applicationsOf(harmless)
  beyond(await call(maker)('PUT', `/${harmless}`, { applications: [APPROVES] }))
  assert.deepEqual(await applicationsOf(harmless), before)
  const given = createdId(await call(service.tenant.client)('POST', '', roleBody(APPROVES)))
  for (const body of [{ applications: [APPROVES] }, { description: 'Other' }, { applications: [VIEWS] }])
    assert.equal((await call(maker)('PUT', `/${given}`, body)).status, 200)
  // What it has taken away, it cannot give back.
  beyond(await call(maker)('PUT', `/${given}`, { applications: [APPROVES] }))
})

test('without dual control, an administrator of the institution cannot give roles more than it has either', async () => {
  const { call } = await openCustomer()
  const entitlements: Entitlement[] = ['User_Admin.Manage_Roles']
  const administrator = await service.createClient(service.tenant, { entitlements })
  beyond(await call(administrator)('POST', '', roleBody(APPROVES)), 'Payments.View_Payments, Payments.Approve_Payments')
})

test('where a second person decides about roles, a role with more than its maker has waits for one', async () => {
  const { customerUID, legalEntityId, maker, call } = await openCustomer(service.tenant, { userDualApproval: true })
  const reply = await call(maker)('POST', '', roleBody(APPROVES))
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  const path = `/v1/customers/${customerUID}/approvals/role/${reply.body.approvalUID}`
  const { contentHash } = dataOf(await service.call('GET', path))
  const approve = (client: TestClient) => service.call('PUT', `${path}/approve`, { contentHash }, { client })
  assertRefused(await approve(maker), { status: 403, code: 'APPROVAL001', says: 'own' })
  dataOf(await approve(await service.createClient(service.tenant, { legalEntityId })))
})

test('under dual control, two people of the institution give a role what neither of them has', async () => {
  const tenant = await service.createTenant('pair', { dualControl: true })
  const { call, applicationsOf, maker } = await openCustomer(tenant)
  const entitlements: Entitlement[] = [
    ...(['User_Admin.Manage_Roles', 'Institution.Approve_Changes', 'Institution.View_Institution'] as const),
  ]
  const [first, second] = [
    await service.createClient(tenant, { entitlements }),
    await service.createClient(tenant, { entitlements }),
  ]
  const approve = async (client: TestClient, { status, body }: Reply) => {
    assert.equal(status, 202, JSON.stringify(body))
    const path = `${QUEUE}/${body.approvalUID}`
    const { contentHash } = dataOf(await service.call('GET', path, undefined, { client: first }))
    return service.call('PUT', `${path}/approve`, { contentHash }, { client })
  }
  // The customer's own client has no second person at the institution.
  beyond(await call(maker)('POST', '', roleBody(APPROVES)))
  const waiting = await call(first)('POST', '', roleBody(VIEWS))
  assertRefused(await approve(first, waiting), { status: 403, code: 'APPROVAL001', says: 'own' })
  const { roleId } = dataOf(await approve(second, waiting)).result
  assert.deepEqual((await applicationsOf(roleId))[0].entitlements, ['View_Payments'])

  // If the role changes meanwhile, also an approver that has the entitlements refuses to widen it.
  const widened = await call(first)('PUT', `/${roleId}`, { applications: [APPROVES] })
  assert.equal((await call(first)('PUT', `/${roleId}`, { description: 'Changed meanwhile' })).status, 200)
  assertRefused(await approve(await service.createClient(tenant, {}), widened), {
    status: 409,
    code: 'APPROVAL001',
    says: 'has changed since',
  })
  dataOf(await approve(second, await call(first)('PUT', `/${roleId}`, { applications: [APPROVES] })))
  assert.deepEqual((await applicationsOf(roleId))[0].entitlements, ['View_Payments', 'Approve_Payments'])
})
