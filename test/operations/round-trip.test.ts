import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Operation } from '../../src/http/operation.ts'
import { operations } from '../../src/main/operations.ts'
import { dataOf } from '../support/answers.ts'
import { type fullAccount, fullAccountV3, fullContact, fullCustomer, type Relations } from '../support/full-bodies.ts'
import { approvePending } from '../support/second-person.ts'
import { accountBody, contactBody, customerBody, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
let relations: Relations
let otherRelations: Relations
let customerUID: string
before(async () => {
  service = await startTestService()
  relations = await createRelations()
  otherRelations = await createRelations()
  customerUID = (await post('/v2/customers', customerBody())).customerUID
})
after(() => service.stop())

const post = async (path: string, body: object, status = 200) => dataOf(await service.call('POST', path, body), status)
const get = async (path: string) => dataOf(await service.call('GET', path))

async function createRelations(): Promise<Relations> {
  const create = async (customerType: string) => (await post('/v2/customers', customerBody({ customerType }))).shortName
  return {
    parentEntityShortName: await create('Corporate'),
    partnerOrgShortName: await create('Downstream Partner'),
    processingOrgShortName: await create('Processing Org'),
  }
}

const operationOf = (id: string): Operation => {
  const operation = operations.find((one) => one.id === id)
  assert.ok(operation, id)
  return operation
}

/** Each path form of the operation, with its parameters filled in. */
const pathsOf = (id: string, params: Record<string, string> = {}) =>
  operationOf(id).paths.map((path) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!))

/** The names of all fields in the operation's reply, at any depth; for a list, those of an item. */
function fieldsOfReply(id: string): string[] {
  return fieldsOfSchema(operationOf(id).reply.data as Schema)
}
interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
}
function fieldsOfSchema({ properties, items }: Schema): string[] {
  if (items) return fieldsOfSchema(items)
  return Object.entries(properties ?? {}).flatMap(([name, child]) => {
    const below = fieldsOfSchema(child)
    return below.length === 0 ? [name] : below.map((field) => `${name}.${field}`)
  })
}
function fieldsOfValue(value: unknown): string[] {
  if (Array.isArray(value)) return fieldsOfValue(value[0])
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, child]) => {
    const below = fieldsOfValue(child)
    return below.length === 0 ? [name] : below.map((field) => `${name}.${field}`)
  })
}

test('a customer with every field is returned unchanged on each path form, and by the search', async () => {
  for (const path of pathsOf('createCustomer')) {
    const sent = fullCustomer(relations)
    const created = await post(path, sent)
    assert.deepEqual(created, {
      customerUID: created.customerUID,
      externalReferenceId: sent.externalReferenceId,
      shortName: sent.shortName,
      customerEntityStatus: 'New',
    })
    const expected = { ...sent, customerUID: created.customerUID, status: 'New' }
    for (const form of pathsOf('getCustomer', created)) assert.deepEqual(await get(form), expected, form)
    for (const form of pathsOf('searchCustomers'))
      assert.deepEqual(await get(`${form}?page=1&limit=1&customerUID=${created.customerUID}`), [expected], form)
    assert.deepEqual(fieldsOfReply('getCustomer').sort(), fieldsOfValue(expected).sort(), 'every field is set')
  }
})

/** Updates a customer. A colleague approves a change of the approvers of its payments. */
async function update(path: string, body: object): Promise<void> {
  const { approvalUID } = dataOf(await service.call('PUT', path, body))
  if (approvalUID) await approvePending(service, path.split('/').at(-1)!)
}

test('a customer with every field updated is returned unchanged, on each path form', async () => {
  const created = await post('/v2/customers', fullCustomer(relations))
  for (const [form, path] of pathsOf('updateCustomer', created).entries()) {
    const { shortName, ...sent } = fullCustomer(form % 2 === 0 ? otherRelations : relations, {
      on: form % 2 === 1,
      mark: `Update ${form}`,
    })
    await update(path, sent)
    const expected = { ...sent, shortName: created.shortName, customerUID: created.customerUID, status: 'New' }
    assert.deepEqual(await get(`/v2/customers/${created.customerUID}`), expected, path)
  }
})

