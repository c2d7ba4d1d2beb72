import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { fingerprintOf } from '../../src/http/idempotency.ts'
import { verifySealed } from '../../src/main/verify-sealed.ts'
import { paymentFileSweeps } from '../../src/payment-files/payment-files.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { forgetPlaces } from '../support/earlier-seals.ts'
import { copy, type Values } from '../support/hostile-sql.ts'
import { paymentLifeSweeps, sweepNamed } from '../support/sweeps.ts'
import { tamper } from '../support/tamper.ts'
import { createPayer, creditBody, type Payer, type TestClient } from '../support/test-service.ts'

/**
 * Statements with the rights of the service make files and series of payments, or change them. The
 * worker pays nothing of them: each is set aside alone, and the verification names it.
 */
const MONDAY = '2027-01-04T17:00:00Z'
const NEXT_YEAR = '2028-01-04T17:00:00Z'
let bank: CautiousBank
let tenantId: bigint
let payer: Payer
let thief: Payer
let uploader: TestClient

before(async () => {
  bank = await openCautiousBank(MONDAY)
  tenantId = bank.service.tenant.institution.tenantId
  payer = await createPayer(bank.service, { balance: 100_000 })
  thief = await createPayer(bank.service)
  uploader = await clientOf(payer)
  await bank.service.app.db.readKeys()
})
after(() => bank.service.stop())
beforeEach(() => bank.clock.set(MONDAY))

const query = <Row>(sql: string, values: unknown[] = []) => bank.service.query<Row>(sql, values)
const clientOf = ({ customerUID }: Payer) =>
  bank.service.createClient(bank.service.tenant, { legalEntityId: BigInt(customerUID) })

/** What the verification says of a file or a series, and of what belongs to it. */
async function namedFor(id: string): Promise<string[]> {
  await bank.service.app.db.readKeys()
  const found = await bank.service.app.db.forTenant(tenantId).snapshot((tx) => verifySealed(tx, tenantId))
  return found.filter((one) => one.id.startsWith(id)).map(({ what }) => what)
}

const paymentsWith = async (reference: string) =>
  (await query('select from payments where external_reference_id like $1', [`${reference}%`])).length

const audited = async (action: string, id: string) =>
  (await query('select from audit_log where action = $1 and subject_id = $2', [action, id])).length

// Files

const FILE_ALTERED = 'a file of payments was altered'
const RECORD_ALTERED = 'a record of a file of payments was altered'
const filesOf = ({ customerUID }: Payer) => `/v1/payments/customers/${customerUID}/files/csv`

let uploads = 0
/** A file of two payments; the references begin with its own. */
async function upload(owner = payer, client = uploader): Promise<{ id: string; path: string; reference: string }> {
  const reference = `file-${++uploads}-`
  const rows = [1, 2].map((at) => `${reference}${at},0.01,USD,Economy,${owner.contactUID}`)
  const content = ['externalReferenceId,amount,currency,speed,contactUID', ...rows].join('\n')
  const body = { fileName: 'f.csv', content, senderAccountUID: owner.accountUID }
  const { fileUID } = dataOf(await bank.call('POST', filesOf(owner), body, client), 201)
  return { id: fileUID, path: `${filesOf(owner)}/${fileUID}`, reference }
}

async function makePayments(): Promise<void> {
  for (const { run } of paymentFileSweeps)
    for (let runs = 0; (await run(bank.service.app, bank.service.tenant.institution)) > 0; runs++)
      assert.ok(runs < 20, 'a file does not end')
}

const stateOf = async (id: string) => {
  const [file] = await query<{ status: string; made: bigint; refused: bigint; reason: string | null }>(
    `select f.status, f.reason, count(r.payment_id) as made, count(r.refusal) as refused
     from payment_files f left join payment_file_records r on r.tenant_id = f.tenant_id and r.file_id = f.id
     where f.id = $1 group by f.tenant_id, f.id`,
    [id],
  )
  return { ...file!, made: Number(file!.made), refused: Number(file!.refused) }
}

