import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import type { LockedPayment } from '../locked-payments.store.ts'
import type { PaymentStatus } from '../payment-state.ts'

/**
 * Records a client's action on a payment in the audit log. The worker's transitions are only in the
 * payment's history.
 */
export async function recordPaymentAction<Payment extends Acted>(
  tx: Transaction,
  principal: Principal,
  payment: Payment,
  done: PaymentAction,
  now: Temporal.Instant,
): Promise<Payment> {
  const { shown, ...change } = paymentActionOf(principal, payment, done)
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
) {
  const subject = { kind: 'payment', id: payment.id, customerId: payment.customerId }
  const change = { before: { status: payment.status }, after: { status, ...why } }
  // The event names who acted, as the record does with its actor.
  const shown = { ...(person && { userId: person.userId }), ...change.after, by: clientId }
  return { tenantId, actor: clientId, action: `payment.${action}`, subject, ...change, shown }
}
