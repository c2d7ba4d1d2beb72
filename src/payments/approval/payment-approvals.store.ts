import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { sealCell } from '../../db/seal-rows.ts'

/**
 * How the approver is known: the client decided in its own name, a client that the institution
 * trusts named the person, or the person's token proved it.
 */
export type IdentifiedBy = 'Client' | 'TrustedClient' | 'Token'

export interface PaymentApproval {
  paymentId: string
  /** Decides once: the client itself, or the person it decided for. */
  approver: string
  clientId: string
  userId: string | undefined
  signatoryId: string | undefined
  identifiedBy: IdentifiedBy
  side: 'Customer' | 'Institution'
  decision: 'Approved' | 'Rejected'
  contentSha256: string
  notes: string | undefined
  /** In the institution's time zone. */
  decidedOn: Temporal.PlainDate
  /**
   * What it counts for against the approver's limits, if that is not the amount of the payment: in
   * minor units of the institution's currency.
   */
  limitAmount: bigint | null
}

export async function insertPaymentApproval(
  tx: Transaction,
  tenantId: bigint,
  approval: PaymentApproval,
  now: Temporal.Instant,
): Promise<void> {
  const { paymentId, approver, clientId, userId, signatoryId, identifiedBy, side, decision } = approval
  const cell = { table: 'payment_approvals', column: 'content_sha256', key: [paymentId, approver] }
  await tx.query(
    `insert into payment_approvals (tenant_id, payment_id, approver, client_id, user_id, signatory_id, identified_by, side, decision,
       content_sha256, notes, decided_at, decided_on, limit_amount)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ...[tenantId, paymentId, approver, clientId, userId ?? null, signatoryId ?? null, identifiedBy, side, decision],
      ...[
        sealCell(tx.keyring, tenantId, cell, approval.contentSha256),
        approval.notes ?? null,
        now.toString(),
        approval.decidedOn.toString(),
        approval.limitAmount,
      ],
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
  identifiedBy: IdentifiedBy
  /** Whether the institution currently trusts the client to name persons. */
  isClientTrusted: boolean
  /** The e-mail address of the person, if any. */
  email: string | null
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
    `select a.approver, a.client_id, a.user_id, u.login_id, a.signatory_id, a.identified_by, a.side,
       a.decision, a.notes, a.decided_at, coalesce(u.email, s.email_address) as email,
       coalesce(c.trusted_to_name_persons and c.revoked_at is null, false) as is_client_trusted
     from payment_approvals a left join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
       left join signatories s on s.tenant_id = a.tenant_id and s.id = a.signatory_id
       left join api_clients c on c.tenant_id = a.tenant_id and c.client_id = a.client_id
     where a.tenant_id = $1 and a.payment_id = $2 order by a.decided_at, a.approver`,
    [tenantId, paymentId],
  )
}

/** The making of a payment, as far as it limits who can be named as its approver. */
export interface Submission {
  /** For a payment of a series, when the series was started: its maker knows of it from then on. */
  madeAt: Temporal.Instant
  /** The e-mail address of the user whose token submitted the payment. */
  submitterEmail: string | null
}

export async function readSubmission(tx: Transaction, tenantId: bigint, paymentId: string): Promise<Submission> {
  const row = await tx.row<Submission>(
    `select least(p.created_at, r.created_at) as made_at, u.email as submitter_email
     from payments p
       left join users u on u.tenant_id = p.tenant_id and u.id = p.created_by_user
       left join payment_occurrences o on o.tenant_id = p.tenant_id and o.payment_id = p.id
       left join payment_recurrences r on r.tenant_id = o.tenant_id and r.id = o.recurrence_id
     where p.tenant_id = $1 and p.id = $2`,
    [tenantId, paymentId],
  )
  return row!
}

/**
 * The total that a user approved on a day in the institution's currency, including payments that
 * were rejected or failed later.
 */
export async function sumApprovedBy(
  tx: Transaction,
  tenantId: bigint,
  userId: string,
  { day, currency }: { day: Temporal.PlainDate; currency: string },
): Promise<bigint> {
  const row = await tx.row<{ total: bigint }>(
    `select coalesce(sum(coalesce(a.limit_amount, p.amount)), 0)::bigint as total
     from payment_approvals a join payments p on p.tenant_id = a.tenant_id and p.id = a.payment_id
     where a.tenant_id = $1 and a.user_id = $2 and a.decided_on = $3 and a.decision = 'Approved'
       and (p.currency = $4 or a.limit_amount is not null)`,
    [tenantId, userId, day.toString(), currency],
  )
  return row!.total
}
