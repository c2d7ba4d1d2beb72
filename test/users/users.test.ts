import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused } from '../support/answers.ts'
import {
  type CallOptions,
  customerBody,
  type Reply,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

const BASE = '/api/user-management/v1/customers'
const PAYMENTS = [{ name: 'Payments', entitlements: ['View_Payments'] }]

let service: TestService
let customerId: string
let shortName: string
before(async () => {
  service = await startTestService()
  shortName = 'users-owner'
  customerId = await createCustomer({ shortName })
})
after(() => service.stop())

/** A customer with the role Clerk. */
async function createCustomer(fields: object = {}): Promise<string> {
  const reply = await service.call('POST', '/v2/customers', customerBody(fields))
  await createRole(reply.body.data.customerUID, 'Clerk', PAYMENTS)
  return reply.body.data.customerUID
}

async function createRole(id: string, name: string, applications: object): Promise<string> {
  const body = { externalReferenceId: 'role', name, description: 'role', applications }
  const reply = await service.call('POST', `${BASE}/${id}/roles`, body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body.roleId
}

let made = 0
const userBody = (fields: object = {}) => ({
  externalReferenceId: 'user-1',
  loginId: `ada.lund-${++made}@blueharbor.example`,
  firstName: 'Ada',
  lastName: 'Lund',
  email: 'ada@blueharbor.example',
  roleNames: ['Clerk'],
  ...fields,
})

const path = (id = customerId) => `${BASE}/${id}/users`
const create = (fields: object = {}, id = customerId, options?: CallOptions) =>
  service.call('POST', path(id), userBody(fields), options)
const read = (userId: string, id = customerId) => service.call('GET', `${path(id)}/${userId}`)
const update = (userId: string, body: object, options?: CallOptions) =>
  service.call('PUT', `${path()}/${userId}`, body, options)
const suspend = (userId: string, id = customerId, client?: TestClient) =>
  service.call('PUT', `${path(id)}/${userId}/suspend`, undefined, { client })
const activate = (userId: string, id = customerId, client?: TestClient) =>
  service.call('PUT', `${path(id)}/${userId}/activate`, undefined, { client })
const search = async (body: object = {}, query = '', id = customerId) => {
  const reply = await service.call('POST', `${path(id)}/search${query}`, body)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}
const statusOf = async (userId: string) => (await read(userId)).body.status

async function createdId(fields: object = {}, id = customerId): Promise<string> {
  const reply = await create(fields, id)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body.userId
}

const REFUSED = { status: 400, code: '' }
const UNKNOWN = '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d'

test('a user is created with 201 and its id, Pending, and read without an envelope, with all its fields and entitlements', async () => {
  const limits = [
    {
      name: 'Payments',
      limits: [
        { name: 'Approval limit', value: 25000.5 },
        { name: 'Daily', value: 100 },
      ],
    },
    { name: 'Accounts', limits: [] },
  ]
  const fields = { phoneNumber: '+1 207 555 0100', loginId: 'first-user' }
  const reply = await create({ ...fields, applicationLimits: limits })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  const { userId } = reply.body
  assert.deepEqual(reply.body, { userId, message: 'The user was created.', data: { userId } })
  const shown = await read(userId)
  assert.equal(shown.status, 200)
  assert.deepEqual(shown.body, {
    userId,
    ...userBody(fields),
    status: 'Pending',
    shortName,
    limits,
    entitlements: ['Payments.View_Payments'],
  })
})

test('every path accepts customer for customers', async () => {
  const singular = path().replace('/customers/', '/customer/')
  const reply = await service.call('POST', singular, userBody())
  assert.equal(reply.status, 201)
  const { userId } = reply.body
  assert.deepEqual((await service.call('GET', `${singular}/${userId}`)).body, (await read(userId)).body)
  assert.equal((await service.call('PUT', `${singular}/${userId}/suspend`)).status, 204)
  assert.equal((await service.call('PUT', `${singular}/${userId}/activate`)).status, 204)
})

test('one refusal names all missing fields, and has only a message', async () => {
  const missing = await service.call('POST', path(), {})
  for (const field of ['externalReferenceId', 'loginId', 'firstName', 'lastName', 'email', 'roleNames'])
    assertRefused(missing, { ...REFUSED, says: `${field} is required` })
  assert.deepEqual(Object.keys(missing.body), ['message'])
})

const invalidFields: [field: string, values: unknown[]][] = [
  ['externalReferenceId', ['', 1, 'x'.repeat(65)]],
  ['firstName', ['', ' ', 1, 'x'.repeat(65)]],
  ['lastName', ['', '\t', {}, 'x'.repeat(65)]],
  ['email', ['', 'ada', 'ada@', 7]],
  ['roleNames', [[], 'Clerk', [''], [1]]],
  ['phoneNumber', ['123456', '207-555-010O', 2075550100]],
  ['applicationLimits', [{}, [{}], [{ name: 'Payments' }], [{ name: 'Payments', limits: [{ value: 1 }] }]]],
]

for (const [field, values] of invalidFields)
  test(`an invalid ${field} is refused by name, in a new user and in a change`, async () => {
    const userId = await createdId()
    const before = (await read(userId)).body
    for (const value of values) {
      assertRefused(await create({ [field]: value }), { ...REFUSED, says: field })
      assertRefused(await update(userId, { [field]: value }), { ...REFUSED, says: field })
    }
    assert.deepEqual((await read(userId)).body, before)
  })

test('null is a missing field of a new user if it is required, and changes nothing of a user', async () => {
  const userId = await createdId()
  const { data: before } = (await read(userId)).body
  for (const field of ['externalReferenceId', 'firstName', 'lastName', 'email', 'roleNames']) {
    assertRefused(await create({ [field]: null }), { ...REFUSED, says: field })
    assert.equal((await update(userId, { [field]: null, phoneNumber: null, applicationLimits: null })).status, 200)
  }
  assert.deepEqual((await read(userId)).body.data, before)
})

test('a loginId has letters, digits and - @ . _, at most 128', async () => {
  for (const loginId of ['', ' ', 'a b', 'a/b', 'ä', 'a+b', "a'", null, 1, 'x'.repeat(129)])
    assertRefused(await create({ loginId }), { ...REFUSED, says: 'loginId' })
  for (const loginId of ['a', '-', '@._-', 'x'.repeat(128)]) await createdId({ loginId })
})

test('a loginId is unique in the institution, across customers', async () => {
  await createdId({ loginId: 'taken' })
  const another = await createCustomer()
  for (const id of [customerId, another])
    assertRefused(await create({ loginId: 'taken' }, id), { status: 409, code: '', says: 'already has this loginId' })
  assertRefused(await create({ loginId: 'manager' }), { status: 409, code: '' })
})

test('twenty simultaneous requests with one loginId create one user', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => create({ loginId: 'contended' })))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, ...Array.from({ length: 19 }, () => 409)])
})

