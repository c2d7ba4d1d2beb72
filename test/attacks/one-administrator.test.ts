import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '../../src/main/operations.ts'
import { ENTITLEMENTS, type Entitlement } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { createPayer, startTestService, type TestClient, type TestService } from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const PROFILE = '/v1/institution'
const CLIENTS = '/v1/institution/api-clients'

const clientWith = (...names: string[]) =>
  service.createClient(service.tenant, { entitlements: names.map((name) => `Institution.${name}` as Entitlement) })
const without = (name: string) =>
  service.createClient(service.tenant, { entitlements: ENTITLEMENTS.filter((one) => one !== `Institution.${name}`) })
const update = (body: object, client?: TestClient) => service.call('PUT', PROFILE, body, { client })
const refusedForLackOf = (reply: Parameters<typeof assertRefused>[0], name: string) =>
  assertRefused(reply, { status: 403, code: 'AUTH002', says: `Institution.${name}` })

// The parts of the institution

test('a client with Manage_Institution alone cannot adjust, set rates, fees or limits, or manage clients or webhooks', async () => {
  const client = await clientWith('Manage_Institution')
  const payer = await createPayer(service, { balance: 0 })
  for (const [method, path, name] of [
    ['POST', `/v1/institution/accounts/${payer.accountUID}/adjustments`, 'Adjust_Balances'],
    ['PUT', '/v1/institution/fx/rates', 'Manage_FX_Rates'],
    ['PUT', '/v1/institution/fx/margins', 'Manage_FX_Margins'],
    ['PUT', '/v1/institution/limits', 'Manage_Limits_And_Fees'],
    ['POST', '/v1/institution/fees', 'Manage_Limits_And_Fees'],
    ['POST', CLIENTS, 'Manage_API_Clients'],
    ['POST', '/v1/institution/signing-keys/rotate', 'Manage_API_Clients'],
    ['PUT', `/v1/institution/customers/${payer.customerUID}/suspend`, 'Manage_Customer_State'],
    ['POST', '/v1/institution/webhooks', 'Manage_Webhooks'],
  ] as const)
    refusedForLackOf(await service.call(method, path, {}, { client }), name)
})

test('no entitlement of the institution opens two of its parts', () => {
  const writes = operations.filter(
    ({ method, entitlement }) => method !== 'GET' && entitlement.startsWith('Institution.'),
  )
  const parts = Map.groupBy(writes, ({ entitlement }) => entitlement)
  assert.equal(parts.size, 10)
  const adjusts = parts.get('Institution.Adjust_Balances')!.map(({ id }) => id)
  const moving = ['acceptReceipt', 'adjustAccount', 'assignReceipt', 'releaseSuspenseItem', 'writeOffReceivable']
  assert.deepEqual(adjusts.toSorted(), moving)
})

test('a profile administrator cannot switch rails, windows or closed days, nor raise a cap or the age of a rate', async () => {
  const client = await clientWith('Manage_Institution')
  for (const body of [
    { rails: { SWIFT: false } },
    { closedDays: ['2026-12-24'] },
    { instantNetwork: 'FEDNOW' },
    { ach: { immediateDestinationName: 'ELSEWHERE' } },
    { simulator: { settleAfterSeconds: 5 } },
  ])
    refusedForLackOf(await update(body, client), 'Manage_Rails')
  for (const body of [{ adjustmentCaps: [] }, { fx: { maxRateAgeSeconds: 86_400 } }, { instantLimits: { RTP: 5 } }])
    refusedForLackOf(await update(body, client), 'Manage_Limits_And_Fees')
})

test('a part of the profile cannot be changed inside a body that also changes allowed fields', async () => {
  const client = await clientWith('Manage_Institution', 'View_Institution')
  const before = dataOf(await service.call('GET', PROFILE, undefined, { client }))
  refusedForLackOf(await update({ name: 'Renamed', rails: { SWIFT: false } }, client), 'Manage_Rails')
  assert.deepEqual(dataOf(await service.call('GET', PROFILE, undefined, { client })), before)
  // Fields that keep their values are no change.
  const { tenantCode: _code, customerUID: _uid, ...fields } = before
  assert.equal(dataOf(await update({ ...fields, name: 'Renamed' }, client)).name, 'Renamed')
})

