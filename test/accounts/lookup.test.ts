import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { readAccountsOfNumber } from '../../src/accounts/lookup.store.ts'
import { loadCustomers } from '../../src/main/demo/load.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  accountBody,
  type CallOptions,
  customerBody,
  ROUTING_NUMBER,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const UNKNOWN = { status: 404, code: 'CUST001', says: 'none of your customers has an account with this accountNumber' }
const INVALID = { status: 400, code: 'CUST001' }

let lastNumber = 500_000_000
const newNumber = () => String(lastNumber++)

const lookup = (accountNumber: string, query = '', options?: CallOptions) =>
  service.call('GET', `/v1/customers/lookup/${accountNumber}${query}`, undefined, options)
const profilesOf = async (accountNumber: string, query = '', options?: CallOptions) =>
  dataOf(await lookup(accountNumber, query, options)).profiles

async function createCustomer(fields: object = {}, client?: TestClient): Promise<string> {
  return dataOf(await service.call('POST', '/v2/customers', customerBody(fields), { client })).customerUID
}

async function createAccount(customerUID: string, fields: object = {}, client?: TestClient): Promise<string> {
  const path = `/v3/customers/${customerUID}/accounts`
  return dataOf(await service.call('POST', path, accountBody(fields), { client }), 201).accountUID
}

async function setRails(rails: Record<string, boolean>): Promise<void> {
  await service.query(
    `update institutions set settings = jsonb_set(settings, '{rails}', settings->'rails' || $2::jsonb) where tenant_id = $1`,
    [service.tenant.institution.tenantId, JSON.stringify(rails)],
  )
}

test('a profile has every field of the customer and the account', async () => {
  const processor = customerBody({ customerType: 'Processing Org' })
  const partner = customerBody({ customerType: 'Downstream Partner' })
  const processorUID = await createCustomer(processor)
  await createCustomer(partner)
  const body = customerBody({
    customerId: 'lookup-1',
    achCompanyID: '1234567890',
    emailAddress: 'office@blueharbor.example',
    relationshipType: 'ThirdParty',
    partnerOrgShortName: partner.shortName,
    processingOrgShortName: processor.shortName,
    legalAddress: {
      addressLine1: '12 Quay Street',
      addressLine2: 'Floor 2',
      city: 'Portland',
      state: 'ME',
      postalCode: '04101',
      countryCode: 'US',
    },
  })
  const customerUID = await createCustomer(body)
  const accountNumber = newNumber()
  const accountUID = await createAccount(customerUID, { accountNumber, costCenter: '0042' })
  assert.deepEqual(await profilesOf(accountNumber), [
    {
      lookupType: 'DDA',
      lookupId: accountNumber,
      legalEntityId: customerUID,
      legalEntityStatus: 'Active',
      fullName: body.legalName,
      shortName: body.shortName,
      companyId: '1234567890',
      customerType: 'Corporate',
      customerId: 'lookup-1',
      costCenter: '0001',
      addressLine1: '12 Quay Street',
      addressLine2: 'Floor 2',
      city: 'Portland',
      state: 'ME',
      zip: '04101',
      country: 'United States',
      countryISOCode: 'US',
      processingOrg: processor.shortName,
      processingOrgId: processorUID,
      partnerOrg: partner.shortName,
      transactionAccount: {
        id: accountUID,
        number: accountNumber,
        routingNumber: ROUTING_NUMBER,
        name: 'Operating account',
        type: 'DEPOSIT',
        subType: 'Checking',
        costCenter: '0042',
      },
      bankAccountStatus: 'Active',
      status: 'Success',
      errorDescription: null,
      emailAddress: 'office@blueharbor.example',
      systemOfRecords: 'Giro',
      currency: 'USD',
      enableWires: true,
      enableSwift: true,
      enableRTP: true,
      enableFednow: true,
      enableWirePayment: true,
      enableACH: true,
    },
  ])
})

test('a number at several banks gives one profile for each account', async () => {
  const accountNumber = newNumber()
  const [first, second] = [await createCustomer(), await createCustomer()]
  const accounts = [
    await createAccount(first, { accountNumber }),
    await createAccount(first, { accountNumber, systemOfRecords: 'External', routingNumber: '021000021' }),
    await createAccount(second, { accountNumber, systemOfRecords: 'Other Core', routingNumber: '091000019' }),
  ]
  const profiles = await profilesOf(accountNumber)
  assert.deepEqual(
    profiles.map((profile: { transactionAccount: { id: string; routingNumber: string }; legalEntityId: string }) => [
      profile.transactionAccount.id,
      profile.transactionAccount.routingNumber,
      profile.legalEntityId,
    ]),
    [
      [accounts[0], ROUTING_NUMBER, first],
      [accounts[1], '021000021', first],
      [accounts[2], '091000019', second],
    ],
  )
})