test('a user can have only roles of its customer; one refusal names all other roles and unknown applications', async () => {
  const another = await createCustomer()
  await createRole(another, 'Elsewhere', PAYMENTS)
  const fields = {
    roleNames: ['Clerk', 'Elsewhere', 'Nobody'],
    applicationLimits: [
      { name: 'Payment', limits: [] },
      { name: 'Payments', limits: [] },
      { name: 'payments', limits: [] },
    ],
  }
  const userId = await createdId()
  for (const reply of [await create(fields), await update(userId, fields)])
    for (const says of [
      'Elsewhere in roleNames is not a role of the customer',
      'Nobody in roleNames is not a role of the customer',
      'Payment in applicationLimits is not an application',
      'Payments is named twice in applicationLimits',
    ])
      assertRefused(reply, { ...REFUSED, says })
  assert.deepEqual((await read(userId)).body.roleNames, ['Clerk'])
  await assert.rejects(
    service.query(
      `insert into user_roles (tenant_id, user_id, role_id, customer_id)
       select u.tenant_id, u.id, r.id, u.customer_id from users u join roles r on r.name = 'Elsewhere' where u.id = $1`,
      [userId],
    ),
    /foreign key/,
  )
})

test('a user has the current entitlements of its roles: an updated role applies at once, and a renamed one stays', async () => {
  const roleId = await createRole(customerId, 'Changing', [{ name: 'Payments', entitlements: ['View_Payments'] }])
  const userId = await createdId({ roleNames: ['Changing', 'Clerk', 'Clerk'] })
  assert.deepEqual((await read(userId)).body.entitlements, ['Payments.View_Payments'])
  const applications = [{ name: 'Contacts', entitlements: ['View_Contacts', 'Manage_Contacts'] }]
  await service.call('PUT', `${BASE}/${customerId}/roles/${roleId}`, { name: 'Changed', applications })
  const { roleNames, entitlements } = (await read(userId)).body
  assert.deepEqual(roleNames, ['Changed', 'Clerk'])
  assert.deepEqual(entitlements, ['Contacts.Manage_Contacts', 'Contacts.View_Contacts', 'Payments.View_Payments'])
})

