import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type ApprovalPorts, subjectOf } from './approval-subject.ts'
import { type ApprovalRow, lockApproval } from './approvals.store.ts'
import { close } from './request-approval.ts'

const ACTOR = 'worker'

/** Expires a proposal, unless it was decided in the meantime. */
export async function expireApproval(
  tx: Transaction,
  ports: ApprovalPorts,
  expired: ApprovalRow,
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId, id } = expired
  await subjectOf(ports, expired).lock(tx, expired)
  const approval = await lockApproval(tx, tenantId, id)
  if (approval?.status !== 'Pending') return
  const reason = approval.approversNeeded === null ? 'nobody decided in thirty days' : 'too few people approved in time'
  const closed = await close(tx, approval, { status: 'Expired', by: ACTOR, reason }, now)
  await subjectOf(ports, closed).drop(tx, { tenantId, clientId: ACTOR }, closed, now)
}