test('a rails administrator without Manage_Institution cannot change the profile', async () => {
  const client = await clientWith('Manage_Rails', 'Manage_Limits_And_Fees')
  refusedForLackOf(await update({ closedDays: ['2026-12-24'] }, client), 'Manage_Institution')
})

test('an administrator of the institution cannot decide changes that wait without Approve_Changes', async () => {
  const client = await without('Approve_Changes')
  const path = '/v1/institution/approvals/01990000-0000-7000-8000-000000000000'
  for (const [step, body] of [
    ['approve', { contentHash: 'x' }],
    ['reject', { reason: 'x' }],
  ] as const)
    refusedForLackOf(await service.call('PUT', `${path}/${step}`, body, { client }), 'Approve_Changes')
})

// API clients

const beyond = (reply: Parameters<typeof assertRefused>[0], name: string) =>
  assertRefused(reply, { status: 403, code: 'CLIENT001', says: `the caller does not have ${name}` })

test('an administrator of API clients cannot create a client with more than it has, for any legal entity', async () => {
  const client = await clientWith('Manage_API_Clients')
  const { customerUID } = await createPayer(service, { balance: 0 })
  for (const fields of [{}, { customerUID }]) {
    const body = { name: 'Payer', entitlements: ['Payments.Initiate_Payments'], ...fields }
    beyond(await service.call('POST', CLIENTS, body, { client }), 'Payments.Initiate_Payments')
  }
  const equal = { name: 'Equal', entitlements: ['Institution.Manage_API_Clients'] }
  assert.equal((await service.call('POST', CLIENTS, equal, { client })).status, 201)
})

test('an administrator of API clients cannot give itself or another client more than it has', async () => {
  const client = await clientWith('Manage_API_Clients')
  const other = await clientWith('View_Institution')
  for (const { apiKey } of [client, other]) {
    const body = { entitlements: ['Institution.Manage_API_Clients', 'Institution.Adjust_Balances'] }
    beyond(await service.call('PUT', `${CLIENTS}/${apiKey}`, body, { client }), 'Institution.Adjust_Balances')
  }
  // What a client has already, it keeps; and entitlements can be taken away.
  const fewer = await service.call('PUT', `${CLIENTS}/${other.apiKey}`, { entitlements: [] }, { client })
  assert.deepEqual(dataOf(fewer).entitlements, [])
})

test('an administrator of API clients cannot take over a client with more rights by giving it a new secret', async () => {
  const client = await clientWith('Manage_API_Clients')
  const { apiKey } = await clientWith('Adjust_Balances')
  beyond(
    await service.call('POST', `${CLIENTS}/${apiKey}/rotate`, { overlapSeconds: 0 }, { client }),
    'Institution.Adjust_Balances',
  )
  // Revoking takes rights away, so it stays possible at any hour.
  dataOf(await service.call('POST', `${CLIENTS}/${apiKey}/revoke`, undefined, { client }))
})

test('an administrator of API clients cannot reach more through a role, neither by giving it nor by editing it', async () => {
  const entitlements = ['Institution.Manage_API_Clients', 'User_Admin.Manage_Roles'] as const
  const client = await service.createClient(service.tenant, { entitlements })
  const roles = `/api/user-management/v1/customers/${service.tenant.institution.legalEntityId}/roles`
  const roleOf = async (name: string, applications: object[]) => {
    const body = { name, externalReferenceId: name, description: name, applications }
    return (await service.call('POST', roles, body)).body.data
  }
  const payments = { name: 'Payments', entitlements: ['Approve_Payments'] }
  const harmless = { name: 'User_Admin', entitlements: ['Manage_Roles'] }
  await roleOf('Approver', [payments])
  const { roleId } = await roleOf('Harmless', [harmless])
  const body = { name: 'Mine', roleNames: ['Approver'] }
  beyond(await service.call('POST', CLIENTS, body, { client }), 'Payments.Approve_Payments')
  const mine = dataOf(await service.call('POST', CLIENTS, { name: 'Mine', roleNames: ['Harmless'] }, { client }), 201)
  assert.deepEqual(mine.roleNames, ['Harmless'])
  assertRefused(await service.call('PUT', `${roles}/${roleId}`, { applications: [harmless, payments] }, { client }), {
    status: 403,
    code: 'USER001',
  })
})

