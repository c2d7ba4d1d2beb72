import { Temporal } from 'temporal-polyfill'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { words } from '../../kernel/words.ts'

/**
 * A contact, customer, user or signatory waits as a record, and a trade of a customer as a quote or
 * a contract. The other kinds are requests that wait as a whole (approvals/proposed-requests.ts).
 */
export const APPROVAL_KINDS = words('ApprovalKind', [
  ...(['contact', 'customer', 'user', 'signatory', 'role', 'fxTrade'] as const),
  ...([
    'institution',
    'limits',
    'fees',
    'fxMargins',
    'fxRates',
    'fxLine',
    'fxDeskTrade',
    'customerFee',
    'adjustment',
    'writeOff',
    'suspenseRelease',
    'fundsRelease',
    'paymentRelease',
    'apiClient',
    'signingKey',
    'account',
    'customerState',
    'rails',
    'userCredentials',
  ] as const),
])
export const APPROVAL_ACTIONS = ['create', 'update', 'delete'] as const
export const APPROVAL_STATUSES = words('ApprovalStatus', ['Pending', 'Approved', 'Rejected', 'Voided', 'Expired'])

/** The kind of subject of a proposal. */
export type ApprovalKind = (typeof APPROVAL_KINDS)[number]
export type ApprovalAction = (typeof APPROVAL_ACTIONS)[number]
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/**
 * How long a proposal can wait. After that, the change must be proposed again with current content.
 */
const TIME_TO_EXPIRY = Temporal.Duration.from({ hours: 30 * 24 })

export function expiryOf(requestedAt: Temporal.Instant): Temporal.Instant {
  return requestedAt.add(TIME_TO_EXPIRY)
}

/** The fields of an approval that a decision depends on. */
export interface OpenApproval {
  status: string
  requestedBy: string
  decidedBy: string | null
  expiresAt: Temporal.Instant
  /** How many people must approve it; null if one second person decides. */
  approversNeeded: number | null
  /** Whether only the institution may decide it. */
  institutionDecides: boolean
  /** The hash of the content to apply. */
  contentHash: string
}

export type Decision = { kind: 'approve'; contentHash: string } | { kind: 'reject' }

export interface DecisionRefusal {
  reason: 'approvalDecided' | 'approvalForInstitution' | 'approvalOfOwnChange' | 'approvalContentChanged'
  detail?: string
}

/**
 * Whether `by` may decide the proposal now. Only a Pending proposal before its expiry can be
 * decided, and some only by the institution. The requester cannot approve it, but can reject it to
 * withdraw it. `isRequester` tells that one person may be behind both. If several people approve,
 * who counts is decided for each of them, as for a payment. An approval must name the hash of
 * exactly the content to apply.
 */
export function mayDecide(
  approval: OpenApproval,
  decision: Decision,
  {
    by,
    isInstitution,
    isRequester,
    now,
  }: { by: string; isInstitution: boolean; isRequester: boolean; now: Temporal.Instant },
): Result<void, DecisionRefusal> {
  if (approval.status !== 'Pending')
    return refuse({
      reason: 'approvalDecided',
      detail: `the approval is already ${approval.status}, by ${approval.decidedBy}`,
    })
  if (Temporal.Instant.compare(now, approval.expiresAt) >= 0)
    return refuse({ reason: 'approvalDecided', detail: `the approval expired at ${approval.expiresAt}` })
  const withdraws = decision.kind === 'reject' && by === approval.requestedBy
  if (approval.institutionDecides && !isInstitution && !withdraws) return refuse({ reason: 'approvalForInstitution' })
  if (decision.kind === 'reject') return accept(undefined)
  const isOfOne = approval.approversNeeded === null
  if (isOfOne && by === approval.requestedBy) return refuse({ reason: 'approvalOfOwnChange' })
  if (isOfOne && isRequester)
    return refuse({
      reason: 'approvalOfOwnChange',
      detail:
        'one person has seen the secrets of this client and of the client that proposed the change, or chose their keys',
    })
  if (decision.contentHash !== approval.contentHash) return refuse({ reason: 'approvalContentChanged' })
  return accept(undefined)
}
