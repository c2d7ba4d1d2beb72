// What the operator says of the files that it got, in bytes only. The clock is set by hand.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { readInstitution } from '../../src/institution/institution.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { readAcknowledgement } from '../../src/rails/rails.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { dataOf } from '../support/answers.ts'
import { createPayer, creditBody, type Payer } from '../support/test-service.ts'

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
  for (let round = 0; round < 3; round++)
    for (const sweep of paymentSweeps) while (await sweep.run(bank.service.app, bank.service.tenant.institution)) {}
}

interface Left {
  payer: Payer
  paymentUID: string
  fileUID: string
  content: string
}

/** A payment of 40.00 that leaves at 14:20 of the day, with its file. */
async function leaves(date: string): Promise<Left> {
  const payer = await createPayer(bank.service, { balance: 100, contact: { contactType: 'Consumer' } })
  const body = creditBody(payer, { paymentAmount: 40, speed: 'Economy' })
  const { paymentUID } = dataOf(await bank.call('POST', '/payments/creditrequest', body))
  await at(date, '14:20')
  assert.equal(await bank.statusOf(paymentUID), 'TRANSMITTED')
  const [file] = await bank.service.query<{ id: string; content: string }>(
    `select f.id, f.content from ach_files f join ach_entries e on e.file_id = f.id where e.payment_id = $1`,
    [paymentUID],
  )
  const { content } = dataOf(await bank.call('GET', `/v1/institution/files/${file!.id}/content`))
  return { payer, paymentUID, fileUID: file!.id, content: Buffer.from(content, 'base64').toString('latin1') }
}

/** The acknowledgement of a file, as the operator writes it. */
function saying({ content }: Pick<Left, 'content'>, lines: Record<string, string>): Buffer {
  const [header, control] = [content.split('\n')[0]!, content.split('\n').findLast((line) => /^9(?!9{93})/.test(line))!]
  const said = {
    ...{ ACKNOWLEDGED: '260701 1430', ORIGIN: header.slice(13, 23).trim() },
    ...{ 'FILE CREATED': `${header.slice(23, 29)} ${header.slice(29, 33)}`, 'FILE ID': header.slice(33, 34) },
    ...{ STATUS: 'ACCEPTED', BATCHES: control.slice(1, 7), 'ENTRIES AND ADDENDA': control.slice(13, 21) },
    ...{ DEBITS: control.slice(31, 43), CREDITS: control.slice(43, 55), ...lines },
  }
  const text = Object.entries(said).map(([field, value]) => `${field}: ${value}`)
  return Buffer.from(`${['ACH FILE ACKNOWLEDGEMENT', ...text].join('\n')}\n`)
}

const REJECTED = { STATUS: 'REJECTED', REASON: 'the file is above the limit' }

async function comesIn(content: Buffer, name?: string) {
  const uid = await bank.arrives(content, name)
  await bank.imports()
  return dataOf(await bank.call('GET', `/v1/institution/files/${uid}`))
}

const saidOf = async ({ fileUID }: Left) =>
  (dataOf(await bank.call('GET', `/v1/institution/files/${fileUID}`)).acknowledgements ?? []).map(
    ({ outcome, reason }: { outcome: string; reason?: string }) => [outcome, reason ?? null],
  )

async function stepsOf({ paymentUID }: Left): Promise<string[]> {
  const steps = dataOf(await bank.call('GET', `/v3/payments/${paymentUID}/timeline`))
  return JSON.stringify(steps).match(/"event":"file\w+"/g) ?? []
}

const recordsOf = async ({ fileUID }: Left) =>
  (
    await bank.service.query<{ action: string }>(
      `select action from audit_log where subject_id = $1 and action in ('rails.fileAccepted', 'rails.fileRejected')
       order by id`,
      [fileUID],
    )
  ).map(({ action }) => action)