/** Inserts a copy of a file with one payment to the contact of the thief. */
async function forgeFile(from: string, file: Values = {}, record: Values = {}): Promise<[id: string, paid: string]> {
  const [id, paid] = [randomUUID(), `forged-${randomUUID()}`]
  const forged = { id, sha256: paid, status: 'PROCESSING', ended_at: null, ...file }
  await query(copy('payment_files', forged, `id = '${from}'`))
  const request = creditBody(payer, { externalReferenceId: paid, paymentAmount: 0.02 })
  const open = { file_id: id, record: 1, entry_type: 'CREDIT', request, payment_id: null, code: null, refusal: null }
  await query(copy('payment_file_records', { ...open, ...record }, `file_id = '${from}'`))
  return [id, paid]
}

const FORGED_FILES: Record<string, Values> = {
  'with the digest of another file': {},
  'without a digest': { content_index: null },
  'with nothing in its totals': { totals: {} },
  'that somebody is said to have approved': { decided_by: 'giro_another', decided_at: MONDAY },
  'that waited for approval by its version': { version: 7 },
}

for (const [how, fields] of Object.entries(FORGED_FILES))
  test(`a forged file of payments ${how} pays nobody, and the others go on`, async () => {
    const honest = await upload()
    const [id, paid] = await forgeFile(honest.id, fields)
    assert.deepEqual((await namedFor(id)).sort(), [FILE_ALTERED, RECORD_ALTERED])
    await makePayments()
    const ended = await stateOf(id)
    assert.deepEqual([ended.status, ended.made], ['REJECTED', 0])
    assert.match(ended.reason!, /altered/)
    assert.equal(await paymentsWith(paid), 0)
    assert.equal(await audited('payment.file.altered', id), 1)
    assert.equal((await stateOf(honest.id)).made, 2)
    assert.deepEqual(await namedFor(id), [])
  })

/** What SQL stores as the answer of a key before the worker makes the payment of a record. */
const ANSWERS: Record<string, { response?: unknown; fingerprint?: unknown }> = {
  'a payment whose id is none': { response: { ok: true, value: { paymentUID: 'none' } } },
  'no payment': { response: { ok: true } },
  nothing: { response: null },
  'a payment that does not exist': { response: { ok: true, value: { paymentUID: randomUUID() } } },
  'a payment of somebody else': { response: { ok: true, value: { paymentUID: ':theirs' } } },
  'another payment of the customer': { response: { ok: true, value: { paymentUID: ':own' } } },
  'a refusal that does not exist': { response: { ok: false, refusal: { reason: 'none' } } },
  'a text that no key opens': { response: 'sealed:AAAA' },
  'a fingerprint that no key opens': { fingerprint: 'sealed:AAAA' },
  'a fingerprint that is a number': { fingerprint: 7 },
}
for (const [what, { response, fingerprint }] of Object.entries(ANSWERS))
  test(`a key that SQL answers with ${what} refuses its record alone, and stops no file`, async () => {
    const pay = async (by: Payer) =>
      dataOf(await bank.call('POST', '/payments/creditrequest', creditBody(by, { paymentAmount: 0.01 }))).paymentUID
    const [own, theirs, file, other] = [
      await pay(payer),
      await pay(await createPayer(bank.service, { balance: 1 })),
      await upload(),
      await upload(),
    ]
    const [record] = await query<{ request: object; client: string }>(
      `select r.request, f.uploaded_by as client from payment_file_records r join payment_files f on f.tenant_id = r.tenant_id and f.id = r.file_id
       where f.id = $1 and r.record = 1`,
      [file.id],
    )
    const answer = JSON.stringify(response === undefined ? { ok: true, value: { paymentUID: own } } : response)
    await query(
      `insert into idempotency_keys (tenant_id, client_id, operation, key, fingerprint, response, status, created_at)
       values ($1, $2, 'createCreditPayment', $3, $4, $5, 200, now())`,
      [
        ...[tenantId, record!.client, `file:${file.id}:1`],
        JSON.stringify(fingerprint ?? fingerprintOf(record!.request).text),
        answer.replace(':theirs', theirs).replace(':own', own),
      ],
    )
    await makePayments()
    const { status, made, refused } = await stateOf(file.id)
    assert.deepEqual([status, made, refused], ['PROCESSED', 1, 1])
    assert.equal((await stateOf(other.id)).made, 2)
  })