test('an update changes the fields in the body and keeps the others; roles and limits are replaced as a whole', async () => {
  await createRole(customerId, 'Replacing', PAYMENTS)
  const userId = await createdId({ applicationLimits: [{ name: 'Payments', limits: [{ name: 'Daily', value: 1 }] }] })
  const before = (await read(userId)).body
  const reply = await update(userId, { lastName: 'Byron' })
  assert.equal(reply.status, 200)
  assert.deepEqual(reply.body, { userId, message: 'The user was updated.', data: { userId } })
  assert.deepEqual((await read(userId)).body, { ...before, lastName: 'Byron' })

  const fields = {
    externalReferenceId: 'other',
    firstName: 'Augusta',
    email: 'augusta@blueharbor.example',
    phoneNumber: '2075550100',
    roleNames: ['Replacing'],
  }
  const applicationLimits = [{ name: 'Accounts', limits: [] }]
  assert.equal((await update(userId, { ...fields, applicationLimits })).status, 200)
  assert.deepEqual((await read(userId)).body, { ...before, lastName: 'Byron', ...fields, limits: applicationLimits })
})

test('an update changes neither loginId nor status', async () => {
  const userId = await createdId()
  const before = (await read(userId)).body
  await update(userId, { loginId: 'somebody-else', status: 'Active' })
  assert.deepEqual((await read(userId)).body, before)
})

test('an update for an outdated version is refused with 412', async () => {
  const userId = await createdId()
  const headers = { 'if-match': (await read(userId)).headers.get('etag')! }
  assert.equal((await update(userId, { lastName: 'First' }, { headers })).headers.get('etag')?.split('-')[0], '"2')
  assertRefused(await update(userId, { lastName: 'Second' }, { headers }), { status: 412, code: '' })
  assert.equal((await read(userId)).body.lastName, 'First')
})

/** A user with the status; Locked follows repeated failed sign-ins. */
async function userIn(status: string): Promise<string> {
  const userId = await createdId()
  await service.query('update users set status = $2 where tenant_id = $3 and id = $1', [
    userId,
    status,
    service.tenant.institution.tenantId,
  ])
  return userId
}

const steps: [from: string, operation: 'suspend' | 'activate', to: string | undefined][] = [
  ['Active', 'suspend', 'Suspended'],
  ['Pending', 'suspend', 'Suspended'],
  ['Suspended', 'suspend', undefined],
  ['Locked', 'suspend', undefined],
  ['Suspended', 'activate', 'Active'],
  ['Locked', 'activate', 'Active'],
  ['Pending', 'activate', 'Active'],
  ['Active', 'activate', undefined],
]
for (const [from, operation, to] of steps)
  test(`${operation} of a ${from} user: ${to ? `204 without a body, and it is ${to}` : 'refused, and the refusal names the status, which stays'}`, async () => {
    const userId = await userIn(from)
    const reply = await (operation === 'suspend' ? suspend : activate)(userId)
    if (to) assert.deepEqual([reply.status, reply.body], [204, undefined])
    else assertRefused(reply, { status: 409, code: '', says: `the user is ${from}, and ${operation} requires status` })
    assert.equal(await statusOf(userId), to ?? from)
  })

test('suspend and activate take no body, and accept a media type without one', async () => {
  const userId = await createdId()
  const headers = { 'content-type': 'application/json' }
  const reply = await service.call('PUT', `${path()}/${userId}/suspend`, undefined, { headers })
  assert.equal(reply.status, 204, JSON.stringify(reply.body))
})

const statuses = (replies: Reply[]) => replies.map(({ status }) => status).sort()

