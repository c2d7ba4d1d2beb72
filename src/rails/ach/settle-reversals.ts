import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { openBooks } from '../../ledger/ledger.ts'
import { type ClearedItem, openSettlements } from '../../ledger/settlements.ts'
import { claimReversalsToSettle, noteSettled } from './reversals.store.ts'

/**
 * Settles reversing entries whose time has come: the amounts they paid back leave the clearing
 * account. Returns how many settled.
 */
export async function settleReversals(
  tx: Transaction,
  tenantId: bigint,
  limit: number,
  now: Temporal.Instant,
): Promise<number> {
  const reversals = await claimReversalsToSettle(tx, tenantId, now, limit)
  if (reversals.length === 0) return 0
  const items = reversals.map(({ paymentId, amount, currency, settlementDueAt }) => {
    const item: ClearedItem = { rail: 'ACH', amount, currency, settledAt: settlementDueAt, side: 'paid' }
    return { paymentId, item }
  })
  const settlements = await openSettlements(
    tx,
    tenantId,
    items.map(({ item }) => item),
    now,
  )
  const books = await openBooks(tx, tenantId, { accountIds: [], books: settlements.books })
  settlements.post(books)
  await noteSettled(
    tx,
    tenantId,
    items.map(({ paymentId, item }) => ({ paymentId, settlementId: settlements.idOf(item) })),
    now,
  )
  await books.write(now)
  return reversals.length
}
