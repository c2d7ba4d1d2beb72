import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { Operation } from '../../src/http/operation.ts'
import { operations } from '../../src/main/operations.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type Given, isChange, makersOf, sampleRequest } from '../support/operation-samples.ts'
import {
  accountBody,
  createPayer,
  creditBody,
  customerBody,
  startTestService,
  type TestService,
  type TestTenant,
} from '../support/test-service.ts'

/** Data that both institutions have in common, so that it identifies neither. */
const SHARED = {
  customer: customerBody({ shortName: 'twin', customerId: 'twin-1', externalReferenceId: 'twin', taxId: '990000009' }),
  account: accountBody({ accountNumber: '4000000001', externalReferenceId: 'twin' }),
  contact: { templateName: 'Twin supplier', externalReferenceId: 'twin' },
}

interface Side extends Given {
  tenant: TestTenant
}

let service: TestService
let left: Side
let right: Side
before(async () => {
  service = await startTestService()
  await separateNumbers()
  const tenants = [await service.createTenant('left'), await service.createTenant('right')] as const
  ;[left, right] = [await createSide(tenants[0]), await createSide(tenants[1])]
  // One more record of each kind on the right, with identifiers that do not exist on the left.
  for (let more = 0; more < 3; more++)
    right = { ...(await createSide(right.tenant, { unique: true })), tenant: right.tenant }
})
after(() => service.stop())

/** From now on, no customer has the number of an account or a contact. */
async function separateNumbers(): Promise<void> {
  const owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
  for (const [place, table] of ['ledger_accounts', 'customers', 'contacts'].entries())
    await owner.query(`alter table ${table} alter column id restart with ${200_001 + place * 100_000}`)
  await owner.end()
}

async function createSide(tenant: TestTenant, { unique = false } = {}): Promise<Side> {
  const { client } = tenant
  const payer = await createPayer(service, unique ? { client } : { client, ...SHARED })
  const paid = await service.call('POST', '/payments/creditrequest', creditBody(payer), { client })
  return { ...payer, paymentUID: dataOf(paid).paymentUID, ...(await makersOf(service, tenant)), tenant }
}

const TABLES = [
  'customers',
  'accounts',
  'contacts',
  'bank_directories',
  'bank_participants',
  'payments',
  'prenotes',
  'payment_files',
  'payment_file_records',
  'payment_states',
  'payment_transitions',
  'payment_value_date_changes',
  'payment_recurrences',
  'payment_occurrences',
  'payment_makers',
  'recurrence_makers',
  'stopped_makers',
  'payment_releases',
  'recurrence_releases',
  'ledger_transfers',
  'incoming_files',
  'simulated_ach_files',
  'simulated_messages',
  'simulated_payments',
  'simulated_sequences',
  'rail_messages',
  'message_exceptions',
  'payment_return_requests',
  'return_requests',
  'payment_requests',
  'sent_payment_requests',
  'outstanding_cancellations',
  'instant_exchanges',
  'instant_participants',
  'ach_answers',
  'ach_file_acknowledgements',
  'fedwire_sequences',
  'fedwire_exchanges',
  'swift_credits',
  'swift_payments',
  'nostro_entries',
  'nostro_statements',
  'rail_deliveries',
  'rail_departures',
  'rail_handovers',
  'rail_holds',
  'rail_outboxes',
  'verifications',
  'rail_settlements',
  'ledger_days',
  'ledger_closings',
  'ledger_exports',
  'adjustments',
  'receivables',
  'receivable_write_offs',
  'funds_holds',
  'suspense_items',
  'suspense_releases',
  'receipts',
  'receipt_transitions',
  'positive_pay_rules',
  'positive_pay_uses',
  'positive_pay_exceptions',
  'ach_returns',
  'obligations',
  'signatories',
  'api_clients',
  'api_client_secrets',
  'api_client_roles',
  'client_holders',
  'user_addresses',
  'person_holders',
  'user_setters',
  'signatory_setters',
  'signing_keys',
  'webhooks',
  'webhook_secrets',
  'fees',
  'fee_tiers',
  'customer_fees',
  'payment_fees',
  'payment_traces',
  'approvals',
  'trade_approvals',
  'fx_lines',
  'fx_close_outs',
  'fx_desk_trades',
  'fx_revaluations',
  'roles',
  'users',
  'user_roles',
  'user_credentials',
  'user_invitations',
  'user_factors',
  'user_recovery_codes',
  'sign_in_attempts',
]

/**
 * One statement for all tables, because the tests compare them a thousand times. A row that is
 * written has the number of its transaction in `xmin`, which is higher than all before.
 */
const CONTENTS = TABLES.map(
  (table) =>
    `select '${table}' as name, count(*) as rows, max(xmin::text::bigint) as written from ${table}
     where tenant_id = $1`,
).join(' union all ')

/** By table, the rows of the institution: how many there are, and which transaction wrote last. */
function contentOf({ institution }: TestTenant): Promise<{ name: string; rows: bigint; written: bigint | null }[]> {
  const db = service.app.db.withKeptPlans()
  return db.read((connection) => connection.query(CONTENTS, [institution.tenantId]))
}

/** Changes that always wait for a second person. */
const WAITS = ['resetUserCredentials', 'removeUserFactor']

/** Changes that name no record. They always apply to the client's own institution. */
const ON_THE_OWN = new Set([
  'createApiClient',
  'createCustomer',
  'createFee',
  'createWebhook',
  'onboardConsumer',
  'rotateSigningKey',
  'updateInstitution',
  'setInstitutionLimits',
  'setInstitutionClock',
  'simulateAchEntries',
  'simulateFedwireMessages',
  'simulateFedNowMessages',
  'simulateRTPMessages',
  'simulateSWIFTMessages',
  'setFxRates',
  'setFxMargins',
  'makeFxDeskTrade',
  'closeLedgerDays',
])

