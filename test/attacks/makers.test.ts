import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openAchBank } from '../support/ach-bank.ts'
import { returnBatch } from '../support/ach-files.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { CALLED, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { approvePending } from '../support/second-person.ts'
import { contactBody, type TestClient } from '../support/test-service.ts'

/** Everyone who shaped what leaves is its maker, and can approve nothing of it. */

const MONDAY = '2027-01-04T17:00:00Z'
const TUESDAY = '2027-01-05T17:00:00Z'
let bank: CautiousBank
before(async () => {
  bank = await openCautiousBank(MONDAY)
})
after(() => bank.service.stop())
beforeEach(() => bank.clock.set(MONDAY))

test('who extends a series of 2 to 40 payments approves none of those that follow', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer()
  const series = await bank.begin(payer, ada, 2)
  assert.equal(await bank.approved(series.paymentUID, eve), 'VALIDATED')
  dataOf(await bank.setEnd(series, 40, bob))
  await bank.workAt(TUESDAY)
  for (const number of [2, 3, 4, 5]) {
    const uid = await bank.numberOf(series, number)
    await bank.refusesOwn(uid, bob)
    await bank.refusesOwn(uid, ada)
    assert.match(await bank.approved(uid, eve), /^(VALIDATED|FUTURE_DATED)$/)
  }
})

test('who shortens a series, or changes it twice, is a maker of what is left of it', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer()
  const series = await bank.begin(payer, ada, 40)
  await bank.approved(series.paymentUID, eve)
  dataOf(await bank.setEnd(series, 3, bob))
  dataOf(await bank.setEnd(series, 4, bob))
  await bank.workAt(TUESDAY)
  await bank.refusesOwn(await bank.numberOf(series, 2), bob)
  await bank.refusesOwn(await bank.numberOf(series, 4), bob)
})

test('approvals of a payment do not outlast a change of its series, and can be given again', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer({ paymentDualApproval: true, paymentNumberOfApprovers: 2 })
  const fourth = await bank.clientOf(payer)
  const series = await bank.begin(payer, ada, 2, { paymentDate: '2027-01-08' })
  const { paymentUID } = series
  assert.equal(await bank.approved(paymentUID, eve), 'PARTIALLY_APPROVED')
  dataOf(await bank.setEnd(series, 400, bob))
  const { approvers, approversNeeded, makers } = (await bank.read(paymentUID)).audit
  assert.deepEqual([approvers, approversNeeded], [[], 2])
  assert.deepEqual(
    makers.map((maker: object) => ({ ...maker, madeDate: '' })),
    [{ makerId: bob.apiKey, did: 'ChangedSeries', madeDate: '' }],
  )
  assert.equal(await bank.approved(paymentUID, fourth), 'PARTIALLY_APPROVED')
  await bank.refusesOwn(paymentUID, bob)
  assert.equal(await bank.approved(paymentUID, eve), 'FUTURE_DATED')
  const again = { status: 409, code: 'PAYMENT003', says: 'FUTURE_DATED' }
  assertRefused(await bank.decide(paymentUID, eve), again)
})

test('a payment that was approved waits for approval again, at once, when its series is extended', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer()
  const series = await bank.begin(payer, ada, 2, { paymentDate: '2027-01-08' })
  const { paymentUID } = series
  assert.equal(await bank.approved(paymentUID, bob), 'FUTURE_DATED')
  dataOf(await bank.setEnd(series, 9, bob))
  await bank.work()
  assert.equal(await bank.statusOf(paymentUID), 'PENDING_APPROVAL')
  assert.equal(await bank.saysOf(paymentUID), 'it needs 1 approvers of the customer, and has 0')
  await bank.refusesOwn(paymentUID, bob)
  await bank.workAt('2027-01-07T17:00:00Z')
  assert.equal(await bank.approved(paymentUID, eve), 'FUTURE_DATED')
  await bank.workAt('2027-01-08T17:00:00Z')
  assert.match(await bank.statusOf(paymentUID), /^(TRANSMITTED|READY_TO_TRANSMIT)$/)
})

test('the end that a series has already makes nobody a maker, and voids no approval', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer({ paymentDualApproval: true, paymentNumberOfApprovers: 2 })
  const series = await bank.begin(payer, ada, 2, { paymentDate: '2027-01-08' })
  await bank.approved(series.paymentUID, eve)
  dataOf(await bank.setEnd(series, 2, bob))
  assert.equal(await bank.approved(series.paymentUID, bob), 'FUTURE_DATED')
})

