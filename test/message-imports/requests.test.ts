import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { messageImportSweeps } from '../../src/message-imports/message-imports.jobs.ts'
import { verifyPayments, verifySettlements } from '../../src/payments/payments.ts'
import type { MessageRailName, PaymentRequest } from '../../src/rails/network.ts'
import { verifyReceipts } from '../../src/receipts/receipts.ts'
import { dataOf } from '../support/answers.ts'
import { untilLockWait } from '../support/lock-waits.ts'
import { creditOf, type MessageBank, openMessageBank } from '../support/message-bank.ts'
import { createPayer, type Payer, type TestClient } from '../support/test-service.ts'

let bank: MessageBank
let payer: Payer
let stranger: TestClient
before(async () => {
  bank = await openMessageBank()
  payer = await createPayer(bank.service, { balance: 1000 })
  const other = await createPayer(bank.service, { balance: 0 })
  stranger = await bank.service.createClient(bank.service.tenant, { legalEntityId: BigInt(other.customerUID) })
})
after(() => bank.stop())

const today = Temporal.PlainDate.from('2026-07-01')
const askedOf = (rail: MessageRailName) => bank.networkOf(rail).asked as Record<string, unknown>[]
const lastAsked = (rail: MessageRailName = 'FEDWIRE') => askedOf(rail).at(-1)!

async function obligationsOf(subjectUID: string): Promise<{ kind: string; state: string; dueAt: string }[]> {
  const found = dataOf(await bank.call('GET', `/v1/institution/obligations?page=1&limit=50&subjectUID=${subjectUID}`))
  return found.map(({ kind, state, dueAt }: Record<string, string>) => ({ kind, state, dueAt }))
}

/** A payment of 40.00 that has settled. */
async function settled() {
  const paid = await bank.pays()
  const paymentId = paid.paymentUID
  await bank.says('FEDWIRE', [{ kind: 'settled', paymentId, settledOn: today }])
  assert.equal(await bank.statusOf(paymentId), 'PROCESSED')
  return paid
}

const requestReturn = (uid: string, body: object = { reason: 'DUPL', notes: 'Paid twice' }) =>
  bank.call('POST', `/v3/payments/${uid}/requestreturn`, body)

const answers = (paymentId: string, answer: 'Accepted' | 'Refused' | 'Pending', code = 'CUST') =>
  bank.says('FEDWIRE', [{ kind: 'returnAnswered', paymentId, answer, code, reason: 'as the customer says' }])

async function assertProved() {
  const found = await bank.service.app.db.read(async (db) => [
    ...(await verifyPayments(db, bank.tenantId)),
    ...(await verifySettlements(db, bank.tenantId)),
    ...(await verifyReceipts(db, bank.tenantId)),
  ])
  assert.deepEqual(found, [])
  assert.equal(await bank.bookOf('clearing:FEDWIRE:USD'), 0n)
}

test('a payment is asked back once, refused with the reason, asked again, accepted, and comes by a return', async () => {
  const { paymentUID: uid } = await settled()
  assert.equal(dataOf(await requestReturn(uid)).requestStatus, 'Asked')
  assert.equal(lastAsked()['code'], 'DUPL')
  assert.equal(lastAsked()['paymentId'], uid)
  const [clock] = await obligationsOf(uid)
  assert.deepEqual([clock!.kind, clock!.state], ['FundsReturnReply', 'Open'])
  const again = await requestReturn(uid)
  assert.equal(again.status, 409)
  assert.match(again.body.message, /asked for already/)
  assert.deepEqual(await answers(uid, 'Pending'), [])
  assert.equal((await bank.payment(uid)).returnRequest.status, 'Pending')
  assert.deepEqual(await answers(uid, 'Refused', 'LEGL'), [])
  const refused = await bank.payment(uid)
  assert.equal(refused.status, 'PROCESSED')
  assert.deepEqual([refused.returnRequest.status, refused.returnRequest.answerCode], ['Refused', 'LEGL'])
  assert.equal((await obligationsOf(uid))[0]!.state, 'Met')
  assert.match((await answers(uid, 'Accepted'))[0]!.why, /was Refused, and now the answer is Accepted/)

  bank.clock.advance({ seconds: 1 })
  assert.equal((await requestReturn(uid, { reason: 'FRAD' })).status, 200)
  assert.deepEqual(await answers(uid, 'Accepted'), [])
  assert.equal((await bank.payment(uid)).status, 'PROCESSED')
  const back = { amount: { amount: 40_00n, currency: 'USD' }, code: 'FOCR', reason: '', returnedOn: today }
  assert.deepEqual(await bank.says('FEDWIRE', [{ kind: 'returned', paymentId: uid, ...back }]), [])
  const { status, returnRequest } = await bank.payment(uid)
  assert.deepEqual([status, returnRequest.status], ['RETURNED', 'Returned'])
  const { entries } = dataOf(await bank.call('GET', `/v3/payments/${uid}/timeline`))
  const shown = entries.filter(({ kind }: { kind: string }) => kind === 'returnRequest')
  assert.deepEqual(
    shown.map(({ request }: { request: string }) => request),
    ['Asked', 'Refused', 'Asked', 'Returned'],
  )
  const messages = entries.filter(({ messageType }: { messageType?: string }) => messageType === 'camt.056')
  assert.equal(messages.length, 2)
  assert.deepEqual([...new Set((await obligationsOf(uid)).map(({ state }) => state))], ['Met'])
  await assertProved()
})

