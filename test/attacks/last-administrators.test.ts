import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sealApiClient } from '../../src/tokens/api-clients.store.ts'
import type { Entitlement } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type Reply, startTestService, type TestClient, type TestService } from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const CLIENTS = '/v1/institution/api-clients'
const ADMINISTRATION = ['Institution.Manage_API_Clients', 'Institution.Approve_Changes'] as const

/** An institution under dual control with this many independent administrators. */
async function openBank(code: string, { administrators = 2 } = {}) {
  const tenant = await service.createTenant(code, { dualControl: true })
  const others: TestClient[] = []
  for (let n = 1; n < administrators; n++) others.push(await service.createClient(tenant, {}))
  const [first, second, third] = [tenant.client, ...others] as [TestClient, TestClient, TestClient]
  const as = (client: TestClient) => (method: string, path: string, body?: object, at?: string) =>
    service.call(method, path, body, { client, ...(at && { at }) })
  const revoke = ({ apiKey }: TestClient, client = first, at?: string) =>
    as(client)('POST', `${CLIENTS}/${apiKey}/revoke`, undefined, at)
  const reduce = ({ apiKey }: TestClient, body: object, client = first) =>
    as(client)('PUT', `${CLIENTS}/${apiKey}`, body)
  const approve = async (approvalUID: string, client: TestClient) => {
    const path = `/v1/institution/approvals/${approvalUID}`
    const { contentHash } = dataOf(await as(first)('GET', path))
    return as(client)('PUT', `${path}/approve`, { contentHash })
  }
  const statusOf = async ({ apiKey }: TestClient) => dataOf(await as(first)('GET', `${CLIENTS}/${apiKey}`)).status
  return { tenant, first, second, third, as, revoke, reduce, approve, statusOf }
}
const waits = (reply: Reply): string => dataOf(reply, 202).approvalUID

test('one of two administrators cannot revoke the other one alone', async () => {
  const { first, second, revoke, approve, statusOf } = await openBank('two')
  const approvalUID = waits(await revoke(second))
  assert.equal(await statusOf(second), 'Active')
  assertRefused(await approve(approvalUID, first), { status: 403, code: 'APPROVAL001', says: 'own' })
  dataOf(await approve(approvalUID, second))
  assert.equal(await statusOf(second), 'Revoked')
})

test('of three administrators, one is revoked at once, for an emergency, and the next one waits', async () => {
  const { second, third, revoke, statusOf } = await openBank('three', { administrators: 3 })
  dataOf(await revoke(third))
  waits(await revoke(second))
  assert.deepEqual([await statusOf(second), await statusOf(third)], ['Active', 'Revoked'])
})

test('one administrator cannot revoke two of three at the same moment through two nodes', async () => {
  const { first, second, third, revoke } = await openBank('hurried', { administrators: 3 })
  const other = await service.startNode()
  const replies = await Promise.all([revoke(second), revoke(third, first, other)])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 202])
})

test('an administrator that revokes itself counts too', async () => {
  const { first, revoke } = await openBank('leaving')
  waits(await revoke(first))
})

test('a client that is no administrator is revoked or reduced at once, whatever else it has', async () => {
  const { tenant, revoke, reduce } = await openBank('thief')
  for (const entitlements of [
    ['Institution.Approve_Changes', 'Institution.Manage_FX_Rates'],
    ['Institution.Manage_API_Clients'],
  ] as Entitlement[][]) {
    const client = await service.createClient(tenant, { entitlements })
    dataOf(await reduce(client, { entitlements: [] }))
    dataOf(await revoke(client))
  }
})

for (const lost of ADMINISTRATION)
  test(`one of two administrators cannot take ${lost} from the other one alone, but everything else`, async () => {
    const { second, reduce } = await openBank(`without-${lost.slice(-7).toLowerCase()}`)
    waits(await reduce(second, { entitlements: ADMINISTRATION.filter((one) => one !== lost) }))
    dataOf(await reduce(second, { entitlements: ADMINISTRATION }))
  })

test('one administrator cannot narrow the role by which the others administer, nor take it from them', async () => {
  const { tenant, first, second, as, reduce } = await openBank('by-role')
  const roles = `/api/user-management/v1/customers/${tenant.institution.legalEntityId}/roles`
  const names = [...ADMINISTRATION.map((one) => one.split('.')[1]!), 'View_Institution']
  const applications = [{ name: 'Institution', entitlements: names }]
  const body = { name: 'Administrators', externalReferenceId: 'a', description: 'a', applications }
  // An administrator without the bank's dual control would give the role alone.
  const made = await as(first)('POST', roles, body)
  assert.equal(made.status, 202, JSON.stringify(made.body))
  const path = `/v1/institution/approvals/${made.body.approvalUID}`
  const { contentHash } = dataOf(await as(second)('GET', path))
  const { roleId } = dataOf(await as(second)('PUT', `${path}/approve`, { contentHash })).result
  await service.query(
    `insert into api_client_roles (tenant_id, client_id, customer_id, role_id) values ($1, $2, $3, $4)`,
    [tenant.institution.tenantId, second.apiKey, tenant.institution.legalEntityId, roleId],
  )
  const key = { tenantId: tenant.institution.tenantId, clientId: second.apiKey }
  await service.app.db.transaction((tx) => sealApiClient(tx, key))
  // The role alone still makes the second one an administrator.
  dataOf(await reduce(second, { entitlements: ['Institution.View_Institution'] }))
  for (const lost of names.slice(0, 2)) {
    const narrowed = [{ name: 'Institution', entitlements: names.filter((one) => one !== lost) }]
    const reply = await as(first)('PUT', `${roles}/${roleId}`, { applications: narrowed })
    assert.equal(reply.status, 202, JSON.stringify(reply.body))
  }
  waits(await reduce(second, { roleNames: [] }))
  const viewless = [{ name: 'Institution', entitlements: names.slice(0, 2) }]
  assert.equal((await as(first)('PUT', `${roles}/${roleId}`, { applications: viewless })).status, 200)
})

test('an administrator whose secret the other one has seen is no second person, so it does not count', async () => {
  const { first, second, as, revoke, approve } = await openBank('puppet')
  const asked = await as(second)('POST', CLIENTS, { name: 'Puppet', entitlements: ADMINISTRATION })
  dataOf(await approve(waits(asked), first))
  waits(await revoke(second))
})

test('an administrator whose time has ended does not count', async () => {
  const { second, third, revoke } = await openBank('ended', { administrators: 3 })
  await service.query(`update api_clients set expires_at = '2020-01-01' where client_id = $1`, [third.apiKey])
  waits(await revoke(second))
})

test('an administrator whose own secret is stolen replaces it alone and at once', async () => {
  const { second, as } = await openBank('stolen')
  const { apiSecret } = dataOf(await as(second)('POST', `${CLIENTS}/${second.apiKey}/rotate`, { overlapSeconds: 0 }))
  assert.notEqual(apiSecret, second.apiSecret)
})

test('without dual control, an administrator is revoked at once', async () => {
  const tenant = await service.createTenant('loose')
  const { apiKey } = await service.createClient(tenant, {})
  dataOf(await service.call('POST', `${CLIENTS}/${apiKey}/revoke`, undefined, { client: tenant.client }))
})
