import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { readInstitution } from '../../institution/institution.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { isCollected } from '../../rails/rails.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { recordPaymentAction } from '../history/record-payment-action.ts'
import { requirePaymentIn } from '../history/require-payment.ts'
import type { LockedPayment } from '../locked-payments.store.ts'
import { endCancelledPayment } from './end-payments.ts'

/**
 * Cancels a payment before it is passed to its rail, and releases its holds and limits. If
 * another payment drew the rest of the same FX contract, that payment must be cancelled first.
 */
export async function cancelPayment(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  notes: string | undefined,
  now: Temporal.Instant,
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
  const institution = await readInstitution(tx, principal.tenantId)
  const ending = { payment, to: 'CANCELLED', actor: principal.clientId, evidence: { notes } } as const
  const ended = await endCancelledPayment(tx, institution, ending, now)
  if (!ended.ok) return ended
  const done = { action: 'cancelled', status: 'CANCELLED', notes } as const
  return accept(await recordPaymentAction(tx, principal, payment, done, now))
}
