import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import {
  accountBody,
  customerBody,
  type Reply,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const SCHEDULE = '/v1/institution/fees'

/** A valid fee with its own application, so that no test sees the fees of another. */
function feeBody(fields: object = {}) {
  return {
    name: 'Origination',
    application: `App ${randomUUID().slice(0, 8)}`,
    product: 'ACH',
    currency: 'USD',
    tierBy: 'Amount',
    tiers: [
      { name: 'Standard', from: 0, flat: 0.5 },
      { name: 'High', from: 10000, percentage: 0.01, minimum: 1, maximum: 25 },
    ],
    ...fields,
  }
}

async function create(path: string, body: unknown, client?: TestClient) {
  const reply = await service.call('POST', path, body, { client })
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
  return reply.body.data
}

const createFee = (fields?: object) => create(SCHEDULE, feeBody(fields))

async function createCustomer(client?: TestClient): Promise<string> {
  return (await create('/v2/customers', customerBody(), client)).customerUID
}

async function createAccount(customerUID: string): Promise<string> {
  const account = accountBody()
  await create(`/v3/customers/${customerUID}/accounts`, account)
  return account.accountNumber
}

const addTier = (customerUID: string, body: unknown, client?: TestClient) =>
  service.call('POST', `/v1/customers/${customerUID}/fees`, body, { client })

const changeTier = (customerUID: string, id: number, body: unknown, client?: TestClient) =>
  service.call('PUT', `/v1/customers/${customerUID}/fees/${id}`, body, { client })

function assertRefused(reply: Reply, status: number, code: string, message: RegExp) {
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  assert.equal(reply.body.status, 'Failure')
  assert.equal(reply.body.code, code)
  assert.match(reply.body.message, message)
}

function changesOf(kind: string, id: number) {
  return service.query<{ action: string; before: unknown; after: unknown }>(
    'select action, before, after from audit_log where subject_kind = $1 and subject_id = $2 order by at, id',
    [kind, String(id)],
  )
}

// The fee schedule

test('a created fee is read back exactly, as decimal text', async () => {
  const body = feeBody()
  const created = await service.call('POST', SCHEDULE, body)
  assert.equal(created.status, 201)
  const { feeId } = created.body.data
  assert.equal(typeof feeId, 'number')
  const expected = {
    feeId,
    name: body.name,
    application: body.application,
    product: 'ACH',
    currency: 'USD',
    tierBy: 'Amount',
    tiers: [
      { name: 'Standard', from: '0.00', flat: '0.50' },
      { name: 'High', from: '10000.00', percentage: '0.01', minimum: '1.00', maximum: '25.00' },
    ],
  }
  assert.deepEqual(created.body.data, expected)
  const read = await service.call('GET', `${SCHEDULE}/${feeId}`)
  assert.equal(read.status, 200)
  assert.deepEqual(read.body.data, expected)
  assert.equal(read.headers.get('etag')?.split('-')[0], '"1')
})

test('amounts and percentages are exact to the last digit, and a reply can be sent back unchanged', async () => {
  const tiers = [
    { name: 'a', from: '0', flat: '70368744177663.99', percentage: '0.000001' },
    { name: 'b', from: '0.01', percentage: '99.999999', minimum: '0.07', maximum: '70368744177663.99' },
  ]
  const fee = await createFee({ tiers })
  assert.deepEqual(fee.tiers, [{ ...tiers[0], from: '0.00' }, tiers[1]])
  const { feeId, ...same } = fee
  const replaced = await service.call('PUT', `${SCHEDULE}/${feeId}`, same)
  assert.equal(replaced.status, 200)
  assert.deepEqual(replaced.body.data, fee)
})

test('the lower bounds of a fee by count are whole numbers of payments, in any currency', async () => {
  const tiers = [
    { name: 'Included', from: 0, flat: 0 },
    { name: 'Beyond', from: 101, flat: 150 },
  ]
  const fee = await createFee({ tierBy: 'count', currency: 'JPY', tiers })
  assert.equal(fee.tierBy, 'Count')
  assert.deepEqual(fee.tiers, [
    { name: 'Included', from: '0', flat: '0' },
    { name: 'Beyond', from: '101', flat: '150' },
  ])
})

test('the schedule is listed in pages and filtered by name, application and product', async () => {
  const application = `App ${randomUUID()}`
  const first = await createFee({ application, name: 'One' })
  const second = await createFee({ application, name: 'Two' })
  const third = await createFee({ application, name: 'Two', product: 'Fedwire' })
  const list = async (filter: object, page = 1, limit = 10) => {
    const query = new URLSearchParams({ page: String(page), limit: String(limit), application, ...filter })
    const reply = await service.call('GET', `${SCHEDULE}?${query}`)
    assert.equal(reply.status, 200)
    return reply.body
  }
  assert.deepEqual((await list({})).data, [first, second, third])
  assert.deepEqual((await list({ name: 'Two' })).data, [second, third])
  assert.deepEqual((await list({ product: 'Fedwire' })).data, [third])
  assert.deepEqual((await list({ name: 'One', product: 'Fedwire' })).data, [])
  const page = await list({}, 2, 2)
  assert.deepEqual(page.data, [third])
  assert.deepEqual(page.pagination, { totalRecords: 3, returnedRecords: 1, pageReturned: 2, pageSize: 2 })
})

test('a name is unique for an application, product and currency', async () => {
  const fee = feeBody()
  await create(SCHEDULE, fee)
  assertRefused(await service.call('POST', SCHEDULE, fee), 409, 'FEE001', /already has this name/)
  for (const other of [{ product: 'Fedwire' }, { currency: 'EUR' }, { name: 'Return' }])
    await create(SCHEDULE, { ...fee, ...other })
  const { feeId } = await create(SCHEDULE, { ...fee, name: 'Recall' })
  assertRefused(await service.call('PUT', `${SCHEDULE}/${feeId}`, fee), 409, 'FEE001', /already has this name/)
})

test('each invalid field is refused with 400 and named', async () => {
  const flat = { flat: 1 }
  const tier = (fields: object) => ({ tiers: [{ name: 'a', from: 0, ...fields }] })
  const cases: [object, RegExp][] = [
    [{ name: undefined }, /name is required/],
    [{ application: '' }, /application must NOT have fewer/],
    [{ product: 'x'.repeat(65) }, /product must NOT have more/],
    [{ currency: 'us' }, /currency must be/],
    [{ currency: 'XAU' }, /currency must be a payable/],
    [{ tierBy: 'Weight' }, /tierBy must be one of Amount, Count/],
    [{ tiers: [] }, /tiers must NOT have fewer/],
    [{ maximun: 5 }, /maximun is not a field/],
    [tier({ ...flat, maximun: 5 }), /tiers\.0\.maximun is not a field/],
    [tier({}), /one of tiers\.0\.flat and tiers\.0\.percentage is required/],
    [tier({ flat: null }), /one of tiers\.0\.flat and tiers\.0\.percentage is required/],
    [tier({ flat: 0.005 }), /tiers\.0\.flat must be an amount/],
    [tier({ flat: -1 }), /tiers\.0\.flat must be an amount/],
    [tier({ flat: '1,00' }), /tiers\.0\.flat must be an amount/],
    [tier({ flat: '70368744177664.00' }), /tiers\.0\.flat must be an amount/],
    [tier({ percentage: '0.0000001' }), /tiers\.0\.percentage must be a percentage/],
    [tier({ percentage: '100.000001' }), /tiers\.0\.percentage must be a percentage/],
    [tier({ percentage: -1 }), /tiers\.0\.percentage must be a percentage/],
    [
      tier({ percentage: 1, minimum: 2, maximum: 1.99 }),
      /tiers\.0\.minimum must not be greater than tiers\.0\.maximum/,
    ],
    [tier({ ...flat, from: 0.01 }), /tiers\.0\.from must be 0/],
    [{ tierBy: 'Count', ...tier({ ...flat, from: 0.5 }) }, /tiers\.0\.from must be a whole number/],
  ]
  for (const [fields, message] of cases)
    assertRefused(await service.call('POST', SCHEDULE, feeBody(fields)), 400, 'FEE001', message)
})

test('tiers ascend, with no bound or name twice and at most fifty tiers', async () => {
  const tiers = (...bounds: number[]) => bounds.map((from, place) => ({ name: `tier ${place}`, from, flat: 1 }))
  const post = (list: object[]) => service.call('POST', SCHEDULE, feeBody({ tiers: list }))
  assertRefused(await post(tiers(0, 10, 10)), 400, 'FEE001', /tiers\.2\.from must be greater/)
  assertRefused(await post(tiers(0, 10, 9)), 400, 'FEE001', /tiers\.2\.from must be greater/)
  assertRefused(
    await post(tiers(0, 1).map((tier) => ({ ...tier, name: 'a' }))),
    400,
    'FEE001',
    /tiers\.1\.name is already the/,
  )
  assertRefused(await post(tiers(...Array(51).keys())), 400, 'FEE001', /tiers must NOT have more than 50/)
  assert.equal((await post(tiers(...Array(50).keys()))).status, 201)
})

test('one refusal names all invalid fields', async () => {
  const tiers = [
    { name: 'a', from: 1, flat: 0.001 },
    { name: 'a', from: 1 },
  ]
  const reply = await service.call('POST', SCHEDULE, feeBody({ tiers }))
  for (const part of [/tiers\.0\.flat/, /tiers\.0\.from/, /tiers\.1\.from/, /tiers\.1\.name/, /tiers\.1\.percentage/])
    assertRefused(reply, 400, 'FEE001', part)
})

test('an update replaces the whole fee; If-Match with an older version is 412', async () => {
  const { feeId, application } = await createFee()
  const path = `${SCHEDULE}/${feeId}`
  const body = feeBody({ application, name: 'Renamed', tiers: [{ name: 'Only', from: 0, percentage: '1.5' }] })
  const replaced = await service.call('PUT', path, body, { headers: { 'if-match': '"1"' } })
  assert.equal(replaced.status, 200)
  assert.equal(replaced.headers.get('etag')?.split('-')[0], '"2')
  const { name, tiers } = (await service.call('GET', path)).body.data
  assert.deepEqual({ name, tiers }, { name: 'Renamed', tiers: [{ name: 'Only', from: '0.00', percentage: '1.5' }] })
  const stale = await service.call('PUT', path, body, { headers: { 'if-match': '"1"' } })
  assertRefused(stale, 412, 'FEE001', /changed since/)
})

test('a deleted fee is 404', async () => {
  const { feeId } = await createFee()
  const path = `${SCHEDULE}/${feeId}`
  assert.equal((await service.call('DELETE', path)).status, 204)
  for (const method of ['GET', 'DELETE']) assertRefused(await service.call(method, path), 404, 'FEE001', /no fee/)
  assertRefused(await service.call('PUT', path, feeBody()), 404, 'FEE001', /no fee/)
})

test('a feeId that is not an int64 is 400', async () => {
  for (const feeId of ['0', '-1', 'abc', '1.5', '99999999999999999999'])
    assertRefused(await service.call('GET', `${SCHEDULE}/${feeId}`), 400, 'FEE001', /feeId must be/)
})

test('a repeated create with the same idempotency key adds one fee', async () => {
  const body = feeBody()
  const idempotencyKey = randomUUID()
  const first = await service.call('POST', SCHEDULE, body, { idempotencyKey })
  const again = await service.call('POST', SCHEDULE, body, { idempotencyKey })
  assert.equal(again.status, 201)
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const other = await service.call('POST', SCHEDULE, { ...body, name: 'Other' }, { idempotencyKey })
  assertRefused(other, 409, 'REQ002', /differs in name/)
})

test('only clients of the institution can read the schedule, and changes require Manage_Limits_And_Fees', async () => {
  const { feeId } = await createFee()
  const path = `${SCHEDULE}/${feeId}`
  const calls: [string, string, unknown?][] = [
    ['GET', `${SCHEDULE}?page=1&limit=10`],
    ['GET', path],
    ['POST', SCHEDULE, feeBody()],
    ['PUT', path, feeBody()],
    ['DELETE', path],
  ]
  const outside = await service.createClient(service.tenant, { legalEntityId: BigInt(await createCustomer()) })
  for (const [method, url, body] of calls)
    assertRefused(await service.call(method, url, body, { client: outside }), 403, 'AUTH002', /institution itself/)
  const viewer = await service.createClient(service.tenant, { entitlements: ['Institution.View_Institution'] })
  for (const [method, url, body] of calls) {
    const reply = await service.call(method, url, body, { client: viewer })
    if (method === 'GET') assert.equal(reply.status, 200)
    else assertRefused(reply, 403, 'AUTH002', /Institution\.Manage_Limits_And_Fees/)
  }
})

test('an institution cannot see the schedule of another', async () => {
  const fee = await createFee()
  const { client } = await service.createTenant('other')
  const path = `${SCHEDULE}/${fee.feeId}`
  assertRefused(await service.call('GET', path, undefined, { client }), 404, 'FEE001', /no fee/)
  assertRefused(await service.call('PUT', path, feeBody(), { client }), 404, 'FEE001', /no fee/)
  assertRefused(await service.call('DELETE', path, undefined, { client }), 404, 'FEE001', /no fee/)
  const list = await service.call('GET', `${SCHEDULE}?page=1&limit=10`, undefined, { client })
  assert.deepEqual(list.body.data, [])
  const customerUID = await createCustomer(client)
  const tier = { application: fee.application, feeTier: 'Standard' }
  assertRefused(await addTier(customerUID, tier, client), 400, 'CUST001', /no such fee/)
})

test('the audit log has the state before and after every change of a fee', async () => {
  const created = await createFee()
  const { feeId, ...body } = { ...created, name: 'Renamed' }
  await service.call('PUT', `${SCHEDULE}/${feeId}`, body)
  await service.call('DELETE', `${SCHEDULE}/${feeId}`)
  const renamed = { ...created, name: 'Renamed' }
  assert.deepEqual(await changesOf('fee', feeId), [
    { action: 'fee.created', before: null, after: created },
    { action: 'fee.updated', before: created, after: renamed },
    { action: 'fee.deleted', before: renamed, after: null },
  ])
  const events = await service.query<{ type: string }>(
    `select type from events where subject_kind = 'fee' and subject_id = $1 order by created_at, id`,
    [String(feeId)],
  )
  assert.deepEqual(
    events.map(({ type }) => type),
    ['fee.created', 'fee.updated', 'fee.deleted'],
  )
})

// Customers' fee tiers

test('putting a customer on a tier replies 200, with the id in data and at the top level', async () => {
  const { application } = await createFee()
  const reply = await addTier(await createCustomer(), { application, feeTier: 'High' })
  assert.equal(reply.status, 200)
  const { id } = reply.body
  assert.equal(typeof id, 'number')
  assert.deepEqual(reply.body, { id, status: 'Success', code: null, message: null, data: { id } })
})

test('a tier is added with all its fields, and each field can be changed alone', async () => {
  const { application } = await createFee()
  await createFee({ application, name: 'Return', product: 'Fedwire' })
  const customerUID = await createCustomer()
  const accountNumber = await createAccount(customerUID)
  const full = { application, feeTier: 'High', accountNumber, feeName: 'Origination', product: 'ACH' }
  const added = await addTier(customerUID, full)
  assert.equal(added.status, 200, JSON.stringify(added.body))
  const { id } = added.body
  for (const body of [{ feeTier: 'Standard' }, { feeName: '' }, { product: 'Fedwire' }, { accountNumber: '' }, {}]) {
    const changed = await changeTier(customerUID, id, body)
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    assert.deepEqual(changed.body, { id, status: 'Success', code: null, message: null, data: { id } })
  }
  const [created, ...updated] = await changesOf('customerFee', id)
  const { accountUID, ...first } = created!.after as Record<string, unknown>
  assert.equal(typeof accountUID, 'string')
  assert.deepEqual(first, { id, application, feeTier: 'High', feeName: 'Origination', product: 'ACH' })
  assert.equal(updated.length, 5)
  assert.deepEqual(updated[0]!.before, created!.after)
  assert.deepEqual(updated.at(-1)!.after, { id, application, feeTier: 'Standard', product: 'Fedwire' })
})

test('a tier of a fee that is not in the schedule is 400, on create and on update', async () => {
  const { application, name, product } = await createFee()
  const customerUID = await createCustomer()
  const tier = { application, feeTier: 'High' }
  const { id } = (await addTier(customerUID, tier)).body
  const wrong = [
    { application: 'None' },
    { feeTier: 'None' },
    { feeTier: 'high' },
    { feeName: 'None' },
    { product: 'None' },
    { feeName: name, product: 'None' },
    { feeName: 'None', product },
  ]
  for (const fields of wrong) {
    assertRefused(await addTier(customerUID, { ...tier, ...fields }), 400, 'CUST001', /no such fee/)
    assertRefused(await changeTier(customerUID, id, fields), 400, 'CUST001', /no such fee/)
  }
})

test('name, product and tier must be those of one fee', async () => {
  const { application } = await createFee({ name: 'A', product: 'ACH', tiers: [{ name: 'Gold', from: 0, flat: 1 }] })
  await createFee({ application, name: 'B', product: 'Fedwire', tiers: [{ name: 'Basic', from: 0, flat: 2 }] })
  const customerUID = await createCustomer()
  const add = (fields: object) => addTier(customerUID, { application, ...fields })
  for (const fields of [
    { feeName: 'A', feeTier: 'Basic' },
    { product: 'Fedwire', feeTier: 'Gold' },
    { feeName: 'A', product: 'Fedwire', feeTier: 'Gold' },
  ])
    assertRefused(await add(fields), 400, 'CUST001', /no such fee/)
  assert.equal((await add({ feeName: 'B', product: 'Fedwire', feeTier: 'Basic' })).status, 200)
})

test('accountNumber must be an account of that customer', async () => {
  const { application } = await createFee()
  const customerUID = await createCustomer()
  const foreign = await createAccount(await createCustomer())
  const tier = { application, feeTier: 'High' }
  const { id } = (await addTier(customerUID, tier)).body
  for (const accountNumber of [foreign, '999']) {
    assertRefused(
      await addTier(customerUID, { ...tier, accountNumber }),
      400,
      'CUST001',
      /no account with this accountNumber/,
    )
    assertRefused(
      await changeTier(customerUID, id, { accountNumber }),
      400,
      'CUST001',
      /no account with this accountNumber/,
    )
  }
})

test('a refusal names each invalid field', async () => {
  const customerUID = await createCustomer()
  const cases: [unknown, RegExp][] = [
    [{}, /application is required; feeTier is required/],
    [{ application: '', feeTier: 'x' }, /application must NOT have fewer/],
    [{ application: 'x', feeTier: 5 }, /feeTier must be of type string/],
    [{ application: 'x', feeTier: 'x', product: 'x'.repeat(65) }, /product must NOT have more/],
    [{ application: 'x', feeTier: 'x', feeName: 7 }, /feeName must be of type string/],
  ]
  for (const [body, message] of cases) assertRefused(await addTier(customerUID, body), 400, 'CUST001', message)
})

test('a customer has one tier for the same fees and account; adding another one changes it under the same id', async () => {
  const { application } = await createFee()
  const customerUID = await createCustomer()
  const tier = { application, feeTier: 'High' }
  const { id } = (await addTier(customerUID, tier)).body
  const again = await addTier(customerUID, { ...tier, feeTier: 'Standard' })
  assert.equal(again.status, 200)
  assert.equal(again.body.id, id)
  assert.deepEqual(await changesOf('customerFee', id), [
    { action: 'customerFee.created', before: null, after: { id, ...tier } },
    { action: 'customerFee.updated', before: { id, ...tier }, after: { id, ...tier, feeTier: 'Standard' } },
  ])
  const { id: narrower } = (await addTier(customerUID, { ...tier, product: 'ACH' })).body
  assert.deepEqual((await service.call('GET', `/v1/customers/${customerUID}/fees`)).body.data.tiers, [
    { id, ...tier, feeTier: 'Standard' },
    { id: narrower, ...tier, product: 'ACH' },
  ])
  assert.notEqual(narrower, id)
  assertRefused(await changeTier(customerUID, narrower, { product: '' }), 409, 'CUST001', /already/)
  assert.notEqual((await addTier(await createCustomer(), tier)).body.id, id)
})

test('concurrent requests for the same tier add one tier', async () => {
  const { application } = await createFee()
  const customerUID = await createCustomer()
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => addTier(customerUID, { application, feeTier: 'High', product: 'ACH' })),
  )
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1)
})

