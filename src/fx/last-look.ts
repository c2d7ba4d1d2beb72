import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type Institution, lastLookBasisPointsOf } from '../institution/institution.ts'
import { currencyCalendars } from '../kernel/currency-calendars.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { hasMovedAgainst, isBelowMid } from './domain/last-look.ts'
import { formatRate, rateOf } from './domain/rate.ts'
import { isValueDay } from './domain/value-date.ts'
import type { Quote } from './fx-trades.store.ts'
import { priceTrade } from './price-trade.ts'

/**
 * The last look before a quote becomes a contract: refused if the market has moved against the
 * institution by more than it tolerates, or if it has no current rate to compare with. Within the
 * tolerance, and after a move in the institution's favor, the quoted price stands. A quote whose
 * value date was closed since is refused, too.
 *
 * With `afterApproval`, the quote may be hours old, and its customer chose which of its quotes to
 * approve. It is also refused if it pays the institution less than the market's mid rate of now:
 * whatever moved is then at most the margin and half the spread, and no customer gains by it.
 */
export async function takeLastLook(
  tx: Transaction,
  institution: Institution,
  quote: Quote,
  now: Temporal.Instant,
  { afterApproval = false }: { afterApproval?: boolean } = {},
): Promise<Result<void, Refusal>> {
  const { sellCurrency, buyCurrency, baseCurrency, spotRate, forwardPoints } = quote
  const customerBuysBase = buyCurrency === baseCurrency
  const valueDate = Temporal.PlainDate.from(quote.valueDate)
  const calendars = currencyCalendars(institution.settings.currencyCalendars)
  if (!isValueDay(valueDate, { base: baseCurrency, quote: quote.quoteCurrency, calendars }))
    return refusal('fxQuoteMoved', `${valueDate} is no value date by now: a currency does not settle on it`)
  const terms = { sellCurrency, buyCurrency, valueDate, marginBps: 0, fallbackPoints: rateOf(forwardPoints) }
  const price = await priceTrade(tx, institution, terms, now)
  if (!price.ok) return refusal('fxNotQuoted', price.refusal)
  const quoted = rateOf(spotRate).plus(rateOf(forwardPoints))
  const market = price.value.spotRate.plus(price.value.forwardPoints)
  const tolerance = lastLookBasisPointsOf(institution.settings)
  const said = `the market moved from ${formatRate(quoted)} to ${formatRate(market)}`
  if (hasMovedAgainst({ quoted, market, customerBuysBase }, tolerance))
    return refusal('fxQuoteMoved', `${said}, and only ${tolerance} basis points are tolerated`)
  const { mid } = price.value
  if (afterApproval && isBelowMid({ allIn: rateOf(quote.allInRate), mid, customerBuysBase }))
    return refusal(
      'fxQuoteMoved',
      `${said}, and at ${quote.allInRate} the institution would be paid less than the mid rate, ${formatRate(mid)}`,
    )
  return accept(undefined)
}
