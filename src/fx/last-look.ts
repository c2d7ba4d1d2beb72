import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type Institution, lastLookBasisPointsOf } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { hasMovedAgainst } from './domain/last-look.ts'
import { formatRate, rateOf } from './domain/rate.ts'
import type { Quote } from './fx-trades.store.ts'
import { priceTrade } from './price-trade.ts'

/**
 * The last look before a quote becomes a contract: refused if the market has moved against the
 * institution by more than it tolerates, or if it has no current rate to compare with. Within the
 * tolerance, and after a move in the institution's favor, the quoted price stands.
 */
export async function takeLastLook(
  tx: Transaction,
  institution: Institution,
  quote: Quote,
  now: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  const { sellCurrency, buyCurrency, baseCurrency, spotRate, forwardPoints } = quote
  const valueDate = Temporal.PlainDate.from(quote.valueDate)
  const terms = { sellCurrency, buyCurrency, valueDate, marginBps: 0, fallbackPoints: rateOf(forwardPoints) }
  const price = await priceTrade(tx, institution, terms, now)
  if (!price.ok) return refusal('fxNotQuoted', price.refusal)
  const quoted = rateOf(spotRate).plus(rateOf(forwardPoints))
  const market = price.value.spotRate.plus(price.value.forwardPoints)
  const tolerance = lastLookBasisPointsOf(institution.settings)
  if (!hasMovedAgainst({ quoted, market, customerBuysBase: buyCurrency === baseCurrency }, tolerance))
    return accept(undefined)
  const said = `the market moved from ${formatRate(quoted)} to ${formatRate(market)}`
  return refusal('fxQuoteMoved', `${said}, and only ${tolerance} basis points are tolerated`)
}
