// Prenotifications by their bytes, in a bank with collection windows whose clock is set by hand.
// July 2026: the 3rd is a banking day, so of what settles on Thursday the 2nd, the third banking
// day is Tuesday the 7th.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { readInstitution } from '../../src/institution/institution.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { type NachaBatch, parseNachaFile } from '../../src/rails/rails.ts'
import { acknowledgementOf } from '../../src/rails/simulator/ach/acknowledgement.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { changeBatch, returnBatch, type Sent } from '../support/ach-files.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { contactBody, createPayer, creditBody, debitBody, type Payer } from '../support/test-service.ts'

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

const payerWith = (contact: object = {}, balance = 100) =>
  createPayer(bank.service, { balance, contact: { contactType: 'Consumer', ...contact } })

const bodyOf = ({ accountUID, contactUID }: Payer, fields: object = {}) => ({
  ...{ accountUID, contactUID, entryType: 'CREDIT', externalReferenceId: 'check-1', ...fields },
})

const pathOf = ({ customerUID }: Payer) => `/v2/customers/${customerUID}/prenotes`

/** Makes a prenotification, and returns it. */
const checks = async (payer: Payer, fields: object = {}) =>
  dataOf(await bank.call('POST', pathOf(payer), bodyOf(payer, fields)))

const read = async (payer: Payer, { prenoteUID }: { prenoteUID: string }) =>
  dataOf(await bank.call('GET', `${pathOf(payer)}/${prenoteUID}`))

const pays = (payer: Payer, fields: object = {}) =>
  bank.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 40, ...fields }))

/** The batches of the files that left on a day, as strict parsing reads them. */
async function batchesOf(yyyymmdd: string): Promise<NachaBatch[]> {
  const directory = bank.service.app.achOutDirectory
  const names = (await readdir(directory)).filter((name) => name.includes(`-${yyyymmdd}-`)).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'latin1')))
  return texts.flatMap((text) => {
    const parsed = parseNachaFile(text)
    assert.ok(parsed.ok, 'what leaves can be read')
    return parsed.file.batches
  })
}

/** The entries of prenotifications that left on a day. */
const checkedOn = async (yyyymmdd: string) =>
  (await batchesOf(yyyymmdd))
    .filter(({ header }) => header.companyEntryDescription.trim() === 'PRENOTE')
    .flatMap(({ entries }) => entries)

/** The entry of a prenotification, as another bank answers it. */
async function sentOf(payer: Payer, prenote: { prenoteUID: string }, accountNumber = '700100200300'): Promise<Sent> {
  const { traceNumber, entryType, secCode, receiverRoutingNumber: receivingRouting } = await read(payer, prenote)
  return { paymentUID: '', amountCents: 0n, traceNumber, entryType, secCode, receivingRouting, accountNumber }
}

let sequence = 0
const answering = () => ({ sequence: ++sequence, settlesOn: bank.today() })

