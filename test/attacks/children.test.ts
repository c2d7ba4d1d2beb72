import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import type { Entitlement } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { contactAbroad, deposit, openMarket } from '../support/fx-market.ts'
import { passTime } from '../support/sweeps.ts'
import {
  accountBody,
  consumerBody,
  contactBody,
  createPayer,
  creditBody,
  customerBody,
  debitBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
  transferBody,
  unnumberedBody,
} from '../support/test-service.ts'

/**
 * A customer with a limit tries to pay more through other customers, and to make customers and
 * identities that nobody at the institution has seen.
 */

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
const DAY = 'FEDWIRE_PAYMENT_LIMIT_PER_DAY'
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(async () => {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line))
  await service.stop()
  assert.equal(differences, 0, said.join('\n'))
})

/** A customer with its own client. */
interface Member extends Payer {
  shortName: string
  client: TestClient
}

async function member({
  above = {},
  limits = {},
  balance = 10_000,
  account = {},
}: {
  above?: object
  limits?: Record<string, number>
  balance?: number
  account?: object
} = {}): Promise<Member> {
  const customer = customerBody(above)
  const payer = await createPayer(service, { customer, balance, account })
  if (Object.keys(limits).length > 0) await setLimits(payer, limits)
  return { ...payer, shortName: customer.shortName, client: await clientOf(payer) }
}

const clientOf = ({ customerUID }: Pick<Payer, 'customerUID'>, entitlements?: readonly Entitlement[]) =>
  service.createClient(service.tenant, { legalEntityId: BigInt(customerUID), entitlements })

/** A child with nothing in its account: its money can only be from its parent. */
const childOf = (parent: Member, fields: object = {}) =>
  member({ above: { parentEntityShortName: parent.shortName }, balance: 0, ...fields })

async function setLimits({ customerUID }: Pick<Payer, 'customerUID'>, limits: Record<string, number | null>) {
  const appLimits = Object.entries(limits).map(([key, value]) => ({ key, value }))
  dataOf(await service.call('PUT', `/v2/customers/${customerUID}`, { limits: [{ appName: 'Payments', appLimits }] }))
}

const setInstitutionLimits = async (body: object) =>
  dataOf(await service.call('PUT', '/v1/institution/limits', { limits: [], ...body }))

async function move(from: Member, to: Payer, paymentAmount: number) {
  const body = transferBody({ from: from.accountUID, to: to.accountUID, paymentAmount })
  dataOf(await service.call('POST', '/payments/booktransfer', body, { client: from.client }))
}

const wire = (from: Member, paymentAmount: number, fields: object = {}, at?: string) =>
  service.call('POST', '/payments/creditrequest', creditBody(from, { paymentAmount, speed: 'Express', ...fields }), {
    client: from.client,
    at,
  })

const OF_GROUP = { status: 402, code: 'PAYMENT002', says: 'a limit of the group that the customer belongs to' }
const OF_INSTITUTION = { status: 402, code: 'PAYMENT002', says: 'a limit of the institution for all its customers' }

const act = async (action: string, uid: string, body: object = {}) =>
  dataOf(await service.call('PUT', `/v3/payments/${uid}/${action}`, body))

const work = () =>
  passTime(service.app, {
    passes: 5,
    tick: () => clock.advance({ seconds: 1 }),
    institution: () => service.tenant.institution,
  })

/** The limit of a customer for a key, as a client sees it. */
async function seenLimit({ customerUID }: Payer, client: TestClient | undefined, code: string, fields: object = {}) {
  const body = { paymentRail: 'FEDWIRE', ...fields }
  const reply = await service.call('POST', `/v1/customers/${customerUID}/limits`, body, { client })
  return dataOf(reply).limits.find((limit: { code: string }) => limit.code === code)
}

async function approve(approvalUID: string) {
  const path = `/v1/institution/approvals/${approvalUID}`
  const { contentHash } = dataOf(await service.call('GET', path))
  dataOf(await service.call('PUT', `${path}/approve`, { contentHash }))
}

