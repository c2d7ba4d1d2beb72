import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  accountBody,
  createPayer,
  creditBody,
  customerBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

let service: TestService
let customerUID: string
before(async () => {
  service = await startTestService()
  customerUID = await createCustomer()
})
after(() => service.stop())

const createCustomer = async () => dataOf(await service.call('POST', '/v2/customers', customerBody())).customerUID
const create = async (fields: object = {}, owner = customerUID): Promise<string> =>
  dataOf(await service.call('POST', `/v3/customers/${owner}/accounts`, accountBody(fields)), 201).accountUID

interface Path {
  customerUID: string
  accountUID: string
}
const pathOf = ({ customerUID, accountUID }: Path, version = '/v3') =>
  `${version}/customers/${customerUID}/accounts/${accountUID}`
const patch = (path: Path, body: object, headers?: Record<string, string>) =>
  service.call('PATCH', pathOf(path), body, { headers })
const read = async (path: Path, version = '/v3') => dataOf(await service.call('GET', pathOf(path, version)))
const remove = (path: Path, version = '/v2') => service.call('DELETE', pathOf(path, version))
const act = (path: Path, action: string, reason = 'asked for') => patch(path, { action, reason })

/** Posts an adjustment that takes all money out of the payer's account. */
const empty = async ({ accountUID }: Payer, amount = 1000) =>
  dataOf(
    await service.call('POST', `/v1/institution/accounts/${accountUID}/adjustments`, {
      direction: 'Debit',
      amount,
      currency: 'USD',
      reason: 'test',
      externalReferenceId: 'test',
    }),
    201,
  )

for (const version of ['/v2', ''])
  test(`POST ${version}/customers/{customerUID}/accounts opens an account with 200, and v3 shows the same account`, async () => {
    const body = accountBody({
      externalReferenceId: 'v2-create',
      fboAccountNumber: '778899',
      costCenter: 'cc-2',
      bankIdType: 'NID',
      enableOffset: 'Yes',
      enableWire: 'No',
      defaultOffset: 'No',
      feeAccount: 'No',
      returnAccount: 'Yes',
    })
    const reply = await service.call('POST', `${version}/customers/${customerUID}/accounts`, body)
    const { accountUID } = dataOf(reply)
    assert.deepEqual(reply.body.data, { externalReferenceId: 'v2-create', accountUID, accountUUID: accountUID })
    assert.equal(reply.headers.get('link'), `</v3/customers/${customerUID}/accounts>; rel="successor-version"`)
    assert.deepEqual(await read({ customerUID, accountUID }), {
      ...body,
      accountUID,
      status: 'Active',
      accountFeatures: {},
      additionalAttributes: [],
    })
  })

test('v2 requires an externalReferenceId, v3 does not', async () => {
  const reply = await service.call('POST', `/v2/customers/${customerUID}/accounts`, accountBody())
  assertRefused(reply, { status: 400, code: 'ACC001', says: 'externalReferenceId is required' })
})

for (const [method, version] of [
  ['PATCH', '/v3'],
  ['PUT', '/v2'],
  ['PUT', ''],
] as const)
  test(`${method} ${version}/customers/{customerUID}/accounts/{accountUID} changes the fields in the body and keeps the others`, async () => {
    const path = { customerUID, accountUID: await create({ costCenter: 'old', externalReferenceId: 'update' }) }
    const earlier = await read(path)
    const changes = { accountName: 'Payroll', costCenter: 'new', fboAccountNumber: '1', returnAccount: 'Yes' }
    const reply = await service.call(method, pathOf(path, version), changes)
    const { accountUID } = path
    assert.deepEqual(dataOf(reply), { externalReferenceId: 'update', accountUID, accountUUID: accountUID })
    assert.deepEqual(await read(path), { ...earlier, ...changes })
  })