test('a file with a key that SQL answered can be stopped and rejected', async () => {
  const file = await upload()
  await query(
    `insert into idempotency_keys (tenant_id, client_id, operation, key, fingerprint, response, status, created_at)
     select $1, uploaded_by, 'createCreditPayment', 'file:' || id || ':1', '"x"', '{"ok": true, "value": {"paymentUID": "none"}}', 200, now()
     from payment_files where id = $2`,
    [tenantId, file.id],
  )
  await query('update payment_files set content_index = null where id = $1', [file.id])
  await makePayments()
  assert.equal((await stateOf(file.id)).status, 'REJECTED')
})

const openRecord = (file: string, values: Values) =>
  copy('payment_file_records', { payment_id: null, code: null, refusal: null, ...values }, `file_id = '${file}'`)

const FORGED_RECORDS: Record<string, Values> = {
  'with the digest of another': {},
  'without a digest': { content_index: null },
  'that cannot be read': { request: [] },
  'of nothing': { request: 'null' },
}

for (const [how, fields] of Object.entries(FORGED_RECORDS))
  test(`a record ${how} that SQL adds to a file is refused alone`, async () => {
    const file = await upload()
    const paid = `added-${randomUUID()}`
    const request = creditBody(payer, { externalReferenceId: paid })
    await query(openRecord(file.id, { record: 3, request, ...fields }))
    assert.deepEqual(await namedFor(file.id), [RECORD_ALTERED])
    await makePayments()
    const { status, made, refused } = await stateOf(file.id)
    assert.deepEqual([status, made, refused], ['PROCESSED', 2, 1])
    assert.equal(await paymentsWith(paid), 0)
    const { records } = dataOf(await bank.call('GET', `${file.path}/records?after=1`, undefined, uploader))
    assert.equal(records[0].status, 'Made')
  })

test('a genuine record is paid in its own file alone', async () => {
  const [file, other] = [await upload(), await upload()]
  await query(copy('payment_file_records', { file_id: other.id, record: 9 }, `file_id = '${file.id}' and record = 1`))
  await query(copy('payment_file_records', { record: 8 }, `file_id = '${file.id}' and record = 1`))
  await makePayments()
  assert.equal(await paymentsWith(file.reference), 2)
  assert.deepEqual([(await stateOf(file.id)).refused, (await stateOf(other.id)).refused], [1, 1])
})

test('what an owner of the tables changes in a file pays nobody', async () => {
  const [record, file, honest] = [await upload(), await upload(), await upload()]
  await tamper(bank.service, `update payment_file_records set entry_type = 'DEBIT' where file_id = $1 and record = 2`, [
    record.id,
  ])
  await tamper(bank.service, `update payment_files set uploaded_by = 'giro_another' where id = $1`, [file.id])
  await makePayments()
  assert.deepEqual([(await stateOf(record.id)).made, (await stateOf(record.id)).refused], [1, 1])
  assert.equal((await stateOf(file.id)).status, 'REJECTED')
  assert.equal((await stateOf(honest.id)).made, 2)
})

const dual = async () => {
  const customer = { legalEntityAccessSettings: { paymentDualApproval: true } }
  const owner = await createPayer(bank.service, { customer, balance: 1_000 })
  return { owner, first: await clientOf(owner), second: await clientOf(owner) }
}

const APPROVED_BY_SQL: Record<string, string> = {
  'as if none were needed': `status = 'PROCESSING'`,
  'by a client': `status = 'PROCESSING', decided_by = 'giro_another', decided_at = now()`,
  'at its next version': `status = 'PROCESSING', version = version + 1`,
  'after a stop': `status = 'PROCESSING', stopped_at = now()`,
}

