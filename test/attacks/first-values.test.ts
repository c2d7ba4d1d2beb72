import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bookSweeps } from '../../src/books/books.jobs.ts'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { openLedgerBank } from '../support/ledger-bank.ts'
import { sweepNamed } from '../support/sweeps.ts'
import {
  accountBody,
  consumerBody,
  customerBody,
  startTestService,
  type TestClient,
  type TestService,
  unnumberedBody,
} from '../support/test-service.ts'

/**
 * The owner of a field decides its first value too. A customer's client opened accounts under any
 * number of the bank's general ledger, and a number that is a formula stood in the bank's files.
 */

const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
let customerUID: string
/** The customer's own client, and one of the entity above it. */
let own: TestClient
let above: TestClient
before(async () => {
  service = await startTestService({ clock, worker: false })
  const parent = customerBody()
  const top = dataOf(await service.call('POST', '/v2/customers', parent)).customerUID
  above = await clientOf(top)
  customerUID = await newCustomer({ parentEntityShortName: parent.shortName })
  own = await clientOf(customerUID)
})
after(() => service.stop())

const clientOf = (customer: string) => service.createClient(service.tenant, { legalEntityId: BigInt(customer) })
const newCustomer = async (fields: object = {}): Promise<string> =>
  dataOf(await service.call('POST', '/v2/customers', customerBody(fields))).customerUID
let references = 0
const open = (fields: object, client?: TestClient, { version = '/v3', customer = customerUID } = {}) => {
  const body = unnumberedBody({ externalReferenceId: `account-${++references}`, ...fields })
  return service.call('POST', `${version}/customers/${customer}/accounts`, body, { client })
}
const numberOf = async (accountUID: string, customer = customerUID) =>
  dataOf(await service.call('GET', `/v3/customers/${customer}/accounts/${accountUID}`)).masterGl
const refused = (field = 'masterGl') => ({
  status: 403,
  code: 'CUST001',
  says: `only the institution can set ${field}`,
})

for (const masterGl of [
  ...[
    '1020',
    '4010',
    '2001',
    '=HYPERLINK("https://x.example")',
    '+1',
    '-1',
    '@A1',
    '＝1',
    '２０００',
    '2000 ',
    ' 2000',
  ],
  ...['2000.', '02000', '2000:USD', 'No', 'false', 'null', 'Consumer', 'customers'],
])
  test(`a client of a customer opens no account under ${masterGl}, over any path`, async () => {
    for (const version of ['/v3', '/v2', ''])
      for (const client of [own, above]) assertRefused(await open({ masterGl }, client, { version }), refused())
  })

test('every client opens an account under the number that the institution offers', async () => {
  for (const version of ['/v3', '/v2', ''])
    for (const client of [own, above, service.tenant.client]) {
      const { accountUID } = dataOf(
        await open({ masterGl: '2000' }, client, { version }),
        version === '/v3' ? 201 : 200,
      )
      assert.equal(await numberOf(accountUID), '2000')
    }
})

test('no client opens an account without a number, as before', async () => {
  for (const masterGl of [undefined, null, ''])
    for (const client of [own, service.tenant.client]) assert.equal((await open({ masterGl }, client)).status, 400)
})

test('one refusal names the number and every other term of the institution', async () => {
  const body = { masterGl: '1020', enableOffset: 'Yes', accountFeatures: { rfpSend: true } }
  const says = 'only the institution can set masterGl (it offers 2000), enableOffset, accountFeatures.rfpSend'
  assertRefused(await open(body, own), { ...refused(), says })
})

for (const [field, ...values] of [
  ['isUnderWritten', true, 'Yes', 'y'],
  ['debitExposureLimit', 5, '5.00'],
  ['creditExposureLimit', 5, '0.01'],
  ['enableCallbacks', true, 'YES'],
  ['callbackLimit', 1, '1'],
  ['accountAnalysis', 'Y', true],
] as const)
  test(`a customer gives a new account no ${field} under the name of existing clients either`, async () => {
    for (const version of ['/v3', '/v2', '']) {
      for (const value of values)
        assertRefused(await open({ [field]: value }, own, { version }), { ...refused('accountFeatures.') })
      dataOf(await open({ [field]: null }, own, { version }), version === '/v3' ? 201 : 200)
    }
  })

test('an account at another bank stands under no other number either', async () => {
  const elsewhere = { systemOfRecords: 'External', accountNumber: '445566', routingNumber: '021000021' }
  const path = `/v3/customers/${customerUID}/accounts`
  const client = own
  const wrong = accountBody({ ...elsewhere, masterGl: '1020' })
  assertRefused(await service.call('POST', path, wrong, { client }), refused())
  dataOf(await service.call('POST', path, accountBody(elsewhere), { client }), 201)
})