test('features are merged field by field; attributes are replaced', async () => {
  const accountFeatures = {
    rtpFeature: { enableRtp: true, rtpRfpSend: false },
    achFeature: { achCompanyId: '1842345678' },
  }
  const additionalAttributes = [{ attributeName: 'branch', value: 'Portland' }]
  const path = { customerUID, accountUID: await create({ accountFeatures, additionalAttributes }) }
  dataOf(await patch(path, { accountFeatures: { rtpFeature: { rtpRfpSend: true }, rfpSend: 'Yes' } }))
  const account = await read(path)
  assert.deepEqual(account.accountFeatures, {
    rtpFeature: { enableRtp: 'Yes', rtpRfpSend: 'Yes' },
    achFeature: { achCompanyId: '1842345678' },
    rfpSend: 'Yes',
  })
  assert.deepEqual(account.additionalAttributes, additionalAttributes)
  dataOf(await patch(path, { additionalAttributes: [{ attributeName: 'desk', value: '4' }] }))
  assert.deepEqual((await read(path)).additionalAttributes, [{ attributeName: 'desk', value: '4' }])
})

test('a switch with two fields takes the value newly sent in either, and a contradiction is refused', async () => {
  const path = { customerUID, accountUID: await create({ accountFeatures: { fedWireFeature: { enableWire: true } } }) }
  const switches = async () => {
    const { enableWire, accountFeatures } = await read(path)
    const { enableWires } = await read(path, '/v2')
    return [enableWire, accountFeatures.fedWireFeature.enableWire, enableWires]
  }
  assert.deepEqual(await switches(), ['Yes', 'Yes', true])
  dataOf(await patch(path, { enableWire: 'No' }))
  assert.deepEqual(await switches(), ['No', 'No', false])
  dataOf(await patch(path, { accountFeatures: { fedWireFeature: { enableWire: true } } }))
  assert.deepEqual(await switches(), ['Yes', 'Yes', true])
  const both = { enableWire: false, accountFeatures: { fedWireFeature: { enableWire: 'Yes' } } }
  const says = 'enableWire and accountFeatures.fedWireFeature.enableWire must not contradict each other'
  assertRefused(await patch(path, both), { status: 400, code: 'ACC001', says })
  assert.deepEqual(await switches(), ['Yes', 'Yes', true])
})

test('the result of a change is checked as a whole, and one refusal names every violation', async () => {
  const path = { customerUID, accountUID: await create() }
  const earlier = await read(path)
  const reply = await patch(path, { accountSubType: 'Heloc', routingNumber: '021000022' })
  assertRefused(reply, { status: 400, code: 'ACC001', says: 'accountSubType of a Deposit account must be one of' })
  assertRefused(reply, { status: 400, code: 'ACC001', says: 'routingNumber must be an ABA routing number' })
  assertRefused(await patch(path, { accountSubType: 'Pseudo' }), {
    status: 400,
    code: 'ACC001',
    says: 'fboAccountNumber is required',
  })
  assertRefused(await patch(path, { routingNumber: '021000021' }), {
    status: 400,
    code: 'ACC001',
    says: ROUTING_NUMBER,
  })
  assertRefused(await patch(path, { accountName: '', currency: 'dollars' }), {
    status: 400,
    code: 'ACC001',
    says: /accountName.*currency/,
  })
  assert.deepEqual(await read(path), earlier)
})

test('the currency of an account never changes', async () => {
  const path = { customerUID, accountUID: await create() }
  assertRefused(await patch(path, { currency: 'EUR' }), { status: 400, code: 'ACC001', says: 'currency must stay USD' })
  dataOf(await patch(path, { currency: 'USD' }))
})

test('systemOfRecords and routingNumber of an account change only while it is empty', async () => {
  const payer = await createPayer(service)
  const elsewhere = { systemOfRecords: 'External', routingNumber: '021000021' }
  assertRefused(await patch(payer, elsewhere), { status: 409, code: 'ACC001', says: 'its balance is not zero' })
  await empty(payer)
  dataOf(await patch(payer, elsewhere))
  assert.equal((await read(payer)).routingNumber, '021000021')
})

test('a change to the number of another account at the same bank is refused with 409', async () => {
  const accountNumber = accountBody().accountNumber
  await create({ accountNumber })
  const path = { customerUID, accountUID: await create() }
  assertRefused(await patch(path, { accountNumber }), { status: 409, code: 'ACC001', says: 'accountNumber' })
})

