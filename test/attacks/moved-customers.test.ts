import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type Cautious, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { eventually } from '../support/eventually.ts'
import { contactBody, type Payer, type TestClient } from '../support/test-service.ts'

// A customer is moved below another parent. The clients of the one before reach nothing of it any
// more, so what they made for it is held, and what they approved does not count.

const MONDAY = '2027-01-04T17:00:00Z'
const TUESDAY = '2027-01-05T17:00:00Z'
const WEDNESDAY = '2027-01-06T17:00:00Z'
const THURSDAY = '2027-01-07T17:00:00Z'
const DUE = '2027-01-08T17:00:00Z'
const FRIDAY_NIGHT = '2027-01-08T23:59:00Z'
const NEXT_MONDAY = '2027-01-11T17:00:00Z'
const STOPPED = ['makerStopped']
const MISSING = ['approvalsMissing']
let bank: CautiousBank
let desk: TestClient
before(async () => {
  bank = await openCautiousBank(MONDAY)
  desk = await bank.desk()
})
after(() => bank.service.stop())
beforeEach(() => bank.clock.set(MONDAY))

const nameOf = async ({ customerUID }: Payer): Promise<string> =>
  dataOf(await bank.call('GET', `/v2/customers/${customerUID}`)).shortName
const below = async (parent: Payer, settings: object = {}): Promise<Cautious> =>
  bank.customer(settings, { parentEntityShortName: await nameOf(parent) })

/** The institution moves the customer. */
async function move({ customerUID }: Payer, parent: Payer): Promise<void> {
  const parentEntityShortName = await nameOf(parent)
  dataOf(await bank.call('PUT', `/v2/customers/${customerUID}`, { parentEntityShortName }))
  assert.equal(
    dataOf(await bank.call('GET', `/v2/customers/${customerUID}`)).parentEntityShortName,
    parentEntityShortName,
  )
}

/** A parent with a child, and a stranger to which the child can be moved. */
async function family(settings: object = {}) {
  const parent = await bank.customer({})
  return { parent, child: await below(parent, settings), stranger: await bank.customer({}) }
}

const heldFor = async (uid: string): Promise<string[]> => {
  const { status, held } = await bank.read(uid)
  return status === 'HELD' ? held.map(({ reason }: { reason: string }) => reason) : [status]
}
const LEFT = /^(TRANSMITTED|READY_TO_TRANSMIT|PROCESSED)$/
const hasLeft = async (uid: string) => assert.match(await bank.statusOf(uid), LEFT)
const goesOn = async (uid: string) => {
  await bank.work()
  await hasLeft(uid)
}
const release = (uid: string, body: object = {}) =>
  bank.call('POST', `/v1/institution/payments/${uid}/release`, { reason: 'it is known', ...body }, desk)

test('what the client of the former parent scheduled is held, and what the own client and the bank did leaves', async () => {
  const { parent, child, stranger } = await family()
  const byParent = await bank.pay(child, parent.ada)
  const others = [await bank.pay(child, child.ada), await bank.pay(child, bank.service.tenant.client)]
  const ofParent = await bank.pay(parent, parent.ada)
  await move(child, stranger)
  await bank.workAt(DUE)
  assert.deepEqual(await heldFor(byParent), STOPPED)
  for (const uid of [...others, ofParent]) await hasLeft(uid)
  const stopped = dataOf(await bank.call('GET', `/v3/payments/${byParent}`, undefined, desk)).stoppedMakers
  assert.deepEqual(stopped, [{ stop: 'outOfReach', customerUID: parent.customerUID }])
  for (const client of [child.ada, stranger.ada])
    assert.equal(dataOf(await bank.call('GET', `/v3/payments/${byParent}`, undefined, client)).stoppedMakers, undefined)
})