test('of 50 simultaneous suspends of one user one succeeds, and the others find it Suspended; the same for 50 activates', async () => {
  const userId = await createdId()
  for (const [change, state] of [
    [suspend, 'Suspended'],
    [activate, 'Active'],
    [suspend, 'Suspended'],
  ] as const) {
    const replies = await Promise.all(Array.from({ length: 50 }, () => change(userId)))
    assert.deepEqual(statuses(replies), [204, ...Array.from({ length: 49 }, () => 409)])
    for (const reply of replies.filter(({ status }) => status === 409))
      assertRefused(reply, { status: 409, code: '', says: `the user is ${state}` })
    assert.equal(await statusOf(userId), state)
  }
})

test('of 25 suspends and 25 activates at once, each success starts from the status that the one before it left', async () => {
  const userId = await createdId()
  assert.equal((await activate(userId)).status, 204)
  const replies = await Promise.all(Array.from({ length: 50 }, (_, n) => (n % 2 ? activate : suspend)(userId)))
  const won = replies.filter(({ status }) => status === 204).length
  assert.deepEqual(statuses(replies), [
    ...Array.from({ length: won }, () => 204),
    ...Array.from({ length: 50 - won }, () => 409),
  ])
  const records = await service.query<{ before: { status: string }; after: { status: string } }>(
    `select before, after from audit_log where subject_id = $1 and action in ('user.suspended', 'user.activated')`,
    [userId],
  )
  const trail = records.map(({ before, after }) => ({ before: before.status, after: after.status }))
  assert.equal(trail.length, won + 1)
  const count = (before: string, after: string) =>
    trail.filter((row) => row.before === before && row.after === after).length
  // The user was Active, so an activate follows every suspend except perhaps the last.
  const [suspended, activated] = [count('Active', 'Suspended'), count('Suspended', 'Active')]
  assert.equal(suspended + activated, won)
  assert.equal(suspended - activated, (await statusOf(userId)) === 'Suspended' ? 1 : 0)
})

test('on every operation, an unknown user is 404, one of another customer is 400, a userId that is not a UUID is 400', async () => {
  const another = await createdId({}, await createCustomer())
  for (const ask of [read, suspend, activate, (id: string) => update(id, {})]) {
    assertRefused(await ask(UNKNOWN), { status: 404, code: '', says: 'no user has this userId' })
    assertRefused(await ask(another), { ...REFUSED, says: 'not associated with the given customer' })
    assertRefused(await ask('1'), { ...REFUSED, says: 'userId' })
  }
  assert.equal((await read(another)).status, 400)
})

test("a customer outside the token's legal entity is 403, an unknown customer is 404", async () => {
  const userId = await createdId()
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(await createCustomer()) })
  for (const reply of [
    await create({}, customerId, { client }),
    await suspend(userId, customerId, client),
    await activate(userId, customerId, client),
    await service.call('POST', `${path()}/search`, {}, { client }),
  ])
    assertRefused(reply, { status: 403, code: '', says: 'does not belong to the legal entity' })
  assertRefused(await create({}, '999999999'), { status: 404, code: '' })
  const own = await service.createClient(service.tenant, { legalEntityId: BigInt(customerId) })
  assert.equal((await suspend(userId, customerId, own)).status, 204)
})

test('the search returns users in order of creation, in pages of ten by default', async () => {
  const id = await createCustomer()
  assert.deepEqual(await search({}, '', id), { totalElements: 0, totalPages: 0, size: 10, page: 1, data: [] })
  const ids: string[] = []
  for (let n = 0; n < 11; n++) ids.push(await createdId({}, id))
  const found = (data: { userId: string }[]) => data.map((user) => user.userId)
  const { data, ...rest } = await search({}, '', id)
  assert.deepEqual(rest, { totalElements: 11, totalPages: 2, size: 10, page: 1 })
  assert.deepEqual(found(data), ids.slice(0, 10))
  const { entitlements: _entitlements, ...shown } = (await read(ids[0]!, id)).body
  assert.deepEqual(data[0], shown)
  assert.deepEqual(found((await search({}, '?page=2', id)).data), ids.slice(10))
  assert.deepEqual(found((await search({}, '?page=2&size=6', id)).data), ids.slice(6))
})

