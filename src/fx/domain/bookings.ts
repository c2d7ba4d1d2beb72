/**
 * What a contract, its cover and its end are in the books: in each currency one account each of
 *
 * position   credited with what the institution is to receive, debited with what it is to deliver; its balance is open risk
 * customers  what customers owe under contracts (debit), or are owed (credit)
 * market     the same of the banks that contracts are covered with
 * result     what the institution earned (credit) or lost (debit)
 *
 * Each booking is of one currency, so the books balance in every currency by themselves.
 */
export type FxBook = 'position' | 'customers' | 'market' | 'result'

export interface Booking {
  debit: FxBook
  credit: FxBook
  currency: string
  /** Minor units, above zero. */
  amount: bigint
}

/** An exchange seen from the institution: it receives one currency and delivers the other on the value date. */
export interface Exchange {
  receives: Money
  delivers: Money
}

interface Money {
  currency: string
  /** Minor units. */
  amount: bigint
}

/** A contract with a customer is made: what the customer sells is received, what the customer buys is delivered. */
export function bookContract({ receives, delivers }: Exchange): Booking[] {
  return present([
    { debit: 'customers', credit: 'position', ...receives },
    { debit: 'position', credit: 'customers', ...delivers },
  ])
}

/** A contract will not be exchanged: it was cancelled. */
export function bookClosing({ receives, delivers }: Exchange): Booking[] {
  return present([
    { debit: 'position', credit: 'customers', ...receives },
    { debit: 'customers', credit: 'position', ...delivers },
  ])
}

/**
 * The market takes over the exchange `taken`: the institution delivers to the market what it receives from the customer,
 * and receives what it delivers. The two prices differ by the margin, in one currency or the other; it leaves the
 * position, which so is what it was without the exchange.
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

/** Nothing is booked of nothing: a small amount may be worth less than half a minor unit of the other currency. */
function present(bookings: Booking[]): Booking[] {
  return bookings.filter(({ amount }) => amount > 0n)
}
