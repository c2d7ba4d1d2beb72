import type { Temporal } from 'temporal-polyfill'
import type { ApprovalRow } from '../../approvals/approvals.ts'
import type { Transaction } from '../../db/client.ts'
import { approvalOfRelease, type PaymentsToCancel } from '../../fx/fx.ts'
import { type Institution, readInstitution } from '../../institution/institution.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { isCollected } from '../../rails/rails.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { recordPaymentAction } from '../history/record-payment-action.ts'
import { requirePaymentIn } from '../history/require-payment.ts'
import { type LockedPayment, lockPayments } from '../locked-payments.store.ts'
import { renderStatus } from '../payment-actions.schema.ts'
import { endCancelledPayment } from './end-payments.ts'

/** The payment that is cancelled, or the approval that its cancellation waits for. */
export type Cancelling = { payment: LockedPayment } | { waits: ApprovalRow }

/**
 * Cancels a payment before it is passed to its rail, and releases its holds and limits. If
 * another payment drew the rest of the same FX contract, that payment must be cancelled first. If
 * what it drew is exchanged back, the cancellation waits for as many people as that of a contract.
 */
export async function cancelPayment(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  notes: string | undefined,
  now: Temporal.Instant,
): Promise<Result<Cancelling, Refusal>> {
  const found = await requireCancellable(tx, principal, paymentUID)
  if (!found.ok) return found
  const payment = found.value
  const institution = await readInstitution(tx, principal.tenantId)
  if (payment.exchange?.drawn) {
    const draw = { ...payment.exchange.drawn, paymentUID: payment.id, notes }
    const waits = await approvalOfRelease(tx, principal, institution, draw, now)
    if (!waits.ok) return waits
    if (waits.value) return accept({ waits: waits.value })
  }
  const cancelled = await cancel(tx, principal, institution, { payment, notes }, now)
  return cancelled.ok ? accept({ payment: cancelled.value }) : cancelled
}

/** How payments are cancelled once people have approved it. */
export const paymentsToCancel: PaymentsToCancel = {
  async lock(tx, tenantId, paymentUID) {
    await lockPayments(tx, tenantId, [paymentUID])
  },
  async cancel(tx, principal, { paymentUID, notes }, now) {
    const found = await requireCancellable(tx, principal, paymentUID)
    if (!found.ok) return found
    const institution = await readInstitution(tx, principal.tenantId)
    const cancelled = await cancel(tx, principal, institution, { payment: found.value, notes }, now)
    return cancelled.ok ? accept(renderStatus(cancelled.value)) : cancelled
  },
}

/** A payment of the caller, locked, that has not left and is in no file or message. */
async function requireCancellable(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
): Promise<Result<LockedPayment, Refusal>> {
  const found = await requirePaymentIn(tx, principal, paymentUID, [
    'PENDING_APPROVAL',
    'PARTIALLY_APPROVED',
    'FUTURE_DATED',
    'HELD',
    'VALIDATED',
    'READY_TO_TRANSMIT',
  ])
  if (!found.ok) return found
  const payment = found.value
  // A file is committed before it is written. Its entries cannot be cancelled, even though their
  // state does not show it yet.
  if (await isCollected(tx, principal.tenantId, payment.id))
    return refusal('paymentStateConflict', 'the payment is already in a file to the ACH operator')
  if (payment.isInMessage) return refusal('paymentStateConflict', `its message to ${payment.rail} is already written`)
  return found
}

async function cancel(
  tx: Transaction,
  principal: Principal,
  institution: Institution,
  { payment, notes }: { payment: LockedPayment; notes: string | undefined },
  now: Temporal.Instant,
): Promise<Result<LockedPayment, Refusal>> {
  const ending = { payment, to: 'CANCELLED', actor: principal.clientId, evidence: { notes } } as const
  const ended = await endCancelledPayment(tx, institution, ending, now)
  if (!ended.ok) return ended
  const done = { action: 'cancelled', status: 'CANCELLED', notes } as const
  return accept(await recordPaymentAction(tx, principal, payment, done, now))
}
