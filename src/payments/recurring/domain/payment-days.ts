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

/** The facts about a payment that decide its business days. */
export interface PaymentWay {
  speed: Speed
  currency: string
  /** The routing number of the counterparty's bank. */
  nationalCode: string | null
}

/**
 * The rail of a payment, without checking whether it is allowed; BOOK if the counterparty banks at
 * the institution.
 */
export function wayOf(
  { speed, nationalCode }: Pick<PaymentWay, 'speed' | 'nationalCode'>,
  { routingNumber, settings }: Pick<Institution, 'routingNumber' | 'settings'>,
): Rail | 'BOOK' {
  return nationalCode === routingNumber ? 'BOOK' : railOf(speed, settings.instantNetwork)
}

const everyDay: BusinessCalendar = { isBusinessDay: () => true }

/**
 * The business days of a rail. RTP, FedNow and book transfers run every day; ACH and Fedwire follow
 * the Federal Reserve. A SWIFT payment follows the settlement system of its currency: TARGET for
 * EUR, the Federal Reserve for USD, and weekends only for others. The institution's closed days
 * apply to all rails except those that run every day.
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

/**
 * Moves a nominal date that is not a business day of the payment's rail, by the institution's
 * convention; by default to the next business day.
 */
export function paymentDays(institution: Pick<Institution, 'routingNumber' | 'settings'>, way: PaymentWay): PaymentDay {
  const { settings } = institution
  const calendar = railCalendar(wayOf(way, institution), way.currency, settings)
  const convention = conventionOf(settings)
  return (nominal: Temporal.PlainDate) => rollToBusinessDay(nominal, calendar, convention)
}