const hasIdentifier = ({ paths }: Operation) => paths[0].includes('{')

test('two institutions can have equal short names, customer ids, account numbers and template names', () => {
  assert.notEqual(left.customerUID, right.customerUID)
  assert.notEqual(left.accountUID, right.accountUID)
})

for (const operation of operations) {
  test(`${operation.id} with the identifiers of another institution is refused as unknown, and changes nothing`, async () => {
    const { method, paths, body } = await sampleRequest(operation, right)
    const contents = [await contentOf(left.tenant), await contentOf(right.tenant)]
    for (const path of paths) {
      const reply = await service.call(method, path, body, { client: left.tenant.client })
      if (hasIdentifier(operation)) {
        assert.equal(reply.status, 404, JSON.stringify(reply.body))
      } else if (/^(create|preview)(CreditPayment|DebitPayment|BookTransfer)$|^askForPayment$/.test(operation.id)) {
        assertRefused(reply, { status: 400, code: 'PAYMENT002', says: 'not one of your accounts' })
      } else if (/^(create|update)PositivePayRule$/.test(operation.id)) {
        assertRefused(reply, { status: method === 'POST' ? 400 : 404, code: 'PP001', says: 'of your customers' })
      } else if (operation.id === 'approvePositivePayExceptions') {
        assert.deepEqual(dataOf(reply).approved, [])
      } else if (
        /^(quoteFxTrade|acceptFxQuote|listOutstanding|cancelOutstanding|releaseOutstanding)$/.test(operation.id)
      ) {
        assert.equal(reply.status, 404, JSON.stringify(reply.body))
      } else if (!isChange(operation)) {
        const text = JSON.stringify(operation.dialect ? reply.body : dataOf(reply))
        for (const identifier of [right.customerUID, right.accountUID, right.contactUID, right.paymentUID])
          assert.equal(text.includes(`"${identifier}"`), false, identifier)
      } else {
        assert.ok(ON_THE_OWN.has(operation.id), 'add the refusal of this operation here')
      }
    }
    if (!ON_THE_OWN.has(operation.id))
      assert.deepEqual([await contentOf(left.tenant), await contentOf(right.tenant)], contents)
    else assert.deepEqual(await contentOf(right.tenant), contents[1])
  })

  test(`${operation.id} changes nothing in the other institution`, async () => {
    const before = await contentOf(right.tenant)
    const { method, paths, body } = await sampleRequest(operation, left)
    const reply = await service.call(method, paths[0]!, body, { client: left.tenant.client })
    const expected = WAITS.includes(operation.id) ? 202 : operation.reply.status
    assert.equal(reply.status, expected, JSON.stringify(reply.body))
    assert.deepEqual(await contentOf(right.tenant), before)
  })
}

test("a search by common data finds only records of the client's institution", async () => {
  for (const filter of ['shortName=twin', 'customerId=twin-1', 'taxId=990000009']) {
    const path = `/v2/customers?page=1&limit=10&${filter}`
    const found = dataOf(await service.call('GET', path, undefined, { client: left.tenant.client }))
    assert.deepEqual(
      found.map((customer: { customerUID: string }) => customer.customerUID),
      [left.customerUID],
    )
  }
})

test('customers of another institution cannot be named as related', async () => {
  const { shortName } = dataOf(
    await service.call('GET', `/v2/customers/${right.customerUID}`, undefined, { client: right.tenant.client }),
  )
  const body = customerBody({ parentEntityShortName: shortName })
  assertRefused(await service.call('POST', '/v2/customers', body, { client: left.tenant.client }), {
    status: 400,
    code: 'CUST001',
    says: 'parentEntityShortName does not name a customer of the legal entity',
  })
})

test('a payment cannot join two institutions: neither the sender nor the receiver can be in the other one', async () => {
  for (const parties of [
    { accountUID: left.accountUID, contactUID: right.contactUID },
    { accountUID: right.accountUID, contactUID: left.contactUID },
  ])
    assertRefused(
      await service.call('POST', '/payments/creditrequest', creditBody({ ...left, ...parties }), {
        client: left.tenant.client,
      }),
      { status: 400, code: 'PAYMENT002' },
    )
})

test('a book transfer reaches the account in its own institution, even if another one has the same number', async () => {
  const { routingNumber } = left.tenant.institution
  const bank = { country: 'US', accountNo: '4000000001', accountCcy: 'USD', name: 'Ours', nationalCode: routingNumber }
  const payer = await createPayer(service, { client: left.tenant.client, contact: { contactBank: bank } })
  const before = await contentOf(right.tenant)
  const reply = await service.call('POST', '/payments/creditrequest', creditBody(payer), { client: left.tenant.client })
  assert.equal(dataOf(reply).paymentStatus, 'PROCESSED')
  assert.deepEqual(await contentOf(right.tenant), before)
})

test('an idempotency key of one institution has no effect in another', async () => {
  const idempotencyKey = 'the-same-key'
  for (const { tenant, ...payer } of [left, right]) {
    const { client } = tenant
    const reply = await service.call('POST', '/payments/creditrequest', creditBody(payer), { client, idempotencyKey })
    dataOf(reply)
    assert.equal(reply.headers.get('idempotent-replayed'), null)
  }
})

test('credentials of one institution get no token from another', async () => {
  const { apiKey, apiSecret } = left.tenant.client
  const response = await fetch(`${service.baseUrl}/auth/realms/right/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  assert.equal(response.status, 401)
})