for (const [how, set] of Object.entries(APPROVED_BY_SQL))
  test(`a file that waits for a second person is not approved by SQL ${how}`, async () => {
    const { owner, first } = await dual()
    const file = await upload(owner, first)
    await query(`update payment_files set ${set} where id = $1`, [file.id])
    assert.deepEqual(await namedFor(file.id), [FILE_ALTERED])
    await makePayments()
    assert.deepEqual([(await stateOf(file.id)).status, await paymentsWith(file.reference)], ['REJECTED', 0])
  })

test('nobody approves a file that was altered, and its uploader can reject it', async () => {
  const { owner, first, second } = await dual()
  const file = await upload(owner, first)
  await query(`update payment_files set stopped_at = now() where id = $1`, [file.id])
  const refused = { status: 409, code: 'FILE001', says: 'changed in the database' }
  assertRefused(await bank.call('PUT', `${file.path}/approve`, undefined, second), refused)
  dataOf(await bank.call('PUT', `${file.path}/reject`, { reason: 'altered' }, first))
  assert.deepEqual(await namedFor(file.id), [])
  // It was not approved by that either.
  await query(`update payment_files set status = 'PROCESSING', ended_at = null where id = $1`, [file.id])
  await makePayments()
  assert.equal(await paymentsWith(file.reference), 0)
})

test('an earlier row of a file is not put back: what was stopped or rejected stays so', async () => {
  const { owner, first, second } = await dual()
  const file = await upload(owner, first)
  dataOf(await bank.call('PUT', `${file.path}/approve`, undefined, second))
  const [approved] = await query<{ row: object }>('select to_jsonb(f) as row from payment_files f where id = $1', [
    file.id,
  ])
  const clients = `/v1/institution/api-clients/${first.apiKey}`
  const { entitlements } = dataOf(await bank.call('GET', clients))
  dataOf(await bank.call('PUT', clients, { entitlements: ['Bulk_Payments.View_bulk_payments'] }))
  await makePayments()
  assert.equal((await stateOf(file.id)).status, 'PENDING_APPROVAL')
  dataOf(await bank.call('PUT', `${file.path}/reject`, { reason: 'no' }, second))
  dataOf(await bank.call('PUT', clients, { entitlements }))
  const putBack = query(
    `update payment_files f set (status, decided_by, decided_at, stopped_at, reason, ended_at, version, content_index)
       = (select status, decided_by, decided_at, stopped_at, reason, ended_at, version, content_index
          from jsonb_populate_record(null::payment_files, $2)) where id = $1`,
    [file.id, JSON.stringify(approved!.row)],
  )
  await assert.rejects(putBack, /never go back/)
  await makePayments()
  assert.deepEqual([(await stateOf(file.id)).status, await paymentsWith(file.reference)], ['REJECTED', 0])
})

test('a record is paid once, whatever SQL forgets of it', async () => {
  const file = await upload()
  await makePayments()
  assert.equal(await paymentsWith(file.reference), 2)
  await assert.rejects(
    query('update payment_file_records set payment_id = null where file_id = $1', [file.id]),
    /never go back/,
  )
})

// Series

const SERIES_ALTERED = 'a series was altered'
const sweep = async () => {
  const { run } = sweepNamed(paymentLifeSweeps, 'payments: make recurring payments')
  const app = { ...bank.service.app, db: bank.service.app.db.forTenant(tenantId) }
  for (let runs = 0; (await run(app, bank.service.tenant.institution)) > 0; runs++)
    assert.ok(runs < 60, 'a series does not end')
}

interface Series {
  id: string
  paymentUID: string
  recurrenceId: string
}

let started = 0
async function start(recurrence: object = {}, owner = payer): Promise<Series> {
  const until = { frequency: 'Monthly', payUntil: 'NumberOfPayments', numberOfPayments: 3, ...recurrence }
  const body = creditBody(owner, {
    ...{ paymentAmount: 0.01, externalReferenceId: `series-${++started}`, paymentDate: '2027-01-08' },
    recurrence: until,
  })
  const { paymentUID, recurrenceId, recurrenceUID } = dataOf(await bank.call('POST', '/payments/creditrequest', body))
  return { id: recurrenceUID, paymentUID, recurrenceId }
}

