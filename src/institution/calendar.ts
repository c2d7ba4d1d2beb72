import { type BusinessCalendar, businessCalendar } from '../kernel/business-calendar.ts'
import type { Institution } from './institution.store.ts'

/**
 * The institution's banking days: those of the Federal Reserve, except the institution's closed
 * days.
 */
export function calendarOf({ settings }: Pick<Institution, 'settings'>): BusinessCalendar {
  return businessCalendar({ holidays: 'FederalReserve', extraClosedDays: settings.closedDays })
}
