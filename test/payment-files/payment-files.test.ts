import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { tryLockTenant } from '../../src/db/advisory-locks.ts'
import { businessCalendar, previousBusinessDay, rollToBusinessDay } from '../../src/kernel/business-calendar.ts'
import { paymentFileSweeps } from '../../src/payment-files/payment-files.jobs.ts'
import { writeOutcomes } from '../../src/payment-files/payment-files.store.ts'
import { buildNachaFile, formatNachaFile } from '../../src/rails/ach/nacha/index.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { inDays } from '../support/clocks.ts'
import { tamper } from '../support/tamper.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

let service: TestService
let payer: Payer
before(async () => {
  service = await startTestService()
  payer = await createPayer(service, { balance: 10_000 })
})
after(() => service.stop())

let references = 0
const reference = () => `ref-${++references}`
const files = ({ customerUID }: Payer = payer) => `/v1/payments/customers/${customerUID}/files`

const upload = (
  content: string,
  { type = 'csv', owner = payer, client }: { type?: string; owner?: Payer; client?: TestClient } = {},
) =>
  service.call(
    'POST',
    `${files(owner)}/${type}`,
    {
      ...{ fileName: 'test.csv', content, senderAccountUID: owner.accountUID },
    },
    { client },
  )

const HEADER = 'externalReferenceId,amount,currency,speed,contactUID'
const row = (fields: { amount?: string; currency?: string; speed?: string; contact?: string; ref?: string } = {}) =>
  [
    ...[fields.ref ?? reference(), fields.amount ?? '10.50', fields.currency ?? 'USD', fields.speed ?? 'Economy'],
    fields.contact ?? payer.contactUID,
  ].join(',')

async function work(): Promise<void> {
  for (const sweep of paymentFileSweeps) while ((await sweep.run(service.app, service.tenant.institution)) > 0);
}

const read = async (fileUID: string, owner = payer) =>
  dataOf(await service.call('GET', `${files(owner)}/csv/${fileUID}`))
const recordsOf = async (fileUID: string, type = 'csv') =>
  dataOf(await service.call('GET', `${files()}/${type}/${fileUID}/records`)).records

const countPayments = async () => {
  const [found] = await service.query<{ count: string }>('select count(*) from payments where tenant_id = $1', [
    service.tenant.institution.tenantId,
  ])
  return Number(found!.count)
}

test('a CSV file makes its payments, and each record names its payment', async () => {
  const refs = [reference(), reference()]
  const content = [HEADER, ...refs.map((ref) => row({ ref })), ''].join('\r\n')
  const { fileUID, status, records, totals } = dataOf(await upload(content), 201)
  assert.deepEqual({ status, records }, { status: 'PROCESSING', records: 2 })
  assert.deepEqual(totals, [{ currency: 'USD', credits: '21.00', debits: '0.00' }])
  await work()
  const done = await read(fileUID)
  assert.deepEqual([done.status, done.made, done.refused], ['PROCESSED', 2, 0])
  for (const [at, { paymentUID, externalReferenceId }] of (await recordsOf(fileUID)).entries()) {
    assert.equal(externalReferenceId, refs[at])
    const payment = dataOf(await service.call('GET', `/payments/${paymentUID}`))
    assert.equal(payment.senderAmount, '10.50')
  }
})

test('a file is checked as a whole: every fault is named by record and field, and nothing is made', async () => {
  const before = await countPayments()
  const content = [
    HEADER,
    row(),
    row({ amount: '-1' }),
    row({ speed: 'Slow' }),
    row({ amount: '1.005' }),
    row({ contact: '' }),
    `${row()},surplus`,
  ].join('\n')
  const refused = await upload(content)
  assertRefused(refused, { status: 400, code: 'FILE001' })
  const { message } = refused.body
  for (const says of [/record 5, contactUID: name the receiver/, /record 6, row: it has 6 cells, and the header 5/])
    assert.match(message, says)
  const later = await upload(
    [HEADER, row(), row({ amount: '-1' }), row({ speed: 'Slow' }), row({ amount: '1.005' })].join('\n'),
  )
  assertRefused(later, { status: 400, code: 'FILE001' })
  for (const says of [/record 2, amount: must be greater/, /record 3, speed/, /record 4, amount: has more decimals/])
    assert.match(later.body.message, says)
  await work()
  assert.equal(await countPayments(), before)
})

