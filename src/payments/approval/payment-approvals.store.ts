import type { Temporal } from 'temporal-polyfill'
import { APPROVER_JOINS, approverColumns, type DecidedBy, type IdentifiedBy } from '../../approvers/approvers.ts'
import { type Altered, queryAny } from '../../db/altered-rows.ts'
import type { Transaction } from '../../db/client.ts'
import { checked, contentIndex, storedContent, type WithContent } from '../../db/content-digest.ts'
import { PAYMENT_APPROVALS } from '../../db/digested-tables.ts'
import { sealCell } from '../../db/seal-rows.ts'
import { vouched } from '../../tokens/api-clients.ts'

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
  /** Whether dual control would have refused it. */
  failsDualControl: boolean
}

export async function insertPaymentApproval(
  tx: Transaction,
  tenantId: bigint,
  approval: PaymentApproval,
  now: Temporal.Instant,
): Promise<void> {
  const { paymentId, approver, revision, clientId, identifiedBy, side, decision, limitAmount } = approval
  const cell = { table: 'payment_approvals', column: 'content_sha256', key: [paymentId, approver, revision] }
  const row = {
    ...{ paymentId, approver, revision, clientId, identifiedBy, side, decision, limitAmount },
    userId: approval.userId ?? null,
    signatoryId: approval.signatoryId ?? null,
    contentSha256: sealCell(tx.keyring, tenantId, cell, approval.contentSha256),
    decidedOn: approval.decidedOn.toString(),
  }
  const digest = contentIndex(tx, tenantId, PAYMENT_APPROVALS, { ...row, decidedAt: now.epochMilliseconds })
  await tx.query(
    `insert into payment_approvals (tenant_id, payment_id, approver, client_id, user_id, signatory_id, identified_by, side, decision,
       content_sha256, notes, decided_at, decided_on, limit_amount, revision, content_index, fails_dual_control)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      ...[tenantId, paymentId, approver, clientId, row.userId, row.signatoryId, identifiedBy, side, decision],
      ...[row.contentSha256, approval.notes ?? null, now.toString(), row.decidedOn, limitAmount, revision, digest],
      approval.failsDualControl,
    ],
  )
}

/** One that is not what the service stored says why, and does not count. */
export interface DecidedApproval extends DecidedBy, Altered {
  paymentId: string
  side: 'Customer' | 'Institution'
  decision: 'Approved' | 'Rejected'
  contentSha256: string
  /** Whether nobody has shaped the payment since. */
  isOfLastRevision: boolean
  /** Whether it was taken back, because its approver was stopped. */
  isWithdrawn: boolean
  notes: string | null
  decidedAt: Temporal.Instant
}

const CUSTOMER = '(select p.customer_id from payments p where p.tenant_id = $1 and p.id = a.payment_id limit 1)'

/** The decisions on payments, oldest first. */
export async function readPaymentApprovals(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<DecidedApproval[]> {
  const rows = await queryAny<DecidedApproval & WithContent>(
    tx,
    `select a.payment_id, ${approverColumns(CUSTOMER)}, a.side, a.decision, a.content_sha256, a.notes, a.decided_at,
       a.revision = ${lastRevision('a.payment_id')} as is_of_last_revision,
       a.withdrawn_by is not null as is_withdrawn, ${storedContent(PAYMENT_APPROVALS, 'a')} as content
     from payment_approvals a ${APPROVER_JOINS}
     where a.tenant_id = $1 and a.payment_id = any($2::uuid[]) order by a.decided_at, a.approver, a.revision`,
    [tenantId, paymentIds],
  )
  return rows.map((row) => checked(tx, tenantId, PAYMENT_APPROVALS, row))
}

/** How many approvals payments need: when they were made, or more by now. */
export async function readApprovalsNeeded(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<{ paymentId: string; approversNeeded: number; needsInstitutionApproval: boolean }[]> {
  if (paymentIds.length === 0) return []
  return tx.query(
    `select s.payment_id, coalesce(s.approvers_needed, p.approvers_needed) as approvers_needed, s.needs_institution_approval
     from payment_states s join payments p on p.tenant_id = $1 and p.id = s.payment_id
     where s.tenant_id = $1 and s.payment_id = any($2::uuid[])`,
    [tenantId, paymentIds],
  )
}

/** Who gave approvals: through one of the clients, or as one of the users. */
export interface GivenBy {
  clientIds: readonly string[]
  userIds: readonly string[]
  /** Clients whose identity provider was revoked: as people of it, before that. */
  vouchedBy: readonly string[]
}

/** Takes back the approvals that they gave to a locked payment. Returns their approvers. */
export async function markWithdrawn(
  tx: Transaction,
  tenantId: bigint,
  {
    paymentId,
    by: { clientIds, userIds, vouchedBy },
    cancellation,
  }: { paymentId: string; by: GivenBy; cancellation: string },
): Promise<string[]> {
  const rows = await tx.query<{ approver: string }>(
    `update payment_approvals set withdrawn_by = $5
     where tenant_id = $1 and payment_id = $2 and decision = 'Approved' and withdrawn_by is null
       and (client_id = any($3::text[]) or user_id = any($4::uuid[]) or ${vouched('payment_approvals.client_id', 'payment_approvals.user_id', 'payment_approvals.decided_at', '$6')})
     returning approver`,
    [tenantId, paymentId, clientIds, userIds, cancellation, vouchedBy],
  )
  return rows.map(({ approver }) => approver)
}

/** How often a payment was shaped after it was submitted, in SQL. */
export function lastRevision(paymentId: string): string {
  return `coalesce((select max(m.revision) from payment_makers m where m.tenant_id = $1 and m.payment_id = ${paymentId}), 0)`
}