test('a series is held on each date, also one that the former parent only extended', async () => {
  const { parent, child, stranger } = await family()
  const own = await bank.begin(child, parent.ada, 40, { paymentDate: '2027-01-05' })
  const extended = await bank.begin(child, child.ada, 2, { paymentDate: '2027-01-05' })
  const untouched = await bank.begin(child, child.ada, 4, { paymentDate: '2027-01-05' })
  dataOf(await bank.setEnd(extended, 40, parent.bob))
  await move(child, stranger)
  await bank.workAt(TUESDAY)
  await bank.workAt(WEDNESDAY)
  for (const series of [own, extended])
    for (const number of [1, 2]) assert.deepEqual(await heldFor(await bank.numberOf(series, number)), STOPPED)
  await hasLeft(await bank.numberOf(untouched, 2))
})

test('what left before the move has left, and what is VALIDATED is held before the file takes it', async () => {
  const { parent, child, stranger } = await family()
  const series = await bank.begin(child, parent.ada, 40, { paymentDate: '2027-01-05' })
  await bank.workAt(TUESDAY)
  await hasLeft(series.paymentUID)
  bank.clock.set(FRIDAY_NIGHT)
  const uid = await bank.pay(child, parent.ada, { paymentDate: undefined })
  assert.equal(await bank.statusOf(uid), 'VALIDATED')
  await move(child, stranger)
  await bank.workAt(NEXT_MONDAY)
  assert.deepEqual(await heldFor(uid), STOPPED)
})

test('it goes on by itself when the customer is moved back', async () => {
  const { parent, child, stranger } = await family()
  const [uid, other] = [await bank.pay(child, parent.ada), await bank.pay(child, parent.ada)]
  const series = await bank.begin(child, parent.ada, 40, { paymentDate: '2027-01-08' })
  await move(child, stranger)
  await bank.workAt(DUE)
  for (const one of [uid, other, series.paymentUID]) assert.deepEqual(await heldFor(one), STOPPED)
  await move(child, parent)
  for (const one of [uid, other, series.paymentUID]) await goesOn(one)
})

test('a release by the institution lets it go on, and the next move away holds it again', async () => {
  const { parent, child, stranger } = await family()
  const series = await bank.begin(child, parent.ada, 40, { paymentDate: '2027-01-05' })
  const single = await bank.pay(child, parent.ada, { paymentDate: '2027-01-05' })
  await move(child, stranger)
  await bank.workAt(TUESDAY)
  dataOf(await release(series.paymentUID, { series: true }))
  await goesOn(series.paymentUID)
  assert.deepEqual(await heldFor(single), STOPPED)
  await bank.workAt(WEDNESDAY)
  await hasLeft(await bank.numberOf(series, 2))
  await move(child, parent)
  await move(child, stranger)
  await bank.workAt(THURSDAY)
  assert.deepEqual(await heldFor(await bank.numberOf(series, 3)), STOPPED)
})

test('all that one former parent holds is released together, and that of another stays', async () => {
  const { parent, child, stranger } = await family()
  const elsewhere = await family()
  const [one, two] = [await bank.pay(child, parent.ada), await bank.pay(child, parent.bob)]
  const other = await bank.pay(elsewhere.child, elsewhere.parent.ada)
  await move(child, stranger)
  await move(elsewhere.child, stranger)
  await bank.workAt(DUE)
  const body = { customerUID: parent.customerUID, reason: 'it is known' }
  const { paymentUIDs } = dataOf(await bank.call('POST', '/v1/institution/outstanding/release', body, desk))
  assert.deepEqual(paymentUIDs.toSorted(), [one, two].toSorted())
  for (const uid of [one, two]) await goesOn(uid)
  assert.deepEqual(await heldFor(other), STOPPED)
})

test('a move below a new parent in the same line stops nothing', async () => {
  const grandparent = await bank.customer({})
  const [child, between] = [await below(grandparent), await below(grandparent)]
  const uid = await bank.pay(child, grandparent.ada)
  const series = await bank.begin(child, grandparent.ada, 4, { paymentDate: '2027-01-08' })
  await move(child, between)
  await bank.workAt(DUE)
  await hasLeft(uid)
  await hasLeft(series.paymentUID)
})