for (const [field, feature] of [
  ['defaultOffset', { achFeature: { defaultOffset: true } }],
  ['feeAccount', { feeAccount: 'Yes' }],
] as const)
  test(`at most one account of a customer in a currency has ${field}; it can move to another account`, async () => {
    const owner = await createCustomer()
    const post = (fields: object) => service.call('POST', `/v3/customers/${owner}/accounts`, accountBody(fields))
    const first = { customerUID: owner, accountUID: dataOf(await post({ [field]: 'Yes' }), 201).accountUID }
    assertRefused(await post({ accountFeatures: feature }), {
      status: 409,
      code: 'ACC001',
      says: `Turn off ${field} on`,
    })
    dataOf(await post({ [field]: 'Yes', currency: 'EUR' }), 201)
    const second = { customerUID: owner, accountUID: await create({}, owner) }
    assertRefused(await patch(second, { [field]: 'Yes' }), {
      status: 409,
      code: 'ACC001',
      says: `Turn off ${field} on`,
    })
    dataOf(await patch(first, { [field]: 'No' }))
    dataOf(await patch(second, { [field]: 'Yes' }))
    dataOf(await act(second, 'Close'))
    dataOf(await patch(first, { [field]: 'Yes' }))
  })

test('v3 and v2 suspend, activate and close an account, and a Closed account stays closed', async () => {
  for (const version of ['/v3', '/v2', '']) {
    const path = { customerUID, accountUID: await create() }
    const change = (action: string) => service.call('PATCH', pathOf(path, version), { action, reason: 'asked for' })
    for (const [action, status] of [
      ['Suspend', 'Suspended'],
      ['activate', 'Active'],
      ['SUSPEND', 'Suspended'],
      ['Close', 'Closed'],
    ] as const) {
      dataOf(await change(action))
      assert.equal((await read(path)).status, status)
    }
    for (const action of ['Activate', 'Suspend', 'Close'])
      assertRefused(await change(action), { status: 409, code: 'ACC001', says: 'the account is Closed' })
    assertRefused(await patch(path, { accountName: 'Again' }), { status: 409, code: 'ACC001', says: 'Closed' })
  }
})

test('an action that the current status does not allow is refused with 409, and the refusal names the status', async () => {
  const path = { customerUID, accountUID: await create() }
  assertRefused(await act(path, 'Activate'), { status: 409, code: 'ACC001', says: 'the account is Active' })
  dataOf(await act(path, 'Suspend'))
  assertRefused(await act(path, 'Suspend'), { status: 409, code: 'ACC001', says: 'the account is Suspended' })
})

test('action and reason require each other, and only the three actions exist', async () => {
  const path = { customerUID, accountUID: await create() }
  const refused = { status: 400, code: 'ACC001' }
  assertRefused(await patch(path, { action: 'Suspend' }), { ...refused, says: 'reason is required' })
  assertRefused(await patch(path, { reason: 'because' }), { ...refused, says: 'action is required' })
  assertRefused(await act(path, 'Freeze'), { ...refused, says: 'action must be one of Activate, Suspend, Close' })
  const v2 = (body: object) => service.call('PATCH', pathOf(path, '/v2'), body)
  assertRefused(await v2({}), { ...refused, says: 'action is required; reason is required' })
})

test('fields and status can change together, and neither changes if the other is refused', async () => {
  const path = { customerUID, accountUID: await create() }
  dataOf(await patch(path, { accountName: 'Frozen', action: 'Suspend', reason: 'stolen' }))
  const { accountName, status } = await read(path)
  assert.deepEqual([accountName, status], ['Frozen', 'Suspended'])
  assertRefused(await patch(path, { accountName: 'Lost', action: 'Suspend', reason: 'again' }), {
    status: 409,
    code: 'ACC001',
  })
  assert.equal((await read(path)).accountName, 'Frozen')
})

