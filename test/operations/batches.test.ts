import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  accountBody,
  contactBody,
  customerBody,
  type Reply,
  startTestService,
  type TestClient,
  type TestService,
  type TestTenant,
  unnumberedBody,
} from '../support/test-service.ts'

// Requests that arrive together share a transaction: each must get what it would get alone.

let service: TestService
let other: TestTenant
before(async () => {
  service = await startTestService()
  other = await service.createTenant('other')
  await poison('accounts', 'name')
  await poison('customers', 'legal_name')
  await poison('contacts', 'name')
})
after(() => service.stop())

/** The database refuses a row with this name, by an error that no request can foresee. */
const POISON = 'Poison'

async function poison(table: string, column: string): Promise<void> {
  const owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
  await owner.query(`alter table giro.${table} add constraint ${table}_poison check (${column} <> '${POISON}')`)
  await owner.end()
}

const newCustomer = async (tenant = service.tenant): Promise<string> =>
  dataOf(await service.call('POST', '/v2/customers', customerBody(), { client: tenant.client })).customerUID

const open = (customerUID: string, body: object, options: { idempotencyKey?: string; tenant?: TestTenant } = {}) => {
  const { tenant = service.tenant, idempotencyKey } = options
  return service.call('POST', `/v3/customers/${customerUID}/accounts`, body, { client: tenant.client, idempotencyKey })
}

const uidsOf = (replies: readonly Reply[]) => replies.map((reply) => dataOf(reply, 201).accountUID as string)

/** The number of transactions that wrote the rows. */
async function transactionsOf(table: string, ids: readonly string[]): Promise<number> {
  const [row] = await service.query<{ count: bigint }>(
    `select count(distinct xmin::text) as count from ${table} where id = any($1::bigint[])`,
    [ids],
  )
  return Number(row!.count)
}

test('64 accounts that are opened together share transactions, and each has its books, record and event', async () => {
  const customers = await Promise.all(Array.from({ length: 8 }, () => newCustomer()))
  const replies = await Promise.all(Array.from({ length: 64 }, (_, n) => open(customers[n % 8]!, unnumberedBody())))
  const uids = uidsOf(replies)
  assert.equal(new Set(uids).size, 64)
  assert.ok((await transactionsOf('accounts', uids)) < 16)
  const rows = await service.query<{
    accounts: bigint
    numbers: bigint
    books: bigint
    records: bigint
    events: bigint
  }>(
    `select count(*) as accounts, count(distinct account_number_index) as numbers,
       count((select id from ledger_accounts l where l.tenant_id = a.tenant_id and l.id = a.id and l.currency = 'USD')) as books,
       sum((select count(*) from audit_log r where r.tenant_id = a.tenant_id and r.subject_kind = 'account'
         and r.subject_id = a.id::text and r.action = 'account.created' and r.customer_id = a.customer_id))::bigint as records,
       sum((select count(*) from events e where e.tenant_id = a.tenant_id and e.subject_kind = 'account'
         and e.subject_id = a.id::text and e.type = 'account.created'))::bigint as events
     from accounts a where id = any($1::bigint[])`,
    [uids],
  )
  assert.deepEqual(rows, [{ accounts: 64n, numbers: 64n, books: 64n, records: 64n, events: 64n }])
  const active = await service.query<{ status: string; version: bigint }>(
    'select distinct status, version from customers where id = any($1::bigint[])',
    [customers],
  )
  assert.deepEqual(active, [{ status: 'Active', version: 2n }])
})

test('each account of a batch gets its own outcome: good, refused, repeated, doubled or poisoned', async () => {
  const customerUID = await newCustomer()
  const own = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  const numbered = accountBody()
  const [key, otherKey] = [randomUUID(), randomUUID()]
  const keyed = unnumberedBody()
  const pairs = await Promise.all([
    Promise.all(Array.from({ length: 40 }, () => open(customerUID, unnumberedBody()))),
    Promise.all(Array.from({ length: 4 }, () => open(customerUID, numbered))),
    Promise.all(Array.from({ length: 4 }, () => open(customerUID, keyed, { idempotencyKey: key }))),
    open(customerUID, unnumberedBody({ accountName: POISON })),
    open('999999999', unnumberedBody()),
    open(customerUID, unnumberedBody({ accountSubType: 'Heloc' }), { idempotencyKey: otherKey }),
    Promise.all(Array.from({ length: 2 }, () => open(customerUID, unnumberedBody({ feeAccount: 'Yes' })))),
    service.call('POST', `/v3/customers/${customerUID}/accounts`, accountBody(), { client: own }),
  ])
  const [good, same, repeated, poisoned, missing, wrong, fees, chosen] = pairs
  uidsOf(good)
  assert.deepEqual(same.map(({ status }) => status).sort(), [201, 409, 409, 409])
  for (const reply of same.filter(({ status }) => status === 409))
    assertRefused(reply, { status: 409, code: 'ACC001', says: 'accountNumber' })
  assert.equal(new Set(uidsOf(repeated)).size, 1)
  assert.equal(repeated.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 3)
  assert.equal(poisoned.status, 500)
  assert.equal(missing.status, 404)
  assert.equal(wrong.status, 400)
  assert.deepEqual(fees.map(({ status }) => status).sort(), [201, 409])
  assert.equal(chosen.status, 403)
  const again = await open(customerUID, unnumberedBody({ accountSubType: 'Heloc' }), { idempotencyKey: otherKey })
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [400, null])
  const conflict = await open(customerUID, unnumberedBody({ accountName: 'Another' }), { idempotencyKey: key })
  assert.equal(conflict.status, 409)
  const [row] = await service.query<{ count: bigint }>('select count(*) from accounts where customer_id = $1', [
    customerUID,
  ])
  assert.equal(row!.count, 40n + 1n + 1n + 1n)
})

