import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { ApprovalPorts } from './approval-subject.ts'
import type { ApprovalRow } from './approvals.store.ts'
import { endProposal, lockProposal } from './end-proposal.ts'

const ACTOR = 'worker'

/** Expires a proposal, unless it was decided in the meantime. */
export async function expireApproval(
  tx: Transaction,
  ports: ApprovalPorts,
  expired: ApprovalRow,
  now: Temporal.Instant,
): Promise<void> {
  const pending = await lockProposal(tx, ports, expired)
  if (pending.status !== 'Pending') return
  const reason = pending.approversNeeded === null ? 'nobody decided in thirty days' : 'too few people approved in time'
  const actor = { tenantId: expired.tenantId, clientId: ACTOR }
  await endProposal(tx, ports, actor, { pending, status: 'Expired', reason }, now)
}
