import type { Temporal } from 'temporal-polyfill'
import { conventionOf, type Institution, type InstitutionSettings } from '../../../institution/institution.ts'
import {
  type BusinessCalendar,
  businessCalendar,
  type HolidayRule,
  rollToBusinessDay,
} from '../../../kernel/business-calendar.ts'
import { type Rail, railOf, type Speed } from '../../../kernel/rail.ts'
import type { PaymentDay } from './recurrence.ts'

/** The way a payment goes, as far as its days depend on it. */
export interface PaymentWay {
  speed: Speed
  currency: string
  /** The routing number of the contact's bank. */
  nationalCode: string | null
}

/** The rail of a payment, before anything is asked about it; BOOK where the contact banks with the institution itself. */
export function wayOf(
  { speed, nationalCode }: Pick<PaymentWay, 'speed' | 'nationalCode'>,
  { routingNumber, settings }: Pick<Institution, 'routingNumber' | 'settings'>,
): Rail | 'BOOK' {
  return nationalCode === routingNumber ? 'BOOK' : railOf(speed, settings.instantNetwork)
}

const everyDay: BusinessCalendar = { isBusinessDay: () => true }

/**
 * The days on which the institution sends over a rail that settles. RTP, FedNow and its own books know no closed day; ACH and Fedwire keep those
 * of the Federal Reserve. A SWIFT payment settles in the system of its currency: euro in TARGET, dollars at the Federal Reserve; of others only
 * weekends are known. Days on which the institution itself is closed come on top.
 */
export function railCalendar(
  rail: Rail | 'BOOK',
  currency: string,
  { closedDays }: Pick<InstitutionSettings, 'closedDays'>,
): BusinessCalendar {
  const closedOn = (holidays: HolidayRule) => businessCalendar({ holidays, extraClosedDays: closedDays })
  switch (rail) {
    case 'BOOK':
    case 'RTP':
    case 'FEDNOW':
      return everyDay
    case 'ACH':
    case 'FEDWIRE':
      return closedOn('FederalReserve')
    case 'SWIFT':
      if (currency === 'USD') return closedOn('FederalReserve')
      return closedOn(currency === 'EUR' ? 'TARGET' : 'WeekendsOnly')
  }
}

/** Moves a nominal date that is no business day of the payment's rail, the way the institution's convention says: to the next one, if it says nothing. */
export function paymentDays(institution: Pick<Institution, 'routingNumber' | 'settings'>, way: PaymentWay): PaymentDay {
  const { settings } = institution
  const calendar = railCalendar(wayOf(way, institution), way.currency, settings)
  const convention = conventionOf(settings)
  return (nominal: Temporal.PlainDate) => rollToBusinessDay(nominal, calendar, convention)
}
