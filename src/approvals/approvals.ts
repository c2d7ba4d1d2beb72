/** The public face of the slice: what other slices may use. */
import './approvals.errors.ts'

export { type ApprovalPorts, type ApprovalSubject, approvalTrace } from './approval-subject.ts'
export type { ApprovalRow } from './approvals.store.ts'
export { findWaitingApproval } from './approvals.store.ts'
export { rejectOfStopped } from './decide-approval.ts'
export { proposedRequests, proposeRequest, underDualControl } from './proposed-requests.ts'
export { type Actor, requestApproval, voidApproval } from './request-approval.ts'
