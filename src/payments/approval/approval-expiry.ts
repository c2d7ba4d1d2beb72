import type { Temporal } from 'temporal-polyfill'

const DAYS_TO_APPROVE = 7

/**
 * The moment at which a payment that still waits for approval is rejected. The deadline keeps an
 * approver from approving a payment that the customer has given up on.
 */
export function approvalExpiry(now: Temporal.Instant): Temporal.Instant {
  return now.add({ hours: 24 * DAYS_TO_APPROVE })
}
