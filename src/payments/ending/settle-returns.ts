import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { type ClearedItem, type OpenSettlements, openSettlements } from '../../ledger/settlements.ts'
import type { LockedPayment } from '../locked-payments.store.ts'

/** The settlements of returns, with the evidence for the transition of each payment. */
export interface ReturnSettlements extends Pick<OpenSettlements, 'books' | 'post'> {
  evidenceOf(payment: LockedPayment): { settlement: string } | undefined
}

/**
 * Settles the returns of payments that had settled. The institution books a return when it has it,
 * and the network moves its money with it: the return of a credit brings the amount back, and that
 * of a debit takes it. A payment that is returned before it settled was never in transit.
 */
export async function openReturnSettlements(
  tx: Transaction,
  tenantId: bigint,
  endings: readonly { payment: LockedPayment; cameBack?: bigint }[],
  now: Temporal.Instant,
): Promise<ReturnSettlements> {
  const returned = endings.filter(
    ({ payment: { status, rail } }) => ['PROCESSED', 'REVERSED'].includes(status) && rail !== 'BOOK',
  )
  const items = new Map(returned.map(({ payment, cameBack }) => [payment.id, itemOf(payment, cameBack, now)]))
  const settlements = await openSettlements(tx, tenantId, [...items.values()], now)
  return {
    books: settlements.books,
    post: settlements.post,
    evidenceOf({ id }) {
      const item = items.get(id)
      return item && { settlement: settlements.idOf(item) }
    },
  }
}

function itemOf(
  { rail, entryType, amount, deductedAmount, currency, exchange }: LockedPayment,
  cameBack: bigint | undefined,
  now: Temporal.Instant,
): ClearedItem {
  const drawn = exchange?.drawn
  const paid = drawn
    ? { amount: drawn.buyAmount, currency: drawn.buyCurrency }
    : { amount: amount - (deductedAmount ?? 0n), currency }
  return {
    ...paid,
    ...(cameBack !== undefined && { amount: cameBack }),
    rail,
    settledAt: now,
    side: entryType === 'DEBIT' ? 'paid' : 'received',
  }
}
