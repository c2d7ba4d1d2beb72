import { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import { readInstitution } from '../institution/institution.ts'
import { currencyCalendars, type DateRemark, remarkOn } from '../kernel/currency-calendars.ts'
import type { PaymentRow } from './payments.store.ts'

/** What to say of the value date of a payment that has not ended; only SWIFT asks currencies. */
export async function readDateRemark(
  db: Connection,
  tenantId: bigint,
  payment: Pick<PaymentRow, 'rail' | 'valueDate' | 'status' | 'currency' | 'exchange'>,
): Promise<DateRemark> {
  const { rail, valueDate, exchange, status } = payment
  if (rail !== 'SWIFT' || !valueDate || !WAITS.includes(status)) return {}
  const { settings } = await readInstitution(db, tenantId)
  const currencies = exchange ? [exchange.sellCurrency, exchange.buyCurrency] : [payment.currency]
  return remarkOn(Temporal.PlainDate.from(valueDate), currencies, currencyCalendars(settings.currencyCalendars))
}

/** Until its message leaves, it can settle on a later day. */
const WAITS: readonly string[] = [
  'PENDING_APPROVAL',
  'PARTIALLY_APPROVED',
  'FUTURE_DATED',
  'VALIDATED',
  'HELD',
  'READY_TO_TRANSMIT',
]