test('a Suspended account cannot pay, and can pay again when it is Active', async () => {
  const payer = await createPayer(service)
  const pay = () => service.call('POST', '/payments/creditrequest', creditBody(payer))
  dataOf(await act(payer, 'Suspend'))
  assertRefused(await pay(), { status: 402, code: 'PAYMENT002', says: 'not active' })
  dataOf(await act(payer, 'Activate'))
  dataOf(await pay())
})

test('an account with a balance, a hold or a scheduled payment cannot be closed or deleted', async () => {
  const payer = await createPayer(service)
  const refuses = async (says: string) => {
    assertRefused(await act(payer, 'Close'), { status: 409, code: 'ACC001', says })
    assertRefused(await remove(payer), { status: 409, code: 'ACC001', says })
  }
  await refuses('its balance is not zero')
  const paymentDate = service.app.clock.now().toZonedDateTimeISO('UTC').toPlainDate().add({ days: 30 }).toString()
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentDate })))
  await empty(payer)
  await refuses('payments or debits of the account wait for their date')
  assert.equal((await read(payer)).status, 'Active')
})

test('a hold alone keeps an account open', async () => {
  const payer = await createPayer(service)
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 1000 })))
  assertRefused(await act(payer, 'Close'), { status: 409, code: 'ACC001', says: 'its balance is not zero' })
})

for (const version of ['/v2', ''])
  test(`DELETE ${version}/customers/{customerUID}/accounts/{accountUID} hides the account and retires its number`, async () => {
    const owner = await createCustomer()
    const accountNumber = accountBody().accountNumber
    const path = { customerUID: owner, accountUID: await create({ accountNumber, externalReferenceId: 'gone' }, owner) }
    const { accountUID } = path
    assert.deepEqual(dataOf(await remove(path, version)), {
      externalReferenceId: 'gone',
      accountUID,
      accountUUID: accountUID,
    })
    assertRefused(await service.call('GET', pathOf(path)), { status: 404, code: 'ACC001' })
    assert.deepEqual(dataOf(await service.call('GET', `/v2/customers/${owner}/accounts`)), [])
    assertRefused(await remove(path, version), { status: 404, code: 'ACC002' })
    assertRefused(await patch(path, { accountName: 'Back' }), { status: 404, code: 'ACC001' })
    assertRefused(await service.call('POST', `/v3/customers/${owner}/accounts`, accountBody({ accountNumber })), {
      status: 409,
      code: 'ACC001',
      says: 'a closed account had this accountNumber; it is free from',
    })
    const [kept] = await service.query('select from ledger_accounts where tenant_id = $1 and id = $2', [
      service.tenant.institution.tenantId,
      accountUID,
    ])
    assert.ok(kept, 'the ledger account remains')
  })

test('a closed account takes no credit of the institution, and can be deleted', async () => {
  const path = { customerUID, accountUID: await create() }
  dataOf(await act(path, 'Close'))
  const credit = await service.call('POST', `/v1/institution/accounts/${path.accountUID}/adjustments`, {
    ...{ direction: 'Credit', amount: 5, currency: 'USD', reason: 'came back', externalReferenceId: 'late' },
  })
  assertRefused(credit, { status: 409, code: 'ACC001', says: 'the account is Closed' })
  dataOf(await remove(path))
})

test('a closed account can be deleted, but not one of another customer', async () => {
  const path = { customerUID, accountUID: await create() }
  dataOf(await act(path, 'Close'))
  const foreign = { ...path, customerUID: await createCustomer() }
  assertRefused(await remove(foreign), { status: 400, code: 'ACC002' })
  assertRefused(await patch(foreign, { accountName: 'Mine' }), { status: 400, code: 'ACC001' })
  dataOf(await remove(path))
})

