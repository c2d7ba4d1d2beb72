import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { canonicalJson } from '../../src/kernel/canonical-json.ts'
import { type FixedClock, fixedClock } from '../../src/kernel/clock.ts'
import { timestamp } from '../../src/kernel/timestamp.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import {
  accountBody,
  contactBody,
  createPayer,
  creditBody,
  customerBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

let service: TestService
let clock: FixedClock
/** Three API clients of the institution. */
let maker: TestClient
let checker: TestClient
let third: TestClient
before(async () => {
  clock = fixedClock('2026-07-01T14:00:00.000Z')
  service = await startTestService({ clock, worker: true })
  maker = service.tenant.client
  checker = await service.createClient(service.tenant, {})
  third = await service.createClient(service.tenant, {})
})
after(() => service.stop())

type Settings = { customerDualApproval?: boolean; beneDualApproval?: boolean }

const call = (method: string, path: string, body?: unknown, client = maker) =>
  service.call(method, path, body, { client })
const createCustomer = async (legalEntityAccessSettings: Settings): Promise<string> =>
  dataOf(await call('POST', '/v2/customers', customerBody({ legalEntityAccessSettings }))).customerUID
/**
 * A customer with a funded account and a contact, which waits for approval if the settings require
 * it.
 */
const createWatched = (legalEntityAccessSettings: Settings): Promise<Payer> =>
  createPayer(service, { customer: { legalEntityAccessSettings } })
type NamedContact = Pick<Payer, 'customerUID' | 'contactUID'>
const contactPath = ({ customerUID, contactUID }: NamedContact) => `/v2/customers/${customerUID}/contacts/${contactUID}`
const readContact = async (payer: NamedContact) => dataOf(await call('GET', contactPath(payer)))
const readCustomer = async (uid: string) => dataOf(await call('GET', `/v2/customers/${uid}`))
const pay = (payer: Payer, fields: object = {}) => call('POST', '/payments/creditrequest', creditBody(payer, fields))

const queue = '/v1/institution/approvals'
const read = async (uid: string, path = queue) => dataOf(await call('GET', `${path}/${uid}`))
const list = async (filter: Record<string, string>, path = queue, client = maker) =>
  dataOf(await call('GET', `${path}?${new URLSearchParams({ page: '1', limit: '100', ...filter })}`, undefined, client))
const pendingOf = async (payer: Pick<Payer, 'customerUID'>) => {
  const [first, ...others] = await list({ customerUID: payer.customerUID, status: 'Pending' })
  assert.deepEqual(others, [], 'at most one proposal waits')
  return first
}
const approve = async (
  { approvalUID, contentHash }: { approvalUID: string; contentHash: string },
  client = checker,
  path = queue,
) => call('PUT', `${path}/${approvalUID}/approve`, { contentHash }, client)
const reject = async ({ approvalUID }: { approvalUID: string }, client = checker, path = queue) =>
  call('PUT', `${path}/${approvalUID}/reject`, { reason: 'not on the invoice' }, client)

const NOT_APPROVED = { status: 402, code: 'PAYMENT002', says: 'cannot receive money until it is approved' }
const DECIDED = { status: 409, code: 'APPROVAL001' }
const toAccount = (accountNo: string, fields: object = {}) =>
  contactBody({ contactBank: { ...contactBody().contactBank, accountNo }, ...fields })

/** A customer with an approved contact. */
async function createApproved(settings: Settings = { beneDualApproval: true }): Promise<Payer> {
  const payer = await createWatched(settings)
  dataOf(await approve(await pendingOf(payer)))
  return payer
}

test('approval applies everything that was sent: the contact and the customer are the same as after a direct change', async () => {
  const sent = contactBody({
    address: { addressLine1: '1 Bean Road', city: 'Hilo', countryCode: 'US' },
    email: 'billing@highland.example',
    phoneNumber: '+1 808 555 0100',
    contactBank: {
      ...{ country: 'DE', accountNo: 'de89 3704 0044 0532 0130 00', accountCcy: 'EUR', name: 'Commerzbank' },
      ...{ swiftCode: 'cobadeff', accountType: 'savings', address: { city: 'Berlin' } },
    },
    intermediaryBank: { country: 'GB', name: 'Between Bank', nationalCode: '400515', address: { city: 'London' } },
    otherInfo: { beneNotes: 'pays on time', otherBeneBankInfo: 'branch 4' },
    regulartoryReporting: [{ key: 'purpose', value: 'GOODS' }],
  })
  const update = {
    legalName: 'Renamed — with “quotes”',
    swiftCode: 'DEUTDEFF',
    additionalProfileDetails: { sso: true },
    mailingAddress: { addressLine1: 'PO Box 1', city: 'Bangor', postalCode: '04401', countryCode: 'US' },
    secCodes: ['ppd'],
  }
  const settings = { beneDualApproval: true, customerDualApproval: true }
  const changed: object[] = []
  for (const watched of [true, false]) {
    const customerUID = await createCustomer(watched ? settings : {})
    const contacts = `/v2/customers/${customerUID}/contacts`
    const { customerContactUID: contactUID, approvalUID } = dataOf(await call('POST', contacts, sent))
    if (watched) dataOf(await approve(await read(approvalUID)))
    const contact = await readContact({ customerUID, contactUID })
    const updated = dataOf(await call('PUT', `/v2/customers/${customerUID}`, update))
    if (watched) dataOf(await approve(await read(updated.approvalUID)))
    const { customerUID: _, ...customer } = await readCustomer(customerUID)
    changed.push({ ...contact, contactUID: '' }, { ...customer, legalEntityAccessSettings: {}, ...unique })
  }
  assert.deepEqual(changed.slice(0, 2), changed.slice(2))
})

