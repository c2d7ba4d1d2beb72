import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestBank, type TestBank } from '../../../test/support/test-bank.ts'
import { systemClock } from '../../kernel/clock.ts'
import { verifyLedger } from '../../ledger/verify-ledger.ts'
import { verifyPayments } from '../../payments/history/verify-payments.ts'
import { loadCustomers } from './load.ts'
import { loadPayments } from './load-payments.ts'

let bank: TestBank
before(async () => {
  bank = await openTestBank(systemClock.now())
})
after(() => bank.close())

/** No sweep seals later what is loaded: a value that is not sealed counts nowhere. */
async function proveIsSealed(): Promise<void> {
  for (const [table, column, loaded] of [
    ['customers', 'tax_id', `short_name like 'load-%'`],
    ['accounts', 'account_number', `name like 'Account %'`],
    ['contacts', 'account_number', `external_reference_id like 'load-%'`],
    ['payments', 'receiver_account_number', `external_reference_id like 'load-%'`],
  ] as const) {
    const rows = await bank.db.read((db) =>
      db.query<{ isBound: boolean }>(
        `select ${column} like 'sealed:Aw%' as is_bound from ${table} where tenant_id = $1 and ${loaded}`,
        [bank.institution.tenantId],
      ),
    )
    assert.ok(rows.length > 0 && rows.every(({ isBound }) => isBound), `${table}.${column}`)
  }
}

const load = (payments: number) => loadPayments(bank.db, bank.institution, payments, () => {})

test('loadPayments: without test customers, it is refused with what to do', async () => {
  await assert.rejects(load(1), /load some with --customers first/)
})

test('loadPayments: the requested number of payments, in several states, and the ledger agrees with them', async () => {
  await loadCustomers(bank.db, bank.institution, 10, () => {})
  await load(1_200)
  await proveIsSealed()
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
