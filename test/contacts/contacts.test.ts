import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { contactBody, customerBody, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
let customerUID: string
before(async () => {
  service = await startTestService()
  customerUID = await createCustomer()
})
after(() => service.stop())

const createCustomer = async () => dataOf(await service.call('POST', '/v2/customers', customerBody())).customerUID
const contacts = (owner = customerUID) => `/customers/${owner}/contacts`
const post = (body: unknown, owner = customerUID) => service.call('POST', contacts(owner), body)
const create = async (fields: object = {}, owner = customerUID): Promise<string> =>
  dataOf(await post(contactBody(fields), owner)).customerContactUID
const read = async (uid: string) => dataOf(await service.call('GET', `${contacts()}/${uid}`))

const domestic = contactBody().contactBank
const german = {
  country: 'DE',
  accountNo: 'DE89370400440532013000',
  accountCcy: 'EUR',
  name: 'Commerzbank',
  swiftCode: 'COBADEFFXXX',
}

/** Every field of a contact. */
const everyField = () =>
  contactBody({
    name: 'Café Søren & 株式会社 🫘',
    contactType: 'Company',
    address: {
      addressLine1: '1 Bean Road',
      addressLine2: 'Unit 2',
      city: 'Hilo',
      state: 'HI',
      postalCode: '96720',
      countryCode: 'US',
      country: 'United States',
    },
    emailAddress: 'billing@highland.example',
    phoneNumber: '+1 808 555 0100',
    contactBank: {
      ...domestic,
      accountType: 'Savings',
      address: { city: 'New York', countryCode: 'US' },
      swiftCode: 'CHASUS33',
    },
    intermediaryBank: {
      country: 'GB',
      name: 'Between Bank',
      nationalCode: '400515',
      swiftCode: 'MIDLGB22',
      coverMessageRequired: 'Yes',
      address: { city: 'London' },
    },
    otherInfo: { beneficiaryNotes: 'pays on time', otherBeneBankInfo: 'branch 4' },
    regulartoryReporting: [
      { key: 'purpose', value: 'GOODS' },
      { key: 'code', value: '7' },
    ],
  })

for (const version of ['/v2', '']) {
  const path = (owner = customerUID) => `${version}/customers/${owner}/contacts`

  test(`POST ${version}/customers/{customerUID}/contacts replies 200 with the identifiers`, async () => {
    const body = contactBody()
    const data = dataOf(await service.call('POST', path(), body))
    assert.match(data.customerContactUID, /^[1-9][0-9]*$/)
    assert.deepEqual(data, {
      customerContactUID: data.customerContactUID,
      externalReferenceId: body.externalReferenceId,
    })
  })

  test(`GET ${version}/customers/{customerUID}/contacts/{contactUID} returns every field as it was sent`, async () => {
    const body = everyField()
    const { customerContactUID: contactUID } = dataOf(await service.call('POST', path(), body))
    assert.deepEqual(dataOf(await service.call('GET', `${path()}/${contactUID}`)), {
      contactUID,
      status: 'Active',
      ...body,
    })
  })

  test(`PUT ${version}/customers/{customerUID}/contacts/{contactUID} replaces the contact: fields missing from the body are removed`, async () => {
    const { customerContactUID: contactUID } = dataOf(await service.call('POST', path(), everyField()))
    const body = contactBody({ name: 'New Name', contactBank: german })
    assert.deepEqual(dataOf(await service.call('PUT', `${path()}/${contactUID}`, body)), {
      customerContactUID: contactUID,
      externalReferenceId: body.externalReferenceId,
    })
    const expected = { contactUID, status: 'Active', ...body, contactBank: { ...german, accountType: 'Checking' } }
    assert.deepEqual(dataOf(await service.call('GET', `${path()}/${contactUID}`)), expected)
  })

  test(`GET ${version}/customers/{customerUID}/contacts lists the same contacts, with the e-mail address as email`, async () => {
    const owner = await createCustomer()
    const body = everyField()
    const { emailAddress, ...rest } = body as ReturnType<typeof everyField> & { emailAddress: string }
    const contactUID = dataOf(await service.call('POST', path(owner), body)).customerContactUID
    assert.deepEqual(dataOf(await service.call('GET', `${path(owner)}?page=1&limit=10`)), [
      { contactUID, status: 'Active', ...rest, email: emailAddress },
    ])
  })
}

test('the alternative spellings email and beneNotes are returned as emailAddress and beneficiaryNotes', async () => {
  const uid = await create({ email: 'office@highland.example', otherInfo: { beneNotes: 'likes cash' } })
  const data = await read(uid)
  assert.equal(data.emailAddress, 'office@highland.example')
  assert.deepEqual(data.otherInfo, { beneficiaryNotes: 'likes cash' })
  assert.equal('email' in data, false)
})

test('contactType and accountType are accepted in any case; they default to Consumer and Checking', async () => {
  const uid = await create({ contactType: 'COMPANY', contactBank: { ...domestic, accountType: 'savings' } })
  const { contactType, contactBank } = await read(uid)
  assert.deepEqual([contactType, contactBank.accountType], ['Company', 'Savings'])
  const plain = await read(await create({ contactType: undefined }))
  assert.deepEqual([plain.contactType, plain.contactBank.accountType], ['Consumer', 'Checking'])
})

test('a swiftCode is accepted in any case and returned in capitals', async () => {
  const uid = await create({ contactBank: { ...german, swiftCode: 'cobadeff' } })
  assert.equal((await read(uid)).contactBank.swiftCode, 'COBADEFF')
})

for (const field of ['externalReferenceId', 'templateName', 'name', 'contactBank'])
  test(`a contact without ${field} is refused, and the message names the field`, async () => {
    assertRefused(await post(contactBody({ [field]: undefined })), {
      status: 400,
      code: 'CUST001',
      says: `${field} is required`,
    })
  })

for (const field of ['country', 'accountNo', 'accountCcy', 'name'])
  test(`a contact without contactBank.${field} is refused, and the message names the field`, async () => {
    assertRefused(await post(contactBody({ contactBank: { ...domestic, [field]: undefined } })), {
      status: 400,
      code: 'CUST001',
      says: `contactBank.${field} is required`,
    })
  })

test('a contact bank requires nationalCode or swiftCode', async () => {
  for (const nationalCode of [undefined, ''])
    assertRefused(await post(contactBody({ contactBank: { ...domestic, nationalCode } })), {
      status: 400,
      code: 'CUST001',
      says: 'one of contactBank.nationalCode and contactBank.swiftCode is required',
    })
})

test('the check digits of routing number, BIC and IBAN are verified', async () => {
  for (const nationalCode of ['021000022', '02100002', 'ABCDEFGHI'])
    assertRefused(await post(contactBody({ contactBank: { ...domestic, nationalCode } })), {
      status: 400,
      code: 'CUST001',
      says: 'contactBank.nationalCode must be an ABA routing number',
    })
  for (const swiftCode of ['COBA', 'COBADEFFX', 'COBA1EFF'])
    assertRefused(await post(contactBody({ contactBank: { ...german, swiftCode } })), {
      status: 400,
      code: 'CUST001',
      says: 'contactBank.swiftCode must be a BIC',
    })
  for (const accountNo of ['DE89370400440532013001', 'DE8937040044053201300', '0532013000'])
    assertRefused(await post(contactBody({ contactBank: { ...german, accountNo } })), {
      status: 400,
      code: 'CUST001',
      says: 'contactBank.accountNo must be an IBAN with valid check digits',
    })
})

test('the codes of an intermediary bank are verified like those of the contact bank, and may be empty', async () => {
  const refuses = async (intermediaryBank: object, says: string) =>
    assertRefused(await post(contactBody({ intermediaryBank })), { status: 400, code: 'CUST001', says })
  await refuses({ country: 'US', nationalCode: '021000022' }, 'intermediaryBank.nationalCode must be an ABA routing')
  await refuses({ swiftCode: 'COBADEFFX' }, 'intermediaryBank.swiftCode must be a BIC')
  await refuses({ country: 'ZZ' }, 'intermediaryBank.country must be an ISO 3166-1 alpha-2 code')
  await create({ intermediaryBank: { country: 'US', nationalCode: '', swiftCode: '' } })
  await create({ intermediaryBank: { country: 'GB', nationalCode: '400515', swiftCode: 'midlgb22' } })
})

test('one refusal names every violation in the banks of a contact', async () => {
  const contactBank = { ...german, accountNo: 'DE00', accountCcy: 'XXX', swiftCode: 'COBA' }
  assertRefused(await post(contactBody({ contactBank, intermediaryBank: { country: 'US', nationalCode: '1' } })), {
    status: 400,
    code: 'CUST001',
    says:
      'contactBank.swiftCode must be a BIC of 8 or 11 characters; contactBank.accountCcy must be a supported ISO 4217 currency; ' +
      'contactBank.accountNo must be an IBAN with valid check digits, as banks in DE use; ' +
      'intermediaryBank.nationalCode must be an ABA routing number, nine digits with a valid check digit.',
  })
})

test('an IBAN is accepted in groups and lowercase letters, and found in either form', async () => {
  const owner = await createCustomer()
  for (const accountNo of ['DE89 3704 0044 0532 0130 00', 'de89370400440532013000'])
    await create({ contactBank: { ...german, accountNo } }, owner)
  for (const written of ['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00']) {
    const query = new URLSearchParams({ page: '1', limit: '10', accountNumber: written })
    const found = dataOf(await service.call('GET', `${contacts(owner)}?${query}`))
    assert.deepEqual(
      found.map((contact: { contactBank: { accountNo: string } }) => contact.contactBank.accountNo),
      ['DE89370400440532013000', 'DE89370400440532013000'],
      written,
    )
  }
})

test('currency and country of a contact bank must be codes, and the currency must be supported', async () => {
  for (const accountCcy of ['XXX', 'US', 'dollars'])
    assertRefused(await post(contactBody({ contactBank: { ...domestic, accountCcy } })), {
      status: 400,
      code: 'CUST001',
      says: 'contactBank.accountCcy',
    })
  for (const country of ['UK', 'Atlantis', 'ZZ'])
    assertRefused(await post(contactBody({ contactBank: { ...domestic, country } })), {
      status: 400,
      code: 'CUST001',
      says: 'contactBank.country must be an ISO 3166-1 alpha-2 code.',
    })
})

test('templateName is unique per customer: a duplicate is refused with 409, but another customer may use it', async () => {
  const body = contactBody()
  dataOf(await post(body))
  assertRefused(await post(body), { status: 409, code: 'CUST001', says: 'templateName' })
  dataOf(await post(body, await createCustomer()))
  const other = await create()
  assertRefused(await service.call('PUT', `${contacts()}/${other}`, body), { status: 409, code: 'CUST001' })
})

test('a refused replacement leaves the contact as it was', async () => {
  const uid = await create()
  const before = await read(uid)
  const body = contactBody({ contactBank: { ...domestic, nationalCode: '021000022' } })
  assertRefused(await service.call('PUT', `${contacts()}/${uid}`, body), { status: 400, code: 'CUST001' })
  assert.deepEqual(await read(uid), before)
})

test('contacts are found by account number and by name, exact matches only', async () => {
  const owner = await createCustomer()
  const wanted = await create({ name: 'Nora & Co', contactBank: { ...domestic, accountNo: '555001' } }, owner)
  await create({ name: 'Nora', contactBank: { ...domestic, accountNo: '5550' } }, owner)
  const list = async (filter: Record<string, string>) => {
    const query = new URLSearchParams({ page: '1', limit: '10', ...filter })
    const found = dataOf(await service.call('GET', `${contacts(owner)}?${query}`))
    return found.map((contact: { contactUID: string }) => contact.contactUID)
  }
  assert.equal((await list({})).length, 2)
  assert.deepEqual(await list({ accountNumber: '555001' }), [wanted])
  assert.deepEqual(await list({ contactName: 'Nora & Co' }), [wanted])
  assert.deepEqual(await list({ accountNumber: '555001', contactName: 'Nora' }), [])
})

test('the list has pages, of ten by default', async () => {
  const owner = await createCustomer()
  const created: string[] = []
  for (let number = 0; number < 3; number++) created.push(await create({}, owner))
  const reply = await service.call('GET', `${contacts(owner)}?page=2&limit=2`)
  assert.deepEqual(
    dataOf(reply).map((contact: { contactUID: string }) => contact.contactUID),
    created.slice(2),
  )
  assert.deepEqual(reply.body.pagination, { totalRecords: 3, returnedRecords: 1, pageReturned: 2, pageSize: 2 })
  for (const [query, size] of [
    ['', 10],
    ['page=1', 10],
    ['limit=1', 1],
    ['records=2', 2],
  ] as const) {
    const { pagination } = (await service.call('GET', `${contacts(owner)}?${query}`)).body
    assert.deepEqual([pagination.pageReturned, pagination.pageSize, pagination.totalRecords], [1, size, 3], query)
  }
  for (const query of ['page=0&limit=1', 'page=1&limit=1001', 'records=0'])
    assertRefused(await service.call('GET', `${contacts(owner)}?${query}`), { status: 400, code: 'CUST001' })
})

test('to read or replace: an unknown contact is 404, one of another customer is 400, a contactUID that is not a number is 400', async () => {
  const foreign = await create({}, await createCustomer())
  for (const [method, body] of [['GET'], ['PUT', contactBody()]] as const) {
    const call = (uid: string) => service.call(method, `${contacts()}/${uid}`, body)
    assertRefused(await call('999999999'), { status: 404, code: 'CUST002' })
    assertRefused(await call(foreign), { status: 400, code: 'CUST002' })
    assertRefused(await call('x'), { status: 400, code: 'CUST001', says: 'contactUID' })
  }
})
