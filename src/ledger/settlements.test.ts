import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { openTestBank, type TestBank } from '../../test/support/test-bank.ts'
import { fixedClock } from '../kernel/clock.ts'
import { openBooks } from './ledger.ts'
import { type ClearedItem, openSettlements } from './settlements.ts'
import { readTransfersOf } from './transfers-of.ts'

const now = fixedClock('2026-07-02T12:30:00.500Z').now()
const moment = Temporal.Instant.from('2026-07-02T12:30:00Z')

let bank: TestBank
before(async () => {
  bank = await openTestBank(now)
})
after(() => bank.close())

const item = (fields: Partial<ClearedItem> = {}): ClearedItem => ({
  ...{ rail: 'ACH', currency: 'USD', settledAt: moment, amount: 1_00n, side: 'paid', ...fields },
})

/** Settles the items in one transaction. Returns the settlement of each. */
const settle = (items: readonly ClearedItem[]): Promise<string[]> =>
  bank.db.transaction(async (tx) => {
    const { tenantId } = bank.institution
    const settlements = await openSettlements(tx, tenantId, items, now)
    const books = await openBooks(tx, tenantId, { accountIds: [], books: settlements.books })
    settlements.post(books)
    await books.write(now)
    return items.map(settlements.idOf)
  })

const transfersOf = async (id: string) =>
  (await bank.db.read((db) => readTransfersOf(db, bank.institution.tenantId, id))).map(
    ({ amount, debit, credit, purpose }) => [purpose, amount, debit.kind, credit.kind],
  )

test('openSettlements: items of one moment settle in one transfer per side', async () => {
  const [one, two, three] = await settle([item(), item({ amount: 2_00n }), item({ amount: 50n, side: 'received' })])
  assert.equal(one, two)
  assert.equal(one, three)
  assert.deepEqual(await transfersOf(one!), [
    ['settlement', 3_00n, 'clearing', 'rail-settlement'],
    ['settlement', 50n, 'rail-settlement', 'clearing'],
  ])
})

test('openSettlements: another rail or moment is another settlement; less than a millisecond is not', async () => {
  const ids = await settle([
    item({ settledAt: now }),
    item({ settledAt: now.add({ nanoseconds: 999_999 }) }),
    item({ settledAt: now.add({ milliseconds: 1 }) }),
    item({ settledAt: now, rail: 'FEDWIRE' }),
  ])
  assert.equal(ids[0], ids[1])
  assert.equal(new Set(ids).size, 3)
})

test('openSettlements: transactions that settle the same moments at once share their settlements', async () => {
  const settledAt = now.add({ hours: 1 })
  const items = [item({ settledAt }), item({ settledAt, rail: 'RTP' })]
  const settled = await Promise.all(Array.from({ length: 8 }, (_, n) => settle(n % 2 ? items : items.toReversed())))
  const [ach, rtp] = settled[1]!
  assert.deepEqual(
    settled,
    settled.map((_, n) => (n % 2 ? [ach, rtp] : [rtp, ach])),
  )
  assert.equal((await transfersOf(ach!)).length, 8)
})

test('openSettlements: without items, nothing is recorded', async () => {
  const { books } = await bank.db.transaction((tx) => openSettlements(tx, bank.institution.tenantId, [], now))
  assert.deepEqual(books, [])
})