// Paying through others

test("a customer cannot pay beyond its limit through a child: one cent above the parent's limit is refused", async () => {
  const parent = await member({ limits: { [DAY]: 100 } })
  const child = await childOf(parent)
  await move(parent, child, 1000)
  dataOf(await wire(parent, 60))
  assertRefused(await wire(child, 40.01), OF_GROUP)
  dataOf(await wire(child, 40))
  assertRefused(await wire(parent, 0.01), { ...OF_GROUP, says: 'are limited to 100.00 USD, with 0.00 USD left' })
})

test('a child with a higher limit of its own cannot pay more than its parent', async () => {
  const parent = await member({ limits: { [DAY]: 100 } })
  const child = await childOf(parent, { limits: { [DAY]: 1_000_000 } })
  await move(parent, child, 1000)
  assertRefused(await wire(child, 100.01), OF_GROUP)
})

test('a limit per transaction of the parent holds for a payment of the child', async () => {
  const parent = await member({ limits: { FEDWIRE_PAYMENT_LIMIT_PER_TRANSACTION: 50 } })
  const child = await childOf(parent)
  await move(parent, child, 1000)
  assertRefused(await wire(child, 50.01), OF_GROUP)
})

test('a grandchild, and siblings in turn, cannot pay more together than the customer at the top', async () => {
  const top = await member({ limits: { [DAY]: 100 } })
  const [one, two] = [await childOf(top), await childOf(top)]
  const grandchild = await childOf(one)
  for (const each of [one, two, grandchild]) await move(top, each, 500)
  dataOf(await wire(one, 30))
  dataOf(await wire(two, 30))
  dataOf(await wire(grandchild, 40))
  for (const each of [top, one, two, grandchild])
    assertRefused(await wire(each, 0.01), { status: 402, code: 'PAYMENT002', says: 'limit' })
})

test('customers below one partner, or one processing organization, cannot pay more than it together', async () => {
  for (const [customerType, field] of [
    ['Downstream Partner', 'partnerOrgShortName'],
    ['Processing Org', 'processingOrgShortName'],
  ] as const) {
    const partner = await member({ above: { customerType }, limits: { [DAY]: 100 } })
    const above = { [field]: partner.shortName }
    const [one, two] = [await member({ above }), await member({ above })]
    dataOf(await wire(one, 100))
    assertRefused(await wire(two, 0.01), OF_GROUP)
  }
})

test("the institution's limit for each customer holds for a customer and its children together", async () => {
  const KEY = 'FEDWIRE_PAYMENT_LIMIT_PER_WEEK'
  const parent = await member()
  const child = await childOf(parent)
  const stranger = await member()
  await move(parent, child, 1000)
  await setInstitutionLimits({ limits: [{ key: KEY, value: 100 }] })
  try {
    dataOf(await wire(parent, 100))
    assertRefused(await wire(child, 0.01), OF_GROUP)
    dataOf(await wire(stranger, 100))
  } finally {
    await setInstitutionLimits({ limits: [{ key: KEY, value: null }] })
  }
})

test("the institution's approval threshold cannot be passed in parts through children", async () => {
  const KEY = 'FEDWIRE_PAYMENT_LIMIT_PER_MONTH'
  const parent = await member()
  const child = await childOf(parent, { limits: { [KEY]: 1000 } })
  await move(parent, child, 1000)
  await setInstitutionLimits({ limits: [{ key: KEY, value: 1000, approvalAbove: 100 }] })
  try {
    assert.equal(dataOf(await wire(parent, 60)).paymentStatus, 'VALIDATED')
    assert.equal(dataOf(await wire(child, 40)).paymentStatus, 'VALIDATED')
    assert.equal(dataOf(await wire(child, 0.01)).paymentStatus, 'PENDING_APPROVAL')
  } finally {
    await setInstitutionLimits({ limits: [{ key: KEY, value: null }] })
  }
})

