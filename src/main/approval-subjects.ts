import type { ApprovalPorts } from '../approvals/approvals.ts'
import { contactApprovals } from '../contacts/contacts.ts'
import { customerApprovals } from '../customers/customers.ts'
import { userApprovals } from '../users/users.ts'

/** What can wait for approval, by its kind. */
export const approvalSubjects: ApprovalPorts['approvalSubjects'] = {
  contact: contactApprovals,
  customer: customerApprovals,
  user: userApprovals,
}
