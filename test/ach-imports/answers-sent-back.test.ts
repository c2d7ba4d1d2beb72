import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { parseNachaFile } from '../../src/rails/rails.ts'
import { receiptSweeps } from '../../src/receipts/receipts.jobs.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { changeBatch, returnBatch, traceOf } from '../support/ach-files.ts'
import { assertRefused, dataOf } from '../support/answers.ts'

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

/** Runs the sweeps of payments and receipts for a day. */
async function settles() {
  const { app, tenant } = bank.service
  for (let round = 0; round < 4; round++) {
    for (const sweep of [...receiptSweeps, ...paymentSweeps]) while (await sweep.run(app, tenant.institution)) {}
    bank.clock.advance({ hours: 6 })
  }
}

/** The entries of all files that left, with their last addenda. */
async function sent() {
  const directory = bank.service.app.achOutDirectory
  const names = (await readdir(directory)).filter((name) => name.endsWith('.ach')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'latin1')))
  return texts.flatMap((text) => {
    const parsed = parseNachaFile(text)
    assert.ok(parsed.ok)
    return parsed.file.batches.flatMap(({ header, entries }) =>
      entries.map(({ detail, addenda }) => ({ header, detail, last: addenda.at(-1) })),
    )
  })
}

/** A return that came in after its time, with the receipt that has its money. */
async function lateReturn(code = 'R03') {
  const payer = await bank.paid()
  bank.clock.advance({ hours: 24 * 6 })
  const { answers, file } = await bank.receives([returnBatch(payer.sent, code, answering())])
  const path = `/v1/institution/ach-answers?page=1&limit=1&fileUID=${file.id}`
  const [listed] = dataOf(await bank.call('GET', path))
  return { payer, answer: answers[0]!, uid: String(listed.receiptUID) }
}

const dishonor = (uid: string, body: object) => bank.call('POST', `/v3/receipts/${uid}/return`, body)
const refused = async (uid: string, body: object, says: RegExp) =>
  assertRefused(await dishonor(uid, body), { status: 409, code: 'ACC001', says })

async function clocksOf(answerId: string) {
  const path = `/v1/institution/obligations?page=1&limit=10&subjectUID=${answerId}`
  return dataOf(await bank.call('GET', path)).map(({ kind, state }: Record<string, string>) => `${kind} ${state}`)
}

test('an untimely return is dishonored: it leaves with its code, names the return, and its money goes back', async () => {
  const before = await bank.bookOf('suspense:unposted:USD')
  const { payer, answer, uid } = await lateReturn()
  assert.equal(answer.answerCode, 'R68')
  assert.deepEqual(await clocksOf(answer.id), ['DishonoredReturn Open'])
  await settles()
  assert.equal(dataOf(await dishonor(uid, { reason: 'R68' })).status, 'RETURN_QUEUED')
  assertRefused(await dishonor(uid, { reason: 'R68' }), { status: 409, code: 'ACC001', says: /RETURN_QUEUED/ })
  await settles()
  const left = (await sent()).filter(({ last }) => last?.record === 'dishonored addenda 99')
  assert.equal(left.length, 1)
  const { header, detail, last } = left[0]!
  assert.equal(header.secCode, 'PPD')
  assert.equal(header.originatingDfi, '06109999')
  assert.deepEqual(
    [detail.transactionCode, detail.receivingRouting, detail.amountCents],
    ['21', payer.sent.receivingRouting, 40_00n],
  )
  const { traceNumber, ...said } = last as unknown as Record<string, string>
  assert.deepEqual(said, {
    ...{ record: 'dishonored addenda 99', dishonoredReturnReasonCode: 'R68', reserved: '', reservedAfterDfi: '' },
    originalTraceNumber: payer.sent.traceNumber,
    originalReceivingDfi: payer.sent.receivingRouting.slice(0, 8),
    ...{ returnTraceNumber: answer.traceNumber, returnReasonCode: '03', addendaInformation: '' },
    returnSettlementDate: said.returnSettlementDate!,
  })
  assert.equal(traceNumber, 'traceNumber' in detail ? detail.traceNumber : '')
  await settles()
  assert.equal(dataOf(await bank.call('GET', `/v3/receipts/${uid}`)).status, 'RETURNED')
  assert.deepEqual(await clocksOf(answer.id), ['DishonoredReturn Met'])
  assert.equal(await bank.bookOf('suspense:unposted:USD'), before, 'the money has gone back')
  assert.equal(await bank.statusOf(payer.paymentUID), 'PROCESSED')
})