test("the institution's total cannot be passed by unrelated customers together, and counts what was paid before it was set", async () => {
  const tenant = await service.createTenant('totals')
  const payers = [await createPayer(service, tenant), await createPayer(service, tenant)] as const
  const pay = (payer: Payer, paymentAmount: number) =>
    service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount, speed: 'Express' }), tenant)
  dataOf(await pay(payers[0], 60))
  const totals = [{ key: DAY, value: 100 }]
  const set = dataOf(await service.call('PUT', '/v1/institution/limits', { limits: [], totals }, tenant))
  assert.deepEqual(set, { limits: [], totals: [{ key: DAY, value: 100, currency: 'USD' }] })
  assertRefused(await pay(payers[1], 40.01), OF_INSTITUTION)
  const paid = dataOf(await pay(payers[1], 40))
  assertRefused(await pay(payers[0], 0.01), OF_INSTITUTION)
  dataOf(await service.call('PUT', `/v3/payments/${paid.paymentUID}/cancel`, {}, tenant))
  dataOf(await pay(payers[0], 40))
  const unset = { limits: [], totals: [{ key: DAY, value: null }] }
  assert.deepEqual(dataOf(await service.call('PUT', '/v1/institution/limits', unset, tenant)).totals, [])
  dataOf(await pay(payers[0], 10))
})

test('a scheduled payment of a child is not released above what the group has left on its date', async () => {
  const parent = await member({ limits: { [DAY]: 100 } })
  const child = await childOf(parent)
  await move(parent, child, 1000)
  clock.set('2026-07-08T14:00:00.000Z')
  const later = async (amount: number) => dataOf(await wire(child, amount, { paymentDate: '2026-07-09' })).paymentUID
  const [tooMuch, rest] = [await later(40.01), await later(40)]
  clock.set('2026-07-09T14:00:00.000Z')
  dataOf(await wire(parent, 60))
  await work()
  const statusOf = async (uid: string) => dataOf(await service.call('GET', `/v3/payments/${uid}`)).status
  assert.equal(await statusOf(tooMuch), 'VALIDATION_FAILURE')
  assert.notEqual(await statusOf(rest), 'VALIDATION_FAILURE')
  assertRefused(await wire(child, 0.01), OF_GROUP)
})

test('debits of a child count against the debit limit of its parent', async () => {
  const account = { accountFeatures: { achFeature: { enableUnderWritten: true } } }
  const parent = await member({ limits: { ACH_DEBIT_LIMIT_PER_DAY: 100 }, account })
  const child = await childOf(parent, { account })
  const collect = (paymentAmount: number) =>
    service.call('POST', '/payments/debitrequest', debitBody(child, { paymentAmount }), { client: child.client })
  dataOf(await collect(60))
  assertRefused(await collect(40.01), OF_GROUP)
  dataOf(await collect(40))
})

test('a payment of a child in a foreign currency counts against the limit of its parent', async () => {
  const KEY = 'SWIFT_PAYMENT_LIMIT_PER_DAY'
  const market = await openMarket(service)
  const { shortName } = dataOf(await market.call('GET', `/v2/customers/${market.customerUID}`))
  const appLimits = [{ key: KEY, value: 100 }]
  const limited = { limits: [{ appName: 'Payments', appLimits }] }
  dataOf(await market.call('PUT', `/v2/customers/${market.customerUID}`, limited))
  const { customerUID } = dataOf(
    await market.call('POST', '/v2/customers', customerBody({ parentEntityShortName: shortName })),
  )
  const { accountUID } = dataOf(await market.call('POST', `/v3/customers/${customerUID}/accounts`, accountBody()), 201)
  const child = { ...market, customerUID, accountUID }
  await deposit(child, accountUID, 'USD', 1000)
  const contactUID = await contactAbroad(child, 'EUR')
  const pay = (paymentAmount: number) => {
    const body = creditBody({ accountUID, contactUID }, { paymentAmount, paymentCurrency: 'USD', speed: 'SPOT' })
    return market.call('POST', '/payments/creditrequest', body)
  }
  dataOf(await pay(60))
  assertRefused(await pay(40.01), OF_GROUP)
  const { paymentUID } = dataOf(await pay(40))
  dataOf(await market.call('PUT', `/v3/payments/${paymentUID}/cancel`, {}))
  dataOf(await pay(40))
})

