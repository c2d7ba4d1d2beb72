import type { Temporal } from 'temporal-polyfill'
import type { Institution } from '../../institution/institution.ts'
import { lastChance, type Way } from '../../rails/rails.ts'

const DAYS_TO_APPROVE = 7

/**
 * The moment until which a payment must be approved. A payment for a date can be approved until the
 * last cut-off of that date, because then its date has become useless; after that cut-off, until
 * the next one. A payment without a date can be approved for seven days, so that nobody approves
 * one that the customer has given up on.
 */
export function approvalExpiry(
  institution: Pick<Institution, 'timeZone' | 'settings'>,
  { way, date }: { way: Way; date: Temporal.PlainDate | undefined },
  now: Temporal.Instant,
): Temporal.Instant {
  return date ? lastChance(institution, way, date, now) : now.add({ hours: 24 * DAYS_TO_APPROVE })
}
