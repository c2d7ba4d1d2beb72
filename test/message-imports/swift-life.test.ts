import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { readInstitution } from '../../src/institution/institution.ts'
import { bookMeanings } from '../../src/message-imports/book-meanings.ts'
import { verifyPayments, verifySettlements } from '../../src/payments/payments.ts'
import { swift } from '../../src/rails/iso20022/swift/swift.ts'
import { readContent } from '../../src/rails/messages/messages.store.ts'
import { keepReceived } from '../../src/rails/messages/received.store.ts'
import type { Meaning } from '../../src/rails/network.ts'
import { replaceNetwork } from '../../src/rails/networks.ts'
import { verifyReceipts } from '../../src/receipts/receipts.ts'
import { dataOf } from '../support/answers.ts'
import { assertValid, withSchemas } from '../support/iso20022/schemas.ts'
import { type MessageBank, openMessageBank } from '../support/message-bank.ts'
import {
  CORRESPONDENTS,
  cover,
  credit,
  type Heard,
  hear,
  NOSTROS,
  notification,
  recall,
  resolution,
  returned,
  statement,
  status,
  US,
  wire,
} from '../support/swift-correspondent.ts'
import { createPayer } from '../support/test-service.ts'

let bank: MessageBank
let undo: () => void
before(async () => {
  bank = await openMessageBank([])
  undo = replaceNetwork(swift)
  const currencies = ['USD', 'EUR', 'JPY', 'GBP'] as const
  const correspondents = currencies.map((currency) => ({
    ...{ currency, bic: CORRESPONDENTS[currency], accountNumber: NOSTROS[currency] },
    settlementMethod: currency === 'GBP' ? 'Cover' : 'Serial',
  }))
  dataOf(await bank.call('PUT', '/v1/institution', { bic: US, correspondents }))
  Object.assign(bank.institution, await bank.service.app.db.read((db) => readInstitution(db, bank.tenantId)))
  const forwardPoints = ['ON', 'TN'].map((tenor) => ({ tenor, points: 0 }))
  const rates = [
    { baseCcy: 'EUR', quoteCcy: 'USD', bid: 1.1, mid: 1.1, ask: 1.1 },
    { baseCcy: 'USD', quoteCcy: 'JPY', bid: 150, mid: 150, ask: 150 },
    { baseCcy: 'GBP', quoteCcy: 'USD', bid: 1.25, mid: 1.25, ask: 1.25 },
  ]
  dataOf(
    await bank.call('PUT', '/v1/institution/fx/rates', { rates: rates.map((rate) => ({ ...rate, forwardPoints })) }),
  )
})
after(async () => {
  undo()
  await bank.stop()
})

const abroad = (accountCcy: string) => ({
  contactBank: {
    ...{ country: 'DE', accountNo: 'DE89370400440532013000', name: 'Example Bank', swiftCode: 'COBADEFF' },
    accountCcy,
  },
})

/** A payer with USD 100.00 pays abroad. Returns what went to the banks. */
async function pays({
  currency = 'USD',
  amount = 40,
  ...fields
}: { currency?: string; amount?: number } & object = {}) {
  const payment = { speed: 'ON', paymentAmount: amount, paymentCurrency: currency, ...fields }
  const payer = await bank.pays(payment, { contact: abroad(currency) })
  const sent = await sentFor(payer.paymentUID)
  return { ...payer, heard: hear(sent[0]!), sent }
}

/** The bytes that left for a payment, in their order; each conforms to its schema. */
async function sentFor(paymentUID: string): Promise<string[]> {
  const { service, tenantId } = bank
  const rows = await service.query<{ id: string }>(
    `select id from rail_messages where payment_id = $1 and direction = 'Out' order by created_at, id`,
    [paymentUID],
  )
  const contents: string[] = []
  for (const { id } of rows)
    contents.push((await service.app.db.read((db) => readContent(db, { tenantId, id, doubleOf: null }))).toString())
  if (withSchemas.skip === false)
    for (const xml of contents)
      assertValid(xml.slice(xml.indexOf('<Document'), xml.indexOf('</Envelope>')), { network: 'base' })
  return contents
}