/** Values that differ for every customer of the tests. */
const unique = { shortName: '', externalReferenceId: '' }

test('a new contact cannot be paid, on any date, until another client approves exactly the content it saw', async () => {
  const customerUID = await createCustomer({ beneDualApproval: true })
  const sent = contactBody()
  const created = dataOf(await call('POST', `/v2/customers/${customerUID}/contacts`, sent))
  const account = accountBody()
  const { accountUID } = dataOf(await call('POST', `/v3/customers/${customerUID}/accounts`, account), 201)
  const payer = {
    customerUID,
    accountUID,
    contactUID: created.customerContactUID,
    accountNumber: account.accountNumber,
  }
  const deposit = { direction: 'Credit', amount: 100, currency: 'USD', reason: 'r', externalReferenceId: 'e' }
  dataOf(await call('POST', `/v1/institution/accounts/${accountUID}/adjustments`, deposit), 201)

  assert.equal((await readContact(payer)).status, 'Pending')
  const [listed] = dataOf(await call('GET', `/v2/customers/${customerUID}/contacts?page=1&limit=10`))
  assert.equal(listed.status, 'Pending')
  for (const fields of [{}, { paymentDate: '2026-07-08' }, { speed: 'Instant' }])
    assertRefused(await pay(payer, fields), NOT_APPROVED)

  const approval = await read(created.approvalUID)
  assert.deepEqual(approval, {
    approvalUID: created.approvalUID,
    kind: 'contact',
    action: 'create',
    customerUID,
    subjectUID: created.customerContactUID,
    status: 'Pending',
    requestedBy: maker.apiKey,
    requestedAt: timestamp(clock.now()),
    expiresAt: timestamp(clock.now().add({ hours: 720 })),
    proposed: { ...sent, contactBank: { ...sent.contactBank, accountType: 'Checking' } },
    contentHash: approval.contentHash,
  })
  const approved = dataOf(await approve(approval))
  assert.deepEqual(approved, {
    ...approval,
    status: 'Approved',
    decidedBy: checker.apiKey,
    decidedAt: timestamp(clock.now()),
  })
  assert.equal((await readContact(payer)).status, 'Active')
  dataOf(await pay(payer))
})

test('anyone with the content can compute its hash', async () => {
  const payer = await createApproved()
  dataOf(await call('PUT', contactPath(payer), toAccount('4444')))
  const { kind, action, customerUID, subjectUID, current, proposed, contentHash } = await pendingOf(payer)
  const content = { kind, action, customerUID, subjectUID, current, proposed }
  assert.equal(hash('sha256', canonicalJson(content), 'hex'), contentHash)
})

test('API clients cannot approve their own proposals, through either queue, but can withdraw them', async () => {
  const payer = await createWatched({ beneDualApproval: true })
  const approval = await pendingOf(payer)
  for (const path of [queue, `/v1/customers/${payer.customerUID}/approvals/contact`])
    assertRefused(await approve(approval, maker, path), {
      status: 403,
      code: 'APPROVAL001',
      says: 'their own proposals',
    })
  assert.equal((await readContact(payer)).status, 'Pending')
  assert.equal(dataOf(await reject(approval, maker)).decidedBy, maker.apiKey)
  assert.equal((await readContact(payer)).status, 'Rejected')
})

