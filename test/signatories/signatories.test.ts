import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { insertRows } from '../../src/db/rows.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import {
  type CallOptions,
  customerBody,
  type Reply,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

let service: TestService
let customerUID: string
before(async () => {
  service = await startTestService()
  customerUID = await createCustomer()
})
after(() => service.stop())

async function createCustomer(client?: TestClient): Promise<string> {
  const reply = await service.call('POST', '/v2/customers', customerBody(), { client })
  return reply.body.data.customerUID
}

const signatoryBody = (fields: object = {}) => ({
  fullName: 'Ada Lund',
  emailAddress: 'ada.lund@blueharbor.example',
  phoneNumber: '+1 (207) 555-0100',
  ...fields,
})

const path = (uid = customerUID) => `/v1/customers/${uid}/signatories`
const create = (fields: object = {}, options?: CallOptions, uid = customerUID) =>
  service.call('POST', path(uid), signatoryBody(fields), options)
const patch = (id: string, body: object, uid = customerUID) => service.call('PATCH', `${path(uid)}/${id}`, body)
const remove = (id: string, uid = customerUID) => service.call('DELETE', `${path(uid)}/${id}`)
const list = async (uid = customerUID, query = '') => {
  const reply = await service.call('GET', path(uid) + query)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}
const find = async (id: string, uid = customerUID) =>
  (await list(uid)).signatories.find((signatory: { id: string }) => signatory.id === id)

async function createdId(fields: object = {}, uid = customerUID): Promise<string> {
  const reply = await create(fields, {}, uid)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body.id
}

/** Asserts a refusal in the dialect of signatories, with exactly these codes. */
function assertErrors(reply: Reply, status: number, codes: string | string[], says?: string): void {
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  const { errors, ...rest } = reply.body
  assert.deepEqual(rest, {})
  assert.deepEqual(errors.map(({ code }: { code: string }) => code).sort(), [codes].flat().sort())
  for (const { message, ...more } of errors) {
    assert.deepEqual(Object.keys(more).sort(), ['code', 'reason'])
    assert.match(message, /^(The signatory|The signatories) .+: .+[.?] [A-Z].+\.$/)
  }
  if (says) assert.ok(JSON.stringify(errors).includes(says), `${JSON.stringify(errors)} says ${says}`)
}

test('a signatory is created with 201, its id, status and a message, and listed with every field', async () => {
  const fields = { title: 'Chief Financial Officer', approvalLimit: 25000.5 }
  const reply = await create(fields)
  assert.equal(reply.status, 201)
  const { id } = reply.body
  assert.deepEqual(reply.body, { id, status: 'Active', message: 'The signatory was created.' })
  assert.deepEqual(await find(id), { id, ...signatoryBody(fields), status: 'Active' })
})

test('title and approvalLimit are optional, and absent from the reply if not sent', async () => {
  const id = await createdId()
  assert.deepEqual(await find(id), { id, ...signatoryBody(), status: 'Active' })
})

test('one refusal lists all failing fields, each with its code', async () => {
  assertErrors(
    await create({ fullName: undefined, emailAddress: 'nobody', phoneNumber: undefined, approvalLimit: -1, title: 5 }),
    400,
    [
      'SIG_FULLNAME_REQUIRED',
      'SIG_EMAIL_INVALID',
      'SIG_PHONE_REQUIRED',
      'SIG_APPROVALLIMIT_MIN',
      'SIG_VALIDATION_ERROR',
    ],
    'title must be of type string',
  )
  assertErrors(await service.call('POST', path(), {}), 400, [
    'SIG_FULLNAME_REQUIRED',
    'SIG_EMAIL_REQUIRED',
    'SIG_PHONE_REQUIRED',
  ])
})

