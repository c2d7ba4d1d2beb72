/** The public face of the slice: what other slices may use. */
export { APPROVE, type Approver, type OnBehalfOf, requireApprover } from './approver.ts'
export { APPROVER_JOINS, approverColumns, type DecidedBy } from './approver-columns.ts'
export { checkApproverLimits } from './approver-limits.ts'
export { type ApprovalSettings, approversNeeded } from './domain/approvers-needed.ts'
export { type IdentifiedBy, isSameEmail } from './domain/distinct-approvers.ts'
export { isMaker, type Maker, type MakerWithAddress, type Making } from './domain/makers.ts'
export { type Standing, standingOf } from './domain/standing-approvals.ts'
export { failsDualControl, mayBeMaker, mayHaveDecided, requireOwnCredentials } from './may-be-maker.ts'