test('updating one field of a customer changes only that field', async () => {
  const { customerUID } = await post('/v2/customers', fullCustomer(relations))
  const path = `/v2/customers/${customerUID}`
  const { shortName, ...changed } = fullCustomer(otherRelations, { on: false, mark: 'Changed' })
  for (const [field, value] of Object.entries(changed)) {
    const before = await get(path)
    await update(path, { [field]: value })
    assert.deepEqual(await get(path), { ...before, [field]: value }, field)
  }
})

/** The spelling that existing clients send, and the spelling of the interface. */
const customerSpellings: [sent: object, shown: object][] = [
  [{ swiftCode: 'DEUTDEFF' }, { swiftcode: 'DEUTDEFF' }],
  [{ webSite: 'https://a.example' }, { website: 'https://a.example' }],
  [{ additionalProfileDetails: { sso: true } }, { addtionalProfileDetails: [{ sso: true }] }],
  [{ addtionalProfileDetails: [{ sso: true }] }, { addtionalProfileDetails: [{ sso: true }] }],
  [{ customerType: 'Financial_Institution' }, { customerType: 'Financial Institution' }],
  [{ customerType: 'financial institution' }, { customerType: 'Financial Institution' }],
  [{ customerType: 'DOWNSTREAM_PARTNER' }, { customerType: 'Downstream Partner' }],
  [{ customerType: 'processing org' }, { customerType: 'Processing Org' }],
  [{ customerType: 'consumer' }, { customerType: 'Consumer' }],
  [{ relationshipType: 'the service' }, { relationshipType: 'the service' }],
  [{ relationshipType: 'THE SERVICE' }, { relationshipType: 'the service' }],
  [{ relationshipType: 'bank' }, { relationshipType: 'Bank' }],
  [{ relationshipType: 'self' }, { relationshipType: 'Self' }],
  [{ relationshipType: 'CUSTOMER' }, { relationshipType: 'Customer' }],
  [{ secCodes: ['ppd', 'Web'] }, { secCodes: ['PPD', 'WEB'] }],
]

test('a customer created or updated in spellings of existing clients is shown in those of the interface', async () => {
  for (const [sent, shown] of customerSpellings) {
    const created = await post('/v2/customers', customerBody(sent))
    const updated = await post('/v2/customers', customerBody())
    dataOf(await service.call('PUT', `/v2/customers/${updated.customerUID}`, sent))
    for (const { customerUID } of [created, updated]) {
      const read = await get(`/v2/customers/${customerUID}`)
      const [[field, value]] = Object.entries(shown) as [[string, unknown]]
      assert.deepEqual(read[field], value, JSON.stringify(sent))
      assert.ok(!('swiftCode' in read || 'webSite' in read || 'additionalProfileDetails' in read))
    }
  }
  const { partnerOrgShortName } = relations
  for (const relationshipType of ['ThirdParty', 'Third_Party', 'third party']) {
    const { customerUID } = await post('/v2/customers', customerBody({ relationshipType, partnerOrgShortName }))
    assert.equal((await get(`/v2/customers/${customerUID}`)).relationshipType, 'ThirdParty')
  }
})

test('a customer is found by each filter, in each spelling of a word', async () => {
  const sent = fullCustomer(relations)
  const { customerUID } = await post('/v2/customers', sent)
  const { legalName, shortName, customerId, taxId } = sent
  const filters: Record<string, string>[] = [
    ...[{ customerUID }, { legalName }, { shortName }, { customerId }, { taxId }],
    ...['New', 'new', 'NEW'].map((status) => ({ status })),
    ...['Financial_Institution', 'Financial Institution', 'FINANCIAL_INSTITUTION'].map((customerType) => ({
      customerType,
    })),
  ]
  for (const filter of filters)
    for (const form of pathsOf('searchCustomers')) {
      const found = await get(`${form}?${new URLSearchParams({ page: '1', limit: '1000', ...filter })}`)
      const uids = found.map((customer: { customerUID: string }) => customer.customerUID)
      assert.ok(uids.includes(customerUID), JSON.stringify(filter))
    }
})

