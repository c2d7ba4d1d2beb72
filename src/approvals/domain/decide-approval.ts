import { Temporal } from 'temporal-polyfill'
import { accept, type Result, refuse } from '../../kernel/result.ts'

export const APPROVAL_KINDS = ['contact', 'customer', 'user'] as const
export const APPROVAL_STATUSES = ['Pending', 'Approved', 'Rejected', 'Voided', 'Expired'] as const

/** What kind of subject the change is of. */
export type ApprovalKind = (typeof APPROVAL_KINDS)[number]
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/** For how long a proposal waits. Who has not looked at it by then is asked anew, with what is true by then. */
const WAITS = Temporal.Duration.from({ hours: 30 * 24 })

export function expiryOf(requestedAt: Temporal.Instant): Temporal.Instant {
  return requestedAt.add(WAITS)
}

/** The part of an approval that a decision goes by. */
export interface OpenApproval {
  status: string
  requestedBy: string
  decidedBy: string | null
  expiresAt: Temporal.Instant
  /** Of the content that is going to be applied. */
  contentHash: string
}

export type Decision = { kind: 'approve'; contentHash: string } | { kind: 'reject' }

export interface DecisionRefusal {
  reason: 'approvalDecided' | 'approvalOfOwnChange' | 'approvalContentChanged'
  detail?: string
}

/**
 * Whether `by` may decide the proposal now. It waits until the moment it expires; it is decided once; and it is approved by somebody else than
 * who asked for it, for exactly the content they have seen. Who asked for it may reject it, which takes it back.
 */
export function mayDecide(
  approval: OpenApproval,
  decision: Decision,
  { by, now }: { by: string; now: Temporal.Instant },
): Result<void, DecisionRefusal> {
  if (approval.status !== 'Pending')
    return refuse({
      reason: 'approvalDecided',
      detail: `the approval is ${approval.status} already, by ${approval.decidedBy}`,
    })
  if (Temporal.Instant.compare(now, approval.expiresAt) >= 0)
    return refuse({ reason: 'approvalDecided', detail: `the approval has expired at ${approval.expiresAt}` })
  if (decision.kind === 'reject') return accept(undefined)
  if (by === approval.requestedBy) return refuse({ reason: 'approvalOfOwnChange' })
  if (decision.contentHash !== approval.contentHash) return refuse({ reason: 'approvalContentChanged' })
  return accept(undefined)
}
