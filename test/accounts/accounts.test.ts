import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  accountBody,
  createPayer,
  customerBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestClient,
  type TestService,
  unnumberedBody,
} from '../support/test-service.ts'

let service: TestService
let payer: Payer
let customerUID: string
let blindClient: TestClient
before(async () => {
  service = await startTestService()
  payer = await createPayer(service, { balance: 1234.5 })
  customerUID = await createCustomer()
  const entitlements = ENTITLEMENTS.filter((name) => name !== 'Customers.View_Account_Number')
  blindClient = await service.createClient(service.tenant, { entitlements })
})
after(() => service.stop())

const createCustomer = async () => dataOf(await service.call('POST', '/v2/customers', customerBody())).customerUID
const post = (body: unknown, owner = customerUID) => service.call('POST', `/v3/customers/${owner}/accounts`, body)
const create = async (fields: object = {}, owner = customerUID) => dataOf(await post(accountBody(fields), owner), 201)
const readV3 = async (uid: string, query = '') =>
  dataOf(await service.call('GET', `/v3/customers/${customerUID}/accounts/${uid}${query}`))
const readV2 = async (uid: string) => dataOf(await service.call('GET', `/v2/customers/${customerUID}/accounts/${uid}`))

const accountFeatures = {
  rfpReceive: 'Yes',
  rfpSend: 'No',
  accountAnalysis: 'Yes',
  feeAccount: 'Yes',
  returnAccount: 'No',
  fedWireFeature: {
    enableWire: 'No',
    callbackLimit: 5000.5,
    enableCallbacks: 'Yes',
    enableInternationalWire: 'No',
    enableDomesticWire: 'Yes',
  },
  fedNowFeature: {
    enableFedNow: 'Yes',
    fednowReceiveOnly: 'No',
    fednowSendOrReceive: 'Yes',
    fednowRfpSend: 'No',
    fednowRfpReceive: 'Yes',
  },
  rtpFeature: {
    enableRtp: 'Yes',
    rtpReceiveOnly: 'No',
    rtpSendOrReceive: 'Yes',
    rtpRfpSend: 'No',
    rtpRfpReceive: 'Yes',
  },
  achFeature: {
    enableOffset: 'Yes',
    defaultOffset: 'Yes',
    enableUnderWritten: 'No',
    debitExposureLimit: 10000,
    creditExposureLimit: 20000,
    enableAchPrefund: 'Yes',
    achCompanyId: '1842345678',
    secCodes: ['PPD', 'CCD'],
  },
}

test('an account is opened with 201, and the reply has its identifier under both names', async () => {
  const data = await create({ externalReferenceId: 'account-1' })
  assert.deepEqual(data, {
    externalReferenceId: 'account-1',
    accountUID: data.accountUID,
    accountUUID: data.accountUID,
  })
  assert.match(data.accountUID, /^[1-9][0-9]*$/)
})

test('v3 returns every field of an account as it was sent, with status Active', async () => {
  const body = accountBody({
    externalReferenceId: 'account-every-field',
    accountName: 'Geschäftskonto 企业账户 🏦',
    accountNumber: '0012345678',
    fboAccountNumber: '998877',
    bankIdType: 'NID',
    costCenter: 'cc-7',
    enableOffset: 'Yes',
    enableWire: 'No',
    defaultOffset: 'Yes',
    feeAccount: 'Yes',
    returnAccount: 'No',
    externalAccount: { externalProvider: 'aggregator', externalId: 'item-1' },
    accountFeatures,
    additionalAttributes: [
      { attributeName: 'branch', value: 'Portland' },
      { attributeName: 'empty', value: '' },
    ],
  })
  const { accountUID } = dataOf(await post(body), 201)
  assert.deepEqual(await readV3(accountUID), { ...body, accountUID, status: 'Active' })
})

test('v3 returns an account with only the required fields and the defaults', async () => {
  const body = accountBody()
  const { accountUID } = dataOf(await post(body), 201)
  assert.deepEqual(await readV3(accountUID), {
    ...body,
    accountUID,
    status: 'Active',
    bankIdType: 'NID',
    enableOffset: 'No',
    enableWire: 'Yes',
    defaultOffset: 'No',
    feeAccount: 'No',
    returnAccount: 'No',
    accountFeatures: {},
    additionalAttributes: [],
  })
})

