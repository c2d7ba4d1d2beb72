import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import type { LockedPayment } from '../locked-payments.store.ts'
import type { PaymentStatus } from '../payment-state.ts'

/**
 * Records a client's action on a payment in the audit log. The worker's transitions are only in the
 * payment's history. What is only kept is not part of the event.
 */
export async function recordPaymentAction<Payment extends Acted>(
  tx: Transaction,
  principal: Principal,
  payment: Payment,
  done: PaymentAction,
  now: Temporal.Instant,
  kept?: Record<string, string | undefined>,
): Promise<Payment> {
  const { shown, ...change } = paymentActionOf(principal, payment, done, kept)
  await recordChange(tx, change, now, shown)
  return { ...payment, status: done.status }
}

type Acted = Pick<LockedPayment, 'id' | 'customerId' | 'status'>
type PaymentAction = { action: string; status: PaymentStatus } & Record<string, string | undefined>

/** The audit record and the event of an action, for many that are recorded together. */
export function paymentActionOf(
  { tenantId, clientId, person }: Principal,
  payment: Acted,
  { action, status, ...why }: PaymentAction,
  kept?: Record<string, string | undefined>,
) {
  const subject = { kind: 'payment', id: payment.id, customerId: payment.customerId }
  const after = { status, ...why }
  const change = { before: { status: payment.status }, after: { ...after, ...kept } }
  // The event names who acted, as the record does with its actor.
  const shown = { ...(person && { userId: person.userId }), ...after, by: clientId }
  return { tenantId, actor: clientId, action: `payment.${action}`, subject, ...change, shown }
}