test('faults name the columns of the file, also where a request has another name for them', async () => {
  for (const [wrong, says] of [
    [{ amount: 'ten' }, 'record 1, amount: '],
    [{ currency: 'XYZ' }, 'record 1, currency: XYZ is not'],
    [{ ref: '' }, 'record 1, externalReferenceId: is required'],
  ] as const)
    assertRefused(await upload([HEADER, row(wrong)].join('\n')), { status: 400, code: 'FILE001', says })
  const coded = await upload(`${HEADER},secCode\n${row()},QQQ`)
  assertRefused(coded, { status: 400, code: 'FILE001', says: 'record 1, secCode: must be one of' })
})

test('a payment of a day that is over is a fault of its record; one of today is made', async () => {
  const dated = (date: string) => `${HEADER},paymentDate\n${row()},${date}`
  for (const date of [inDays(-1), '2020-01-01', '01/31/2020', '01-31-2020'])
    assertRefused(await upload(dated(date)), { status: 400, code: 'FILE001', says: 'is before today' })
  assertRefused(await upload(achFile({ settlesOn: inDays(-1) }), { type: 'ach' }), {
    ...{ status: 400, code: 'FILE001', says: 'is before today' },
  })
  const { fileUID } = dataOf(await upload(dated(inDays(0))), 201)
  await work()
  assert.equal((await recordsOf(fileUID))[0].status, 'Made')
})

test('a file with the byte order mark of its encoding is read as one without, and known again', async () => {
  const content = [HEADER, row()].join('\n')
  const { records } = dataOf(await upload(`\uFEFF${content}`), 201)
  assert.equal(records, 1)
  assertRefused(await upload(content), { status: 409, code: 'FILE001', says: 'was sent before' })
  dataOf(await upload(`\uFEFF${achFile({ settlesOn: inDays(9) })}`, { type: 'ach' }), 201)
  for (const hidden of [`${content}\uFEFF`, `\uFEFF\uFEFF${content}`, `\uFEFF${content}\u202e`])
    assertRefused(await upload(hidden), { status: 400, code: 'FILE001', says: 'must not contain the character' })
})

test('a cell cannot hide a character that a request could not', async () => {
  const content = `${HEADER},paymentNotes\n${row()},"paid\r\nAPPROVED"`
  assertRefused(await upload(content), {
    status: 400,
    code: 'FILE001',
    says: 'record 1, paymentNotes: must not contain the character U+000D',
  })
  assertRefused(await upload(`${HEADER}\n${row()}\u202e`), { status: 400, code: 'FILE001', says: 'U+202E' })
})

test('an unknown column, a missing one, a broken quote and an empty file are refused', async () => {
  for (const [content, says] of [
    [`${HEADER},colour\n${row()},red`, /header: colour is not a column/],
    [
      `amount,currency,speed,contactUID\n1,USD,Economy,${payer.contactUID}`,
      /the column externalReferenceId is missing/,
    ],
    [`${HEADER},Amount\n${row()},1`, /the column amount is there twice/],
    [`${HEADER}\n"open`, /not CSV/],
    [HEADER, /has no payments/],
    [`${HEADER}${',x'.repeat(8)}\n${row()}`, /record 0, header: it has 13 columns, and there are 12/],
    [
      [HEADER, ...Array.from({ length: 1_001 }, () => row())].join('\n'),
      /at most 1000 payments, and this one has more/,
    ],
  ] as const)
    assertRefused(await upload(content), { status: 400, code: 'FILE001', says })
})

test('the same content is taken once, and the second file says which was the first', async () => {
  const content = [HEADER, row()].join('\n')
  const { fileUID } = dataOf(await upload(content), 201)
  await work()
  const before = await countPayments()
  assertRefused(await upload(content), { status: 409, code: 'FILE001', says: fileUID })
  await work()
  assert.equal(await countPayments(), before)
})

test('the same content is another file for another customer', async () => {
  const other = await createPayer(service)
  const content = `externalReferenceId,amount,currency,speed,receiverRoutingNumber,receiverAccountNumber\n${reference()},1,USD,Economy,021000021,${contactBody().contactBank.accountNo}`
  dataOf(await upload(content), 201)
  dataOf(await upload(content, { owner: other }), 201)
})

