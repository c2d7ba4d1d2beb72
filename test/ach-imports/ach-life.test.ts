// The whole life of ACH at a bank, in files only: what is paid and collected leaves in a file, and
// what comes in changes payments, contacts and accounts. The clock is set by hand, and the dates
// are those of the Federal Reserve in July 2026: the 3rd is a banking day.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { verifyAudit } from '../../src/audit/audit.ts'
import { readInstitution } from '../../src/institution/institution.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { obligationSweeps } from '../../src/obligations/obligations.jobs.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { type NachaEntry, parseNachaFile } from '../../src/rails/rails.ts'
import { acknowledgementOf } from '../../src/rails/simulator/ach/acknowledgement.ts'
import { receiptSweeps } from '../../src/receipts/receipts.jobs.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import {
  batchHeader,
  changeBatch,
  forwardEntry,
  type IncomingBatch,
  returnBatch,
  type Sent,
} from '../support/ach-files.ts'
import { dataOf } from '../support/answers.ts'
import { approvePending } from '../support/second-person.ts'
import { createPayer, creditBody, debitBody, type Payer } from '../support/test-service.ts'

let bank: AchBank
before(async () => {
  bank = await openAchBank('2026-07-01T14:00:00.000Z')
  const windows = { economy: ['14:15'], economyPlus: ['10:00', '14:15', '16:15'] }
  dataOf(await bank.call('PUT', '/v1/institution', { ach: { collection: windows } }))
  const { app, tenant } = bank.service
  Object.assign(tenant.institution, await app.db.read((db) => readInstitution(db, tenant.institution.tenantId)))
})
after(() => bank.service.stop())

/** Sets the clock to a time in New York, and lets the worker do what is due. */
async function at(date: string, time: string): Promise<void> {
  bank.clock.set(Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime('America/New_York').toInstant())
  for (let round = 0; round < 4; round++)
    for (const sweep of [...paymentSweeps, ...receiptSweeps, ...obligationSweeps])
      while (await sweep.run(bank.service.app, bank.service.tenant.institution)) {}
}

/** At the end of a settled day, nothing is in transit, and the books agree with the records. */
async function assertSettled(): Promise<void> {
  assert.equal(await bank.bookOf('clearing:ACH:USD'), 0n)
  const said: string[] = []
  const { app, tenant } = bank.service
  assert.equal(await verifyLedgers(app.db, [tenant.institution], (line) => said.push(line)), 0, said.join('\n'))
  const { tenantId } = tenant.institution
  const { breaks } = await app.db.transaction((tx) => verifyAudit(tx, tenantId, { now: bank.clock.now() }))
  const unrecorded = breaks.filter(({ reason }) => reason.includes('has no audit record'))
  assert.deepEqual(unrecorded, [], 'what people decide has its record, and what the worker does its history')
}

/** The entries in all files that left, in their order. */
async function sentEntries(): Promise<NachaEntry[]> {
  const directory = bank.service.app.achOutDirectory
  const names = (await readdir(directory)).filter((name) => name.endsWith('.ach')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'latin1')))
  return texts.flatMap((text) => {
    const parsed = parseNachaFile(text)
    assert.ok(parsed.ok, 'what leaves can be read')
    return parsed.file.batches.flatMap(({ entries }) => entries)
  })
}

let sequence = 0
const answering = () => ({ sequence: ++sequence, settlesOn: bank.today() })

/** A batch with an entry for an account, which settles today. */
function forward(accountNumber: string, fields: object = {}, header: object = {}): IncomingBatch {
  const entry = forwardEntry(++sequence, { accountNumber, ...fields })
  return { header: batchHeader(bank.today(), header), entries: [entry] }
}

/** The code and the original trace number of a return. */
const reasonIn = (addenda: unknown) => {
  const { returnReasonCode, originalTraceNumber } = addenda as Record<string, string>
  return [returnReasonCode, originalTraceNumber]
}

/** What another bank says of a return of ours, or of a dishonored return: it names both. */
async function aboutReturn(receiptUID: string, kind: 'Return' | 'Dishonor') {
  const [ours] = await bank.service.query<{ trace: string; original: string; day: string }>(
    `select t.trace_number as trace, r.trace_number as original, to_char(t.effective_entry_date, 'DDD') as day
     from ach_returns t join receipts r on r.id = t.receipt_id where t.receipt_id = $1 and t.kind = $2`,
    [receiptUID, kind],
  )
  return ours!
}

