import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type ApprovalPorts, subjectOf } from './approval-subject.ts'
import { type ApprovalRow, type Closing, lockApproval } from './approvals.store.ts'
import { type Actor, close } from './request-approval.ts'

/**
 * Locks the subject of a proposal, then the proposal, and reads it again. One that was altered is
 * locked alone: it may name another subject than its own, or none.
 */
export async function lockProposal(
  tx: Transaction,
  ports: Pick<ApprovalPorts, 'approvalSubjects'>,
  found: ApprovalRow,
): Promise<ApprovalRow> {
  const { altered } = found
  if (altered === undefined) await subjectOf(ports, found).lock(tx, found)
  const locked = (await lockApproval(tx, found.tenantId, found.id))!
  return altered === undefined ? locked : { ...locked, altered }
}

/**
 * Ends a proposal that `lockProposal` has locked without applying it. Its subject goes on as if it
 * had not been made; that of one that was altered stays as it is, for somebody to propose it again.
 */
export async function endProposal(
  tx: Transaction,
  ports: Pick<ApprovalPorts, 'approvalSubjects'>,
  actor: Principal | Actor,
  { pending, ...closing }: { pending: ApprovalRow } & Omit<Closing, 'by'>,
  now: Temporal.Instant,
): Promise<ApprovalRow> {
  const closed = await close(tx, pending, { ...closing, by: actor.clientId }, now)
  if (pending.altered === undefined) await subjectOf(ports, closed).drop(tx, actor, closed, now)
  return closed
}
