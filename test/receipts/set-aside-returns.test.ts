import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { parseNachaFile } from '../../src/rails/rails.ts'
import { receiptSweeps } from '../../src/receipts/receipts.jobs.ts'
import { lockReceipts, moveReceipts } from '../../src/receipts/receipts.store.ts'
import { type Dishonor, dishonorReturns, type ReceivedItem, receiveItems } from '../../src/receipts/receipts.ts'
import { dataOf } from '../support/answers.ts'
import { createPayer, startTestService, type TestService } from '../support/test-service.ts'
import { dishonorOf, itemOf } from './receipt-items.ts'

const clock = fixedClock('2026-07-01T22:00:00Z')
const EASTERN = 'America/New_York'
const DAY_LATER = { hours: 24 }

let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())

async function sweep(...names: string[]) {
  for (const one of [...receiptSweeps, ...paymentSweeps])
    if (names.length === 0 || names.some((name) => one.name.endsWith(name)))
      while (await one.run(service.app, service.tenant.institution)) {}
}

async function work() {
  for (let round = 0; round < 4; round++) {
    await sweep()
    clock.advance({ seconds: 3 })
  }
}

const today = () => clock.now().toZonedDateTimeISO(EASTERN).toPlainDate()

async function receive(items: readonly ReceivedItem[]): Promise<string[]> {
  const { institution } = service.tenant
  await service.app.db.transaction((tx) => receiveItems(tx, institution, items, clock.now()))
  const identities = items.map(({ identity }) => identity)
  const rows = await service.query<{ id: string }>(
    'select id from receipts where identity = any($1) order by entry_number',
    [identities],
  )
  return rows.map(({ id }) => id)
}

/** Receives items for no account that settle today, and have settled. */
async function unposted(...items: Partial<ReceivedItem>[]): Promise<string[]> {
  const settlementDate = today()
  const ids = await receive(items.map((one) => itemOf({ accountNumber: '99999999999', settlementDate, ...one })))
  clock.advance({ hours: 1 })
  await work()
  return ids
}

const act = (uid: string, action: string, body?: object) => service.call('POST', `/v3/receipts/${uid}/${action}`, body)
const receiptOf = async (uid: string) => dataOf(await service.call('GET', `/v3/receipts/${uid}`))

const dishonor = (one: Dishonor) =>
  service.app.db.transaction((tx) => dishonorReturns(tx, service.tenant.institution, [one], clock.now()))

/** A receipt whose return has left. */
async function returned(fields: Partial<ReceivedItem> = {}): Promise<string> {
  const [uid] = (await unposted(fields)) as [string]
  dataOf(await act(uid, 'return', { reason: 'R03' }))
  await work()
  assert.equal((await receiptOf(uid)).status, 'RETURNED')
  return uid
}

async function assertVerified() {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line))
  assert.equal(differences, 0, said.join('\n'))
}

async function collecting(collection: object) {
  await service.query(`update institutions set settings = jsonb_set(settings, '{ach,collection}', $1::jsonb)`, [
    JSON.stringify(collection),
  ])
}

/** A moment at which the Federal Reserve settles that day's entries within the hour. */
function onBankingDay(date: string) {
  clock.set(Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: EASTERN, plainTime: '17:30' }).toInstant())
}

test('while its contest waits for a file, nobody accepts or assigns a dishonored receipt', async () => {
  onBankingDay('2026-07-07')
  const payer = await createPayer(service, { balance: 0 })
  const uid = await returned()
  assert.deepEqual(await dishonor(await dishonorOf(service, uid, clock.now())), [])
  dataOf(await act(uid, 'return', { reason: 'R73' }))
  const assigned = await act(uid, 'assign', { accountUID: payer.accountUID })
  assert.equal(assigned.status, 409)
  assert.match(assigned.body.message, /its contest waits for the next file/)
  assert.equal((await act(uid, 'accept')).status, 409)
  await work()
  assert.equal((await receiptOf(uid)).status, 'CONTESTED')
  await assertVerified()
})