const invalidFields: [field: string, code: string, values: unknown[]][] = [
  ['fullName', 'SIG_FULLNAME_REQUIRED', ['', ' ']],
  ['fullName', 'SIG_VALIDATION_ERROR', [5, true, {}, ['Ada'], 'x'.repeat(141), '\t', 'Ada\u0000']],
  ['emailAddress', 'SIG_EMAIL_REQUIRED', ['', '  ']],
  [
    'emailAddress',
    'SIG_EMAIL_INVALID',
    ['ada', 'ada@', '@blueharbor.example', 'a b@c.example', 'ada@c..example', 7, {}, `${'x'.repeat(250)}@c.example`],
  ],
  ['phoneNumber', 'SIG_PHONE_REQUIRED', ['', ' ']],
  [
    'phoneNumber',
    'SIG_PHONE_INVALID',
    [
      ...['123456', '1234567890123456', '+0 207 555 0100', '+', '++12075550100', '207-555-010O', '207 555 0100 ext 5'],
      ...['2075550100 ', ' 2075550100', '207   5550100', '٢٠٧٥٥٥٠١٠٠', '2+075550100', 2075550100, ['2075550100']],
    ],
  ],
  ['title', 'SIG_VALIDATION_ERROR', [1, {}, 'x'.repeat(141)]],
  ['approvalLimit', 'SIG_APPROVALLIMIT_MIN', [-0.01, -1, -999_999_999_999.99]],
  [
    'approvalLimit',
    'SIG_APPROVALLIMIT_INVALID',
    [0.001, 1.005, 0.1 + 0.2, 1e-7, 1_000_000_000_000, 1e12, 1e21, 2 ** 53, '1e1', 'ten', true, {}, [1]],
  ],
]

for (const [field, code, values] of invalidFields)
  test(`${code}: invalid values of ${field} are refused, in a new signatory and in a change`, async () => {
    const id = await createdId()
    const before = await find(id)
    for (const value of values) {
      assertErrors(await create({ [field]: value }), 400, code)
      assertErrors(await patch(id, { [field]: value }), 400, code)
    }
    assert.deepEqual(await find(id), before)
  })

test('a required field may be absent from a change, but not from a new signatory', async () => {
  const id = await createdId()
  for (const [field, code] of [
    ['fullName', 'SIG_FULLNAME_REQUIRED'],
    ['emailAddress', 'SIG_EMAIL_REQUIRED'],
    ['phoneNumber', 'SIG_PHONE_REQUIRED'],
  ] as const) {
    assertErrors(await create({ [field]: undefined }), 400, code, `${field} is required`)
    const { [field]: _left, ...rest } = signatoryBody()
    assert.equal((await patch(id, rest)).status, 200)
  }
})

test('null is a missing field of a new signatory if it is required, and left out otherwise', async () => {
  assertErrors(await create({ fullName: null }), 400, 'SIG_FULLNAME_REQUIRED')
  assertErrors(await create({ emailAddress: null }), 400, 'SIG_EMAIL_REQUIRED')
  assertErrors(await create({ phoneNumber: null }), 400, 'SIG_PHONE_REQUIRED')
  assert.equal((await create({ approvalLimit: null, title: null })).status, 201)
})

test('the messages for a phone number and a limit state the rule', async () => {
  assertErrors(await create({ phoneNumber: 'x' }), 400, 'SIG_PHONE_INVALID', 'phoneNumber must be 7 to 15 digits')
  assertErrors(
    await create({ approvalLimit: 0.001 }),
    400,
    'SIG_APPROVALLIMIT_INVALID',
    'at most 12 digits before and 2 after the decimal point',
  )
})

test('phone numbers are accepted as people write them, and returned as sent', async () => {
  for (const phoneNumber of [
    '5550100',
    '+12075550100',
    '(207) 555-0100',
    '+1 (207) 555-0100',
    '207.555.0100',
    '020 7946 0018',
    '+493012345678901',
  ])
    assert.equal((await find(await createdId({ phoneNumber }))).phoneNumber, phoneNumber)
})

test('an approvalLimit from 0 to 999999999999.99 is stored to the cent', async () => {
  for (const approvalLimit of [0, 0.01, 0.1, 1.1, 19.99, 999_999_999_999.99, 123_456_789_012.34]) {
    const id = await createdId({ approvalLimit })
    assert.equal((await find(id)).approvalLimit, approvalLimit)
    const [row] = await service.query<{ approvalLimit: bigint; currency: string }>(
      'select approval_limit, currency from signatories where id = $1',
      [id],
    )
    assert.deepEqual(row, { approvalLimit: BigInt(approvalLimit.toFixed(2).replace('.', '')), currency: 'USD' })
  }
})

