import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  accountBody,
  contactBody,
  createPayer,
  customerBody,
  debitBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
  unnumberedBody,
} from '../support/test-service.ts'

let service: TestService
let payer: Payer
/** The customer's own client, and one of the entity above it. */
let own: TestClient
let above: TestClient
before(async () => {
  service = await startTestService()
  const parent = customerBody()
  const { customerUID } = dataOf(await service.call('POST', '/v2/customers', parent))
  above = await clientOf(customerUID)
  payer = await createPayer(service, { customer: { parentEntityShortName: parent.shortName } })
  own = await clientOf(payer.customerUID)
})
after(() => service.stop())

const clientOf = (customerUID: string) => service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
const pathOf = (accountUID: string, version = '/v3') =>
  `${version}/customers/${payer.customerUID}/accounts/${accountUID}`
const openAccount = async (fields: object = {}): Promise<string> => {
  const body = accountBody({ externalReferenceId: randomUUID(), ...fields })
  return dataOf(await service.call('POST', `/v3/customers/${payer.customerUID}/accounts`, body), 201).accountUID
}
const act = (accountUID: string, action: string, client?: TestClient, version = '/v3') =>
  service.call('PATCH', pathOf(accountUID, version), { action, reason: 'test' }, { client })
const statusOf = async (accountUID: string) => dataOf(await service.call('GET', pathOf(accountUID))).status
const held = { status: 403, code: 'CUST001', says: 'the institution suspended the account' }

for (const version of ['/v2', '', '/v3'])
  test(`a customer's client cannot activate an account that the bank suspended, over ${version || 'unversioned'} paths`, async () => {
    const accountUID = await openAccount()
    dataOf(await act(accountUID, 'Suspend'))
    for (const client of [own, above]) assertRefused(await act(accountUID, 'Activate', client, version), held)
    assert.equal(await statusOf(accountUID), 'Suspended')
    dataOf(await act(accountUID, 'Activate', undefined, version))
    assert.equal(await statusOf(accountUID), 'Active')
  })

test('a customer cannot close, delete or suspend again an account that the bank suspended', async () => {
  const accountUID = await openAccount()
  dataOf(await act(accountUID, 'Suspend'))
  for (const action of ['Close', 'Suspend']) assertRefused(await act(accountUID, action, own), held)
  assertRefused(await service.call('DELETE', pathOf(accountUID, '/v2'), undefined, { client: own }), held)
  const renamedAndActive = { accountName: 'Mine', action: 'Activate', reason: 'test' }
  assertRefused(await service.call('PATCH', pathOf(accountUID), renamedAndActive, { client: own }), held)
  const { accountName, status } = dataOf(await service.call('GET', pathOf(accountUID)))
  assert.deepEqual([accountName, status], ['Operating account', 'Suspended'])
})

test('a customer lifts its own suspension of an account, and so does the bank', async () => {
  for (const lifter of [own, above, service.tenant.client]) {
    const accountUID = await openAccount()
    dataOf(await act(accountUID, 'Suspend', own))
    dataOf(await act(accountUID, 'Activate', lifter))
  }
})

test("a customer cannot forestall the bank's suspension by suspending the account first", async () => {
  const accountUID = await openAccount()
  dataOf(await act(accountUID, 'Suspend', own))
  dataOf(await act(accountUID, 'Suspend'))
  assertRefused(await act(accountUID, 'Activate', own), held)
})

test('a suspension without a known owner counts as the bank’s', async () => {
  const accountUID = await openAccount()
  await service.query("update accounts set status = 'Suspended', suspended_by = null where id = $1", [accountUID])
  assertRefused(await act(accountUID, 'Activate', own), held)
  dataOf(await act(accountUID, 'Activate'))
})

test('the audit trail says who suspended an account', async () => {
  const accountUID = await openAccount()
  dataOf(await act(accountUID, 'Suspend'))
  const [record] = await service.query<{ after: { suspendedBy: string } }>(
    "select after from audit_log where subject_kind = 'account' and subject_id = $1 and action = 'account.suspended'",
    [accountUID],
  )
  assert.equal(record!.after.suspendedBy, 'Institution')
})

