import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'

export interface PaymentApproval {
  paymentId: string
  /** Decides once: the client itself, or the person it decided for. */
  approver: string
  clientId: string
  userId: string | undefined
  signatoryId: string | undefined
  side: 'Customer' | 'Institution'
  decision: 'Approved' | 'Rejected'
  contentSha256: string
  notes: string | undefined
  /** In the institution's time zone. */
  decidedOn: Temporal.PlainDate
}

export async function insertPaymentApproval(
  tx: Transaction,
  tenantId: bigint,
  approval: PaymentApproval,
  now: Temporal.Instant,
): Promise<void> {
  const { paymentId, approver, clientId, userId, signatoryId, side, decision, contentSha256, notes } = approval
  await tx.query(
    `insert into payment_approvals (tenant_id, payment_id, approver, client_id, user_id, signatory_id, side, decision, content_sha256, notes,
       decided_at, decided_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[tenantId, paymentId, approver, clientId, userId ?? null, signatoryId ?? null, side, decision, contentSha256],
      ...[notes ?? null, now.toString(), approval.decidedOn.toString()],
    ],
  )
}

export interface DecidedApproval {
  approver: string
  /** The API client that sent the decision. */
  clientId: string
  userId: string | null
  /** The login of the user, if one was named. */
  loginId: string | null
  signatoryId: bigint | null
  side: 'Customer' | 'Institution'
  decision: 'Approved' | 'Rejected'
  notes: string | null
  decidedAt: Temporal.Instant
}

/** The decisions on a payment, oldest first. */
export async function readPaymentApprovals(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
): Promise<DecidedApproval[]> {
  return tx.query<DecidedApproval>(
    `select a.approver, a.client_id, a.user_id, u.login_id, a.signatory_id, a.side,
       a.decision, a.notes, a.decided_at
     from payment_approvals a left join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
     where a.tenant_id = $1 and a.payment_id = $2 order by a.decided_at, a.approver`,
    [tenantId, paymentId],
  )
}

/**
 * The total that a user approved on a day in one currency, including payments that were rejected or
 * failed later.
 */
export async function sumApprovedBy(
  tx: Transaction,
  tenantId: bigint,
  userId: string,
  { day, currency }: { day: Temporal.PlainDate; currency: string },
): Promise<bigint> {
  const row = await tx.row<{ total: bigint }>(
    `select coalesce(sum(p.amount), 0)::bigint as total
     from payment_approvals a join payments p on p.tenant_id = a.tenant_id and p.id = a.payment_id
     where a.tenant_id = $1 and a.user_id = $2 and a.decided_on = $3 and a.decision = 'Approved' and p.currency = $4`,
    [tenantId, userId, day.toString(), currency],
  )
  return row!.total
}
