import type { Temporal } from 'temporal-polyfill'
import type { Institution } from '../../institution/institution.ts'
import { type AchSpeed, achSettlement, type Passage, type Way } from '../../rails/rails.ts'

/** When a payment is expected to settle if nothing delays it. */
export interface ExpectedSettlement {
  /**
   * The latest time to submit it for this settlement; undefined if the rail accepts payments at any
   * time.
   */
  cutOff: Temporal.Instant | undefined
  /** The day on which the receiver's bank has the money. */
  valueDate: Temporal.PlainDate
  settlesAt: Temporal.Instant
}

/**
 * The expected settlement of a payment with this passage, as the worker settles it: ACH entries
 * with their file, and messages after the delay of the simulated network.
 */
export function expectSettlement(
  institution: Pick<Institution, 'timeZone' | 'settings'>,
  { rail, speed }: Way,
  { cutOff, leavesAt, valueDate }: Passage,
): ExpectedSettlement {
  if (rail === 'BOOK') return { cutOff, valueDate, settlesAt: leavesAt }
  if (rail === 'ACH') {
    const entry = { effectiveDate: valueDate, speed: speed as AchSpeed }
    return { cutOff, ...achSettlement(institution, entry, leavesAt) }
  }
  const settlesAt = leavesAt.add({ seconds: institution.settings.simulator.settleAfterSeconds })
  return { cutOff, valueDate, settlesAt }
}