test('a customer cannot change its debit exposure limit', async () => {
  const limited = { accountFeatures: { achFeature: { debitExposureLimit: 5 } } }
  const accountUID = await openAccount(limited)
  for (const debitExposureLimit of [5.01, 1_000_000, '99', 0])
    for (const client of [own, above]) {
      const body = { accountFeatures: { achFeature: { debitExposureLimit } } }
      const reply = await service.call('PATCH', pathOf(accountUID), body, { client })
      assertRefused(reply, { status: 403, code: 'CUST001', says: 'debitExposureLimit' })
    }
  dataOf(await service.call('PATCH', pathOf(accountUID), limited, { client: own }))
})

test('a customer cannot escape its debit terms through a new account', async () => {
  const path = `/v3/customers/${payer.customerUID}/accounts`
  const underwritten = unnumberedBody({ accountFeatures: { achFeature: { enableUnderWritten: 'Yes' } } })
  assertRefused(await service.call('POST', path, underwritten, { client: own }), {
    status: 403,
    code: 'CUST001',
    says: 'enableUnderWritten',
  })
  const { accountUID } = dataOf(await service.call('POST', path, unnumberedBody(), { client: own }), 201)
  const debit = debitBody({ ...payer, accountUID })
  assertRefused(await service.call('POST', '/v3/payments/debitrequest', debit, { client: own }), {
    status: 402,
    code: 'PAYMENT002',
    says: 'not underwritten',
  })
  const agreed = { accountFeatures: { achFeature: { enableUnderWritten: 'Yes' } } }
  assertRefused(await service.call('PATCH', pathOf(accountUID), agreed, { client: own }), {
    status: 403,
    code: 'CUST001',
    says: 'enableUnderWritten',
  })
  dataOf(await service.call('PATCH', pathOf(accountUID), agreed))
  dataOf(await service.call('POST', '/v3/payments/debitrequest', debit, { client: own }))
})

test('a customer cannot switch on a rail by its v2 name when the bank switched it off by its v3 name', async () => {
  const accountUID = await openAccount({ accountFeatures: { fedWireFeature: { enableWire: false } } })
  for (const version of ['/v2', '']) {
    const reply = await service.call('PUT', pathOf(accountUID, version), { enableWire: 'Yes' }, { client: own })
    assertRefused(reply, { status: 403, code: 'CUST001', says: 'enableWire' })
  }
})

for (const version of ['/v2', '', '/v3'])
  test(`a customer cannot write the bank's terms in another form, over ${version || 'unversioned'} paths`, async () => {
    const achFeature = { debitExposureLimit: '10.50', enableUnderWritten: 'Yes', secCodes: ['PPD', 'CCD'] }
    const accountUID = await openAccount({ accountFeatures: { achFeature, fedWireFeature: { callbackLimit: 5 } } })
    const shown = dataOf(await service.call('GET', pathOf(accountUID)))
    const rewritten = { debitExposureLimit: 10.5, enableUnderWritten: true, secCodes: ['CCD', 'PPD'] }
    const accountFeatures = { achFeature: rewritten, fedWireFeature: { callbackLimit: '5.00' } }
    const method = version === '/v3' ? 'PATCH' : 'PUT'
    for (const client of [own, above]) {
      const body = { accountName: 'Renamed', enableWire: 'YES', accountFeatures }
      dataOf(await service.call(method, pathOf(accountUID, version), body, { client }))
      assert.deepEqual(dataOf(await service.call('GET', pathOf(accountUID))), { ...shown, accountName: 'Renamed' })
    }
  })