test('a person who extends by a token approves through no other client, and under no other name', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer({})
  const person = await bank.person(payer, 'grace')
  const portal = await bank.clientOf(payer, { trustedToNamePersons: true })
  const signatory = { fullName: 'Grace Lund', emailAddress: person.email.toUpperCase(), phoneNumber: '+1 207 555 0100' }
  const made = await bank.call('POST', `/v1/customers/${payer.customerUID}/signatories`, signatory)
  const signatoryId = made.body.id
  await bank.ask(payer, { paymentDualApproval: true })
  bank.clock.advance({ minutes: 1 })
  const series = await bank.begin(payer, ada, 2, { paymentDate: '2027-01-08' })
  const { paymentUID } = series
  dataOf(await bank.setEnd(series, 40, await person.through(bob)))
  await bank.refusesOwn(paymentUID, await person.through(eve))
  // The client that sent the token, in its own name.
  await bank.refusesOwn(paymentUID, bob)
  const named = { status: 403, code: 'PAYMENT003', says: 'the person submitted this payment, or changed it' }
  assertRefused(await bank.decide(paymentUID, portal, { userId: person.userId }), named)
  assertRefused(await bank.decide(paymentUID, portal, { signatoryId }), named)
  assert.equal(await bank.approved(paymentUID, eve), 'FUTURE_DATED')
})

test('a trusted client names nobody whose authority the one who extended the series has changed', async () => {
  const { ada, bob, ...payer } = await bank.customer()
  const portal = await bank.clientOf(payer, { trustedToNamePersons: true })
  bank.clock.advance({ minutes: 1 })
  const series = await bank.begin(payer, ada, 2, { paymentDate: '2027-01-08' })
  bank.clock.advance({ minutes: 1 })
  const body = { fullName: 'Ann Lund', emailAddress: 'ann@sample.example', phoneNumber: '+1 207 555 0100' }
  const made = await bank.call('POST', `/v1/customers/${payer.customerUID}/signatories`, body, bob)
  if (made.body.status === 'Pending') await approvePending(bank.service, payer.customerUID)
  dataOf(await bank.setEnd(series, 40, bob))
  const reply = await bank.decide(series.paymentUID, portal, { signatoryId: made.body.id })
  const says = "changed the person's authority afterwards"
  assertRefused(reply, { status: 403, code: 'PAYMENT003', says })
})

test('who gave the contact of a series another account approves none of the payments that go there', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer()
  const series = await bank.begin(payer, ada, 40)
  assert.equal(await bank.approved(series.paymentUID, eve), 'VALIDATED')
  const details = contactBody({ contactBank: { ...contactBody().contactBank, accountNo: '700100200399' } })
  const path = `/v2/customers/${payer.customerUID}/contacts/${payer.contactUID}`
  dataOf(await bank.call('PUT', path, details, bob))
  await bank.workAt(TUESDAY)
  for (const number of [2, 5]) {
    const uid = await bank.numberOf(series, number)
    assert.equal((await bank.read(uid)).receiverAccountNumber, '700100200399')
    await bank.refusesOwn(uid, bob)
  }
  assert.equal(await bank.approved(await bank.numberOf(series, 2), eve), 'VALIDATED')
})

test('who confirmed new bank details approves nothing that is paid to them', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer({})
  const uid = await bank.pay(payer, ada)
  const details = contactBody({ contactBank: { ...contactBody().contactBank, accountNo: '700100200399' } })
  dataOf(await bank.call('PUT', `/v2/customers/${payer.customerUID}/contacts/${payer.contactUID}`, details, ada))
  dataOf(await bank.call('PUT', `/payments/${uid}/confirm`, undefined, bob))
  await bank.ask(payer, { paymentDualApproval: true })
  await bank.workAt('2027-01-08T17:00:00Z')
  assert.equal(await bank.statusOf(uid), 'PENDING_APPROVAL')
  await bank.refusesOwn(uid, bob)
  await bank.refusesOwn(uid, ada)
  assert.equal(await bank.approved(uid, eve), 'VALIDATED')
})

test('the database refuses the approval of a maker, and one of a revision that is still to come', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer()
  const series = await bank.begin(payer, ada, 2, { paymentDate: '2027-01-08' })
  dataOf(await bank.setEnd(series, 40, bob))
  const { institution } = bank.service.tenant
  const approve = ({ apiKey }: { apiKey: string }, revision: number) =>
    bank.service.app.db.transaction(async (tx) => {
      await tx.query(
        `insert into payment_approvals (tenant_id, payment_id, approver, side, decision, content_sha256, decided_at, client_id,
           decided_on, identified_by, revision)
         values ($1, $2, $3, 'Customer', 'Approved', '', $4, $3, '2027-01-04', 'Client', $5)`,
        [institution.tenantId, series.paymentUID, apiKey, bank.clock.now().toString(), revision],
      )
    })
  await assert.rejects(approve(bob, 1), /payment_approvals_four_eyes|who made payment/)
  await assert.rejects(approve(ada, 1), /payment_approvals_four_eyes|who made payment/)
  await assert.rejects(approve(eve, 2), /payment_approvals_revision|has no revision 2/)
  // A release before this one leaves the revision at 0, which no longer counts.
  await approve(eve, 0)
  await bank.workAt('2027-01-08T17:00:00Z')
  assert.equal(await bank.statusOf(series.paymentUID), 'PENDING_APPROVAL')
})

