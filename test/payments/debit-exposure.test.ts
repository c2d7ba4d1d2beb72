import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { readReturnableDebits } from '../../src/payments/decision/returnable-debits.store.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  type CallOptions,
  createPayer,
  debitBody,
  type Payer,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

/** 10:00 on a Wednesday in New York. What settles now comes back until Friday 3 July. */
const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
const LIMIT = { accountFeatures: { achFeature: { debitExposureLimit: 100 } } }
const CONSUMER = { name: 'Ada Lund', contactType: 'Consumer' }

let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
beforeEach(() => clock.set(START))
after(async () => {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line))
  await service.stop()
  assert.equal(differences, 0, said.join('\n'))
})

const path = '/v3/payments/debitrequest'
const send = (creditor: Payer, paymentAmount: number) =>
  service.call('POST', path, debitBody(creditor, { paymentAmount }))
const act = (action: string, uid: string, body: object = {}) =>
  service.call('PUT', `/v3/payments/${uid}/${action}`, body)
const setPercent = (returnReservePercent: number, options: CallOptions = {}) =>
  service.call('PUT', '/v1/institution', { debits: { returnReservePercent } }, options)
const refusedWith = (says: string) => ({ status: 402, code: 'PAYMENT002', says })
/** A minute before midnight in New York, at the end of a summer day. */
const endOf = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString().concat('T03:59:00Z')
const startOf = (day: string) => `${day}T04:00:00Z`

/** The posted and the available balance of an account, and all totals of the ledger. */
async function booksOf({ customerUID, accountUID }: Payer): Promise<unknown> {
  const account = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  const { ledgerBalance, availableBalance } = dataOf(await service.call('GET', account))
  const books = await service.query(
    'select code, debits_posted, credits_posted, credits_pending from ledger_accounts order by id',
  )
  return { ledgerBalance, availableBalance, books }
}

async function settled(creditor: Payer, amount: number): Promise<string> {
  const uid = dataOf(await send(creditor, amount)).paymentUID
  for (const seconds of [2, 1, 0]) {
    for (const { run } of paymentSweeps) await run(service.app, service.tenant.institution)
    clock.advance({ seconds })
  }
  assert.equal(dataOf(await service.call('GET', `/v3/payments/${uid}`)).status, 'PROCESSED')
  return uid
}

/** Refuses an amount without a trace in the books, and the preview says the same. */
async function assertNoRoomFor(creditor: Payer, amount: number, says: string): Promise<void> {
  const before = await booksOf(creditor)
  const reply = await send(creditor, amount)
  assertRefused(reply, refusedWith(says))
  assert.deepEqual(await booksOf(creditor), before)
  const preview = await service.call('POST', `${path}/preview`, debitBody(creditor, { paymentAmount: amount }))
  const messages = dataOf(preview).refusals.map(({ message }: { message: string }) => message)
  assert.deepEqual(messages, [reply.body.message])
}

test('a settled debit counts in the exposure limit until the end of the second banking day', async () => {
  const creditor = await createPayer(service, { balance: 0, account: LIMIT })
  await settled(creditor, 60)
  const says = 'limited to 100.00 USD: 0.00 USD are pending, and settled ones count for 60.00 USD'
  await assertNoRoomFor(creditor, 40.01, says)
  clock.set(endOf('2026-07-03'))
  await assertNoRoomFor(creditor, 40.01, says)
  const before = (await booksOf(creditor)) as { ledgerBalance: string }
  assert.equal(before.ledgerBalance, '60.00')
  clock.set(startOf('2026-07-04'))
  dataOf(await send(creditor, 100))
  await assertNoRoomFor(creditor, 0.01, '100.00 USD are pending, and settled ones count for 0.00 USD')
})

test('pending and settled debits count together, and each once', async () => {
  const creditor = await createPayer(service, { balance: 0, account: LIMIT })
  await settled(creditor, 30)
  dataOf(await send(creditor, 50))
  await assertNoRoomFor(creditor, 20.01, '50.00 USD are pending, and settled ones count for 30.00 USD')
  await settled(creditor, 20)
  await assertNoRoomFor(creditor, 0.01, '0.00 USD are pending, and settled ones count for 100.00 USD')
})

test('a debit from a consumer counts until the banking day after the sixtieth day', async () => {
  const creditor = await createPayer(service, { balance: 0, account: LIMIT, contact: CONSUMER })
  await settled(creditor, 60)
  // The sixtieth day is Sunday 30 August.
  clock.set(endOf('2026-08-31'))
  await assertNoRoomFor(creditor, 40.01, 'settled ones count for 60.00 USD')
  clock.set(startOf('2026-09-01'))
  dataOf(await send(creditor, 100))
})