test('a hash that does not match the proposal is refused, and changes nothing', async () => {
  const payer = await createWatched({ beneDualApproval: true })
  const approval = await pendingOf(payer)
  const other = `${approval.contentHash.slice(0, -1)}${approval.contentHash.endsWith('0') ? '1' : '0'}`
  assertRefused(await approve({ ...approval, contentHash: other }), { ...DECIDED, says: 'contentHash' })
  for (const contentHash of ['', 'x', approval.contentHash.toUpperCase().slice(1)])
    assertRefused(await approve({ ...approval, contentHash }), { status: 400, code: 'APPROVAL001' })
  assert.deepEqual(await pendingOf(payer), approval)
})

test('if a proposal is altered in the database, its approval fails', async () => {
  const payer = await createWatched({ beneDualApproval: true })
  const approval = await pendingOf(payer)
  const tampered = JSON.stringify({ ...approval.proposed, name: 'Somebody else' })
  await assert.rejects(
    service.query('update approvals set proposed = $1 where id = $2', [tampered, approval.approvalUID]),
    /permission denied/,
  )
  await assert.rejects(
    service.query(
      `update approvals set status = 'Approved', decided_by = requested_by, decided_at = requested_at where id = $1`,
      [approval.approvalUID],
    ),
    /approvals_four_eyes/,
  )
})

test('editing a waiting contact voids its proposal: the new content is approved, and not by its editor', async () => {
  const payer = await createWatched({ beneDualApproval: true })
  const first = await pendingOf(payer)
  const edited = dataOf(await call('PUT', contactPath(payer), toAccount('5550001'), checker))
  assertRefused(await approve(first, third), { ...DECIDED, says: `already Voided, by ${checker.apiKey}` })
  const second = await pendingOf(payer)
  assert.deepEqual(
    [second.approvalUID, second.action, second.requestedBy, second.proposed.contactBank.accountNo],
    [edited.approvalUID, 'create', checker.apiKey, '5550001'],
  )
  assertRefused(await pay(payer), NOT_APPROVED)
  assertRefused(await approve(second, checker), { status: 403, code: 'APPROVAL001' })
  dataOf(await approve(second, maker))
  const { status, contactBank } = await readContact(payer)
  assert.deepEqual([status, contactBank.accountNo], ['Active', '5550001'])
})

test('an approved contact keeps its details, and payments use them, until its replacement is approved', async () => {
  const payer = await createApproved()
  const standing = await readContact(payer)
  const paidTo = async () => {
    const { paymentUID } = dataOf(await pay(payer))
    return dataOf(await call('GET', `/payments/${paymentUID}`)).receiverAccountNumber
  }
  const { approvalUID } = dataOf(await call('PUT', contactPath(payer), toAccount('666001')))
  assert.deepEqual(await readContact(payer), standing)
  assert.equal(await paidTo(), '700100200300')

  // A later replacement replaces the waiting one.
  dataOf(await call('PUT', contactPath(payer), toAccount('666002')))
  assert.equal((await read(approvalUID)).status, 'Voided')
  const approval = await pendingOf(payer)
  assert.equal(approval.action, 'update')
  assert.equal(approval.current.contactBank.accountNo, '700100200300')
  dataOf(await approve(approval))
  assert.equal((await readContact(payer)).contactBank.accountNo, '666002')
  assert.equal(await paidTo(), '666002')
})

test('a rejected contact cannot be paid, and can be proposed again; a rejected replacement leaves the contact unchanged', async () => {
  const payer = await createWatched({ beneDualApproval: true })
  const rejected = dataOf(await reject(await pendingOf(payer)))
  assert.deepEqual([rejected.status, rejected.reason], ['Rejected', 'not on the invoice'])
  assert.equal((await readContact(payer)).status, 'Rejected')
  assertRefused(await pay(payer), NOT_APPROVED)

  dataOf(await call('PUT', contactPath(payer), toAccount('777001')))
  assertRefused(await pay(payer), NOT_APPROVED)
  dataOf(await approve(await pendingOf(payer)))
  dataOf(await pay(payer))

  const standing = await readContact(payer)
  dataOf(await call('PUT', contactPath(payer), toAccount('777002')))
  dataOf(await reject(await pendingOf(payer)))
  assert.deepEqual(await readContact(payer), standing)
  dataOf(await pay(payer))
})

test('a decision is final: a second one is 409 and names the status and who decided', async () => {
  const approved = await pendingOf(await createWatched({ beneDualApproval: true }))
  dataOf(await approve(approved))
  const rejected = await pendingOf(await createWatched({ beneDualApproval: true }))
  dataOf(await reject(rejected))
  for (const decide of [approve, reject]) {
    assertRefused(await decide(approved, third), { ...DECIDED, says: `already Approved, by ${checker.apiKey}` })
    assertRefused(await decide(rejected, third), { ...DECIDED, says: `already Rejected, by ${checker.apiKey}` })
  }
})

