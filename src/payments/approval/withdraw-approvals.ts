import type { Temporal } from 'temporal-polyfill'
import { recordAudit } from '../../audit/audit.ts'
import type { Transaction } from '../../db/client.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { lockPayment } from '../locked-payments.store.ts'
import type { PaymentStatus } from '../payment-state.ts'
import { type GivenBy, markWithdrawn } from './payment-approvals.store.ts'

/** In these, approvals are counted again before the payment leaves. */
const COUNTED_AGAIN: readonly PaymentStatus[] = [
  ...(['PENDING_APPROVAL', 'PARTIALLY_APPROVED', 'FUTURE_DATED', 'HELD', 'VALIDATED'] as const),
]

/**
 * Takes back the approvals that a stopped actor gave to a payment: they do not count, also if the
 * actor acts again. The payment waits for others, at the latest on its date. Returns why they are
 * not taken back, or undefined.
 */
export async function withdrawApprovals(
  tx: Transaction,
  { tenantId, clientId: actor }: Principal,
  { paymentId, by, cancellation, reason }: { paymentId: string; by: GivenBy; cancellation: string; reason: string },
  now: Temporal.Instant,
): Promise<string | undefined> {
  const { status, customerId } = await lockPayment(tx, tenantId, paymentId)
  if (!COUNTED_AGAIN.includes(status)) return `the payment is ${status}`
  const approvers = await markWithdrawn(tx, tenantId, { paymentId, by, cancellation })
  if (approvers.length === 0) return undefined
  const subject = { kind: 'payment', id: paymentId, customerId }
  const after = { approvers, reason, cancellation }
  await recordAudit(tx, { tenantId, actor, action: 'payment.approvalsWithdrawn', subject, after }, now)
  return undefined
}