for (const version of ['/v2', ''])
  test(`GET ${version}/customers/{customerUID}/accounts/{accountUID} shows the same account in the fields of v2`, async () => {
    const owner = await createCustomer()
    const externalAccount = { externalProvider: 'aggregator', externalId: 'item-2' }
    const body = accountBody({ fboAccountNumber: '4455', accountFeatures, externalAccount })
    const { accountUID } = dataOf(await post(body, owner), 201)
    const data = dataOf(await service.call('GET', `${version}/customers/${owner}/accounts/${accountUID}`))
    assert.deepEqual(data, {
      accountUID,
      name: body.accountName,
      accountNumber: body.accountNumber,
      fboAccountNumber: '4455',
      type: 'DEPOSIT',
      subType: 'Checking',
      systemOfRecord: 'Giro',
      currency: 'USD',
      country: 'US',
      bankId: ROUTING_NUMBER,
      bankName: 'Bank bank',
      bankIdType: 'NID',
      enableWires: false,
      enableOffset: true,
      defaultOffset: true,
      feeAccount: true,
      returnAccount: false,
      status: 'Active',
      externalAccount,
      accountName: body.accountName,
      accountType: 'Deposit',
      accountSubType: 'Checking',
      routingNumber: ROUTING_NUMBER,
      masterGl: '2000',
      countryCode: 'US',
      accountFeatures,
      accountAnalysis: true,
      isUnderWritten: false,
      debitExposureLimit: 10000,
      creditExposureLimit: 20000,
      enableCallbacks: true,
      callbackLimit: 5000.5,
    })
  })

for (const version of ['/v2', '/v3', ''])
  test(`GET ${version}/customers/{customerUID}/accounts/{accountUID} shows balances only if requested`, async () => {
    const path = `${version}/customers/${payer.customerUID}/accounts/${payer.accountUID}`
    const without = dataOf(await service.call('GET', path))
    for (const field of ['balanceType', 'ledgerBalance', 'availableBalance', 'availableBalanceStatus'])
      assert.equal(field in without, false, field)
    assert.deepEqual(dataOf(await service.call('GET', `${path}?includeAccountBalance=false`)), without)
    assert.deepEqual(dataOf(await service.call('GET', `${path}?includeAccountBalance=true`)), {
      ...without,
      balanceType: 'Available',
      ledgerBalance: '1234.50',
      availableBalance: '1234.50',
      availableBalanceStatus: 'Success',
      amountPrecision: '2',
      ...(version === '/v3' && { amountOwed: '0.00' }),
    })
  })

test('balances have the decimals of their currency', async () => {
  for (const [currency, balance, precision] of [
    ['JPY', '0', '0'],
    ['KWD', '0.000', '3'],
    ['EUR', '0.00', '2'],
  ]) {
    const { accountUID } = await create({ currency })
    const account = await readV3(accountUID, '?includeAccountBalance=true')
    assert.equal(account.ledgerBalance, balance)
    assert.equal(account.amountPrecision, precision)
  }
})

test('the v2 operations say that they are deprecated and which operation replaces each', async () => {
  for (const path of ['/v2/customers', '/customers']) {
    const list = await service.call('GET', `${path}/${payer.customerUID}/accounts?page=1&limit=10`)
    assert.match(list.headers.get('deprecation') ?? '', /^@[0-9]+$/)
    assert.equal(
      list.headers.get('link'),
      `</v3/customers/${payer.customerUID}/accounts/search>; rel="successor-version"`,
    )
    const one = await service.call('GET', `${path}/${payer.customerUID}/accounts/${payer.accountUID}`)
    assert.match(one.headers.get('deprecation') ?? '', /^@[0-9]+$/)
    assert.equal(
      one.headers.get('link'),
      `</v3/customers/${payer.customerUID}/accounts/${payer.accountUID}>; rel="successor-version"`,
    )
  }
  const current = await service.call('GET', `/v3/customers/${payer.customerUID}/accounts/${payer.accountUID}`)
  assert.equal(current.headers.get('deprecation'), null)
  // A refusal has the headers too, without any part of an unchecked path in them.
  const path = `/v2/customers/${payer.customerUID}/accounts/a%0d%0ab`
  for (const [refused, status] of [
    [await service.call('GET', path), 400],
    [await service.call('GET', path, undefined, { client: null }), 401],
  ] as const) {
    assert.equal(refused.status, status)
    assert.match(refused.headers.get('deprecation') ?? '', /^@[0-9]+$/)
    assert.equal(
      refused.headers.get('link'),
      `<${path.replace('/v2/', '/v3/').replace('%0d%0a', '%0D%0A')}>; rel="successor-version"`,
    )
  }
})

