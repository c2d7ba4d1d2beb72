import type { ApprovalPorts } from '../approvals/approvals.ts'
import { contactApprovals } from '../contacts/contacts.ts'
import { customerApprovals } from '../customers/customers.ts'
import { userApprovals } from '../users/users.ts'

/** The slices whose changes can wait for approval, by kind of subject. */
export const approvalSubjects: ApprovalPorts['approvalSubjects'] = {
  contact: contactApprovals,
  customer: customerApprovals,
  user: userApprovals,
}