/** A message of the correspondent comes in and is read. Returns its row and the exceptions. */
async function comes(content: string) {
  const { service, tenantId, clock } = bank
  const arrived = [{ content: Buffer.from(content) }]
  const [id] = await service.app.db.transaction((tx) =>
    keepReceived(tx, tenantId, { rail: 'SWIFT', arrived }, clock.now()),
  )
  await bank.imports()
  return { id: id!, status: await bank.messageStatus(id!), raised: await bank.exceptionsOf(id!) }
}

async function accepted(content: string) {
  const { status, raised } = await comes(content)
  assert.deepEqual([status, raised], ['Processed', []])
}

/** The last message that we sent besides those of payments, by its bytes. */
async function lastReply(): Promise<string> {
  const [row] = await bank.service.query<{ id: string }>(
    `select id from rail_messages where rail = 'SWIFT' and direction = 'Out' order by created_at desc, id desc limit 1`,
  )
  const { tenantId } = bank
  return (await bank.service.app.db.read((db) => readContent(db, { tenantId, id: row!.id, doubleOf: null }))).toString()
}

async function assertProved() {
  const found = await bank.service.app.db.read(async (db) => [
    ...(await verifyPayments(db, bank.tenantId)),
    ...(await verifySettlements(db, bank.tenantId)),
    ...(await verifyReceipts(db, bank.tenantId)),
  ])
  assert.deepEqual(found, [])
  for (const currency of ['USD', 'EUR', 'JPY', 'GBP'])
    assert.equal(await bank.bookOf(`clearing:SWIFT:${currency}`), 0n, currency)
}

test('sent, accepted, settled: by the statuses of the correspondent, with the UETR on everything', async () => {
  const { paymentUID, heard, sent } = await pays()
  assert.equal(sent.length, 1)
  assert.deepEqual([heard.to, heard.method, heard.amount], [CORRESPONDENTS.USD, 'INDA', '40.00'])
  assert.equal(heard.uetr.replace(/4(?=.{3}-.{4}-.{12}$)/, '7').slice(0, 14), paymentUID.slice(0, 14))
  await accepted(status(heard, 'ACSP'))
  assert.equal(await bank.statusOf(paymentUID), 'TRANSMITTED')
  await accepted(status(heard, 'ACSC'))
  assert.equal(await bank.statusOf(paymentUID), 'PROCESSED')
  await accepted(status(heard, 'ACCC'))
  await assertProved()
})

test('settled by the debit of our account: a booked camt.054 of the right amount', async () => {
  const { paymentUID, heard } = await pays()
  const other = await comes(notification({ ...heard, currency: 'USD', amount: '39.00', side: 'DBIT' }))
  assert.match(other.raised[0]!.why, /another amount/)
  assert.equal(await bank.statusOf(paymentUID), 'TRANSMITTED')
  await accepted(notification({ ...heard, currency: 'USD', side: 'DBIT' }))
  assert.equal(await bank.statusOf(paymentUID), 'PROCESSED')
  const entries = await bank.service.query<{ amount: bigint }>(
    'select amount from nostro_entries where payment_id = $1',
    [paymentUID],
  )
  assert.equal(entries.length, 2)
  await assertProved()
})

test('rejected: the money is given back, and a later word that it settled is an exception', async () => {
  const payer = await pays()
  await accepted(status(payer.heard, 'RJCT', { reason: 'AC01' }))
  const { status: state, failureReason } = await bank.payment(payer.paymentUID)
  assert.equal(state, 'VALIDATION_FAILURE')
  assert.match(failureReason, /AC01/)
  assert.deepEqual(await bank.balance(payer), { ledger: '100.00', available: '100.00' })
  assert.equal((await comes(status(payer.heard, 'ACSC'))).raised.length, 1)
  await assertProved()
})

