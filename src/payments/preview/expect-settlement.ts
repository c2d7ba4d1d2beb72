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

/** When a payment that nothing holds up goes, and when it has settled. */
export interface ExpectedSettlement {
  /** Until when it has to be in to go as said; undefined where the rail takes payments at any moment. */
  cutOff: Temporal.Instant | undefined
  /** The day on which the receiver's bank has the money. */
  valueDate: Temporal.PlainDate
  settlesAt: Temporal.Instant
}

/**
 * What is to be expected of a payment that is made now, or released at the start of business of its date. ACH entries wait for the next file, and
 * settle on its effective entry date; the other rails, and the institution's own books, take payments one by one. A sandbox settles when
 * its simulator does.
 */
export function expectSettlement(
  institution: Institution,
  { rail, speed, paymentDate }: { rail: Rail | 'BOOK'; speed: Speed; paymentDate: Temporal.PlainDate },
  now: Temporal.Instant,
): ExpectedSettlement {
  const { sandbox, settings } = institution
  const start = startOfBusiness(institution, paymentDate)
  const goesAt = Temporal.Instant.compare(start, now) > 0 ? start : now
  if (rail !== 'ACH') {
    const settlesAt = rail === 'BOOK' ? goesAt : goesAt.add({ seconds: settings.simulator.settleAfterSeconds })
    return { cutOff: undefined, valueDate: paymentDate, settlesAt }
  }
  const achSpeed = speed as AchSpeed
  const { collection } = settings.ach
  const calendar = calendarOf(institution)
  const cutOff = nextCollection(goesAt, achSpeed, collection, ACH_TIME_ZONE, calendar)
  const sent = sendingDate(cutOff, achSpeed, collection, ACH_TIME_ZONE)
  const valueDate = effectiveEntryDate(sent, achSpeed, calendar)
  const settlesAt = sandbox
    ? cutOff.add({ seconds: settings.simulator.settleAfterSeconds })
    : settlementTime(valueDate, achSpeed, ACH_TIME_ZONE)
  return { cutOff, valueDate, settlesAt }
}
