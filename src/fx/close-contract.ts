import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { OpenBooks } from '../ledger/ledger.ts'
import type { TransferPurpose } from '../ledger/transfer.ts'
import { applyBookings, openExchangeBooks } from './book-exchange.ts'
import { bookClosing } from './domain/bookings.ts'
import { type Amounts, leftOf } from './domain/drawdown.ts'
import { type Contract, writeDrawn } from './fx-trades.store.ts'

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
  for (const contract of contracts) closeRest(books, contract, { end, rest: leftOf(contract) }, now)
  const ended = contracts.map((contract): Contract => ({ ...contract, status: end, coverDueAt: null }))
  await writeDrawn(tx, tenantId, ended)
  await books.write(now)
  return ended
}

/** Books that so much of a contract will not be exchanged, because it ends: at its own value, so that nobody owes anything of it. */
export function closeRest(
  books: OpenBooks,
  contract: Contract,
  { end, rest }: { end: End; rest: Amounts },
  now: Temporal.Instant,
): void {
  const bookings = bookClosing({
    receives: { currency: contract.sellCurrency, amount: rest.sellAmount },
    delivers: { currency: contract.buyCurrency, amount: rest.buyAmount },
  })
  applyBookings(books, { bookings, purpose: purposes[end], contractId: contract.id }, now)
}
