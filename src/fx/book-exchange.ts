import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { newId } from '../kernel/id.ts'
import { mustTransfer, type OpenBooks, openBooks } from '../ledger/ledger.ts'
import { fxBooksOf, openFxBooks } from '../ledger/open-account.ts'
import { posting } from '../ledger/postings.ts'
import type { Booking } from './domain/bookings.ts'
import type { PositionChange } from './domain/position.ts'
import { addToPositions } from './positions.store.ts'

/** Writes a contract's bookings to the ledger and adds its amounts to the positions. */
export async function bookExchange(
  tx: Transaction,
  tenantId: bigint,
  {
    positions,
    ...booked
  }: {
    bookings: readonly Booking[]
    contractId: string
    positions: readonly PositionChange[]
  },
  now: Temporal.Instant,
): Promise<void> {
  const books = await openExchangeBooks(tx, tenantId, { currencies: positions.map(({ currency }) => currency) }, now)
  applyBookings(books, booked, now)
  await addToPositions(tx, tenantId, positions, now)
  await books.write(now)
}

/**
 * Opens the FX ledger accounts of these currencies, and locks the named accounts of customers. A
 * currency's first contract creates its FX accounts.
 */
export async function openExchangeBooks(
  tx: Transaction,
  tenantId: bigint,
  { currencies: named, accountIds = [] }: { currencies: readonly string[]; accountIds?: readonly bigint[] },
  now: Temporal.Instant,
): Promise<OpenBooks> {
  const currencies = [...new Set(named)]
  await openFxBooks(tx, tenantId, currencies, now)
  return openBooks(tx, tenantId, { accountIds, books: fxBooksOf(currencies) })
}

/** Applies bookings to open books that include both currencies. The caller writes the books. */
export function applyBookings(
  books: OpenBooks,
  { bookings, contractId }: { bookings: readonly Booking[]; contractId: string },
  now: Temporal.Instant,
): void {
  for (const { posting: name, currency, amount } of bookings)
    mustTransfer(books, posting(books, name, { id: newId(now), amount, currency, referenceId: contractId }))
}