test('the records of a file come in pages: `next` names the one after a page, and the last page has none', async () => {
  const { fileUID } = dataOf(await upload([HEADER, row(), row(), row()].join('\n')), 201)
  const page = async (query: string) => dataOf(await service.call('GET', `${files()}/csv/${fileUID}/records?${query}`))
  const first = await page('limit=2')
  assert.deepEqual([first.records.length, first.next], [2, first.records[1].record])
  const second = await page(`limit=2&after=${first.next}`)
  assert.deepEqual([second.records.length, second.next], [1, undefined])
  assert.equal((await page('limit=3')).next, undefined, 'a full page can be the last one')
})

test('a worker that starts over makes no payment twice', async () => {
  const { fileUID } = dataOf(await upload([HEADER, row(), row()].join('\n')), 201)
  const [open] = await service.query<{ row: object }>('select to_jsonb(f) as row from payment_files f where id = $1', [
    fileUID,
  ])
  await work()
  const before = await countPayments()
  const first = await recordsOf(fileUID)
  // As if the worker had ended after the payments and before it noted them.
  await tamper(service, 'update payment_file_records set payment_id = null where file_id = $1', [fileUID])
  await tamper(
    service,
    `update payment_files set (status, ended_at, version, content_index) =
       (select status, ended_at, version, content_index from jsonb_populate_record(null::payment_files, $2)) where id = $1`,
    [fileUID, JSON.stringify(open!.row)],
  )
  await work()
  assert.equal(await countPayments(), before)
  assert.deepEqual(await recordsOf(fileUID), first)
})

test('a payment that is refused stops no other, and its record says why', async () => {
  const { fileUID } = dataOf(await upload([HEADER, row({ amount: '9999999' }), row()].join('\n')), 201)
  await work()
  const [refused, made] = await recordsOf(fileUID)
  assert.equal(refused.status, 'Refused')
  assert.match(refused.message, /^The payment was not created: /)
  assert.equal(made.status, 'Made')
  const { made: count, refused: refusedCount } = await read(fileUID)
  assert.deepEqual([count, refusedCount], [1, 1])
})

test('a record names no account and no contact of another customer: the whole file is refused', async () => {
  const other = await createPayer(service)
  const refused = await upload(`${HEADER},senderAccountUID\n${row()},${payer.accountUID}\n${row()},${other.accountUID}`)
  assertRefused(refused, {
    status: 400,
    code: 'FILE001',
    says: 'record 2, senderAccountUID: the customer has no account',
  })
  for (const contact of [other.contactUID, '999999', payer.accountUID])
    assertRefused(await upload([HEADER, row(), row({ contact })].join('\n')), {
      status: 400,
      code: 'FILE001',
      says: 'record 2, contactUID: the customer has no contact with this contactUID',
    })
})

test('while one worker makes the payments of a file, another makes none of it', async () => {
  const { fileUID } = dataOf(await upload([HEADER, row(), row()].join('\n')), 201)
  const { institution } = service.tenant
  const [sweep] = paymentFileSweeps
  await service.app.db.transaction(async (tx) => {
    assert.ok(await tryLockTenant(tx, { lock: 'paymentFiles', tenantId: institution.tenantId }))
    assert.equal(await sweep!.run(service.app, institution), 0)
  })
  assert.equal((await read(fileUID)).made, 0)
  await work()
  assert.equal((await read(fileUID)).made, 2)
})

test('a payment that was made stands before a refusal, and a refusal never replaces a payment', async () => {
  const { fileUID } = dataOf(await upload([HEADER, row({ amount: '9999999' }), row()].join('\n')), 201)
  await work()
  const { tenantId } = service.tenant.institution
  const [, { paymentUID }] = await recordsOf(fileUID)
  const late = [
    { record: 1, paymentId: paymentUID as string, code: null, refusal: null },
    { record: 2, paymentId: null, code: 'PAY001', refusal: 'late' },
  ]
  await service.app.db.transaction((tx) => writeOutcomes(tx, tenantId, fileUID, late))
  const records = await recordsOf(fileUID)
  assert.deepEqual(
    records.map((record: { status: string; paymentUID: string }) => [record.status, record.paymentUID]),
    [
      ['Made', paymentUID],
      ['Made', paymentUID],
    ],
  )
})