test('accountType filters, in any case; without it, accounts of every type are found', async () => {
  const customerUID = await createCustomer()
  const [deposit, loan, ledger] = [newNumber(), newNumber(), newNumber()]
  await createAccount(customerUID, { accountNumber: deposit })
  await createAccount(customerUID, { accountNumber: loan, accountType: 'Loan', accountSubType: 'Heloc' })
  await createAccount(customerUID, { accountNumber: ledger, accountType: 'Gl', accountSubType: 'Gl' })
  for (const [accountNumber, type, spellings, otherType] of [
    [deposit, 'DEPOSIT', ['DEPOSIT', 'deposit', 'Deposit'], 'LOAN'],
    [loan, 'LOAN', ['LOAN', 'loan', 'lOaN'], 'deposit'],
  ] as const) {
    for (const query of ['', ...spellings.map((spelling) => `?accountType=${spelling}`)])
      assert.equal((await profilesOf(accountNumber, query))[0].transactionAccount.type, type, query)
    assertRefused(await lookup(accountNumber, `?accountType=${otherType}`), UNKNOWN)
  }
  assert.equal((await profilesOf(ledger))[0].transactionAccount.type, 'Gl')
  for (const accountType of ['GL', 'x', '', 'DEPOSIT&accountType=LOAN'])
    assertRefused(await lookup(deposit, `?accountType=${accountType}`), { ...INVALID, says: 'accountType must be' })
})

test('an accountNumber is 1 to 35 letters and digits, and not all zeros', async () => {
  const customerUID = await createCustomer()
  const valid = ['7', '0001', 'A'.repeat(35), 'GB29NWBK60161331926819', 'abcXYZ09']
  for (const accountNumber of valid) {
    await createAccount(customerUID, { accountNumber })
    assert.equal((await profilesOf(accountNumber))[0].transactionAccount.number, accountNumber)
  }
  for (const accountNumber of [
    '0',
    '0'.repeat(35),
    'A'.repeat(36),
    '1'.repeat(100),
    '12-34',
    '12%2034',
    '%C3%A9',
    '1%00',
  ])
    assertRefused(await lookup(accountNumber), {
      ...INVALID,
      says: 'accountNumber must be 1 to 35 letters and digits, not all zeros',
    })
})

test('account numbers are case-sensitive', async () => {
  const customerUID = await createCustomer()
  await createAccount(customerUID, { accountNumber: 'CaSe1' })
  assertRefused(await lookup('case1'), UNKNOWN)
})

test('an unknown number and numbers of another institution or legal entity are refused the same way', async () => {
  const [own, sibling] = [await createCustomer(), await createCustomer()]
  const [ofOwn, ofSibling, ofElsewhere] = [newNumber(), newNumber(), newNumber()]
  await createAccount(own, { accountNumber: ofOwn })
  await createAccount(sibling, { accountNumber: ofSibling })
  const tenant = await service.createTenant('elsewhere')
  await createAccount(await createCustomer({}, tenant.client), { accountNumber: ofElsewhere }, tenant.client)
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(own) })
  const answers = await Promise.all(
    [newNumber(), ofSibling, ofElsewhere].map((accountNumber) => lookup(accountNumber, '', { client })),
  )
  for (const answer of answers) {
    assertRefused(answer, UNKNOWN)
    assert.deepEqual(answer.body, answers[0]!.body)
  }
  assert.equal((await profilesOf(ofOwn, '', { client })).length, 1)
  assert.equal((await profilesOf(ofSibling)).length, 1)
  assertRefused(await lookup(ofElsewhere), UNKNOWN)
})

test('of several accounts with one number, only those of the legal entity and its subtree are shown', async () => {
  const accountNumber = newNumber()
  const [own, sibling] = [await createCustomer(), await createCustomer()]
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(own) })
  const below = await createCustomer({}, client)
  await createAccount(sibling, { accountNumber })
  await createAccount(own, { accountNumber, systemOfRecords: 'External', routingNumber: '021000021' })
  await createAccount(below, { accountNumber, systemOfRecords: 'External', routingNumber: '091000019' })
  const found = async (options?: CallOptions) =>
    (await profilesOf(accountNumber, '', options)).map((profile: { legalEntityId: string }) => profile.legalEntityId)
  assert.deepEqual(await found({ client }), [own, below])
  assert.deepEqual(await found(), [sibling, own, below])
  const ofBelow = await service.createClient(service.tenant, { legalEntityId: BigInt(below) })
  assert.deepEqual(await found({ client: ofBelow }), [below])
})