test('a file that the operator accepts has that on itself and on its payments, once', async () => {
  const left = await leaves('2026-07-01')
  const accepted = saying(left, {})
  const first = await comesIn(accepted)
  assert.equal(first.state, 'IMPORTED')
  assert.match(first.notes[0], /^the operator accepted \S+\.ach$/)
  assert.equal((await comesIn(accepted, 'renamed.ach')).fileUID, first.fileUID)
  assert.match((await comesIn(saying(left, { ACKNOWLEDGED: '260701 1500' }))).notes[0], /before$/)
  assert.deepEqual(await saidOf(left), [['Accepted', null]])
  assert.deepEqual(await stepsOf(left), ['"event":"fileAccepted"'])
  assert.deepEqual(await recordsOf(left), ['rails.fileAccepted'])
  await at('2026-07-02', '08:31')
  assert.equal(await bank.statusOf(left.paymentUID), 'PROCESSED')

  // What the operator takes back after that, a person looks at.
  const again = await comesIn(saying(left, REJECTED))
  assert.equal(again.state, 'QUARANTINED')
  assert.match(again.refusal.reason, /accepted the file before, and rejects it now: the file is above the limit/)
})

test('a rejected file settles nothing until the operator accepts it again, or people return its payments', async () => {
  const left = await leaves('2026-07-06')
  assert.equal((await comesIn(saying(left, REJECTED))).state, 'IMPORTED')
  assert.deepEqual(await saidOf(left), [['Rejected', 'the file is above the limit']])
  assert.deepEqual(await recordsOf(left), ['rails.fileRejected'])
  await at('2026-07-07', '09:00')
  assert.equal(await bank.statusOf(left.paymentUID), 'TRANSMITTED', 'it does not settle on its date')

  const reason = 'The limit is higher now'
  const resent = dataOf(await bank.call('POST', `/v1/institution/files/${left.fileUID}/resend`, { reason }))
  await at('2026-07-07', '09:05')
  assert.equal(dataOf(await bank.call('GET', `/v1/institution/files/${resent.fileUID}`)).state, 'HandedOver')
  assert.equal(await bank.statusOf(left.paymentUID), 'TRANSMITTED')
  await comesIn(saying(left, { ACKNOWLEDGED: '260707 0910' }))
  assert.deepEqual(await stepsOf(left), ['"event":"fileRejected"', '"event":"fileAccepted"'])
  assert.equal(dataOf(await bank.call('GET', `/v3/payments/${left.paymentUID}`)).valueDate, '2026-07-08')
  await at('2026-07-08', '08:29')
  assert.equal(await bank.statusOf(left.paymentUID), 'TRANSMITTED')
  await at('2026-07-08', '08:31')
  assert.equal(await bank.statusOf(left.paymentUID), 'PROCESSED')
  assert.equal(await bank.bookOf('clearing:ACH:USD'), 0n)

  const other = await leaves('2026-07-08')
  await comesIn(saying(other, REJECTED))
  const returning = { achReturnCode: 'R17', returnNotes: 'The operator rejected the file' }
  dataOf(await bank.call('PUT', `/v3/payments/${other.paymentUID}/return`, returning))
  assert.equal(await bank.ledgerBalance(other.payer), '100.00')
  await comesIn(saying(other, { ACKNOWLEDGED: '260708 1500' }))
  await at('2026-07-09', '09:00')
  assert.equal(await bank.statusOf(other.paymentUID), 'RETURNED', 'what people returned stays so')
})

