import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import { openTestBank, type TestBank } from '../../../test/support/test-bank.ts'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.store.ts'
import { changePayments } from '../../payments/history/transitions.store.ts'
import { countDepartedFile } from './ach.store.ts'
import { collectEntries, nextCollectionOf } from './collect-entries.ts'
import type { AchSpeed } from './collection-window.ts'
import { type NachaFile, parseNachaFile } from './nacha/index.ts'
import { noteWritten } from './written-file.ts'

/** A time in New York, by default on Wednesday, July 1, 2026. */
const at = (time: string, date = '2026-07-01') =>
  Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: 'America/New_York', plainTime: time }).toInstant()

let bank: TestBank
let owner: pg.Client
/** The bank with collections at fixed times. */
let institution: Institution

before(async () => {
  bank = await openTestBank(at('08:00'))
  owner = new pg.Client({ connectionString: bank.url })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  const collection = { kind: 'windows', economy: ['14:15', '18:00'], economyPlus: ['16:15'] } as const
  const { settings } = bank.institution
  institution = { ...bank.institution, settings: { ...settings, ach: { ...settings.ach, collection } } }
})

after(async () => {
  await owner?.end()
  await bank.close()
})

let holds = 0
/** A payment with a hold, written without the transfers that make one. */
const insertPayment: TestBank['insertPayment'] = async (...payment) => {
  const id = await bank.insertPayment(...payment)
  await owner.query(
    `with held as (update payment_states set hold_transfer_id = gen_random_uuid() where payment_id = $1 returning *)
     insert into ledger_holds (tenant_id, account_id, sequence, transfer_id, reference_id, purpose, part, is_leading,
       debit_account_id, credit_account_id, amount)
     select tenant_id, sender_account_id, $2, hold_transfer_id, payment_id, 'payment', 0, true, sender_account_id, 0, amount from held`,
    [id, ++holds],
  )
  return id
}

const query = <Row>(text: string, values: unknown[] = []) =>
  bank.db.read((db) => db.query<Row>(text, [institution.tenantId, ...values]))

/** Clears payments and files, so that no test finds those of another. */
afterEach(async () => {
  while (await write(at('23:59'))) {}
  const { tenantId } = institution
  const open = await query<{ id: string }>(
    `select payment_id as id from payment_states where tenant_id = $1 and status = 'READY_TO_TRANSMIT'`,
  )
  const steps = open.map(({ id }) => {
    return { paymentId: id, from: 'READY_TO_TRANSMIT', to: 'CANCELLED', actor: 'test' } as const
  })
  await bank.db.transaction((tx) => changePayments(tx, tenantId, steps, at('23:59')))
})

const collect = async (now: Temporal.Instant, speed: AchSpeed = 'Economy') =>
  (await bank.db.transaction((tx) => collectEntries(tx, institution, speed, now, async () => new Set<string>())))
    .collected

/** Notes that the oldest file has left; false if none waits. */
const write = (now: Temporal.Instant): Promise<boolean> =>
  bank.db.transaction(async (tx) => {
    const file = await tx.row<{ id: string; name: string }>(
      'select id, name from ach_files where tenant_id = $1 and written_at is null order by id limit 1',
      [institution.tenantId],
    )
    if (file) await noteWritten(tx, institution.tenantId, file, now)
    return file !== undefined
  })

async function newestFile(): Promise<{ name: string; content: string; entries: number; writtenAt: unknown }> {
  const [file] = await query<Awaited<ReturnType<typeof newestFile>>>(
    'select name, content, entries, written_at from ach_files where tenant_id = $1 order by name desc limit 1',
  )
  return file!
}

function read(content: string): NachaFile {
  const parsed = parseNachaFile(content)
  assert.ok(parsed.ok)
  return parsed.file
}

/** The sequence numbers of a file's entries. */
const tracesOf = ({ content }: { content: string }) =>
  read(content).batches.flatMap(({ entries }) =>
    entries.map(({ detail }) => ('traceNumber' in detail ? Number(detail.traceNumber.slice(-7)) : 0)),
  )

/** Collects so many payments on the day, and returns their sequence numbers. */
async function collected(payments: number, time: string, date: string): Promise<number[]> {
  for (let n = 0; n < payments; n++) await insertPayment({}, at('10:00', date))
  assert.equal(await collect(at(time, date)), payments)
  const name = `bank-${date.replaceAll('-', '')}-%`
  const [file] = await query<{ content: string }>(
    'select content from ach_files where tenant_id = $1 and name like $2 order by name desc limit 1',
    [name],
  )
  return tracesOf(file!)
}