test('an unknown feeId is 404; one of another customer is 400', async () => {
  const { application } = await createFee()
  const customerUID = await createCustomer()
  const { id } = (await addTier(customerUID, { application, feeTier: 'High' })).body
  const body = { feeTier: 'Standard' }
  assertRefused(await changeTier(customerUID, 999_999_999, body), 404, 'CUST001', /no fee tier/)
  assertRefused(await changeTier(await createCustomer(), id, body), 400, 'CUST001', /not associated/)
  assertRefused(await changeTier('999999999', id, body), 404, 'CUST001', /no customer/)
})

test('only the institution can change the fees of a customer: the customer and the entity above it get 403', async () => {
  const { application } = await createFee()
  const [partner, sibling] = [await createCustomer(), await createCustomer()]
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(partner) })
  const own = await createCustomer(client)
  const tier = { application, feeTier: 'High' }
  assertRefused(await addTier(partner, tier, client), 403, 'AUTH002', /institution itself/)
  const given = (await addTier(partner, tier)).body.id
  assertRefused(await changeTier(partner, given, { feeTier: 'Standard' }, client), 403, 'AUTH002', /institution itself/)
  assertRefused(await addTier(own, tier, client), 403, 'AUTH002', /institution itself/)
  assertRefused(await addTier(sibling, tier, client), 403, 'AUTH002', /institution itself/)
  const { id } = (await addTier(sibling, tier)).body
  assertRefused(await changeTier(sibling, id, { feeTier: 'Standard' }, client), 403, 'AUTH002', /institution itself/)
  const viewer = await service.createClient(service.tenant, { entitlements: ['Customers.View_Customers'] })
  assertRefused(await addTier(own, tier, viewer), 403, 'AUTH002', /Customers\.Manage_Customers/)
})

