import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { receiptSweeps } from '../../src/receipts/receipts.jobs.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import {
  batchHeader,
  forwardEntry,
  type IncomingBatch,
  incomingFile,
  returnBatch,
  traceOf,
} from '../support/ach-files.ts'
import { dataOf } from '../support/answers.ts'
import { createPayer } from '../support/test-service.ts'

let bank: AchBank
let sequence = 0

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

/** Runs the sweeps of payments and receipts, past the next settlement. */
async function settles() {
  const { app, tenant } = bank.service
  for (let round = 0; round < 4; round++) {
    for (const sweep of [...receiptSweeps, ...paymentSweeps]) while (await sweep.run(app, tenant.institution)) {}
    bank.clock.advance({ hours: 6 })
  }
}

const credits = (accountNumber: string, fields: object = {}, header: object = {}): IncomingBatch => ({
  header: batchHeader(bank.today(), { serviceClass: '220', ...header }),
  entries: [forwardEntry(++sequence, { accountNumber, ...fields })],
})

async function receiptOf(fileId: string) {
  const [row] = await bank.service.query<{ id: string; status: string; returnCode: string | null; place: string }>(
    'select id, status, return_code, place, trace_number from receipts where file_id = $1',
    [fileId],
  )
  return row
}

test('an acknowledgement is noted at its payment, and its timeline shows it; one of no payment waits', async () => {
  const { sent, paymentUID } = await bank.paid({}, { contactType: 'Company' })
  const acknowledges = (traceNumber: string) =>
    credits('55555', { transactionCode: '24', amountCents: 0n, individualIdentification: traceNumber }, ACK)
  const ACK = { secCode: 'ACK' }
  const { answers, file } = await bank.receives([acknowledges(sent.traceNumber), acknowledges('061099990009999')])
  assert.deepEqual(
    answers.map(({ kind, outcome, paymentId }) => [kind, outcome, paymentId]),
    [
      ['Acknowledgement', 'Noted', paymentUID],
      ['Acknowledgement', 'Exception', null],
    ],
  )
  assert.equal(await bank.statusOf(paymentUID), 'PROCESSED')
  const { entries } = dataOf(await bank.call('GET', `/v3/payments/${paymentUID}/timeline`))
  const shown = entries.filter(({ event }: { event?: string }) => event === 'acknowledged')
  assert.deepEqual(
    shown.map(({ kind, rail, reference, fileName }: Record<string, string>) => [kind, rail, reference, fileName]),
    [['railMessage', 'ACH', answers[0]?.traceNumber, file.name]],
  )
})

test('an enrollment is noted, and moves nothing', async () => {
  const header = { secCode: 'ENR', companyEntryDescription: 'AUTOENROLL', effectiveEntryDate: '' }
  const batch = credits('123456789', { transactionCode: '23', amountCents: 0n, addendaIndicator: '1' }, header)
  const [entry] = batch.entries
  const addenda = {
    ...{ record: 'addenda 05', paymentRelatedInformation: '22*12200004*3*123987654321*777777777*DOE*JOHN*0\\' },
    ...{ sequenceNumber: 1, entrySequenceNumber: String(sequence).padStart(7, '0') },
  } as never
  const { answers, file } = await bank.receives([{ ...batch, entries: [{ ...entry!, addenda: [addenda] }] }])
  assert.deepEqual(
    answers.map(({ kind, outcome }) => [kind, outcome]),
    [['Enrollment', 'Noted']],
  )
  assert.equal(await receiptOf(file.id), undefined)
})

test('a prenotification of a known account is a receipt without money; one of an unknown account goes back', async () => {
  const payee = await createPayer(bank.service, { balance: 0 })
  const prenote = { transactionCode: '23', amountCents: 0n }
  const known = await bank.receives([credits(payee.accountNumber, prenote)])
  const receipt = await receiptOf(known.file.id)
  assert.deepEqual([receipt?.status, receipt?.returnCode, receipt?.place], ['POSTED', null, null])
  assert.equal(await bank.ledgerBalance(payee), '0.00')
  const unknown = await bank.receives([credits('99999999999', prenote)])
  const refused = await receiptOf(unknown.file.id)
  assert.deepEqual([refused?.status, refused?.returnCode], ['RETURN_QUEUED', 'R03'])
})