/** Numbers that follow each other from `first` on. */
const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)

/** The number of the next entry, by a file of one. */
async function nextNumber(date: string): Promise<number> {
  const [last] = await collected(1, '14:15', date)
  return last! + 1
}

test('collectEntries: a payment validated at the collection time is in the file; a millisecond later, it waits', async () => {
  const [early, exact, late] = [
    await insertPayment({}, at('18:00').subtract({ hours: 1 })),
    await insertPayment({}, at('18:00')),
    await insertPayment({}, at('18:00').add({ milliseconds: 1 })),
  ]
  assert.equal(await collect(at('17:59:59.999')), 0)
  assert.equal(await collect(at('18:00:05')), 2)
  const collected = await query<{ paymentId: string }>(
    'select payment_id from ach_entries where tenant_id = $1 and payment_id = any($2::uuid[])',
    [[early, exact, late]],
  )
  assert.deepEqual(collected.map(({ paymentId: id }) => id).sort(), [early, exact].sort())
  assert.equal(await collect(at('23:00')), 0)
  assert.equal(await collect(at('14:15', '2026-07-02')), 1)
})

test('collectEntries: a worker that is days late creates the missed file, without newer payments', async () => {
  await insertPayment({}, at('17:00'))
  await insertPayment({}, at('12:00', '2026-07-04'))
  // On Saturday, July 4, the last collection was on Friday evening.
  assert.equal(await collect(at('20:00', '2026-07-04')), 1)
  assert.equal(read((await newestFile()).content).batches[0]!.header.effectiveEntryDate, '260706')
})

test('collectEntries: repeated and concurrent collections put a payment into one file once', async () => {
  for (let n = 0; n < 20; n++) await insertPayment({}, at('10:00'))
  const collected = await Promise.all(Array.from({ length: 6 }, () => collect(at('14:20'))))
  assert.equal(
    collected.reduce((sum, count) => sum + count, 0),
    20,
  )
  assert.equal(collected.filter((count) => count > 0).length, 1)
  assert.equal(await collect(at('14:20')), 0)
})

test('collectEntries: each speed has a separate file with its own effective entry date', async () => {
  const date = '2026-07-08'
  await insertPayment({ speed: 'Economy' }, at('10:00', date))
  await insertPayment({ speed: 'Economy Plus' }, at('10:00', date))
  assert.equal(await collect(at('16:15', date), 'Economy Plus'), 1)
  assert.equal(read((await newestFile()).content).batches[0]!.header.effectiveEntryDate, '260708')
  assert.equal(await collect(at('16:15', date), 'Economy'), 1)
  assert.equal(read((await newestFile()).content).batches[0]!.header.effectiveEntryDate, '260709')
})

test('collectEntries: only released ACH payments of the institution are collected', async () => {
  await insertPayment({ status: 'VALIDATED' }, at('10:00'))
  await insertPayment({ status: 'TRANSMITTED' }, at('10:00'))
  await insertPayment({ status: 'CANCELLED' }, at('10:00'))
  await insertPayment({ rail: 'RTP', speed: 'Instant', secCode: null }, at('10:00'))
  assert.equal(await collect(at('18:00')), 0)
})

test('collectEntries: the company identification is the ACH company ID, else the tax ID of a company, else its number', async () => {
  const identify = async (fields: Parameters<TestBank['openCustomer']>[0], date: string) => {
    const customerId = await bank.openCustomer(fields)
    const senderAccountId = await bank.openAccount({ customerId })
    await insertPayment({ customerId, senderAccountId }, at('10:00', date))
    await collect(at('14:15', date))
    const { header } = read((await newestFile()).content).batches[0]!
    assert.ok(header.record === 'batch header')
    return [header.companyName, header.companyIdentification]
  }
  const legalName = 'Zoë & Söhne'
  assert.deepEqual(await identify({ legalName, achCompanyId: 'ACME000001' }, '2026-08-03'), [
    'Zoe & Sohne',
    'ACME000001',
  ])
  assert.deepEqual(await identify({ legalName, taxId: '84-2345678' }, '2026-08-04'), ['Zoe & Sohne', '1842345678'])
  assert.deepEqual(await identify({ legalName, taxId: '12 34' }, '2026-08-05'), ['Zoe & Sohne', '1000001234'])
  const [, ofPerson] = await identify({ legalName, taxId: '842-34-5678', customerType: 'Consumer' }, '2026-08-06')
  assert.match(ofPerson!, /^9\d{9}$/)
  const [, untaxed] = await identify({ legalName, taxId: '' }, '2026-08-07')
  assert.match(untaxed!, /^9\d{9}$/)
  assert.notEqual(untaxed, ofPerson)
})