// Caps on adjustments

const CAPS = { USD: { perBooking: '10000', perDay: '25000' } }

async function cappedBank(code: string) {
  const tenant = await service.createTenant(code, { adjustmentCaps: CAPS })
  const payer = await createPayer(service, { client: tenant.client, balance: 0 })
  const adjust = (amount: number, fields: object = {}, options: object = {}) =>
    service.call(
      'POST',
      `/v1/institution/accounts/${payer.accountUID}/adjustments`,
      { direction: 'Credit', amount, currency: 'USD', reason: 'r', externalReferenceId: 'e', ...fields },
      { client: tenant.client, ...options },
    )
  return { tenant, payer, adjust }
}
const overCap = (reply: Parameters<typeof assertRefused>[0], says: string) =>
  assertRefused(reply, { status: 402, code: 'ACC001', says })

test('an adjustment of exactly the cap is posted, one cent more is refused and names the cap', async () => {
  const { adjust } = await cappedBank('capped')
  overCap(await adjust(100.01), 'adjustmentCaps.perBooking, 100.00 USD')
  overCap(await adjust(70_368_744_177_663.99), 'adjustmentCaps.perBooking, 100.00 USD')
  dataOf(await adjust(100), 201)
})

test('an amount above the cap cannot be split into adjustments of one day, in either direction', async () => {
  const { adjust } = await cappedBank('split')
  dataOf(await adjust(100), 201)
  dataOf(await adjust(100, { direction: 'Debit' }), 201)
  overCap(await adjust(50.01), 'the rest of adjustmentCaps.perDay, 50.00 USD of 250.00 USD')
  dataOf(await adjust(50), 201)
  overCap(await adjust(0.01), '0.00 USD of 250.00 USD')
})

test('a refused adjustment uses nothing of the daily cap', async () => {
  const { adjust } = await cappedBank('unused')
  for (let n = 0; n < 5; n++) overCap(await adjust(100, { direction: 'Debit' }), 'available balance')
  for (const amount of [100, 100, 50]) dataOf(await adjust(amount), 201)
})

test('fifty adjustments at once through two nodes do not exceed the daily cap by a cent', async () => {
  const { adjust, payer, tenant } = await cappedBank('hurried')
  const nodes = [service.baseUrl, await service.startNode()]
  const replies = await Promise.all(Array.from({ length: 50 }, (_, n) => adjust(9.99, {}, { at: nodes[n % 2] })))
  assert.equal(replies.filter(({ status }) => status === 201).length, 25)
  for (const reply of replies.filter(({ status }) => status !== 201)) overCap(reply, 'adjustmentCaps.perDay')
  const path = `/v3/customers/${payer.customerUID}/accounts/${payer.accountUID}?includeAccountBalance=true`
  const { ledgerBalance } = dataOf(await service.call('GET', path, undefined, { client: tenant.client }))
  assert.equal(ledgerBalance, '249.75')
})

test('a currency without a cap cannot be adjusted', async () => {
  const { tenant } = await cappedBank('euros')
  const { client } = tenant
  const { accountUID } = await createPayer(service, { client, account: { currency: 'EUR' }, balance: 0 })
  const body = { direction: 'Credit', amount: 1, currency: 'EUR', reason: 'r', externalReferenceId: 'e' }
  const path = `/v1/institution/accounts/${accountUID}/adjustments`
  assertRefused(await service.call('POST', path, body, { client }), {
    status: 403,
    code: 'ACC001',
    says: 'adjustmentCaps for EUR',
  })
})

test('a client with Adjust_Balances cannot raise its own cap', async () => {
  const client = await clientWith('Adjust_Balances', 'Manage_Institution', 'View_Institution')
  const adjustmentCaps = [{ currency: 'USD', perBooking: 1_000_000_000, perDay: 1_000_000_000 }]
  refusedForLackOf(await update({ adjustmentCaps }, client), 'Manage_Limits_And_Fees')
})