test('a prenotification leaves as a zero-dollar entry with a trace number, and payments wait for the third banking day', async () => {
  const [person, saver, company] = [
    await payerWith(),
    await payerWith({ contactBank: { ...contactBody().contactBank, accountType: 'Savings' } }),
    await payerWith({ contactType: 'Company' }),
  ]
  const others = await createPayer(bank.service)
  const before = await bank.ledgerBalance(person)
  const transfers = 'select count(*)::int as count from ledger_transfers'
  const [moved] = await bank.service.query<{ count: number }>(transfers)
  const made = [
    await checks(person),
    await checks(saver, { entryType: 'DEBIT', secCode: 'WEB' }),
    await checks(company, { secCode: 'CTX' }),
  ] as const
  assert.deepEqual([made[0].status, made[0].secCode], ['Queued', 'PPD'])
  assertRefused(await pays(person, { paymentDate: '2026-07-03' }), {
    ...{ status: 402, code: 'PAYMENT002', says: 'may settle from 2026-07-07 on' },
  })
  await at('2026-07-01', '14:20')

  const batches = await batchesOf('20260701')
  const entries = batches.flatMap(({ header, entries }) => entries.map(({ detail }) => ({ header, detail })))
  assert.deepEqual(
    entries.map(({ header, detail }) => [
      ...['secCode' in header && header.secCode, header.companyEntryDescription.trim(), header.effectiveEntryDate],
      ...[detail.transactionCode, detail.amountCents, detail.receivingRouting],
    ]),
    [
      ['PPD', 'PRENOTE', '260702', '23', 0n, '021000021'],
      ['WEB', 'PRENOTE', '260702', '38', 0n, '021000021'],
      ['CTX', 'PRENOTE', '260702', '23', 0n, '021000021'],
    ],
  )
  const sent = await read(person, made[0])
  const [first] = entries
  assert.equal(first && 'traceNumber' in first.detail && first.detail.traceNumber, sent.traceNumber)
  assert.deepEqual([sent.status, sent.settlesOn, sent.firstPaymentOn], ['Sent', '2026-07-02', '2026-07-07'])
  const listed = await bank.call('GET', `${pathOf(person)}?page=1&limit=10&traceNumber=${sent.traceNumber}`)
  assert.deepEqual(dataOf(listed), [sent])
  const none = await bank.call('GET', `${pathOf(person)}?page=1&limit=10&status=Returned`)
  assert.deepEqual(dataOf(none), [])

  const [after] = await bank.service.query<{ count: number }>(transfers)
  assert.deepEqual([await bank.ledgerBalance(person), after], [before, moved], 'no money moves, and no fee')
  const tooEarly = { status: 402, code: 'PAYMENT002', says: 'may settle from 2026-07-07 on' }
  assertRefused(await pays(person), tooEarly)
  assertRefused(await bank.call('POST', '/payments/debitrequest', debitBody(saver)), tooEarly)
  const preview = await bank.call('POST', '/v3/payments/creditrequest/preview', creditBody(person))
  assert.match(JSON.stringify(dataOf(preview)), /may settle from 2026-07-07 on/)
  dataOf(await pays(person, { speed: 'Express' }))
  dataOf(await pays(others))
  assert.equal(dataOf(await pays(person, { paymentDate: '2026-07-07' })).paymentStatus, 'FUTURE_DATED')

  await at('2026-07-06', '23:59')
  assert.equal((await read(person, made[0])).status, 'Sent')
  await at('2026-07-07', '00:00')
  assert.equal((await read(person, made[0])).status, 'Accepted')
  assert.equal(dataOf(await pays(person, { paymentAmount: 5 })).paymentStatus, 'VALIDATED')
  const types = await bank.service.query<{ type: string }>(
    `select type from events where subject_id = $1 order by id`,
    [made[0].prenoteUID],
  )
  assert.deepEqual(
    types.map(({ type }) => type),
    ['prenote.created', 'prenote.sent', 'prenote.accepted'],
  )
})

test('a payment that settles on the first day may be made the day before, by its value date', async () => {
  const payer = await payerWith()
  await at('2026-07-08', '10:00')
  await checks(payer)
  await at('2026-07-08', '14:20')
  await at('2026-07-13', '10:00')
  assert.equal(dataOf(await pays(payer)).valueDate, '2026-07-14', 'the third banking day after the 9th')
})

test('a returned prenotification refuses ACH payments until the account of the contact is changed', async () => {
  await at('2026-07-14', '10:00')
  const payer = await payerWith()
  const scheduled = dataOf(await pays(payer, { paymentDate: '2026-07-20' }))
  const prenote = await checks(payer)
  await at('2026-07-14', '14:20')
  await at('2026-07-16', '09:00')
  const sent = await sentOf(payer, prenote)
  const returned = () => returnBatch(sent, 'R03', answering())
  const { answers } = await bank.receives([returned()])
  assert.deepEqual(
    answers.map(({ kind, outcome, paymentId, prenoteId }) => [kind, outcome, paymentId, prenoteId]),
    [['Return', 'Applied', null, prenote.prenoteUID]],
  )
  const again = await bank.receives([returned()])
  assert.deepEqual([again.answers[0]!.outcome, again.answers[0]!.prenoteId], ['Noted', prenote.prenoteUID])
  const after = await read(payer, prenote)
  assert.deepEqual([after.status, after.returnCode], ['Returned', 'R03'])

  const refused = { status: 402, code: 'PAYMENT002', says: 'came back with R03' }
  assertRefused(await pays(payer), refused)
  assertRefused(await pays(payer, { paymentDate: '2026-12-01' }), refused)
  assertRefused(await bank.call('POST', pathOf(payer), bodyOf(payer)), { ...refused, status: 409 })
  dataOf(await pays(payer, { speed: 'Express', paymentAmount: 1 }))
  await at('2026-07-20', '10:00')
  assert.equal(await bank.statusOf(scheduled.paymentUID), 'VALIDATION_FAILURE', 'decided when it was due')

  const contact = `/v2/customers/${payer.customerUID}/contacts/${payer.contactUID}`
  const change = async (accountNo: string) => {
    const contactBank = { ...contactBody().contactBank, accountNo }
    dataOf(await bank.call('PUT', contact, contactBody({ contactType: 'Consumer', contactBank })))
  }
  await change('700100200301')
  assert.equal(dataOf(await pays(payer, { paymentAmount: 1 })).paymentStatus, 'VALIDATED')
  assert.equal((await checks(payer)).status, 'Queued', 'the new account can be checked')
  await change('700100200300')
  assertRefused(await pays(payer), refused)
})