test('returned with less: what came is booked and the deduction shows; more, or a second return, is an exception', async () => {
  const payer = await pays()
  await accepted(status(payer.heard, 'ACCC'))
  const before = Number((await bank.balance(payer)).ledger)
  assert.match((await comes(returned(payer.heard, { amount: '40.01' }))).raised[0]!.why, /comes back for a payment of/)
  const euros = returned(payer.heard, { amount: '38.00', currency: 'EUR' })
  assert.match((await comes(euros)).raised[0]!.why, /EUR comes back/)
  await accepted(returned(payer.heard, { amount: '38.50', charges: '1.50' }))
  assert.equal(await bank.statusOf(payer.paymentUID), 'RETURNED')
  assert.equal(Number((await bank.balance(payer)).ledger) - before, 38.5)
  assert.match((await comes(returned(payer.heard, { amount: '38.50' }))).raised[0]!.why, /Returned comes back/)
  await assertProved()
})

test('returned before anybody said that it settled: it settled, and came back', async () => {
  const { paymentUID, heard } = await pays()
  await accepted(returned(heard, { amount: '40.00' }))
  assert.equal(await bank.statusOf(paymentUID), 'RETURNED')
  await assertProved()
})

/** What the network itself makes of a message of ours or theirs, where no slice books it yet. */
const asNetwork = <T>(work: (tx: never) => Promise<T>) =>
  bank.service.app.db.transaction(async (tx) => work(tx as never))

test('recalled: the camt.056 names the payment, and the answer is accepted, refused or pending', async () => {
  const { paymentUID, heard } = await pays()
  await accepted(status(heard, 'ACCC'))
  const caseId = randomUUID()
  const request = { paymentId: paymentUID, messageId: heard.messageId, caseId, code: 'DUPL', reason: 'sent twice' }
  const now = bank.clock.now()
  const [asked] = await asNetwork((tx) => swift.requestReturn(tx, bank.institution, request, now))
  assert.deepEqual([hear(asked!.content).uetr, hear(asked!.content).to], [heard.uetr, CORRESPONDENTS.USD])
  assert.ok(asked!.content.includes(caseId.replaceAll('-', '')))
  for (const [code, answer] of [
    ['PDCR', 'Pending'],
    ['RJCR', 'Refused'],
    ['ACCR', 'Accepted'],
  ] as const) {
    const incoming = { id: randomUUID(), rail: 'SWIFT', content: resolution(heard, code), receivedAt: now } as const
    const read = await asNetwork((tx) => swift.receive(tx, bank.institution, incoming, now))
    const [meaning] = ('meanings' in read ? read.meanings : []) as (Meaning & { answer?: string })[]
    assert.deepEqual([meaning?.kind, meaning?.answer], ['returnAnswered', answer])
  }
  await assertProved()
})

test('a credit is posted to its account; the same message again, or its UETR in another, books nothing', async () => {
  const payer = await createPayer(bank.service, { balance: 0 })
  const given = { uetr: randomUUID(), amount: '25.00', currency: 'USD', accountNumber: payer.accountNumber } as const
  const content = credit(given, { id: 'SAME1' })
  await accepted(content)
  const [receipt] = (await bank.receipts()).slice(-1)
  assert.deepEqual([receipt!.status, receipt!['uetr']], ['POSTED', given.uetr])
  assert.equal((await comes(content)).status, 'Double')
  assert.equal((await comes(credit(given, { id: 'SAME1' }))).status, 'Double')
  assert.deepEqual((await comes(credit(given, { isDuplicate: true }))).raised, [])
  const second = await comes(credit(given))
  assert.match(second.raised[0]!.why, /second credit with the UETR/)
  assert.match(await lastReply(), /<TxSts>RJCT<\/TxSts>.*DUPL/s)
  assert.deepEqual(await bank.balance(payer), { ledger: '25.00', available: '25.00' })
  await assertProved()
})

