import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { movingClock } from '../support/clocks.ts'
import { eventually } from '../support/eventually.ts'
import { marketRates } from '../support/fx-market.ts'
import {
  accountBody,
  consumerBody,
  contactBody,
  creditBody,
  customerBody,
  startTestService,
  type TestService,
  transferBody,
} from '../support/test-service.ts'

/** What a thief looks for. The values are in no other text by chance. */
const secrets = {
  taxId: '824719365',
  newTaxId: '824719366',
  customerPhone: '+12075550148',
  userPhone: '+12075550172',
  signatoryPhone: '+12075550191',
  contactPhone: '+12075550133',
  contactNumber: '730194826415',
  proposedNumber: '730194826416',
  ownNumber: '640281739502',
  otherNumber: '640281739503',
  closedNumber: '640281739504',
  fboNumber: '915527384016',
  ultimateNumber: '558201937446',
  ultimateTaxId: '391847265',
  notifiedPhone: '+12075550166',
  externalToken: 'token-5c1e9f3a7d',
}

let service: TestService
let owner: pg.Client
let dump: string[]
let customerUID: string
let paymentUID: string
let contactUID: string

before(async () => {
  service = await startTestService({ worker: true, clock: movingClock(), webhookNetworks: ['loopback'] })
  owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
  await useEverything()
  dump = await dumpOf(owner)
})
after(async () => {
  await owner?.end()
  await service?.stop()
})

async function must(method: string, path: string, body?: unknown) {
  const reply = await service.call(method, path, body, {
    idempotencyKey: `${method}-${path}-${hash('md5', JSON.stringify(body ?? ''))}`,
  })
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body?.data
}

