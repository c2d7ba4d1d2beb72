import type { Exchange } from './bookings.ts'
import { convert, type Rate } from './rate.ts'

/** A part of a contract, or the parts of several with the same pair, direction and value date. */
export interface OpenPart {
  baseCurrency: string
  quoteCurrency: string
  /** Whether the customer buys the base currency. */
  customerBuysBase: boolean
  /** Minor units. */
  baseAmount: bigint
  quoteAmount: bigint
}

/**
 * What the base amount is worth in the quote currency if the institution closes the part in the
 * market now: it sells at the bid what the customer bought, or buys at the ask what the customer
 * sold. Rounded against the customer.
 */
export function closingAmount(
  { baseCurrency, quoteCurrency, customerBuysBase, baseAmount }: Omit<OpenPart, 'quoteAmount'>,
  { bid, ask }: { bid: Rate; ask: Rate },
): bigint {
  const rate = customerBuysBase ? bid : ask
  const rounding = customerBuysBase ? 'down' : 'up'
  return convert(baseAmount, baseCurrency, quoteCurrency, rate, { direction: 'multiply', rounding })
}

/**
 * What the institution loses if the part is closed in the market instead of exchanged, in the quote
 * currency. Negative if it gains.
 */
export function lossAtMarket(part: OpenPart, rate: { bid: Rate; ask: Rate }): bigint {
  const closing = closingAmount(part, rate)
  return part.customerBuysBase ? part.quoteAmount - closing : closing - part.quoteAmount
}

/** The part that an exchange of the pair is. */
export function partOf(exchange: Exchange, baseCurrency: string): OpenPart {
  const { receives, delivers } = exchange
  const customerBuysBase = delivers.currency === baseCurrency
  const [base, quote] = customerBuysBase ? [delivers, receives] : [receives, delivers]
  return {
    ...{ baseCurrency, quoteCurrency: quote.currency, customerBuysBase },
    ...{ baseAmount: base.amount, quoteAmount: quote.amount },
  }
}
