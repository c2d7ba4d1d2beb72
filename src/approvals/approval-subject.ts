import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Connection, Transaction } from '../db/client.ts'
import type { ApprovalTrace } from '../http/operation.ts'
import type { Refusal } from '../kernel/refusal.ts'
import type { Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import type { ApprovalRow, Progress } from './approvals.store.ts'
import type { ApprovalKind } from './domain/decide-approval.ts'
import type { Actor } from './request-approval.ts'

/** What an approval applied, if there is more to tell than the proposal. */
export class AppliedRequest {
  /** What the request returned, kept with the approval. */
  readonly result: unknown
  /** Secrets that only the reply to this approval shows. */
  readonly shownOnce: Record<string, unknown> | undefined
  constructor({ result, shownOnce }: { result: unknown; shownOnce: Record<string, unknown> | undefined }) {
    this.result = result
    this.shownOnce = shownOnce
  }
}

/**
 * The port through which a decision takes effect on one kind of subject. Each slice whose changes
 * may wait for approval implements it, and `main/approval-subjects.ts` lists them.
 */
export interface ApprovalSubject {
  /**
   * Locks the subject as a direct change does, before the approval is locked, to avoid deadlocks.
   */
  lock(tx: Transaction, approval: ApprovalRow): Promise<void>
  /**
   * Applies the proposal under the current rules for a direct change. The approver must be allowed
   * to make the change directly.
   */
  apply(
    tx: Transaction,
    principal: Principal,
    approval: ApprovalRow,
    now: Temporal.Instant,
    app: App,
  ): Promise<Result<unknown, Refusal>>
  /**
   * Discards the proposal; the subject continues as if it had not been made. The actor is the
   * client that rejects it, or the worker when it expires.
   */
  drop(tx: Transaction, actor: Principal | Actor, approval: ApprovalRow, now: Temporal.Instant): Promise<void>
  /** For proposals that several people approve. */
  several?: {
    /** Records the approval of one more of them, or refuses it. */
    approve(
      tx: Transaction,
      principal: Principal,
      approval: ApprovalRow,
      person: NamedApprover,
      now: Temporal.Instant,
      app: App,
    ): Promise<Result<OneApproved, Refusal>>
    /** Of proposals, by their ids. */
    readProgress(db: Connection, tenantId: bigint, approvalIds: readonly string[]): Promise<Map<string, Progress>>
  }
}

/** The person whom a trusted client names: at most one of these. */
export interface NamedApprover {
  userId?: string
  loginId?: string
  signatoryId?: string
}

/** What an approval of one of several people leads to. */
export interface OneApproved {
  /** Whether all approvals are there, so that the proposal is applied. */
  isComplete: boolean
  /** Why the proposal can never be applied any more: it is voided, and the request refused. */
  ends?: Refusal
}

/** The ports through which approvals use higher layers. */
export interface ApprovalPorts {
  approvalSubjects: Readonly<Record<ApprovalKind, ApprovalSubject>>
  /** The customer in the path, if the principal may see it. */
  requireCustomer(db: Connection, principal: Principal, customerUID: string): Promise<Result<{ id: bigint }, Refusal>>
}

declare module '../app.ts' {
  interface App extends ApprovalPorts {}
}

/** The handler for the kind of an approval. */
export function subjectOf(
  { approvalSubjects }: Pick<ApprovalPorts, 'approvalSubjects'>,
  { kind }: ApprovalRow,
): ApprovalSubject {
  return approvalSubjects[kind as ApprovalKind]
}

/** The reference to the decision in the audit record of an approved change. */
export function approvalTrace({ id, requestedBy, decidedBy }: ApprovalRow): ApprovalTrace {
  return { approvalUID: id, requestedBy, decidedBy }
}