test('of simultaneous decisions one succeeds, and the contact follows it', async () => {
  for (let round = 0; round < 5; round++) {
    const payer = await createWatched({ beneDualApproval: true })
    const approval = await pendingOf(payer)
    const decisions = [approve(approval), reject(approval, third), approve(approval, third), reject(approval)]
    const replies = await Promise.all(decisions)
    const won = replies.filter(({ status }) => status === 200)
    assert.equal(won.length, 1)
    for (const reply of replies) if (reply.status !== 200) assertRefused(reply, { ...DECIDED, says: 'already' })
    const { status } = won[0]!.body.data
    assert.equal((await readContact(payer)).status, status === 'Approved' ? 'Active' : 'Rejected')
  }
})

test('with a simultaneous replacement and approval, no unapproved account is ever paid', async () => {
  for (let round = 0; round < 5; round++) {
    const payer = await createWatched({ beneDualApproval: true })
    const approval = await pendingOf(payer)
    const [decided, edited] = await Promise.all([
      approve(approval),
      call('PUT', contactPath(payer), toAccount('888001'), third),
    ])
    dataOf(edited)
    const { status, contactBank } = await readContact(payer)
    if (decided.status === 200) assert.deepEqual([status, contactBank.accountNo], ['Active', '700100200300'])
    else {
      assertRefused(decided, { ...DECIDED, says: 'Voided' })
      assert.deepEqual([status, contactBank.accountNo], ['Pending', '888001'])
    }
    assert.equal((await pendingOf(payer)).proposed.contactBank.accountNo, '888001')
  }
})

test('a proposal is checked like a direct change, when it is requested and when it is approved', async () => {
  const payer = await createApproved()
  const bad = contactBody({ contactBank: { ...contactBody().contactBank, nationalCode: '021000022' } })
  assertRefused(await call('PUT', contactPath(payer), bad), { status: 400, code: 'CUST001', says: 'nationalCode' })
  const contacts = `/v2/customers/${payer.customerUID}/contacts`
  const rival = contactBody({ templateName: 'Rival' })
  const { customerContactUID, approvalUID: ofRival } = dataOf(await call('POST', contacts, rival))
  const taking = contactBody({ templateName: 'Rival' })
  assertRefused(await call('PUT', contactPath(payer), taking), { status: 409, code: 'CUST001', says: 'templateName' })
  dataOf(await reject({ approvalUID: ofRival }))

  // The name is free when the change is proposed, and taken when it is approved.
  const free = `Free ${randomUUID()}`
  const { approvalUID } = dataOf(await call('PUT', contactPath(payer), contactBody({ templateName: free })))
  const rivalPath = `${contacts}/${customerContactUID}`
  const { approvalUID: ofSecond } = dataOf(await call('PUT', rivalPath, contactBody({ templateName: free })))
  const standing = await readContact(payer)
  const approval = await read(approvalUID)
  assertRefused(await approve(approval), { ...DECIDED, says: 'templateName' })
  assert.deepEqual(await read(approvalUID), approval)
  assert.deepEqual(await readContact(payer), standing)
  dataOf(await call('PUT', rivalPath, contactBody()))
  assert.equal((await read(ofSecond)).status, 'Voided')
  dataOf(await approve(approval))
  assert.equal((await readContact(payer)).templateName, free)
})

test('a proposal waits for thirty days to the millisecond; then it is Expired and its contact Rejected', async () => {
  const standing = await createApproved()
  dataOf(await call('PUT', contactPath(standing), toAccount('999001')))
  const payer = await createWatched({ beneDualApproval: true })
  const customerUID = await createCustomer({ customerDualApproval: true })
  dataOf(await call('PUT', `/v2/customers/${customerUID}`, { note: 'too late' }))
  const replacement = await pendingOf(standing)
  const approval = await pendingOf(payer)
  const ofCustomer = await pendingOf({ customerUID })
  const late = await createWatched({ beneDualApproval: true })
  const onTime = await pendingOf(late)
  const last = clock
    .now()
    .add({ hours: 30 * 24 })
    .subtract({ milliseconds: 1 })
  clock.set(last)
  dataOf(await approve(onTime))
  clock.advance({ milliseconds: 1 })
  const after = await approve(approval)
  assertRefused(after, { ...DECIDED, says: /expired at|already Expired/ })
  for (const { approvalUID } of [approval, replacement, ofCustomer])
    await eventually('the proposal is ended', async () => (await read(approvalUID)).status === 'Expired')
  assert.equal((await readContact(payer)).status, 'Rejected')
  assert.equal((await readContact(standing)).contactBank.accountNo, '700100200300')
  const { status, note } = await readCustomer(customerUID)
  assert.deepEqual([status, note], ['New', undefined])
  assert.deepEqual(
    [(await read(approval.approvalUID)).decidedBy, (await read(onTime.approvalUID)).status],
    ['worker', 'Approved'],
  )
})

