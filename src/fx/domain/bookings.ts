import type { PostingName } from '../../ledger/postings.ts'

/** The postings of contracts, their covers and their ends. */
type FxPosting = Extract<
  PostingName,
  `${'contract' | 'cancellation' | 'expiry' | 'cover' | 'margin' | 'desk'}${string}`
>

/** A posting in one currency, so the books balance in every currency. */
export interface Booking {
  posting: FxPosting
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
    { posting: 'contractReceives', ...receives },
    { posting: 'contractDelivers', ...delivers },
  ])
}

/** Reverses the booking of an amount that will not be exchanged. */
export function bookClosing({ receives, delivers }: Exchange, end: 'cancellation' | 'expiry'): Booking[] {
  return present([
    { posting: `${end}Receives`, ...receives },
    { posting: `${end}Delivers`, ...delivers },
  ])
}

/**
 * Books the cover of the exchange `taken`: the institution passes the customer's currency to the
 * market and receives the currency it owes the customer. The two prices differ, in one of the
 * currencies, by the margin and any move of the market. The difference goes to the result, so the
 * position is the same as before the exchange.
 */
export function bookCover(taken: Exchange, cover: Exchange): Booking[] {
  return present([
    { posting: 'coverDelivers', ...cover.delivers },
    { posting: 'coverReceives', ...cover.receives },
    ...earned(taken.receives.currency, taken.receives.amount - cover.delivers.amount),
    ...earned(taken.delivers.currency, cover.receives.amount - taken.delivers.amount),
  ])
}

function earned(currency: string, amount: bigint): Booking[] {
  return amount < 0n
    ? [{ posting: 'coverLoss', currency, amount: -amount }]
    : [{ posting: 'coverGain', currency, amount }]
}

/** Books a trade of the desk with the market. */
export function bookDeskTrade({ receives, delivers }: Exchange): Booking[] {
  return [
    { posting: 'deskDelivers', ...delivers },
    { posting: 'deskReceives', ...receives },
  ]
}

/** Moves what a trade realized from the position to the result. Negative for a loss. */
export function bookRealized(currency: string, amount: bigint): Booking[] {
  return present([
    amount < 0n ? { posting: 'deskLoss', currency, amount: -amount } : { posting: 'deskGain', currency, amount },
  ])
}

/** Leaves out zero amounts: a small amount may convert to less than half a minor unit. */
export function present(bookings: Booking[]): Booking[] {
  return bookings.filter(({ amount }) => amount > 0n)
}
