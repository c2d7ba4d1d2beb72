import { Temporal } from 'temporal-polyfill'
import { calendarOf, type Institution } from '../../institution/institution.ts'
import { rollToBusinessDay } from '../../kernel/business-calendar.ts'
import { lastCollectionOn, settlementTimes } from './collection-window.ts'

/**
 * When an entry settles that came in at `now` with this settlement date: at the next settlement of
 * the operator on the date. What comes later settles at once.
 */
export function incomingSettlement(date: Temporal.PlainDate, now: Temporal.Instant): Temporal.Instant {
  return settlementTimes(date).find((time) => Temporal.Instant.compare(time, now) >= 0) ?? now
}

/**
 * The collection of the last file whose entries the other bank has on `availableOn`: the last one
 * of the banking day before.
 */
export function lastReturnFile(
  institution: Pick<Institution, 'settings'>,
  availableOn: Temporal.PlainDate,
): Temporal.Instant {
  const sentOn = rollToBusinessDay(availableOn.subtract({ days: 1 }), calendarOf(institution), 'preceding')
  return lastCollectionOn(sentOn, 'Economy', institution.settings.ach.collection)
}