test('a contact with every field, created or replaced, is returned unchanged on each path form and in the list', async () => {
  for (const [form, path] of pathsOf('createContact', { customerUID }).entries()) {
    const sent = fullContact()
    const { customerContactUID: contactUID, ...result } = await post(path, sent)
    assert.deepEqual(result, { externalReferenceId: sent.externalReferenceId })
    const params = { customerUID, contactUID }
    for (const one of pathsOf('getContact', params))
      assert.deepEqual(await get(one), { ...sent, contactUID, status: 'Active' }, one)

    const replaced = fullContact({ on: false, mark: `Replaced ${form}` })
    const reply = dataOf(await service.call('PUT', pathsOf('updateContact', params)[form]!, replaced))
    assert.deepEqual(reply, {
      customerContactUID: contactUID,
      externalReferenceId: replaced.externalReferenceId,
    })
    const expected = { ...replaced, contactUID, status: 'Active' }
    for (const one of pathsOf('getContact', params)) assert.deepEqual(await get(one), expected, one)
    assert.deepEqual(fieldsOfReply('getContact').sort(), fieldsOfValue(expected).sort(), 'every field is set')

    const { emailAddress: email, ...item } = expected
    const filter = new URLSearchParams({ page: '1', limit: '10', contactName: replaced.name })
    for (const one of pathsOf('listContacts', params))
      assert.deepEqual(await get(`${one}?${filter}`), [{ ...item, email }], one)
  }
})

test('replacing a contact removes the omitted fields', async () => {
  const contacts = `/customers/${customerUID}/contacts`
  const { customerContactUID: contactUID } = await post(contacts, fullContact())
  const { contactType, ...sparse } = contactBody()
  dataOf(await service.call('PUT', `${contacts}/${contactUID}`, sparse))
  const read = await get(`${contacts}/${contactUID}`)
  const contactBank = { ...sparse.contactBank, accountType: 'Checking' }
  assert.deepEqual(read, { ...sparse, contactUID, status: 'Active', contactType: 'Consumer', contactBank })
})

test('a contact in spellings of existing clients is shown in those of the interface', async () => {
  const contacts = `/v2/customers/${customerUID}/contacts`
  const spellings: [sent: object, shown: object][] = [
    [{ email: 'a@b.example' }, { emailAddress: 'a@b.example' }],
    [{ emailAddress: 'a@b.example' }, { emailAddress: 'a@b.example' }],
    [{ otherInfo: { beneNotes: 'x' } }, { otherInfo: { beneficiaryNotes: 'x' } }],
    [{ contactType: 'COMPANY' }, { contactType: 'Company' }],
    [{ contactType: 'consumer' }, { contactType: 'Consumer' }],
  ]
  for (const [sent, shown] of spellings) {
    const { customerContactUID } = await post(contacts, contactBody(sent))
    const read = await get(`${contacts}/${customerContactUID}`)
    const [[field, value]] = Object.entries(shown) as [[string, unknown]]
    assert.deepEqual(read[field], value, JSON.stringify(sent))
    assert.ok(!('email' in read))
  }
})

const newCustomer = async (): Promise<string> => (await post('/v2/customers', customerBody())).customerUID

/** Why the account is opened: in a change, it would be the reason of an action. */
const reason = 'a branch opens'
type FullAccount = ReturnType<typeof fullAccount>
type FullAccountV2 = Omit<ReturnType<typeof fullAccountV3>, 'additionalAttributes'>

/** The fields that v2 takes. */
function fullAccountV2(options?: { on: boolean }): FullAccountV2 {
  const { additionalAttributes: _ofV3, ...fields } = fullAccountV3(options)
  return fields
}

/** An account as v3 shows it: as sent, except for the token of the external account. */
function shownInV3<Body extends FullAccount>(sent: Body, accountUID: string) {
  const { externalAuthToken, ...externalAccount } = sent.externalAccount
  return { ...sent, externalAccount, accountUID, reason, status: 'Active' }
}