test('what a grandparent set up is held when the parent is moved with the child below it', async () => {
  const grandparent = await bank.customer({})
  const parent = await below(grandparent)
  const child = await below(parent)
  const [byGrandparent, byParent] = [await bank.pay(child, grandparent.ada), await bank.pay(child, parent.ada)]
  const ofParent = await bank.pay(parent, grandparent.bob)
  await move(parent, await bank.customer({}))
  await bank.workAt(DUE)
  assert.deepEqual([await heldFor(byGrandparent), await heldFor(ofParent)], [STOPPED, STOPPED])
  await hasLeft(byParent)
})

test('a user stands by the own customer, and by that of the client whose token they use', async () => {
  const { parent, child, stranger } = await family()
  const [ofChild, ofParent] = [await bank.person(child, 'grace'), await bank.person(parent, 'mary')]
  const portals = [await bank.desk(), await bank.desk()] as const
  const ways = [await ofChild.through(parent.ada), await ofParent.through(parent.bob)]
  ways.push(await ofParent.through(portals[0]))
  const held: string[] = []
  for (const way of ways) held.push(await bank.pay(child, way))
  const others = [await bank.pay(child, await ofChild.through(child.bob))]
  others.push(await bank.pay(child, await ofChild.through(portals[1])))
  await move(child, stranger)
  await bank.workAt(DUE)
  for (const uid of held) assert.deepEqual(await heldFor(uid), STOPPED)
  for (const uid of others) await hasLeft(uid)
  const list = `/v1/institution/outstanding?page=1&limit=100&customerUID=${parent.customerUID}`
  const listed = dataOf(await bank.call('GET', list)).items.map(({ uid }: { uid: string }) => uid)
  assert.deepEqual(listed.toSorted(), held.toSorted())
  await move(child, parent)
  for (const uid of held) await goesOn(uid)
})

test('a series that a person of the customer began, or extended, through the former parent is held', async () => {
  const { parent, child, stranger } = await family()
  const person = await bank.person(child, 'rosa')
  const own = await bank.begin(child, await person.through(parent.ada), 40, { paymentDate: '2027-01-05' })
  const extended = await bank.begin(child, child.ada, 2, { paymentDate: '2027-01-05' })
  dataOf(await bank.setEnd(extended, 40, await person.through(parent.bob)))
  await move(child, stranger)
  await bank.workAt(TUESDAY)
  for (const { paymentUID } of [own, extended]) assert.deepEqual(await heldFor(paymentUID), STOPPED)
  const body = { customerUID: parent.customerUID, reason: 'it is known' }
  dataOf(await bank.call('POST', '/v1/institution/outstanding/release', body, desk))
  for (const { paymentUID } of [own, extended]) await goesOn(paymentUID)
})

test('approvals that people of the customer gave through the former parent do not count when it leaves', async () => {
  const { parent, child, stranger } = await family()
  const person = await bank.person(child, 'emmy')
  await bank.ask(child, { paymentDualApproval: true })
  bank.clock.set(FRIDAY_NIGHT)
  const now = { paymentDate: undefined }
  const [one, other] = [await bank.pay(child, child.ada, now), await bank.pay(child, child.ada, now)]
  assert.equal(await bank.approved(one, await person.through(parent.ada)), 'VALIDATED')
  assert.equal(await bank.approved(other, await person.through(child.bob)), 'VALIDATED')
  await move(child, stranger)
  await bank.workAt(NEXT_MONDAY)
  assert.deepEqual(await heldFor(one), MISSING)
  await hasLeft(other)
  assert.equal(await bank.approved(one, child.eve), 'HELD')
  await goesOn(one)
})

