import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifySealed } from '../../src/main/verify-sealed.ts'
import { receiptSweeps } from '../../src/receipts/receipts.jobs.ts'
import { receiveItems } from '../../src/receipts/receipts.ts'
import { itemOf } from '../receipts/receipt-items.ts'
import { dataOf } from '../support/answers.ts'
import { forgetPlaces } from '../support/earlier-seals.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import { tamper } from '../support/tamper.ts'
import { createPayer, debitBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'

/**
 * Statements with the rights of the service ask for reversals and returns of ACH, which send money
 * to other banks. None leaves, the others do, and the verification names it.
 */
const clock = fixedClock('2026-07-07T21:30:00Z')
let service: TestService
let tenantId: bigint
let creditor: Payer

before(async () => {
  service = await startTestService({ clock, worker: false })
  tenantId = service.tenant.institution.tenantId
  creditor = await createPayer(service, { balance: 1_000 })
})
after(() => service.stop())

async function work(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    for (const { run } of [...paymentLifeSweeps, ...receiptSweeps])
      for (let runs = 0; (await run(service.app, service.tenant.institution)) > 0; runs++) assert.ok(runs < 50)
    clock.advance({ seconds: 5 })
  }
}

async function namedFor(id: string): Promise<string[]> {
  await service.app.db.readKeys()
  const found = await service.app.db.forTenant(tenantId).snapshot((tx) => verifySealed(tx, tenantId))
  return found.filter((one) => one.id.startsWith(id)).map(({ what }) => what)
}
const NAMED = ['a reversal or return was altered']

/** Debits that have settled. */
async function settled(count: number): Promise<string[]> {
  const uids: string[] = []
  for (let at = 0; at < count; at++)
    uids.push(dataOf(await service.call('POST', '/payments/debitrequest', debitBody(creditor))).paymentUID)
  await work()
  clock.advance({ seconds: service.tenant.institution.settings.simulator.settleAfterSeconds })
  await work()
  return uids
}
const reverse = async (uid: string) => dataOf(await service.call('PUT', `/payments/${uid}/reverse`, {}))

/** Credits that were posted to the account of the creditor. */
async function received(count: number): Promise<string[]> {
  const settlementDate = clock.now().toZonedDateTimeISO('America/New_York').toPlainDate()
  const { accountNumber } = creditor
  const items = Array.from({ length: count }, () => itemOf({ accountNumber, settlementDate }))
  await service.app.db.transaction((tx) => receiveItems(tx, service.tenant.institution, items, clock.now()))
  clock.advance({ hours: 1 })
  await work()
  const rows = await service.query<{ id: string; status: string }>(
    'select id, status from receipts where identity = any($1) order by entry_number',
    [items.map(({ identity }) => identity)],
  )
  assert.deepEqual(new Set(rows.map(({ status }) => status)), new Set(['POSTED']))
  return rows.map(({ id }) => id)
}
const giveBack = async (uid: string) =>
  dataOf(await service.call('POST', `/v3/receipts/${uid}/return`, { reason: 'R23' }))

const isInFile = async (table: string, column: string, id: string) =>
  (await service.query(`select from ${table} where ${column} = $1 and file_id is not null`, [id])).length === 1

const DIGESTS: Record<string, string> = {
  'without a digest': 'null',
  'with the digest of another': ':other',
  'with another text': `'hmac:AAAA'`,
}

for (const [how, digest] of Object.entries(DIGESTS)) {
  test(`a reversal ${how} that SQL asks for does not leave, and the others do`, async () => {
    const [forged, honest] = (await settled(2)) as [string, string]
    await reverse(honest)
    const other = `(select content_index from ach_reversals where payment_id = '${honest}')`
    await service.query(
      `insert into ach_reversals (tenant_id, payment_id, requested_at, content_index)
       values ($1, $2, $3, ${digest.replace(':other', other)})`,
      [tenantId, forged, clock.now().toString()],
    )
    assert.deepEqual([await namedFor(forged), await namedFor(honest)], [NAMED, []])
    await work()
    assert.equal(await isInFile('ach_reversals', 'payment_id', forged), false)
    assert.equal(await isInFile('ach_reversals', 'payment_id', honest), true)
    await tamper(service, 'delete from ach_reversals where payment_id = $1', [forged])
  })

  test(`a return ${how} that SQL asks for does not leave, and the others do`, async () => {
    clock.set(Temporal.Instant.from('2026-07-08T21:30:00Z').add({ hours: 24 * Object.keys(DIGESTS).indexOf(how) }))
    const [forged, honest] = (await received(2)) as [string, string]
    await giveBack(honest)
    const other = `(select content_index from ach_returns where receipt_id = '${honest}')`
    await service.query(
      `insert into ach_returns (tenant_id, receipt_id, kind, code, requested_at, content_index)
       values ($1, $2, 'Return', 'R23', $3, ${digest.replace(':other', other)})`,
      [tenantId, forged, clock.now().toString()],
    )
    assert.deepEqual([await namedFor(forged), await namedFor(honest)], [NAMED, []])
    await work()
    assert.equal(await isInFile('ach_returns', 'receipt_id', forged), false)
    assert.equal(await isInFile('ach_returns', 'receipt_id', honest), true)
    await tamper(service, 'delete from ach_returns where receipt_id = $1', [forged])
  })
}

test('what has left does not leave again', async () => {
  clock.set('2026-07-13T21:30:00Z')
  const [debit] = (await settled(1)) as [string]
  await reverse(debit)
  await work()
  assert.equal(await isInFile('ach_reversals', 'payment_id', debit), true)
  const again = `file_id = null, trace_number = null, effective_entry_date = null`
  await assert.rejects(
    service.query(`update ach_reversals set ${again} where payment_id = $1`, [debit]),
    /never go back/,
  )
  await assert.rejects(service.query(`update ach_returns set ${again} where file_id is not null`), /never go back/)
})

test('a reversal from before leaves until those of the institution are bound', async () => {
  clock.set('2026-07-14T21:30:00Z')
  const [earlier] = (await settled(1)) as [string]
  await forgetPlaces(service)
  await reverse(earlier)
  await service.query('update ach_reversals set content_index = null where payment_id = $1', [earlier])
  assert.deepEqual(await namedFor(earlier), [])
  await work()
  assert.equal(await isInFile('ach_reversals', 'payment_id', earlier), true)
})
