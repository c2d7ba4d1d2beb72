import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { mustTransfer, openBooks, readHolds } from '../ledger/ledger.ts'
import { accountsOf, holdsOf, resolutionOf } from './holds.ts'
import type { OpenPayment } from './open-payments.store.ts'
import { changePayments } from './transitions.store.ts'

/** TRANSMITTED → PROCESSED: the rail has settled, so each hold is posted, whole and once; what a debit collected is the creditor's from now on. The caller has locked the payments. */
export async function settlePayments(
  tx: Transaction,
  tenantId: bigint,
  settled: readonly { payment: OpenPayment; evidence: object }[],
  now: Temporal.Instant,
): Promise<void> {
  if (settled.length === 0) return
  const holdIds = settled.flatMap(({ payment }) => holdsOf(payment))
  const holds = await readHolds(tx, tenantId, holdIds)
  const payments = settled.map(({ payment }) => payment)
  const books = await openBooks(tx, tenantId, accountsOf(payments, holds))
  for (const { payment } of settled)
    for (const holdId of holdsOf(payment)) {
      const hold = holds.get(holdId)
      if (!hold) throw new Error(`payment ${payment.id} has no hold ${holdId}`)
      mustTransfer(books, resolutionOf(hold, 'post_pending', payment.id, now))
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