test('a debit that comes back or is reversed gives room at once', async () => {
  const creditor = await createPayer(service, { balance: 0, account: LIMIT })
  const [first, second] = [await settled(creditor, 60), await settled(creditor, 40)]
  await assertNoRoomFor(creditor, 0.01, 'settled ones count for 100.00 USD')
  dataOf(await act('return', first, { achReturnCode: 'R01', returnNotes: 'test' }))
  await assertNoRoomFor(creditor, 60.01, 'settled ones count for 40.00 USD')
  dataOf(await act('reverse', second, { reversalNotes: 'test' }))
  dataOf(await send(creditor, 100))
})

test('returnReservePercent counts a part of consumer debits after the second banking day, rounded up', async () => {
  const creditor = await createPayer(service, { balance: 0, account: LIMIT, contact: CONSUMER })
  await settled(creditor, 60.01)
  dataOf(await setPercent(50))
  await assertNoRoomFor(creditor, 40, 'settled ones count for 60.01 USD')
  clock.set(startOf('2026-07-04'))
  await assertNoRoomFor(creditor, 70, 'settled ones count for 30.01 USD')
  dataOf(await setPercent(0))
  dataOf(await send(creditor, 100))
  dataOf(await setPercent(100))
})

test('only the institution sets returnReservePercent, from 0 to 100, and two people under dual control', async () => {
  const { customerUID } = await createPayer(service)
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  assert.equal((await setPercent(0, { client })).status, 403)
  for (const percent of [-1, 101, 0.5]) assert.equal((await setPercent(percent)).status, 400)
  const careful = await service.createTenant('careful-debits', { dualControl: true })
  const { approvalUID, contentHash } = dataOf(await setPercent(0, { client: careful.client }), 202)
  const percent = async () =>
    dataOf(await service.call('GET', '/v1/institution', undefined, { client: careful.client }))
  assert.equal((await percent()).debits.returnReservePercent, 100)
  const approve = (by: typeof client) =>
    service.call('PUT', `/v1/institution/approvals/${approvalUID}/approve`, { contentHash }, { client: by })
  assert.equal((await approve(careful.client)).status, 403)
  dataOf(await approve(await service.createClient(careful, {})))
  assert.equal((await percent()).debits.returnReservePercent, 0)
})

test('the settled debits of an account are read from their index', async () => {
  const { tenantId } = service.tenant.institution
  const lines: string[] = []
  await service.app.db.forTenant(tenantId).transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off')
    const explain = async (text: string, values: unknown[]) => {
      const plan = await tx.query<Record<string, string>>(`explain ${text}`, values)
      lines.push(...plan.flatMap((line) => Object.values(line)))
      return []
    }
    await readReturnableDebits({ query: explain as never }, tenantId, [1n], Temporal.PlainDate.from('2026-07-01'))
  })
  const plan = lines.join('\n')
  assert.match(plan, /payment_states_returnable_debits/)
  assert.match(plan, /Index Cond: .*tenant_id.*sender_account_id.*returnable_until/)
})

test('a debit above the limit alone is refused at once, also for a later date, and the preview says the same', async () => {
  const creditor = await createPayer(service, { balance: 0, account: LIMIT, contact: CONSUMER })
  const before = await booksOf(creditor)
  for (const fields of [
    { paymentDate: '2026-09-01' },
    { paymentDate: '2027-02-01', speed: 'Economy' },
    {
      paymentDate: '2026-08-03',
      recurrence: { frequency: 'Weekly', payUntil: 'NumberOfPayments', numberOfPayments: 3 },
    },
  ]) {
    const body = debitBody(creditor, { paymentAmount: 100.01, ...fields })
    assertRefused(await service.call('POST', path, body), refusedWith('limited to 100.00 USD'))
    const { wouldBeRefused, refusals } = dataOf(await service.call('POST', `${path}/preview`, body))
    assert.equal(wouldBeRefused, true)
    assert.match(refusals[0].message, /limited to 100\.00 USD/)
  }
  assert.deepEqual(await booksOf(creditor), before)
  const atLimit = debitBody(creditor, { paymentAmount: 100, paymentDate: '2026-09-01' })
  assert.equal(dataOf(await service.call('POST', `${path}/preview`, atLimit)).wouldBeRefused, false)
  assert.equal(dataOf(await service.call('POST', path, atLimit)).paymentStatus, 'FUTURE_DATED')
  // What is out today is not out on that day.
  await settled(creditor, 60)
  const later = debitBody(creditor, { paymentAmount: 100, paymentDate: '2026-10-01' })
  assert.equal(dataOf(await service.call('POST', path, later)).paymentStatus, 'FUTURE_DATED')
})