test('two institutions that open accounts at once keep their own numbers, books and records', async () => {
  const [first, second] = [await newCustomer(), await newCustomer(other)]
  const [own, others] = await Promise.all([
    Promise.all(Array.from({ length: 32 }, () => open(first, unnumberedBody()))),
    Promise.all(Array.from({ length: 32 }, () => open(second, unnumberedBody(), { tenant: other }))),
  ])
  const tenantsOf = (replies: readonly Reply[]) =>
    service.query('select distinct tenant_id from accounts where id = any($1::bigint[])', [uidsOf(replies)])
  assert.deepEqual(await tenantsOf(own), [{ tenantId: service.tenant.institution.tenantId }])
  assert.deepEqual(await tenantsOf(others), [{ tenantId: other.institution.tenantId }])
  const foreign = await Promise.all(Array.from({ length: 8 }, () => open(second, unnumberedBody())))
  assert.deepEqual([...new Set(foreign.map(({ status }) => status))], [404])
})

test('under dual control, the accounts of a batch with other terms wait, and the others do not', async () => {
  const tenant = await service.createTenant('dual', { dualControl: true })
  const customerUID = await newCustomer(tenant)
  const loose = { accountFeatures: { achFeature: { creditExposureLimit: 100 } } }
  const replies = await Promise.all(
    Array.from({ length: 16 }, (_, n) => open(customerUID, unnumberedBody(n % 2 ? loose : {}), { tenant })),
  )
  assert.deepEqual(
    replies.map(({ status }) => status),
    replies.map((_, n) => (n % 2 ? 202 : 201)),
  )
})

test('more accounts than a batch takes are all opened', async () => {
  const customerUID = await newCustomer()
  const uids = uidsOf(await Promise.all(Array.from({ length: 450 }, () => open(customerUID, unnumberedBody()))))
  assert.equal(new Set(uids).size, 450)
})

test('two nodes that get the same key at once open one account', async () => {
  const node = await service.startNode()
  const customerUID = await newCustomer()
  const keys = Array.from({ length: 16 }, () => randomUUID())
  const body = unnumberedBody()
  const send = (idempotencyKey: string, at?: string) =>
    service.call('POST', `/v3/customers/${customerUID}/accounts`, body, { idempotencyKey, ...(at && { at }) })
  const [here, there] = await Promise.all([
    Promise.all(keys.map((key) => send(key))),
    Promise.all(keys.toReversed().map((key) => send(key, node))),
  ])
  assert.deepEqual(uidsOf(here), uidsOf(there.toReversed()))
})

const create = (body: object, options: { client?: TestClient; idempotencyKey?: string } = {}) =>
  service.call('POST', '/v2/customers', body, options)

