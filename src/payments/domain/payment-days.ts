import type { Temporal } from 'temporal-polyfill'
import type { Institution } from '../../institution/institution.ts'
import { type BusinessCalendar, businessCalendar, rollToBusinessDay } from '../../kernel/business-calendar.ts'
import { type Rail, railOf, type Speed } from './rail.ts'
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

const federalReserve = businessCalendar({ holidays: 'FederalReserve' })
const target = businessCalendar({ holidays: 'TARGET' })
const weekdays = businessCalendar({ holidays: 'WeekendsOnly' })
const everyDay: BusinessCalendar = { isBusinessDay: () => true }

/**
 * The days on which a rail settles. RTP, FedNow and the institution's own books know no closed day; ACH and Fedwire keep those of the Federal
 * Reserve. A SWIFT payment settles in the system of its currency: euro in TARGET, dollars at the Federal Reserve; of others only weekends are known.
 */
export function railCalendar(rail: Rail | 'BOOK', currency: string): BusinessCalendar {
  switch (rail) {
    case 'BOOK':
    case 'RTP':
    case 'FEDNOW':
      return everyDay
    case 'ACH':
    case 'FEDWIRE':
      return federalReserve
    case 'SWIFT':
      if (currency === 'USD') return federalReserve
      return currency === 'EUR' ? target : weekdays
  }
}

/** Moves a nominal date that is no business day of the payment's rail, the way the institution's convention says: to the next one, if it says nothing. */
export function paymentDays(institution: Pick<Institution, 'routingNumber' | 'settings'>, way: PaymentWay): PaymentDay {
  const calendar = railCalendar(wayOf(way, institution), way.currency)
  const convention = institution.settings.recurrence?.businessDays ?? 'following'
  return (nominal: Temporal.PlainDate) => rollToBusinessDay(nominal, calendar, convention)
}