/** An account as v2 shows it. */
function shownInV2(sent: FullAccountV2, accountUID: string) {
  const { externalAuthToken, ...externalAccount } = sent.externalAccount
  const { accountAnalysis, achFeature, fedWireFeature } = sent.accountFeatures
  return {
    accountUID,
    name: sent.accountName,
    accountNumber: sent.accountNumber,
    fboAccountNumber: sent.fboAccountNumber,
    type: 'DEPOSIT',
    subType: sent.accountSubType,
    systemOfRecord: sent.systemOfRecords,
    currency: sent.currency,
    country: sent.countryCode,
    bankId: sent.routingNumber,
    bankName: 'Bank bank',
    bankIdType: sent.bankIdType,
    enableWires: sent.enableWire === 'Yes',
    enableOffset: sent.enableOffset === 'Yes',
    defaultOffset: sent.defaultOffset === 'Yes',
    feeAccount: sent.feeAccount === 'Yes',
    returnAccount: sent.returnAccount === 'Yes',
    status: 'Active',
    externalAccount,
    costCenter: sent.costCenter,
    reason,
    accountName: sent.accountName,
    accountType: 'Deposit',
    accountSubType: sent.accountSubType,
    routingNumber: sent.routingNumber,
    masterGl: sent.masterGl,
    countryCode: sent.countryCode,
    accountFeatures: sent.accountFeatures,
    accountAnalysis: accountAnalysis === 'Yes',
    isUnderWritten: achFeature.enableUnderWritten === 'Yes',
    debitExposureLimit: achFeature.debitExposureLimit,
    creditExposureLimit: achFeature.creditExposureLimit,
    enableCallbacks: fedWireFeature.enableCallbacks === 'Yes',
    callbackLimit: fedWireFeature.callbackLimit,
  }
}

const balances = {
  balanceType: 'Available',
  ledgerBalance: '0.00',
  availableBalance: '0.00',
  availableBalanceStatus: 'Success',
  amountPrecision: '2',
}

test('an account with every field, created or updated, is returned unchanged by v3 and the search', async () => {
  const params = { customerUID: await newCustomer(), accountUID: '' }
  const created = fullAccountV3()
  const result = await post(pathsOf('createAccount', params)[0]!, { ...created, reason }, 201)
  const { accountUID } = result
  params.accountUID = accountUID
  assert.deepEqual(result, {
    externalReferenceId: created.externalReferenceId,
    accountUID,
    accountUUID: accountUID,
  })
  const [path] = pathsOf('getAccount', params)
  assert.deepEqual(await get(path!), shownInV3(created, accountUID))

  const updated = fullAccountV3({ on: false })
  dataOf(await service.call('PATCH', path!, updated))
  const expected = shownInV3(updated, accountUID)
  assert.deepEqual(await get(path!), expected)
  const [search] = pathsOf('searchAccounts', params)
  assert.deepEqual(await post(search!, { accountNumber: updated.accountNumber }), [expected])
  const withBalances = { ...expected, ...balances, amountOwed: '0.00' }
  assert.deepEqual(await get(`${path}?includeAccountBalance=true`), withBalances)
  assert.deepEqual(fieldsOfReply('getAccount').sort(), fieldsOfValue(withBalances).sort(), 'every field is set')
})