test('a scheduled payment is held if its contact is not approved on its date, and gives the reason', async () => {
  const payer = await createApproved()
  const date = clock.now().toZonedDateTimeISO('America/New_York').toPlainDate().add({ days: 3 })
  const scheduled = dataOf(await pay(payer, { paymentDate: date.toString() }))
  assert.equal(scheduled.paymentStatus, 'FUTURE_DATED')
  await service.query(`update contacts set status = 'Pending' where id = $1`, [payer.contactUID])
  clock.advance({ hours: 72 })
  const path = `/payments/${scheduled.paymentUID}`
  await eventually('the payment is decided', async () => dataOf(await call('GET', path)).status !== 'FUTURE_DATED')
  const { status, held } = dataOf(await call('GET', path))
  assert.equal(status, 'HELD')
  assert.match(JSON.stringify(held), /contact/)
})

test('without beneDualApproval a contact is Active at once, and a change of it takes effect at once', async () => {
  const payer = await createWatched({ customerDualApproval: true })
  assert.equal((await readContact(payer)).status, 'Active')
  const updated = dataOf(await call('PUT', contactPath(payer), toAccount('101010')))
  assert.equal('approvalUID' in updated, false)
  assert.equal((await readContact(payer)).contactBank.accountNo, '101010')
})

test("while a change waits, its customer is Pending and cannot pay; approval applies the change and restores the customer's status", async () => {
  const payer = await createWatched({ customerDualApproval: true })
  const { customerUID } = payer
  const legalName = `Renamed ${randomUUID()}`
  const limits = [{ appName: 'Payments', appLimits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 50_000.5 }] }]
  const before = await readCustomer(customerUID)
  const reply = await call('PUT', `/v2/customers/${customerUID}`, { legalName, limits, unheardOf: 1 })
  const { approvalUID, customerEntityStatus } = dataOf(reply)
  assert.equal(customerEntityStatus, 'Pending')
  assert.deepEqual(await readCustomer(customerUID), { ...before, status: 'Pending' })
  assertRefused(await pay(payer), { status: 402, code: 'PAYMENT002', says: 'awaits approval' })

  const approval = await read(approvalUID)
  assert.deepEqual(approval.proposed, { legalName, limits })
  assert.equal(approval.current.legalName, before.legalName)
  assert.deepEqual(approval.current.limits, [])
  dataOf(await approve(approval))
  assert.deepEqual(await readCustomer(customerUID), { ...before, legalName })
  dataOf(await pay(payer))
  const limited = await call('POST', `/v1/customers/${customerUID}/limits`, { paymentRail: 'FEDWIRE' })
  assert.match(JSON.stringify(dataOf(limited)), /50000\.5/)
})

test('a rejected change of a customer is discarded, and the customer is New or Active again', async () => {
  const active = await createWatched({ customerDualApproval: true })
  const fresh = await createCustomer({ customerDualApproval: true })
  for (const [customerUID, status] of [
    [active.customerUID, 'Active'],
    [fresh, 'New'],
  ] as const) {
    const before = await readCustomer(customerUID)
    assert.equal(before.status, status)
    dataOf(await call('PUT', `/v2/customers/${customerUID}`, { legalName: 'Never' }))
    dataOf(await reject(await pendingOf({ customerUID })))
    assert.deepEqual(await readCustomer(customerUID), before)
  }
})

test('a New customer that opens its first account while a change waits resumes as Active', async () => {
  const customerUID = await createCustomer({ customerDualApproval: true })
  dataOf(await call('PUT', `/v2/customers/${customerUID}`, { note: 'waits' }))
  dataOf(await call('POST', `/v3/customers/${customerUID}/accounts`, accountBody()), 201)
  assert.equal((await readCustomer(customerUID)).status, 'Pending')
  dataOf(await approve(await pendingOf({ customerUID })))
  const { status, note } = await readCustomer(customerUID)
  assert.deepEqual([status, note], ['Active', 'waits'])
})

test('a Suspended customer stays Suspended after any decision on its change', async () => {
  for (const [decide, note] of [
    [approve, 'changed'],
    [reject, undefined],
  ] as const) {
    const { customerUID } = await createWatched({ customerDualApproval: true })
    await service.query(`update customers set status = 'Suspended' where id = $1`, [customerUID])
    const updated = dataOf(await call('PUT', `/v2/customers/${customerUID}`, { note: 'changed' }))
    assert.equal(updated.customerEntityStatus, 'Suspended')
    dataOf(await decide(await pendingOf({ customerUID })))
    const customer = await readCustomer(customerUID)
    assert.deepEqual([customer.status, customer.note], ['Suspended', note])
  }
})

