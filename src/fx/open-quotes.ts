import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type Institution, maxOpenQuotesAmountOf, maxOpenQuotesOf } from '../institution/institution.ts'
import { formatAmount, parseAmount } from '../kernel/money.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Quote } from './fx-trades.store.ts'
import { marketRates } from './market-rates.ts'
import { lockOpenQuotes, type OpenQuotes } from './open-quotes.store.ts'

/**
 * Refused if a customer, or one above it with all below that one, would have more quotes open than
 * the institution allows, in number or in amount. Each open quote is an option of the customer for
 * which it pays nothing.
 */
export async function checkOpenQuotes(
  tx: Transaction,
  institution: Institution,
  quote: Quote,
  now: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  const { settings, currency } = institution
  const open = Map.groupBy(await lockOpenQuotes(tx, institution, quote.customerId, now), (one) => one.customerId)
  const mostQuotes = maxOpenQuotesOf(settings)
  for (const quotes of open.values())
    if (quotes.reduce((sum, { count }) => sum + count, 1) > mostQuotes)
      return refusal('fxTooManyQuotes', `a customer with its group may have ${mostQuotes} quotes open at a time`)
  const mostAmount = maxOpenQuotesAmountOf(settings)
  if (mostAmount === null) return accept(undefined)
  const added = { sellCurrency: quote.sellCurrency, amount: quote.sellAmount }
  const most = parseAmount(mostAmount, currency)
  if (!most.ok) throw new Error(`fx.maxOpenQuotesAmount is no amount of ${currency}`)
  for (const quotes of open.size > 0 ? open.values() : [[]]) {
    const worth = await worthOf(tx, institution, [...quotes, added], now)
    if (!worth.ok) return worth
    if (worth.value <= most.value) continue
    const text = `${formatAmount(most.value, currency)} ${currency}`
    return refusal('fxTooManyQuotes', `the quotes that a customer with its group has open may be for ${text}`)
  }
  return accept(undefined)
}

/** What is sold, in the institution's currency. */
async function worthOf(
  tx: Transaction,
  institution: Institution,
  quotes: readonly Pick<OpenQuotes, 'sellCurrency' | 'amount'>[],
  now: Temporal.Instant,
): Promise<Result<bigint, Refusal>> {
  const rates = marketRates(tx, institution, now)
  let worth = 0n
  for (const { sellCurrency, amount } of quotes) {
    const measured = await rates.inOwnCurrency(amount, sellCurrency, 'up')
    if (!measured.ok) return refusal('fxNotQuoted', measured.refusal)
    worth += measured.value
  }
  return accept(worth)
}
