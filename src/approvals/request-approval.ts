import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { newId } from '../kernel/id.ts'
import { renderApproval } from './approvals.schema.ts'
import {
  type ApprovalRow,
  type Closing,
  closeApproval,
  findWaitingApproval,
  insertApproval,
} from './approvals.store.ts'
import { contentHash } from './content-hash.ts'
import { type ApprovalAction, type ApprovalKind, expiryOf } from './domain/decide-approval.ts'

/** The client that requests or decides a change. */
export interface Actor {
  tenantId: bigint
  clientId: string
}

/** The subject of a proposal, by its identifier in the API. */
export interface SubjectOfApproval {
  kind: ApprovalKind
  subjectId: string
}

export interface ProposedChange extends Omit<SubjectOfApproval, 'subjectId'> {
  /** Undefined for something new that has no identifier yet: the proposal gives it its own. */
  subjectId: string | undefined
  /** The customer whose settings require the approval. */
  customerId: bigint
  action: ApprovalAction
  /** Whether only the institution may decide it; by default, the customer's own people may too. */
  institutionDecides?: boolean
  /** How many people must approve it, and until when. By default, one does in thirty days. */
  several?: { approversNeeded: number; expiresAt: Temporal.Instant }
  /** The current subject, for an update. */
  current?: unknown
  /** The content shown to approvers and applied on approval. */
  proposed: unknown
}

/** The one who proposes a change, with the legal entity of their token; null for the service. */
export interface Proposer extends Actor {
  legalEntityId: bigint | null
}

/** Records a change that waits for approval. It voids an earlier proposal for the same subject. */
export async function requestApproval(
  tx: Transaction,
  { tenantId, clientId, legalEntityId }: Proposer,
  change: ProposedChange,
  now: Temporal.Instant,
): Promise<ApprovalRow> {
  const { kind, action, customerId, current, proposed, institutionDecides = false, several } = change
  const id = newId(now)
  const subjectId = change.subjectId ?? id
  await voidApproval(tx, { tenantId, clientId }, { kind, subjectId }, 'another change was proposed in its place', now)
  const content = { kind, action, customerUID: String(customerId), subjectUID: subjectId, current: current ?? null }
  const approval = await insertApproval(
    tx,
    {
      ...{ tenantId, id, kind, subjectId, customerId, action, current, proposed, institutionDecides },
      contentHash: contentHash({ ...content, proposed }),
      requestedBy: clientId,
      requestedFor: legalEntityId,
      approversNeeded: several?.approversNeeded ?? null,
      expiresAt: several?.expiresAt ?? expiryOf(now),
    },
    now,
  )
  await recordStep(tx, clientId, 'approval.requested', approval, now)
  return approval
}

/** Voids the subject's waiting proposal, if any, and returns whether one was waiting. */
export async function voidApproval(
  tx: Transaction,
  { tenantId, clientId }: Actor,
  subject: SubjectOfApproval,
  reason: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const pending = await findWaitingApproval(tx, tenantId, subject)
  if (!pending) return false
  await close(tx, pending, { status: 'Voided', by: clientId, reason }, now)
  return true
}

/**
 * Closes a proposal locked by the caller and records who requested and decided it, and its content.
 */
export async function close(
  tx: Transaction,
  pending: ApprovalRow,
  closing: Closing,
  now: Temporal.Instant,
): Promise<ApprovalRow> {
  const closed = await closeApproval(tx, pending.tenantId, pending.id, closing, now)
  await recordStep(tx, closing.by, `approval.${closing.status.toLowerCase()}`, closed, now, pending)
  return closed
}

async function recordStep(
  tx: Transaction,
  actor: string,
  action: string,
  approval: ApprovalRow,
  now: Temporal.Instant,
  before?: ApprovalRow,
): Promise<void> {
  await recordChange(
    tx,
    {
      tenantId: approval.tenantId,
      actor,
      action,
      subject: { kind: 'approval', id: approval.id, customerId: approval.customerId },
      before: before && { status: before.status },
      after: renderApproval(approval),
    },
    now,
  )
}