const institutionDoes = async (customerUID: string, step: 'suspend' | 'activate') => {
  const body = step === 'suspend' ? { reason: 'test' } : undefined
  return dataOf(await call('PUT', `/v1/institution/customers/${customerUID}/${step}`, body)).customerEntityStatus
}

for (const [decide, note] of [
  [approve, 'changed'],
  [reject, undefined],
] as const) {
  const proposedWhileSuspended = async () => {
    const payer = await createWatched({ customerDualApproval: true })
    assert.equal(await institutionDoes(payer.customerUID, 'suspend'), 'Suspended')
    dataOf(await call('PUT', `/v2/customers/${payer.customerUID}`, { note: 'changed' }))
    return payer
  }

  test(`a Suspended customer activated while its change waits is Pending, then Active after ${decide.name}`, async () => {
    const payer = await proposedWhileSuspended()
    const { customerUID } = payer
    assert.equal(await institutionDoes(customerUID, 'activate'), 'Pending')
    assertRefused(await pay(payer), { status: 402, code: 'PAYMENT002', says: 'awaits approval' })
    assertRefused(await call('PUT', `/v1/institution/customers/${customerUID}/activate`), {
      status: 409,
      code: 'CUST001',
      says: 'the customer is Pending',
    })
    dataOf(await decide(await pendingOf(payer)))
    const customer = await readCustomer(customerUID)
    assert.deepEqual([customer.status, customer.note], ['Active', note])
    dataOf(await pay(payer))
  })

  test(`a Suspended customer stays Suspended after ${decide.name}, and is Active once it is activated`, async () => {
    const payer = await proposedWhileSuspended()
    const { customerUID } = payer
    dataOf(await decide(await pendingOf(payer)))
    assert.equal((await readCustomer(customerUID)).status, 'Suspended')
    assert.equal(await institutionDoes(customerUID, 'activate'), 'Active')
    assert.equal((await readCustomer(customerUID)).note, note)
  })
}

test('a simultaneous activation and approval leave the customer Active, in either order', async () => {
  for (let round = 0; round < 5; round++) {
    const payer = await createWatched({ customerDualApproval: true })
    const { customerUID } = payer
    await institutionDoes(customerUID, 'suspend')
    dataOf(await call('PUT', `/v2/customers/${customerUID}`, { note: 'changed' }))
    const approval = await pendingOf(payer)
    const [decided] = await Promise.all([approve(approval), institutionDoes(customerUID, 'activate')])
    dataOf(decided)
    const { status, note } = await readCustomer(customerUID)
    assert.deepEqual([status, note], ['Active', 'changed'])
  }
})

test('a later change of a customer replaces the waiting one: nothing of the first is applied', async () => {
  const customerUID = await createCustomer({ customerDualApproval: true })
  const etag = (await call('GET', `/v2/customers/${customerUID}`)).headers.get('etag')!
  const first = dataOf(await call('PUT', `/v2/customers/${customerUID}`, { legalName: 'First' }))
  const stale = await service.call(
    'PUT',
    `/v2/customers/${customerUID}`,
    { note: 'unaware' },
    { headers: { 'if-match': etag } },
  )
  assert.equal(stale.status, 412, 'who read it before is told that it has changed')
  dataOf(await call('PUT', `/v2/customers/${customerUID}`, { note: 'second' }, third))
  assert.equal((await read(first.approvalUID)).status, 'Voided')
  dataOf(await approve(await pendingOf({ customerUID })))
  const { legalName, note, status } = await readCustomer(customerUID)
  assert.deepEqual([legalName === 'First', note, status], [false, 'second', 'New'])
})

test('one client can turn on a dual approval, two must turn it off; a direct change voids that proposal', async () => {
  const customerUID = await createCustomer({})
  const set = (settings: object, client = maker) =>
    call('PUT', `/v2/customers/${customerUID}`, { legalEntityAccessSettings: settings }, client)
  assert.equal('approvalUID' in dataOf(await set({ beneDualApproval: true })), false)
  // Settings that a change does not name stay as they are.
  assert.equal('approvalUID' in dataOf(await set({})), false)
  assert.equal('approvalUID' in dataOf(await set({ userDualApproval: true })), false)
  const both = { beneDualApproval: true, userDualApproval: true }
  assert.deepEqual((await readCustomer(customerUID)).legalEntityAccessSettings, both)
  for (const settings of [{ beneDualApproval: false }, { beneDualApproval: false, userDualApproval: true }])
    assert.ok(dataOf(await set(settings)).approvalUID, JSON.stringify(settings))
  assert.equal((await readCustomer(customerUID)).status, 'Pending')

  const waiting = await pendingOf({ customerUID })
  const updated = dataOf(await call('PUT', `/v2/customers/${customerUID}`, { note: 'direct' }))
  assert.equal(updated.customerEntityStatus, 'New')
  assertRefused(await approve(waiting), { ...DECIDED, says: 'Voided' })

  dataOf(await set({ beneDualApproval: false }))
  dataOf(await approve(await pendingOf({ customerUID })))
  assert.deepEqual((await readCustomer(customerUID)).legalEntityAccessSettings, { ...both, beneDualApproval: false })
})