test('a code that does not fit the return is refused with its rule, and R69 says which fields are wrong', async () => {
  const { uid } = await lateReturn()
  await refused(uid, { reason: 'R03' }, /R03 dishonors no return: use one of R61/)
  await refused(uid, { reason: 'R62' }, /R62 dishonors returns of debits alone/)
  await refused(uid, { reason: 'R70' }, /R70 dishonors R06 and R31 alone, and the return has R03/)
  await refused(uid, { reason: 'R69' }, /fieldsInError/)
  dataOf(await dishonor(uid, { reason: 'R69', fieldsInError: ['01', '03'] }))
  await settles()
  const [left] = (await sent()).filter(
    ({ last }) => last && 'dishonoredReturnReasonCode' in last && last.dishonoredReturnReasonCode === 'R69',
  )
  assert.equal((left!.last as unknown as { addendaInformation: string }).addendaInformation, '01 03')
})

test('after five banking days, a return is not dishonored any more, and one that is posted ends the clock', async () => {
  const { payer, answer, uid } = await lateReturn()
  for (let day = 0; day < 8; day++) await settles()
  await refused(uid, { reason: 'R68' }, /within five banking days after it settled/)
  dataOf(await bank.call('POST', `/v3/receipts/${uid}/assign`, { accountUID: payer.accountUID }))
  assert.deepEqual(await clocksOf(answer.id), ['DishonoredReturn Missed'])
})

test('a notification of change that cannot be right goes back by itself, as an entry of COR with its code', async () => {
  const payer = await bank.paid()
  const wrong = { ...payer.sent, receivingRouting: '011000015' }
  const { answers, file } = await bank.receives([changeBatch(wrong, 'C01', '998877665', answering())])
  assert.deepEqual([answers[0]?.outcome, answers[0]?.answerCode], ['Refused', 'C67'])
  await settles()
  const left = (await sent()).filter(({ last }) => last?.record === 'refused addenda 98')
  assert.equal(left.length, 1)
  const { header, detail, last } = left[0]!
  assert.deepEqual([header.secCode, detail.amountCents, detail.transactionCode], ['COR', 0n, '21'])
  const { traceNumber: _, ...said } = last as unknown as Record<string, string>
  assert.deepEqual(said, {
    ...{ record: 'refused addenda 98', refusedChangeCode: 'C67', reserved: '', reservedAfterData: '' },
    ...{ originalTraceNumber: payer.sent.traceNumber, originalReceivingDfi: '01100001' },
    ...{ correctedData: '998877665', changeCode: 'C01', traceSequenceNumber: answers[0]!.traceNumber.slice(-7) },
  })
  await bank.receives([changeBatch(wrong, 'C01', '998877665', { ...answering(), sequence })])
  const rows = await bank.service.query<{ status: string }>('select status from receipts where file_id = $1', [file.id])
  assert.deepEqual(rows, [{ status: 'RETURNED' }])
})

test('a contest of our dishonored return names it, and its money waits for a person', async () => {
  const { payer, answer, uid } = await lateReturn()
  await settles()
  dataOf(await dishonor(uid, { reason: 'R68' }))
  await settles()
  const [ours] = await bank.service.query<{ trace: string }>(
    `select trace_number as trace from ach_returns where receipt_id = $1 and kind = 'Dishonor'`,
    [uid],
  )
  const contested = {
    ...{ record: 'contested addenda 99', contestedReturnReasonCode: 'R73', dateOriginalEntryReturned: '' },
    ...{ originalSettlementDate: '183', returnTraceNumber: traceOf(sequence), returnSettlementDate: '183' },
    ...{ dishonoredReturnTraceNumber: ours!.trace, dishonoredReturnSettlementDate: '184', reserved: '' },
    dishonoredReturnReasonCode: '68',
  }
  const { answers } = await bank.receives([returnBatch(payer.sent, '03', answering(), contested)])
  assert.equal(answers[0]?.outcome, 'Exception')
  assert.match(
    answers[0]?.reason ?? '',
    new RegExp(`R73 contests our R68 of payment ${answer.paymentId} .receipt ${uid}`),
  )
})