test('the approval of the institution does not outlast a change of the series either', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer()
  await bank.setCallBacks(payer)
  const series = await bank.begin(payer, ada, 2, { speed: 'Express' })
  const desk = await bank.desk()
  const call = () => bank.decide(series.paymentUID, desk, CALLED)
  assert.equal(dataOf(await call()).paymentStatus, 'PARTIALLY_APPROVED')
  dataOf(await bank.setEnd(series, 400, bob))
  assert.equal(await bank.approved(series.paymentUID, eve), 'PARTIALLY_APPROVED')
  assert.equal(dataOf(await call()).paymentStatus, 'VALIDATED')
})

test('an approval does not outlast a change of its series that left no maker', async () => {
  const { ada, eve, ...payer } = await bank.customer()
  const series = await bank.begin(payer, ada, 2, { paymentDate: '2027-01-08' })
  assert.equal(await bank.approved(series.paymentUID, eve), 'FUTURE_DATED')
  const { tenantId } = bank.service.tenant.institution
  const sql = 'update payment_recurrences set number_of_payments = 400 where tenant_id = $1 and number = $2'
  await bank.service.app.db.transaction((tx) => tx.query(sql, [tenantId, series.recurranceId]))
  await bank.workAt('2027-01-08T17:00:00Z')
  assert.equal(await bank.statusOf(series.paymentUID), 'PENDING_APPROVAL')
})

test('an approval that is given again counts once against the daily limit of its approver', async () => {
  const { ada, bob, eve, ...payer } = await bank.customer({})
  const limits = [{ name: 'Daily approval limit', value: 15 }]
  const person = await bank.person(payer, 'lise', { applicationLimits: [{ name: 'Payments', limits }] })
  await bank.ask(payer, { paymentDualApproval: true })
  bank.clock.advance({ minutes: 1 })
  const series = await bank.begin(payer, ada, 2, { paymentDate: '2027-01-08' })
  const lise = await person.through(eve)
  assert.equal(await bank.approved(series.paymentUID, lise), 'FUTURE_DATED')
  dataOf(await bank.setEnd(series, 3, bob))
  await bank.work()
  assert.equal(await bank.approved(series.paymentUID, lise), 'FUTURE_DATED')
  const other = await bank.pay(payer, ada)
  const says = '15.00 USD per day, with 5.00 USD left'
  assertRefused(await bank.decide(other, lise), { status: 402, code: 'PAYMENT003', says })
})

test('of an extension and an approval by one client at the same moment, on two nodes, the approval never counts', async () => {
  const node = await bank.service.startNode({ worker: false, clock: bank.clock })
  for (let round = 0; round < 4; round++) {
    const { ada, bob, ...payer } = await bank.customer()
    const series = await bank.begin(payer, ada, 2, { paymentDate: '2027-01-08' })
    const approve = () =>
      bank.service.call('PUT', `/payments/${series.paymentUID}/approve`, {}, { client: bob, at: node })
    const both = [() => bank.setEnd(series, 40, bob), approve]
    const [one, other] = round % 2 === 0 ? both : both.toReversed()
    await Promise.all([one!(), other!()])
    await bank.work()
    assert.equal(await bank.statusOf(series.paymentUID), 'PENDING_APPROVAL', `round ${round}`)
  }
})

test('who made a debit that came back does not approve it once a colleague sends it again', async () => {
  const ach = await openAchBank()
  const { service } = ach
  try {
    const creditor = await ach.collected()
    const clientOf = () => service.createClient(service.tenant, { legalEntityId: BigInt(creditor.customerUID) })
    const [colleague, third] = [await clientOf(), await clientOf()]
    const sent = await ach.sentEntryOf(creditor.paymentUID)
    await ach.receives([returnBatch(sent, 'R01', { sequence: 1, settlesOn: ach.today() })])
    const settings = { legalEntityAccessSettings: { paymentDualApproval: true } }
    dataOf(await ach.call('PUT', `/v2/customers/${creditor.customerUID}`, settings))
    const path = `/v3/payments/${creditor.paymentUID}/reinitiate`
    const { paymentUID } = dataOf(await service.call('POST', path, undefined, { client: colleague }))
    const approve = (client: TestClient) => service.call('PUT', `/payments/${paymentUID}/approve`, {}, { client })
    const own = { status: 403, code: 'PAYMENT003', says: 'you submitted this payment, or changed it' }
    assertRefused(await approve(service.tenant.client), own)
    assertRefused(await approve(colleague), own)
    dataOf(await approve(third))
  } finally {
    await service.stop()
  }
})
