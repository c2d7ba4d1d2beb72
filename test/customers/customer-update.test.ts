import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { customerBody, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const create = async (fields: object = {}) => {
  const body = customerBody(fields)
  const reply = await service.call('POST', '/v2/customers', body)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return { uid: reply.body.data.customerUID as string, shortName: body.shortName }
}
const read = (uid: string) => service.call('GET', `/v2/customers/${uid}`)

/** Every field an update can set. */
const everything = {
  externalReferenceId: 'update-1',
  legalName: 'Renamed LLC',
  customerType: 'Consumer',
  taxId: '111111111',
  language: 'es',
  legalAddress: {
    addressLine1: '1 New Street',
    addressLine2: 'Floor 2',
    city: 'Bangor',
    state: 'ME',
    postalCode: '04401',
    countryCode: 'US',
    country: 'United States',
  },
  mailAddressSameAsLegal: false,
  mailingAddress: { addressLine1: 'PO Box 1', city: 'Bangor', postalCode: '04401', countryCode: 'US' },
  costCenter: '0002',
  relationshipManager: 'officer',
  originatingOfficer: 'manager',
  customerId: 'own-id-1',
  achCompanyID: '1234567890',
  relationshipType: 'Customer',
  secCodes: ['PPD', 'CCD'],
  swiftcode: 'DEUTDEFF',
  website: 'https://renamed.example',
  lei: '529900T8BM49AURSDO55',
  emailAddress: 'office@renamed.example',
  phoneNumber: '+12075550100',
  faxNumber: '+12075550101',
  logoUrl: 'https://renamed.example/logo.png',
  linkedinUrl: 'https://linkedin.example/renamed',
  twitterUrl: 'https://twitter.example/renamed',
  note: 'A note — with “quotes” and 🏦',
  addtionalProfileDetails: [{ creditclient: true, achNonPrefundLimit: '100', crediValueAdjustment: 'x' }],
  legalEntityAccessSettings: { paymentDualApproval: true, paymentNumberOfApprovers: 2 },
}

test('every updated field is returned as sent, on each path form, and the others stay', async () => {
  for (const prefix of ['/v2/customers', '/customers']) {
    const { uid, shortName } = await create()
    const sent = { ...everything, customerId: `own-${uid}` }
    const updated = await service.call('PUT', `${prefix}/${uid}`, sent)
    assert.equal(updated.status, 200, JSON.stringify(updated.body))
    assert.deepEqual(updated.body.data, {
      customerUID: uid,
      externalReferenceId: 'update-1',
      shortName,
      customerEntityStatus: 'New',
    })
    const {
      customerUID,
      status,
      shortName: kept,
      ...fields
    } = (await service.call('GET', `${prefix}/${uid}`)).body.data
    assert.deepEqual(fields, sent)
    assert.equal(kept, shortName)

    assert.equal((await service.call('PUT', `${prefix}/${uid}`, { note: 'only this' })).status, 200)
    const after = (await read(uid)).body.data
    assert.equal(after.note, 'only this')
    assert.equal(after.legalName, 'Renamed LLC')
  }
})

test('alternative spellings in an update replace the values stored under the documented names', async () => {
  const { uid } = await create({ swiftcode: 'DEUTDEFF', website: 'https://old.example' })
  await service.call('PUT', `/v2/customers/${uid}`, {
    swiftCode: 'CHASUS33',
    webSite: 'https://new.example',
    additionalProfileDetails: { sso: true },
  })
  const { swiftcode, website, addtionalProfileDetails } = (await read(uid)).body.data
  assert.deepEqual(
    { swiftcode, website, addtionalProfileDetails },
    { swiftcode: 'CHASUS33', website: 'https://new.example', addtionalProfileDetails: [{ sso: true }] },
  )
})

test('a text sent under both of its names is the one that was changed; two changes that differ are refused', async () => {
  const { uid } = await create({ swiftcode: 'DEUTDEFF', website: 'https://old.example' })
  const put = (body: object) => service.call('PUT', `/v2/customers/${uid}`, body)
  const stored = async () => {
    const { swiftcode, website } = (await read(uid)).body.data
    return [swiftcode, website]
  }
  assert.equal(
    (await put({ swiftcode: 'DEUTDEFF', swiftCode: 'CHASUS33', website: 'https://old.example' })).status,
    200,
  )
  assert.deepEqual(await stored(), ['CHASUS33', 'https://old.example'])
  assert.equal((await put({ website: 'https://new.example', webSite: 'https://old.example' })).status, 200)
  assert.equal((await put({ swiftcode: 'CHASUS33', swiftCode: 'CHASUS33' })).status, 200)
  assert.equal((await put({ swiftcode: 'CHASUS33', swiftCode: '' })).status, 200)
  assert.deepEqual(await stored(), ['CHASUS33', 'https://new.example'])
  const refused = await put({ swiftcode: 'DEUTDEFF', swiftCode: 'COBADEFF' })
  assert.equal(refused.status, 400)
  assert.match(refused.body.message, /swiftcode and swiftCode contradict each other/)
  const made = await service.call(
    'POST',
    '/v2/customers',
    customerBody({ website: 'https://a.example', webSite: 'https://b.example' }),
  )
  assert.equal(made.status, 400)
  assert.match(made.body.message, /website and webSite contradict each other/)
  assert.deepEqual(await stored(), ['CHASUS33', 'https://new.example'])
})

test('an update for a version other than the current one is refused with 412 and changes nothing', async () => {
  const { uid } = await create()
  const etag = (await read(uid)).headers.get('etag')!
  const first = await service.call('PUT', `/v2/customers/${uid}`, { note: 'first' }, { headers: { 'if-match': etag } })
  assert.equal(first.status, 200)
  assert.notEqual(first.headers.get('etag'), etag)
  const second = await service.call(
    'PUT',
    `/v2/customers/${uid}`,
    { note: 'second' },
    { headers: { 'if-match': etag } },
  )
  assert.equal(second.status, 412)
  assert.equal((await read(uid)).body.data.note, 'first')
})

test('a move takes the customer and its whole subtree, and a cycle is refused', async () => {
  const top = await create()
  const middle = await create()
  const bottom = await create({ parentEntityShortName: middle.shortName })
  const asTop = await service.createClient(service.tenant, { legalEntityId: BigInt(top.uid) })
  const sees = async (uid: string) =>
    (await service.call('GET', `/v2/customers/${uid}`, undefined, { client: asTop })).status
  assert.equal(await sees(bottom.uid), 403)

  assert.equal(
    (await service.call('PUT', `/v2/customers/${middle.uid}`, { parentEntityShortName: top.shortName })).status,
    200,
  )
  assert.equal(await sees(middle.uid), 200)
  assert.equal(await sees(bottom.uid), 200)

  for (const below of [top, middle, bottom]) {
    const cycle = await service.call('PUT', `/v2/customers/${top.uid}`, { parentEntityShortName: below.shortName })
    assert.equal(cycle.status, 400)
    assert.match(cycle.body.message, /below itself/)
  }
})

test('two simultaneous moves cannot create a cycle', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await create(), await create()]
    const move = (from: typeof a, to: typeof a) =>
      service.call('PUT', `/v2/customers/${from.uid}`, { parentEntityShortName: to.shortName })
    const statuses = (await Promise.all([move(a, b), move(b, a)])).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [200, 400])
  }
})

