import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { parseNachaFile } from '../../src/rails/rails.ts'
import { receiptSweeps } from '../../src/receipts/receipts.jobs.ts'
import { type Dishonor, dishonorReturns, type ReceivedItem, receiveItems } from '../../src/receipts/receipts.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  createPayer,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'
import { dishonorOf, itemOf } from './receipt-items.ts'

const clock = fixedClock('2026-07-01T22:00:00Z')

let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())

const receive = (items: readonly ReceivedItem[]) =>
  service.app.db.transaction((tx) => receiveItems(tx, service.tenant.institution, items, clock.now()))

async function work() {
  for (let round = 0; round < 4; round++) {
    for (const sweep of [...receiptSweeps, ...paymentSweeps])
      while (await sweep.run(service.app, service.tenant.institution)) {}
    clock.advance({ seconds: 3 })
  }
}

async function stateOf(identity: string) {
  const [row] = await service.query<{ id: string; status: string; place: string | null }>(
    'select id, status, place from receipts where identity = $1',
    [identity],
  )
  return row!
}

async function bookOf(code: string): Promise<bigint> {
  const [row] = await service.query<{ balance: bigint }>(
    `select (credits_posted - debits_posted)::bigint as balance from ledger_accounts where code = $1`,
    [code],
  )
  return BigInt(row?.balance ?? 0)
}

async function files(): Promise<string[]> {
  const directory = service.app.achOutDirectory
  const names = (await readdir(directory)).filter((name) => name.endsWith('.ach')).sort()
  return Promise.all(names.map((name) => readFile(join(directory, name), 'latin1')))
}

async function returnsInFiles() {
  return (await files()).flatMap((text) => {
    const parsed = parseNachaFile(text)
    assert.ok(parsed.ok)
    return parsed.file.batches.flatMap(({ header, entries }) =>
      entries
        .filter(({ addenda }) => addenda.some(({ record }) => record.endsWith('99')))
        .map((entry) => ({ header, ...entry })),
    )
  })
}

async function assertVerified() {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line))
  assert.equal(differences, 0, said.join('\n'))
}

test('a debit without funds goes back once, in a file, with R01, its original trace number and its amount', async () => {
  const payer = await createPayer(service, { balance: 10 })
  const item = itemOf({ accountNumber: payer.accountNumber, direction: 'Debit', transactionCode: '27', amount: 25_00n })
  await receive([item])
  await work()
  assert.equal((await stateOf(item.identity)).status, 'PENDING', 'it settles on its date')
  clock.set(Temporal.Instant.from('2026-07-02T12:30:00Z'))
  await work()
  assert.equal((await stateOf(item.identity)).status, 'RETURNED')
  await work()
  assert.deepEqual(await stateOf(item.identity).then(({ place }) => place), null, 'the return has settled')
  const [returned, ...others] = await returnsInFiles()
  assert.equal(others.length, 0, 'once')
  const { detail, addenda, header } = returned!
  assert.deepEqual(
    [detail.transactionCode, detail.receivingRouting, detail.amountCents, header.companyEntryDescription],
    ['26', '021000021', 25_00n, item.entryDescription],
  )
  const [reason] = addenda as unknown as [{ returnReasonCode: string; originalTraceNumber: string }]
  assert.deepEqual([reason.returnReasonCode, reason.originalTraceNumber], ['R01', item.traceNumber])
  assert.equal(await bookOf('clearing:ACH:USD'), 0n)
  assert.equal(await bookOf('suspense:unposted:USD'), 0n)
  await assertVerified()
})

const act = (uid: string, action: string, body?: object, client?: TestClient) =>
  service.call('POST', `/v3/receipts/${uid}/${action}`, body, client && { client })

/** Receives an item that has settled, and returns its receiptUID. */
async function settledItem(fields: Partial<ReceivedItem>): Promise<string> {
  const item = itemOf(fields)
  await receive([item])
  // After the last settlement of its date.
  clock.advance({ hours: 12 })
  await work()
  return (await stateOf(item.identity)).id
}

