import { type ApproverMark, countApprovers, isSameEmail } from './distinct-approvers.ts'

/** A decision on a payment, with what became of its approver and of the payment since. */
export interface StandingMark extends ApproverMark {
  side: 'Customer' | 'Institution'
  decision: 'Approved' | 'Rejected'
  isClientTrusted: boolean
  isApproverActive: boolean
  /** Whether the payment still is what the approver saw. */
  isOfContent: boolean
}

/** The approvals that a payment has now. */
export interface Standing {
  /** How many people approved it for the customer. */
  approvers: number
  institution: boolean
}

/**
 * The approvals that count now: those of approvers who are not stopped, for the payment as it is.
 * An approver whose suspension ends counts again. Who approved for the customer, under the same
 * e-mail address, does not approve for the institution.
 */
export function standingOf(decisions: readonly StandingMark[]): Standing {
  const standing = decisions.filter(
    ({ decision, isApproverActive, isOfContent }) => decision === 'Approved' && isApproverActive && isOfContent,
  )
  const ofCustomer = standing.filter(({ side }) => side === 'Customer')
  const isOfCustomer = ({ email }: StandingMark) => ofCustomer.some((one) => isSameEmail(one.email, email))
  return {
    approvers: countApprovers(ofCustomer),
    institution: standing.some((one) => one.side === 'Institution' && !isOfCustomer(one)),
  }
}