test('suspended and closed accounts are shown with their status; a deleted account is not found', async () => {
  const customerUID = await createCustomer()
  for (const status of ['Suspended', 'Closed']) {
    const accountNumber = newNumber()
    const accountUID = await createAccount(customerUID, { accountNumber })
    await service.query('update accounts set status = $2 where id = $1', [accountUID, status])
    assert.equal((await profilesOf(accountNumber))[0].bankAccountStatus, status)
    await service.query('update accounts set deleted_at = now() where id = $1', [accountUID])
    assertRefused(await lookup(accountNumber), UNKNOWN)
  }
})

test('the number is masked for a token without Customers.View_Account_Number', async () => {
  const accountNumber = newNumber()
  await createAccount(await createCustomer(), { accountNumber })
  const entitlements = ENTITLEMENTS.filter((name) => name !== 'Customers.View_Account_Number')
  const client = await service.createClient(service.tenant, { entitlements })
  const profiles = await profilesOf(accountNumber, '', { client })
  const masked = `****${accountNumber.slice(-4)}`
  assert.deepEqual([profiles[0].lookupId, profiles[0].transactionAccount.number], [masked, masked])
  assert.equal(JSON.stringify(profiles).includes(accountNumber), false)
})

test('a token without Customers.View_Customers is refused', async () => {
  const entitlements = ENTITLEMENTS.filter((name) => name !== 'Customers.View_Customers')
  const client = await service.createClient(service.tenant, { entitlements })
  assertRefused(await lookup('1', '', { client }), { status: 403, code: 'AUTH002' })
  assertRefused(await lookup('1', '', { client: null }), { status: 401, code: 'AUTH001' })
})

const FLAGS = ['enableWires', 'enableWirePayment', 'enableSwift', 'enableRTP', 'enableFednow', 'enableACH'] as const

async function flagsOff(accountNumber: string): Promise<string[]> {
  const [profile] = await profilesOf(accountNumber)
  return FLAGS.filter((flag) => !profile[flag])
}

test('a flag is off if the rail is turned off for the account', async () => {
  const customerUID = await createCustomer()
  for (const [accountFeatures, off] of [
    [{}, []],
    [{ fedWireFeature: { enableWire: false } }, ['enableWires', 'enableWirePayment']],
    [{ fedWireFeature: { enableDomesticWire: 'No' } }, ['enableWirePayment']],
    [{ fedWireFeature: { enableInternationalWire: 'No' } }, ['enableSwift']],
    [{ rtpFeature: { enableRtp: false } }, ['enableRTP']],
    [{ fedNowFeature: { enableFedNow: 'no' } }, ['enableFednow']],
    [{ fedNowFeature: { enableFedNow: true }, rtpFeature: { enableRtp: 'Yes' } }, []],
  ] as const) {
    const accountNumber = newNumber()
    await createAccount(customerUID, { accountNumber, accountFeatures })
    assert.deepEqual(await flagsOff(accountNumber), off, JSON.stringify(accountFeatures))
  }
})

test('a flag is off if the institution does not offer the rail', async (t) => {
  t.after(() => setRails({ ACH: true, FEDWIRE: true, RTP: true, FEDNOW: true, SWIFT: true }))
  const accountNumber = newNumber()
  await createAccount(await createCustomer(), { accountNumber })
  for (const [rail, flag] of [
    ['ACH', 'enableACH'],
    ['FEDWIRE', 'enableWirePayment'],
    ['RTP', 'enableRTP'],
    ['FEDNOW', 'enableFednow'],
    ['SWIFT', 'enableSwift'],
  ] as const) {
    await setRails({ [rail]: false })
    assert.deepEqual(await flagsOff(accountNumber), [flag])
    await setRails({ [rail]: true })
  }
})

test('the lookup uses the index of account numbers and the keys of customers', async () => {
  const { institution } = service.tenant
  await loadCustomers(service.app.db, institution, 500, () => {})
  const owner = new Client({ connectionString: service.databaseUrl })
  await owner.connect()
  await owner.query('analyze accounts, customers').finally(() => owner.end())
  const asked = { legalEntityId: institution.legalEntityId, accountNumber: newNumber(), type: undefined }
  const plan: unknown = await service.app.db.read((tx) =>
    readAccountsOfNumber(
      { ...tx, query: (text, values) => tx.query(`explain ${text}`, values) },
      institution.tenantId,
      asked,
    ),
  )
  const lines = (plan as { 'QUERY PLAN': string }[]).map((line) => line['QUERY PLAN']).join('\n')
  assert.match(lines, /Index Scan using accounts_(?:any_)?number.*\n\s*Index Cond: .*account_number_index END = ANY/)
  assert.doesNotMatch(lines, /Seq Scan|customers_ancestors/)
})
