import type { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import type { Transaction } from '../db/client.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { named } from './fields.ts'

/** The parts of a request that a proposal keeps, and its caller. */
export interface ProposableRequest<Params, Body> {
  principal: Principal
  params: Params
  body: Body
  /** Set when the request runs as an approved proposal: `principal` is then the approver. */
  approval?: object | undefined
  /** The machine's time, at which secrets and tokens end. */
  tokenNow: Temporal.Instant
}

/** The same, at the institution's business time. */
export interface TimedRequest<Params, Body> extends ProposableRequest<Params, Body> {
  now: Temporal.Instant
}

/**
 * Declares that a second person may have to decide a change. The service then checks the change,
 * undoes it and stores the request as a proposal. The approval runs the same request.
 */
export interface SecondPerson<Params, Body> {
  /** The kind of the proposal (approvals/domain/decide-approval.ts). */
  kind: string
  /**
   * What the proposal is about, or undefined if the caller may make this change alone. It is read
   * before the change. A subject that does not exist needs no care: the change itself refuses it.
   * Without this function, the change itself stores proposals (`storeProposal`), for parts of the
   * request, and never waits as a whole.
   */
  proposalOf?(tx: Transaction, request: TimedRequest<Params, Body>): Promise<Proposal | undefined>
  /** The same for many requests of one institution, for an operation with `changeAll`. */
  proposalsOf?(tx: Transaction, requests: readonly ProposableRequest<Params, Body>[]): Promise<(Proposal | undefined)[]>
}

export interface Proposal {
  /** The customer whose settings require the second person. */
  customerId: bigint
  /** What changes, by its identifier in the API; undefined for something new. */
  subjectId?: string
  /**
   * The subject as it is now, shown to the approver. If it is no longer the same when the approver
   * decides, the approval is refused.
   */
  current?: unknown
  /** A secret in the body. A proposal shows its body to other people, so it cannot keep one. */
  secret?: string
}

/** The reply to a change that waits for a second person, in every dialect. */
export const WaitingReply = named('PendingApproval', {
  approvalUID: Type.String({ description: 'The approval that another person must decide.' }),
  status: Type.Enum(['Pending']),
  contentHash: Type.String(),
  expiresAt: Type.String({ format: 'date-time' }),
  message: Type.String(),
})
export type WaitingReply = Static<typeof WaitingReply>

export const WAITING_STATUS = 202

export const exampleWaiting: WaitingReply = {
  approvalUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
  status: 'Pending',
  contentHash: '1f0c5e9b7a3d2c4e6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6',
  expiresAt: '2026-07-31T14:00:00.000Z',
  message: 'A second person must approve this change.',
}