test('a dishonored return of what the institution returned is in suspense again; of another, a person decides', async () => {
  const { file } = await bank.receives([credits('99999999998')])
  await settles()
  const { id } = (await receiptOf(file.id))!
  dataOf(await bank.call('POST', `/v3/receipts/${id}/return`, { reason: 'R03' }))
  await settles()
  await settles()
  const [ours] = await bank.service.query<{ trace: string; original: string }>(
    `select t.trace_number as trace, r.trace_number as original from ach_returns t join receipts r on r.id = t.receipt_id
     where t.receipt_id = $1`,
    [id],
  )
  const suspense = await bank.bookOf('suspense:unposted:USD')
  const dishonors = (returnTraceNumber: string, amountCents: bigint) => {
    const sent = { paymentUID: '', traceNumber: ours!.original, amountCents, entryType: 'CREDIT', secCode: 'PPD' }
    const to = { receivingRouting: '061099995', accountNumber: '99999999998' }
    const answering = { sequence: ++sequence, settlesOn: bank.today() }
    return returnBatch({ ...sent, ...to } as never, '03', answering, {
      ...{ record: 'dishonored addenda 99', dishonoredReturnReasonCode: 'R68', reserved: '', reservedAfterDfi: '' },
      ...{ returnTraceNumber, returnSettlementDate: '183' },
    })
  }
  const batches = [dishonors(ours!.trace, 10_00n), dishonors('061099990009999', 7_00n)]
  const content = incomingFile(bank.today(), batches, 'D')
  const trace = traceOf(sequence - 1)
  const record = `799R68${ours!.original}${' '.repeat(6)}06109999${' '.repeat(3)}${ours!.trace}18303${' '.repeat(21)}${trace}`
  assert.ok(content.toString('latin1').split('\n').includes(record), 'the record is as the rules have it')
  const { answers } = await bank.receives(content)
  assert.deepEqual(
    answers.map(({ kind, code, outcome }) => [kind, code, outcome]),
    [
      ['DishonoredReturn', 'R68', 'Applied'],
      ['DishonoredReturn', 'R68', 'Exception'],
    ],
  )
  assert.equal((await receiptOf(file.id))?.status, 'DISHONORED')
  assert.equal(suspense - (await bank.bookOf('suspense:unposted:USD')), 10_00n, 'the exception settles later')
  const clocks = dataOf(await bank.call('GET', `/v1/institution/obligations?page=1&limit=10&subjectUID=${id}`))
  assert.ok(
    clocks.some(({ kind, state }: { kind: string; state: string }) => kind === 'ContestedReturn' && state === 'Open'),
  )
  const again = await bank.receives(incomingFile(bank.today(), batches.toReversed(), 'E'))
  assert.deepEqual(again.answers, [], 'once')
})

test('what another bank answers to a dishonored return waits for a person, with its money in suspense', async () => {
  const { sent } = await bank.paid()
  await bank.receives([returnBatch(sent, 'R03', { sequence: ++sequence, settlesOn: bank.today() })])
  const contested = {
    ...{
      record: 'contested addenda 99',
      contestedReturnReasonCode: 'R73',
      dateOriginalEntryReturned: '',
      reserved: '',
    },
    ...{ originalSettlementDate: '183', returnTraceNumber: traceOf(sequence), returnSettlementDate: '183' },
    ...{ dishonoredReturnTraceNumber: '061099990000077', dishonoredReturnSettlementDate: '184' },
    dishonoredReturnReasonCode: '68',
  }
  const answering = { sequence: ++sequence, settlesOn: bank.today() }
  const { answers, file } = await bank.receives([returnBatch(sent, '03', answering, contested)])
  assert.deepEqual(
    answers.map(({ kind, code, outcome }) => [kind, code, outcome]),
    [['ContestedReturn', 'R73', 'Exception']],
  )
  assert.equal((await receiptOf(file.id))?.status, 'UNPOSTED')
})