test('a contact that waits when beneDualApproval is turned off still waits; sent again, it is Active', async () => {
  const payer = await createWatched({ beneDualApproval: true })
  const ofContact = await pendingOf(payer)
  const off = { legalEntityAccessSettings: { beneDualApproval: false } }
  const { approvalUID } = dataOf(await call('PUT', `/v2/customers/${payer.customerUID}`, off))
  dataOf(await approve(await read(approvalUID)))
  assertRefused(await pay(payer), NOT_APPROVED)
  dataOf(await call('PUT', contactPath(payer), contactBody()))
  assert.equal((await read(ofContact.approvalUID)).status, 'Voided')
  dataOf(await pay(payer))
})

test('a change of a customer is checked like a direct one: refused when proposed, nothing waits; refused when approved, it stays Pending', async () => {
  const customerUID = await createCustomer({ customerDualApproval: true })
  const path = `/v2/customers/${customerUID}`
  assertRefused(await call('PUT', path, { relationshipManager: 'nobody' }), { status: 400, code: 'CUST001' })
  const { shortName } = await readCustomer(customerUID)
  assertRefused(await call('PUT', path, { parentEntityShortName: shortName }), {
    status: 400,
    code: 'CUST001',
    says: 'below itself',
  })
  assert.equal((await readCustomer(customerUID)).status, 'New')
  assert.deepEqual(await list({ customerUID }), [])

  const below = await createCustomer({})
  dataOf(await call('PUT', path, { parentEntityShortName: (await readCustomer(below)).shortName }))
  dataOf(await call('PUT', `/v2/customers/${below}`, { parentEntityShortName: shortName }))
  const approval = await pendingOf({ customerUID })
  assertRefused(await approve(approval), { ...DECIDED, says: 'below itself' })
  assert.deepEqual(await pendingOf({ customerUID }), approval)
  assert.equal((await readCustomer(customerUID)).status, 'Pending')
})

test("two clients of a customer approve each other's contacts; other customers cannot see them, and the institution's queue is closed to them", async () => {
  const customerUID = await createCustomer({ beneDualApproval: true, customerDualApproval: true })
  const [first, second] = await Promise.all(
    [1, 2].map(() => service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })),
  )
  const stranger = await service.createClient(service.tenant, { legalEntityId: BigInt(await createCustomer({})) })
  dataOf(await call('POST', `/v2/customers/${customerUID}/contacts`, contactBody(), first))
  dataOf(await call('PUT', `/v2/customers/${customerUID}`, { note: 'ours' }, first))
  const path = (kind: string) => `/v1/customers/${customerUID}/approvals/${kind}`
  const [ofContact, ...noOther] = await list({}, path('contact'), second!)
  const [ofCustomer] = await list({}, path('customer'), second!)
  assert.deepEqual([ofContact.kind, ofCustomer.kind, noOther], ['contact', 'customer', []])

  assertRefused(await approve(ofContact, stranger, path('contact')), { status: 403, code: 'CUST001' })
  assertRefused(await call('GET', path('contact').concat('?page=1&limit=1'), undefined, stranger), {
    status: 403,
    code: 'CUST001',
  })
  assertRefused(await approve(ofContact, second, queue), { status: 403, code: 'AUTH002', says: 'only a client' })
  // A queue has only approvals of its kind and its customer. One that does not exist is refused the
  // same way, so a customer cannot find out which approvals others have.
  assertRefused(await approve(ofContact, second, path('customer')), { status: 400, code: 'APPROVAL001' })
  const other = await pendingOf(await createWatched({ beneDualApproval: true }))
  for (const decide of [approve, reject])
    assertRefused(await decide(other, second, path('contact')), {
      status: 400,
      code: 'APPROVAL001',
      says: 'associated',
    })
  for (const approvalUID of ['none', randomUUID()])
    assertRefused(await approve({ ...ofContact, approvalUID }, second, path('contact')), {
      status: 400,
      code: 'APPROVAL001',
    })

  dataOf(await approve(ofContact, second, path('contact')))
  dataOf(await approve(ofCustomer, second, path('customer')))
  assert.equal((await readCustomer(customerUID)).note, 'ours')
})