test('the same payments in another spelling of the file are the same file', async () => {
  const ref = reference()
  const { fileUID } = dataOf(await upload(`${HEADER}\n${row({ ref })}`), 201)
  const { contactUID } = payer
  for (const same of [
    `${HEADER}\r\n${row({ ref })}\r\n\r\n`,
    `speed,contactUID,currency,amount,externalReferenceId\n Economy , ${contactUID},USD,10.50,${ref}`,
    `${HEADER},paymentNotes,entryType\n"${ref}",10.5,USD,economy,0${contactUID},,credit`,
  ])
    assertRefused(await upload(same), { status: 409, code: 'FILE001', says: fileUID })
  dataOf(await upload(`${HEADER}\n${row({ ref, amount: '10.51' })}`), 201)
})

test('a reference that two records of a file have is refused', async () => {
  const ref = reference()
  assertRefused(await upload([HEADER, row({ ref }), row(), row({ ref, amount: '1' })].join('\n')), {
    status: 400,
    code: 'FILE001',
    says: 'record 3, externalReferenceId: record 1 has it as well',
  })
})

const achFile = (fields: { companyId?: string; account?: string; settlesOn?: string } = {}) => {
  const built = buildNachaFile({
    header: {
      ...{ immediateDestination: '061000146', immediateDestinationName: 'FEDERAL RESERVE' },
      ...{ immediateOrigin: '061099995', immediateOriginName: 'DEMO BANK' },
      ...{ fileCreationDate: inDays(0), fileCreationTime: '12:00', fileIdModifier: 'A' },
    },
    batches: [
      {
        ...{ secCode: 'CCD', companyName: 'BLUE HARBOR', companyEntryDescription: 'SUPPLIERS' },
        companyIdentification: fields.companyId ?? '1842345678',
        ...{ effectiveEntryDate: fields.settlesOn ?? inDays(7), originatingDfi: '06109999' },
        entries: [
          {
            ...{ transactionCode: '22', receivingRouting: '021000021', amountCents: 1234n },
            accountNumber: fields.account ?? contactBody().contactBank.accountNo,
            ...{ individualIdentification: reference(), individualName: 'HIGHLAND BEANS' },
            traceNumber: '061099990000001',
          },
        ],
      },
    ],
  })
  if (!built.ok) throw new Error(JSON.stringify(built))
  return formatNachaFile(built.file)
}

/** When an entry leaves that settles on the day, or on the next banking day. */
function bankingDayBefore(date: string): string {
  const calendar = businessCalendar({ holidays: 'FederalReserve' })
  return previousBusinessDay(
    rollToBusinessDay(Temporal.PlainDate.from(date), calendar, 'following'),
    calendar,
  ).toString()
}

test('entries of a NACHA file become payments to the contacts with their accounts', async () => {
  const content = achFile()
  const { fileUID } = dataOf(await upload(content, { type: 'ach' }), 201)
  await work()
  const [record] = await recordsOf(fileUID, 'ach')
  assert.equal(record.status, 'Made', record.message)
  const payment = dataOf(await service.call('GET', `/payments/${record.paymentUID}`))
  assert.equal(payment.senderAmount, '12.34')
  assert.equal(payment.status, 'FUTURE_DATED')
  assert.equal(payment.paymentDate.slice(0, 10), bankingDayBefore(inDays(7)), 'it settles on its effective date')
})

test('a NACHA file with a wrong total, an unknown account or another company is refused by field', async () => {
  const wrongTotal = achFile().replace(/000000001234/, '000000001235')
  assertRefused(await upload(wrongTotal, { type: 'ach' }), { status: 400, code: 'FILE001', says: /record \d+, \w+: / })
  assertRefused(await upload(achFile({ account: '999' }), { type: 'ach' }), {
    status: 400,
    code: 'FILE001',
    says: 'record 1, receiver: no contact of the customer has this account',
  })
})