test('only the owner of a settled payment asks for it back, and reversing a wire asks for it', async () => {
  const { paymentUID: uid } = await bank.pays()
  assert.equal((await requestReturn(uid)).status, 409)
  await bank.says('FEDWIRE', [{ kind: 'settled', paymentId: uid, settledOn: today }])
  const path = `/v3/payments/${uid}/requestreturn`
  const body = { reason: 'DUPL' }
  assert.equal((await bank.service.call('POST', path, body, { client: stranger })).status, 404)
  const viewer = await bank.service.createClient(bank.service.tenant, { entitlements: ['Payments.View_Payments'] })
  assert.equal((await bank.service.call('POST', path, body, { client: viewer })).status, 403)
  const reversed = dataOf(await bank.call('PUT', `/v3/payments/${uid}/reverse`, { reversalNotes: 'Wrong account' }))
  assert.equal(reversed.paymentStatus, 'PROCESSED')
  assert.deepEqual([lastAsked()['code'], lastAsked()['reason']], ['CUST', 'Wrong account'])
  assert.match((await answers(randomUUID(), 'Accepted'))[0]!.why, /did not ask/)
})

/** Another bank asks for a credit of 25.00 back. Returns the request and its receipt. */
async function askedBack(originalIdentity?: string) {
  const credit = creditOf(payer.accountNumber)
  if (originalIdentity === undefined) await bank.says('FEDWIRE', [{ kind: 'received', credit }])
  const caseId = randomUUID()
  const said = {
    ...({ kind: 'returnRequested', caseId, code: 'DUPL', reason: 'Paid twice', answerBy: undefined } as const),
    originalIdentity: originalIdentity ?? credit.identity,
  }
  assert.deepEqual(await bank.says('FEDWIRE', [said]), [])
  await bank.says('FEDWIRE', [said])
  const found = dataOf(await bank.call('GET', '/v3/returnrequests?page=1&limit=100&status=Open'))
  const ofCase = found.filter((one: { caseId: string }) => one.caseId === caseId)
  assert.equal(ofCase.length, 1)
  return ofCase[0] as { returnRequestUID: string; receiptUID?: string; answerBy: string }
}

const answerTo = (uid: string, how: 'accept' | 'refuse', body: object = {}, client = bank.service.tenant.client) =>
  bank.service.call('POST', `/v3/returnrequests/${uid}/${how}`, body, { client })

test('a credit that another bank asks back is returned once, and the other bank is told', async () => {
  const before = Number((await bank.balance(payer)).available)
  const { returnRequestUID: uid, receiptUID } = await askedBack()
  const [clock] = await obligationsOf(uid)
  assert.deepEqual([clock!.kind, clock!.state], ['FundsReturnAnswer', 'Open'])
  assert.equal((await answerTo(uid, 'accept', {}, stranger)).status, 403)
  assert.equal(dataOf(await answerTo(uid, 'accept', { notes: 'Agreed' })).status, 'Accepted')
  assert.equal(lastAsked()['isAccepted'], true)
  assert.deepEqual(bank.networkOf('FEDWIRE').sentBack.at(-1), { receiptId: receiptUID, code: 'FOCR' })
  assert.equal((await answerTo(uid, 'accept')).status, 409)
  assert.equal((await answerTo(uid, 'refuse', { reason: 'CUST' })).status, 409)
  const receiptId = receiptUID!
  await bank.says('FEDWIRE', [{ kind: 'returnSettled', receiptId, code: '', reason: '' }])
  assert.equal((await bank.receipt(receiptId)).status, 'RETURNED')
  assert.equal(Number((await bank.balance(payer)).available), before)
  assert.equal((await obligationsOf(uid))[0]!.state, 'Met')
  await assertProved()
})

