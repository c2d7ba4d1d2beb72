import { formatAmount, minorOf } from '../../kernel/money.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'

/** The customer's rules for approvals, from its legalEntityAccessSettings. */
export interface ApprovalSettings {
  paymentDualApproval?: boolean
  /** Whether its contacts need approval before they receive money. */
  beneDualApproval?: boolean
  paymentNumberOfApprovers?: number
  /** Up to this amount, in whole units of the institution's currency, one approver is enough. */
  paymentLimitforFirstApprover?: number
  /** Up to this amount, two approvers are enough. */
  paymentLimitforSecondApprover?: number
}

export interface ApprovalRefusal {
  reason: 'approvalLimitExceeded'
  detail: string
}

/**
 * The number of people, besides the submitter, who must approve a payment. Without dual approval,
 * it is zero. Otherwise it is the customer's number of approvers, adjusted by the limits: one up to
 * the first approver's limit, at least two above it, at most two up to the second approver's limit.
 * Above the second limit a payment needs a third approver, and is refused if the customer has only
 * two. Limits are inclusive and in the institution's currency. `inBase` measures the amount in it,
 * and is called only if the customer has a limit: its refusal is the result.
 */
export function approversNeeded(
  settings: ApprovalSettings | undefined,
  inBase: () => Result<{ amount: bigint }, Refusal>,
  currency: string,
): Result<number, ApprovalRefusal | Refusal> {
  if (!settings?.paymentDualApproval) return accept(0)
  const { paymentNumberOfApprovers, paymentLimitforFirstApprover, paymentLimitforSecondApprover } = settings
  const asked = Math.max(paymentNumberOfApprovers ?? 1, 1)
  if (paymentLimitforFirstApprover === undefined && paymentLimitforSecondApprover === undefined) return accept(asked)
  const measured = inBase()
  if (!measured.ok) return measured
  const { amount } = measured.value
  const isWithin = (limit: number | undefined) => limit !== undefined && amount <= minorOf(limit, currency)
  if (isWithin(paymentLimitforFirstApprover)) return accept(1)
  const atLeast = paymentLimitforFirstApprover === undefined ? asked : Math.max(asked, 2)
  if (paymentLimitforSecondApprover === undefined) return accept(atLeast)
  if (isWithin(paymentLimitforSecondApprover)) return accept(Math.min(atLeast, 2))
  if (asked > 2) return accept(asked)
  const limit = formatAmount(minorOf(paymentLimitforSecondApprover, currency), currency)
  return refuse({
    reason: 'approvalLimitExceeded',
    detail: `the customer's second approver can approve up to ${limit} ${currency}, and there is no third approver`,
  })
}
