import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { calendarOf, debitsOf, type Institution, startOfBusiness } from '../../institution/institution.ts'
import { addBusinessDays } from '../../kernel/business-calendar.ts'
import { today } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import type { EntryType } from '../../kernel/rail.ts'
import type { OpenBooks } from '../../ledger/ledger.ts'
import { posting } from '../../ledger/postings.ts'
import type { NewTransfer, Transfer } from '../../ledger/transfer.ts'
import { insertFundsHolds, type NewFundsHold, readOwnDays } from './funds-holds.store.ts'

/** The holds on the proceeds of debits that settle together. */
export interface OpenProceeds {
  /** The hold on what a payment credits; undefined if it is available at once. */
  holdOn(books: OpenBooks, payment: SettlingPayment, credit: Transfer): NewTransfer | undefined
  /** Records the holds, after the books are written. */
  write(): Promise<void>
}

interface SettlingPayment {
  id: string
  entryType: EntryType
  rail: string
}

type Calendar = Pick<Institution, 'timeZone' | 'settings'>

/**
 * Opens the holds on the proceeds of debits that settle now. The customer's own
 * `debitFundsAvailability` decides, else `debits.fundsAvailability` of the institution. Runs no
 * statement for other payments.
 */
export async function openProceeds(
  tx: Transaction,
  institution: Calendar & Pick<Institution, 'tenantId'>,
  payments: readonly SettlingPayment[],
  now: Temporal.Instant,
): Promise<OpenProceeds> {
  const { tenantId, settings } = institution
  const debits = payments.flatMap(({ id, entryType }) => (entryType === 'DEBIT' ? [id] : []))
  const ownDays = await readOwnDays(tx, tenantId, debits)
  const { fundsAvailability } = debitsOf(settings)
  const holds: NewFundsHold[] = []
  return {
    holdOn(books, { id: paymentId, entryType, rail }, { creditAccountId: customer, amount, currency }) {
      const days = ownDays.get(paymentId) ?? fundsAvailability
      if (entryType !== 'DEBIT' || days === 0) return undefined
      const terms = {
        id: newId(now),
        kind: 'pending',
        customer,
        rail,
        amount,
        currency,
        referenceId: paymentId,
      } as const
      const hold = posting(books, 'fundsHold', terms)
      holds.push({ paymentId, transferId: hold.id, ...availabilityOf(institution, days, now) })
      return hold
    },
    write: () => insertFundsHolds(tx, tenantId, holds),
  }
}

/**
 * When proceeds that settle now become available: when business starts on the banking day that is
 * so many after the institution's date.
 */
export function availabilityOf(institution: Calendar, days: number, now: Temporal.Instant) {
  const availableOn = addBusinessDays(today(now, institution.timeZone), days, calendarOf(institution))
  return { availableOn, releasesAt: startOfBusiness(institution, availableOn) }
}