test('a token of a person through the former parent changes nothing from the moment of the move', async () => {
  const { parent, child, stranger } = await family()
  const person = await bank.person(child, 'vera')
  await bank.ask(child, { paymentDualApproval: true, beneDualApproval: true })
  bank.clock.advance({ minutes: 1 })
  const waits = await bank.pay(child, child.ada, { paymentDate: undefined })
  const through = await person.through(parent.ada)
  const contact = `/v2/customers/${child.customerUID}/contacts/${child.contactUID}`
  await move(child, stranger)
  const replies = await Promise.all([
    bank.decide(waits, through),
    bank.submit(child, through, { paymentDate: '2027-01-08' }),
    bank.call('PUT', contact, contactBody({ name: 'Highland Beans LLC' }), through),
  ])
  // 401 if the node has heard of the move.
  for (const { status, body } of replies) assert.ok([401, 403].includes(status), JSON.stringify(body))
  assert.equal(await bank.statusOf(waits), 'PENDING_APPROVAL')
  assert.equal(await bank.approved(waits, await person.through(stranger.ada)), 'VALIDATED')
})

test('a change that a person of the customer proposed through the former parent is not approved', async () => {
  const { parent, child, stranger } = await family()
  const person = await bank.person(child, 'tove')
  await bank.ask(child, { beneDualApproval: true })
  const path = `/v2/customers/${child.customerUID}/contacts/${child.contactUID}`
  const through = await person.through(parent.ada)
  const { approvalUID } = dataOf(await bank.call('PUT', path, contactBody({ name: 'Highland Beans LLC' }), through))
  await move(child, stranger)
  const queue = `/v1/customers/${child.customerUID}/approvals/contact/${approvalUID}`
  const { contentHash } = dataOf(await bank.call('GET', queue))
  const refused = { status: 409, code: 'APPROVAL001', says: 'was moved away from the legal entity of the API client' }
  assertRefused(await bank.call('PUT', `${queue}/approve`, { contentHash }, child.eve), refused)
})

test('approvals of the former parent do not count on the date', async () => {
  const { parent, child, stranger } = await family({ paymentDualApproval: true })
  const [one, other] = [await bank.pay(child, child.ada), await bank.pay(child, child.ada)]
  assert.equal(await bank.approved(one, parent.bob), 'FUTURE_DATED')
  assert.equal(await bank.approved(other, child.bob), 'FUTURE_DATED')
  await move(child, stranger)
  await bank.workAt(DUE)
  assert.equal(await bank.statusOf(one), 'PENDING_APPROVAL')
  await hasLeft(other)
  assert.equal(await bank.approved(one, stranger.bob), 'VALIDATED')
  await goesOn(one)
})

test('nor when it leaves, nor beside those that count', async () => {
  const two = { paymentDualApproval: true, paymentNumberOfApprovers: 2 }
  const { parent, child, stranger } = await family(two)
  bank.clock.set(FRIDAY_NIGHT)
  const uid = await bank.pay(child, child.ada, { paymentDate: undefined })
  assert.equal(await bank.approved(uid, child.bob, parent.bob), 'VALIDATED')
  await move(child, stranger)
  await bank.workAt(NEXT_MONDAY)
  assert.deepEqual(await heldFor(uid), MISSING)
  assert.equal(await bank.saysOf(uid), 'it needs 2 approvers of the customer, and has 1')
  assert.equal(await bank.approved(uid, child.eve), 'HELD')
  await goesOn(uid)
})

test('nor do those that a client of the former parent gave for people of the customer', async () => {
  const { parent, child, stranger } = await family()
  const person = await bank.person(child, 'hedy')
  const portal = await bank.clientOf(parent, { trustedToNamePersons: true })
  await bank.ask(child, { paymentDualApproval: true })
  bank.clock.advance({ minutes: 1 })
  const [named, proven] = [await bank.pay(child, child.ada), await bank.pay(child, child.ada)]
  assert.equal(dataOf(await bank.decide(named, portal, { userId: person.userId })).paymentStatus, 'FUTURE_DATED')
  assert.equal(await bank.approved(proven, await person.through(portal)), 'FUTURE_DATED')
  await move(child, stranger)
  await bank.workAt(DUE)
  for (const uid of [named, proven]) assert.equal(await bank.statusOf(uid), 'PENDING_APPROVAL')
  assert.equal(await bank.approved(proven, child.bob), 'VALIDATED')
})

