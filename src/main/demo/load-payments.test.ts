import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestBank, type TestBank } from '../../../test/support/test-bank.ts'
import { systemClock } from '../../kernel/clock.ts'
import { verifyLedger } from '../../ledger/verify-ledger.ts'
import { verifyPayments } from '../../payments/history/verify-payments.ts'
import { readProgress } from '../resealing.store.ts'
import { loadCustomers } from './load.ts'
import { loadPayments } from './load-payments.ts'

let bank: TestBank
before(async () => {
  bank = await openTestBank(systemClock.now())
})
after(() => bank.close())

/** What is loaded is not sealed, so the sweep must examine it. */
async function proveSealingStarts(): Promise<void> {
  const progress = await bank.db.read((db) => readProgress(db, bank.institution.tenantId))
  assert.ok(progress.every(({ finishedAt }) => finishedAt === null))
}

const load = (payments: number) => loadPayments(bank.db, bank.institution, payments, () => {})

test('loadPayments: without test customers, it is refused with what to do', async () => {
  await assert.rejects(load(1), /load some with --customers first/)
})

test('loadPayments: the requested number of payments, in several states, and the ledger agrees with them', async () => {
  await loadCustomers(bank.db, bank.institution, 10, () => {})
  await load(1_200)
  await proveSealingStarts()
  const { db, institution } = bank
  const { tenantId } = institution
  const states = await db.read((db) =>
    db.query<{ status: string; count: bigint }>(
      'select status, count(*) from payment_states where tenant_id = $1 group by status order by status',
      [tenantId],
    ),
  )
  assert.deepEqual(
    states.map(({ status }) => status),
    ['FUTURE_DATED', 'PROCESSED', 'VALIDATION_FAILURE'],
  )
  assert.equal(
    states.reduce((sum, { count }) => sum + count, 0n),
    1_200n,
  )
  assert.deepEqual((await db.read((db) => verifyLedger(db, tenantId))).differences, [])
  assert.deepEqual(await db.read((db) => verifyPayments(db, tenantId)), [])
})