test('while the credit is decided elsewhere, an acceptance waits and has told nobody yet', async () => {
  const { returnRequestUID: uid, receiptUID } = await askedBack()
  const told = askedOf('FEDWIRE').length
  const accepted = await bank.service.app.db.transaction(async (tx) => {
    await tx.query('select from receipts where tenant_id = $1 and id = $2 for no key update', [
      bank.tenantId,
      receiptUID,
    ])
    const accepting = answerTo(uid, 'accept')
    await untilLockWait(bank.service.query)
    assert.equal(askedOf('FEDWIRE').length, told)
    return { accepting }
  })
  assert.equal(dataOf(await accepted.accepting).status, 'Accepted')
  assert.equal(lastAsked()['isAccepted'], true)
})

test('a request is refused by a listed reason; one for a credit that never came can only be refused', async () => {
  const { returnRequestUID: uid } = await askedBack()
  assert.equal((await answerTo(uid, 'refuse', { reason: 'LAZY' })).status, 400)
  assert.equal(dataOf(await answerTo(uid, 'refuse', { reason: 'CUST' })).refusalReason, 'CUST')
  assert.deepEqual([lastAsked()['isAccepted'], lastAsked()['code']], [false, 'CUST'])
  const unknown = await askedBack('never-came')
  assert.equal(unknown.receiptUID, undefined)
  assert.equal((await answerTo(unknown.returnRequestUID, 'accept')).status, 409)
  assert.equal((await answerTo(unknown.returnRequestUID, 'refuse', { reason: 'NOOR' })).status, 200)
})

test('without the amount on the account, a request stays open and nothing is sent', async () => {
  const { returnRequestUID: uid } = await askedBack()
  const { available } = await bank.balance(payer)
  const adjust = async (direction: 'Debit' | 'Credit') => {
    const body = { direction, amount: Number(available), currency: 'USD', reason: 'test' }
    const path = `/v1/institution/accounts/${payer.accountUID}/adjustments`
    dataOf(await bank.call('POST', path, { ...body, externalReferenceId: randomUUID() }), 201)
  }
  const countMessages = () => bank.service.query('select count(*) as count from rail_messages')
  await adjust('Debit')
  const sent = await countMessages()
  const refused = await answerTo(uid, 'accept')
  assert.equal(refused.status, 409)
  assert.match(refused.body.message, /does not have the amount/)
  const [request] = dataOf(await bank.call('GET', '/v3/returnrequests?page=1&limit=1&status=Open'))
  assert.equal(request.returnRequestUID, uid)
  assert.deepEqual(await countMessages(), sent)
  await adjust('Credit')
  assert.equal((await answerTo(uid, 'refuse', { reason: 'AM04' })).status, 200)
})

/** Somebody asks for 30.00 from the payer's account. */
async function asksToPay(fields: Partial<PaymentRequest> = {}, rail: 'FEDWIRE' | 'FEDNOW' = 'FEDWIRE') {
  const request: PaymentRequest = {
    ...{ requestId: randomUUID(), rail, endToEndId: 'INV-2026-118', isDrawdown: rail === 'FEDWIRE' },
    ...{ amount: 30_00n, currency: 'USD', requestedOn: today, remittance: ['Invoice 118'] },
    creditor: { name: 'HIGHLAND BEANS LLC', address: { townName: 'Boise', country: 'US', lines: ['1 Main St'] } },
    creditorAccount: { number: '12345678', isIban: false },
    creditorBank: { routingNumber: '021000021', name: 'First Example Bank' },
    ...{ debtor: { name: 'HARBOR COFFEE LTD' }, debtorAccount: { number: payer.accountNumber, isIban: false } },
    expiresAt: bank.clock.now().add({ hours: 4 }),
    ...fields,
  }
  assert.deepEqual(await bank.says(rail, [{ kind: 'paymentRequested', request }]), [])
  const found = dataOf(await bank.call('GET', '/v3/paymentrequests?page=1&limit=100'))
  return found.find((one: { requestId: string }) => one.requestId === request.requestId)
}