/** A bank's day: every kind of record that has one of the secrets, in every form that keeps it. */
async function useEverything(): Promise<void> {
  await must('POST', '/v1/institution/webhooks', { url: 'http://127.0.0.1:9/hook', eventTypes: ['*'] })
  const customer = { ...customerBody({ taxId: secrets.taxId, phoneNumber: secrets.customerPhone }) }
  customerUID = (await must('POST', '/v2/customers', customer)).customerUID
  await must('PUT', `/v2/customers/${customerUID}`, { ...customer, taxId: secrets.newTaxId })
  await must('PUT', `/v2/customers/${customerUID}`, customer)
  const open = async (accountNumber: string, fields: object = {}) =>
    (await must('POST', `/v3/customers/${customerUID}/accounts`, accountBody({ accountNumber, ...fields }))).accountUID
  const external = { externalProvider: 'plaid', externalId: 'x-1', externalAuthToken: secrets.externalToken }
  const accountUID = await open(secrets.ownNumber, {
    fboAccountNumber: secrets.fboNumber,
    enableOffset: 'Yes',
    externalAccount: external,
  })
  await must('PUT', '/v1/institution/fx/rates', { rates: marketRates })
  await must('PUT', '/v1/institution/fx/margins', { margins: [{ basisPoints: 50 }] })
  await must('POST', '/fx/quote', {
    ...{ sellCurrency: 'USD', buyCurrency: 'EUR', fundingAmount: 1000, productType: 'SPOT' },
    ...{ customerIdType: 'DDA', customerId: secrets.ownNumber },
  })
  const otherUID = await open(secrets.otherNumber)
  const closedUID = await open(secrets.closedNumber)
  await must('DELETE', `/v2/customers/${customerUID}/accounts/${closedUID}`)
  const deposit = { direction: 'Credit', amount: 1000, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
  await must('POST', `/v1/institution/accounts/${accountUID}/adjustments`, deposit)
  await must('POST', '/api/user-management/v1/consumers/users', consumerBody({ phoneNumber: secrets.userPhone }))
  const signatory = { fullName: 'Ada Lund', emailAddress: 'ada@x.example', phoneNumber: secrets.signatoryPhone }
  await must('POST', `/v1/customers/${customerUID}/signatories`, signatory)
  const contact = contactBody({ phoneNumber: secrets.contactPhone })
  contact.contactBank.accountNo = secrets.contactNumber
  contactUID = (await must('POST', `/customers/${customerUID}/contacts`, contact)).customerContactUID
  await payAndPropose({ accountUID, otherUID, customer, contact })
}

async function payAndPropose({
  accountUID,
  otherUID,
  customer,
  contact,
}: {
  accountUID: string
  otherUID: string
  customer: object
  contact: ReturnType<typeof contactBody>
}): Promise<void> {
  const parties = {
    ultimateSenderAccountNumber: secrets.ultimateNumber,
    ultimateReceiverTaxId: secrets.ultimateTaxId,
    notification: { emailAddress: 'ada@x.example', phoneNumber: secrets.notifiedPhone },
  }
  const payer = { accountUID, contactUID }
  paymentUID = (await must('POST', '/payments/creditrequest', creditBody(payer, parties))).paymentUID
  await must('POST', '/payments/booktransfer', transferBody({ from: accountUID, to: otherUID }))
  const monthly = { recurrence: { frequency: 'Monthly', payUntil: 'Cancelled' } }
  await must('POST', '/payments/creditrequest', creditBody(payer, { ...parties, ...monthly })).catch(() => {})
  // With dual approval, a change waits with its content.
  const legalEntityAccessSettings = { beneDualApproval: true }
  await must('PUT', `/v2/customers/${customerUID}`, { ...customer, legalEntityAccessSettings })
  contact.contactBank.accountNo = secrets.proposedNumber
  await must('PUT', `/customers/${customerUID}/contacts/${contactUID}`, contact)
  await eventually('the payment is in a file, and every record is chained', async () => {
    const { rows } = await owner.query(
      `select (select count(*) from ach_files) > 0 and (select count(*) from audit_unchained) = 0 as done`,
    )
    return rows[0].done === true
  })
}

/** Every value of every column of every table as text, with bytes in hex and as they are. */
async function dumpOf(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'giro' and table_type = 'BASE TABLE'`,
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)
    for (const { row } of rows) {
      lines.push(`${name}: ${row}`)
      for (const [, hex] of row.matchAll(/\\\\x([0-9a-f]+)/g))
        lines.push(`${name}: ${Buffer.from(hex!, 'hex').toString('latin1')}`)
    }
  }
  return lines
}

/** The forms in which a value could be stored: plain, in base64 or hex, and as a plain digest. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  // In base64, a value has one of three forms, depending on where it begins.
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift === 0 ? 0 : shift + 1)
      .replace(/.?=*$/, '')
      .slice(0, -1),
  )
  const digests = [value, JSON.stringify(value)].flatMap((text) => [
    hash('sha256', text, 'hex').slice(0, 12),
    hash('sha256', text, 'base64url').slice(0, 12),
  ])
  return [value, ...shifted, bytes.toString('hex'), ...digests]
}

for (const [name, value] of Object.entries(secrets))
  test(`a thief of the database does not find the ${name}, in any form`, () => {
    for (const form of formsOf(value)) {
      const found = dump.filter((line) => line.includes(form))
      assert.deepEqual(
        found.map((line) => line.slice(0, 300)),
        [],
        form,
      )
    }
    const bare = value.replaceAll(/[^0-9a-z]/gi, '')
    const found = dump.filter((line) => line.replaceAll(/[ ./()-]/g, '').includes(bare))
    assert.deepEqual(
      found.map((line) => line.slice(0, 300)),
      [],
      'with blanks or hyphens',
    )
  })

test('the dump is of the whole database: it has names, and what the day recorded', () => {
  for (const text of ['Highland Beans Inc', 'customer.created', 'customers: ', 'ach_files: ', 'audit_log: '])
    assert.ok(
      dump.some((line) => line.includes(text)),
      text,
    )
  for (const table of ['approvals', 'contacts', 'events', 'idempotency_keys', 'retired_account_numbers', 'users'])
    assert.ok(
      dump.some((line) => line.startsWith(`${table}: `)),
      table,
    )
})

test('what is sealed is found by its value and shown in full', async () => {
  const customers = await must('GET', `/v2/customers?page=1&limit=10&taxId=${secrets.taxId}`)
  assert.deepEqual(
    customers.map((one: { customerUID: string }) => one.customerUID),
    [customerUID],
  )
  const payment = await must('GET', `/payments/${paymentUID}`)
  assert.equal(payment.receiverAccountNumber, secrets.contactNumber)
  assert.equal(payment.ultimateReceiverTaxId, secrets.ultimateTaxId)
  assert.equal(payment.notification.phoneNumber, secrets.notifiedPhone)
})

test('an audit record shows its content, and the sealed text that its hash covers', async () => {
  const { body } = await service.call('GET', `/v1/institution/audit?page=1&limit=100&customerUID=${customerUID}`)
  const record = body.data.find((one: { action: string }) => one.action === 'customer.created')
  assert.equal(record.after.taxId, secrets.taxId)
  assert.match(record.storedAfter, /^"sealed:|"sealed": ?"sealed:/)
})

test('a client without Customers.View_Tax_Id sees masked tax ids in lists and the audit log', async () => {
  const entitlements = ENTITLEMENTS.filter((name) => !/View_(Tax_Id|Account_Number)$/.test(name))
  const client = await service.createClient(service.tenant, { entitlements })
  for (const path of [
    `/v2/customers?page=1&limit=10&customerUID=${customerUID}`,
    `/v1/institution/audit?page=1&limit=100&customerUID=${customerUID}`,
    '/v1/institution/approvals?page=1&limit=100',
    '/v1/events',
  ]) {
    const { status, body } = await service.call('GET', path, undefined, { client })
    assert.equal(status, 200, path)
    const { taxId, newTaxId, contactNumber, proposedNumber, ownNumber } = secrets
    for (const value of [taxId, newTaxId, contactNumber, proposedNumber, ownNumber])
      assert.ok(!JSON.stringify(body).includes(value), `${path}: ${value}`)
  }
})

const first = async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows[0]

test('a value copied to another field of the same institution does not open there', async () => {
  const { account_number: number } = await first('select account_number from contacts limit 1')
  const before = await first('select id, tax_id from customers where id = $1', [customerUID])
  await owner.query('update customers set tax_id = $1 where id = $2', [number, customerUID])
  const reply = await service.call('GET', `/v2/customers/${customerUID}`)
  await owner.query('update customers set tax_id = $1 where id = $2', [before.tax_id, customerUID])
  assert.equal(reply.status, 500)
  assert.ok(!JSON.stringify(reply.body).includes(secrets.contactNumber))
})

test('a value copied from another institution does not open', async () => {
  const other = await service.createTenant('other')
  const theirs = await service.call('POST', '/v2/customers', customerBody({ taxId: '111222333' }), {
    client: other.client,
  })
  const { tax_id: taxId } = await first('select tax_id from customers where id = $1', [customerUID])
  await owner.query('update customers set tax_id = $1 where id = $2', [taxId, theirs.body.data.customerUID])
  const reply = await service.call('GET', `/v2/customers/${theirs.body.data.customerUID}`, undefined, {
    client: other.client,
  })
  assert.equal(reply.status, 500)
  assert.ok(!JSON.stringify(reply.body).includes(secrets.taxId))
})

test('SQL through the service cannot redirect a payment, change a file before it leaves, or rewrite events', async () => {
  const denied = (sql: string) => assert.rejects(service.query(sql), /permission denied/, sql)
  await denied(`update payments set receiver_account_number = '12345'`)
  await denied(`update ach_files set content = 'sealed:x'`)
  await denied(`update events set data = '"sealed:x"'`)
  await denied(`update approvals set proposed = '{}'`)
  const { tenantId } = service.tenant.institution
  const payment = () =>
    first('select receiver_account_number, receiver_account_number_index from payments where id = $1', [paymentUID])
  const before = await payment()
  await service.query('select reseal_payments($1, $2, $3, $4, null)', [tenantId, paymentUID, '12345', 'hmac:x'])
  assert.deepEqual(await payment(), before)
})

test('a client cannot pass a sealed text of the database off as a value', async () => {
  const { tax_id: stolen } = await first('select tax_id from customers where id = $1', [customerUID])
  const body = customerBody({ externalReferenceId: 'x' })
  const reply = await service.call('POST', '/v2/customers', { ...body, taxId: stolen.slice(0, 32) })
  assert.equal(reply.status, 200)
  const shown = await must('GET', `/v2/customers/${reply.body.data.customerUID}`)
  assert.equal(shown.taxId, stolen.slice(0, 32))
})
