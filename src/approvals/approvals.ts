/** The public face of the slice: what other slices may use. */
import './approvals.errors.ts'

export { mayActAlone, unlessAlone } from './act-alone.ts'
export {
  AppliedRequest,
  type ApprovalPorts,
  type ApprovalSubject,
  approvalTrace,
  type NamedApprover,
  type OneApproved,
} from './approval-subject.ts'
export { renderWaiting } from './approvals.schema.ts'
export type { ApprovalRow } from './approvals.store.ts'
export { findWaitingApproval } from './approvals.store.ts'
export { rejectOfStopped } from './decide-approval.ts'
export { proposedRequests, proposeRequest, underDualControl } from './proposed-requests.ts'
export { type Actor, type Proposer, requestApproval, voidApproval } from './request-approval.ts'
export { verifyApprovals } from './verify-approvals.ts'
