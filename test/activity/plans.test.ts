import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import {
  type EntryFilter,
  lastEntry,
  readForwardValue,
  readTotals,
  searchEntries,
} from '../../src/activity/entries.store.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { openTestBank, type TestBank } from '../support/test-bank.ts'

const now = fixedClock('2026-07-01T12:00:00.000Z').now()
let bank: TestBank
before(async () => {
  bank = await openTestBank(now)
  await fillAccount(3_000)
})
after(() => bank.close())

/** Gives the account enough entries that the choice of an index matters. */
async function fillAccount(count: number): Promise<void> {
  const { tenantId } = bank.institution
  const owner = new pg.Client({ connectionString: bank.url })
  await owner.connect()
  await owner.query(
    `insert into ledger_transfers (tenant_id, id, kind, debit_account_id, credit_account_id, amount, currency, purpose, reference_id, created_at)
     select $1, gen_random_uuid(), case when n % 10 = 0 then 'pending' else 'posted' end, b.id, $2, n, 'USD', 'payment', gen_random_uuid(), now()
     from generate_series(1, $3::int) n, ledger_accounts b where b.tenant_id = $1 and b.code = 'settlement:USD'`,
    [tenantId, bank.accountId, count],
  )
  await owner.query('analyze ledger_transfers, ledger_entries, ledger_holds, ledger_accounts')
  await owner.end()
}

/** The plans of what `read` asks. */
async function planOf(read: (db: never) => Promise<unknown>): Promise<string> {
  const { tenantId } = bank.institution
  const lines: string[] = []
  await bank.db.forTenant(tenantId).transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off')
    const query = async (text: string, values: unknown[]) => {
      const plan = await tx.query<Record<string, string>>(
        `explain (analyze, timing off, summary off) ${text}`,
        values,
        { isKept: false },
      )
      lines.push(...plan.flatMap((line) => Object.values(line)))
      return []
    }
    await read({
      query,
      row: async (text: string, values: unknown[]) => (await query(text, values))[0],
    } as never).catch((error: unknown) => assert.ok(error instanceof TypeError, String(error)))
  })
  return lines.join('\n')
}

const everything: EntryFilter = {
  ...{ fromDate: undefined, toDate: undefined, fromValueDate: undefined, toValueDate: undefined },
  ...{ minAmount: undefined, maxAmount: undefined, direction: undefined, purposes: undefined },
  ...{
    statuses: ['Booked', 'Pending'],
    referenceIds: undefined,
    counterparty: undefined,
    externalReferenceId: undefined,
  },
}

const searches: [what: string, filter: Partial<EntryFilter>][] = [
  ['everything', {}],
  ['ended holds', { statuses: ['Ended'] }],
  ['amounts', { minAmount: 1n, maxAmount: 2n }],
  ['a direction', { direction: 'Credit' }],
  ['a kind', { purposes: ['fee'] }],
  ['value dates', { fromValueDate: '2026-01-01', toValueDate: '2026-12-31' }],
  ['a counterparty', { counterparty: 'Ada' }],
]
for (const [what, filter] of searches)
  test(`a search of ${what} reads a range of the numbers of the account, in their order`, async () => {
    const plan = await planOf((db) =>
      searchEntries(db, bank.institution.tenantId, bank.accountId, {
        ...{ filter: { ...everything, ...filter }, range: { from: 2_001n, to: 3_000n }, limit: 50 },
      }),
    )
    assert.match(plan, /Index Scan Backward using ledger_entries_pkey on ledger_entries e/)
    assert.match(plan, /Index Cond: \(\(tenant_id = .*account_id = .*sequence >= .*sequence <= /)
    assert.doesNotMatch(plan, /Seq Scan|Sort/)
  })

test('a search of a payment goes from its transfers to their entries', async () => {
  const plan = await planOf((db) =>
    searchEntries(db, bank.institution.tenantId, bank.accountId, {
      filter: { ...everything, referenceIds: ['0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d'] },
      ...{ range: { from: 1n, to: 10_000_000n }, limit: 50 },
    }),
  )
  assert.match(plan, /ledger_transfers_reference/)
  assert.match(plan, /using ledger_entries_pkey on ledger_entries x/)
  assert.match(plan, /Index Cond: \(\(tenant_id = .*account_id = .*sequence = /)
  assert.doesNotMatch(plan, /Seq Scan/)
})

test('a search of a payment finds its entries, among many of one time and after those of later times', async () => {
  const { tenantId } = bank.institution
  const owner = new pg.Client({ connectionString: bank.url })
  await owner.connect()
  const { rows } = await owner.query(
    `insert into ledger_transfers (tenant_id, id, kind, debit_account_id, credit_account_id, amount, currency, purpose, reference_id, created_at)
     select tenant_id, gen_random_uuid(), 'posted', debit_account_id, credit_account_id, 7777, currency, purpose, gen_random_uuid(), timestamptz '2020-01-01'
     from ledger_transfers where tenant_id = $1 and credit_account_id = $2 and amount = 1
     union all
     select tenant_id, gen_random_uuid(), 'posted', debit_account_id, credit_account_id, 8888, currency, purpose, reference_id, timestamptz '2030-01-01'
     from ledger_transfers where tenant_id = $1 and credit_account_id = $2 and amount = 1500
     returning reference_id`,
    [tenantId, bank.accountId],
  )
  await owner.end()
  const entries = await bank.db.forTenant(tenantId).transaction((tx) =>
    searchEntries(tx, tenantId, bank.accountId, {
      filter: { ...everything, referenceIds: rows.map(({ reference_id }) => reference_id) },
      ...{ range: { from: 1n, to: 10_000_000n }, limit: 50 },
    }),
  )
  assert.deepEqual(
    entries.map(({ sequence, amount }) => [sequence, amount]),
    [
      [3_002n, 8_888n],
      [3_001n, 7_777n],
      [1_500n, 1_500n],
    ],
  )
})

test('a search of pending transactions reads the live holds of the account', async () => {
  const plan = await planOf((db) =>
    searchEntries(db, bank.institution.tenantId, bank.accountId, {
      ...{ filter: { ...everything, statuses: ['Pending'] }, range: { from: 1n, to: 10_000_000n }, limit: 50 },
    }),
  )
  assert.match(plan, /using ledger_holds_pkey on ledger_holds/)
  assert.match(plan, /using ledger_entries_pkey on ledger_entries x/)
  assert.doesNotMatch(plan, /Seq Scan|Sort/)
})

test('a date and a balance are found by single entries, what counts later by its own index', async () => {
  const { institution, accountId } = bank
  const { tenantId } = institution
  for (const read of [
    (db: never) => lastEntry(db, tenantId, accountId, { dayEnd: '2026-07-01' }),
    (db: never) => readTotals(db, tenantId, accountId, { moment: now }),
  ]) {
    const plan = await planOf(read)
    assert.match(plan, /Index Cond: \(\(tenant_id = .*account_id = .*sequence = /)
    assert.doesNotMatch(plan, /Seq Scan/)
  }
  const forward = await planOf((db) => readForwardValue(db, tenantId, accountId, { moment: now, date: '2026-07-01' }))
  assert.match(forward, /ledger_entries_forward/)
})