test('a repeated add with the same idempotency key adds one tier', async () => {
  const { application } = await createFee()
  const path = `/v1/customers/${await createCustomer()}/fees`
  const body = { application, feeTier: 'High' }
  const idempotencyKey = randomUUID()
  const replies = await Promise.all([1, 2, 3].map(() => service.call('POST', path, body, { idempotencyKey })))
  for (const reply of replies) {
    assert.equal(reply.status, 200)
    assert.deepEqual(reply.body, replies[0]!.body)
  }
})

test('a tier with customers cannot be removed unless another fee has it', async () => {
  const fee = await createFee()
  const { feeId, ...body } = fee
  const path = `${SCHEDULE}/${feeId}`
  const customerUID = await createCustomer()
  const { id } = (await addTier(customerUID, { application: fee.application, feeTier: 'High' })).body
  const without = { ...body, tiers: [fee.tiers[0]] }
  for (const change of [without, { ...body, application: `${fee.application} 2` }])
    assertRefused(await service.call('PUT', path, change), 409, 'FEE001', /customer is on a tier/)
  assertRefused(await service.call('DELETE', path), 409, 'FEE001', /customer is on a tier/)
  assert.deepEqual((await service.call('GET', path)).body.data, fee)

  const other = await createFee({ application: fee.application, name: 'Other' })
  assert.equal((await service.call('PUT', path, without)).status, 200)
  assertRefused(await service.call('DELETE', `${SCHEDULE}/${other.feeId}`), 409, 'FEE001', /customer is on a tier/)
  assert.equal((await changeTier(customerUID, id, { feeTier: 'Standard' })).status, 200)
  assert.equal((await service.call('DELETE', `${SCHEDULE}/${other.feeId}`)).status, 204)
})