/** The other bank dishonors a return of ours: it came too late (R68). */
async function dishonored(receiptUID: string, accountNumber: string): Promise<IncomingBatch> {
  const {
    trace: returnTraceNumber,
    original: traceNumber,
    day: returnSettlementDate,
  } = await aboutReturn(receiptUID, 'Return')
  const sent = { paymentUID: '', traceNumber, amountCents: 5_00n, entryType: 'DEBIT', secCode: 'PPD' } as const
  const addenda = {
    ...{ record: 'dishonored addenda 99', dishonoredReturnReasonCode: 'R68', reserved: '', reservedAfterDfi: '' },
    ...{ returnTraceNumber, returnSettlementDate },
  }
  return returnBatch({ ...sent, receivingRouting: '061099995', accountNumber }, '01', answering(), addenda)
}

/** The other bank contests our dishonored return: its return was in time (R73). */
async function contested(sent: Sent, receiptUID: string): Promise<IncomingBatch> {
  const { trace: dishonoredReturnTraceNumber, original, day } = await aboutReturn(receiptUID, 'Dishonor')
  const addenda = {
    ...{
      record: 'contested addenda 99',
      contestedReturnReasonCode: 'R73',
      dateOriginalEntryReturned: '',
      reserved: '',
    },
    ...{ originalSettlementDate: '233', returnTraceNumber: original, returnSettlementDate: day },
    ...{ dishonoredReturnTraceNumber, dishonoredReturnSettlementDate: day, dishonoredReturnReasonCode: '68' },
  }
  return returnBatch(sent, '10', answering(), addenda)
}

/** An entry without money: an acknowledgement of a credit, or an enrollment of an account. */
function acknowledgement(traceNumber: string): IncomingBatch {
  const fields = { transactionCode: '24', amountCents: 0n, individualIdentification: traceNumber }
  return forward('55555', fields, { secCode: 'ACK', serviceClass: '220' })
}
function enrollment(): IncomingBatch {
  const header = { secCode: 'ENR', companyEntryDescription: 'AUTOENROLL', effectiveEntryDate: '' }
  const batch = forward('123456789', { transactionCode: '23', amountCents: 0n, addendaIndicator: '1' }, header)
  const information = { paymentRelatedInformation: '22*12200004*3*123987654321*777777777*DOE*JOHN*0\\' }
  const numbered = { sequenceNumber: 1, entrySequenceNumber: String(sequence).padStart(7, '0') }
  const addenda = [{ record: 'addenda 05', ...information, ...numbered } as never]
  return { ...batch, entries: [{ ...batch.entries[0]!, addenda }] }
}

const paymentOf = async (uid: string) => dataOf(await bank.call('GET', `/v3/payments/${uid}`))
const pay = async (payer: Payer, amount: number) =>
  dataOf(
    await bank.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: amount, speed: 'Economy' })),
  ).paymentUID as string
const openPayer = (balance: number, fields: object = {}) =>
  createPayer(bank.service, { balance, contact: { contactType: 'Consumer' }, ...fields })

/** The receipt of an entry, as the institution sees it. */
async function receiptOf(traceNumber: string) {
  const found = dataOf(await bank.call('GET', `/v3/receipts?page=1&limit=10&traceNumber=${traceNumber}`))
  assert.equal(found.length, 1, `one receipt has the trace number ${traceNumber}`)
  return found[0]
}
const traceIn = ({ entries }: IncomingBatch) => (entries[0]!.detail as { traceNumber: string }).traceNumber

async function obligationsOf(subjectUID: string): Promise<[kind: string, state: string][]> {
  const path = `/v1/institution/obligations?page=1&limit=10&subjectUID=${subjectUID}`
  return dataOf(await bank.call('GET', path)).map(({ kind, state }: { kind: string; state: string }) => [kind, state])
}