const readRequest = async (uid: string) =>
  dataOf(await bank.call('GET', `/v3/paymentrequests?page=1&limit=1&requestUID=${uid}`))[0]

const decide = (uid: string, how: 'accept' | 'refuse', body: object = {}, client = bank.service.tenant.client) =>
  bank.service.call('POST', `/v3/paymentrequests/${uid}/${how}`, body, { client })

async function follow() {
  const sweep = messageImportSweeps.find(({ name }) => name.endsWith('follow payment requests'))!
  while (await sweep.run(bank.service.app, bank.institution)) {}
}

test('an accepted request makes one payment like any other, and its network is told once it left', async () => {
  const { requestUID: uid, status } = await asksToPay()
  assert.equal(status, 'Open')
  assert.equal((await obligationsOf(uid))[0]!.kind, 'PaymentRequestAnswer')
  const accepted = dataOf(await decide(uid, 'accept'))
  assert.equal(accepted.status, 'Accepted')
  assert.equal((await decide(uid, 'accept')).status, 409)
  const told = askedOf('FEDWIRE').length
  await bank.work()
  await bank.leaves()
  await follow()
  assert.equal(askedOf('FEDWIRE').length, told + 1)
  assert.equal(lastAsked()['isAccepted'], true)
  const { instructions } = bank.networkOf('FEDWIRE')
  const { endToEndId, amount, creditor, creditorAccount } = instructions.at(-1)!
  assert.deepEqual([endToEndId, amount, creditor.name], ['INV-2026-118', 30_00n, 'HIGHLAND BEANS LLC'])
  assert.equal(creditorAccount.number, '12345678')
  assert.equal((await readRequest(uid)).status, 'Paid')
  assert.equal((await bank.payment(accepted.paymentUID)).status, 'TRANSMITTED')
  assert.equal((await obligationsOf(uid))[0]!.state, 'Met')
  await follow()
  assert.equal(askedOf('FEDWIRE').length, told + 1)
})

test('an instant request is paid over its own network, whatever the institution prefers', async () => {
  const { requestUID: uid } = await asksToPay({}, 'FEDNOW')
  const { paymentUID } = dataOf(await decide(uid, 'accept'))
  assert.equal((await bank.payment(paymentUID)).deliveryMethod, 'FEDNOW')
})

