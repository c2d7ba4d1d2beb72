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
import { type ApprovalKind, expiryOf } from './domain/decide-approval.ts'

/** Who asks for a change, or decides one. */
export interface Actor {
  tenantId: bigint
  clientId: string
}

/** What a proposal is about: its subject is named by the identifier it has on the wire. */
export interface SubjectOfApproval {
  kind: ApprovalKind
  subjectId: string
}

export interface ProposedChange extends SubjectOfApproval {
  /** Whose settings ask for the approval. */
  customerId: bigint
  action: 'create' | 'update'
  /** The subject as it stands, for a change of it. */
  current?: unknown
  /** What is applied once it is approved, and shown until then: nothing else. */
  proposed: unknown
}

/** Has a change wait for its approval. What waited for the same subject before is void: the later proposal stands in its place. */
export async function requestApproval(
  tx: Transaction,
  { tenantId, clientId }: Actor,
  change: ProposedChange,
  now: Temporal.Instant,
): Promise<ApprovalRow> {
  await voidApproval(tx, { tenantId, clientId }, change, 'another change was proposed in its place', now)
  const { kind, action, customerId, subjectId, current, proposed } = change
  const content = { kind, action, customerUID: String(customerId), subjectUID: subjectId, current: current ?? null }
  const approval = await insertApproval(
    tx,
    {
      ...{ tenantId, id: newId(now), kind, subjectId, customerId, action, current, proposed },
      contentHash: contentHash({ ...content, proposed }),
      requestedBy: clientId,
      expiresAt: expiryOf(now),
    },
    now,
  )
  await recordStep(tx, clientId, 'approval.requested', approval, now)
  return approval
}

/** Ends the wait of the subject's proposal, where there is one, because the subject is changed otherwise. Returns whether there was. */
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

/** Ends the wait of a proposal that the caller has locked, with its trace: who asked, who decided, and of what content. */
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
