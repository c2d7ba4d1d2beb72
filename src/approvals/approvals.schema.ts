import Type, { type Static } from 'typebox'
import { name, named, text, Uid, UidInBody } from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import type { WaitingReply } from '../http/second-person.ts'
import { timestamp } from '../kernel/timestamp.ts'
import type { ApprovalRow, Progress } from './approvals.store.ts'
import type { ApprovalContent } from './content-hash.ts'
import { APPROVAL_KINDS, APPROVAL_STATUSES } from './domain/decide-approval.ts'

const shown = Type.Optional(Type.String())
const content = Type.Object({}, { additionalProperties: true })

export const ApprovalReply = named('Approval', {
  approvalUID: Type.String(),
  kind: name(APPROVAL_KINDS, { description: 'The kind of subject.' }),
  action: name(['create', 'update', 'delete'], { description: 'What the change does.' }),
  customerUID: Type.String({ description: 'The customer whose settings require the approval.' }),
  subjectUID: Type.String({
    description: 'The identifier of the subject; the approvalUID for something new that has none yet.',
  }),
  institutionDecides: Type.Optional(
    Type.Boolean({ description: 'true if only the institution can decide it; absent otherwise.' }),
  ),
  approversNeeded: Type.Optional(
    Type.Integer({ description: 'How many people must approve it; absent if one second person decides.' }),
  ),
  approvers: Type.Optional(
    Type.Array(
      Type.Object({
        approverUID: Type.String({ description: 'The userId, the id of the signatory, or the API key of a client.' }),
        approvedAt: Type.String({ description: 'When they approved it, ISO 8601 in UTC.' }),
      }),
      { description: 'Who has approved it so far. One who is stopped does not count until they are active again.' },
    ),
  ),
  status: name(APPROVAL_STATUSES),
  altered: Type.Optional(
    Type.String({
      description:
        'Why the proposal is not what the service stored: it can only be rejected, and may have no content. Absent otherwise.',
    }),
  ),
  requestedBy: Type.String(),
  requestedByUserUID: Type.Optional(
    Type.String({ description: 'The user whose token asked for it; absent if a client asked in its own name.' }),
  ),
  requestedByName: Type.Optional(
    Type.String({ description: "The name of that user; in the institution's queue only." }),
  ),
  requestedAt: Type.String(),
  expiresAt: Type.String(),
  decidedBy: shown,
  decidedByUserUID: Type.Optional(
    Type.String({ description: 'The user whose token decided it; absent if a client decided in its own name.' }),
  ),
  decidedByName: Type.Optional(Type.String({ description: "The name of that user; in the institution's queue only." })),
  decidedAt: shown,
  reason: shown,
  current: Type.Optional(content),
  proposed: content,
  result: Type.Optional({
    ...content,
    description: 'What the approved request returned, such as the id of what it created.',
  }),
  shownOnce: Type.Optional({
    ...content,
    description: 'Secrets of what the approval created, such as apiSecret. Only the reply to the approval shows them.',
  }),
  contentHash: Type.String({
    description:
      'SHA-256, in hexadecimal digits, of the canonical JSON (RFC 8785) of kind, action, customerUID, subjectUID, current (null if absent) and proposed.',
  }),
})

/** The content of a proposal, as hashed. */
export function contentOf(approval: ApprovalRow): ApprovalContent {
  return {
    kind: approval.kind,
    action: approval.action,
    customerUID: String(approval.customerId),
    subjectUID: approval.subjectId,
    current: approval.current,
    proposed: approval.proposed,
  }
}

/** The names of people by their userUID; nobody is named who is not in it. */
type Names = ReadonlyMap<string, string>

export function renderApproval(
  approval: ApprovalRow,
  names: Names = new Map(),
  progress?: Progress,
): Static<typeof ApprovalReply> {
  const { current, proposed, ...about } = contentOf(approval)
  return {
    approvalUID: approval.id,
    ...about,
    institutionDecides: approval.institutionDecides || undefined,
    ...renderApprovers(approval, progress),
    ...renderProgress(approval, names),
    current: (current as object | null) ?? undefined,
    proposed: proposed as object,
    ...(approval.result !== null && { result: approval.result as object }),
    contentHash: approval.contentSha256,
  }
}