test('only who may pay from the account sees and decides a request, and no control of payments is passed by', async () => {
  const { requestUID: uid } = await asksToPay({ amount: 30_00n })
  const list = '/v3/paymentrequests?page=1&limit=100'
  assert.deepEqual(dataOf(await bank.service.call('GET', list, undefined, { client: stranger })), [])
  assert.equal((await decide(uid, 'accept', {}, stranger)).status, 404)
  assert.equal((await decide(uid, 'refuse', { reason: 'CUST' }, stranger)).status, 404)
  const own = { legalEntityId: BigInt(payer.customerUID) }
  const entitlements = ['Payments.Initiate_Payments'] as const
  const noContacts = await bank.service.createClient(bank.service.tenant, { ...own, entitlements })
  assert.match((await decide(uid, 'accept', {}, noContacts)).body.message, /Manage_Contacts/)
  const elsewhere = await decide(uid, 'accept', { contactUID: payer.contactUID })
  assert.match(elsewhere.body.message, /another account than the creditor/)
  const large = await asksToPay({ amount: 9_000_000_00n })
  assert.equal((await decide(large.requestUID, 'accept')).status, 402)
  assert.equal((await readRequest(large.requestUID)).status, 'Open')
  await bank.call('PUT', `/v2/customers/${payer.customerUID}`, {
    limits: [{ appName: 'Payments', appLimits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_TRANSACTION', value: '5' }] }],
  })
  assert.match((await decide(uid, 'accept')).body.message, /limit/i)
  await bank.call('PUT', `/v2/customers/${payer.customerUID}`, {
    limits: [{ appName: 'Payments', appLimits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_TRANSACTION', value: '5000' }] }],
  })
  assert.equal((await decide(uid, 'refuse', { reason: 'AM09', notes: 'Wrong amount' })).status, 200)
  assert.deepEqual([lastAsked()['isAccepted'], lastAsked()['code']], [false, 'AM09'])
})

test('a request is open again if its payment ends, and expires with a payment that has not left', async () => {
  const { requestUID: uid } = await asksToPay({ requestedOn: today.add({ days: 1 }), expiresAt: undefined })
  const first = dataOf(await decide(uid, 'accept')).paymentUID
  assert.equal((await bank.payment(first)).status, 'FUTURE_DATED')
  dataOf(await bank.call('PUT', `/v3/payments/${first}/cancel`, {}))
  await follow()
  assert.equal((await readRequest(uid)).status, 'Open')
  assert.notEqual(dataOf(await decide(uid, 'accept')).paymentUID, first)

  const expiresAt = bank.clock.now().add({ hours: 1 })
  const late = await asksToPay({ requestedOn: today.add({ days: 1 }), expiresAt })
  const open = await asksToPay({ expiresAt })
  const { paymentUID } = dataOf(await decide(late.requestUID, 'accept'))
  bank.clock.advance({ hours: 1 })
  const tooLate = await decide(open.requestUID, 'accept')
  assert.equal(tooLate.status, 409)
  assert.match(tooLate.body.message, /expired/)
  await follow()
  assert.equal((await bank.payment(paymentUID)).status, 'CANCELLED')
  for (const one of [late, open]) assert.equal((await readRequest(one.requestUID)).status, 'Expired')
})

test('the creditor withdraws a request that nobody has paid, once, and only its own bank can', async () => {
  const asked = await asksToPay({}, 'FEDNOW')
  const said = { kind: 'requestWithdrawn', requestId: asked.requestId, reason: 'CUST Paid by card' } as const
  const own = { ...said, from: '021000021', amount: { amount: 30_00n, currency: 'USD' } }
  const whys = async (meaning: typeof own) => (await bank.says('FEDNOW', [meaning])).map(({ why }) => why)
  assert.match((await whys({ ...own, from: '091000019' }))[0]!, /came from another bank/)
  assert.match(
    (await whys({ ...own, amount: { amount: 30_01n, currency: 'USD' } }))[0]!,
    /another amount than 30.00 USD/,
  )
  assert.match((await whys({ ...own, requestId: 'unknown' }))[0]!, /did not come in: unknown/)
  assert.equal((await readRequest(asked.requestUID)).status, 'Open')
  assert.deepEqual([await whys(own), await whys(own)], [[], []])
  const { status, notes } = await readRequest(asked.requestUID)
  assert.deepEqual([status, notes], ['Withdrawn', 'CUST Paid by card'])
  assert.equal((await obligationsOf(asked.requestUID))[0]!.state, 'Met')
  const late = await decide(asked.requestUID, 'accept')
  assert.equal(late.status, 409)
  assert.match(late.body.message, /it is Withdrawn/)

  const paid = await asksToPay({}, 'FEDNOW')
  const { paymentUID } = dataOf(await decide(paid.requestUID, 'accept'))
  const [why] = await whys({ ...own, requestId: paid.requestId })
  assert.match(
    why!,
    new RegExp(`^HIGHLAND BEANS LLC withdraws .+ CUST Paid by card. Its payment ${paymentUID} is under way: `),
  )
  assert.equal((await readRequest(paid.requestUID)).status, 'Accepted')
})

test('a request that no account can pay is refused at once by the answer of its network', async () => {
  const unknown = await asksToPay({ debtorAccount: { number: '999', isIban: false } })
  assert.deepEqual([unknown.status, unknown.refusalReason], ['Refused', 'AC02'])
  assert.deepEqual([lastAsked()['isAccepted'], lastAsked()['code']], [false, 'AC02'])
  const closing = await createPayer(bank.service, { balance: 0 })
  const debtorAccount = { number: closing.accountNumber, isIban: false }
  const before = await asksToPay({ debtorAccount })
  const path = `/v2/customers/${closing.customerUID}/accounts/${closing.accountUID}`
  dataOf(await bank.call('PATCH', path, { action: 'Close', reason: 'test' }))
  assert.notEqual((await decide(before.requestUID, 'accept')).status, 200)
  assert.equal((await asksToPay({ debtorAccount })).refusalReason, 'AC05')
  const features = { accountFeatures: { fedNowFeature: { fednowRfpReceive: 'No' } } }
  const silent = await createPayer(bank.service, { balance: 0, account: features })
  const number = { debtorAccount: { number: silent.accountNumber, isIban: false } }
  assert.equal((await asksToPay(number, 'FEDNOW')).refusalReason, 'AG01')
})
