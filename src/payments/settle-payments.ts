import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { newId } from '../kernel/id.ts'
import { mustTransfer, openBooks, readHolds } from '../ledger/ledger.ts'
import type { OpenPayment } from './open-payments.store.ts'
import { changePayments } from './transitions.store.ts'

/** TRANSMITTED → PROCESSED: the rail has settled, so each hold is posted, whole and once. The caller has locked the payments. */
export async function settlePayments(
  tx: Transaction,
  tenantId: bigint,
  settled: readonly { payment: OpenPayment; evidence: object }[],
  now: Temporal.Instant,
): Promise<void> {
  if (settled.length === 0) return
  const holds = await readHolds(
    tx,
    tenantId,
    settled.map(({ payment }) => payment.holdTransferId),
  )
  const involved = [...holds.values()]
  const books = await openBooks(tx, tenantId, {
    accountIds: involved.map(({ debitAccountId }) => debitAccountId),
    bookIds: involved.map(({ creditAccountId }) => creditAccountId),
  })
  for (const { payment } of settled) {
    const hold = holds.get(payment.holdTransferId)
    if (!hold) throw new Error(`payment ${payment.id} has no hold`)
    const { id: pendingId, amount, debitAccountId, creditAccountId, currency } = hold
    mustTransfer(books, {
      id: newId(now),
      kind: 'post_pending',
      pendingId,
      pendingAmount: amount,
      debitAccountId,
      creditAccountId,
      amount,
      currency,
      purpose: 'payment',
      referenceId: payment.id,
    })
  }
  await changePayments(
    tx,
    tenantId,
    settled.map(({ payment, evidence }) => ({
      paymentId: payment.id,
      from: 'TRANSMITTED',
      to: 'PROCESSED',
      actor: 'worker',
      evidence,
    })),
    now,
  )
  await books.write(now)
}
