import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import {
  type CallOptions,
  consumerBody,
  customerBody,
  type Reply,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

const STAGES = {
  entity: 'consumer legal-entity creation',
  mapping: 'application mapping',
  account: 'customer-account creation',
  user: 'consumer-user creation',
}

let service: TestService
/** The owner of the tables, who can install faults in them. */
let owner: Client
before(async () => {
  service = await startTestService()
  owner = new Client({ connectionString: service.databaseUrl })
  await owner.connect()
  await owner.query(
    `create function injected() returns trigger language plpgsql as $$ begin raise exception 'injected: secret'; end $$`,
  )
})
after(async () => {
  await owner.end()
  await service.stop()
})

const onboard = (body: object, options?: CallOptions) =>
  service.call('POST', '/api/user-management/v1/consumers/users', body, options)

/** The number of rows in each table of the database. */
async function countAll(): Promise<Record<string, string>> {
  const { rows } = await owner.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'giro' order by 1`,
  )
  assert.ok(rows.length > 30, 'the tables are found')
  const counts = rows.map(({ name }) => `select '${name}' as name, count(*)::text as count from ${name}`)
  const counted = await owner.query<{ name: string; count: string }>(counts.join(' union all '))
  return Object.fromEntries(counted.rows.map(({ name, count }) => [name, count]))
}

/** Asserts a refusal with only a message, which begins with the stage. */
function assertStage(reply: Reply, status: number, stage: string, says: string | RegExp): void {
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  assert.deepEqual(Object.keys(reply.body), ['message'])
  const { message } = reply.body
  assert.ok(message.startsWith(`${stage}: `), message)
  if (typeof says === 'string') assert.ok(message.includes(says), `"${message}" says ${says}`)
  else assert.match(message, says)
}

async function assertOnboarded(reply: Reply): Promise<string> {
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  assert.deepEqual(Object.keys(reply.body), ['userId', 'customerUID', 'accountUID'])
  return reply.body.userId
}

const find = async (loginId: string) => {
  const path = `/v2/customers?${new URLSearchParams({ page: '1', limit: '10', shortName: loginId })}`
  const { body } = await service.call('GET', path)
  return body.data[0]
}

test('a consumer becomes an Active customer with one account, the default role, and a Pending user who holds it', async () => {
  const body = consumerBody()
  const reply = await onboard(body)
  const userId = await assertOnboarded(reply)
  const customer = await find(body.loginId)
  assert.equal(reply.body.customerUID, customer.customerUID)
  assert.deepEqual(customer, {
    customerUID: customer.customerUID,
    externalReferenceId: body.loginId,
    shortName: body.loginId,
    legalName: 'Ada Lund',
    customerType: 'Consumer',
    relationshipType: 'Customer',
    status: 'Active',
    emailAddress: body.email,
    phoneNumber: body.phoneNumber,
    legalAddress: body.Address,
    mailAddressSameAsLegal: true,
    secCodes: [],
  })
  const { customerUID } = customer
  const userPath = `/api/user-management/v1/customers/${customerUID}`
  assert.deepEqual((await service.call('GET', `${userPath}/users/${userId}`)).body, {
    userId,
    loginId: body.loginId,
    firstName: 'Ada',
    lastName: 'Lund',
    email: body.email,
    phoneNumber: body.phoneNumber,
    status: 'Pending',
    shortName: body.loginId,
    externalReferenceId: body.loginId,
    roleNames: ['Consumer'],
    limits: [],
    entitlements: [
      'Accounts.View_Account',
      'Contacts.Manage_Contacts',
      'Contacts.View_Contacts',
      'Digital_Banking_Portal.View_Portal',
      'Payments.Initiate_Payments',
      'Payments.View_Payments',
    ],
  })
  const roles = (await service.call('GET', `${userPath}/roles/search`)).body
  assert.deepEqual([roles.totalElements, roles.data[0].type, roles.data[0].leId], [1, 'Default', customerUID])
  const accounts = await service.call('POST', `/v3/customers/${customerUID}/accounts/search`, {})
  const { accountNumber, accountName, currency } = body.account
  assert.equal(accounts.body.data.length, 1)
  const [account] = accounts.body.data
  assert.equal(account.accountUID, reply.body.accountUID)
  assert.deepEqual(
    [account.accountNumber, account.accountName, account.currency],
    [accountNumber, accountName, currency],
  )
  assert.deepEqual([account.systemOfRecords, account.status], ['Giro', 'Active'])
  assert.equal((await service.call('PUT', `${userPath}/users/${userId}/activate`)).status, 204)
})

test('address is the same as Address', async () => {
  const { Address: address, ...rest } = consumerBody()
  await assertOnboarded(await onboard({ ...rest, address }))
  assert.deepEqual((await find(rest.loginId)).legalAddress, address)
})

test('an onboarded consumer can be updated like any customer', async () => {
  const body = consumerBody()
  await assertOnboarded(await onboard(body))
  const { customerUID } = await find(body.loginId)
  const changes = { taxId: '123456789', relationshipManager: 'manager', originatingOfficer: 'officer', note: 'visited' }
  assert.equal((await service.call('PUT', `/v2/customers/${customerUID}`, { note: 'called' })).status, 200)
  assert.equal((await service.call('PUT', `/v2/customers/${customerUID}`, changes)).status, 200)
  assert.equal((await find(body.loginId)).taxId, '123456789')
})

test('a consumer onboarded by a client of a partner is below that partner, and waits for the institution', async () => {
  const partner = (await service.call('POST', '/v2/customers', customerBody())).body.data.customerUID
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(partner) })
  const { account, ...body } = consumerBody()
  const { accountNumber: _chosen, ...unnumbered } = account
  const reply = await onboard({ ...body, account: unnumbered }, { client })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  const { customerUID, status } = await find(body.loginId)
  assert.equal(status, 'Pending')
  assert.equal((await service.call('GET', `/v2/customers/${customerUID}`, undefined, { client })).status, 200)
  const approval = `/v1/institution/approvals/${reply.body.approvalUID}`
  const { contentHash } = (await service.call('GET', approval)).body.data
  assert.equal((await service.call('PUT', `${approval}/approve`, { contentHash })).status, 200)
  assert.equal((await find(body.loginId)).status, 'Active')
})

test('one refusal names all missing fields, with the first stage that uses one of them', async () => {
  const before = await countAll()
  const reply = await onboard({}, { idempotencyKey: randomUUID() })
  for (const field of ['address', 'loginId', 'firstName', 'lastName', 'email', 'phoneNumber', 'account'])
    assertStage(reply, 400, STAGES.entity, `${field} is required`)
  const { Address } = consumerBody()
  assertStage(await onboard({ Address, account: {} }), 400, STAGES.account, 'loginId is required')
  for (const field of ['accountName', 'accountType', 'accountSubType', 'currency', 'countryCode'])
    assertStage(await onboard({ Address, account: {} }), 400, STAGES.account, `account.${field} is required`)
  for (const field of ['routingNumber', 'bankIdType'])
    assertStage(await onboard({ Address, account: {} }), 400, STAGES.account, `account.${field} is required`)
  assert.deepEqual(await countAll(), before)
})

const invalid: [stage: string, field: string, values: unknown[]][] = [
  [STAGES.user, 'loginId', ['', 'a b', 'a+b', 'ä', 'x'.repeat(65), null, 1]],
  [STAGES.user, 'firstName', ['', ' ', 'R2D2', "'", '-.-', 'a,b', 'a/b', 'x'.repeat(32), null]],
  [STAGES.user, 'lastName', ['', '  ', 'A–B', 'A_B', 'x'.repeat(32), 1]],
  [STAGES.user, 'email', ['', 'ada', 'ada@', null]],
  [STAGES.user, 'phoneNumber', ['12075550100', '+0207555010', '+1 207 555 0100', '+123456', '+1234567890123456', null]],
  [
    STAGES.entity,
    'Address',
    [null, 'x', {}, { addressLine1: 'a', city: 'b', postalCode: 'c', countryCode: 'Atlantis' }],
  ],
  [STAGES.account, 'account', [null, [], { accountNumber: '1' }]],
]
for (const [stage, field, values] of invalid)
  test(`an invalid ${field} is refused by name, for the stage "${stage}"`, async () => {
    for (const value of values)
      assertStage(await onboard(consumerBody({ [field]: value })), 400, stage, new RegExp(field, 'i'))
  })

test('a name has letters of any script and the signs between them, 1 to 31 of them', async () => {
  for (const [firstName, lastName] of [
    ['Mary-Kate', "O'Brien"],
    ['Siobhán', 'O’Brien'],
    ['Jean-Luc', 'Smith-Jones'],
    ['Kaʻiulani', 'Kānaka ʻŌiwi'],
    ['Anne‑Marie', 'D‘Angelo'],
    ['Martin L.', 'St. John'],
    ['Núria', 'Gal·la'],
    ['José María', 'Núñez'],
    ['x'.repeat(31), 'y'],
    ['愛', 'Jose\u0301'],
  ])
    await assertOnboarded(await onboard(consumerBody({ firstName, lastName })))
})

const account = (fields: object) => ({ account: { ...consumerBody().account, ...fields } })

/** Requests that a stage refuses for a conflict with stored data, or for one of its own rules. */
const refused: [stage: string, name: string, make: () => Promise<{ body: object; says: string; right: object }>][] = [
  [
    STAGES.entity,
    'the loginId is the short name of another customer',
    async () => {
      const { shortName } = customerBody()
      await service.call('POST', '/v2/customers', customerBody({ shortName }))
      const body = consumerBody({ loginId: shortName })
      return { body, says: 'another customer already has this loginId', right: { loginId: consumerBody().loginId } }
    },
  ],
  [
    STAGES.account,
    'the account number is taken',
    async () => {
      const first = consumerBody()
      await assertOnboarded(await onboard(first))
      const body = consumerBody({ account: first.account })
      return { body, says: 'another account already has this accountNumber', right: account({}) }
    },
  ],
  [
    STAGES.account,
    "the routing number is not the institution's",
    async () => {
      const body = consumerBody(account({ routingNumber: '021000021' }))
      return { body, says: "must be the institution's own, 061099995", right: account({}) }
    },
  ],
  [
    STAGES.account,
    'the subtype does not belong to the type',
    async () => {
      const body = consumerBody(account({ accountType: 'Loan', currency: 'XXX' }))
      return { body, says: 'currency must be a supported ISO 4217 currency', right: account({}) }
    },
  ],
  [
    STAGES.user,
    'another user has the loginId',
    async () => {
      // This user of the institution has a login id that is not a customer's short name.
      const body = consumerBody({ loginId: 'manager' })
      return { body, says: 'already has this loginId', right: { loginId: consumerBody().loginId } }
    },
  ],
]
for (const [stage, name, make] of refused)
  test(`if ${name}, the request is refused with 400 for the stage "${stage}", no table has a new row, and the same key can still succeed`, async () => {
    const { body, says, right } = await make()
    const idempotencyKey = randomUUID()
    const before = await countAll()
    assertStage(await onboard(body, { idempotencyKey }), 400, stage, says)
    assert.deepEqual(await countAll(), before)
    const reply = await onboard({ ...body, ...right }, { idempotencyKey })
    await assertOnboarded(reply)
    assert.equal(reply.headers.get('idempotent-replayed'), null)
  })

/**
 * The places of an unexpected failure in each stage: at its first row, in between, and at its last.
 */
const faults: [stage: string, table: string, when?: string][] = [
  [STAGES.entity, 'customers'],
  [STAGES.entity, 'audit_log', `new.action = 'customer.created'`],
  [STAGES.entity, 'events', `new.type = 'customer.created'`],
  [STAGES.mapping, 'roles'],
  [STAGES.mapping, 'events', `new.type = 'role.created'`],
  [STAGES.account, 'ledger_accounts'],
  [STAGES.account, 'accounts'],
  [STAGES.account, 'events', `new.type = 'account.created'`],
  [STAGES.user, 'users'],
  [STAGES.user, 'user_roles'],
  [STAGES.user, 'events', `new.type = 'user.created'`],
]
for (const [stage, table, when] of faults)
  test(`a fault at ${table}${when ? ` where ${when}` : ''}: 500 names the stage "${stage}", no table has a new row, and the same key succeeds afterwards`, async () => {
    const body = consumerBody()
    const idempotencyKey = randomUUID()
    const before = await countAll()
    const condition = when ? `when (${when})` : ''
    await owner.query(
      `create trigger fault before insert on ${table} for each row ${condition} execute function injected()`,
    )
    try {
      const failed = await onboard(body, { idempotencyKey })
      assertStage(failed, 500, stage, /: an unexpected error, reference [0-9a-f-]{36}\. Try again later\./)
      assert.equal(failed.body.message.includes('secret'), false)
      assert.deepEqual(await countAll(), before)
    } finally {
      await owner.query(`drop trigger fault on ${table}`)
    }
    const reply = await onboard(body, { idempotencyKey })
    await assertOnboarded(reply)
    assert.equal(reply.headers.get('idempotent-replayed'), null)
    const again = await onboard(body, { idempotencyKey })
    assert.deepEqual([again.status, again.body], [201, reply.body])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
  })

test('twenty simultaneous requests with one key onboard one consumer, and all get the same reply', async () => {
  const body = consumerBody()
  const idempotencyKey = randomUUID()
  const replies = await Promise.all(Array.from({ length: 20 }, () => onboard(body, { idempotencyKey })))
  for (const reply of replies) assert.deepEqual([reply.status, reply.body], [201, replies[0]!.body])
  assert.equal(replies.filter((reply) => reply.headers.get('idempotent-replayed') === null).length, 1)
})

test('of ten simultaneous requests with one loginId one is onboarded, and nothing remains of the others', async () => {
  const { loginId } = consumerBody()
  const before = await countAll()
  const replies = await Promise.all(Array.from({ length: 10 }, () => onboard(consumerBody({ loginId }))))
  assert.equal(replies.filter(({ status }) => status === 201).length, 1)
  for (const reply of replies.filter(({ status }) => status !== 201))
    assertStage(reply, 400, STAGES.entity, 'another customer already has this loginId')
  const grown = Object.entries(await countAll()).filter(([table, count]) => count !== before[table])
  assert.deepEqual(Object.fromEntries(grown.map(([table, count]) => [table, Number(count) - Number(before[table])])), {
    accounts: 1,
    audit_log: 4,
    audit_unchained: 4,
    customers: 1,
    events: 4,
    events_unplaced: 4,
    ledger_accounts: 1,
    roles: 1,
    user_addresses: 1,
    user_roles: 1,
    user_setters: 1,
    users: 1,
  })
})

test('the same key with a different body after a success is 409, and the message names the differing field', async () => {
  const body = consumerBody()
  const idempotencyKey = randomUUID()
  await assertOnboarded(await onboard(body, { idempotencyKey }))
  const reply = await onboard({ ...body, firstName: 'Grace' }, { idempotencyKey })
  assert.equal(reply.status, 409)
  assert.match(reply.body.message, /differs in firstName\./)
})