test('If-Match: a change of an outdated version is refused with 412, and every change gives a new ETag', async () => {
  const path = { customerUID, accountUID: await create() }
  const seen = (await service.call('GET', pathOf(path))).headers.get('etag')!
  const changed = await patch(path, { costCenter: '1' }, { 'if-match': seen })
  dataOf(changed)
  const present = changed.headers.get('etag')!
  assert.notEqual(present, seen)
  assert.equal((await service.call('GET', pathOf(path, '/v2'))).headers.get('etag'), present)
  assertRefused(await patch(path, { costCenter: '2' }, { 'if-match': seen }), { status: 412, code: 'ACC001' })
  const stale = { headers: { 'if-match': seen } }
  assertRefused(await service.call('DELETE', pathOf(path, '/v2'), undefined, stale), { status: 412, code: 'ACC001' })
  assert.equal((await read(path)).costCenter, '1')
  dataOf(await patch(path, { costCenter: '3' }, { 'if-match': '*' }))
})

test('the token of an external account is stored sealed and never shown', async () => {
  const externalAuthToken = 'access-token-of-the-aggregator'
  const externalAccount = { externalProvider: 'aggregator', externalId: 'item-7', externalAuthToken }
  const elsewhere = { systemOfRecords: 'External', routingNumber: '021000021', externalAccount }
  const path = { customerUID, accountUID: await create(elsewhere) }
  const { tenantId } = service.tenant.institution
  const opened = async () => {
    const [row] = await service.query<{ token: Buffer }>(
      'select sealed_external_token as token from accounts where tenant_id = $1 and id = $2',
      [tenantId, path.accountUID],
    )
    return service.app.sealer.open(row!.token, `external_account:${tenantId}:${path.accountUID}`).toString()
  }
  assert.equal(await opened(), externalAuthToken)
  dataOf(await patch(path, { externalAccount: { externalId: 'item-8' } }))
  assert.equal(await opened(), externalAuthToken)
  const shown = { externalProvider: 'aggregator', externalId: 'item-8' }
  assert.deepEqual((await read(path)).externalAccount, shown)
  assert.deepEqual((await read(path, '/v2')).externalAccount, shown)
  dataOf(await patch(path, { externalAccount: { externalAuthToken: 'another-token-of-the-aggregator' } }))
  assert.equal(await opened(), 'another-token-of-the-aggregator')

  const traces = await service.query<{ text: string }>(
    `select coalesce(before::text, '') || after::text as text from audit_log where tenant_id = $1
     union all select data::text from events where tenant_id = $1 union all select response::text from idempotency_keys where tenant_id = $1`,
    [tenantId],
  )
  assert.equal(
    traces.some(({ text }) => text?.includes('token-of-the-aggregator')),
    false,
  )
})

test('every change of an account writes an audit record and an event', async () => {
  const path = { customerUID, accountUID: await create({ costCenter: 'before' }) }
  dataOf(await patch(path, { costCenter: 'after' }))
  dataOf(await act(path, 'Suspend', 'reported stolen'))
  dataOf(await act(path, 'Activate'))
  dataOf(await act(path, 'Close'))
  dataOf(await remove(path))
  const actions = ['created', 'updated', 'suspended', 'activated', 'closed', 'deleted'].map((verb) => `account.${verb}`)
  const audit = await service.query<{
    action: string
    before: Record<string, unknown>
    after: Record<string, unknown>
  }>(
    `select action, before, after from audit_log where tenant_id = $1 and subject_kind = 'account' and subject_id = $2 order by id`,
    [service.tenant.institution.tenantId, path.accountUID],
  )
  assert.deepEqual(
    audit.map(({ action }) => action),
    actions,
  )
  assert.deepEqual([audit[1]!.before['costCenter'], audit[1]!.after['costCenter']], ['before', 'after'])
  assert.equal(audit[2]!.after['reason'], 'reported stolen')
  const events = await service.query<{ type: string }>(
    `select type from events where tenant_id = $1 and subject_kind = 'account' and subject_id = $2 order by id`,
    [service.tenant.institution.tenantId, path.accountUID],
  )
  assert.deepEqual(new Set(events.map(({ type }) => type)), new Set(actions))
})

test('a simultaneous payment and closing of an emptied account: only one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const payer = await createPayer(service, { balance: 0 })
    const paymentDate = service.app.clock.now().toZonedDateTimeISO('UTC').toPlainDate().add({ days: 30 }).toString()
    const [closed, paid] = await Promise.all([
      act(payer, 'Close'),
      service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentDate })),
    ])
    assert.deepEqual([closed.status, paid.status].toSorted(), closed.status === 200 ? [200, 402] : [200, 409])
  }
})