test('an approver must be allowed to make the change: it cannot move a customer below one it may not see', async () => {
  const above = await createCustomer({})
  const customerUID = await createCustomer({ customerDualApproval: true })
  const own = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  const { shortName } = await readCustomer(above)
  dataOf(await call('PUT', `/v2/customers/${customerUID}`, { parentEntityShortName: shortName }))
  const approval = await pendingOf({ customerUID })
  const path = `/v1/customers/${customerUID}/approvals/customer`
  assertRefused(await approve(approval, own, path), {
    ...DECIDED,
    says: 'does not name a customer of the legal entity',
  })
  dataOf(await approve(approval))
  assert.equal((await readCustomer(customerUID)).parentEntityShortName, shortName)
})

test('approvals are listed in the order they were requested, with filters for kind, status, customer and subject', async () => {
  const payer = await createWatched({ beneDualApproval: true, customerDualApproval: true })
  const { customerUID, contactUID } = payer
  dataOf(await call('PUT', contactPath(payer), contactBody()))
  dataOf(await call('PUT', `/v2/customers/${customerUID}`, { note: 'x' }))
  const found = async (filter: Record<string, string>) =>
    (await list({ customerUID, ...filter })).map((one: Record<string, string>) => `${one.kind} ${one.status}`)
  assert.deepEqual(await found({}), ['contact Voided', 'contact Pending', 'customer Pending'])
  assert.deepEqual(await found({ kind: 'CUSTOMER' }), ['customer Pending'])
  assert.deepEqual(await found({ status: 'voided' }), ['contact Voided'])
  assert.deepEqual(await found({ subjectUID: contactUID, status: 'Pending' }), ['contact Pending'])
  assert.deepEqual(await found({ subjectUID: '1' }), [])
  const reply = await call('GET', `${queue}?page=2&limit=2&customerUID=${customerUID}`)
  assert.deepEqual(reply.body.pagination, { totalRecords: 3, returnedRecords: 1, pageReturned: 2, pageSize: 2 })
})

test('every step writes an audit record and an event, which name the requester and the decider', async () => {
  const payer = await createWatched({ beneDualApproval: true })
  dataOf(await call('PUT', contactPath(payer), contactBody(), checker))
  dataOf(await approve(await pendingOf(payer), third))
  const audit = await service.query<{ action: string; actor: string; after: Record<string, unknown> }>(
    `select action, actor, after from audit_log where customer_id = $1 and subject_kind in ('approval', 'contact') order by id`,
    [payer.customerUID],
  )
  assert.deepEqual(
    audit.map(({ action, actor, after }) => [action, actor, after['requestedBy'], after['decidedBy']]),
    [
      ['contact.created', maker.apiKey, undefined, undefined],
      ['approval.requested', maker.apiKey, maker.apiKey, undefined],
      ['contact.updated', checker.apiKey, undefined, undefined],
      ['approval.voided', checker.apiKey, maker.apiKey, checker.apiKey],
      ['approval.requested', checker.apiKey, checker.apiKey, undefined],
      ['approval.approved', third.apiKey, checker.apiKey, third.apiKey],
      ['contact.updated', third.apiKey, undefined, undefined],
    ],
  )
  const { approvalUID } = (await list({ customerUID: payer.customerUID, status: 'Approved' }))[0]
  assert.deepEqual(audit.at(-1)!.after['approval'], {
    approvalUID,
    requestedBy: checker.apiKey,
    decidedBy: third.apiKey,
  })
  const events = await service.query<{ type: string }>('select type from events where customer_id = $1', [
    payer.customerUID,
  ])
  assert.deepEqual(
    events
      .map(({ type }) => type)
      .filter((type) => type.startsWith('approval.'))
      .sort(),
    ['approval.approved', 'approval.requested', 'approval.requested', 'approval.voided'],
  )
})

test('a contact has an entity tag, and a change for an outdated version is refused with 412', async () => {
  const payer = await createWatched({})
  const etag = (await call('GET', contactPath(payer))).headers.get('etag')!
  const put = (ifMatch: string) =>
    service.call('PUT', contactPath(payer), contactBody(), { headers: { 'if-match': ifMatch } })
  const updated = await put(etag)
  dataOf(updated)
  assert.equal((await call('GET', contactPath(payer))).headers.get('etag'), updated.headers.get('etag'))
  assertRefused(await put(etag), { status: 412, code: 'CUST001', says: 'changed since the version in If-Match' })
  dataOf(await put('*'))
})
