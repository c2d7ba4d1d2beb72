import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { type Institution, requireInstitution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { mustTransfer, type OpenBooks, openBooks } from '../../ledger/ledger.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { resolutionOf } from '../decision/holds.ts'
import { recordPaymentAction } from '../history/record-payment-action.ts'
import { requirePaymentIn } from '../history/require-payment.ts'
import type { LockedPayment } from '../locked-payments.store.ts'
import { claimDueFunds, type FundsHold, readFundsHolds, writeFundsReleased } from './funds-holds.store.ts'

/** Enough to share the cost of a transaction, few enough not to block the accounts for long. */
const BATCH_SIZE = 500

/** Releases the proceeds of debits whose day has come, up to 500, and returns how many. */
export async function releaseDueFunds(
  tx: Transaction,
  { tenantId }: Pick<Institution, 'tenantId'>,
  now: Temporal.Instant,
): Promise<number> {
  const due = await claimDueFunds(tx, tenantId, now, BATCH_SIZE)
  await release(tx, tenantId, due, now)
  const paymentIds = due.map(({ paymentId }) => paymentId)
  await writeFundsReleased(tx, tenantId, paymentIds, now)
  return due.length
}

/** A payment whose proceeds were released before their day. */
export interface ReleasedEarly {
  payment: LockedPayment
  availableOn: Temporal.PlainDate
}

/**
 * Makes the proceeds of a debit available before their day. Only the institution can, because it
 * bears the loss if the debit then comes back.
 */
export async function releaseFundsEarly(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  reason: string,
  now: Temporal.Instant,
): Promise<Result<ReleasedEarly, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const { tenantId } = principal
  const found = await requirePaymentIn(tx, principal, paymentUID, ['PROCESSED'])
  if (!found.ok) return found
  const payment = found.value
  const hold = (await readFundsHolds(tx, tenantId, [payment.id])).get(payment.id)
  if (!hold) return refusal('paymentStateConflict', 'nothing of the payment is held: its proceeds are available')
  await release(tx, tenantId, [hold], now)
  const availableOn = today(now, institution.value.timeZone)
  await writeFundsReleased(tx, tenantId, [payment.id], now, availableOn)
  const done = { action: 'fundsReleased', status: payment.status, reason, heldUntil: hold.availableOn }
  await recordPaymentAction(tx, principal, payment, done, now)
  return accept({ payment, availableOn })
}

async function release(
  tx: Transaction,
  tenantId: bigint,
  holds: readonly FundsHold[],
  now: Temporal.Instant,
): Promise<void> {
  if (holds.length === 0) return
  const books = await openBooks(tx, tenantId, {
    accountIds: holds.map(({ debitAccountId }) => debitAccountId),
    bookIds: holds.map(({ creditAccountId }) => creditAccountId),
  })
  for (const hold of holds) releaseHold(books, hold, now)
  await books.write(now)
}

/**
 * Releases a hold in open books, which include both of its accounts. What becomes available repays
 * what the customer owes. `writeFundsReleased` records it.
 */
export function releaseHold(books: OpenBooks, hold: FundsHold, now: Temporal.Instant): void {
  mustTransfer(books, resolutionOf(hold, 'void_pending', hold.paymentId, now))
}
