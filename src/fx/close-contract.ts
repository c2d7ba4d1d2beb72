import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { OpenBooks } from '../ledger/ledger.ts'
import type { TransferPurpose } from '../ledger/transfer.ts'
import { applyBookings, openExchangeBooks } from './book-exchange.ts'
import { bookClosing } from './domain/bookings.ts'
import { type Amounts, leftOf, standingOf } from './domain/drawdown.ts'
import { exchangeOf } from './domain/exchange.ts'
import { changeByClosing, type PositionChange } from './domain/position.ts'
import { type Contract, writeDrawn } from './fx-trades.store.ts'
import { addToPositions } from './positions.store.ts'

/** How a contract ends whose rest is not exchanged. */
type End = 'Cancelled' | 'Expired'

const purposes: Record<End, TransferPurpose> = { Cancelled: 'fxCancellation', Expired: 'fxExpiry' }

/** Ends contracts, whose locks the caller holds: what is not drawn of them is closed. Returns them as they are then. */
export async function endContracts(
  tx: Transaction,
  tenantId: bigint,
  contracts: readonly Contract[],
  end: End,
  now: Temporal.Instant,
): Promise<Contract[]> {
  const currencies = contracts.flatMap(({ sellCurrency, buyCurrency }) => [sellCurrency, buyCurrency])
  const books = await openExchangeBooks(tx, tenantId, currencies, now)
  const closed = contracts.flatMap((contract) => closeRest(books, contract, { end, rest: leftOf(contract) }, now))
  const ended = contracts.map((contract) => withCoverDue({ ...contract, status: end }))
  await writeDrawn(tx, tenantId, ended)
  await addToPositions(tx, tenantId, closed)
  await books.write(now)
  return ended
}

/** The contract, which nobody covers any more when nothing of it stands. */
export function withCoverDue(contract: Contract): Contract {
  return standingOf(contract).sellAmount === 0n ? { ...contract, coverDueAt: null } : contract
}

/**
 * Books that so much of a contract will not be exchanged, because it ends: at its own value, so that nobody owes anything of it.
 * @returns what is to be added to the positions
 */
export function closeRest(
  books: OpenBooks,
  contract: Contract,
  { end, rest }: { end: End; rest: Amounts },
  now: Temporal.Instant,
): PositionChange[] {
  const exchange = exchangeOf({ ...contract, ...rest })
  applyBookings(books, { bookings: bookClosing(exchange), purpose: purposes[end], contractId: contract.id }, now)
  return changeByClosing(exchange, contract.valueDate)
}