test('each customer of a batch gets its own outcome: good, refused, repeated, doubled, waiting or poisoned', async () => {
  const parent = await newCustomer()
  const own = await service.createClient(service.tenant, { legalEntityId: BigInt(parent) })
  const [twice, keyed, ref] = [customerBody(), customerBody(), randomUUID()]
  const idempotencyKey = randomUUID()
  const [good, same, repeated, waiting, sameRef, poisoned, foreign, unpartnered] = await Promise.all([
    Promise.all(Array.from({ length: 40 }, () => create(customerBody()))),
    Promise.all(Array.from({ length: 4 }, () => create(twice))),
    Promise.all(Array.from({ length: 4 }, () => create(keyed, { idempotencyKey }))),
    Promise.all(Array.from({ length: 4 }, () => create(customerBody(), { client: own }))),
    Promise.all(Array.from({ length: 3 }, () => create(customerBody({ customerId: ref })))),
    create(customerBody({ legalName: POISON })),
    create(customerBody({ parentEntityShortName: 'nobody' })),
    create(customerBody({ relationshipType: 'ThirdParty' })),
  ])
  const uids = good.map((reply) => dataOf(reply).customerUID as string)
  assert.equal(new Set(uids).size, 40)
  assert.ok((await transactionsOf('customers', uids)) < 16)
  for (const [replies, name] of [
    [same, 'shortName'],
    [sameRef, 'customerId'],
  ] as const) {
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    for (const reply of replies.filter(({ status }) => status !== 200))
      assertRefused(reply, { status: 409, code: 'CUST001', says: `another customer already has this ${name}` })
  }
  assert.equal(new Set(repeated.map((reply) => dataOf(reply).customerUID)).size, 1)
  const approvals = waiting.map((reply) => dataOf(reply))
  for (const { customerEntityStatus } of approvals) assert.equal(customerEntityStatus, 'Pending')
  assert.equal(new Set(approvals.map(({ approvalUID }) => approvalUID)).size, 4)
  assert.deepEqual(
    [poisoned, foreign, unpartnered].map(({ status }) => status),
    [500, 400, 400],
  )
  const [row] = await service.query<{ records: bigint; events: bigint }>(
    `select count(*) as records, count(e.id) as events from audit_log r
     left join events e on e.tenant_id = r.tenant_id and e.subject_kind = 'customer' and e.subject_id = r.subject_id
       and e.type = r.action
     where r.subject_kind = 'customer' and r.action = 'customer.created' and r.subject_id = any($1::text[])`,
    [uids],
  )
  assert.deepEqual(row, { records: 40n, events: 40n })
})

test('each contact of a batch gets its own outcome: good, refused, repeated, doubled, waiting or poisoned', async () => {
  const [plain, cautious, foreign] = await Promise.all([newCustomer(), newCustomer(), newCustomer(other)])
  const settings = { legalEntityAccessSettings: { beneDualApproval: true } }
  dataOf(await service.call('PUT', `/v2/customers/${cautious}`, settings))
  const add = (customerUID: string, body = contactBody(), idempotencyKey?: string) =>
    service.call('POST', `/v2/customers/${customerUID}/contacts`, body, { idempotencyKey })
  const [twice, keyed] = [contactBody({ templateName: 'twice' }), contactBody({ templateName: 'keyed' })]
  const idempotencyKey = randomUUID()
  const [good, same, elsewhere, repeated, waiting, unknown, poisoned, refused] = await Promise.all([
    Promise.all(Array.from({ length: 40 }, (_, n) => add(plain, contactBody({ templateName: `good ${n}` })))),
    Promise.all(Array.from({ length: 4 }, () => add(plain, twice))),
    add(cautious, twice),
    Promise.all(Array.from({ length: 4 }, () => add(plain, keyed, idempotencyKey))),
    Promise.all(Array.from({ length: 3 }, (_, n) => add(cautious, contactBody({ templateName: `waits ${n}` })))),
    add(foreign, contactBody({ templateName: 'foreign' })),
    add(plain, contactBody({ templateName: 'poisoned', name: POISON })),
    add(plain, contactBody({ templateName: 'refused', name: '☃☃☃' })),
  ])
  const uids = good.map((reply) => dataOf(reply).customerContactUID as string)
  assert.equal(new Set(uids).size, 40)
  assert.ok((await transactionsOf('contacts', uids)) < 16)
  assert.equal(same.filter(({ status }) => status === 200).length, 1)
  for (const reply of same.filter(({ status }) => status !== 200)) assert.equal(reply.status, 409)
  assert.equal(new Set(repeated.map((reply) => dataOf(reply).customerContactUID)).size, 1)
  for (const reply of [elsewhere, ...waiting]) assert.ok(dataOf(reply).approvalUID)
  assert.deepEqual(
    [unknown, poisoned, refused].map(({ status }) => status),
    [404, 500, 400],
  )
  const rows = await service.query(
    `select c.status, count(distinct c.id) as contacts, count(distinct r.id) as records, count(distinct e.id) as events
     from contacts c
       join audit_log r on r.tenant_id = c.tenant_id and r.subject_kind = 'contact' and r.subject_id = c.id::text
       join events e on e.tenant_id = c.tenant_id and e.subject_kind = 'contact' and e.subject_id = c.id::text
     where c.customer_id = any($1::bigint[]) group by 1 order by 1`,
    [[plain, cautious]],
  )
  assert.deepEqual(rows, [
    { status: 'Active', contacts: 42n, records: 42n, events: 42n },
    { status: 'Pending', contacts: 4n, records: 4n, events: 4n },
  ])
})