test('collectEntries: payments above the largest total of a file go into the next file', async () => {
  const amount = 99_999_999_99n
  const date = '2026-08-10'
  for (let n = 0; n < 102; n++) await insertPayment({ amount }, at('10:00', date))
  assert.equal(await collect(at('14:15', date)), 100)
  assert.equal(await collect(at('14:15', date)), 2)
  assert.equal(await collect(at('14:15', date)), 0)
})

test('collectEntries: the 36 file ids of a day are each used once; what waits leaves on the next day', async () => {
  const date = '2026-08-12'
  await insertPayment({}, at('10:00', date))
  assert.equal(await collect(at('14:15', date)), 1)
  await query('update ach_days set files = 35 where tenant_id = $1 and day = $2', [date])
  await insertPayment({}, at('15:00', date))
  const next = (now: Temporal.Instant) => bank.db.read((db) => nextCollectionOf(db as Transaction, institution, now))
  assert.equal(await collect(at('18:00', date)), 1)
  assert.equal(read((await newestFile()).content).header.fileIdModifier, '9')

  // Nothing waits that is not in a file, so nothing fails.
  assert.equal(await collect(at('18:01', date)), 0)
  const waiting = await insertPayment({}, at('17:00', date))
  for (const time of ['18:02', '23:59:59.999'])
    await assert.rejects(collect(at(time, date)), /sent 36 ACH files on 2026-08-12/)
  assert.equal(String(await next(at('18:02', date))), String(at('00:00', '2026-08-13')))
  const names = await query<{ name: string }>(
    `select name from ach_files where tenant_id = $1 and name like '%20260812%'`,
  )
  assert.equal(names.length, 2)

  assert.equal(await collect(at('00:00', '2026-08-13')), 1)
  const file = await newestFile()
  assert.equal(file.name, `bank-20260813-0001.ach`)
  assert.equal(read(file.content).header.fileIdModifier, 'A')
  const entries = await query('select from ach_entries where tenant_id = $1 and payment_id = $2', [waiting])
  assert.equal(entries.length, 1)
})

test('collectEntries: no number is used twice on a day; what is left over leaves on the next', async () => {
  const date = '2026-12-16'
  await collected(1, '14:15', date)
  await query('update ach_days set entries = 9999997, entries_before = 0 where tenant_id = $1 and day = $2', [date])
  for (let n = 0; n < 3; n++) await insertPayment({}, at('15:00', date))
  assert.equal(await collect(at('18:00', date)), 2)
  assert.deepEqual(tracesOf(await newestFile()), [9_999_998, 9_999_999])
  await assert.rejects(collect(at('18:01', date)), /used 9999999 of the 9999999 trace numbers on 2026-12-16/)
  const next = bank.db.read((db) => nextCollectionOf(db as Transaction, institution, at('18:02', date)))
  assert.equal(String(await next), String(at('00:00', '2026-12-17')))
  assert.equal(await collect(at('00:00', '2026-12-17')), 1)
  assert.equal((await newestFile()).name, 'bank-20261217-0001.ach')
  assert.deepEqual(tracesOf(await newestFile()), [1])
})

test('collectEntries: trace numbers go on through the day and over days; the names of files restart', async () => {
  const next = await nextNumber('2027-01-05')
  assert.deepEqual(await collected(2, '14:15', '2027-01-06'), from(next, 2))
  assert.deepEqual(await collected(3, '18:00', '2027-01-06'), from(next + 2, 3))
  assert.equal((await newestFile()).name, 'bank-20270106-0002.ach')
  assert.equal(read((await newestFile()).content).header.fileIdModifier, 'B')
  assert.deepEqual(await collected(2, '14:15', '2027-01-07'), from(next + 5, 2))
  assert.equal((await newestFile()).name, 'bank-20270107-0001.ach')
  assert.deepEqual(await collected(1, '14:15', '2027-01-08'), [next + 7])
})

