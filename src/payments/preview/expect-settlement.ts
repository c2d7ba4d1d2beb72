import type { Temporal } from 'temporal-polyfill'
import type { Institution } from '../../institution/institution.ts'
import { currencyCalendars, type DateRemark, remarkOn } from '../../kernel/currency-calendars.ts'
import { type AchSpeed, achSettlement, type Passage, type SettlementWindow, type Way } from '../../rails/rails.ts'

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
  /** Undefined if its rail has no windows. */
  window: SettlementWindow | undefined
  /** What to say of `valueDate`, if it is not certain. */
  remark: DateRemark
}

/**
 * The expected settlement of a payment with this passage, as the worker settles it: ACH entries
 * with their file, and messages after the delay of the simulated network.
 */
export function expectSettlement(
  institution: Pick<Institution, 'timeZone' | 'settings'>,
  { rail, speed, currencies }: Way,
  { cutOff, leavesAt, valueDate, window }: Passage,
): ExpectedSettlement {
  const remark = {}
  if (rail === 'BOOK') return { cutOff, window, valueDate, remark, settlesAt: leavesAt }
  if (rail === 'ACH') {
    const entry = { effectiveDate: valueDate, speed: speed as AchSpeed }
    const settled = achSettlement(institution, entry, leavesAt)
    return { cutOff, window, remark, valueDate: settled.valueDate, settlesAt: settled.settlesAt }
  }
  const settlesAt = leavesAt.add({ seconds: institution.settings.simulator.settleAfterSeconds })
  if (rail !== 'SWIFT') return { cutOff, window, valueDate, remark, settlesAt }
  const calendars = currencyCalendars(institution.settings.currencyCalendars)
  return { cutOff, window, valueDate, settlesAt, remark: remarkOn(valueDate, currencies, calendars) }
}
