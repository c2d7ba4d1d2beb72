import { type ApprovalPorts, proposedRequests } from '../approvals/approvals.ts'
import { contactApprovals } from '../contacts/contacts.ts'
import { customerApprovals } from '../customers/customers.ts'
import { tradeApprovals } from '../fx/fx.ts'
import { paymentsToCancel } from '../payments/payments.ts'
import { signatoryApprovals } from '../signatories/signatories.ts'
import { userApprovals } from '../users/users.ts'
import { operations } from './operations.ts'

const requests = proposedRequests(operations)

/** The slices whose changes can wait for approval, by kind of subject. */
export const approvalSubjects: ApprovalPorts['approvalSubjects'] = {
  contact: contactApprovals,
  customer: customerApprovals,
  user: userApprovals,
  signatory: signatoryApprovals,
  role: requests,
  fxTrade: tradeApprovals(paymentsToCancel),
  institution: requests,
  limits: requests,
  fees: requests,
  fxMargins: requests,
  fxRates: requests,
  fxLine: requests,
  fxDeskTrade: requests,
  customerFee: requests,
  adjustment: requests,
  writeOff: requests,
  suspenseRelease: requests,
  fundsRelease: requests,
  paymentRelease: requests,
  apiClient: requests,
  signingKey: requests,
  account: requests,
  customerState: requests,
  rails: requests,
  userCredentials: requests,
}