test('accountType, accountSubType, systemOfRecords and the Yes/No switches are accepted in any case and spelling', async () => {
  for (const [accountType, accountSubType, type, subType] of [
    ['deposit', 'CHECKING', 'DEPOSIT', 'Checking'],
    ['DEPOSIT', 'money_market', 'DEPOSIT', 'Money Market'],
    ['Deposit', 'cd', 'DEPOSIT', 'CD'],
    ['LOAN', 'Line_of_Credit', 'LOAN', 'Line of Credit'],
    ['loan', 'credit card', 'LOAN', 'Credit Card'],
    ['Loan', 'HELOC', 'LOAN', 'Heloc'],
    ['gl', 'GL', 'Gl', 'Gl'],
  ]) {
    const { accountUID } = await create({ accountType, accountSubType, systemOfRecords: 'other_core' })
    const account = await readV2(accountUID)
    assert.equal(account.type, type)
    assert.equal(account.subType, subType)
    assert.equal(account.systemOfRecord, 'Other Core')
  }
  const switches = { enableOffset: 'YES', enableWire: 'no', feeAccount: true, returnAccount: false, currency: 'EUR' }
  const { accountUID } = await create(switches)
  const { enableOffset, enableWires, feeAccount, returnAccount } = await readV2(accountUID)
  assert.deepEqual([enableOffset, enableWires, feeAccount, returnAccount], [true, false, true, false])
})

test('an account sub-type that does not belong to its type is refused', async () => {
  assertRefused(await post(accountBody({ accountType: 'Loan', accountSubType: 'Savings' })), {
    status: 400,
    code: 'ACC001',
    says: 'accountSubType of a Loan account must be one of Heloc, Line of Credit, Credit Card',
  })
})

test('fboAccountNumber is required for a Pseudo account', async () => {
  assertRefused(await post(accountBody({ accountSubType: 'Pseudo' })), {
    status: 400,
    code: 'ACC001',
    says: 'fboAccountNumber is required',
  })
  await create({ accountSubType: 'Pseudo', fboAccountNumber: '1' })
})

for (const field of Object.keys(unnumberedBody()))
  test(`an account without ${field} is refused, and the message names the field`, async () => {
    assertRefused(await post(accountBody({ [field]: undefined })), {
      status: 400,
      code: 'ACC001',
      says: `${field} is required`,
    })
  })

test('an account without accountNumber has a number of the institution; one kept elsewhere must state its own', async () => {
  const { accountUID } = dataOf(await post(unnumberedBody()), 201)
  const { accountNumber } = dataOf(await service.call('GET', `/v3/customers/${customerUID}/accounts/${accountUID}`))
  assert.match(accountNumber, /^[1-9][0-9]{11}$/)
  const elsewhere = { systemOfRecords: 'External', routingNumber: '091000019' }
  assertRefused(await post(unnumberedBody(elsewhere)), {
    status: 400,
    code: 'ACC001',
    says: 'accountNumber is required for an account that is not kept in Giro',
  })
})

test('an account number is 1 to 35 letters and digits, and an empty one is none: the institution gives it', async () => {
  await create({ accountNumber: 'A' })
  await create({ accountNumber: 'B'.repeat(35) })
  await create({ accountNumber: '' })
  for (const accountNumber of ['C'.repeat(36), '12 34', '12-34', 'Ü', 1234])
    assertRefused(await post(accountBody({ accountNumber })), { status: 400, code: 'ACC001', says: 'accountNumber' })
})