test('totals that are not those that were sent wait for a person, who releases them', async () => {
  const left = await leaves('2026-07-13')
  const differing = await comesIn(saying(left, { CREDITS: '3999', 'ENTRIES AND ADDENDA': '2' }))
  assert.equal(differing.state, 'QUARANTINED')
  const why = 'the operator counted 2 entries and addenda, not 1, 39.99 of credits, not 40.00'
  assert.ok(differing.refusal.reason.endsWith(why), differing.refusal.reason)
  assert.deepEqual(await saidOf(left), [['Different', why]])
  assert.deepEqual(await stepsOf(left), ['"event":"fileDisputed"'])
  // The customer reads the timeline as well, and learns no totals of the file.
  const legalEntityId = BigInt(left.payer.customerUID)
  const client = await bank.service.createClient(bank.service.tenant, { legalEntityId })
  const shown = dataOf(
    await bank.service.call('GET', `/v3/payments/${left.paymentUID}/timeline`, undefined, { client }),
  )
  assert.match(JSON.stringify(shown), /fileDisputed/)
  assert.doesNotMatch(JSON.stringify(shown), /counted/)
  const path = `/v1/institution/files/${differing.fileUID}`
  dataOf(await bank.call('POST', `${path}/release`, { reason: 'The operator corrected its report' }))
  await bank.imports()
  const released = dataOf(await bank.call('GET', path))
  assert.equal(released.state, 'IMPORTED')
  assert.match(released.notes[0], /^a person dealt with it/)
  assert.equal((await saidOf(left)).length, 1)
})

test('an acknowledgement of a file that was never sent is kept in quarantine, also after a release', async () => {
  const left = await leaves('2026-07-14')
  const known = saying(left, {})
  const others: Record<string, string>[] = [
    { 'FILE ID': 'Z' },
    { ORIGIN: '011000015' },
    { 'FILE CREATED': '260230 2561' },
  ]
  for (const lines of others) {
    const unknown = await comesIn(saying(left, lines))
    assert.deepEqual([unknown.state, unknown.refusal.record], ['QUARANTINED', 'acknowledgement'])
    assert.match(unknown.refusal.reason, /^no file with the id/)
    dataOf(await bank.call('POST', `/v1/institution/files/${unknown.fileUID}/release`, { reason: 'look again' }))
    await bank.imports()
    assert.equal(dataOf(await bank.call('GET', `/v1/institution/files/${unknown.fileUID}`)).state, 'QUARANTINED')
  }
  assert.deepEqual(await saidOf(left), [])
  const spoiled = await comesIn(Buffer.from(String(known).replace('STATUS: ACCEPTED', 'STATUS: MAYBE')))
  assert.deepEqual([spoiled.state, spoiled.refusal.line, spoiled.refusal.field], ['QUARANTINED', 6, 'STATUS'])
})

test('an acknowledgement has each line once, in its form, and a reason if the file was rejected', () => {
  const text = String(saying({ content: `1${'0'.repeat(93)}\n9${'1'.repeat(93)}` }, { ORIGIN: '061099995' }))
  const wrongIn = (changed: string) => {
    const read = readAcknowledgement(changed)
    return read.ok ? undefined : [read.refusal.line, read.refusal.field, read.refusal.reason]
  }
  const valid = text.replace(/FILE CREATED.*/, 'FILE CREATED: 260701 1415').replace(/FILE ID.*/, 'FILE ID: A')
  const read = valid.replace(/BATCHES.*/, 'BATCHES: 000001').replace(/ENTRIES AND.*/, 'ENTRIES AND ADDENDA: 1')
  assert.equal(wrongIn(read), undefined)
  assert.equal(wrongIn(read.replaceAll('\n', '\r\n')), undefined)
  assert.deepEqual(wrongIn(`${read}BATCHES: 1\n`), [11, 'BATCHES', 'it is there twice'])
  assert.deepEqual(wrongIn(`${read}constructor: 1\n`), [11, null, 'it is no line of an acknowledgement'])
  assert.deepEqual(wrongIn(read.replace('BATCHES: 000001\n', '')), [null, 'BATCHES', 'it is missing'])
  assert.deepEqual(wrongIn(read.replace('ACCEPTED', 'REJECTED')), [null, 'REASON', 'it is missing'])
  assert.deepEqual(wrongIn(`${read}REASON: none\n`), [null, 'REASON', 'a file that was accepted has none'])
})
