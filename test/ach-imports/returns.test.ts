import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { changeBatch, returnBatch } from '../support/ach-files.ts'
import { dataOf } from '../support/answers.ts'

let bank: AchBank
let sequence = 0
const answering = () => ({ sequence: ++sequence, settlesOn: bank.today() })

before(async () => {
  bank = await openAchBank()
})
after(async () => {
  const { app, tenant, stop } = bank.service
  const said: string[] = []
  const differences = await verifyLedgers(app.db, [tenant.institution], (line) => said.push(line))
  await stop()
  assert.equal(differences, 0, said.join('\n'))
})

test('a return in a file brings a settled payment back, with the code and where it came from', async () => {
  const { sent, paymentUID, ...payer } = await bank.paid()
  assert.equal(await bank.ledgerBalance(payer), '60.00')
  const clearing = await bank.bookOf('clearing:ACH:USD')
  const { file, answers } = await bank.receives([returnBatch(sent, 'R03', answering())])
  assert.equal(file.status, 'IMPORTED')
  assert.deepEqual(
    answers.map(({ kind, code, outcome, reason, paymentId }) => ({ kind, code, outcome, reason, paymentId })),
    [{ kind: 'Return', code: 'R03', outcome: 'Applied', reason: null, paymentId: paymentUID }],
  )
  assert.equal(await bank.statusOf(paymentUID), 'RETURNED')
  assert.equal(await bank.ledgerBalance(payer), '100.00')
  assert.equal(await bank.bookOf('clearing:ACH:USD'), clearing, 'the return has settled')
  const { entries } = dataOf(await bank.call('GET', `/v3/payments/${paymentUID}/timeline`))
  assert.match(JSON.stringify(entries), /"achReturnCode":"R03"/)
  assert.match(JSON.stringify(entries), new RegExp(file.id))
})

test('the same entry in another file, under another name and in another order, is booked once', async () => {
  const [one, other] = [await bank.paid(), await bank.paid()]
  const batches = [returnBatch(one.sent, 'R02', answering()), returnBatch(other.sent, 'R03', answering())]
  const first = await bank.receives(batches)
  assert.deepEqual(
    first.answers.map(({ outcome }) => outcome),
    ['Applied', 'Applied'],
  )
  const again = await bank.receives(batches.toReversed())
  assert.notEqual(again.file.id, first.file.id)
  assert.equal(again.file.status, 'IMPORTED')
  assert.deepEqual(again.answers, [])
  assert.equal(await bank.ledgerBalance(one), '100.00')
})

test('a return after its time is not booked: the rule is named, its money waits, and the clock to dishonor it runs', async () => {
  const { sent, paymentUID, ...payer } = await bank.paid()
  const suspense = await bank.bookOf('suspense:unposted:USD')
  bank.clock.advance({ hours: 24 * 6 })
  const { answers } = await bank.receives([returnBatch(sent, 'R03', answering())])
  const [late] = answers
  assert.deepEqual([late?.outcome, late?.answerCode], ['Exception', 'R68'])
  assert.match(late?.reason ?? '', /the second banking day after settlement/)
  assert.equal(await bank.statusOf(paymentUID), 'PROCESSED')
  assert.equal(await bank.ledgerBalance(payer), '60.00')
  const obligations = dataOf(
    await bank.call('GET', `/v1/institution/obligations?page=1&limit=10&subjectUID=${late?.id}`),
  )
  assert.deepEqual(
    obligations.map(({ kind, state }: { kind: string; state: string }) => [kind, state]),
    [['DishonoredReturn', 'Open']],
  )
  const receipts = await bank.service.query<{ status: string; reason: string }>(
    'select status, reason from receipts where trace_number = $1',
    [late?.traceNumber],
  )
  assert.deepEqual(receipts, [{ status: 'UNPOSTED', reason: 'AnswerOfNoPayment' }])
  assert.notEqual(await bank.bookOf('suspense:unposted:USD'), suspense - 1n)
})

test('a return of a debit takes the amount from the creditor, who owes what it no longer has; one after sixty days does not', async () => {
  const creditor = await bank.collected()
  assert.equal(await bank.ledgerBalance(creditor), '40.00')
  bank.clock.advance({ hours: 24 * 50 })
  const { answers } = await bank.receives([returnBatch(creditor.sent, 'R10', answering())])
  assert.equal(answers[0]?.outcome, 'Applied', answers[0]?.reason ?? '')
  assert.equal(await bank.ledgerBalance(creditor), '0.00')
  const other = await bank.collected()
  bank.clock.advance({ hours: 24 * 65 })
  const late = await bank.receives([returnBatch(other.sent, 'R10', answering())])
  assert.deepEqual([late.answers[0]?.outcome, late.answers[0]?.answerCode], ['Exception', 'R68'])
  assert.match(late.answers[0]?.reason ?? '', /60th calendar day/)
  assert.equal(await bank.ledgerBalance(other), '40.00')
})