test('credits in euros and yen are posted exactly, in the currency of their account', async () => {
  for (const [currency, amount] of [
    ['EUR', '12.34'],
    ['JPY', '5000'],
  ] as const) {
    const payer = await createPayer(bank.service, { balance: 0, account: { currency } })
    await accepted(credit({ amount, currency, accountNumber: payer.accountNumber, charges: amount.slice(-1) }))
    assert.equal((await bank.balance(payer)).ledger, amount)
  }
  await assertProved()
})

test('a credit for no account waits in suspense, and its return leaves as a pacs.004 to the correspondent', async () => {
  const uetr = randomUUID()
  await accepted(credit({ uetr, amount: '30.00', currency: 'USD', accountNumber: '999' }))
  const [receipt] = (await bank.receipts()).slice(-1)
  assert.equal(receipt!.status, 'UNPOSTED')
  assert.equal((await bank.call('POST', `/v3/receipts/${receipt!.receiptUID}/return`, { reason: 'AC01' })).status, 200)
  await bank.work()
  await bank.leaves()
  const sent = await lastReply()
  assert.deepEqual([hear(sent).type, hear(sent).uetr, hear(sent).to], ['pacs.004.001.09', uetr, CORRESPONDENTS.USD])
  assert.match(sent, /<RtrdIntrBkSttlmAmt Ccy="USD">30\.00<.*<Cd>AC01<\/Cd>/s)
  await accepted(status({ ...hear(sent) } as Heard, 'ACSC'))
  assert.equal((await bank.receipt(receipt!.receiptUID)).status, 'RETURNED')
  await assertProved()
})

test('by cover: a credit is posted when its money has come, in either order, and by a camt.054 as well', async () => {
  const payer = await createPayer(bank.service, { balance: 0 })
  const given = () => ({ uetr: randomUUID(), amount: '10.00', currency: 'USD' }) as const
  const by = (one: ReturnType<typeof given>) =>
    credit({ ...one, accountNumber: payer.accountNumber, method: 'COVE' }, { from: 'COBADEFFXXX' })
  const [first, late, booked] = [given(), given(), given()]
  await accepted(by(first))
  assert.equal((await bank.balance(payer)).ledger, '0.00')
  await accepted(cover(first))
  assert.equal((await bank.balance(payer)).ledger, '10.00')
  await accepted(cover(late))
  await accepted(by(late))
  assert.equal((await bank.balance(payer)).ledger, '20.00')
  await accepted(by(booked))
  await accepted(notification({ ...booked, side: 'CRDT' }))
  assert.equal((await bank.balance(payer)).ledger, '30.00')
  await accepted(cover(booked))
  assert.equal((await bank.balance(payer)).ledger, '30.00')
  await assertProved()
})

test('paid by cover: two messages of one UETR; one refused is an exception, both refused give the money back', async () => {
  const payer = await pays({ currency: 'GBP', amount: 10 })
  const [customer, money] = payer.sent.map((xml) => hear(xml))
  assert.deepEqual([customer!.to, customer!.method], ['COBADEFF', 'COVE'])
  assert.deepEqual([money!.to, money!.type, money!.uetr], [CORRESPONDENTS.GBP, 'pacs.009.001.08', customer!.uetr])
  const { raised } = await comes(status(customer!, 'RJCT', { from: 'COBADEFFXXX', reason: 'AC01' }))
  assert.match(raised[0]!.why, /its cover stands/)
  assert.equal(await bank.statusOf(payer.paymentUID), 'TRANSMITTED')
  await accepted(status(money!, 'RJCT', { from: CORRESPONDENTS.GBP, reason: 'AC01' }))
  assert.equal(await bank.statusOf(payer.paymentUID), 'VALIDATION_FAILURE')
  assert.equal((await bank.balance(payer)).available, '100.00')
  await assertProved()
})

