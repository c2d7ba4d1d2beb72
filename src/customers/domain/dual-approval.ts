/** The settings of a customer that ask for a second pair of eyes, each for its kind of change. */
export const DUAL_APPROVALS = [
  'customerDualApproval',
  'beneDualApproval',
  'userDualApproval',
  'paymentDualApproval',
] as const
export type DualApproval = (typeof DUAL_APPROVALS)[number]

/** How many approve a payment, and up to which amounts. */
const PAYMENT_FIGURES = [
  'paymentNumberOfApprovers',
  'paymentLimitforFirstApprover',
  'paymentLimitforSecondApprover',
] as const

export type AccessSettings = { [Setting in DualApproval]?: boolean } & {
  [Figure in (typeof PAYMENT_FIGURES)[number]]?: number
}

/**
 * Whether an update of a customer waits for approval: where the customer asks for it, by the settings before the update. And where the update would
 * take away a second pair of eyes of any kind, or change how many look at a payment, since a control that one person can remove controls nobody.
 */
export function waitsForApproval(before: AccessSettings, after: AccessSettings): boolean {
  if (before.customerDualApproval) return true
  if (DUAL_APPROVALS.some((setting) => before[setting] && !after[setting])) return true
  return before.paymentDualApproval === true && PAYMENT_FIGURES.some((figure) => before[figure] !== after[figure])
}