test("a routing number must have a valid check digit and, for an account in Giro, be the institution's own", async () => {
  for (const routingNumber of ['021000022', '12345', 'ABCDEFGHI'])
    assertRefused(await post(accountBody({ routingNumber })), { status: 400, code: 'ACC001', says: 'routingNumber' })
  assertRefused(await post(accountBody({ routingNumber: '021000021' })), {
    status: 400,
    code: 'ACC001',
    says: ROUTING_NUMBER,
  })
  await create({ routingNumber: '021000021', systemOfRecords: 'External' })
})

test('feature limits must be amounts, as numbers or as decimal text', async () => {
  const withLimit = (callbackLimit: unknown) => ({ accountFeatures: { fedWireFeature: { callbackLimit } } })
  for (const limit of [0, 0.001, 99_999_999_999_999, '0', '99999999999999.999']) await create(withLimit(limit))
  for (const limit of [-1, 1e14, 0.0001, 1e300, 'much', '', '1e5', '-1', '1.', '1.0001', '100000000000000'])
    assertRefused(await post(accountBody(withLimit(limit))), {
      status: 400,
      code: 'ACC001',
      says: 'accountFeatures.fedWireFeature.callbackLimit must',
    })
})

test('currency and countryCode must be codes, and the currency must be supported', async () => {
  for (const currency of ['XXX', 'US', 'DOLLAR', 'HRK'])
    assertRefused(await post(accountBody({ currency })), { status: 400, code: 'ACC001', says: 'currency' })
  for (const countryCode of ['ZZ', 'UK', 'Atlantis', ''])
    assertRefused(await post(accountBody({ countryCode })), { status: 400, code: 'ACC001', says: 'countryCode' })
})

test('a second account with the same number at the same bank is refused with 409, for any customer', async () => {
  const body = accountBody()
  dataOf(await post(body), 201)
  assertRefused(await post(body), { status: 409, code: 'ACC001', says: 'accountNumber' })
  assertRefused(await post(body, await createCustomer()), { status: 409, code: 'ACC001', says: 'accountNumber' })
})

test('account numbers are masked in every reply to a token without Customers.View_Account_Number', async () => {
  const masked = `****${payer.accountNumber.slice(-4)}`
  const paths = ['/v2', '/v3', ''].map((v) => `${v}/customers/${payer.customerUID}/accounts/${payer.accountUID}`)
  for (const path of paths) {
    assert.equal(dataOf(await service.call('GET', path)).accountNumber, payer.accountNumber)
    assert.equal(dataOf(await service.call('GET', path, undefined, { client: blindClient })).accountNumber, masked)
  }
  for (const version of ['/v2', '']) {
    const path = `${version}/customers/${payer.customerUID}/accounts?page=1&limit=10`
    const reply = await service.call('GET', path, undefined, { client: blindClient })
    assert.deepEqual(
      dataOf(reply).map((account: { accountNumber: string }) => account.accountNumber),
      [masked],
    )
    assert.equal(JSON.stringify(reply.body).includes(payer.accountNumber), false)
  }
})

test('a mask never shows more than half of a short account number', async () => {
  for (const [accountNumber, shown] of [
    ['7', '****'],
    ['73', '****3'],
    ['7391', '****91'],
    ['739155', '****155'],
    ['73915566', '****5566'],
    ['7391556677', '****6677'],
  ]) {
    const { accountUID } = await create({ accountNumber })
    const path = `/v3/customers/${customerUID}/accounts/${accountUID}`
    assert.equal(dataOf(await service.call('GET', path, undefined, { client: blindClient })).accountNumber, shown)
  }
})

test('the payout flow finds the funding account by its number, as an array, even if the token sees masked numbers', async () => {
  for (const client of [service.tenant.client, blindClient])
    for (const version of ['/v2', '']) {
      const path = `${version}/customers/${payer.customerUID}/accounts?accountNumber=${payer.accountNumber}`
      const data = dataOf(await service.call('GET', `${path}&page=1&limit=10`, undefined, { client }))
      assert.equal(data.length, 1)
      assert.equal(data[0].accountUID, payer.accountUID)
    }
})