test('a cap cannot be lifted by an amount that is none, a currency named twice, or a day below its bookings', async () => {
  const cap = { currency: 'USD', perBooking: 10, perDay: 10 }
  for (const [adjustmentCaps, says] of [
    [[cap, cap], 'adjustmentCaps names USD twice'],
    [[{ ...cap, perBooking: 11 }], 'perBooking must not be above perDay'],
    [[{ ...cap, perBooking: 0.001 }], 'adjustmentCaps.0 must have amounts'],
    [[{ ...cap, perDay: 1e300 }], 'adjustmentCaps.0 must have amounts'],
    [[{ ...cap, currency: 'XXX' }], 'adjustmentCaps.0 must have amounts'],
    [[{ ...cap, perDay: null }], 'perDay'],
    [[{ ...cap, perBooking: -1 }], 'perBooking'],
    ['none', 'adjustmentCaps'],
  ] as const)
    assertRefused(await update({ adjustmentCaps }), { status: 400, code: 'INST001', says })
})

// Under dual control

/** An institution under dual control with two administrators who have every entitlement. */
async function twoPeople(code: string) {
  const tenant = await service.createTenant(code, { dualControl: true, adjustmentCaps: CAPS })
  const [first, second] = [tenant.client, await service.createClient(tenant, {})]
  const as = (client: TestClient) => (method: string, path: string, body?: object) =>
    service.call(method, path, body, { client })
  const approve = async (client: TestClient, approvalUID: string) => {
    const path = `/v1/institution/approvals/${approvalUID}`
    const { contentHash } = dataOf(await as(first)('GET', path))
    return as(client)('PUT', `${path}/approve`, { contentHash })
  }
  return { tenant, first, second, as, approve }
}
const waits = (reply: Parameters<typeof dataOf>[0]): string => dataOf(reply, 202).approvalUID
const ownChange = (reply: Parameters<typeof assertRefused>[0]) =>
  assertRefused(reply, { status: 403, code: 'APPROVAL001', says: 'own' })

test('one administrator cannot raise a cap alone: the old cap applies until another one approves', async () => {
  const { first, second, as, approve } = await twoPeople('raised')
  const payer = await createPayer(service, { client: first, balance: 0 })
  const raised = [{ currency: 'USD', perBooking: 1000, perDay: 1000 }]
  const approvalUID = waits(await as(first)('PUT', PROFILE, { adjustmentCaps: raised }))
  const body = { direction: 'Credit', amount: 101, currency: 'USD', reason: 'r', externalReferenceId: 'e' }
  const path = `/v1/institution/accounts/${payer.accountUID}/adjustments`
  overCap(await as(first)('POST', path, body), 'adjustmentCaps.perBooking, 100.00 USD')
  ownChange(await approve(first, approvalUID))
  dataOf(await approve(second, approvalUID))
  waits(await as(first)('POST', path, body))
})

test('a second person without Manage_Limits_And_Fees cannot approve a raised cap', async () => {
  const { tenant, first, as, approve } = await twoPeople('unfit')
  const raised = [{ currency: 'USD', perBooking: 1000, perDay: 1000 }]
  const approvalUID = waits(await as(first)('PUT', PROFILE, { adjustmentCaps: raised }))
  const names = ['Manage_Institution', 'Approve_Changes', 'View_Institution'] as const
  const entitlements = names.map((name) => `Institution.${name}` as const)
  const other = await service.createClient(tenant, { entitlements })
  refusedForLackOf(await approve(other, approvalUID), 'Manage_Limits_And_Fees')
})

test('adjustments that wait use nothing of the daily cap, and cannot exceed it when they are approved together', async () => {
  const { first, second, as, approve } = await twoPeople('queued')
  const payer = await createPayer(service, { client: first, balance: 0 })
  const body = { direction: 'Credit', amount: 100, currency: 'USD', reason: 'r', externalReferenceId: 'e' }
  const path = `/v1/institution/accounts/${payer.accountUID}/adjustments`
  const waiting: string[] = []
  for (let n = 0; n < 4; n++) waiting.push(waits(await as(first)('POST', path, body)))
  const replies = await Promise.all(waiting.map((approvalUID) => approve(second, approvalUID)))
  assert.equal(replies.filter(({ status }) => status === 200).length, 2)
  for (const reply of replies.filter(({ status }) => status !== 200))
    assertRefused(reply, { status: 409, code: 'APPROVAL001', says: 'adjustmentCaps.perDay' })
})

