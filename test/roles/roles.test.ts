import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readRolesByName } from '../../src/roles/roles.store.ts'
import { ENTITLEMENTS, entitlementsOf } from '../../src/tokens/entitlements.ts'
import { assertRefused } from '../support/answers.ts'
import { type CallOptions, customerBody, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
let customerId: string
before(async () => {
  service = await startTestService()
  customerId = await createCustomer()
})
after(() => service.stop())

async function createCustomer(fields: object = {}): Promise<string> {
  return (await service.call('POST', '/v2/customers', customerBody(fields))).body.data.customerUID
}

const roleBody = (fields: object = {}) => ({
  externalReferenceId: 'role-1',
  name: 'Treasury',
  description: 'Pays',
  applications: [{ name: 'Payments', entitlements: ['Initiate_Payments', 'View_Payments'] }],
  ...fields,
})

const path = (id = customerId) => `/api/user-management/v1/customers/${id}/roles`
const create = (fields: object = {}, id = customerId, options?: CallOptions) =>
  service.call('POST', path(id), roleBody(fields), options)
const read = (roleId: string, id = customerId) => service.call('GET', `${path(id)}/${roleId}`)
const update = (roleId: string, body: object, options?: CallOptions) =>
  service.call('PUT', `${path()}/${roleId}`, body, options)
const search = async (query = '', id = customerId) => {
  const reply = await service.call('GET', `${path(id)}/search${query}`)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

let made = 0
/** A role with a unique name. */
async function createdId(fields: object = {}, id = customerId): Promise<string> {
  const reply = await create({ name: `Role ${++made}`, ...fields }, id)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body.roleId
}

const REFUSED = { status: 400, code: '' }

test('a role is created with 201 and its id, and read without an envelope, with all its fields', async () => {
  const shortName = `owner-${Date.now()}`
  const id = await createCustomer({ shortName })
  const limits = [{ name: 'Approval limit', value: 25000.5 }, { name: 'Daily', value: 100 }, { name: 'Unset' }]
  const applications = [
    { name: 'Payments', entitlements: ['Initiate_Payments', 'View_Payments'], limits },
    { name: 'Contacts', entitlements: ['View_Contacts'], limits: [] },
  ]
  const reply = await create({ applications }, id)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  const { roleId } = reply.body
  assert.deepEqual(reply.body, { roleId, message: 'The role was created.', data: { roleId } })
  const shown = await read(roleId, id)
  assert.equal(shown.status, 200)
  assert.deepEqual(shown.body, {
    ...roleBody(),
    id: roleId,
    leId: id,
    type: 'Custom',
    status: 'Active',
    owner: shortName,
    applications,
  })
})

test('every path accepts customer for customers', async () => {
  const roleId = await createdId()
  const singular = await service.call('GET', `/api/user-management/v1/customer/${customerId}/roles/${roleId}`)
  assert.deepEqual(singular.body, (await read(roleId)).body)
})

test('one refusal names all missing fields, and one names all fields that break a rule', async () => {
  const missing = await service.call('POST', path(), {})
  for (const field of ['externalReferenceId', 'name', 'description', 'applications'])
    assertRefused(missing, { ...REFUSED, says: `${field} is required` })
  assert.deepEqual(Object.keys(missing.body), ['message'])
  const wrong = await create({ name: 'Treasury!', description: '', applications: [{ name: 'Payments' }] })
  for (const says of ['name must be 1 to 64 letters', 'description', 'applications.0.entitlements is required'])
    assertRefused(wrong, { ...REFUSED, says })
})

test('a name has letters, digits and spaces, and at least one character other than a space', async () => {
  for (const name of ['', ' ', '   ', 'a_b', 'a-b', 'a\tb', 'a\nb', '🏦', 'x'.repeat(65), 5, null])
    assertRefused(await create({ name }), { ...REFUSED, says: 'name' })
  for (const name of ['x'.repeat(64), '1', 'Trésorerie 2', '財務', ' x ']) await createdId({ name })
})

test('unknown applications and entitlements are refused, and the refusal names all of them', async () => {
  const applications = [
    { name: 'Payment', entitlements: ['View_Payments'] },
    { name: 'Payments', entitlements: ['View_Payments', 'View_Contacts', 'constructor'] },
    { name: 'Contacts', entitlements: ['Manage_Contact'] },
    { name: 'toString', entitlements: ['x'] },
  ]
  const reply = await create({ applications })
  for (const says of [
    'Payment is not an application',
    'View_Contacts is not an entitlement of Payments',
    'constructor is not an entitlement of Payments',
    'Manage_Contact is not an entitlement of Contacts',
    'toString is not an application',
  ])
    assertRefused(reply, { ...REFUSED, says })
  const roleId = await createdId()
  const before = (await read(roleId)).body
  assertRefused(await update(roleId, { applications }), { ...REFUSED, says: 'Payment is not an application' })
  assert.deepEqual((await read(roleId)).body, before)
})

test('applications and entitlements are accepted in any case, with space or underscore, and shown as in the catalog', async () => {
  const applications = [{ name: 'bulk payments', entitlements: ['APPROVE BULK PAYMENTS', 'approve_bulk_payments'] }]
  const { body } = await read(await createdId({ applications }))
  assert.deepEqual(body.applications, [{ name: 'Bulk_Payments', entitlements: ['Approve_bulk_payments'], limits: [] }])
})

test('a role names each application once, and at least one application with at least one entitlement', async () => {
  const payments = { name: 'Payments', entitlements: ['View_Payments'] }
  for (const [applications, says] of [
    [[payments, payments], 'Payments is named twice'],
    [[], 'applications must NOT have fewer than 1 items'],
    [[{ ...payments, entitlements: [] }], 'entitlements must NOT have fewer than 1 items'],
  ] as const)
    assertRefused(await create({ applications }), { ...REFUSED, says })
})

test('a limit is an amount of at most 12 digits and 2 decimals, as a number or text', async () => {
  const withValue = (value: unknown) => [
    { name: 'Payments', entitlements: ['View_Payments'], limits: [{ name: 'Daily', value }] },
  ]
  for (const value of [-1, 0.001, 1e12, '-1', '1.', '.5', '1.001', '1e3', '', true, null, {}])
    assertRefused(await create({ applications: withValue(value) }), { ...REFUSED, says: 'limits.0.value' })
  for (const value of [0, 999_999_999_999.99, '999999999999.99', '0', '0.5'])
    assert.equal(
      (await read(await createdId({ applications: withValue(value) }))).body.applications[0].limits[0].value,
      Number(value),
    )
})

test("only a role of the institution's own entity can have the application Institution", async () => {
  const applications = [{ name: 'Institution', entitlements: ['View_Institution'] }]
  assertRefused(await create({ applications }), { ...REFUSED, says: 'only a role of the institution' })
  const roleId = await createdId()
  assertRefused(await update(roleId, { applications }), { ...REFUSED, says: 'only a role of the institution' })
  const own = String(service.tenant.institution.legalEntityId)
  assert.deepEqual((await read(await createdId({ applications }, own), own)).body.leId, own)
})

test('a role name is unique per customer, and another customer may use it', async () => {
  await createdId({ name: 'Only one' })
  assertRefused(await create({ name: 'Only one' }), { status: 409, code: '', says: 'another role of the customer' })
  await createdId({ name: 'Only one' }, await createCustomer())
  const roleId = await createdId()
  assertRefused(await update(roleId, { name: 'Only one' }), { status: 409, code: '' })
})

test('twenty simultaneous requests with one name create one role', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Contended' })))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, ...Array.from({ length: 19 }, () => 409)])
})

test('an update changes the fields in the body and keeps the others; applications are replaced as a whole', async () => {
  const roleId = await createdId()
  const before = (await read(roleId)).body
  const reply = await update(roleId, { description: 'Sees' })
  assert.equal(reply.status, 200)
  assert.deepEqual(reply.body, { roleId, message: 'The role was updated.', data: { roleId } })
  assert.deepEqual((await read(roleId)).body, { ...before, description: 'Sees' })
  const applications = [{ name: 'Contacts', entitlements: ['View_Contacts'], limits: [] }]
  await update(roleId, { name: 'Renamed', externalReferenceId: 'other', applications })
  assert.deepEqual((await read(roleId)).body, {
    ...before,
    description: 'Sees',
    name: 'Renamed',
    externalReferenceId: 'other',
    applications,
  })
})

test('an update for an outdated version is refused with 412', async () => {
  const roleId = await createdId()
  const etag = (await read(roleId)).headers.get('etag')!
  const first = await update(roleId, { description: 'first' }, { headers: { 'if-match': etag } })
  assert.equal(first.headers.get('etag')?.split('-')[0], '"2')
  assertRefused(await update(roleId, { description: 'second' }, { headers: { 'if-match': etag } }), {
    status: 412,
    code: '',
    says: 'has changed since',
  })
  assert.equal((await read(roleId)).body.description, 'first')
})

test('a role that does not exist is 404, a role of another customer is 400, a roleId that is not a UUID is 400', async () => {
  const unknown = '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d'
  assertRefused(await read(unknown), { status: 404, code: '', says: 'no role has this roleId' })
  assertRefused(await update(unknown, {}), { status: 404, code: '' })
  const another = await createdId({}, await createCustomer())
  assertRefused(await read(another), { ...REFUSED, says: 'not associated with the given customer' })
  assertRefused(await update(another, {}), { ...REFUSED, says: 'not associated with the given customer' })
  assertRefused(await read('1'), { ...REFUSED, says: 'roleId' })
})

test('an unknown customer is 404, one of another legal entity is 403', async () => {
  assertRefused(await create({}, '999999999'), { status: 404, code: '' })
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(await createCustomer()) })
  assertRefused(await create({}, customerId, { client }), { status: 403, code: '', says: 'does not belong' })
})