test('each list filter finds exact matches only', async () => {
  const owner = await createCustomer()
  const wanted = accountBody({
    accountType: 'Loan',
    accountSubType: 'Line of Credit',
    currency: 'EUR',
    costCenter: 'cc-filter',
    enableWire: 'No',
  })
  const { accountUID } = dataOf(await post(wanted, owner), 201)
  await create({ costCenter: 'cc-other' }, owner)
  const list = async (query: string) =>
    dataOf(await service.call('GET', `/v2/customers/${owner}/accounts?page=1&limit=10&${query}`)).map(
      (account: { accountUID: string }) => account.accountUID,
    )
  assert.equal((await list('')).length, 2)
  for (const query of [
    'accountType=LOAN',
    'accountType=loan',
    'accountSubType=Line_of_Credit',
    'accountSubType=line%20of%20credit',
    'currency=EUR',
    'costCenter=cc-filter',
    'wireEnabled=false',
    `accountNumber=${wanted.accountNumber}`,
    `accountNumber=${wanted.accountNumber}&status=active&currency=EUR`,
  ])
    assert.deepEqual(await list(query), [accountUID], query)
  for (const query of ['status=Closed', 'currency=GBP', 'accountType=Gl', 'accountNumber=0', 'costCenter=cc'])
    assert.deepEqual(await list(query), [], query)
  assert.equal((await list('status=ACTIVE')).length, 2)
})

test('the list has pages of ten by default, and limits from 1 to 1000', async () => {
  const owner = await createCustomer()
  const created: string[] = []
  for (let number = 0; number < 12; number++) created.push((await create({}, owner)).accountUID)
  const list = (query: string) => service.call('GET', `/v2/customers/${owner}/accounts?${query}`)
  const uids = (accounts: { accountUID: string }[]) => accounts.map(({ accountUID }) => accountUID)

  const first = await list('')
  assert.deepEqual(uids(dataOf(first)), created.slice(0, 10))
  assert.deepEqual(first.body.pagination, { totalRecords: 12, returnedRecords: 10, pageReturned: 1, pageSize: 10 })
  const last = await list('page=3&limit=5')
  assert.deepEqual(uids(dataOf(last)), created.slice(10))
  assert.deepEqual(last.body.pagination, { totalRecords: 12, returnedRecords: 2, pageReturned: 3, pageSize: 5 })
  for (const query of ['page=0&limit=5', 'page=1&limit=0', 'page=1&limit=1001', 'page=x', 'wireEnabled=perhaps'])
    assertRefused(await list(query), { status: 400, code: 'ACC001' })
})

test('an unknown account is 404, one of another customer is 400, an accountUID that is not a number is 400', async () => {
  for (const version of ['/v2', '/v3', '']) {
    const path = `${version}/customers/${customerUID}/accounts`
    assertRefused(await service.call('GET', `${path}/999999999`), { status: 404, code: 'ACC001' })
    assertRefused(await service.call('GET', `${path}/${payer.accountUID}`), { status: 400, code: 'ACC001' })
    assertRefused(await service.call('GET', `${path}/one`), { status: 400, code: 'ACC001', says: 'accountUID' })
  }
  assertRefused(await post(accountBody(), '999999999'), { status: 404, code: 'CUST001' })
})

test('enableOffset and defaultOffset are refused on accounts that fund no ACH batches', async () => {
  const types = { 'Money Market': 'Deposit', Heloc: 'Loan', 'Line of Credit': 'Loan', 'Credit Card': 'Loan', Gl: 'Gl' }
  const open = (accountSubType: string, fields: object) => {
    const accountType = types[accountSubType as keyof typeof types] ?? 'Deposit'
    const body = accountBody({ accountType, accountSubType, ...fields })
    return service.call('POST', `/v3/customers/${customerUID}/accounts`, body)
  }
  for (const accountSubType of Object.keys(types))
    for (const field of ['enableOffset', 'defaultOffset'])
      assertRefused(await open(accountSubType, { [field]: 'Yes' }), {
        status: 400,
        code: 'ACC001',
        says: `${field} is for accounts that can fund ACH batches, and a ${accountSubType} account cannot`,
      })
  assertRefused(await open('Gl', { accountFeatures: { achFeature: { enableOffset: 'Yes' } } }), {
    status: 400,
    code: 'ACC001',
    says: 'enableOffset is for accounts',
  })
  dataOf(await open('Money Market', { enableOffset: 'No' }), 201)
  dataOf(await open('Savings', { enableOffset: 'Yes' }), 201)
})