test("an approvalLimit cannot have more decimals than the institution's currency", async () => {
  const tenant = await service.createTenant('yen')
  await service.query("update institutions set currency = 'JPY' where tenant_id = $1", [tenant.institution.tenantId])
  const uid = await createCustomer(tenant.client)
  const options = { client: tenant.client }
  assertErrors(await create({ approvalLimit: 10.5 }, options, uid), 400, 'SIG_APPROVALLIMIT_INVALID', 'JPY')
  assert.equal((await create({ approvalLimit: 999_999_999_999 }, options, uid)).status, 201)
  const { signatories } = (await service.call('GET', path(uid), undefined, options)).body
  assert.equal(signatories[0].approvalLimit, 999_999_999_999)
})

test('a change keeps absent fields, and null removes title and approvalLimit', async () => {
  const id = await createdId({ title: 'CFO', approvalLimit: 10 })
  const expected = { id, ...signatoryBody({ title: 'CFO', approvalLimit: 10 }), status: 'Active' }
  for (const change of [
    { fullName: 'Ada L. Lund' },
    { emailAddress: 'ada@lund.example', phoneNumber: '2075550199' },
    { approvalLimit: 0 },
    { title: '' },
  ]) {
    const reply = await patch(id, change)
    assert.equal(reply.status, 200)
    assert.deepEqual(reply.body, { id, status: 'Active', message: 'The signatory was updated.' })
    assert.deepEqual(await find(id), Object.assign(expected, change))
  }
  assert.equal((await patch(id, { title: null, approvalLimit: null })).status, 200)
  const { title: _title, approvalLimit: _limit, ...rest } = expected as Record<string, unknown>
  assert.deepEqual(await find(id), rest)
})

test('a change without a field of a signatory is SIG_VALIDATION_ERROR', async () => {
  const id = await createdId()
  for (const body of [{}, { approvalLimt: 5 }, { id: '7', status: 'Deleted' }])
    assertErrors(await patch(id, body), 400, 'SIG_VALIDATION_ERROR', 'at least one of fullName')
})

test('a deleted signatory is hidden, cannot be changed or deleted again, and its row is kept', async () => {
  const id = await createdId()
  const deleted = await remove(id)
  assert.equal(deleted.status, 200)
  assert.deepEqual(deleted.body, { message: 'The signatory was deleted.', status: 'Deleted' })
  assert.equal(await find(id), undefined)
  assertErrors(await remove(id), 404, 'SIG_SIGNATORYNOTFOUND')
  assertErrors(await patch(id, { title: 'x' }), 404, 'SIG_SIGNATORYNOTFOUND')
  const [row] = await service.query<object>(
    'select full_name from signatories where id = $1 and deleted_at is not null',
    [id],
  )
  assert.deepEqual(row, { fullName: 'Ada Lund' })
})

test('without paging, all signatories are listed in the order they were added; page starts at 0 and size defaults to 10', async () => {
  const uid = await createCustomer()
  assert.deepEqual(await list(uid), { signatories: [], message: '0 of 0 signatories' })
  const ids: string[] = []
  for (let n = 0; n < 23; n++) ids.push(await createdId({ fullName: `Person ${n}` }, uid))
  const idsOf = async (query: string) => (await list(uid, query)).signatories.map(({ id }: { id: string }) => id)
  assert.deepEqual(await idsOf(''), ids)
  assert.deepEqual(await idsOf('?page=0'), ids.slice(0, 10))
  assert.deepEqual(await idsOf('?page=2'), ids.slice(20))
  assert.deepEqual(await idsOf('?page=3'), [])
  assert.deepEqual(await idsOf('?size=5'), ids.slice(0, 5))
  assert.deepEqual(await idsOf('?page=1&size=500'), [])
  assert.deepEqual(await idsOf('?page=1&size=7'), ids.slice(7, 14))
  assert.equal((await list(uid, '?page=2')).message, '3 of 23 signatories')
})