test('payments between currencies deliver euros and yen exactly, with the rate and what was instructed', async () => {
  for (const [currency, amount, written] of [
    ['EUR', 10, '10.00'],
    ['JPY', 1500, '1500'],
  ] as const) {
    const { paymentUID, heard, sent } = await pays({ currency, amount })
    assert.deepEqual([heard.currency, heard.amount, heard.to], [currency, written, CORRESPONDENTS[currency]])
    assert.match(sent[0]!, /<InstdAmt Ccy="USD">.*<XchgRate>/s)
    await accepted(status(heard, 'ACCC', { from: CORRESPONDENTS[currency] }))
    assert.equal(await bank.statusOf(paymentUID), 'PROCESSED')
  }
  await assertProved()
})

test('recalls of others: a credit that never came is refused at once; one that came waits for a decision', async () => {
  const unknown = { uetr: randomUUID(), messageId: 'X', amount: '1.00', currency: 'USD' }
  await accepted(recall(unknown))
  assert.match(await lastReply(), /RJCR.*NOOR/s)
  const given = { uetr: randomUUID(), amount: '5.00', currency: 'USD', accountNumber: '999' } as const
  await accepted(credit(given))
  const { id } = await comes(recall({ ...unknown, uetr: given.uetr }))
  assert.equal(await bank.messageStatus(id), 'Processed')
  const [row] = await bank.service.query<{ messageId: string }>('select message_id from rail_messages where id = $1', [
    id,
  ])
  const answer = { caseId: row!.messageId, isAccepted: false, code: 'CUST', reason: 'the customer refuses' }
  const [reply] = await asNetwork((tx) => swift.answerReturnRequest(tx, bank.institution, answer, bank.clock.now()))
  assert.match(reply!.content, /CASE1.*RJCR.*CUST/s)
})

test('a credit is posted on its value date, and not before; one whose cover never comes is told of once', async () => {
  const payer = await createPayer(bank.service, { balance: 0 })
  const given = { amount: '10.00', currency: 'USD', accountNumber: payer.accountNumber } as const
  await accepted(credit({ ...given, valueDate: '2026-07-02' }))
  const [uncovered, covered] = [randomUUID(), randomUUID()]
  const byCover = { ...given, method: 'COVE', valueDate: '2026-07-02' }
  await accepted(credit({ ...byCover, uetr: uncovered }, { from: 'COBADEFFXXX' }))
  await accepted(credit({ ...byCover, uetr: covered }, { from: 'COBADEFFXXX' }))
  await accepted(cover({ ...given, uetr: covered }))
  assert.equal((await bank.balance(payer)).ledger, '0.00')
  const ring = async () => {
    const { meanings } = await asNetwork((tx) => swift.ring!(tx, bank.institution, bank.clock.now()))
    await asNetwork((tx) =>
      bookMeanings(tx, bank.institution, { rail: 'SWIFT', message: undefined, meanings }, bank.clock.now()),
    )
    return meanings
  }
  assert.deepEqual(await ring(), [])
  const next = await asNetwork((tx) => swift.nextClock!(tx, bank.institution))
  assert.equal(String(next), '2026-07-02T04:00:00Z')
  const today = bank.clock.now()
  bank.clock.set('2026-07-02T04:00:00Z')
  assert.equal((await ring()).length, 2)
  assert.equal((await bank.balance(payer)).ledger, '20.00')
  bank.clock.set('2026-07-08T04:00:00Z')
  const told = (await ring()).flatMap((meaning) => (meaning.kind === 'exception' ? [meaning.why] : []))
  assert.equal(told.filter((why) => why.includes(`the cover of the credit ${uncovered} has not come`)).length, 1)
  assert.deepEqual(await ring(), [])
  await accepted(cover({ ...given, uetr: uncovered }))
  assert.equal((await bank.balance(payer)).ledger, '30.00')
  bank.clock.set(today.toString())
  await assertProved()
})