test('the institution says under which numbers customers open accounts', async () => {
  const tenant = await service.createTenant('numbers')
  const call = (method: string, path: string, body?: object, client = tenant.client) =>
    service.call(method, path, body, { client })
  const customer = dataOf(await call('POST', '/v2/customers', customerBody())).customerUID
  const client = await service.createClient(tenant, { legalEntityId: BigInt(customer) })
  const path = `/v3/customers/${customer}/accounts`
  dataOf(await call('PUT', '/v1/institution', { books: { customerGlAccounts: ['2100', '2200'] } }))
  assert.deepEqual(dataOf(await call('GET', '/v1/institution')).books.customerGlAccounts, ['2100', '2200'])
  const glOf = async (fields: object) => {
    const { accountUID } = dataOf(await call('POST', path, unnumberedBody(fields), client), 201)
    return dataOf(await call('GET', `${path}/${accountUID}`)).masterGl
  }
  assert.equal(await glOf({ masterGl: '2100' }), '2100')
  assert.equal(await glOf({ masterGl: '2200' }), '2200')
  assertRefused(await call('POST', path, unnumberedBody({ masterGl: '2000' }), client), {
    ...refused(),
    says: 'masterGl (it offers 2100, 2200)',
  })
  for (const customerGlAccounts of [[], ['2100', '2100'], ['']])
    assert.equal((await call('PUT', '/v1/institution', { books: { customerGlAccounts } })).status, 400)
  assert.equal((await call('PUT', '/v1/institution', { books: { customerGlAccounts: ['1'] } }, client)).status, 403)
})

test('a customer goes on under the number that the institution gave another account of it, and nobody else does', async () => {
  const { accountUID } = dataOf(await open({ masterGl: '2750' }), 201)
  dataOf(await open({ masterGl: '2750' }, own), 201)
  const other = await newCustomer()
  const client = await clientOf(other)
  assertRefused(await open({ masterGl: '2750' }, client, { customer: other }), refused())
  // The number changes for the institution alone.
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}`
  assertRefused(await service.call('PATCH', path, { masterGl: '2000' }, { client: own }), refused())
})

test('a consumer of a customer gets the number of consumers, and opens no account under another', async () => {
  const onboarded = consumerBody()
  const { accountNumber: _number, ...account } = onboarded.account
  const path = '/api/user-management/v1/consumers/users'
  const consumer = { ...onboarded, account }
  const wrong = { ...consumer, account: { ...account, masterGl: '1020' } }
  for (const body of [consumer, { ...wrong, loginId: `${consumer.loginId}-2` }]) {
    const { status, body: reply } = await service.call('POST', path, body, { client: own })
    assert.equal(status, 201, JSON.stringify(reply))
    assert.equal(await numberOf(reply.accountUID, reply.customerUID), 'Consumer')
  }
})

test('no cell of a file for the general ledger is a formula, and amounts with a minus are numbers', async () => {
  for (const [at, masterGl] of ['=HYPERLINK("x","y")', '+1', '-1', '@A1', '＝1', ' =1'].entries())
    for (const exportDetail of ['Account', 'Entry']) {
      clock.set(START)
      const bank = await openLedgerBank(service, clock, `cells-${at}-${exportDetail.toLowerCase()}`, { sandbox: true })
      dataOf(await bank.call('PUT', '/v1/institution', { books: { exportDetail } }))
      const { customerUID, accountUID } = bank.payer
      dataOf(await bank.call('PATCH', `/v3/customers/${customerUID}/accounts/${accountUID}`, { masterGl }))
      await bank.workAt(START)
      clock.set('2026-07-02T12:00:00.000Z')
      const { tenantId } = bank.tenant.institution
      const institution = await service.app.db.read((db) => readInstitution(db, tenantId))
      assert.equal(await sweepNamed(bookSweeps, 'books: close business days').run(service.app, institution), 1)
      const [{ content }] = dataOf(await bank.call('GET', '/v1/institution/ledger/exports?page=1&limit=10'))
      const cells = [...content.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/gm)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
      )
      assert.ok(cells.includes(`'${masterGl}`), content)
      const isAmount = (cell: string) => /^-[0-9]+\.[0-9]{2}$/.test(cell)
      assert.deepEqual(
        cells.filter((cell) => /^\s*[-=+@＝]/.test(cell) && !isAmount(cell)),
        [],
      )
      if (exportDetail === 'Account') assert.ok(cells.some(isAmount), content)
    }
})