test('a return that names another trace number, bank or amount finds no payment, and one that comes twice moves nothing', async () => {
  const { sent, paymentUID, ...payer } = await bank.paid()
  const wrong = [
    { ...sent, traceNumber: '061099990009999' },
    { ...sent, receivingRouting: '011000015' },
    { ...sent, amountCents: sent.amountCents + 1n },
  ]
  const found = await bank.receives(wrong.map((one) => returnBatch(one, 'R03', answering())))
  assert.deepEqual(
    found.answers.map(({ outcome, answerCode, paymentId }) => [outcome, answerCode, paymentId]),
    [
      ['Exception', 'R61', null],
      ['Exception', 'R69', null],
      ['Exception', 'R69', null],
    ],
  )
  assert.equal(await bank.statusOf(paymentUID), 'PROCESSED')
  await bank.receives([returnBatch(sent, 'R03', answering())])
  const twice = await bank.receives([returnBatch(sent, 'R03', answering())])
  assert.deepEqual([twice.answers[0]?.outcome, twice.answers[0]?.answerCode], ['Exception', 'R67'])
  assert.equal(await bank.ledgerBalance(payer), '100.00')
})

test('a return is about an entry of the last year, in a file that has left', async () => {
  const { sent, paymentUID } = await bank.paid({ paymentAmount: 41 })
  await bank.service.query(
    `update ach_files set written_at = null
     where id = (select file_id from ach_entries where payment_id = $1) returning id`,
    [paymentUID],
  )
  const unwritten = await bank.receives([returnBatch(sent, 'R03', answering())])
  assert.deepEqual([unwritten.answers[0]?.outcome, unwritten.answers[0]?.paymentId], ['Exception', null])
  assert.equal(await bank.statusOf(paymentUID), 'PROCESSED')
  const old = await bank.paid({ paymentAmount: 42 })
  bank.clock.advance({ hours: 24 * 380 })
  const { answers } = await bank.receives([returnBatch(old.sent, 'R03', answering())])
  assert.deepEqual([answers[0]?.outcome, answers[0]?.paymentId], ['Exception', null])
  assert.equal(await bank.statusOf(old.paymentUID), 'PROCESSED')
})

test('a file that does not add up is put in quarantine with its record and field, books nothing, and stops no other', async () => {
  const { sent, paymentUID } = await bank.paid()
  const broken = Buffer.from('101 061000146 061099995')
  const refused = await bank.receives(broken)
  assert.equal(refused.file.status, 'QUARANTINED')
  const { incomingFile } = await import('../support/ach-files.ts')
  const right = incomingFile(bank.today(), [returnBatch(sent, 'R03', answering())], 'Z')
  const wrongTotal = Buffer.from(
    right.toString('latin1').replace(/^(9000001.{38})0000004000/m, '$10000004001'),
    'latin1',
  )
  assert.notDeepEqual(wrongTotal, right)
  const ids = [await bank.arrives(wrongTotal), await bank.arrives(right)]
  await bank.imports()
  const [first] = await bank.service.query<{ status: string; refusal: object }>(
    'select status, refusal from incoming_files where id = $1',
    [ids[0]],
  )
  assert.equal(first?.status, 'QUARANTINED')
  assert.match(JSON.stringify(first?.refusal), /"record":"file control".*totalCreditCents|totalCreditCents.*"record"/)
  assert.deepEqual(await bank.answersOf(ids[0]!), [])
  assert.equal(await bank.statusOf(paymentUID), 'RETURNED')
})

test('two workers that import at once book each answer once', async () => {
  const payers = []
  for (let i = 0; i < 4; i++) payers.push(await bank.paid())
  const ids = [
    await bank.arrives(payers.slice(0, 2).map(({ sent }) => returnBatch(sent, 'R03', answering()))),
    await bank.arrives(payers.slice(2).map(({ sent }) => returnBatch(sent, 'R03', answering()))),
  ]
  await Promise.all([bank.imports(), bank.imports(), bank.imports()])
  await bank.imports()
  for (const id of ids)
    assert.deepEqual(
      (await bank.answersOf(id)).map(({ outcome }) => outcome),
      ['Applied', 'Applied'],
    )
  for (const payer of payers) assert.equal(await bank.ledgerBalance(payer), '100.00')
})

test('a notification of change is no return: the payment stays settled', async () => {
  const { sent, paymentUID } = await bank.paid()
  const { answers } = await bank.receives([changeBatch(sent, 'C01', '998877665', answering())])
  assert.equal(answers[0]?.outcome, 'Applied', answers[0]?.reason ?? '')
  assert.equal(await bank.statusOf(paymentUID), 'PROCESSED')
})
