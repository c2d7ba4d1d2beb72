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
  /** The content that was decided about, by its hash and by its revision. */
  contentSha256: string
  revision: number
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
       content_sha256, notes, decided_at, decided_on, limit_amount, revision)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      ...[tenantId, paymentId, approver, clientId, userId ?? null, signatoryId ?? null, identifiedBy, side, decision],
      ...[
        sealCell(tx.keyring, tenantId, cell, approval.contentSha256),
        approval.notes ?? null,
        now.toString(),
        approval.decidedOn.toString(),
        approval.limitAmount,
        approval.revision,
      ],
    ],
  )
}

export interface DecidedApproval {
  paymentId: string
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
  /** Whether neither the person nor the client, nor a legal entity above them, is stopped now. */
  isApproverActive: boolean
  /** The e-mail address of the person, if any. */
  email: string | null
  side: 'Customer' | 'Institution'
  decision: 'Approved' | 'Rejected'
  contentSha256: string
  /** Whether nobody has shaped the payment since. */
  isOfLastRevision: boolean
  notes: string | null
  decidedAt: Temporal.Instant
}

/** Whether an entity, or one above it, is suspended, in SQL. */
const isSuspended = (entityId: string) => `exists (
         select from customers e join customers above on above.tenant_id = $1 and (above.id = e.id or above.id = any(e.ancestor_ids))
         where e.tenant_id = $1 and e.id = ${entityId} and above.status = 'Suspended')`

/**
 * The decisions on payments, oldest first. A token proves its person through any client, so it only
 * counts whether the person is stopped.
 */
export async function readPaymentApprovals(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<DecidedApproval[]> {
  return tx.query<DecidedApproval>(
    `select a.payment_id, a.approver, a.client_id, a.user_id, u.login_id, a.signatory_id, a.identified_by, a.side,
       a.decision, a.content_sha256, a.notes, a.decided_at, coalesce(u.email, s.email_address) as email,
       coalesce(c.trusted_to_name_persons and c.revoked_at is null, false) as is_client_trusted,
       (a.identified_by = 'Token' or c.client_id is null or (c.revoked_at is null and not ${isSuspended('c.legal_entity_id')}))
         and (a.user_id is null or (u.status = 'Active' and not ${isSuspended('u.customer_id')}))
         and (a.signatory_id is null or (s.status = 'Active' and s.deleted_at is null)) as is_approver_active,
       a.revision = ${lastRevision('a.payment_id')} as is_of_last_revision
     from payment_approvals a left join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
       left join signatories s on s.tenant_id = a.tenant_id and s.id = a.signatory_id
       left join api_clients c on c.tenant_id = a.tenant_id and c.client_id = a.client_id
     where a.tenant_id = $1 and a.payment_id = any($2::uuid[]) order by a.decided_at, a.approver, a.revision`,
    [tenantId, paymentIds],
  )
}

/** How often a payment was shaped after it was submitted, in SQL. */
export function lastRevision(paymentId: string): string {
  return `coalesce((select max(m.revision) from payment_makers m where m.tenant_id = $1 and m.payment_id = ${paymentId}), 0)`
}

/**
 * The total that a user approved on a day in the institution's currency, including payments that
 * were rejected or failed later. A payment that was approved again counts once, and one payment,
 * which is being approved now, does not.
 */
export async function sumApprovedBy(
  tx: Transaction,
  tenantId: bigint,
  userId: string,
  { day, currency, besides }: { day: Temporal.PlainDate; currency: string; besides: string },
): Promise<bigint> {
  const row = await tx.row<{ total: bigint }>(
    `select coalesce(sum(one.amount), 0)::bigint as total
     from (
       select max(coalesce(a.limit_amount, p.amount)) as amount
       from payment_approvals a join payments p on p.tenant_id = a.tenant_id and p.id = a.payment_id
       where a.tenant_id = $1 and a.user_id = $2 and a.decided_on = $3 and a.decision = 'Approved'
         and (p.currency = $4 or a.limit_amount is not null) and a.payment_id <> $5
       group by a.payment_id) as one`,
    [tenantId, userId, day.toString(), currency, besides],
  )
  return row!.total
}