test("a customer cannot write the bank's terms of the customer in another form", async () => {
  const terms = { creditclient: 'Yes', achNonPrefundLimit: '10.50', fxPricingTier: 'Gold' }
  const { customerUID } = await createPayer(service, {
    customer: { secCodes: ['PPD', 'CCD'], addtionalProfileDetails: [{ ...terms, sso: 'no' }] },
  })
  const path = `/v2/customers/${customerUID}`
  const client = await clientOf(customerUID)
  const shown = dataOf(await service.call('GET', path))
  const rewritten = { creditclient: true, achNonPrefundLimit: '10.5', sso: 'yes' }
  const body = { note: 'mine', secCodes: ['CCD', 'PPD'], addtionalProfileDetails: [rewritten] }
  const reply = await service.call('PUT', path, body, { client })
  dataOf(reply)
  const [details] = shown.addtionalProfileDetails
  assert.deepEqual(dataOf(await service.call('GET', path)), {
    ...shown,
    note: 'mine',
    addtionalProfileDetails: [{ ...details, sso: true }],
  })
  const otherName = { additionalProfileDetails: { achNonPrefundLimit: '10.5', creditclient: 'YES' } }
  dataOf(await service.call('PUT', path, otherName, { client }))
  assert.deepEqual(dataOf(await service.call('GET', path)).addtionalProfileDetails, [{ ...details, sso: true }])
  const proposal = { legalName: 'Harbor Two', addtionalProfileDetails: [rewritten], secCodes: ['CCD', 'PPD'] }
  const { approvalUID } = dataOf(await service.call('PUT', path, proposal, { client }))
  const { proposed } = dataOf(await service.call('GET', `/v1/institution/approvals/${approvalUID}`))
  assert.deepEqual(proposed, { legalName: 'Harbor Two', addtionalProfileDetails: [{ sso: true }] })
})

test('a refused change of terms writes none of its other fields', async () => {
  const accountUID = await openAccount()
  const mixed = { accountName: 'Mine', enableOffset: 'Yes' }
  assert.equal((await service.call('PATCH', pathOf(accountUID), mixed, { client: own })).status, 403)
  assert.equal(dataOf(await service.call('GET', pathOf(accountUID))).accountName, 'Operating account')
})

test('a customer cannot leave the processing organization and the parent above it without the bank', async () => {
  for (const field of ['parentEntityShortName', 'processingOrgShortName', 'partnerOrgShortName']) {
    const relation = { parentEntityShortName: undefined, processingOrgShortName: 'Processing Org' }
    const customerType = relation[field as keyof typeof relation] ?? 'Downstream Partner'
    const superior = customerBody({ customerType })
    dataOf(await service.call('POST', '/v2/customers', superior))
    const below = dataOf(await service.call('POST', '/v2/customers', customerBody({ [field]: superior.shortName })))
    const client = await clientOf(below.customerUID)
    const reply = await service.call('PUT', `/v2/customers/${below.customerUID}`, { [field]: '' }, { client })
    assert.equal(dataOf(reply).customerEntityStatus, 'Pending')
    assert.equal(dataOf(await service.call('GET', `/v2/customers/${below.customerUID}`))[field], superior.shortName)
  }
})

test('a customer cannot take the name or the ACH company id of another company', async () => {
  const { customerUID } = await createPayer(service)
  const own = await clientOf(customerUID)
  const path = `/v2/customers/${customerUID}`
  for (const [field, value] of Object.entries({ legalName: 'US Treasury', taxId: '1', achCompanyID: '9999999999' }))
    assert.equal(
      dataOf(await service.call('PUT', path, { [field]: value }, { client: own })).customerEntityStatus,
      'Pending',
    )
  const shown = dataOf(await service.call('GET', path))
  assert.notEqual(shown.legalName, 'US Treasury')
  assert.notEqual(shown.achCompanyID, '9999999999')
  const child = customerBody({ achCompanyID: '9999999999' })
  const created = dataOf(await service.call('POST', '/v2/customers', child, { client: own }))
  assert.equal(created.customerEntityStatus, 'Pending')
})

test('a customer cannot approve a change of its own terms that the bank proposed', async () => {
  const legalEntityAccessSettings = { customerDualApproval: true }
  const created = dataOf(await service.call('POST', '/v2/customers', customerBody({ legalEntityAccessSettings })))
  const path = `/v2/customers/${created.customerUID}`
  const client = await clientOf(created.customerUID)
  const { approvalUID } = dataOf(await service.call('PUT', path, { secCodes: ['CTX'] }))
  const { contentHash } = dataOf(await service.call('GET', `/v1/institution/approvals/${approvalUID}`))
  const decision = `/v1/customers/${created.customerUID}/approvals/customer/${approvalUID}/approve`
  assertRefused(await service.call('PUT', decision, { contentHash }, { client }), {
    status: 409,
    code: 'APPROVAL001',
    says: 'only the institution can set secCodes',
  })
})