test('a return whose receipt is in another state when its file has left is set aside, and stops no other', async () => {
  onBankingDay('2026-07-08')
  const uids = await unposted({}, {})
  for (const uid of uids) dataOf(await act(uid, 'return', { reason: 'R03' }))
  clock.advance({ seconds: 3 })
  await sweep('collect returns')
  const { tenantId } = service.tenant.institution
  await service.app.db.transaction(async (tx) => {
    const receipt = (await lockReceipts(tx, tenantId, [uids[0]!])).get(uids[0]!)!
    await moveReceipts(tx, tenantId, [{ receipt, to: 'UNPOSTED', actor: 'test' }], clock.now())
  })
  await work()
  assert.deepEqual([(await receiptOf(uids[0]!)).status, (await receiptOf(uids[1]!)).status], ['UNPOSTED', 'RETURNED'])
  const rows = await service.query<{ receiptId: string; setAsideReason: string }>(
    'select receipt_id as "receiptId", set_aside_reason as "setAsideReason" from ach_returns where receipt_id = any($1) and set_aside_at is not null',
    [uids],
  )
  assert.deepEqual(rows, [{ receiptId: uids[0], setAsideReason: 'it left while its receipt was UNPOSTED' }])
})

async function totalsOfFiles(): Promise<bigint[]> {
  const directory = service.app.achOutDirectory
  const names = (await readdir(directory)).filter((name) => name.endsWith('.ach')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'latin1')))
  return texts.map((text) => {
    const parsed = parseNachaFile(text)
    assert.ok(parsed.ok)
    const { totalDebitCents, totalCreditCents } = parsed.file.control
    return totalDebitCents + totalCreditCents
  })
}

test('returns of more than the totals of a file leave in two files, and what no file can carry stops no other', async () => {
  onBankingDay('2026-07-09')
  const { accountNumber } = await createPayer(service, { balance: 0 })
  const debit = { accountNumber, direction: 'Debit', transactionCode: '27', amount: 99_999_999_99n } as const
  const before = (await totalsOfFiles()).length
  const largest = await unposted(...Array.from({ length: 101 }, () => debit), { ...debit, originatorId: '' })
  const statuses = await service.query<{ status: string; reason: string; count: number }>(
    'select status, reason, count(*)::int as count from receipts where id = any($1) group by 1, 2 order by 3',
    [largest],
  )
  assert.deepEqual(statuses, [
    { status: 'UNPOSTED', reason: 'ReturnNotSent', count: 1 },
    { status: 'RETURNED', reason: 'InsufficientFunds', count: 101 },
  ])
  assert.deepEqual((await totalsOfFiles()).slice(before), [99_999_999_99n * 100n, 99_999_999_99n])
})

test('a return whose time ends while it waits is set aside for a person, who can return it by agreement', async () => {
  onBankingDay('2026-07-13')
  const [uid] = (await unposted({})) as [string]
  dataOf(await act(uid, 'return', { reason: 'R03' }))
  onBankingDay('2026-07-16')
  await work()
  const { status, reason, timeline, suggestedReturn } = await receiptOf(uid)
  assert.deepEqual([status, reason, suggestedReturn], ['UNPOSTED', 'ReturnNotSent', undefined])
  assert.match(timeline.at(-1).evidence.setAside, /R03 .* had to arrive by 2026-07-15/)
  assert.equal((await act(uid, 'return', { reason: 'R03' })).status, 409, 'late')
  dataOf(await act(uid, 'return', { reason: 'R06' }))
  await work()
  assert.equal((await receiptOf(uid)).status, 'RETURNED')
  await assertVerified()
})

test('a day that the institution closes by its own choice makes no time of a return longer', async () => {
  const { institution } = service.tenant
  onBankingDay('2026-07-20')
  await service.query(`update institutions set settings = jsonb_set(settings, '{closedDays}', '["2026-07-21"]')`)
  const [uid] = (await unposted({})) as [string]
  const closed = { ...institution, settings: { ...institution.settings, closedDays: ['2026-07-21'] } }
  const item = itemOf({ accountNumber: '99999999999', settlementDate: today() })
  await service.app.db.transaction((tx) => receiveItems(tx, closed, [item], clock.now()))
  const [row] = await service.query<{ by: string }>(
    `select (return_by at time zone 'UTC')::text as by from receipts where identity = $1`,
    [item.identity],
  )
  assert.equal(row!.by, '2026-07-21 04:00:00', 'the last file is that of the 20th')
  const known = await service.app.db.read((db) => readInstitution(db, institution.tenantId))
  assert.deepEqual(known!.settings.closedDays, ['2026-07-21'])
  onBankingDay('2026-07-22')
  const late = await act(uid, 'return', { reason: 'R03' })
  assert.equal(late.status, 409)
  assert.match(late.body.message, /had to arrive by 2026-07-22/)
  await service.query(`update institutions set settings = jsonb_set(settings, '{closedDays}', '[]')`)
})