test('cancelling a payment of a child gives back exactly its amount, once, at every level', async () => {
  const parent = await member({ limits: { [DAY]: 100 } })
  const child = await childOf(parent)
  await move(parent, child, 1000)
  const { paymentUID } = dataOf(await wire(child, 70))
  await act('cancel', paymentUID)
  assert.equal((await service.call('PUT', `/v3/payments/${paymentUID}/cancel`, {})).status, 409)
  assertRefused(await wire(parent, 100.01), { status: 402, code: 'PAYMENT002', says: 'with 100.00 USD left' })
  dataOf(await wire(child, 100))
})

test('moving a child away from its parent during the day does not free what the child used', async () => {
  const [parent, other] = [await member({ limits: { [DAY]: 100 } }), await member({ limits: { [DAY]: 100 } })]
  const child = await childOf(parent)
  await move(parent, child, 1000)
  const { paymentUID } = dataOf(await wire(child, 70))
  const path = `/v2/customers/${child.customerUID}`
  dataOf(await service.call('PUT', path, { parentEntityShortName: other.shortName }))
  assertRefused(await wire(parent, 30.01), { status: 402, code: 'PAYMENT002', says: 'with 30.00 USD left' })
  dataOf(await wire(child, 100))
  assertRefused(await wire(other, 0.01), { status: 402, code: 'PAYMENT002', says: 'with 0.00 USD left' })
  // The payment gives its amount back to the parent that it counted for, not to the present one.
  await act('cancel', paymentUID)
  dataOf(await wire(parent, 100))
  assertRefused(await wire(other, 0.01), { status: 402, code: 'PAYMENT002', says: 'with 0.00 USD left' })
})

test('fifty payments at once, by a parent and its children on two nodes, use exactly the limit of the parent', async () => {
  const parent = await member({ limits: { [DAY]: 100 } })
  const payers = [parent, await childOf(parent), await childOf(parent), await childOf(parent)]
  for (const child of payers.slice(1)) await move(parent, child, 1000)
  const nodes = [service.baseUrl, await service.startNode()]
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, n) => wire(payers[n % payers.length]!, 7, {}, nodes[n % nodes.length])),
  )
  const accepted = replies.filter(({ status }) => status === 200)
  assert.equal(accepted.length, 14, 'fourteen payments of 7.00 fit into 100.00')
  for (const reply of replies) if (reply.status !== 200) assert.equal(reply.status, 402, JSON.stringify(reply.body))
  await Promise.all(accepted.map(({ body }) => act('cancel', body.data.paymentUID)))
  assertRefused(await wire(parent, 100.01), { status: 402, code: 'PAYMENT002', says: 'with 100.00 USD left' })
})

// What a customer learns of others