test('a notification of change about a prenotification corrects the contact', async () => {
  await at('2026-07-21', '10:00')
  const payer = await payerWith()
  const prenote = await checks(payer, { entryType: 'DEBIT' })
  await at('2026-07-21', '14:20')
  await at('2026-07-22', '09:00')
  const change = changeBatch(await sentOf(payer, prenote), 'C01', '998877665', answering())
  const { answers } = await bank.receives([change])
  assert.deepEqual([answers[0]!.outcome, answers[0]!.prenoteId], ['Applied', prenote.prenoteUID])
  const contact = await bank.call('GET', `/v2/customers/${payer.customerUID}/contacts/${payer.contactUID}`)
  assert.equal(dataOf(contact).contactBank.accountNo, '998877665')
  const { status, changeCode } = await read(payer, prenote)
  assert.deepEqual([status, changeCode], ['Sent', 'C01'])
})

test('a file that the operator rejects refuses its prenotifications, and sends them once it is accepted', async () => {
  await at('2026-07-23', '10:00')
  const payer = await payerWith()
  const prenote = await checks(payer)
  await at('2026-07-23', '14:20')
  const [file] = await bank.service.query<{ id: string }>('select file_id as id from prenotes where id = $1', [
    prenote.prenoteUID,
  ])
  const { content } = dataOf(await bank.call('GET', `/v1/institution/files/${file!.id}/content`))
  const said = (reason: string | null) =>
    bank.receives(
      Buffer.from(acknowledgementOf(Buffer.from(content, 'base64').toString('latin1'), reason, bank.clock.now())!),
    )
  await said('the file is above the limit')
  const refused = await read(payer, prenote)
  assert.deepEqual([refused.status, refused.reason], ['Refused', 'the operator rejected its file'])
  assert.equal(dataOf(await pays(payer)).paymentStatus, 'VALIDATED', 'what never arrived holds up nothing')
  await at('2026-07-24', '10:00')
  await said(null)
  const { status, reason, firstPaymentOn } = await read(payer, prenote)
  assert.deepEqual([status, reason, firstPaymentOn], ['Sent', undefined, '2026-07-30'], 'it settles on the 27th')
})

test('what is suspended, or checks another account by then, is refused when the file is made', async () => {
  await at('2026-07-27', '10:00')
  const [suspended, changed, free] = [await payerWith(), await payerWith(), await payerWith()]
  const made = [await checks(suspended), await checks(changed), await checks(free)] as const
  const account = `/v3/customers/${suspended.customerUID}/accounts/${suspended.accountUID}`
  dataOf(await bank.call('PATCH', account, { action: 'Suspend', reason: 'a drill' }))
  const contactBank = { ...contactBody().contactBank, accountNo: '700100200302' }
  const contact = `/v2/customers/${changed.customerUID}/contacts/${changed.contactUID}`
  dataOf(await bank.call('PUT', contact, contactBody({ contactType: 'Consumer', contactBank })))
  await at('2026-07-27', '14:20')
  const { status, reason, traceNumber } = await read(suspended, made[0])
  assert.deepEqual([status, reason, traceNumber], ['Refused', 'the account is not active', undefined])
  assert.equal((await read(changed, made[1])).reason, 'the account of the contact was changed')
  assert.equal((await read(free, made[2])).status, 'Sent', 'they stop no other')
  assert.equal((await checkedOn('20260727')).length, 1)
})

