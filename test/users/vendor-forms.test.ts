import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type CallOptions, customerBody, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
let customerUID: string
let own: CallOptions
let stranger: CallOptions
before(async () => {
  service = await startTestService()
  customerUID = await createCustomer()
  const other = await createCustomer()
  own = { client: await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) }) }
  stranger = { client: await service.createClient(service.tenant, { legalEntityId: BigInt(other) }) }
})
after(() => service.stop())

const createCustomer = async () => (await service.call('POST', '/v2/customers', customerBody())).body.data.customerUID

const applications = [
  {
    appCode: 'Payments',
    entilements: [{ entitlementCode: 'Initiate_Payments' }, { entitlementCode: 'View_Payments' }],
    userLimits: [{ limitCode: 'Approval limit', value: '25000' }],
  },
]
const role = (fields: object = {}) => ({
  externalReferenceId: 'role-1',
  roleName: `Role ${randomUUID().slice(0, 8)}`,
  description: 'Pays',
  applications,
  ...fields,
})
const user = (fields: object = {}) => ({
  externalReferenceId: 'user-1',
  userName: `ada-${randomUUID()}`,
  firstName: 'Ada',
  lastName: 'Lund',
  email: 'ada@example.com',
  mobile: '+1 207 555 0100',
  roleNames: ['Payer'],
  ...fields,
})

test('/v2/roles: a client of one customer creates, reads, finds and changes roles without naming the customer', async () => {
  const body = role()
  const created = await service.call('POST', '/v2/roles', body, own)
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const { roleUUID } = created.body.data
  assert.deepEqual(created.body.data, { externalReferenceId: 'role-1', roleUUID })
  assert.equal(created.body.status, 'Success')

  const shown = await service.call('GET', `/v2/roles/${roleUUID}?type=CUSTOMER`, undefined, own)
  const { customerShortName, ...data } = shown.body.data
  assert.ok(customerShortName)
  assert.deepEqual(data, {
    ...{ roleUUID, roleName: body.roleName, description: 'Pays', externalReferenceId: 'role-1', customerUID },
    applications: [
      {
        ...applications[0],
        status: 'ACTIVE',
        userLimits: [{ limitCode: 'Approval limit', value: '25000', appCode: 'Payments' }],
      },
    ],
  })
  const found = await service.call('POST', '/v2/roles/search', { roleName: body.roleName, page: 1, limit: 5 }, own)
  assert.deepEqual(found.body.data, [shown.body.data])
  assert.deepEqual(found.body.pagination, { totalRecords: 1, returnedRecords: 1, pageReturned: 1, pageSize: 5 })

  const changed = await service.call('PUT', `/v2/roles/${roleUUID}`, { description: 'Also views' }, own)
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const canonical = await service.call('GET', `/api/user-management/v1/customers/${customerUID}/roles/${roleUUID}`)
  assert.equal(canonical.body.description, 'Also views')
  assert.equal(canonical.body.leId, customerUID)
})

test('/v2/users: a client of one customer creates, reads, finds, changes, activates and suspends users', async () => {
  await service.call('POST', '/v2/roles', role({ roleName: 'Payer' }), own)
  const body = user()
  const created = await service.call('POST', '/v2/users', body, own)
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const { userUUID } = created.body.data
  const { body: shown } = await service.call('GET', `/v2/users/${userUUID}?type=CUSTOMER`, undefined, own)
  const { customerShortName: _name, userlimits, roles, ...fields } = shown
  const { roleNames: _roles, ...sent } = body
  assert.deepEqual(fields, { ...sent, userUUID, customerUID, status: 'Pending' })
  assert.deepEqual({ userlimits, roles }, { userlimits: [], roles: [{ name: 'Payer' }] })

  const found = await service.call('POST', '/v2/users/search', { userName: body.userName }, own)
  assert.deepEqual(
    found.body.data.map((one: { userUUID: string }) => one.userUUID),
    [userUUID],
  )
  const changed = await service.call('PUT', '/v2/users', { userUUID, lastName: 'Byron' }, own)
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  for (const [act, status] of [
    ['activate', 'Active'],
    ['suspend', 'Suspended'],
  ] as const) {
    const acted = await service.call('PUT', `/v2/users/${userUUID}/${act}?type=CUSTOMER`, undefined, own)
    assert.deepEqual([acted.status, acted.body.status, acted.body.data], [200, 'Success', null], act)
    const now = await service.call('GET', `/v2/users/${userUUID}`, undefined, own)
    assert.deepEqual([now.body.status, now.body.lastName], [status, 'Byron'])
  }
})