test('collectEntries: a file made late for a day before, or by a clock behind, goes on behind the newest day', async () => {
  const next = await nextNumber('2027-01-11')
  assert.deepEqual(await collected(2, '14:15', '2027-01-13'), from(next, 2))
  assert.deepEqual(await collected(2, '18:00', '2027-01-11'), from(next + 2, 2))
  assert.deepEqual(await collected(1, '14:15', '2027-01-12'), [next + 4])
  assert.deepEqual(await collected(1, '18:00', '2027-01-13'), [next + 5])
  assert.deepEqual(await collected(1, '14:15', '2027-01-14'), [next + 6])
})

test('collectEntries: workers that make the first files of two days at once give each number once', async () => {
  const next = await nextNumber('2027-01-19')
  for (const [speed, date] of [
    ['Economy', '2027-01-20'],
    ['Economy Plus', '2027-01-21'],
  ] as const)
    for (let n = 0; n < 20; n++) await insertPayment({ speed }, at('10:00', date))
  await Promise.all([collect(at('14:15', '2027-01-20')), collect(at('16:15', '2027-01-21'), 'Economy Plus')])
  const files = await query<{ content: string }>(
    `select content from ach_files where tenant_id = $1 and (name like 'bank-20270120-%' or name like 'bank-20270121-%')`,
  )
  assert.equal(files.length, 2)
  assert.deepEqual(
    files.flatMap(tracesOf).toSorted((one, other) => one - other),
    from(next, 40),
  )
})

test('collectEntries: days on which an older node began at 1 are gone behind, whichever of both was last', async () => {
  const next = await nextNumber('2027-01-22')
  await query(
    `insert into ach_days (tenant_id, day, files, entries) values ($1, '2027-01-25', 1, 300), ($1, '2027-01-26', 1, 5)`,
  )
  assert.deepEqual(await collected(2, '18:00', '2027-01-26'), [6, 7])
  assert.ok(next < 301)
  assert.deepEqual(await collected(1, '14:15', '2027-01-27'), [301])
  await query(`insert into ach_days (tenant_id, day, files, entries) values ($1, '2027-01-28', 1, 40)`)
  assert.deepEqual(await collected(1, '14:15', '2027-01-29'), [302])
})

test('collectEntries: after number 9,999,999, the next file begins at 1, on the same day or on a later one', async () => {
  await collected(1, '14:15', '2027-02-01')
  await query(
    `update ach_days set entries = 9999997, entries_before = 9999900 where tenant_id = $1 and day = '2027-02-01'`,
  )
  for (let n = 0; n < 3; n++) await insertPayment({}, at('15:00', '2027-02-01'))
  assert.equal(await collect(at('18:00', '2027-02-01')), 2)
  assert.deepEqual(tracesOf(await newestFile()), [9_999_998, 9_999_999])
  assert.equal(await collect(at('18:00', '2027-02-01')), 1)
  assert.deepEqual(tracesOf(await newestFile()), [1])
  assert.deepEqual(await collected(2, '14:15', '2027-02-02'), [2, 3])
  await query(
    `update ach_days set entries = 9999999, entries_before = 9999990 where tenant_id = $1 and day = '2027-02-02'`,
  )
  assert.deepEqual(await collected(2, '14:15', '2027-02-03'), [1, 2])
})

test('countDepartedFile: numbers go on behind files that left before a restore, also those that began again', async () => {
  const restored = (day: string, lastTrace: number) =>
    bank.db.transaction((tx) => countDepartedFile(tx, institution.tenantId, { day, files: 3, lastTrace }))
  await collected(1, '14:15', '2027-02-08')
  await query(
    `update ach_days set entries = 9999000, entries_before = 9998000 where tenant_id = $1 and day = '2027-02-08'`,
  )
  await restored('2027-02-08', 9_999_100)
  await restored('2027-02-08', 9_999_050)
  assert.deepEqual(await collected(1, '18:00', '2027-02-08'), [9_999_101])
  assert.equal((await newestFile()).name, 'bank-20270208-0004.ach')
  await restored('2027-02-09', 9_999_200)
  await restored('2027-02-10', 40)
  assert.deepEqual(await collected(1, '14:15', '2027-02-10'), [41])
  await restored('2027-02-11', 0)
  assert.deepEqual(await collected(1, '14:15', '2027-02-11'), [42])
})