test('updating one field of an account changes only that field', async () => {
  const customerUID = await newCustomer()
  const accounts = `/v3/customers/${customerUID}/accounts`
  const { accountUID } = await post(accounts, fullAccountV3(), 201)
  const path = `${accounts}/${accountUID}`
  const { accountFeatures, externalAccount, ...changed } = fullAccountV3({ on: false })
  // These fields appear in two places, which are kept equal.
  const twins = ['enableOffset', 'enableWire', 'defaultOffset', 'feeAccount', 'returnAccount']
  for (const [field, value] of Object.entries(changed).filter(([name]) => !twins.includes(name))) {
    const before = await get(path)
    dataOf(await service.call('PATCH', path, { [field]: value }))
    assert.deepEqual(await get(path), { ...before, [field]: value }, field)
  }
  for (const [feature, value] of Object.entries(accountFeatures).filter(([name]) => !twins.includes(name)))
    for (const part of typeof value === 'object' ? Object.entries(value) : [undefined]) {
      const [name] = part ?? [feature]
      if (twins.includes(name)) continue
      const before = await get(path)
      const sent = part ? { [feature]: Object.fromEntries([part]) } : { [feature]: value }
      dataOf(await service.call('PATCH', path, { accountFeatures: sent }))
      const merged = part ? { [feature]: { ...before.accountFeatures[feature], ...(sent[feature] as object) } } : sent
      const expected = { ...before, accountFeatures: { ...before.accountFeatures, ...merged } }
      assert.deepEqual(await get(path), expected, `${feature}.${name}`)
    }
})

test('an account with every field of v2, created or updated, is returned unchanged on each path form and in the list', async () => {
  for (const form of pathsOf('createAccountV2', { customerUID }).keys()) {
    const params = { customerUID: await newCustomer(), accountUID: '' }
    const created = fullAccountV2()
    const { accountUID } = await post(pathsOf('createAccountV2', params)[form]!, { ...created, reason })
    params.accountUID = accountUID
    const shows = async (sent: FullAccountV2) => {
      const expected = shownInV2(sent, accountUID)
      for (const path of pathsOf('getAccountV2', params)) {
        assert.deepEqual(await get(path), expected, path)
        assert.deepEqual(await get(`${path}?includeAccountBalance=true`), { ...expected, ...balances }, path)
      }
      for (const path of pathsOf('listAccountsV2', params))
        assert.deepEqual(await get(`${path}?page=1&limit=10&accountNumber=${sent.accountNumber}`), [expected], path)
      const [v3] = pathsOf('getAccount', params)
      const { additionalAttributes, ...shown } = await get(v3!)
      assert.deepEqual(shown, shownInV3(sent, accountUID), 'v3 shows the same')
    }
    await shows(created)
    const updated = fullAccountV2({ on: false })
    dataOf(await service.call('PUT', pathsOf('updateAccountV2', params)[form]!, updated))
    await shows(updated)
    assert.deepEqual(
      fieldsOfReply('getAccountV2').sort(),
      fieldsOfValue({ ...shownInV2(updated, accountUID), ...balances }).sort(),
      'every field is set',
    )
  }
})

test('an account in spellings of existing clients is shown in those of the interface', async () => {
  const spellings: [sent: object, shown: object][] = [
    [{ accountSubType: 'MONEY_MARKET' }, { accountSubType: 'Money Market' }],
    [{ accountSubType: 'money market' }, { accountSubType: 'Money Market' }],
    [{ accountType: 'LOAN', accountSubType: 'Line_of_Credit' }, { accountSubType: 'Line of Credit' }],
    [{ accountType: 'loan', accountSubType: 'CREDIT CARD' }, { accountType: 'Loan' }],
    [{ accountType: 'GL', accountSubType: 'gl' }, { accountType: 'Gl' }],
    [{ systemOfRecords: 'OTHER_CORE' }, { systemOfRecords: 'Other Core' }],
    [{ systemOfRecords: 'external' }, { systemOfRecords: 'External' }],
    [{ bankIdType: 'nid' }, { bankIdType: 'NID' }],
    [{ enableOffset: true }, { enableOffset: 'Yes' }],
    [{ enableWire: 'NO' }, { enableWire: 'No' }],
    [{ feeAccount: 'yes' }, { feeAccount: 'Yes' }],
  ]
  const customerUID = await newCustomer()
  for (const [sent, shown] of spellings) {
    const { accountUID } = await post(`/v3/customers/${customerUID}/accounts`, accountBody(sent), 201)
    const read = await get(`/v3/customers/${customerUID}/accounts/${accountUID}`)
    const [[field, value]] = Object.entries(shown) as [[string, unknown]]
    assert.deepEqual(read[field], value, JSON.stringify(sent))
  }
})