test("a child's client learns that its group binds, but not the group's figures; the parent's client sees them", async () => {
  const parent = await member({ limits: { [DAY]: 100 } })
  const child = await childOf(parent, { limits: { [DAY]: 500 } })
  await move(parent, child, 1000)
  dataOf(await wire(parent, 60))
  const displayName = 'Fedwire payments per day'
  const message = `paymentAmount exceeds the remaining limit for ${displayName} of the group that the customer belongs to`
  const figures = (currentLimit: number, usedAmount: number) => ({
    ...{ currentLimit, usedAmount, remainingLimit: currentLimit - usedAmount },
  })
  const asked = { paymentAmount: 41 }
  assert.deepEqual(await seenLimit(child, child.client, DAY, asked), {
    ...{ code: DAY, level: 'Group', displayName, message },
    ...figures(500, 0),
  })
  for (const client of [parent.client, service.tenant.client])
    assert.deepEqual(await seenLimit(child, client, DAY, asked), {
      ...{ code: DAY, level: 'Group', displayName, message },
      ...figures(100, 60),
    })
  await setLimits(child, { [DAY]: null })
  assert.deepEqual(await seenLimit(child, child.client, DAY), { code: DAY, level: 'Group', displayName })
  const refused = await wire(child, 41)
  assertRefused(refused, OF_GROUP)
  assert.doesNotMatch(refused.body.message, /\d\.\d/)
})

// Legal entities and identities that nobody at the institution has seen

/** A child that the parent's own client creates. */
async function ownChild(parent: Member, fields: object = {}) {
  const body = customerBody(fields)
  const created = await service.call('POST', '/v2/customers', body, { client: parent.client })
  const { customerUID, customerEntityStatus, approvalUID } = dataOf(created)
  assert.equal(customerEntityStatus, 'Pending')
  const account = { client: parent.client }
  const opened = await service.call('POST', `/v3/customers/${customerUID}/accounts`, unnumberedBody(), account)
  const contact = await service.call('POST', `/customers/${customerUID}/contacts`, contactBody(), account)
  return {
    ...{ customerUID: String(customerUID), approvalUID: String(approvalUID), shortName: body.shortName },
    accountUID: String(dataOf(opened, 201).accountUID),
    contactUID: String(dataOf(contact).customerContactUID),
    accountNumber: '',
  }
}

const statusOf = async ({ customerUID }: Pick<Payer, 'customerUID'>) =>
  dataOf(await service.call('GET', `/v2/customers/${customerUID}`)).status

test('a child that a customer creates can neither receive nor pay until the institution approves it', async () => {
  const parent = await member()
  const child = await ownChild(parent)
  const transfer = transferBody({ from: parent.accountUID, to: child.accountUID })
  const send = () => service.call('POST', '/payments/booktransfer', transfer, { client: parent.client })
  assertRefused(await send(), { status: 400, code: 'PAYMENT002', says: 'cannot receive money' })
  const pay = () => service.call('POST', '/payments/creditrequest', creditBody(child), { client: parent.client })
  assertRefused(await pay(), { status: 402, code: 'PAYMENT002' })
  await approve(child.approvalUID)
  assert.equal(await statusOf(child), 'Active')
  dataOf(await send())
  dataOf(await pay())
})

test("a customer's second client cannot approve or reject the child that the first created", async () => {
  const parent = await member()
  const child = await ownChild(parent)
  const second = await clientOf(parent)
  const approval = `/v1/institution/approvals/${child.approvalUID}`
  const { contentHash, institutionDecides } = dataOf(await service.call('GET', approval))
  assert.equal(institutionDecides, true)
  const own = `/v1/customers/${child.customerUID}/approvals/customer/${child.approvalUID}`
  for (const client of [parent.client, second, await clientOf(child)]) {
    const inQueue = await service.call('PUT', `${approval}/approve`, { contentHash }, { client })
    assert.equal(inQueue.status, 403)
    const inOwn = await service.call('PUT', `${own}/approve`, { contentHash }, { client })
    assertRefused(inOwn, { status: 403, code: 'APPROVAL001', says: 'only the institution can decide' })
  }
  const rejected = await service.call('PUT', `${own}/reject`, { reason: 'test' }, { client: second })
  assertRefused(rejected, { status: 403, code: 'APPROVAL001', says: 'only the institution can decide' })
  assert.equal(await statusOf(child), 'Pending')
})