test('a bank pays, collects, is answered and receives by ACH files, and its books agree at the end of each day', async () => {
  const cautious = { legalEntityAccessSettings: { beneDualApproval: true } }
  const [payer, careful, creditor] = [
    await openPayer(100),
    await openPayer(100, { customer: cautious }),
    await openPayer(0),
  ]
  await approvePending(bank.service, careful.customerUID)
  const paid = await pay(payer, 40)
  const carefullyPaid = await pay(careful, 50)
  const asked = await bank.call('POST', '/payments/debitrequest', debitBody(creditor, { paymentAmount: 30 }))
  const collected: string = dataOf(asked).paymentUID

  // Wednesday: the window closes at 14:15, and the file leaves. Thursday: it settles.
  await at('2026-07-01', '14:20')
  assert.equal((await paymentOf(paid)).status, 'TRANSMITTED')
  assert.equal((await sentEntries()).length, 3)
  const directory = bank.service.app.achOutDirectory
  for (const name of (await readdir(directory)).filter((one) => one.endsWith('.ach'))) {
    const said = acknowledgementOf(await readFile(join(directory, name), 'latin1'), null, bank.clock.now())
    assert.equal((await bank.receives(Buffer.from(said!))).file.status, 'IMPORTED', 'the operator has the file')
  }
  const steps = dataOf(await bank.call('GET', `/v3/payments/${paid}/timeline`))
  assert.match(JSON.stringify(steps), /"event":"fileAccepted"/)
  await at('2026-07-02', '08:31')
  for (const uid of [paid, carefullyPaid, collected]) assert.equal((await paymentOf(uid)).status, 'PROCESSED')
  await assertSettled()
  const sentOf = (uid: string) => bank.sentEntryOf(uid)

  // Friday morning: a return in time, a correction, and entries of other banks come in one file.
  await at('2026-07-03', '06:00')
  const closed = await openPayer(0)
  dataOf(
    await bank.call('PATCH', `/v3/customers/${closed.customerUID}/accounts/${closed.accountUID}`, {
      ...{ action: 'Close', reason: 'moved' },
    }),
  )
  const debit = { transactionCode: '27', amountCents: 5_00n }
  const known = forward(payer.accountNumber, { amountCents: 12_34n })
  const unknown = forward('00000000001', { amountCents: 7_00n })
  const toClosed = forward(closed.accountNumber, { amountCents: 8_00n })
  const funded = forward(payer.accountNumber, debit)
  const fromClosed = forward(closed.accountNumber, debit)
  const empty = await openPayer(0)
  const overdrawing = forward(empty.accountNumber, debit)
  const prenote = forward(payer.accountNumber, { transactionCode: '23', amountCents: 0n })
  const { file, answers } = await bank.receives([
    returnBatch(await sentOf(paid), 'R03', answering()),
    changeBatch(await sentOf(carefullyPaid), 'C01', '998877665', answering()),
    ...[known, unknown, toClosed, funded, fromClosed, overdrawing, prenote],
    ...[acknowledgement((await sentOf(paid)).traceNumber), enrollment()],
  ])
  assert.equal(file.status, 'IMPORTED')
  assert.deepEqual(
    answers.map(({ kind, code, outcome }) => [kind, code, outcome]),
    [
      ['Return', 'R03', 'Applied'],
      ['Change', 'C01', 'Proposed'],
      ['Acknowledgement', null, 'Noted'],
      ['Enrollment', null, 'Noted'],
    ],
  )
  assert.equal((await paymentOf(paid)).status, 'RETURNED')
  assert.deepEqual(await obligationsOf(answers[1]!.id), [['NotificationOfChange', 'Met']])
  await approvePending(bank.service, careful.customerUID)
  const corrected = await pay(careful, 10)

  await at('2026-07-03', '18:30')
  const statuses = await Promise.all(
    [known, unknown, toClosed, funded, fromClosed, prenote].map(
      async (batch) => (await receiptOf(traceIn(batch))).status,
    ),
  )
  assert.deepEqual(statuses, ['POSTED', 'UNPOSTED', 'UNPOSTED', 'POSTED', 'UNPOSTED', 'POSTED'])
  assert.equal(await bank.ledgerBalance(payer), '107.34', '100.00 came back, 12.34 came in, 5.00 went')
  const overdrawn = await receiptOf(traceIn(overdrawing))
  assert.equal(await bank.ledgerBalance(empty), '0.00')

  // Monday: what was corrected left with the new number, and the return is with the other bank.
  await at('2026-07-06', '14:20')
  await at('2026-07-07', '08:31')
  assert.equal((await sentOf(corrected)).accountNumber, '998877665')
  assert.equal((await receiptOf(traceIn(overdrawing))).status, 'RETURNED')
  const returns = (await sentEntries()).filter(({ addenda }) => addenda.some(({ record }) => record === 'addenda 99'))
  assert.deepEqual(
    returns.map(({ detail, addenda: [reason] }) => [detail.transactionCode, detail.amountCents, reasonIn(reason)]),
    [['26', 5_00n, ['R01', traceIn(overdrawing)]]],
  )
  assert.deepEqual(await obligationsOf(overdrawn.receiptUID), [['ReceiptReturn', 'Met']])
  await assertSettled()

  // The other bank says that our return came too late; it did not, and we contest that in time.
  const { answers: dishonors } = await bank.receives([await dishonored(overdrawn.receiptUID, empty.accountNumber)])
  assert.deepEqual([dishonors[0]?.code, dishonors[0]?.outcome], ['R68', 'Applied'])
  assert.equal((await receiptOf(traceIn(overdrawing))).status, 'DISHONORED')
  dataOf(await bank.call('POST', `/v3/receipts/${overdrawn.receiptUID}/return`, { reason: 'R73' }))

  // The unknown credit goes back by a person, within two banking days or not at all.
  const lost = await receiptOf(traceIn(unknown))
  const tooLate = await bank.call('POST', `/v3/receipts/${lost.receiptUID}/return`, { reason: 'R03' })
  assert.equal(tooLate.status, 409)
  assert.match(tooLate.body.message, /the second banking day after settlement/)
  assert.deepEqual(await obligationsOf(lost.receiptUID), [['ReceiptReturn', 'Missed']])
  const assigned = await bank.call('POST', `/v3/receipts/${lost.receiptUID}/assign`, { accountUID: payer.accountUID })
  assert.equal(dataOf(assigned).status, 'POSTED')

  // A debit is reversed within five banking days, and not after them.
  const reverse = (uid: string) => bank.call('PUT', `/v3/payments/${uid}/reverse`, { reversalNotes: 'asked for twice' })
  const asTwice = await bank.call('POST', '/payments/debitrequest', debitBody(creditor, { paymentAmount: 15 }))
  const twice: string = dataOf(asTwice).paymentUID
  await at('2026-07-07', '14:20')
  await at('2026-07-08', '08:31')
  dataOf(await reverse(twice))
  await at('2026-07-08', '14:20')
  await at('2026-07-09', '08:31')
  assert.equal((await paymentOf(twice)).status, 'REVERSED')
  assert.equal((await receiptOf(traceIn(overdrawing))).status, 'CONTESTED')
  assert.ok(
    (await obligationsOf(overdrawn.receiptUID)).some(([kind, state]) => `${kind} ${state}` === 'ContestedReturn Met'),
  )
  assert.equal((await sentEntries()).at(-1)?.detail.transactionCode, '22', 'the debtor is credited')
  await at('2026-07-10', '09:00')
  const afterFive = await reverse(collected)
  assert.equal(afterFive.status, 409)
  assert.match(afterFive.body.message, /Subsection 2\.10\.1: a reversing entry is sent within five banking days/)
  await assertSettled()

  // A consumer has sixty days: a return on the 50th is booked, one on the 65th only waits.
  await at('2026-08-20', '06:00')
  const debited = await bank.receives([returnBatch(await sentOf(collected), 'R10', answering())])
  assert.deepEqual([debited.answers[0]?.outcome, (await paymentOf(collected)).status], ['Applied', 'RETURNED'])
  const late = await bank.call('POST', '/payments/debitrequest', debitBody(creditor, { paymentAmount: 20 }))
  const { paymentUID } = dataOf(late)
  await at('2026-08-20', '14:20')
  await at('2026-08-21', '08:31')
  await at('2026-10-27', '06:00')
  const refused = await bank.receives([returnBatch(await sentOf(paymentUID), 'R10', answering())])
  assert.deepEqual([refused.answers[0]?.outcome, refused.answers[0]?.answerCode], ['Exception', 'R68'])
  assert.match(refused.answers[0]?.reason ?? '', /60th calendar day/)
  assert.equal((await paymentOf(paymentUID)).status, 'PROCESSED')
  assert.deepEqual(await obligationsOf(refused.answers[0]!.id), [['DishonoredReturn', 'Open']])
  await at('2026-10-27', '18:30')
  await assertSettled()

  // It is dishonored: the money goes back. The other bank contests that, and a person decides.
  const untimely = await receiptOf(refused.answers[0]!.traceNumber)
  dataOf(await bank.call('POST', `/v3/receipts/${untimely.receiptUID}/return`, { reason: 'R68' }))
  await at('2026-10-28', '14:20')
  await at('2026-10-29', '08:31')
  assert.equal((await receiptOf(refused.answers[0]!.traceNumber)).status, 'RETURNED')
  assert.deepEqual(await obligationsOf(refused.answers[0]!.id), [['DishonoredReturn', 'Met']])
  await assertSettled()
  const contest = await bank.receives([await contested(await sentOf(paymentUID), untimely.receiptUID)])
  assert.deepEqual([contest.answers[0]?.code, contest.answers[0]?.outcome], ['R73', 'Exception'])
  await at('2026-10-29', '18:30')
  await assertSettled()
})