test('the search returns roles in order of creation, in pages of ten by default', async () => {
  const id = await createCustomer()
  assert.deepEqual(await search('', id), { totalElements: 0, totalPages: 0, size: 10, page: 1, data: [] })
  const ids: string[] = []
  for (let n = 0; n < 11; n++) ids.push(await createdId({}, id))
  const found = (data: { id: string }[]) => data.map((role) => role.id)
  const first = await search('', id)
  assert.deepEqual(
    { ...first, data: found(first.data) },
    {
      totalElements: 11,
      totalPages: 2,
      size: 10,
      page: 1,
      data: ids.slice(0, 10),
    },
  )
  assert.deepEqual(first.data[0], (await read(ids[0]!, id)).body)
  assert.deepEqual(found((await search('?page=2', id)).data), ids.slice(10))
  assert.deepEqual(found((await search('?page=3&size=4', id)).data), ids.slice(8))
  assert.deepEqual((await search('?page=4&size=4', id)).data, [])
})

test('the search matches the whole name, and finds roles of this customer only', async () => {
  const [id, other] = [await createCustomer(), await createCustomer()]
  const roleId = await createdId({ name: 'Night shift' }, id)
  await createdId({ name: 'Night' }, id)
  await createdId({ name: 'Night shift' }, other)
  const found = await search('?roleName=Night+shift', id)
  assert.deepEqual([found.totalElements, found.data[0].id], [1, roleId])
  assert.equal((await search('?roleName=night+shift', id)).totalElements, 0)
})

