import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import pg from 'pg'
import { eventually } from '../../test/support/eventually.ts'
import { countLockWaits } from '../../test/support/lock-waits.ts'
import { openTestBank, type TestBank } from '../../test/support/test-bank.ts'
import { fixedClock } from '../kernel/clock.ts'
import type { BookCode } from './chart.ts'
import { mustTransfer, openBooks } from './ledger.ts'

const now = fixedClock('2026-07-01T12:00:00Z').now()
/** In ascending order of id, the order in which they were opened. */
const [LOW, MIDDLE, HIGH] = ['settlement:USD', 'clearing:ACH:USD', 'clearing:RTP:USD'] as const

let bank: TestBank
let tenantId: bigint
/** A second session that locks accounts. */
let other: pg.Client

before(async () => {
  bank = await openTestBank(now)
  tenantId = bank.institution.tenantId
  other = new pg.Client({ connectionString: bank.url })
  await other.connect()
  // In a large table, an update locks its rows in the order in which they are given.
  await other.query(
    `insert into ledger_accounts (tenant_id, kind, currency, overdraft, debits_pending, debits_posted, credits_pending,
       credits_posted, created_at)
     select $1, 'customer', 'USD', false, 0, 0, 0, 0, now() from generate_series(1, 5000)`,
    [tenantId],
  )
  await other.query('analyze ledger_accounts')
})

beforeEach(async () => {
  await other.query('rollback')
})

after(async () => {
  await other.end()
  await bank.close()
})

async function lock(code: BookCode): Promise<void> {
  await other.query('begin')
  await other.query('select from ledger_accounts where tenant_id = $1 and code = $2 for no key update', [
    tenantId,
    code,
  ])
}

/** Waits until the given number of sessions wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const waits = () => countLockWaits((sql) => bank.db.read((db) => db.query(sql)))
  await eventually(`${count} sessions wait for a lock`, async () => (await waits()) === count)
}

/** Writes a batch that touches the institution's accounts in this order. */
async function writeBatch(codes: readonly BookCode[]): Promise<void> {
  await bank.db.transaction(async (tx) => {
    const books = await openBooks(tx, tenantId, { accountIds: [] })
    for (const code of codes) await books.include([code])
    const [debitAccountId, ...others] = codes.map((code) => books.book(code))
    for (const creditAccountId of others)
      mustTransfer(books, {
        id: randomUUID(),
        kind: 'posted',
        debitAccountId: debitAccountId!,
        creditAccountId,
        amount: 1n,
        currency: 'USD',
        purpose: 'payment',
        referenceId: randomUUID(),
      })
    await books.write(now)
  })
}

test('two batches that touch the same institution accounts in opposite order do not deadlock', async () => {
  await lock(MIDDLE)
  const batches = [writeBatch([HIGH, MIDDLE, LOW]), writeBatch([LOW, MIDDLE, HIGH])]
  await untilWaiting(2)
  await other.query('commit')
  await Promise.all(batches)
})

test('the institution accounts of a batch are locked in ascending order of id', async () => {
  await lock(LOW)
  const batch = writeBatch([HIGH, LOW])
  await untilWaiting(1)
  const { rowCount } = await other.query(
    'select from ledger_accounts where tenant_id = $1 and code = $2 for no key update skip locked',
    [tenantId, HIGH],
  )
  await other.query('commit')
  await batch
  assert.equal(rowCount, 1)
})

test('an institution account that was opened but has no transfers is not locked', async () => {
  await lock(MIDDLE)
  await bank.db.transaction(async (tx) => {
    await tx.query(`set local lock_timeout = '2s'`)
    const books = await openBooks(tx, tenantId, { accountIds: [], books: [LOW, MIDDLE, HIGH] })
    mustTransfer(books, {
      id: randomUUID(),
      kind: 'posted',
      debitAccountId: books.book(LOW),
      creditAccountId: books.book(HIGH),
      amount: 1n,
      currency: 'USD',
      purpose: 'payment',
      referenceId: randomUUID(),
    })
    await books.write(now)
  })
})

test('books opened unlocked do not wait for an account locked by another session; other books do', async () => {
  await other.query('begin')
  await other.query('select from ledger_accounts where tenant_id = $1 and id = $2 for no key update', [
    tenantId,
    bank.accountId,
  ])
  const open = (unlocked: boolean) =>
    bank.db.transaction(async (tx) => {
      await tx.query(`set local lock_timeout = '300ms'`)
      return (await openBooks(tx, tenantId, { accountIds: [bank.accountId], unlocked })).account(bank.accountId)?.id
    })
  assert.equal(await open(true), bank.accountId)
  await assert.rejects(open(false), /lock timeout/)
})
