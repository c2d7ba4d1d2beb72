/**
 * The ledger accounts for contracts, their covers and their ends. Each currency has one of each:
 *
 * position   credited with amounts to receive, debited with amounts to deliver; its balance is the
 *            open risk
 * customers  amounts that customers owe (debit) or are owed (credit) under contracts
 * market     the same for the banks in the market that cover contracts
 * result     the institution's profit (credit) or loss (debit)
 *
 * Each booking is in one currency, so the books balance in every currency.
 */
export type FxBook = 'position' | 'customers' | 'market' | 'result'

export interface Booking {
  debit: FxBook
  credit: FxBook
  currency: string
  /** Minor units, above zero. */
  amount: bigint
}

/**
 * An exchange from the institution's side: it receives one currency and delivers the other on the
 * value date.
 */
export interface Exchange {
  receives: Money
  delivers: Money
}

interface Money {
  currency: string
  /** Minor units. */
  amount: bigint
}

/** Books a new contract: the institution receives the sold currency and delivers the bought one. */
export function bookContract({ receives, delivers }: Exchange): Booking[] {
  return present([
    { debit: 'customers', credit: 'position', ...receives },
    { debit: 'position', credit: 'customers', ...delivers },
  ])
}

/** Reverses the booking of an amount that will not be exchanged. */
export function bookClosing({ receives, delivers }: Exchange): Booking[] {
  return present([
    { debit: 'position', credit: 'customers', ...receives },
    { debit: 'customers', credit: 'position', ...delivers },
  ])
}

/**
 * Books the cover of the exchange `taken`: the institution passes the customer's currency to the
 * market and receives the currency it owes the customer. The two prices differ, in one of the
 * currencies, by the margin and any move of the market. The difference goes to `result`, so the
 * position is the same as before the exchange.
 */
export function bookCover(taken: Exchange, cover: Exchange): Booking[] {
  return present([
    { debit: 'position', credit: 'market', ...cover.delivers },
    { debit: 'market', credit: 'position', ...cover.receives },
    ...earned(taken.receives.currency, taken.receives.amount - cover.delivers.amount),
    ...earned(taken.delivers.currency, cover.receives.amount - taken.delivers.amount),
  ])
}

function earned(currency: string, amount: bigint): Booking[] {
  return amount < 0n
    ? [{ debit: 'result', credit: 'position', currency, amount: -amount }]
    : [{ debit: 'position', credit: 'result', currency, amount }]
}

/** Leaves out zero amounts: a small amount may convert to less than half a minor unit. */
function present(bookings: Booking[]): Booking[] {
  return bookings.filter(({ amount }) => amount > 0n)
}
