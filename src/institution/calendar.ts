import { type BusinessCalendar, businessCalendar } from '../kernel/business-calendar.ts'
import type { Institution } from './institution.store.ts'

/** The institution's banking days: those of the Federal Reserve, without the days on which the institution itself is closed. */
export function calendarOf({ settings }: Pick<Institution, 'settings'>): BusinessCalendar {
  return businessCalendar({ holidays: 'FederalReserve', extraClosedDays: settings.closedDays })
}
