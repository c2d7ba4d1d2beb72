import type { Temporal } from 'temporal-polyfill'

const DAYS_TO_APPROVE = 7

/** Until when a payment waits for approval; then it is rejected, so that nobody approves what all had given up. */
export function approvalExpiry(now: Temporal.Instant): Temporal.Instant {
  return now.add({ hours: 24 * DAYS_TO_APPROVE })
}