const balanceOf = async ({ customerUID, accountUID }: Payer): Promise<string> => {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  return dataOf(await service.call('GET', path)).ledgerBalance
}

test('an entry that is questionable goes back with R17 and says so; nothing else that goes back can', async () => {
  const { receiptUID } = { receiptUID: await settledItem({ accountNumber: '999999999998', amount: 17_17n }) }
  const wrong: [body: object, says: RegExp][] = [
    [{ reason: 'R03', isQuestionable: true }, /isQuestionable is for R17 only/],
    [{ reason: 'R10', isQuestionable: true }, /isQuestionable is for R17 only/],
    [{ reason: 'R16', isQuestionable: true }, /isQuestionable is for R17 only/],
  ]
  for (const [body, says] of wrong)
    assertRefused(await act(receiptUID, 'return', body), { status: 409, code: 'ACC001', says })
  dataOf(await act(receiptUID, 'return', { reason: 'r17', isQuestionable: true }))
  const plain = await settledItem({ accountNumber: '999999999997', amount: 18_18n })
  dataOf(await act(plain, 'return', { reason: 'R17', isQuestionable: false }))
  clock.advance({ hours: 24 })
  await work()
  const said = (await returnsInFiles()).flatMap(({ detail, addenda }) => {
    const [one] = addenda as unknown as [{ returnReasonCode: string; addendaInformation: string }]
    const isOurs = [17_17n, 18_18n].includes(detail.amountCents)
    return isOurs ? [[detail.amountCents, one.returnReasonCode, one.addendaInformation.trim()]] : []
  })
  assert.deepEqual(said, [
    [17_17n, 'R17', 'QUESTIONABLE'],
    [18_18n, 'R17', ''],
  ])
})

test('a credit for no account is assigned by the institution, once, and the customer then sees it', async () => {
  const payer = await createPayer(service, { balance: 0 })
  const uid = await settledItem({ accountNumber: '99999999999', amount: 70_00n })
  const own = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  assert.equal((await service.call('GET', `/v3/receipts/${uid}`, undefined, { client: own })).status, 404)
  assert.equal((await act(uid, 'assign', { accountUID: payer.accountUID }, own)).status, 403, 'not by the customer')
  const assigned = dataOf(await act(uid, 'assign', { accountUID: payer.accountUID }))
  assert.deepEqual([assigned.status, assigned.accountUID], ['POSTED', payer.accountUID])
  assert.equal(await balanceOf(payer), '70.00')
  assert.equal((await act(uid, 'assign', { accountUID: payer.accountUID })).status, 409, 'once')
  const seen = dataOf(await service.call('GET', `/v3/receipts/${uid}`, undefined, { client: own }))
  assert.deepEqual(
    seen.timeline.map(({ to }: { to: string }) => to),
    ['RECEIVED', 'PENDING', 'POSTED'],
  )
  const stranger = await createPayer(service, { balance: 0 })
  const other = await service.createClient(service.tenant, { legalEntityId: BigInt(stranger.customerUID) })
  assert.equal((await service.call('GET', `/v3/receipts/${uid}`, undefined, { client: other })).status, 404)
  const listed = dataOf(await service.call('GET', '/v3/receipts?page=1&limit=10', undefined, { client: other }))
  assert.deepEqual(listed, [], 'another customer sees none of it')
  const activity = dataOf(await service.call('GET', `/v3/accounts/${payer.accountUID}/transactions`))
  const [shown] = activity.transactions
  assert.deepEqual(
    [shown.kind, shown.counterparty, shown.links.receiptUID],
    ['Receipt', { name: 'HIGHLAND BEANS' }, uid],
  )
  await assertVerified()
})

