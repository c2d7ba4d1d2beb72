import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'

export interface PaymentApproval {
  paymentId: string
  approver: string
  side: 'Customer' | 'Institution'
  decision: 'Approved' | 'Rejected'
  contentSha256: string
  notes: string | undefined
}

export async function insertPaymentApproval(
  tx: Transaction,
  tenantId: bigint,
  { paymentId, approver, side, decision, contentSha256, notes }: PaymentApproval,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into payment_approvals (tenant_id, payment_id, approver, side, decision, content_sha256, notes, decided_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tenantId, paymentId, approver, side, decision, contentSha256, notes ?? null, now.toString()],
  )
}

export interface DecidedApproval {
  approver: string
  side: 'Customer' | 'Institution'
  decision: 'Approved' | 'Rejected'
  decidedAt: Temporal.Instant
}

/** Who decided about a payment, in the order they did. */
export async function readPaymentApprovals(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
): Promise<DecidedApproval[]> {
  return tx.query<DecidedApproval>(
    `select approver, side, decision, decided_at as "decidedAt" from payment_approvals
     where tenant_id = $1 and payment_id = $2 order by decided_at, approver`,
    [tenantId, paymentId],
  )
}