test('a client of the institution names the customer in the body or the query, and two customers are refused', async () => {
  for (const path of [`/v2/roles?customerUID=${customerUID}`, `/v2/roles?leId=${customerUID}`, '/v2/roles']) {
    const named = path.includes('?') ? {} : { customerUID: Number(customerUID) }
    const created = await service.call('POST', path, role(named))
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const read = await service.call('GET', `/v2/roles/${created.body.data.roleUUID}?customerUID=${customerUID}`)
    assert.equal(read.body.data.customerUID, customerUID)
  }
  const both = await service.call('POST', `/v2/roles?customerUID=${customerUID}`, role({ customerUID: '1' }))
  assert.equal(both.status, 400)
  assert.match(both.body.message, /customerUID is \d+ in the query, but 1 in the body/)
})

test('another customer reads, changes and creates nothing through /v2/roles and /v2/users', async () => {
  await service.call('POST', '/v2/roles', role({ roleName: 'Payer' }), own)
  const { roleUUID } = (await service.call('POST', '/v2/roles', role(), own)).body.data
  const { userUUID } = (await service.call('POST', '/v2/users', user(), own)).body.data
  const before = await service.query('select * from users')
  const tries: [string, string, object?][] = [
    ['GET', `/v2/roles/${roleUUID}`],
    ['PUT', `/v2/roles/${roleUUID}`, { description: 'mine' }],
    ['POST', '/v2/roles', role()],
    ['POST', '/v2/roles/search', {}],
    ['GET', `/v2/users/${userUUID}`],
    ['PUT', '/v2/users', { userUUID, lastName: 'Mine' }],
    ['PUT', `/v2/users/${userUUID}/suspend`],
    ['PUT', `/v2/users/${userUUID}/activate`],
    ['POST', '/v2/users', user()],
    ['POST', '/v2/users/search', {}],
  ]
  for (const [method, path, body] of tries) {
    const named = await service.call(method, `${path}?customerUID=${customerUID}`, body, stranger)
    assert.equal(named.status, 403, `${method} ${path}: ${JSON.stringify(named.body)}`)
    const unnamed = path.includes(roleUUID) || path.includes(userUUID) || method === 'PUT'
    if (!unnamed) continue
    const asOwn = await service.call(method, path, body, stranger)
    assert.ok(asOwn.status >= 400 && asOwn.status < 500, `${method} ${path}: ${asOwn.status}`)
  }
  assert.deepEqual(await service.query('select * from users'), before)
})

test('the forms need the entitlements of their operations, and are only in the document with aliases', async () => {
  const viewer = { client: await service.createClient(service.tenant, { entitlements: ['Accounts.View_Account'] }) }
  for (const [method, path, body] of [
    ['POST', '/v2/roles', role()],
    ['POST', '/v2/roles/search', {}],
    ['POST', '/v2/users', user()],
    ['PUT', `/v2/users/${randomUUID()}/suspend`, undefined],
  ] as const)
    assert.equal((await service.call(method, path, body, viewer)).status, 403, path)
  const pathsOf = async (query: string) =>
    Object.keys(
      ((await (await fetch(`${service.baseUrl}/openapi.json${query}`)).json()) as { paths: object }).paths,
    ).filter((path) => /^\/v2\/(roles|users)/.test(path))
  assert.deepEqual(await pathsOf(''), [])
  assert.equal((await pathsOf('?aliases=true')).length, 8)
})