test('a customer is not told that its receipt is reviewed or why it is not posted, nor by any filter or event', async () => {
  const payer = await createPayer(service, { balance: 0 })
  const own = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  const { institution } = service.tenant
  const reviewing = { ...institution, settings: { ...institution.settings, receipts: { reviewCreditsFrom: 0 } } }
  const { accountNumber } = payer
  const item = itemOf({ accountNumber, settlementDate: Temporal.PlainDate.from('2026-07-06') })
  await service.app.db.transaction((tx) => receiveItems(tx, reviewing, [item], clock.now()))
  await service.query(`update accounts set status = 'Suspended' where id = $1 returning id`, [payer.accountUID])
  const frozen = itemOf({ accountNumber, settlementDate: Temporal.PlainDate.from('2026-07-06') })
  await receive([frozen])
  await service.query(`update accounts set status = 'Active' where id = $1 returning id`, [payer.accountUID])
  const read = async (path: string, client?: TestClient) =>
    dataOf(await service.call('GET', `/v3/receipts${path}`, undefined, client && { client }))
  for (const [identity, status] of [
    [item.identity, 'SCREENING'],
    [frozen.identity, 'UNPOSTED'],
  ] as const) {
    const { id } = await stateOf(identity)
    assert.equal((await read(`/${id}`)).status, status, 'to the institution')
    const seen = await read(`/${id}`, own)
    assert.deepEqual(
      [seen.status, seen.timeline.map(({ to }: { to: string }) => to)],
      ['PENDING', ['RECEIVED', 'PENDING']],
    )
    const told = /"(reason|reasonText|suggestedReturn|returnBy|extendedReturnBy|fileUID|actor|evidence)"/
    assert.doesNotMatch(JSON.stringify(seen), told)
    assert.deepEqual(await read(`?page=1&limit=10&status=${status}`, own), [], 'the filter does not tell it')
  }
  const pending = await read('?page=1&limit=10&status=PENDING', own)
  assert.deepEqual(
    pending.map(({ status }: { status: string }) => status),
    ['PENDING', 'PENDING'],
  )
  const { id } = await stateOf(frozen.identity)
  dataOf(await act(id, 'return', { reason: 'R16' }))
  assert.equal((await read(`/${id}`, own)).returnCode, undefined)
  const webhook = { url: 'https://example.com/hook', eventTypes: ['receipt.status.changed'] }
  const subscribed = await service.call('POST', `/v1/customers/${payer.customerUID}/webhooks`, webhook, { client: own })
  assert.match(subscribed.body.message, /no event type matches receipt.status.changed/)
})

test('the time to return a receipt runs until it is posted, and again when it is returned after all', async () => {
  const payer = await createPayer(service, { balance: 0 })
  const item = itemOf({ accountNumber: '99999999997', settlementDate: Temporal.PlainDate.from('2026-07-06') })
  await receive([item])
  const { id } = await stateOf(item.identity)
  assert.deepEqual(await clocksOf(id), ['ReceiptReturn Open'])
  assert.equal(dataOf(await act(id, 'assign', { accountUID: payer.accountUID })).status, 'PENDING')
  assert.deepEqual(await clocksOf(id), ['ReceiptReturn Open'], 'its account may still not take it')
  clock.set(Temporal.Instant.from('2026-07-06T12:30:00Z'))
  await work()
  assert.equal((await stateOf(item.identity)).status, 'POSTED')
  assert.deepEqual(await clocksOf(id), ['ReceiptReturn Met'])
  dataOf(await act(id, 'return', { reason: 'R06' }))
  assert.deepEqual(await clocksOf(id), ['ReceiptReturn Met', 'ReceiptReturn Open'])
  await work()
  assert.equal((await stateOf(item.identity)).status, 'RETURNED')
  assert.deepEqual(await clocksOf(id), ['ReceiptReturn Met', 'ReceiptReturn Met'])
})

