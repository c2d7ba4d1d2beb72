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

/** Whether payments of the customer need approvers, or its settings say how many or up to where. */
function needsApprovers(settings: AccessSettings): boolean {
  return settings.paymentDualApproval === true || PAYMENT_FIGURES.some((figure) => (settings[figure] ?? 0) > 0)
}

/**
 * Whether a second person decides about the customer's users, roles and signatories. It does if
 * payments need approvers: one person who can appoint approvers could approve every payment.
 */
export function guardsItsPeople(settings: AccessSettings): boolean {
  return settings.userDualApproval === true || needsApprovers(settings)
}

/**
 * Whether an update of a customer requires approval. It does if customerDualApproval was on before
 * the update. It also does if the update turns off any dual approval, or changes the number or the
 * limits of payment approvers: one person must not be able to remove a dual control.
 */
export function waitsForApproval(before: AccessSettings, after: AccessSettings): boolean {
  if (before.customerDualApproval) return true
  if (DUAL_APPROVALS.some((setting) => before[setting] && !after[setting])) return true
  return needsApprovers(before) && PAYMENT_FIGURES.some((figure) => before[figure] !== after[figure])
}