test('a file of fedwire or rtp pays each record by wire or instantly, and refuses another speed and a debit', async () => {
  const header = 'externalReferenceId,amount,currency,contactUID'
  const record = () => [reference(), '1.25', 'USD', payer.contactUID].join(',')
  for (const [type, rails, speed] of [
    ['fedwire', ['FEDWIRE'], 'Express'],
    ['rtp', ['RTP', 'FEDNOW'], 'Instant'],
  ] as const) {
    const { fileUID, fileType } = dataOf(await upload([header, record()].join('\n'), { type }), 201)
    assert.equal(fileType, type)
    await work()
    const [{ paymentUID }] = await recordsOf(fileUID, type)
    const payment = dataOf(await service.call('GET', `/payments/${paymentUID}`))
    assert.equal(payment.speed, speed)
    assert.ok((rails as readonly string[]).includes(payment.deliveryMethod))
    const stated = [`${header},speed`, `${record()},${speed.toLowerCase()}`].join('\n')
    dataOf(await upload(stated, { type }), 201)
    const expected = { status: 400, code: 'FILE001' }
    const other = [`${header},speed`, `${record()},Economy`].join('\n')
    assertRefused(await upload(other, { type }), { ...expected, says: `have the speed ${speed}` })
    const debit = [`${header},entryType`, `${record()},Debit`].join('\n')
    assertRefused(await upload(debit, { type }), { ...expected, says: 'speed' })
  }
  await work()
})

test('with dual approval, nobody approves their own file, and nothing is made before another approves', async () => {
  const owner = await createPayer(service, { customer: { legalEntityAccessSettings: { paymentDualApproval: true } } })
  const legalEntityId = BigInt(owner.customerUID)
  const [uploader, approver] = [
    await service.createClient(service.tenant, { legalEntityId }),
    await service.createClient(service.tenant, { legalEntityId }),
  ]
  const content = [HEADER, row({ contact: owner.contactUID })].join('\n')
  const { fileUID, status } = dataOf(await upload(content, { owner, client: uploader }), 201)
  assert.equal(status, 'PENDING_APPROVAL')
  await work()
  assert.equal((await read(fileUID, owner)).made, 0)
  const approve = `${files(owner)}/csv/${fileUID}/approve`
  assertRefused(await service.call('PUT', approve, undefined, { client: uploader }), { status: 403, code: 'FILE001' })
  dataOf(await service.call('PUT', approve, undefined, { client: approver }))
  assertRefused(await service.call('PUT', approve, undefined, { client: approver }), { status: 409, code: 'FILE001' })
  await work()
  assert.equal((await read(fileUID, owner)).made, 1)
})

test('a rejected file makes nothing, and the same content can be sent again', async () => {
  const owner = await createPayer(service, { customer: { legalEntityAccessSettings: { paymentDualApproval: true } } })
  const content = [HEADER, row({ contact: owner.contactUID })].join('\n')
  const { fileUID } = dataOf(await upload(content, { owner }), 201)
  const rejected = dataOf(await service.call('PUT', `${files(owner)}/csv/${fileUID}/reject`, { reason: 'wrong' }))
  assert.deepEqual([rejected.status, rejected.reason], ['REJECTED', 'wrong'])
  await work()
  assert.equal((await read(fileUID, owner)).made, 0)
  dataOf(await upload(content, { owner }), 201)
})

test('search finds files by status and name, newest first, of the customer alone', async () => {
  const owner = await createPayer(service)
  const uids = []
  for (let count = 0; count < 2; count++)
    uids.push(dataOf(await upload([HEADER, row({ contact: owner.contactUID })].join('\n'), { owner }), 201).fileUID)
  const search = async (body: object) =>
    dataOf(await service.call('POST', `${files(owner)}/search?page=1&limit=10`, body)).map(
      (file: { fileUID: string }) => file.fileUID,
    )
  assert.deepEqual(await search({}), uids.toReversed())
  assert.deepEqual(await search({ status: 'processing', fileName: 'test.csv' }), uids.toReversed())
  assert.deepEqual(await search({ status: 'REJECTED' }), [])
})

test('a record does not name the contact of a party that a payment described', async () => {
  const account = { accountNumber: '700100200777', name: 'Quay Roasters' }
  const receiver = { ...account, bank: { bankId: '021000021', name: 'First Example Bank' } }
  dataOf(await service.call('POST', '/payments/creditrequest', { ...creditBody(payer), receiver }))
  const reply = await upload(achFile({ account: account.accountNumber }), { type: 'ach' })
  assertRefused(reply, { status: 400, code: 'FILE001', says: 'no contact of the customer has this account' })
})