test('one administrator cannot create a client that pays, nor approve with a client it created', async () => {
  const { first, as } = await twoPeople('helpers')
  for (const entitlements of [['Payments.Initiate_Payments'], ['Institution.Approve_Changes']])
    waits(await as(first)('POST', CLIENTS, { name: 'Helper', entitlements }))
})

const RATES = '/v1/institution/fx/rates'
const rate = (mid: number, fields: object = {}) => ({
  baseCcy: 'EUR',
  quoteCcy: 'USD',
  bid: mid,
  mid,
  ask: mid,
  ...fields,
})

/** An institution under dual control with a rate of 1.00 for EUR/USD. */
async function market(code: string) {
  const people = await twoPeople(code)
  const set = async (rates: object[], client = people.first) => people.as(client)('PUT', RATES, { rates })
  const midOf = async (baseCcy = 'EUR') => {
    const { rates } = dataOf(await people.as(people.first)('GET', RATES))
    return rates.find((one: { baseCcy: string }) => one.baseCcy === baseCcy)?.mid
  }
  /** Sets the first rate of a pair without a cross, which takes two people. */
  const open = async (first: object) => {
    const [{ approvalUID }] = dataOf(await set([first])).waiting
    dataOf(await people.approve(people.second, approvalUID))
  }
  await open(rate(1))
  return { ...people, set, midOf, open }
}

test('one administrator cannot set the first rate of a pair that has no cross', async () => {
  const { first, second, set, midOf, approve } = await market('opened')
  const reply = dataOf(await set([rate(1.01), rate(9, { baseCcy: 'GBP' })]))
  assert.equal(await midOf(), 1.01)
  const [{ approvalUID, ...waiting }] = reply.waiting
  assert.deepEqual([waiting.baseCcy, reply.waiting.length], ['GBP', 1])
  assert.equal(await midOf('GBP'), undefined)
  ownChange(await approve(first, approvalUID))
  // While it waits, another first rate does not become a proposal of its own.
  assert.equal(dataOf(await set([rate(8, { baseCcy: 'GBP' })])).waiting[0].approvalUID, approvalUID)
  dataOf(await approve(second, approvalUID))
  assert.equal(await midOf('GBP'), 9)
})

test('one administrator cannot invent a cross within one request', async () => {
  const { set, midOf } = await market('invented')
  const { waiting } = dataOf(await set([rate(9, { baseCcy: 'GBP' }), rate(0.1, { baseCcy: 'EUR', quoteCcy: 'GBP' })]))
  assert.equal(waiting.length, 2)
  assert.equal(await midOf('GBP'), undefined)
})

test('one administrator cannot set a rate 5 % away and a little more: the old rate stays in force, and the reply says so', async () => {
  const { second, set, midOf, approve } = await market('far')
  const reply = dataOf(await set([rate(1.05000001)]))
  assert.equal(reply.rates[0].mid, 1)
  const [{ approvalUID, message, ...pair }] = reply.waiting
  assert.deepEqual(pair, { baseCcy: 'EUR', quoteCcy: 'USD' })
  assert.match(message, /the old rate stays in force/)
  assert.equal(await midOf(), 1)
  dataOf(await approve(second, approvalUID))
  assert.equal(await midOf(), 1.05000001)
})

test('the setter of a far rate cannot confirm it, nor can a client without Manage_FX_Rates', async () => {
  const { tenant, first, set, midOf, approve } = await market('alone')
  const [{ approvalUID }] = dataOf(await set([rate(2)])).waiting
  ownChange(await approve(first, approvalUID))
  const entitlements = ['Institution.Approve_Changes', 'Institution.View_Institution'] as const
  refusedForLackOf(await approve(await service.createClient(tenant, { entitlements }), approvalUID), 'Manage_FX_Rates')
  assert.equal(await midOf(), 1)
})

