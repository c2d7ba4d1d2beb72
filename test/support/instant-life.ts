/** The life of payments and receipts that goes by the rules of both instant networks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstantBank } from './instant-bank.ts'
import {
  heard,
  moneyIdIn,
  type OperatedRail,
  requestAnswer,
  returnRequest,
  statusIn,
  transferTo,
} from './iso20022/instant-operator.ts'
import { createPayer } from './test-service.ts'

let credits = 0

/** A credit of 51.74 for an account of the institution, on the wire. */
function creditFor(bank: InstantBank, account: string) {
  return bank.credit({ account })
}

export function testInstantLife(rail: string, bankOf: () => InstantBank): void {
  test(`${rail}: a payment is sent, settled and final, however often the network says so`, async () => {
    const bank = bankOf()
    const payer = await bank.sends()
    assert.equal(await bank.statusOf(payer.paymentUID), 'TRANSMITTED')
    assert.deepEqual(await bank.balance(payer), { ledger: '100.00', available: '60.00' })
    await bank.tells(payer)
    await bank.tells(payer)
    assert.equal(await bank.statusOf(payer.paymentUID), 'PROCESSED')
    assert.deepEqual(await bank.balance(payer), { ledger: '60.00', available: '60.00' })
    assert.equal(await bank.exceptions(), 0)
    await bank.assertClear()
  })

  test(`${rail}: a rejected payment fails with the code, and its funds are free again`, async () => {
    const bank = bankOf()
    const payer = await bank.sends()
    await bank.tells(payer, 'RJCT', 'AC03')
    const payment = await bank.payment(payer.paymentUID)
    assert.match(payment.failureReason, /AC03/)
    assert.deepEqual(await bank.balance(payer), { ledger: '100.00', available: '100.00' })
    await bank.assertClear()
  })

  test(`${rail}: a credit is accepted, pending, and posted once it has settled`, async () => {
    const bank = bankOf()
    const payer = await createPayer(bank.service, { balance: 100 })
    const credit = creditFor(bank, String(payer.accountNumber))
    await bank.says(credit.bytes)
    assert.equal((await bank.receipts()).at(-1)?.status, 'PENDING')
    assert.equal(statusIn(await bank.hears('pacs.002.001.10')).status, 'ACTC')
    assert.deepEqual(await bank.balance(payer), { ledger: '100.00', available: '100.00' })
    await bank.tells(credit)
    assert.equal((await bank.receipts()).at(-1)?.status, 'POSTED')
    assert.deepEqual(await bank.balance(payer), { ledger: '151.74', available: '151.74' })
    await bank.assertClear()
  })

  test(`${rail}: the same credit again is one credit, and gets the same answer again`, async () => {
    const bank = bankOf()
    const payer = await createPayer(bank.service, { balance: 100 })
    const credit = creditFor(bank, String(payer.accountNumber))
    const before = (await bank.receipts()).length
    await bank.says(credit.bytes)
    const first = statusIn(await bank.hears('pacs.002.001.10'))
    await bank.says(credit.bytes)
    assert.deepEqual(statusIn(await bank.hears('pacs.002.001.10')), first)
    await bank.tells(credit)
    assert.equal((await bank.receipts()).length, before + 1)
    assert.deepEqual(await bank.balance(payer), { ledger: '151.74', available: '151.74' })
    await bank.assertClear()
  })

  test(`${rail}: a credit for nobody is rejected, and moves no money`, async () => {
    const bank = bankOf()
    await bank.says(creditFor(bank, '99999999999').bytes)
    const answer = statusIn(await bank.hears('pacs.002.001.10'))
    assert.deepEqual([answer.status, answer.code], ['RJCT', rail === 'RTP' ? 'AC03' : 'AC01'])
    assert.equal((await bank.receipts()).at(-1)?.status, 'REJECTED')
    await bank.assertClear()
  })

  test(`${rail}: an answer that comes too late for the network moves no money on either side`, async () => {
    const bank = bankOf()
    const payer = await createPayer(bank.service, { balance: 100 })
    const credit = creditFor(bank, String(payer.accountNumber))
    await bank.says(credit.bytes)
    await bank.heard()
    await bank.tells(credit, 'RJCT', 'TM01')
    assert.equal((await bank.receipts()).at(-1)?.status, 'REJECTED')
    assert.deepEqual(await bank.balance(payer), { ledger: '100.00', available: '100.00' })
    await bank.assertClear()
  })

  test(`${rail}: what breaks a rule of the network is kept, refused by its own message, and posts nothing`, async () => {
    const bank = bankOf()
    const before = (await bank.receipts()).length
    const { us, clock } = bank
    const terms = { us, now: clock.now(), currency: 'EUR', suffix: `BAD${++credits}` }
    await bank.says(transferTo(bank.rail, terms).bytes, '<not-a-message/>', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')
    assert.equal(statusIn(await bank.hears('pacs.002.001.10')).status, 'RJCT')
    assert.equal((await bank.receipts()).length, before)
    const sql = `select count(*)::integer as kept from rail_messages where status = 'Quarantined'`
    assert.equal((await bank.service.query<{ kept: number }>(sql))[0]?.kept, 3)
    await bank.assertClear()
  })

  test(`${rail}: a posted credit goes back, and has left when the network says so`, async () => {
    const bank = bankOf()
    const payer = await createPayer(bank.service, { balance: 100 })
    const credit = creditFor(bank, String(payer.accountNumber))
    await bank.says(credit.bytes)
    await bank.heard()
    await bank.tells(credit)
    const { receiptUID } = (await bank.receipts()).at(-1)!
    const queued = await bank.call('POST', `/v3/receipts/${receiptUID}/return`, { reason: 'FOCR' })
    assert.equal(queued.body.data.status, 'RETURN_QUEUED')
    const [back] = await bank.heard()
    assert.equal(back?.message.type, rail === 'RTP' ? 'pacs.008.001.08' : 'pacs.004.001.10')
    await bank.tells({ messageId: moneyIdIn(back!.bytes) })
    assert.equal((await bank.receipt(receiptUID)).status, 'RETURNED')
    assert.deepEqual(await bank.balance(payer), { ledger: '100.00', available: '100.00' })
    await bank.assertClear()
  })

  test(`${rail}: a payment that is accepted, and not settled yet, shows it and is not final`, async () => {
    const bank = bankOf()
    const payer = await bank.sends()
    await bank.tells(payer, rail === 'RTP' ? 'RCVD' : 'PDNG')
    assert.equal(await bank.statusOf(payer.paymentUID), 'TRANSMITTED')
    assert.deepEqual(await bank.balance(payer), { ledger: '100.00', available: '60.00' })
    await bank.tells(payer)
    assert.equal(await bank.statusOf(payer.paymentUID), 'PROCESSED')
    await bank.assertClear()
  })

  test(`${rail}: a credit under review is accepted without posting, and the answer is final when it is posted`, async () => {
    const bank = bankOf()
    const { payer, credit, receiptUID } = await bank.reviews()
    assert.equal((await bank.receipt(receiptUID)).status, 'SCREENING')
    assert.deepEqual(await bank.balance(payer), { ledger: '100.00', available: '100.00' })
    const posted = await bank.call('POST', `/v3/receipts/${receiptUID}/accept`)
    assert.equal(posted.body.data.status, 'POSTED')
    const answers = (await bank.heard()).map(({ bytes }) => statusIn(bytes))
    const final = { status: 'ACCC', code: undefined, about: credit.messageId }
    assert.deepEqual(answers, rail === 'RTP' ? [] : [final])
    assert.deepEqual(await bank.balance(payer), { ledger: '1151.74', available: '1151.74' })
    await bank.assertClear()
  })

  test(`${rail}: a credit under review that goes back is refused finally, and returned`, async () => {
    const bank = bankOf()
    const { credit, receiptUID } = await bank.reviews()
    await bank.call('POST', `/v3/receipts/${receiptUID}/return`, { reason: 'FOCR' })
    const heard = await bank.heard()
    const [refusal, back] = rail === 'RTP' ? [undefined, heard[0]!] : [heard[0]!, heard[1]!]
    if (refusal) assert.deepEqual(statusIn(refusal.bytes), { status: 'RJCT', code: 'FOCR', about: credit.messageId })
    await bank.tells({ messageId: moneyIdIn(back.bytes) })
    assert.equal((await bank.receipt(receiptUID)).status, 'RETURNED')
    await bank.assertClear()
  })
}

/** Silence on each side, and words that come late. */
export function testInstantSilence(rail: string, bankOf: () => InstantBank): void {
  test(`${rail}: a network that never says how a payment ended leaves it to a person, and is heard later`, async () => {
    const bank = bankOf()
    const payer = await bank.sends()
    const before = await bank.exceptions()
    for (let times = 0; times < 5; times++) await bank.waits(25)
    assert.equal((await bank.heard()).length, 4)
    assert.equal(await bank.exceptions(), before + 1)
    assert.equal(await bank.statusOf(payer.paymentUID), 'TRANSMITTED')
    await bank.tells(payer)
    assert.equal(await bank.statusOf(payer.paymentUID), 'PROCESSED')
    await bank.assertClear()
  })

  test(`${rail}: a late rejection after a silence frees the funds, and its opposite is left to a person`, async () => {
    const bank = bankOf()
    const payer = await bank.sends()
    await bank.waits(60)
    await bank.tells(payer, 'RJCT', 'AC04')
    assert.equal(await bank.statusOf(payer.paymentUID), 'VALIDATION_FAILURE')
    const before = await bank.exceptions()
    await bank.tells(payer)
    assert.equal(await bank.exceptions(), before + 1)
    assert.equal(await bank.statusOf(payer.paymentUID), 'VALIDATION_FAILURE')
    assert.deepEqual(await bank.balance(payer), { ledger: '100.00', available: '100.00' })
    await bank.assertClear()
  })

  test(`${rail}: no word after our acceptance is asked about, and the credit waits until it comes`, async () => {
    const bank = bankOf()
    const payer = await createPayer(bank.service, { balance: 100 })
    const credit = creditFor(bank, String(payer.accountNumber))
    await bank.says(credit.bytes)
    await bank.heard()
    await bank.waits(25)
    const asked = await bank.heard()
    assert.deepEqual(
      asked.map(({ message }) => message.type),
      [rail === 'RTP' ? 'pacs.002.001.10' : 'pacs.028.001.03'],
    )
    assert.equal((await bank.receipts()).at(-1)?.status, 'PENDING')
    for (let times = 0; times < 4; times++) await bank.waits(25)
    await bank.tells(credit)
    assert.equal((await bank.receipts()).at(-1)?.status, 'POSTED')
    assert.deepEqual(await bank.balance(payer), { ledger: '151.74', available: '151.74' })
    await bank.assertClear()
  })
}

/** What is asked back, by each side. */
export function testInstantRecalls(rail: OperatedRail, bankOf: () => InstantBank): void {
  test(`${rail}: a payment that we ask back stays as it is when the other bank refuses`, async () => {
    const bank = bankOf()
    const payer = await bank.sends()
    await bank.tells(payer)
    const asked = { paymentId: payer.paymentUID, messageId: payer.messageId, code: 'DUPL', reason: 'Sent twice' }
    await bank.commits((tx) =>
      bank.network.requestReturn(tx, bank.institution, { ...asked, caseId: 'CASE1' }, bank.clock.now()),
    )
    const request = heard(await bank.hears('camt.056.001.08'))
    assert.ok(request.type === 'camt.056.001.08')
    const about = { messageId: request.document.FIToFIPmtCxlReq.Assgnmt.Id, caseId: 'CASE1' }
    const { us, clock } = bank
    await bank.says(requestAnswer(rail, { us, now: clock.now(), suffix: `NO${++credits}`, answer: 'RJCR' }, about))
    assert.equal(await bank.statusOf(payer.paymentUID), 'PROCESSED')
    assert.deepEqual(await bank.balance(payer), { ledger: '60.00', available: '60.00' })
    await bank.assertClear()
  })

  test(`${rail}: a credit that the other bank asks back stays when we refuse, and the refusal leaves once`, async () => {
    const bank = bankOf()
    const payer = await createPayer(bank.service, { balance: 100 })
    const credit = creditFor(bank, String(payer.accountNumber))
    await bank.says(credit.bytes)
    await bank.tells(credit)
    await bank.heard()
    const terms = { us: bank.us, now: bank.clock.now(), suffix: `BACK${++credits}`, amount: '51.74' }
    const request = returnRequest(rail, terms, credit)
    await bank.says(request.bytes)
    const receipt = await bank.heard()
    assert.deepEqual(
      receipt.map(({ message }) => message.type),
      [rail === 'RTP' ? 'pacs.002.001.10' : 'admi.007.001.01'],
    )
    const refusal = { caseId: request.messageId, isAccepted: false, code: 'LEGL', reason: 'A dispute' }
    for (let times = 0; times < 2; times++)
      await bank.commits((tx) => bank.network.answerReturnRequest(tx, bank.institution, refusal, bank.clock.now()))
    const answer = heard(await bank.hears('camt.029.001.09'))
    assert.ok(answer.type === 'camt.029.001.09')
    assert.equal(answer.document.RsltnOfInvstgtn.Sts.Conf, 'RJCR')
    assert.deepEqual(await bank.balance(payer), { ledger: '151.74', available: '151.74' })
    await bank.assertClear()
  })
}

/** Run last: the day is over, and the books of it are proved. */
export function testInstantDay(rail: string, bankOf: () => InstantBank): void {
  test(`${rail}: at the end of the day its clearing account is at zero, and the day closes`, async () => {
    const bank = bankOf()
    await bank.endsDay()
    const { status, body } = await bank.call('GET', '/v1/institution/ledger/days?page=1&limit=5')
    assert.equal(status, 200)
    assert.deepEqual(
      body.data.map(({ businessDate, status }: Record<string, string>) => `${businessDate} ${status}`),
      ['2026-07-02 Open', '2026-07-01 Closed'],
    )
    await bank.assertClear()
  })
}