test('a list without paging has at most 500 signatories, and its message gives the total', async () => {
  const uid = await createCustomer()
  const now = service.app.clock.now()
  const shared = { tenantId: service.tenant.institution.tenantId, status: 'Active', createdAt: now, updatedAt: now }
  const person = { customerId: BigInt(uid), emailAddress: 'p@x.example', phoneNumber: '5550100' }
  const people = Array.from({ length: 501 }, (_, place) => ({ ...person, fullName: `P ${place + 1}` }))
  await service.app.db.transaction((tx) => insertRows(tx, 'signatories', shared, people))
  const { signatories, message } = await list(uid)
  assert.equal(signatories.length, 500)
  assert.equal(message, '500 of 501 signatories')
  assert.equal((await list(uid, '?page=1&size=500')).signatories.length, 1)
})

test('paging out of bounds and invalid identifiers are SIG_VALIDATION_ERROR', async () => {
  for (const query of ['page=-1', 'page=x', 'page=1.5', 'page=1e400', 'size=0', 'size=501', 'size=', 'size=1&size=2'])
    assertErrors(await service.call('GET', `${path()}?${query}`), 400, 'SIG_VALIDATION_ERROR')
  for (const id of ['0', '-1', 'abc', '1.5', '9'.repeat(19)]) {
    assertErrors(await patch(id, { title: 'x' }), 400, 'SIG_VALIDATION_ERROR', 'id must be digits')
    assertErrors(await remove(id), 400, 'SIG_VALIDATION_ERROR')
    assertErrors(await create({}, {}, id), 400, 'SIG_VALIDATION_ERROR', 'customerUID must be digits')
  }
})

/** The reply of each operation on the signatories of a customer, in turn. */
async function callAll(uid: string, id: string, options: CallOptions): Promise<[Reply, Reply, Reply, Reply]> {
  return [
    await service.call('POST', path(uid), signatoryBody(), options),
    await service.call('GET', path(uid), undefined, options),
    await service.call('PATCH', `${path(uid)}/${id}`, { title: 'x' }, options),
    await service.call('DELETE', `${path(uid)}/${id}`, undefined, options),
  ]
}

test('an unknown customer and one of another institution are SIG_CUSTOMER_NOTFOUND', async () => {
  const id = await createdId()
  const { client } = await service.createTenant('elsewhere')
  for (const reply of await callAll('999999999', id, {})) assertErrors(reply, 404, 'SIG_CUSTOMER_NOTFOUND')
  for (const reply of await callAll(customerUID, id, { client })) assertErrors(reply, 404, 'SIG_CUSTOMER_NOTFOUND')
  const ofOther = await createCustomer(client)
  const [, , patched, deleted] = await callAll(ofOther, id, { client })
  for (const reply of [patched, deleted]) assertErrors(reply, 404, 'SIG_SIGNATORYNOTFOUND')
  assert.ok(await find(id))
})

test('a customer of another legal entity is SIG_CUSTOMERACCESS_DENIED', async () => {
  const id = await createdId()
  const stranger = await createCustomer()
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(stranger) })
  for (const reply of await callAll(customerUID, id, { client })) assertErrors(reply, 403, 'SIG_CUSTOMERACCESS_DENIED')
})

test("an unknown signatory is 404, another customer's is 400, both SIG_SIGNATORYNOTFOUND, and the signatory is unchanged", async () => {
  assertErrors(await patch('999999999', { title: 'x' }), 404, 'SIG_SIGNATORYNOTFOUND')
  assertErrors(await remove('999999999'), 404, 'SIG_SIGNATORYNOTFOUND')
  const sibling = await createCustomer()
  const id = await createdId({}, sibling)
  assertErrors(await patch(id, { title: 'x' }), 400, 'SIG_SIGNATORYNOTFOUND', 'not associated with the given customer')
  assertErrors(await remove(id), 400, 'SIG_SIGNATORYNOTFOUND')
  assert.deepEqual(await find(id, sibling), { id, ...signatoryBody(), status: 'Active' })
  assert.equal(await find(id), undefined)
})