test('the trace numbers of returns are those of the Eastern day, and none is given twice', async () => {
  clock.set(Temporal.Instant.from('2026-07-23T01:00:00Z'))
  const [uid] = (await unposted({})) as [string]
  dataOf(await act(uid, 'return', { reason: 'R03' }))
  await service.query(
    `insert into ach_days (tenant_id, day, files, entries) values ($1, '2026-07-22', 0, 9999999)
     on conflict (tenant_id, day) do update set entries = 9999999`,
    [service.tenant.institution.tenantId],
  )
  clock.advance({ seconds: 3 })
  const abroad = { ...service.tenant.institution, timeZone: 'UTC' }
  const collect = receiptSweeps.find(({ name }) => name === 'receipts: collect returns')!
  await assert.rejects(collect.run(service.app, abroad), { name: 'TraceNumbersUsedUp' })
  assert.equal((await receiptOf(uid)).status, 'RETURN_QUEUED')
  clock.set(Temporal.Instant.from('2026-07-23T12:00:00Z'))
  await work()
  assert.equal((await receiptOf(uid)).status, 'RETURNED')
})

test('a dishonored return opens the receipt of its own day again, though a later return has its trace number', async () => {
  onBankingDay('2026-07-27')
  const first = await returned({ traceNumber: '021000020000777' })
  clock.advance(DAY_LATER)
  const second = await returned({ traceNumber: '021000020000777' })
  const one = await dishonorOf(service, first, clock.now())
  await service.query('update ach_returns set trace_number = $1 where receipt_id = $2', [one.returnTraceNumber, second])
  assert.deepEqual(await dishonor(one), [])
  assert.deepEqual([(await receiptOf(first)).status, (await receiptOf(second)).status], ['DISHONORED', 'RETURNED'])
  const unlike = { ...(await dishonorOf(service, second, clock.now())), returnCode: 'R04' }
  assert.deepEqual(await dishonor(unlike), [unlike], 'another code is left to a person')
  await assertVerified()
})

test('the time to contest counts from the settlement of the dishonored return, and from the next file', async () => {
  onBankingDay('2026-08-03')
  const [early, late] = [await returned(), await returned()]
  const imported = { settlementDate: Temporal.PlainDate.from('2026-08-03') }
  onBankingDay('2026-08-05')
  assert.deepEqual(await dishonor({ ...(await dishonorOf(service, early, clock.now())), ...imported }), [])
  assert.deepEqual(await dishonor({ ...(await dishonorOf(service, late, clock.now())), ...imported }), [])
  const due = await service.query<{ due: string }>(
    `select (due_at at time zone 'UTC')::text as due from obligations where subject_id = $1 and kind = 'ContestedReturn'`,
    [late],
  )
  assert.deepEqual(due, [{ due: '2026-08-06 02:45:00' }], '22:45 Eastern on the second banking day')
  dataOf(await act(early, 'return', { reason: 'R73' }))
  await work()
  assert.equal((await receiptOf(early)).status, 'CONTESTED')
  const collection = { kind: 'windows', economy: ['21:00'], economyPlus: ['10:00'] }
  await collecting(collection)
  clock.set(Temporal.Instant.from('2026-08-06T01:30:00Z'))
  const refused = await act(late, 'return', { reason: 'R73' })
  assert.equal(refused.status, 409, 'the next file is made after the time')
  assert.match(refused.body.message, /3\.8\.6/)
  await collecting(service.tenant.institution.settings.ach.collection)
  await assertVerified()
})

test('the money of an answer is returned by no entry, even after it was assigned, and has no clock', async () => {
  onBankingDay('2026-08-10')
  const payer = await createPayer(service, { balance: 0 })
  const [uid] = (await unposted({ heldFor: 'AnswerOfNoPayment' })) as [string]
  const kept = await receiptOf(uid)
  assert.deepEqual([kept.status, kept.isAnswer, kept.suggestedReturn], ['UNPOSTED', true, undefined])
  assert.deepEqual(await service.query('select kind from obligations where subject_id = $1', [uid]), [])
  const refused = await act(uid, 'return', { reason: 'R17' })
  assert.equal(refused.status, 409)
  assert.match(refused.body.message, /it answers no entry by a return/)
  dataOf(await act(uid, 'assign', { accountUID: payer.accountUID }))
  const posted = await receiptOf(uid)
  assert.deepEqual([posted.status, posted.isAnswer], ['POSTED', true])
  assert.equal((await act(uid, 'return', { reason: 'R17' })).status, 409)
  await assertVerified()
})
