import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { subjectOf } from './approval-subjects.ts'
import { type ApprovalRow, lockApproval } from './approvals.store.ts'
import { close } from './request-approval.ts'

const ACTOR = 'worker'

/** Gives up a proposal that has waited for its whole time; one that somebody has decided in the meantime is left alone. */
export async function expireApproval(tx: Transaction, expired: ApprovalRow, now: Temporal.Instant): Promise<void> {
  const { tenantId, id } = expired
  await subjectOf(expired).lock(tx, expired)
  const approval = await lockApproval(tx, tenantId, id)
  if (approval?.status !== 'Pending') return
  const closed = await close(
    tx,
    approval,
    { status: 'Expired', by: ACTOR, reason: 'nobody decided in thirty days' },
    now,
  )
  await subjectOf(closed).drop(tx, { tenantId, clientId: ACTOR }, closed, now)
}
