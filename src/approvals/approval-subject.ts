import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import type { Refusal } from '../kernel/refusal.ts'
import type { Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import type { ApprovalRow } from './approvals.store.ts'
import type { ApprovalKind } from './domain/decide-approval.ts'
import type { Actor } from './request-approval.ts'

/** What a kind of subject does with a decision, which the approval it is given names. A slice whose changes may wait for approval has one, and `approval-subjects.ts` names it. */
export interface ApprovalSubject {
  /** Locks the subject as a change of it does, before the approval itself is locked, so that a change and a decision can not deadlock. */
  lock(tx: Transaction, approval: ApprovalRow): Promise<void>
  /** Applies what is proposed, by the rules of a direct change at this moment; whoever approves must be allowed to make the change. */
  apply(
    tx: Transaction,
    principal: Principal,
    approval: ApprovalRow,
    now: Temporal.Instant,
  ): Promise<Result<unknown, Refusal>>
  /** Gives up what is proposed: the subject goes on as if nobody had asked. */
  drop(tx: Transaction, actor: Actor, approval: ApprovalRow, now: Temporal.Instant): Promise<void>
}

/** What approvals ask of the slices above them. */
export interface ApprovalPorts {
  approvalSubjects: Readonly<Record<ApprovalKind, ApprovalSubject>>
  /** The customer of a path, for a principal that may see it. */
  requireCustomer(db: Connection, principal: Principal, customerUID: string): Promise<Result<{ id: bigint }, Refusal>>
}

declare module '../app.ts' {
  interface App extends ApprovalPorts {}
}

/** The subject that an approval is about. */
export function subjectOf({ approvalSubjects }: ApprovalPorts, { kind }: ApprovalRow): ApprovalSubject {
  return approvalSubjects[kind as ApprovalKind]
}

/** How the trace of a change names the decision it was made by. */
export function approvalTrace({ id, requestedBy, decidedBy }: ApprovalRow): object {
  return { approvalUID: id, requestedBy, decidedBy }
}