test('a rejected or changed child stays Pending, and each change asks the institution again', async () => {
  const parent = await member()
  const child = await ownChild(parent)
  const path = `/v2/customers/${child.customerUID}`
  const seen = dataOf(await service.call('GET', `/v1/institution/approvals/${child.approvalUID}`))
  const changed = dataOf(await service.call('PUT', path, { legalName: 'Other Name' }, { client: parent.client }))
  assert.equal(changed.customerEntityStatus, 'Pending')
  // The institution reviewed the earlier name.
  const stale = `/v1/institution/approvals/${child.approvalUID}/approve`
  assert.equal((await service.call('PUT', stale, { contentHash: seen.contentHash })).status, 409)
  const reject = `/v1/institution/approvals/${changed.approvalUID}/reject`
  dataOf(await service.call('PUT', reject, { reason: 'no such company' }))
  assert.equal(await statusOf(child), 'Pending')
  assert.equal((await service.call('PUT', `/v1/institution/customers/${child.customerUID}/activate`, {})).status, 409)
  const again = dataOf(await service.call('PUT', path, { note: 'again' }, { client: parent.client }))
  assert.equal(again.customerEntityStatus, 'Pending')
  const { proposed, action } = dataOf(await service.call('GET', `/v1/institution/approvals/${again.approvalUID}`))
  assert.equal(action, 'create')
  assert.equal(proposed.legalName, 'Other Name')
  await approve(again.approvalUID)
  assert.equal(await statusOf(child), 'Active')
})

test('a client of the institution that changes a waiting child does not admit it by that', async () => {
  const parent = await member()
  const child = await ownChild(parent)
  const changed = dataOf(await service.call('PUT', `/v2/customers/${child.customerUID}`, { note: 'checked' }))
  assert.equal(changed.customerEntityStatus, 'Pending')
  const colleague = await service.createClient(service.tenant, {})
  const path = `/v1/institution/approvals/${changed.approvalUID}`
  const { contentHash } = dataOf(await service.call('GET', path))
  assert.equal((await service.call('PUT', `${path}/approve`, { contentHash })).status, 403)
  dataOf(await service.call('PUT', `${path}/approve`, { contentHash }, { client: colleague }))
  assert.equal(await statusOf(child), 'Active')
})

test("a consumer that a customer's client onboards cannot receive until the institution approves it", async () => {
  const parent = await member()
  const { client } = parent
  const body = consumerBody()
  const { accountNumber: _chosen, ...account } = body.account
  const onboarded = await service.call(
    'POST',
    '/api/user-management/v1/consumers/users',
    { ...body, account },
    { client },
  )
  assert.equal(onboarded.status, 201)
  const [found] = dataOf(await service.call('GET', `/v2/customers?shortName=${body.loginId}&page=1&limit=1`))
  assert.equal(found.status, 'Pending')
  const listed = await service.call('GET', `/v2/customers/${found.customerUID}/accounts?page=1&limit=1`)
  const [{ accountUID }] = dataOf(listed)
  const transfer = transferBody({ from: parent.accountUID, to: accountUID })
  const send = () => service.call('POST', '/payments/booktransfer', transfer, { client })
  assertRefused(await send(), { status: 400, code: 'PAYMENT002', says: 'cannot receive money' })
  await approve(onboarded.body.approvalUID)
  dataOf(await send())
})