test('a customer cannot put terms into a change that waits for approval', async () => {
  const legalEntityAccessSettings = { customerDualApproval: true }
  const created = dataOf(await service.call('POST', '/v2/customers', customerBody({ legalEntityAccessSettings })))
  const client = await clientOf(created.customerUID)
  const body = {
    note: 'harmless',
    limits: [{ appName: 'Payments', appLimits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 9 }] }],
  }
  assertRefused(await service.call('PUT', `/v2/customers/${created.customerUID}`, body, { client }), {
    status: 403,
    code: 'CUST001',
    says: 'limits',
  })
})

async function createUser(customerUID: string) {
  const users = `/api/user-management/v1/customers/${customerUID}/users`
  const role = {
    externalReferenceId: 'role',
    name: `Role ${randomUUID().replaceAll('-', '')}`,
    description: 'test',
    applications: [{ name: 'Payments', entitlements: ['View_Payments'] }],
  }
  await service.call('POST', users.replace(/users$/, 'roles'), role)
  const person = { firstName: 'Ada', lastName: 'Lund', email: 'ada@harbor.example' }
  const body = { externalReferenceId: 'user', loginId: `user-${randomUUID()}`, ...person, roleNames: [role.name] }
  const { userId } = (await service.call('POST', users, body)).body
  return (action: string, client?: TestClient) =>
    service.call('PUT', `${users}/${userId}/${action}`, undefined, { client })
}

test('a customer cannot activate a user that the bank suspended, also not after suspending the user first', async () => {
  const first = await createUser(payer.customerUID)
  assert.equal((await first('suspend')).status, 204)
  const second = await createUser(payer.customerUID)
  assert.equal((await second('suspend', own)).status, 204)
  assert.equal((await second('suspend')).status, 204, 'the bank takes the suspension over')
  for (const act of [first, second]) {
    for (const client of [own, above]) {
      const reply = await act('activate', client)
      assert.equal(reply.status, 403)
      assert.match(reply.body.message, /the institution suspended the user/)
    }
    assert.equal((await act('activate')).status, 204)
  }
  const third = await createUser(payer.customerUID)
  assert.equal((await third('suspend', own)).status, 204)
  assert.equal((await third('activate', own)).status, 204, 'its own suspension it lifts')
})

test('a customer cannot replace a contact that the bank rejected', async () => {
  const legalEntityAccessSettings = { beneDualApproval: true }
  const created = dataOf(await service.call('POST', '/v2/customers', customerBody({ legalEntityAccessSettings })))
  const client = await clientOf(created.customerUID)
  const path = `/v2/customers/${created.customerUID}/contacts`
  const contact = dataOf(await service.call('POST', path, contactBody(), { client }))
  const reject = `/v1/institution/approvals/${contact.approvalUID}/reject`
  dataOf(await service.call('PUT', reject, { reason: 'a known mule account' }))
  const reply = await service.call('PUT', `${path}/${contact.customerContactUID}`, contactBody(), { client })
  assertRefused(reply, { status: 403, code: 'CUST001', says: 'the institution rejected the contact' })
})

test('a customer cannot activate itself, and cannot set its fees', async () => {
  const path = `/v1/institution/customers/${payer.customerUID}`
  dataOf(await service.call('PUT', `${path}/suspend`, { reason: 'test' }))
  const only = { status: 403, code: 'AUTH002', says: 'the institution itself' }
  const stopped = { status: 403, code: 'AUTH003', says: 'is suspended' }
  for (const [client, refused] of [
    [own, stopped],
    [above, only],
  ] as const) {
    assertRefused(await service.call('PUT', `${path}/activate`, undefined, { client }), refused)
    const tier = { application: 'Payments', feeTier: 'Free' }
    assertRefused(await service.call('POST', `/v1/customers/${payer.customerUID}/fees`, tier, { client }), refused)
  }
  dataOf(await service.call('PUT', `${path}/activate`))
  assertRefused(await service.call('PUT', `${path}/activate`, undefined, { client: own }), only)
})
