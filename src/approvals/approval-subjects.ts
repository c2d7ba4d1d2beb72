import { contactApprovals } from '../contacts/approve-contact.ts'
import { customerApprovals } from '../customers/approve-customer.ts'
import { userApprovals } from '../users/approve-user.ts'
import type { ApprovalSubject } from './approval-subject.ts'
import type { ApprovalRow } from './approvals.store.ts'
import type { ApprovalKind } from './domain/decide-approval.ts'

const subjects: Record<ApprovalKind, ApprovalSubject> = {
  contact: contactApprovals,
  customer: customerApprovals,
  user: userApprovals,
}

export function subjectOf({ kind }: ApprovalRow): ApprovalSubject {
  return subjects[kind as ApprovalKind]
}
