import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { accountBody, customerBody, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const PATHS = ['/v2/customers', '/customers']

const post = (body: unknown, path = '/v2/customers') => service.call('POST', path, body)
const read = async (uid: string) => dataOf(await service.call('GET', `/v2/customers/${uid}`))
const create = async (fields: object = {}) => dataOf(await post(customerBody(fields)))
const search = (query: string, path = '/v2/customers') => service.call('GET', `${path}?${query}`)

const address = (line: string) => ({
  addressLine1: line,
  addressLine2: 'Floor 3',
  city: 'Portland',
  state: 'ME',
  postalCode: '04101',
  countryCode: 'US',
  country: 'United States',
})

/** Every field of a customer, except those that name other customers. */
const everyField = {
  legalName: 'Zoë Müller & Söhne 株式会社 🏦',
  taxId: '84-2345678',
  achCompanyID: '1842345678',
  customerId: 'erp-4711',
  lei: '5493001KJTIIGC8Y1R12',
  swiftcode: 'DEUTDEFF',
  language: 'en',
  emailAddress: 'office@harbor.example',
  phoneNumber: '+1 207 555 0100',
  faxNumber: '+1 207 555 0101',
  website: 'https://harbor.example',
  logoUrl: 'https://harbor.example/logo.png',
  linkedinUrl: 'https://linkedin.example/harbor',
  twitterUrl: 'https://twitter.example/harbor',
  legalAddress: address('12 Quay Street'),
  mailAddressSameAsLegal: false,
  mailingAddress: address('PO Box 7'),
  relationshipType: 'Customer',
  costCenter: '0001',
  relationshipManager: 'manager',
  originatingOfficer: 'officer',
  addtionalProfileDetails: [
    {
      creditclient: true,
      accountanalysis: false,
      sso: true,
      billingcustomer: false,
      restrictedaccess: true,
      achPositivePay: false,
      achWhitelist: true,
      achNonPrefund: false,
      paymentFileAuthentication: true,
      achNonPrefundLimit: '5000',
      detailsofCharge: 'OUR',
      fxPricingTier: 'gold',
      crediValueAdjustment: '1',
    },
    { sso: false },
  ],
  secCodes: ['PPD', 'CCD', 'CTX', 'WEB', 'POP'],
  note: 'Opened in person; knows "quotes", \\ and\nlines.',
  legalEntityAccessSettings: {
    allowOnlineAccess: true,
    userPinForNewEntry: false,
    userDualApproval: true,
    userPinForApproval: false,
    notificationsDualApproval: true,
    customerPinForNewEntry: false,
    customerDualApproval: true,
    customerPinForApproval: false,
    benePinForNewEntry: true,
    beneDualApproval: false,
    benePinForApproval: true,
    paymentPinForNewEntry: false,
    paymentDualApproval: true,
    paymentPinForApproval: false,
    feeTierForApproval: true,
    paymentLimitforFirstApprover: 1000,
    paymentLimitforSecondApprover: 5000,
    paymentNumberOfApprovers: 2,
  },
}

for (const path of PATHS) {
  test(`POST ${path} replies 200 with the identifiers of a New customer`, async () => {
    const body = customerBody()
    const data = dataOf(await post(body, path))
    assert.match(data.customerUID, /^[1-9][0-9]*$/)
    assert.deepEqual(data, {
      customerUID: data.customerUID,
      externalReferenceId: body.externalReferenceId,
      shortName: body.shortName,
      customerEntityStatus: 'New',
    })
  })

  test(`GET ${path}/{customerUID} returns every field as it was sent`, async () => {
    const body = customerBody({ ...everyField, customerId: `erp-${path.length}` })
    const { customerUID } = dataOf(await post(body, path))
    const data = dataOf(await service.call('GET', `${path}/${customerUID}`))
    assert.deepEqual(data, { ...body, customerUID, status: 'New' })
  })

  test(`GET ${path} finds a customer by its shortName`, async () => {
    const { customerUID, shortName } = await create()
    const data = dataOf(await search(`page=1&limit=10&shortName=${shortName}`, path))
    assert.deepEqual(data, [await read(customerUID)])
  })
}

test('a customer with only the required fields is returned with those fields only', async () => {
  const body = customerBody()
  const { customerUID } = dataOf(await post(body))
  assert.deepEqual(await read(customerUID), { ...body, customerUID, status: 'New', secCodes: [] })
})

for (const field of Object.keys(customerBody()))
  test(`a customer without ${field} is refused, and the message names the field`, async () => {
    assertRefused(await post(customerBody({ [field]: undefined })), {
      status: 400,
      code: 'CUST001',
      says: `${field} is required`,
    })
  })

for (const field of ['addressLine1', 'city', 'postalCode', 'countryCode'])
  test(`an address without ${field} is refused`, async () => {
    const legalAddress = { ...address('1 Main Street'), [field]: undefined }
    assertRefused(await post(customerBody({ legalAddress })), {
      status: 400,
      code: 'CUST001',
      says: `legalAddress.${field} is required`,
    })
  })

test('one refusal names all invalid fields', async () => {
  const reply = await post(customerBody({ legalName: '', customerType: 'Ghost', mailAddressSameAsLegal: 'maybe' }))
  assertRefused(reply, { status: 400, code: 'CUST001', says: 'legalName' })
  assert.match(reply.body.message, /customerType must be one of Consumer, Corporate/)
  assert.match(reply.body.message, /mailAddressSameAsLegal must be of type boolean/)
})

test('customerType is accepted in any case, with space, underscore or neither, and returned in the documented spelling', async () => {
  const spellings = {
    Consumer: ['consumer', 'CONSUMER'],
    Corporate: ['corporate', 'CORPORATE'],
    'Downstream Partner': ['Downstream_Partner', 'downstream partner', 'DOWNSTREAM_PARTNER', 'DownstreamPartner'],
    'Processing Org': ['Processing_Org', 'processing org'],
    'Financial Institution': ['Financial_Institution', 'FINANCIAL INSTITUTION'],
  }
  for (const [canonical, written] of Object.entries(spellings))
    for (const customerType of [canonical, ...written]) {
      const { customerUID } = await create({ customerType })
      assert.equal((await read(customerUID)).customerType, canonical, customerType)
    }
})

test('relationshipType is accepted in any case, including Bank and "the service"', async () => {
  const spellings = { Customer: 'customer', Bank: 'BANK', Self: 'self', 'the service': 'The Service' }
  for (const [canonical, relationshipType] of Object.entries(spellings)) {
    const { customerUID } = await create({ relationshipType })
    assert.equal((await read(customerUID)).relationshipType, canonical)
  }
})

test('secCodes are accepted in any case and returned in capitals', async () => {
  const { customerUID } = await create({ secCodes: ['ppd', 'Ccd'] })
  assert.deepEqual((await read(customerUID)).secCodes, ['PPD', 'CCD'])
})

test('the alternative spellings swiftCode, webSite and additionalProfileDetails are returned under the documented names', async () => {
  const { customerUID } = await create({
    swiftCode: 'DEUTDEFF',
    webSite: 'https://harbor.example',
    additionalProfileDetails: { sso: true },
  })
  const data = await read(customerUID)
  assert.equal(data.swiftcode, 'DEUTDEFF')
  assert.equal(data.website, 'https://harbor.example')
  assert.deepEqual(data.addtionalProfileDetails, [{ sso: true }])
  assert.equal('swiftCode' in data || 'webSite' in data || 'additionalProfileDetails' in data, false)
})

test('a customer is below the parent, partner and processing organization that it names, and shows them', async () => {
  const parent = await create()
  const partner = await create({ customerType: 'Downstream Partner' })
  const processor = await create({ customerType: 'Processing Org' })
  const names = {
    relationshipType: 'ThirdParty',
    parentEntityShortName: parent.shortName,
    partnerOrgShortName: partner.shortName,
    processingOrgShortName: processor.shortName,
  }
  const { customerUID } = await create(names)
  const data = await read(customerUID)
  for (const [field, value] of Object.entries(names)) assert.equal(data[field], value)
})

test('partnerOrgShortName is required when relationshipType is ThirdParty, in any spelling', async () => {
  for (const relationshipType of ['ThirdParty', 'third_party'])
    assertRefused(await post(customerBody({ relationshipType })), {
      status: 400,
      code: 'CUST001',
      says: 'partnerOrgShortName is required when relationshipType is ThirdParty',
    })
})

test('a related customer that does not exist or has another type is refused', async () => {
  const corporate = await create()
  for (const field of ['parentEntityShortName', 'partnerOrgShortName', 'processingOrgShortName'])
    assertRefused(await post(customerBody({ [field]: 'nobody' })), { status: 400, code: 'CUST001', says: field })
  for (const field of ['partnerOrgShortName', 'processingOrgShortName'])
    assertRefused(await post(customerBody({ [field]: corporate.shortName })), {
      status: 400,
      code: 'CUST001',
      says: `${field} must name a customer of customerType`,
    })
})

test('relationshipManager and originatingOfficer must be login ids of the institution', async () => {
  for (const field of ['relationshipManager', 'originatingOfficer'])
    assertRefused(await post(customerBody({ [field]: 'stranger' })), {
      status: 400,
      code: 'CUST001',
      says: `${field}: stranger is not the login id of an active user of the institution`,
    })
})

test('one refusal names every violation in partner, manager and officer, and one names every invalid parent', async () => {
  const unknown = 'is not the login id of an active user of the institution'
  const people = { relationshipManager: 'stranger', originatingOfficer: 'nobody' }
  assertRefused(await post(customerBody({ relationshipType: 'ThirdParty', ...people })), {
    status: 400,
    code: 'CUST001',
    says: `partnerOrgShortName is required when relationshipType is ThirdParty; relationshipManager: stranger ${unknown}; originatingOfficer: nobody ${unknown}.`,
  })
  const { shortName } = await create()
  assertRefused(await post(customerBody({ parentEntityShortName: 'nobody', processingOrgShortName: shortName })), {
    status: 400,
    code: 'CUST001',
    says: 'parentEntityShortName does not name a customer of the legal entity; processingOrgShortName must name a customer of customerType',
  })
})

test('shortName and customerId are unique in the institution; a second one is refused with 409', async () => {
  const first = customerBody({ customerId: 'unique-1' })
  dataOf(await post(first))
  assertRefused(await post(customerBody({ shortName: first.shortName })), {
    status: 409,
    code: 'CUST001',
    says: 'shortName',
  })
  assertRefused(await post(customerBody({ customerId: 'unique-1' })), {
    status: 409,
    code: 'CUST001',
    says: 'customerId',
  })
})

test('a New customer becomes Active with its first account', async () => {
  const { customerUID } = await create()
  assert.equal((await read(customerUID)).status, 'New')
  dataOf(await service.call('POST', `/v3/customers/${customerUID}/accounts`, accountBody()), 201)
  assert.equal((await read(customerUID)).status, 'Active')
})

test('each search filter finds exact matches only', async () => {
  const body = customerBody({ customerType: 'Financial Institution', customerId: 'filter-1', taxId: '990000001' })
  const { customerUID } = dataOf(await post({ ...body, legalName: 'Filter & Söhne' }))
  const filters = {
    legalName: 'Filter & Söhne',
    shortName: body.shortName,
    customerId: 'filter-1',
    customerUID,
    taxId: '990000001',
  }
  for (const [name, value] of Object.entries(filters)) {
    const found = dataOf(await search(`page=1&limit=10&${new URLSearchParams({ [name]: value })}`))
    assert.deepEqual(
      found.map((customer: { customerUID: string }) => customer.customerUID),
      [customerUID],
      name,
    )
    assert.deepEqual(dataOf(await search(`page=1&limit=10&${name}=1234567`)), [], name)
  }
  for (const customerType of ['Financial_Institution', 'financial%20institution']) {
    const found = dataOf(await search(`page=1&limit=1000&taxId=990000001&customerType=${customerType}&status=new`))
    assert.equal(found.length, 1)
  }
  assert.deepEqual(dataOf(await search('page=1&limit=10&taxId=990000001&status=ACTIVE')), [])
})

test('search pages are disjoint, ordered and complete, and the pagination object describes them', async () => {
  const taxId = '770000007'
  const created: string[] = []
  for (let number = 0; number < 5; number++) created.push((await create({ taxId })).customerUID)
  const seen: string[] = []
  for (const [page, returned] of [
    [1, 2],
    [2, 2],
    [3, 1],
    [4, 0],
  ]) {
    const reply = await search(`taxId=${taxId}&page=${page}&limit=2`)
    assert.deepEqual(reply.body.pagination, {
      totalRecords: 5,
      returnedRecords: returned,
      pageReturned: page,
      pageSize: 2,
    })
    seen.push(...dataOf(reply).map((customer: { customerUID: string }) => customer.customerUID))
  }
  assert.deepEqual(seen, created)
})

test('page and limit are required integers from 1, and limit is at most 1000', async () => {
  dataOf(await search('page=1&limit=1000'))
  for (const query of [
    '',
    'page=1',
    'limit=10',
    'page=0&limit=10',
    'page=1&limit=0',
    'page=1&limit=1001',
    'page=1.5&limit=10',
    'page=one&limit=10',
    'page=-1&limit=10',
    'page=&limit=10',
    'page=1&page=2&limit=10',
    'page=99999999999999999999&limit=10',
  ])
    assertRefused(await search(query), { status: 400, code: 'CUST001', says: /page|limit/ })
})

test('an unknown value of an enumerated filter is refused, and the refusal names the known values', async () => {
  assertRefused(await search('page=1&limit=10&status=Gone'), {
    status: 400,
    code: 'CUST001',
    says: 'status must be one of New, Active, Suspended, Pending',
  })
})

test('an unknown customerUID is 404, one that is no number is 400', async () => {
  for (const path of PATHS) {
    assertRefused(await service.call('GET', `${path}/999999999`), { status: 404, code: 'CUST001' })
    for (const uid of ['abc', '0', '-1', '1.5', '9'.repeat(19), '%27%20or%201=1', '%00'])
      assertRefused(await service.call('GET', `${path}/${uid}`), { status: 400, code: 'CUST001', says: 'customerUID' })
  }
})
