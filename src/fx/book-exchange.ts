import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { newId } from '../kernel/id.ts'
import { mustTransfer, openBooks } from '../ledger/ledger.ts'
import { fxBooksOf, openFxBooks } from '../ledger/open-account.ts'
import type { TransferPurpose } from '../ledger/transfer.ts'
import type { Booking } from './domain/bookings.ts'

/** Writes the bookings of a contract into the ledger, in books that are opened with their currency's first contract. */
export async function bookExchange(
  tx: Transaction,
  tenantId: bigint,
  { bookings, purpose, contractId }: { bookings: readonly Booking[]; purpose: TransferPurpose; contractId: string },
  now: Temporal.Instant,
): Promise<void> {
  const currencies = [...new Set(bookings.map(({ currency }) => currency))]
  await openFxBooks(tx, tenantId, currencies, now)
  const books = await openBooks(tx, tenantId, { accountIds: [], books: fxBooksOf(currencies) })
  for (const { debit, credit, currency, amount } of bookings)
    mustTransfer(books, {
      id: newId(now),
      kind: 'posted',
      debitAccountId: books.book(`fx-${debit}:${currency}`),
      creditAccountId: books.book(`fx-${credit}:${currency}`),
      ...{ amount, currency, purpose, referenceId: contractId },
    })
  await books.write(now)
}
