import type { Temporal } from 'temporal-polyfill'
import { conventionOf, type Institution } from '../../../institution/institution.ts'
import { rollToBusinessDay } from '../../../kernel/business-calendar.ts'
import { type Rail, railOf, type Speed } from '../../../kernel/rail.ts'
import { railCalendar } from '../../../rails/rails.ts'
import type { PaymentDay } from './recurrence.ts'

/** The facts about a payment that decide its business days. */
export interface PaymentWay {
  speed: Speed
  /** The currencies of both sides. */
  currencies: readonly string[]
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

/**
 * Moves a nominal date that is not a business day of the payment's rail, by the institution's
 * convention; by default to the next business day.
 */
export function paymentDays(institution: Pick<Institution, 'routingNumber' | 'settings'>, way: PaymentWay): PaymentDay {
  const { settings } = institution
  const calendar = railCalendar({ rail: wayOf(way, institution), currencies: way.currencies }, settings)
  const convention = conventionOf(settings)
  return (nominal: Temporal.PlainDate) => rollToBusinessDay(nominal, calendar, convention)
}