test('a rate cannot be moved far by its bid or ask, by forward points, or by small steps within a day', async () => {
  const { set, midOf } = await market('walked')
  const waitsFor = async (one: object) => assert.equal(dataOf(await set([one])).waiting?.length, 1)
  await waitsFor(rate(1, { bid: 0.5 }))
  await waitsFor(rate(1, { ask: 1.5 }))
  await waitsFor(rate(1, { forwardPoints: [{ tenor: '1M', points: 0.5 }] }))
  assert.equal(dataOf(await set([rate(1.04)])).waiting, undefined)
  // Four percent from the last rate, but eight from that at the start of the day.
  await waitsFor(rate(1.08))
  assert.equal(await midOf(), 1.04)
})

test('a far rate cannot hide behind a pair without a rate: it is compared with its cross through USD', async () => {
  const { set, midOf, open } = await market('crossed')
  await open(rate(2, { baseCcy: 'GBP' }))
  const cross = { baseCcy: 'EUR', quoteCcy: 'GBP' }
  const { waiting } = dataOf(await set([rate(5, cross)]))
  assert.equal(waiting.length, 1)
  assert.equal(dataOf(await set([rate(0.5, cross)])).waiting, undefined)
  assert.equal(await midOf('GBP'), 2)
})

test('a far rate does not hold up the other rates of its request', async () => {
  const { set, midOf, open } = await market('mixed')
  await open(rate(2, { baseCcy: 'GBP' }))
  const { waiting } = dataOf(await set([rate(3), rate(2.01, { baseCcy: 'GBP' })]))
  assert.deepEqual(
    waiting.map(({ baseCcy }: { baseCcy: string }) => baseCcy),
    ['EUR'],
  )
  assert.deepEqual([await midOf(), await midOf('GBP')], [1, 2.01])
})

test('a far rate that is confirmed late does not overwrite a newer one', async () => {
  const { second, set, midOf, approve } = await market('late')
  const [{ approvalUID }] = dataOf(await set([rate(2)])).waiting
  dataOf(await set([rate(1.01)]))
  // The newer rate has voided it.
  assertRefused(await approve(second, approvalUID), { status: 409, code: 'APPROVAL001' })
  assert.equal(await midOf(), 1.01)
})

test('a feed that repeats a far rate makes one proposal, so what an approver reads is what they approve', async () => {
  const { second, set, midOf, approve } = await market('repeated')
  const [{ approvalUID }] = dataOf(await set([rate(1.2)])).waiting
  const [again] = dataOf(await set([rate(1.3)])).waiting
  assert.equal(again.approvalUID, approvalUID)
  dataOf(await approve(second, approvalUID))
  assert.equal(await midOf(), 1.2)
  // The confirmed rate is the reference from now on.
  assert.equal(dataOf(await set([rate(1.25)])).waiting, undefined)
})

test('two approvers on two nodes confirm a far rate once', async () => {
  const { tenant, first, second, set, as } = await market('raced')
  const third = await service.createClient(tenant, {})
  const [{ approvalUID }] = dataOf(await set([rate(2)])).waiting
  const path = `/v1/institution/approvals/${approvalUID}`
  const { contentHash } = dataOf(await as(first)('GET', path))
  const nodes = [service.baseUrl, await service.startNode()]
  const replies = await Promise.all(
    [second, third].map((client, n) =>
      service.call('PUT', `${path}/approve`, { contentHash }, { client, at: nodes[n]! }),
    ),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
})

test('someone who sets rates cannot lift the bound on them, nor make a rate valid by a false percentage', async () => {
  const { tenant, as, first } = await market('lifted')
  const entitlements = ['Institution.Manage_FX_Rates', 'Institution.Manage_Institution'] as const
  const setter = await service.createClient(tenant, { entitlements })
  refusedForLackOf(await as(setter)('PUT', PROFILE, { fx: { maxRateChangePercent: 100 } }), 'Manage_Limits_And_Fees')
  for (const maxRateChangePercent of [-1, 100.01, 1000, 0.001, 'five', '1e9'])
    assertRefused(await as(first)('PUT', PROFILE, { fx: { maxRateChangePercent } }), {
      status: 400,
      code: 'INST001',
      says: 'maxRateChangePercent',
    })
  waits(await as(first)('PUT', PROFILE, { fx: { maxRateChangePercent: 100 } }))
})
