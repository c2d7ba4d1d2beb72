import { Temporal } from 'temporal-polyfill'
import { calendarOf, type Institution, startOfBusiness } from '../../institution/institution.ts'
import type { Rail, Speed } from '../../kernel/rail.ts'
import {
  ACH_TIME_ZONE,
  type AchSpeed,
  effectiveEntryDate,
  nextCollection,
  sendingDate,
  settlementTime,
} from '../../rails/rails.ts'

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
 * The expected settlement of a payment made now, or released at the start of business on its date.
 * ACH entries wait for the next file and settle on its effective entry date. Other rails and book
 * transfers handle each payment on arrival. In a sandbox, the simulator's delay decides.
 */
export function expectSettlement(
  institution: Institution,
  { rail, speed, paymentDate }: { rail: Rail | 'BOOK'; speed: Speed; paymentDate: Temporal.PlainDate },
  now: Temporal.Instant,
): ExpectedSettlement {
  const { sandbox, settings } = institution
  const start = startOfBusiness(institution, paymentDate)
  const releasedAt = Temporal.Instant.compare(start, now) > 0 ? start : now
  if (rail !== 'ACH') {
    const settlesAt = rail === 'BOOK' ? releasedAt : releasedAt.add({ seconds: settings.simulator.settleAfterSeconds })
    return { cutOff: undefined, valueDate: paymentDate, settlesAt }
  }
  const achSpeed = speed as AchSpeed
  const { collection } = settings.ach
  const calendar = calendarOf(institution)
  const cutOff = nextCollection(releasedAt, achSpeed, collection, ACH_TIME_ZONE, calendar)
  const sent = sendingDate(cutOff, achSpeed, collection, ACH_TIME_ZONE)
  const valueDate = effectiveEntryDate(sent, achSpeed, calendar)
  const settlesAt = sandbox
    ? cutOff.add({ seconds: settings.simulator.settleAfterSeconds })
    : settlementTime(valueDate, achSpeed, ACH_TIME_ZONE)
  return { cutOff, valueDate, settlesAt }
}