test('page and size are at least 1, and roleName has letters, digits and spaces only', async () => {
  for (const query of [
    'page=0',
    'size=0',
    'page=-1',
    'size=1001',
    'page=x',
    'size=1.5',
    'roleName=',
    'roleName=a_b',
    'roleName=%25',
  ])
    assertRefused(await service.call('GET', `${path()}/search?${query}`), { ...REFUSED, says: query.split('=')[0]! })
})

test('the same key and body return the first reply again', async () => {
  const body = { name: 'Repeated' }
  const first = await create(body, customerId, { idempotencyKey: 'role-key' })
  const second = await create(body, customerId, { idempotencyKey: 'role-key' })
  assert.deepEqual([second.status, second.body], [201, first.body])
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
})

test('every change of a role records the actor, before and after, and writes an event', async () => {
  const roleId = await createdId({ name: 'Traced' })
  await update(roleId, { description: 'after' })
  type Described = { description: string } | null
  const records = await service.query<{ action: string; actor: string; before: Described; after: Described }>(
    `select a.action, a.actor, a.before, a.after
     from audit_log a join events e on e.subject_id = a.subject_id and e.type = a.action and e.customer_id = a.customer_id
     where a.subject_kind = 'role' and a.subject_id = $1 order by a.id`,
    [roleId],
  )
  const rows = records.map(({ before, after, ...record }) => ({
    ...record,
    before: before?.description ?? null,
    after: after?.description ?? null,
  }))
  const actor = service.tenant.client.apiKey
  assert.deepEqual(rows, [
    { action: 'role.created', actor, before: null, after: 'Pays' },
    { action: 'role.updated', actor, before: 'Pays', after: 'after' },
  ])
})

test("readRolesByName, entitlementsOf: the customer's roles with these names, and their entitlements", async () => {
  const id = await createCustomer()
  const applications = [
    { name: 'Payments', entitlements: ['View_Payments'] },
    { name: 'Contacts', entitlements: ['View_Contacts', 'Manage_Contacts'] },
  ]
  await createdId({ name: 'One', applications }, id)
  await createdId({ name: 'Two' }, id)
  await createdId({ name: 'Three' }, await createCustomer())
  const roles = await service.app.db.read((tx) =>
    readRolesByName(tx, service.tenant.institution.tenantId, BigInt(id), ['Two', 'One', 'Three', 'None']),
  )
  assert.deepEqual(
    roles.map(({ name }) => name),
    ['One', 'Two'],
  )
  assert.deepEqual(entitlementsOf(roles[0]!), [
    'Payments.View_Payments',
    'Contacts.View_Contacts',
    'Contacts.Manage_Contacts',
  ])
})

test('a role can have the whole catalog', async () => {
  const byApplication = Map.groupBy(ENTITLEMENTS, (entitlement) => entitlement.split('.')[0]!)
  const applications = [...byApplication].map(([name, entitlements]) => ({
    name,
    entitlements: entitlements.map((entitlement) => entitlement.split('.')[1]!),
  }))
  const own = service.tenant.institution.legalEntityId
  await createdId({ name: 'Everything', applications }, String(own))
  const [role] = await service.app.db.read((tx) =>
    readRolesByName(tx, service.tenant.institution.tenantId, own, ['Everything']),
  )
  assert.deepEqual(entitlementsOf(role!), ENTITLEMENTS)
})