test('an approval of the new parent lets no payment of the former one leave', async () => {
  const { parent, child, stranger } = await family({ paymentDualApproval: true })
  const uid = await bank.pay(child, parent.ada, { paymentDate: undefined })
  await move(child, stranger)
  assert.equal(await bank.approved(uid, stranger.bob), 'HELD')
  assert.deepEqual(await heldFor(uid), STOPPED)
})

test('the institution decides whether it holds what is out of reach', async () => {
  const { parent, child, stranger } = await family()
  const uid = await bank.pay(child, parent.ada)
  await move(child, stranger)
  await bank.workAt(DUE)
  assert.deepEqual(await heldFor(uid), STOPPED)
  dataOf(await bank.call('PUT', '/v1/institution', { stoppedMakers: { outOfReach: 'Continue' } }))
  await goesOn(uid)
  dataOf(await bank.call('PUT', '/v1/institution', { stoppedMakers: { outOfReach: 'Hold' } }))
})

test('the former parent cancels nothing of it, and the new one does', async () => {
  const { parent, child, stranger } = await family()
  const uid = await bank.pay(child, parent.ada)
  await move(child, stranger)
  await bank.workAt(DUE)
  const unknown = { status: 404, code: 'PAYMENT001', says: 'payment' }
  assertRefused(await bank.call('PUT', `/payments/${uid}/cancel`, {}, parent.ada), unknown)
  dataOf(await bank.call('PUT', `/payments/${uid}/cancel`, {}, stranger.ada))
})

test('what the former parent proposed is not approved any more, and what the customer proposed is', async () => {
  const { parent, child, stranger } = await family()
  await bank.ask(child, { beneDualApproval: true })
  const propose = async (client: TestClient, name: string) => {
    const path = `/v2/customers/${child.customerUID}/contacts/${child.contactUID}`
    const { approvalUID } = dataOf(await bank.call('PUT', path, contactBody({ name }), client))
    const queue = `/v1/customers/${child.customerUID}/approvals/contact/${approvalUID}`
    const { contentHash } = dataOf(await bank.call('GET', queue))
    return (action: string) => bank.call('PUT', `${queue}/${action}`, { contentHash, reason: 'no' }, child.eve)
  }
  const decide = await propose(parent.ada, 'Highland Beans LLC')
  await move(child, stranger)
  const refused = { status: 409, code: 'APPROVAL001', says: 'was moved away from the legal entity' }
  assertRefused(await decide('approve'), refused)
  dataOf(await decide('reject'))
  dataOf(await (await propose(child.ada, 'Lowland Beans LLC'))('approve'))
})

test('the tokens of its people end, and the former parent signs nobody in as one of them', async () => {
  const { parent, child, stranger } = await family()
  const [ofChild, ofParent] = [await bank.person(child, 'ines'), await bank.person(parent, 'lena')]
  const [byChild, byParent] = [await ofChild.through(parent.ada), await ofParent.through(parent.bob)]
  const elsewhere = await (await bank.person(stranger, 'noor')).through(stranger.ada)
  const isIn = async (client: TestClient) =>
    (await bank.call('GET', '/v2/customers?page=1&limit=1', undefined, client)).status !== 401
  assert.equal(await isIn(byChild), true)
  await move(child, stranger)
  await eventually('the token has ended', async () => !(await isIn(byChild)))
  assert.equal(await isIn(byParent), true)
  assert.equal(await isIn(elsewhere), true)
  await assert.rejects(ofChild.through(parent.ada))
  assert.equal(await isIn(await ofChild.through(stranger.bob)), true)
})
