import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { OpenBooks } from '../ledger/ledger.ts'
import { applyBookings, openExchangeBooks } from './book-exchange.ts'
import { bookClosing } from './domain/bookings.ts'
import { type Amounts, amountsToExchange, leftOf } from './domain/drawdown.ts'
import { exchangeOf } from './domain/exchange.ts'
import { changeByClosing, type PositionChange } from './domain/position.ts'
import { releaseFunding } from './funding.ts'
import { type Contract, writeDrawn } from './fx-trades.store.ts'
import { addToPositions } from './positions.store.ts'

/** How a contract can end before it is fully drawn. */
type End = 'Cancelled' | 'Expired'

const postings = { Cancelled: 'cancellation', Expired: 'expiry' } as const satisfies Record<End, string>

/**
 * The books that ending a contract needs. Customers' accounts are locked before contracts, as for
 * payments, so the caller locks the contract afterwards.
 */
export async function openContractBooks(
  tx: Transaction,
  tenantId: bigint,
  { sellCurrency, buyCurrency, fundingAccountId }: Contract,
  now: Temporal.Instant,
): Promise<OpenBooks> {
  const accountIds = fundingAccountId === null ? [] : [fundingAccountId]
  return openExchangeBooks(tx, tenantId, { currencies: [sellCurrency, buyCurrency], accountIds }, now)
}

/**
 * Ends a contract that the caller has locked, closes its undrawn amount and releases its hold.
 * Returns the ended contract.
 */
export async function endContract(
  tx: Transaction,
  { tenantId, books, contract, end }: { tenantId: bigint; books: OpenBooks; contract: Contract; end: End },
  now: Temporal.Instant,
): Promise<Contract> {
  const closed = closeRest(books, contract, { end, rest: leftOf(contract) }, now)
  releaseFunding(books, contract, now)
  const ended = withCoverDue({ ...contract, status: end, fundingHoldId: null })
  await writeDrawn(tx, tenantId, [ended])
  await addToPositions(tx, tenantId, closed)
  await books.write(now)
  return ended
}

/** Clears the automatic cover of a contract that has no amount left to cover. */
export function withCoverDue(contract: Contract): Contract {
  return amountsToExchange(contract).sellAmount === 0n ? { ...contract, coverDueAt: null } : contract
}

/**
 * Closes `rest`, the part of an ended contract that will not be exchanged. It reverses the original
 * booking at the contract's own amounts, so neither party owes anything for it.
 * @returns the changes to the positions, which the caller writes
 */
export function closeRest(
  books: OpenBooks,
  contract: Contract,
  { end, rest }: { end: End; rest: Amounts },
  now: Temporal.Instant,
): PositionChange[] {
  const exchange = exchangeOf({ ...contract, ...rest })
  applyBookings(books, { bookings: bookClosing(exchange, postings[end]), contractId: contract.id }, now)
  return changeByClosing(exchange, contract.valueDate)
}