test('the search matches each field, and all together, exactly, and finds users of this customer only', async () => {
  const id = await createCustomer({ shortName: 'searched' })
  await createdId({ loginId: 'wanted-not' }, id)
  const fields = {
    loginId: 'wanted',
    firstName: 'Grace',
    lastName: 'Hopper',
    email: 'grace@blueharbor.example',
    phoneNumber: '+12075550199',
  }
  const userId = await createdId(fields, id)
  assert.equal((await suspend(userId, id)).status, 204)
  await createdId({ ...fields, loginId: 'wanted-elsewhere' })
  const filters = Object.entries({ ...fields, status: 'suspended' }).map(([name, value]) => ({ [name]: value }))
  for (const filter of [...filters, Object.assign({}, ...filters, { shortName: 'searched' })]) {
    const found = await search(filter, '', id)
    assert.deepEqual([found.totalElements, found.data[0]?.userId], [1, userId], JSON.stringify(filter))
  }
  assert.equal((await search({ shortName: 'searched' }, '', id)).totalElements, 2)
  for (const filter of [{ ...fields, firstName: 'grace' }, { shortName: 'other' }, { loginId: 'wante' }])
    assert.equal((await search(filter, '', id)).totalElements, 0, JSON.stringify(filter))
})

test('page and size are at least 1, and search values are text', async () => {
  for (const query of ['page=0', 'size=0', 'page=-1', 'size=1001', 'size=x'])
    assertRefused(await service.call('POST', `${path()}/search?${query}`, {}), {
      ...REFUSED,
      says: query.split('=')[0]!,
    })
  assertRefused(await service.call('POST', `${path()}/search`, { status: 'Gone', firstName: 1, email: '' }), {
    ...REFUSED,
    says: /firstName must be of type string.*email.*status must be one of Pending, Active, Suspended, Locked/,
  })
})

test('the same key and body return the first reply again', async () => {
  const body = userBody()
  const first = await service.call('POST', path(), body, { idempotencyKey: 'user-key' })
  const second = await service.call('POST', path(), body, { idempotencyKey: 'user-key' })
  assert.deepEqual([second.status, second.body], [201, first.body])
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
})

test('every change of a user records the actor, before and after, and writes an event', async () => {
  const userId = await createdId()
  await update(userId, { lastName: 'Byron' })
  await activate(userId)
  await suspend(userId)
  assert.equal((await suspend(userId)).status, 409)
  type Named = { lastName: string; status: string } | null
  const records = await service.query<{ action: string; actor: string; before: Named; after: Named }>(
    `select a.action, a.actor, a.before, a.after
     from audit_log a join events e on e.subject_id = a.subject_id and e.type = a.action and e.customer_id = a.customer_id
     where a.subject_kind = 'user' and a.subject_id = $1 order by a.id`,
    [userId],
  )
  const rows = records.map(({ before, after, ...record }) => ({
    ...record,
    name: before?.lastName ?? null,
    before: before?.status ?? null,
    after: after?.status ?? null,
  }))
  const actor = service.tenant.client.apiKey
  assert.deepEqual(rows, [
    { action: 'user.created', actor, name: null, before: null, after: 'Pending' },
    { action: 'user.updated', actor, name: 'Lund', before: 'Pending', after: 'Pending' },
    { action: 'user.activated', actor, name: 'Byron', before: 'Pending', after: 'Active' },
    { action: 'user.suspended', actor, name: 'Byron', before: 'Active', after: 'Suspended' },
  ])
})

test("the institution's users belong to its own legal entity: an Active one can be a relationship manager, until suspended", async () => {
  const found = await service.call('GET', '/v2/customers?page=1&limit=1&shortName=bank')
  const own = found.body.data[0].customerUID
  assert.deepEqual(
    (await search({}, '', own)).data.map((user: { loginId: string; status: string }) => [user.loginId, user.status]),
    [
      ['manager', 'Active'],
      ['officer', 'Active'],
    ],
  )
  await createRole(own, 'Officer', [{ name: 'Institution', entitlements: ['View_Institution'] }])
  const userId = await createdId({ loginId: 'new-officer', roleNames: ['Officer'] }, own)
  const onboard = () =>
    service.call(
      'POST',
      '/v2/customers',
      customerBody({ relationshipManager: 'new-officer', originatingOfficer: 'manager' }),
    )
  const refused = { status: 400, code: 'CUST001', says: 'new-officer is not the login id of an active user' }
  assertRefused(await onboard(), refused)
  assert.equal((await activate(userId, own)).status, 204)
  assert.equal((await onboard()).status, 200)
  assert.equal((await suspend(userId, own)).status, 204)
  assertRefused(await onboard(), refused)
})