test('a statement is reconciled: with the one before it, with its entries, and with what we know', async () => {
  const { heard, paymentUID } = await pays()
  const debit = { amount: '40.00', side: 'DBIT', uetr: heard.uetr } as const
  const days = (closedOn: string, opening: string, closing: string) => ({ closedOn, opening, closing })
  await accepted(statement({ ...days('2026-06-29', '100.00', '60.00'), entries: [debit] }))
  assert.equal(await bank.statusOf(paymentUID), 'PROCESSED')
  const fee = { amount: '0.50', side: 'DBIT', reference: 'FEE1' } as const
  const strange = await comes(statement({ ...days('2026-06-30', '60.00', '59.50'), entries: [fee] }))
  assert.deepEqual(
    strange.raised.map(({ why }) => why),
    ['1 of 1 booked entries belong to no payment or credit: FEE1'],
  )
  const wrong = await comes(statement({ ...days('2026-07-01', '59.00', '-1.00'), entries: [] }))
  assert.match(wrong.raised.map(({ why }) => why).join(), /before it ended with USD 59\.50.*ends with USD -1\.00/)
  const elsewhere = statement({ ...days('2026-07-02', '-1.00', '-1.00'), entries: [] }, { from: 'OTHRUS33XXX' })
  assert.match((await comes(elsewhere)).raised[0]!.why, /on no account of ours/)
  await assertProved()
})

test('bad messages are quarantined or refused, and post nothing', async () => {
  const before = (await bank.receipts()).length
  const given = { amount: '5.00', currency: 'USD', accountNumber: '999' } as const
  const quarantined = [
    credit(given, { to: 'OTHRUS33XXX' }),
    credit(given, { service: 'swift.other.01' }),
    credit(given).replaceAll('UETR>', 'UET>'),
    credit(given).replace(/<AppHdr.*<\/AppHdr>/s, ''),
    credit({ ...given, amount: '5.50', currency: 'JPY' }),
    credit(given).replace('<Nm>Harbor Coffee Ltd</Nm>', '<Nm>H</Nm><PstlAdr><AdrLine>Somewhere</AdrLine></PstlAdr>'),
    credit(given).replace(/<UETR>.*<\/UETR>/, ''),
    wire('pacs.008.001.08', '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>&y;'),
  ]
  for (const content of quarantined) assert.equal((await comes(content)).status, 'Quarantined', content.slice(0, 900))
  const elsewhere = await comes(credit({ ...given, creditorBic: 'OTHRUS33XXX' }))
  assert.match(elsewhere.raised[0]!.why, /we forward no payments/)
  assert.match(await lastReply(), /RJCT.*AGNT/s)
  const stranger = await comes(credit(given, { from: 'OTHRUS33XXX' }))
  assert.match(stranger.raised[0]!.why, /is not our correspondent/)
  const unknown = { uetr: randomUUID(), messageId: 'X', amount: '1.00', currency: 'USD' }
  assert.match((await comes(status(unknown, 'ACSC'))).raised[0]!.why, /we sent no payment/)
  assert.equal((await bank.receipts()).length, before)
  await assertProved()
})

test('silence is an exception once, after the business days agreed, and the payment can still settle', async () => {
  const { paymentUID, heard } = await pays()
  const ring = async () => (await asNetwork((tx) => swift.ring!(tx, bank.institution, bank.clock.now()))).meanings
  assert.equal((await ring()).length, 0)
  const next = await asNetwork((tx) => swift.nextClock!(tx, bank.institution))
  // Paid on Wednesday, July 1: the end of Friday in New York.
  assert.equal(String(next), '2026-07-04T04:00:00Z')
  bank.clock.set('2026-07-04T04:00:00Z')
  const silent = (await ring()).filter((one) => 'paymentId' in one && one.paymentId === paymentUID)
  assert.deepEqual(
    silent.map(({ kind }) => kind),
    ['exception'],
  )
  assert.equal((await ring()).length, 0)
  await accepted(status(heard, 'ACCC'))
  assert.equal(await bank.statusOf(paymentUID), 'PROCESSED')
  await assertProved()
})