test('one that left before the database was restored is in the file of the evidence, and in no other', async () => {
  await at('2026-07-28', '10:00')
  const payer = await payerWith()
  const prenote = await checks(payer)
  const { tenantId } = bank.service.tenant.institution
  const handoverId = randomUUID()
  await bank.service.query(
    `insert into rail_handovers (tenant_id, id, rail, name, status, decision, token, from_evidence, created_at)
     values ($1, $2, 'ACH', 'before-the-restore.ach', 'Waiting', 'HandedOver', 1, true, now())`,
    [tenantId, handoverId],
  )
  await bank.service.query(
    `insert into rail_departures (tenant_id, handover_id, payment_id, kind, reference, value_date)
     values ($1, $2, $3, 'Prenote', '061099990000042', '2026-07-29')`,
    [tenantId, handoverId, prenote.prenoteUID],
  )
  await at('2026-07-28', '14:20')
  const { status, traceNumber, settlesOn } = await read(payer, prenote)
  assert.deepEqual([status, traceNumber, settlesOn], ['Sent', '061099990000042', '2026-07-29'])
  assert.deepEqual(await checkedOn('20260728'), [])
})

test('a repeated request makes one prenotification, and a second one of an account is refused', async () => {
  const payer = await payerWith()
  const options = { idempotencyKey: 'check-once' }
  const first = await bank.service.call('POST', pathOf(payer), bodyOf(payer), options)
  const again = await bank.service.call('POST', pathOf(payer), bodyOf(payer), options)
  assert.deepEqual(dataOf(again), dataOf(first))
  const conflict = { status: 409, code: 'PAYMENT002', says: 'is open' }
  assertRefused(await bank.call('POST', pathOf(payer), bodyOf(payer, { entryType: 'DEBIT' })), conflict)
  const [stored] = await bank.service.query<{ count: number; clear: number }>(
    `select count(*)::int as count, count(*) filter (where receiver_account_number = '700100200300')::int as clear
     from prenotes where contact_id = $1`,
    [payer.contactUID],
  )
  assert.deepEqual(stored, { count: 1, clear: 0 }, 'stored once, with its account number sealed')
})

test('another customer can neither check with its own account or contact, nor see what was sent', async () => {
  const [victim, thief] = [await payerWith(), await payerWith()]
  const client = await bank.service.createClient(bank.service.tenant, { legalEntityId: BigInt(thief.customerUID) })
  const call = (method: string, path: string, body?: object) => bank.service.call(method, path, body, { client })
  const prenote = await checks(victim)
  const foreign = { status: 403, code: 'CUST001' }
  for (const path of [`${pathOf(victim)}?page=1&limit=10`, `${pathOf(victim)}/${prenote.prenoteUID}`])
    assert.equal((await call('GET', path)).status, foreign.status)
  assert.equal((await call('POST', pathOf(victim), bodyOf(victim))).status, foreign.status)
  const unknown = { status: 404, code: 'PAYMENT001' }
  assertRefused(await call('GET', `${pathOf(thief)}/${prenote.prenoteUID}`), unknown)
  const mixes = [
    [{ accountUID: victim.accountUID }, 'the sending account is not one of your accounts'],
    [{ accountUID: victim.accountUID, entryType: 'DEBIT' }, 'creditor.accountUID is not one of your accounts'],
    [{ contactUID: victim.contactUID }, 'is not a contact of the sending account'],
  ] as const
  for (const [fields, says] of mixes)
    assertRefused(await call('POST', pathOf(thief), bodyOf(thief, fields)), { status: 400, code: 'PAYMENT002', says })
  // A client of the institution may use both customers, and still not one's account for the other.
  const crossed = bodyOf(thief, { accountUID: victim.accountUID, contactUID: victim.contactUID })
  assertRefused(await bank.call('POST', pathOf(thief), crossed), { status: 400, code: 'PAYMENT002' })
  assert.deepEqual(dataOf(await call('GET', `${pathOf(thief)}?page=1&limit=10`)), [])
  assert.equal(dataOf(await call('POST', pathOf(thief), bodyOf(thief))).status, 'Queued')
})