/** The clocks of a receipt, in the order in which they started. */
async function clocksOf(receiptUID: string): Promise<string[]> {
  const rows = await service.query<{ kind: string; state: string }>(
    'select kind, state from obligations where subject_id = $1 order by opened_at, id',
    [receiptUID],
  )
  return rows.map(({ kind, state }) => `${kind} ${state}`)
}

test('an unauthorized debit of a consumer goes back for sixty days, and its account has the amount at once', async () => {
  const payer = await createPayer(service, { balance: 100 })
  const debit = {
    accountNumber: payer.accountNumber,
    direction: 'Debit',
    transactionCode: '27',
    amount: 40_00n,
  } as const
  const [consumer, corporate] = [await settledItem(debit), await settledItem({ ...debit, secCode: 'CCD' })]
  assert.equal(await balanceOf(payer), '20.00')
  clock.set(Temporal.Instant.from('2026-08-20T14:00:00Z'))
  const late = await act(corporate, 'return', { reason: 'R29' })
  assert.equal(late.status, 409)
  assert.match(late.body.message, /R29 .* had to arrive by 2026-07-06, the second banking day after settlement/)
  assert.match((await act(corporate, 'return', { reason: 'R10' })).body.message, /is for the SEC codes/)
  assert.equal(dataOf(await act(consumer, 'return', { reason: 'R10' })).status, 'RETURN_QUEUED')
  assert.equal(await balanceOf(payer), '60.00')
  assert.equal((await act(consumer, 'return', { reason: 'R10' })).status, 409, 'once')
  await work()
  assert.equal(await bookOf('clearing:ACH:USD'), 0n)
  await assertVerified()
})

test('a posted credit is taken back only as far as its account has it', async () => {
  const payer = await createPayer(service, { balance: 0 })
  const uid = await settledItem({
    ...{ accountNumber: payer.accountNumber, amount: 30_00n },
    settlementDate: Temporal.PlainDate.from('2026-08-20'),
  })
  const taken = { direction: 'Debit', amount: 0.01, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
  dataOf(await service.call('POST', `/v1/institution/accounts/${payer.accountUID}/adjustments`, taken), 201)
  const refused = await act(uid, 'return', { reason: 'R06' })
  assert.equal(refused.status, 409)
  assert.match(refused.body.message, /does not have the amount/)
  assert.equal(await balanceOf(payer), '29.99', 'nothing moved')
})

test('a dishonored return is back in suspense, and is contested once, in time', async () => {
  const uid = await settledItem({
    ...{ accountNumber: '99999999998', amount: 15_00n, settlementDate: Temporal.PlainDate.from('2026-08-20') },
  })
  dataOf(await act(uid, 'return', { reason: 'R03' }))
  await work()
  await work()
  const dishonor = await dishonorOf(service, uid, clock.now())
  const wrong = { ...dishonor, amount: 15_01n }
  const before = await bookOf('suspense:unposted:USD')
  const dishonored = (one: Dishonor) =>
    service.app.db.transaction((tx) => dishonorReturns(tx, service.tenant.institution, [one], clock.now()))
  assert.deepEqual(await dishonored(wrong), [wrong], 'another amount is no return of ours')
  assert.deepEqual(await dishonored(dishonor), [])
  assert.deepEqual(await dishonored(dishonor), [dishonor], 'once')
  assert.equal((await bookOf('suspense:unposted:USD')) - before, 15_00n)
  await assertVerified()
  assert.equal((await act(uid, 'return', { reason: 'R03' })).status, 409, 'R03 contests nothing')
  dataOf(await act(uid, 'return', { reason: 'R73' }))
  assert.equal((await act(uid, 'return', { reason: 'R73' })).status, 409, 'once')
  await work()
  await work()
  const { status } = dataOf(await service.call('GET', `/v3/receipts/${uid}`))
  assert.equal(status, 'CONTESTED')
  assert.equal(await bookOf('suspense:unposted:USD'), before)
  assert.equal(await bookOf('clearing:ACH:USD'), 0n)
  await assertVerified()
})
