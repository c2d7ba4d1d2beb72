import { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { errorCatalogue } from '../http/errors.ts'
import { readStanding } from '../http/standing.ts'
import { readInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { mayBeOnePerson, partyOf, stillReaches } from '../tokens/api-clients.ts'
import { CONSOLE_CLIENT } from '../tokens/console-client.ts'
import { AppliedRequest, type NamedApprover, subjectOf } from './approval-subject.ts'
import { contentOf } from './approvals.schema.ts'
import { type ApprovalRow, findApproval, keepResult } from './approvals.store.ts'
import { contentHash } from './content-hash.ts'
import { type Decision, mayDecide } from './domain/decide-approval.ts'
import { endProposal, lockProposal } from './end-proposal.ts'
import { type Queue, requireApproval } from './read-approval.ts'
import { close } from './request-approval.ts'

/** Why this approver cannot apply the change; another one can. */
const OF_THE_APPROVER: ReadonlySet<string> = new Set(['entitlementMissing', 'approvalOfOwnAddress'])

/** What the approver reviewed, and who they are, if a trusted client names them. */
export type Approval = NamedApprover & { approvalUID: string; contentHash: string }

/**
 * A proposal that was approved, or that others must still approve, and the secrets that only this
 * reply shows.
 */
export interface ApprovedChange {
  approval: ApprovalRow
  shownOnce: Record<string, unknown> | undefined
}

/**
 * Approves a proposal and applies it in one transaction, under the current rules. If it can no
 * longer be applied, was altered, or its proposer may no longer act, the request is refused with
 * the reason and the proposal stays Pending. One that several people approve stays Pending until
 * the last of them does.
 */
export async function approveChange(
  tx: Transaction,
  app: App,
  principal: Principal,
  queue: Queue,
  { approvalUID, contentHash, ...person }: Approval,
  now: Temporal.Instant,
): Promise<Result<ApprovedChange, Refusal>> {
  const decision = { kind: 'approve', contentHash } as const
  const pending = await lockForDecision(tx, app, principal, queue, approvalUID, decision, now)
  if (!pending.ok) return pending
  const standing = await standingOfProposer(tx, pending.value, app.tokenClock.now())
  if (!standing.ok) return noLongerFits(standing.refusal)
  const one = await subjectOf(app, pending.value).several?.approve(tx, principal, pending.value, person, now, app)
  if (one && !one.ok) return one
  if (one?.value.ends) return endChange(tx, app, principal, pending.value, one.value.ends, now)
  if (one && !one.value.isComplete) return accept({ approval: pending.value, shownOnce: undefined })
  const approved = await close(tx, pending.value, { status: 'Approved', by: principal.clientId }, now)
  const applied = await subjectOf(app, approved).apply(tx, principal, approved, now, app)
  if (!applied.ok) return OF_THE_APPROVER.has(applied.refusal.reason) ? applied : noLongerFits(applied.refusal)
  if (!(applied.value instanceof AppliedRequest)) return accept({ approval: approved, shownOnce: undefined })
  const { result, shownOnce } = applied.value
  return accept({ approval: await keepResult(tx, approved, result), shownOnce })
}

/** Voids a proposal that can never be applied any more, and refuses the request for that. */
async function endChange(
  tx: Transaction,
  app: App,
  principal: Principal,
  pending: ApprovalRow,
  ends: Refusal,
  now: Temporal.Instant,
): Promise<{ ok: false; refusal: Refusal }> {
  const reason = ends.detail ?? errorCatalogue[ends.reason].title
  await endProposal(tx, app, principal, { pending, status: 'Voided', reason }, now)
  return { ok: false, refusal: { ...ends, keepsChange: true } }
}

/** Rejects a proposal with a reason for its requester, who can also withdraw it this way. */
export async function rejectChange(
  tx: Transaction,
  app: App,
  principal: Principal,
  queue: Queue,
  { approvalUID, reason }: { approvalUID: string; reason: string },
  now: Temporal.Instant,
): Promise<Result<ApprovalRow, Refusal>> {
  const pending = await lockForDecision(tx, app, principal, queue, approvalUID, { kind: 'reject' }, now)
  if (!pending.ok) return pending
  return accept(await endProposal(tx, app, principal, { pending: pending.value, status: 'Rejected', reason }, now))
}

/**
 * Rejects what a stopped actor proposed, whoever else may decide it. The caller acts for the
 * institution. Undefined if the proposal does not wait any more.
 */
export async function rejectOfStopped(
  tx: Transaction,
  app: Pick<App, 'approvalSubjects' | 'requireCustomer'>,
  principal: Principal,
  { approvalUID, reason }: { approvalUID: string; reason: string },
  now: Temporal.Instant,
): Promise<ApprovalRow | undefined> {
  const found = await findApproval(tx, principal.tenantId, approvalUID)
  if (found?.status !== 'Pending') return undefined
  const pending = await lockProposal(tx, app, found)
  if (pending.status !== 'Pending') return undefined
  return endProposal(tx, app, principal, { pending, status: 'Rejected', reason }, now)
}

async function lockForDecision(
  tx: Transaction,
  app: App,
  principal: Principal,
  queue: Queue,
  approvalUID: string,
  decision: Decision,
  now: Temporal.Instant,
): Promise<Result<ApprovalRow, Refusal>> {
  const found = await requireApproval(tx, app, principal, queue, approvalUID)
  if (!found.ok) return found
  const approval = await lockProposal(tx, app, found.value)
  if (decision.kind === 'approve' && approval.status === 'Pending' && approval.altered !== undefined)
    return refusal('approvalAltered')
  const { legalEntityId } = await readInstitution(tx, principal.tenantId)
  const allowed = mayDecide(
    {
      status: approval.status,
      requestedBy: nameOf(approval.requestedBy, approval.requestedByUser),
      decidedBy: approval.decidedBy,
      expiresAt: approval.expiresAt,
      institutionDecides: approval.institutionDecides,
      approversNeeded: approval.approversNeeded,
      // Computed from the content to apply, not read from the stored hash.
      contentHash: contentHash(contentOf(approval)),
    },
    decision,
    {
      by: nameOf(principal.clientId, principal.person?.userId),
      isInstitution: principal.legalEntityId === legalEntityId,
      isRequester: await mayBeRequester(tx, principal, approval, legalEntityId, app.tokenClock.now()),
      now,
    },
  )
  return allowed.ok ? accept(approval) : allowed
}

/**
 * Whether the one who asked for the change may act now, for the customer. The entities of client
 * and user count, and that of the token with which they asked: one that only another issuer knows
 * has no other.
 */
async function standingOfProposer(
  tx: Transaction,
  { tenantId, customerId, requestedBy: clientId, requestedByUser: userId, requestedFor, requestedAt }: ApprovalRow,
  tokenNow: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  const legalEntityId = requestedFor
  const proposer = { clientId, userId, legalEntityId, actedAt: requestedAt }
  const standing = (await readStanding(tx, tenantId, [proposer], tokenNow))(proposer)
  if (!standing.ok || (await stillReaches(tx, tenantId, proposer, customerId))) return standing
  const institution = await readInstitution(tx, tenantId)
  // Some of what customers propose is kept for the institution.
  if (customerId === institution.legalEntityId) return standing
  return refusal(
    'actorStopped',
    `the customer was moved away from the legal entity ${legalEntityId}, which proposed it`,
  )
}

/**
 * Who counts as one of two: the client, whomever it names, but each person who signed in to the
 * console. The database compares them in the same way (`approvals_four_eyes`).
 */
function nameOf(clientId: string, userId: string | null | undefined): string {
  return clientId === CONSOLE_CLIENT && userId ? `${clientId} ${userId}` : clientId
}

/**
 * Whether the requester may be who decides: the same person, or one person may hold the secrets or
 * keys of both clients. Who held them when the change was proposed counts, even if the hold has
 * ended since: they may have proposed it.
 */
function mayBeRequester(
  tx: Transaction,
  principal: Principal,
  { requestedBy, requestedByUser, requestedAt }: ApprovalRow,
  ownEntityId: bigint,
  tokenNow: Temporal.Instant,
): Promise<boolean> {
  const other = { clientId: requestedBy, userId: requestedByUser }
  // The clock of a sandbox can be ahead of that by which holds end.
  const asOf = Temporal.Instant.compare(requestedAt, tokenNow) < 0 ? requestedAt : tokenNow
  return mayBeOnePerson(tx, { tenantId: principal.tenantId, one: partyOf(principal), other, ownEntityId }, asOf)
}

function noLongerFits({ reason, detail }: Refusal): { ok: false; refusal: Refusal } {
  return refusal(
    'approvalNoLongerFits',
    `the change can no longer be applied, ${detail ?? errorCatalogue[reason].title}`,
  )
}