test('clients of the customer and of entities above it may use all operations', async () => {
  const uid = await createCustomer()
  const above = await service.createClient(service.tenant, { legalEntityId: BigInt(uid) })
  const below = await createCustomer(above)
  for (const client of [above, await service.createClient(service.tenant, { legalEntityId: BigInt(below) })]) {
    const id = await createdId({}, below)
    assert.deepEqual(
      (await callAll(below, id, { client })).map(({ status }) => status).filter((status) => status >= 300),
      [],
    )
  }
})

test('missing tokens and entitlements, unreadable bodies and key conflicts are refused in the same dialect', async () => {
  const id = await createdId()
  for (const reply of await callAll(customerUID, id, { client: null })) assertErrors(reply, 401, 'AUTH001')
  const viewer = await service.createClient(service.tenant, { entitlements: ['Customers.View_Customers'] })
  const [created, listed, patched, deleted] = await callAll(customerUID, id, { client: viewer })
  assert.equal(listed.status, 200)
  for (const reply of [created, patched, deleted]) assertErrors(reply, 403, 'AUTH002', 'Customers.Manage_Signatories')
  const others = ENTITLEMENTS.filter((name) => name !== 'Customers.View_Customers')
  const blind = await service.createClient(service.tenant, { entitlements: others })
  assertErrors(await service.call('GET', path(), undefined, { client: blind }), 403, 'AUTH002')
  assertErrors(await service.call('POST', path(), undefined, { rawBody: '{' }), 400, 'REQ001')
  assertErrors(await service.call('POST', path(), undefined, { rawBody: '[]' }), 400, 'SIG_VALIDATION_ERROR')
  assertErrors(
    await service.call('POST', path(), undefined, { rawBody: 'x', headers: { 'content-type': 'text/plain' } }),
    415,
    'REQ001',
  )
})

test('500 and 503 use the same dialect, and reveal no internals', async (t) => {
  const { app } = service
  for (const [error, status, code] of [
    [new Error('column secret does not exist'), 500, 'API900'],
    [new Error('connect ECONNREFUSED 127.0.0.1'), 503, 'API901'],
  ] as const) {
    const broken = t.mock.method(app.db, 'read', () => Promise.reject(error))
    const ofTenant = t.mock.method(app.db, 'forTenant', () => app.db)
    const reply = await service.call('GET', path())
    for (const { mock } of [broken, ofTenant]) mock.restore()
    assertErrors(reply, status, code)
    assert.doesNotMatch(JSON.stringify(reply.body), /secret|ECONN/)
    assert.equal(reply.headers.get('retry-after') !== null, status === 503)
  }
})

test('the same key with the same body creates one signatory, and with another body it is refused', async () => {
  const uid = await createCustomer()
  const once = { idempotencyKey: 'signatory-1' }
  const [first, second] = [await create({}, once, uid), await create({}, once, uid)]
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.deepEqual(second.body, first.body)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal((await list(uid)).signatories.length, 1)
  assertErrors(await create({ title: 'x' }, once, uid), 409, 'REQ002', 'title')
})

test('each write records an audit entry and an event, with before and after', async () => {
  const uid = await createCustomer()
  const id = await createdId({ approvalLimit: 10 }, uid)
  await patch(id, { approvalLimit: 20 }, uid)
  await remove(id, uid)
  type Limited = { approvalLimit: number } | null
  const records = await service.query<{ action: string; before: Limited; after: Limited; actor: string }>(
    `select action, actor, before, after from audit_log
     where subject_kind = 'signatory' and subject_id = $1 and customer_id = $2 order by id`,
    [id, uid],
  )
  const traces = records.map(({ before, after, ...record }) => ({
    ...record,
    before: before?.approvalLimit ?? null,
    after: after?.approvalLimit ?? null,
  }))
  const actor = service.tenant.client.apiKey
  assert.deepEqual(traces, [
    { action: 'signatory.created', actor, before: null, after: 10 },
    { action: 'signatory.updated', actor, before: 10, after: 20 },
    { action: 'signatory.deleted', actor, before: 20, after: null },
  ])
  const events = await service.query<{ type: string }>(
    "select type from events where subject_kind = 'signatory' and subject_id = $1 order by id",
    [id],
  )
  assert.deepEqual(
    events.map(({ type }) => type),
    ['signatory.created', 'signatory.updated', 'signatory.deleted'],
  )
})