test('a customer cannot change its identity: the change waits for the institution, not for its own second client', async () => {
  const parent = await member({ above: { customerType: 'Downstream Partner' } })
  const partner = await member({ above: { customerType: 'Downstream Partner' } })
  const changes = [
    { legalName: 'Federal Reserve Bank' },
    { taxId: '999999999' },
    { achCompanyID: '1999999999' },
    { lei: '529900T8BM49AURSDO55' },
    { customerType: 'Financial Institution' },
    { parentEntityShortName: 'CHILD' },
  ]
  for (const change of changes) {
    const customer = await member({ above: { partnerOrgShortName: parent.shortName } })
    const child = await childOf(customer)
    const second = await clientOf(customer)
    const body = 'parentEntityShortName' in change ? { partnerOrgShortName: '' } : change
    const path = `/v2/customers/${customer.customerUID}`
    const before = dataOf(await service.call('GET', path))
    const changed = dataOf(await service.call('PUT', path, body, { client: customer.client }))
    assert.equal(changed.customerEntityStatus, 'Pending', JSON.stringify(body))
    const approval = `/v1/customers/${customer.customerUID}/approvals/customer/${changed.approvalUID}`
    const { contentHash } = dataOf(await service.call('GET', approval))
    for (const client of [second, await clientOf(parent), await clientOf(child)]) {
      const decided = await service.call('PUT', `${approval}/approve`, { contentHash }, { client })
      assert.equal(decided.status, 403, JSON.stringify(decided.body))
    }
    assert.deepEqual({ ...dataOf(await service.call('GET', path)), status: before.status }, before)
    await approve(changed.approvalUID)
    assert.equal(await statusOf(customer), 'Active')
  }
  // A client of an entity above the customer is a customer's client too.
  const child = await childOf(partner)
  const named = await service.call(
    'PUT',
    `/v2/customers/${child.customerUID}`,
    { taxId: '1' },
    { client: partner.client },
  )
  assert.equal(dataOf(named).customerEntityStatus, 'Pending')
})

test('a customer cannot leave its parent to have more room: the move waits for the institution', async () => {
  const parent = await member({ limits: { [DAY]: 100 } })
  const child = await childOf(parent)
  await move(parent, child, 1000)
  const path = `/v2/customers/${child.customerUID}`
  for (const client of [child.client, parent.client]) {
    const moved = dataOf(await service.call('PUT', path, { parentEntityShortName: '' }, { client }))
    assert.equal(moved.customerEntityStatus, 'Pending')
    assertRefused(await wire(child, 100.01), { status: 402, code: 'PAYMENT002' })
  }
})

test('the record as it is, sent back by its customer, is no change of identity', async () => {
  const customer = await member({ above: { lei: '529900T8BM49AURSDO55', achCompanyID: '1842345678' } })
  const path = `/v2/customers/${customer.customerUID}`
  const { customerUID: _uid, status: _status, shortName: _name, ...record } = dataOf(await service.call('GET', path))
  const kept = await service.call('PUT', path, { ...record, note: 'ours' }, { client: customer.client })
  assert.equal(dataOf(kept).approvalUID, undefined)
  assert.equal(await statusOf(customer), 'Active')
})

test('a client that may edit customers cannot create legal entities or onboard consumers', async () => {
  const customer = await member()
  const editor = await clientOf(customer, ['Customers.Manage_Customers'])
  const missing = { status: 403, code: 'AUTH002' }
  const created = await service.call('POST', '/v2/customers', customerBody(), { client: editor })
  assertRefused(created, { ...missing, says: 'Customers.Create_Legal_Entities' })
  const onboarded = await service.call('POST', '/api/user-management/v1/consumers/users', consumerBody(), {
    client: editor,
  })
  assert.equal(onboarded.status, 403)
  const note = await service.call('PUT', `/v2/customers/${customer.customerUID}`, { note: 'ours' }, { client: editor })
  dataOf(note)
})

test('a customer cannot set its own limit or the total of the institution', async () => {
  const parent = await member({ limits: { [DAY]: 100 } })
  const appLimits = [{ key: DAY, value: 1_000_000 }]
  const own = { limits: [{ appName: 'Payments', appLimits }] }
  const raised = await service.call('PUT', `/v2/customers/${parent.customerUID}`, own, { client: parent.client })
  assertRefused(raised, { status: 403, code: 'CUST001' })
  const totals = { limits: [], totals: [{ key: DAY, value: null }] }
  assert.equal((await service.call('PUT', '/v1/institution/limits', totals, { client: parent.client })).status, 403)
})
