import { formatAmount, minorOf } from '../../../kernel/money.ts'
import { accept, type Result, refuse } from '../../../kernel/result.ts'

/** What a customer asks for before its payments go: the part of legalEntityAccessSettings that approvals go by. */
export interface ApprovalSettings {
  paymentDualApproval?: boolean
  /** Whether its contacts have to be approved before they receive money. */
  beneDualApproval?: boolean
  paymentNumberOfApprovers?: number
  /** Up to this amount, in whole units of the currency, one approver is enough. */
  paymentLimitforFirstApprover?: number
  /** Up to this amount two are. */
  paymentLimitforSecondApprover?: number
}

export interface ApprovalRefusal {
  reason: 'approvalLimitExceeded'
  detail: string
}

/**
 * How many people besides the submitter have to approve a payment. None without dual approval; as many as the customer says, but one where the
 * amount is within the limit of the first approver, and at least two above it. What is above the limit of the second needs a third, or is
 * refused where the customer has no more than two. Limits are inclusive.
 */
export function approversNeeded(
  settings: ApprovalSettings | undefined,
  { amount, currency }: { amount: bigint; currency: string },
): Result<number, ApprovalRefusal> {
  if (!settings?.paymentDualApproval) return accept(0)
  const { paymentNumberOfApprovers, paymentLimitforFirstApprover, paymentLimitforSecondApprover } = settings
  const isWithin = (limit: number | undefined) => limit !== undefined && amount <= minorOf(limit, currency)
  const asked = Math.max(paymentNumberOfApprovers ?? 1, 1)
  if (isWithin(paymentLimitforFirstApprover)) return accept(1)
  const atLeast = paymentLimitforFirstApprover === undefined ? asked : Math.max(asked, 2)
  if (paymentLimitforSecondApprover === undefined) return accept(atLeast)
  if (isWithin(paymentLimitforSecondApprover)) return accept(Math.min(atLeast, 2))
  if (asked > 2) return accept(asked)
  const limit = formatAmount(minorOf(paymentLimitforSecondApprover, currency), currency)
  return refuse({
    reason: 'approvalLimitExceeded',
    detail: `the customer's second approver may approve up to ${limit} ${currency}, and it has no third`,
  })
}
