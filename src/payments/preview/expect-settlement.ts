import type { Temporal } from 'temporal-polyfill'
import type { Institution } from '../../institution/institution.ts'
import { ACH_TIME_ZONE, type AchSpeed, type Passage, settlementTime, type Way } from '../../rails/rails.ts'

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
 * The expected settlement of a payment with this passage. ACH entries settle on the effective entry
 * date of their file, other payments when they leave. In a sandbox, the simulator's delay decides.
 */
export function expectSettlement(
  { sandbox, settings }: Pick<Institution, 'sandbox' | 'settings'>,
  { rail, speed }: Way,
  { cutOff, leavesAt, valueDate }: Passage,
): ExpectedSettlement {
  const settlesAt =
    rail === 'ACH' && !sandbox
      ? settlementTime(valueDate, speed as AchSpeed, ACH_TIME_ZONE)
      : rail === 'BOOK'
        ? leavesAt
        : leavesAt.add({ seconds: settings.simulator.settleAfterSeconds })
  return { cutOff, valueDate, settlesAt }
}
