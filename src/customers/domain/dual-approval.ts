/** The customer settings that require dual approval, one for each kind of change. */
export const DUAL_APPROVALS = [
  'customerDualApproval',
  'beneDualApproval',
  'userDualApproval',
  'paymentDualApproval',
] as const
export type DualApproval = (typeof DUAL_APPROVALS)[number]

/** The number of approvers of a payment and their approval limits. */
const PAYMENT_FIGURES = [
  'paymentNumberOfApprovers',
  'paymentLimitforFirstApprover',
  'paymentLimitforSecondApprover',
] as const

export type AccessSettings = { [Setting in DualApproval]?: boolean } & {
  [Figure in (typeof PAYMENT_FIGURES)[number]]?: number
}

/**
 * Whether an update of a customer requires approval. It does if customerDualApproval was on before
 * the update. It also does if the update turns off any dual approval, or changes the number or the
 * limits of payment approvers: one person must not be able to remove a dual control.
 */
export function waitsForApproval(before: AccessSettings, after: AccessSettings): boolean {
  if (before.customerDualApproval) return true
  if (DUAL_APPROVALS.some((setting) => before[setting] && !after[setting])) return true
  return before.paymentDualApproval === true && PAYMENT_FIGURES.some((figure) => before[figure] !== after[figure])
}