test('search finds by every v3 filter, in pages', async () => {
  const owner = await createCustomer()
  const plain = await create({}, owner)
  const wanted = accountBody({
    accountType: 'Loan',
    accountSubType: 'Heloc',
    currency: 'EUR',
    costCenter: 'cc-search',
    accountFeatures: {
      fedWireFeature: { enableWire: true, enableDomesticWire: false, enableInternationalWire: 'No' },
      fedNowFeature: { enableFedNow: false },
      rtpFeature: { enableRtp: 'no' },
    },
  })
  const accountUID = await create(wanted, owner)
  dataOf(await act({ customerUID: owner, accountUID }, 'Suspend'))
  const search = (body: object, query = '') =>
    service.call('POST', `/v3/customers/${owner}/accounts/search${query}`, body)
  const found = async (body: object) =>
    dataOf(await search(body)).map((account: { accountUID: string }) => account.accountUID)
  assert.deepEqual(await found({}), [plain, accountUID])
  for (const filter of [
    { accountNumber: wanted.accountNumber },
    { accountType: 'LOAN' },
    { accountSubType: 'heloc' },
    { currency: 'EUR' },
    { costCenter: 'cc-search' },
    { status: 'suspended' },
    { fedwireEnabled: false },
    { swiftEnabled: false },
    { fedNowEnabled: false },
    { rtpEnabled: false },
    { status: 'Suspended', currency: 'EUR', wireEnabled: true, rtpEnabled: false },
  ])
    assert.deepEqual(await found(filter), [accountUID], JSON.stringify(filter))
  for (const filter of [
    { fedwireEnabled: true },
    { swiftEnabled: true },
    { fedNowEnabled: true },
    { rtpEnabled: true },
  ])
    assert.deepEqual(await found(filter), [plain], JSON.stringify(filter))
  assert.deepEqual(await found({ wireEnabled: true }), [plain, accountUID])
  assert.deepEqual(await found({ status: 'Closed' }), [])
  const [account] = dataOf(await search({ accountNumber: wanted.accountNumber }))
  assert.deepEqual(account, await read({ customerUID: owner, accountUID }))
  const second = await search({}, '?page=2&limit=1')
  assert.deepEqual(second.body.pagination, { totalRecords: 2, returnedRecords: 1, pageReturned: 2, pageSize: 1 })
  for (const [body, query] of [
    [{ wireEnabled: 'maybe' }, ''],
    [{}, '?limit=1001'],
    [{}, '?page=0'],
    [{ status: 'Frozen' }, ''],
  ] as const)
    assertRefused(await search(body, query), { status: 400, code: 'ACC001' })
})

const excluded: [speed: string, features: object][] = [
  ['Express', { fedWireFeature: { enableWire: false } }],
  ['Express', { fedWireFeature: { enableDomesticWire: 'No' } }],
  ['SPOT', { fedWireFeature: { enableInternationalWire: false } }],
  ['Instant', { rtpFeature: { enableRtp: false } }],
  ['Instant', { rtpFeature: { rtpReceiveOnly: true } }],
]
for (const [speed, accountFeatures] of excluded)
  test(`an account with ${JSON.stringify(accountFeatures)} cannot pay by ${speed}, but can pay by ACH`, async () => {
    const contactBank = {
      country: 'US',
      accountNo: '700100200300',
      accountCcy: 'USD',
      name: 'First Example Bank',
      nationalCode: '021000021',
      swiftCode: 'CHASUS33',
    }
    const payer = await createPayer(service, { account: { accountFeatures }, contact: { contactBank } })
    const pay = (by: string) => service.call('POST', '/payments/creditrequest', creditBody(payer, { speed: by }))
    assertRefused(await pay(speed), { status: 402, code: 'PAYMENT002', says: `not enabled to send by ${speed}` })
    dataOf(await pay('Economy'))
  })