test('a customer put on a tier while its fees are deleted never ends up on a missing tier', async () => {
  for (let round = 0; round < 8; round++) {
    const first = await createFee()
    const second = await createFee({ application: first.application, name: 'Other' })
    const customerUID = await createCustomer()
    const replies = await Promise.all([
      service.call('DELETE', `${SCHEDULE}/${first.feeId}`),
      addTier(customerUID, { application: first.application, feeTier: 'High' }),
      service.call('DELETE', `${SCHEDULE}/${second.feeId}`),
    ])
    const statuses = replies.map(({ status }) => status)
    assert.ok(
      statuses.every((status) => [200, 204, 400, 409].includes(status)),
      statuses.join(),
    )
    const left = await service.call('GET', `${SCHEDULE}?page=1&limit=10&application=${first.application}`)
    const isOnTier = statuses[1] === 200
    assert.equal(left.body.data.length > 0, isOnTier, statuses.join())
  }
})

test('openapi.json declares the id next to data', async () => {
  const { body } = await service.call('GET', '/openapi.json')
  const reply = body.paths['/v1/customers/{customerUID}/fees'].post.responses[200].content['application/json']
  const schema = body.components.schemas[reply.schema.$ref.split('/').pop()]
  assert.equal(schema.properties.id.type, 'integer')
  assert.ok(schema.required.includes('id'))
})