const seriesOf = async (id: string) => {
  const [row] = await query<{ status: string; payments: bigint }>(
    `select r.status, count(o.number) as payments
     from payment_recurrences r left join payment_occurrences o on o.tenant_id = r.tenant_id and o.recurrence_id = r.id
     where r.id = $1 group by r.status`,
    [id],
  )
  return [row!.status, Number(row!.payments)] as const
}

/** Inserts a copy of a series that begins with a payment, and is due. */
async function forgeSeries(from: Series, fields: Values, first: string): Promise<string> {
  const [id, number] = [randomUUID(), 900_000 + ++started]
  await query(
    copy('payment_recurrences', { id, number, payments_made: 1, due_on: '2027-01-04', ...fields }, `id = '${from.id}'`),
  )
  await query('insert into payment_occurrences (tenant_id, recurrence_id, number, payment_id) values ($1, $2, 1, $3)', [
    ...[tenantId, id, first],
  ])
  return id
}

const payOnce = async (owner: Payer) =>
  dataOf(await bank.call('POST', '/payments/creditrequest', creditBody(owner, { paymentDate: '2027-01-08' })))
    .paymentUID

const FORGED_SERIES: Record<string, () => Values> = {
  'of an honest payer with the contact of a thief': () => ({
    ...{ contact_id: thief.contactUID, frequency: 'Daily', pay_until: 'Cancelled', number_of_payments: null },
  }),
  'without a digest': () => ({ content_index: null }),
  'as the one it copies': () => ({}),
  'of another account': () => ({ customer_id: thief.customerUID, sender_account_id: thief.accountUID }),
  'of another version': () => ({ version: 2 }),
  'with details that were sealed elsewhere': () => ({
    details: { sealed: `sealed:${'A'.repeat(120)}` },
  }),
}

for (const [how, fields] of Object.entries(FORGED_SERIES))
  test(`a forged series ${how} pays nobody, and the others go on`, async () => {
    const honest = await start()
    const id = await forgeSeries(honest, fields(), await payOnce(payer))
    assert.deepEqual(await namedFor(id), [SERIES_ALTERED])
    bank.clock.set('2027-02-04T17:00:00Z')
    await sweep()
    assert.deepEqual(await seriesOf(id), ['Cancelled', 1])
    assert.deepEqual(await seriesOf(honest.id), ['Active', 2])
    assert.equal(await audited('recurrence.altered', id), 1)
    assert.deepEqual(await namedFor(id), [])
  })

/** What the service may write, and what only an owner of the tables may. */
const ALTERED_SERIES: Record<string, { set: string; byOwner?: true }> = {
  'more payments': { set: 'number_of_payments = 1000' },
  'no end': { set: `pay_until = 'Cancelled', number_of_payments = null` },
  'a later end': { set: `pay_until = 'EndDate', number_of_payments = null, end_date = '2099-01-01'` },
  'no digest': { set: 'content_index = null' },
  'a digest of its own version': { set: `content_index = version || ' hmac:AAAA'` },
  'fewer payments made': { set: 'payments_made = payments_made + 1' },
  'another amount': { set: 'amount = amount + 1', byOwner: true },
  'another contact': { set: 'contact_id = :thief', byOwner: true },
  'another rhythm': { set: `frequency = 'Daily'`, byOwner: true },
  'an earlier date': { set: `start_date = '2026-12-01'`, byOwner: true },
  'another maker': { set: `created_by = 'giro_another'`, byOwner: true },
}

for (const [what, { set, byOwner }] of Object.entries(ALTERED_SERIES))
  test(`a series that SQL gives ${what} ends, and the others go on`, async () => {
    const [series, honest] = [await start(), await start()]
    const text = `update payment_recurrences set ${set.replace(':thief', thief.contactUID)} where id = $1`
    if (byOwner) await tamper(bank.service, text, [series.id])
    else await query(text, [series.id])
    if (what !== 'fewer payments made') assert.deepEqual(await namedFor(series.id), [SERIES_ALTERED])
    bank.clock.set('2027-02-04T17:00:00Z')
    await sweep()
    assert.deepEqual(await seriesOf(series.id), ['Cancelled', 1])
    assert.deepEqual(await seriesOf(honest.id), ['Active', 2])
    // The payment that it had made before is not touched.
    assert.notEqual(await bank.statusOf(series.paymentUID), 'CANCELLED')
  })