function renderApprovers({ approversNeeded }: ApprovalRow, progress: Progress | undefined) {
  if (approversNeeded === null) return {}
  return {
    approversNeeded: Math.max(approversNeeded, progress?.approversNeeded ?? 0),
    ...(progress && {
      approvers: progress.approvers.map(({ approver, approvedAt }) => ({
        approverUID: approver,
        approvedAt: timestamp(approvedAt),
      })),
    }),
  }
}

/** The reply to a change that waits. */
export function renderWaiting(approval: ApprovalRow, message: string): WaitingReply {
  return {
    approvalUID: approval.id,
    status: 'Pending',
    contentHash: approval.contentSha256,
    expiresAt: timestamp(approval.expiresAt),
    message,
  }
}

function renderProgress(approval: ApprovalRow, names: Names) {
  const { requestedByUser, decidedByUser } = approval
  return {
    status: approval.status,
    altered: approval.altered,
    requestedBy: approval.requestedBy,
    requestedByUserUID: requestedByUser ?? undefined,
    requestedByName: names.get(requestedByUser ?? ''),
    requestedAt: timestamp(approval.requestedAt),
    expiresAt: timestamp(approval.expiresAt),
    decidedBy: approval.decidedBy ?? undefined,
    decidedByUserUID: decidedByUser ?? undefined,
    decidedByName: names.get(decidedByUser ?? ''),
    decidedAt: timestamp(approval.decidedAt),
    reason: approval.reason ?? undefined,
  }
}

/** An approvalUID that is not a UUID is refused as not found, not as malformed. */
const ApprovalUid = text(64)

/** The institution's queue has no customer in its path. */
export const QueueParams = Type.Object({})
export const CustomerQueueParams = Type.Object({ customerUID: Uid })
export const ApprovalParams = Type.Object({ approvalUID: ApprovalUid })
export const CustomerApprovalParams = Type.Object({ customerUID: Uid, approvalUID: ApprovalUid })

export const CustomerQueueQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(name(APPROVAL_STATUSES)),
  subjectUID: Type.Optional(text(64)),
})
export const QueueQuery = Type.Object({
  ...CustomerQueueQuery.properties,
  kind: Type.Optional(name(APPROVAL_KINDS)),
  customerUID: Type.Optional(Uid),
})

export const ApproveBody = named('ApproveRequest', {
  contentHash: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'The contentHash of the content that was reviewed, 64 hexadecimal digits.',
  }),
})
/** A trade is approved by people, as a payment is: a trusted client names them. */
export const ApproveTradeBody = named('ApproveTradeRequest', {
  ...ApproveBody.properties,
  userId: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'The user who approves; loginId names the same user. Only a client that the institution trusts can name a person.',
    }),
  ),
  loginId: Type.Optional(text(128)),
  signatoryId: Type.Optional(UidInBody),
})

/** An approval with its identifiers as text. */
export function parseApproval({ signatoryId, ...body }: Static<typeof ApproveTradeBody>) {
  return { ...body, ...(signatoryId !== undefined && { signatoryId: String(signatoryId) }) }
}

export const RejectBody = named('RejectRequest', { reason: text(500) })

export const exampleApproval = {
  approvalUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
  kind: 'contact',
  action: 'create',
  customerUID: '100042',
  subjectUID: '100217',
  status: 'Pending',
  requestedBy: 'giro_5yVqXQ0gDbN7s2LhTzKcRe',
  requestedAt: '2026-07-01T14:00:00.000Z',
  expiresAt: '2026-07-31T14:00:00.000Z',
  proposed: { templateName: 'Bean supplier', name: 'Highland Beans Inc' },
  contentHash: '1f0c5e9b7a3d2c4e6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6',
}