test('each update writes an audit record and an event, with before and after', async () => {
  const { uid } = await create()
  await service.call('PUT', `/v2/customers/${uid}`, { note: 'changed' })
  const audit = await service.query<{ before: { note?: string }; after: { note: string } }>(
    `select before, after from audit_log where tenant_id = $1 and subject_id = $2 and action = 'customer.updated'`,
    [service.tenant.institution.tenantId, uid],
  )
  assert.equal(audit.length, 1)
  assert.equal(audit[0]!.before.note, undefined)
  assert.equal(audit[0]!.after.note, 'changed')
  const events = await service.query(`select type from events where tenant_id = $1 and subject_id = $2 order by id`, [
    service.tenant.institution.tenantId,
    uid,
  ])
  assert.deepEqual(events, [{ type: 'customer.created' }, { type: 'customer.updated' }])
})

test('the rules for a new customer apply to an update', async () => {
  const { uid } = await create()
  const other = await create({ customerId: 'taken-1' })
  const cases: [object, number, RegExp][] = [
    [{ relationshipType: 'ThirdParty' }, 400, /partnerOrgShortName is required/],
    [{ relationshipManager: 'nobody' }, 400, /nobody is not the login id/],
    [{ parentEntityShortName: 'nobody' }, 400, /does not name a customer of the legal entity/],
    [{ partnerOrgShortName: other.shortName }, 400, /customerType Downstream Partner/],
    [{ customerId: 'taken-1' }, 409, /customerId/],
    [{ legalName: '', taxId: 7 }, 400, /legalName.*taxId/],
  ]
  for (const [body, status, message] of cases) {
    const reply = await service.call('PUT', `/v2/customers/${uid}`, body)
    assert.equal(reply.status, status, JSON.stringify(body))
    assert.match(reply.body.message, message)
  }
})