test('a series is not begun again: another first payment, and a count that goes back, end it', async () => {
  const [first, back, honest] = [await start(), await start(), await start()]
  await tamper(bank.service, 'update payment_occurrences set payment_id = $2 where recurrence_id = $1 and number = 1', [
    ...[first.id, await payOnce(payer)],
  ])
  bank.clock.set('2027-02-04T17:00:00Z')
  await sweep()
  assert.deepEqual(await seriesOf(first.id), ['Cancelled', 1])
  await query('update payment_recurrences set payments_made = 1, due_on = $2 where id = $1', [back.id, '2027-02-04'])
  await sweep()
  assert.deepEqual(await seriesOf(back.id), ['Cancelled', 2])
  bank.clock.set('2027-03-04T17:00:00Z')
  await sweep()
  assert.deepEqual(await seriesOf(honest.id), ['Active', 3])
})

test('an altered series cannot be extended, and can be cancelled', async () => {
  const series = await start()
  await query('update payment_recurrences set number_of_payments = 900 where id = $1', [series.id])
  const path = `/payments/${series.paymentUID}/recurring/${series.recurrenceId}`
  const extended = await bank.call('PUT', path, { noOfPayments: 24 })
  assertRefused(extended, { status: 409, code: 'PAYMENT002', says: 'changed in the database' })
  assert.ok((await bank.call('PUT', `/payments/recurrences/${series.recurrenceId}/cancel`)).status < 300)
  assert.deepEqual(await namedFor(series.id), [])
})

test('an end that a person shortened is not put back, and what has ended stays so', async () => {
  const series = await start({ numberOfPayments: 12 })
  const [before] = await query<{ version: bigint; contentIndex: string }>(
    'select version, content_index from payment_recurrences where id = $1',
    [series.id],
  )
  const path = `/payments/${series.paymentUID}/recurring/${series.recurrenceId}`
  dataOf(await bank.call('PUT', path, { noOfPayments: 2 }))
  assert.deepEqual(await namedFor(series.id), [])
  await query('update payment_recurrences set number_of_payments = 12, content_index = $2 where id = $1', [
    ...[series.id, before!.contentIndex],
  ])
  await assert.rejects(query('update payment_recurrences set version = 1'), /never go back/)
  bank.clock.set(NEXT_YEAR)
  await sweep()
  assert.deepEqual(await seriesOf(series.id), ['Cancelled', 1])
  await assert.rejects(
    query(`update payment_recurrences set status = 'Active', due_on = '2027-01-01' where id = $1`, [series.id]),
    /never go back/,
  )
})

test('series and files from before have no digest until those of the institution are bound', async () => {
  await forgetPlaces(bank.service)
  const [series, file] = [await start({ numberOfPayments: 2 }), await upload()]
  await query('update payment_recurrences set content_index = null where id = $1', [series.id])
  await query('update payment_files set content_index = null where id = $1', [file.id])
  await query('update payment_file_records set content_index = null where file_id = $1', [file.id])
  // A node of the release before leaves the digest that it finds.
  const changed = await start({ numberOfPayments: 2 })
  await query('update payment_recurrences set number_of_payments = 3 where id = $1', [changed.id])
  assert.deepEqual([await namedFor(series.id), await namedFor(file.id), await namedFor(changed.id)], [[], [], []])
  await makePayments()
  assert.equal(await paymentsWith(file.reference), 2)
  bank.clock.set('2027-03-04T17:00:00Z')
  await sweep()
  assert.equal((await seriesOf(series.id))[1], 2)
  assert.equal((await seriesOf(changed.id))[1], 3)
})
