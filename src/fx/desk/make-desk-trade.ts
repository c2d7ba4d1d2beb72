import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { type Institution, requireInstitution } from '../../institution/institution.ts'
import { currencyCalendars } from '../../kernel/currency-calendars.ts'
import { pairOf } from '../../kernel/currency-pair.ts'
import { newId } from '../../kernel/id.ts'
import { parseAmount } from '../../kernel/money.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { applyBookings, openExchangeBooks } from '../book-exchange.ts'
import { openCross } from '../cross-amount.ts'
import { bookDeskTrade, bookRealized } from '../domain/bookings.ts'
import { LARGEST_TRADE } from '../domain/exchange.ts'
import { changeByDesk, changeByRealized, type Inventory, ownValueOf, realizedBy } from '../domain/position.ts'
import { isValueDay, tradeDateOf } from '../domain/value-date.ts'
import { addToPositions } from '../positions.store.ts'
import { type DeskTradeBody, renderDeskTrade } from './desk-trades.schema.ts'
import { type DeskTrade, insertDeskTrade, lockInventories } from './desk-trades.store.ts'
import { measureDeskTrade } from './measure-trade.ts'

/**
 * Books a trade that the desk made with the market, without a contract: it closes or opens a
 * position. What it closes of a currency is realized at average cost.
 */
export async function makeDeskTrade(
  tx: Transaction,
  principal: Principal,
  body: DeskTradeBody,
  now: Temporal.Instant,
): Promise<Result<{ trade: DeskTrade; currency: string }, Refusal>> {
  const { tenantId, clientId } = principal
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const { currency } = institution.value
  const amounts = parseDeskAmounts(institution.value, body, now)
  if (!amounts.ok) return refusal('invalidFxDeskTrade', amounts.refusal)
  const { buyCurrency, sellCurrency, valueDate, counterparty, reference } = body
  const exchange = {
    receives: { currency: buyCurrency, amount: amounts.value.buyAmount },
    delivers: { currency: sellCurrency, amount: amounts.value.sellAmount },
  }
  const id = newId(now)
  const books = await openExchangeBooks(tx, tenantId, { currencies: [buyCurrency, sellCurrency, currency] }, now)
  applyBookings(books, { bookings: bookDeskTrade(exchange), contractId: id }, now)
  const crossAmount = (await openCross(tx, institution.value, body, now))(exchange)
  const foreign = [buyCurrency, sellCurrency].filter((one) => one !== currency)
  const open = await lockInventories(tx, tenantId, foreign)
  const value = ownValueOf(exchange, currency, crossAmount)
  const realized = (one: string, trade: Inventory) =>
    one === currency ? 0n : realizedBy(open.get(one) ?? { amount: 0n, cost: 0n }, trade)
  const buyResult = realized(buyCurrency, { amount: exchange.receives.amount, cost: value })
  const sellResult = realized(sellCurrency, { amount: -exchange.delivers.amount, cost: -value })
  for (const result of [buyResult, sellResult])
    applyBookings(books, { bookings: bookRealized(currency, result), contractId: id }, now)
  const changes = [
    ...changeByDesk(exchange, { valueDate, value }),
    ...changeByRealized(buyCurrency, { own: currency, result: buyResult, valueDate }),
    ...changeByRealized(sellCurrency, { own: currency, result: sellResult, valueDate }),
  ]
  await addToPositions(tx, tenantId, changes, now)
  const terms = { buyCurrency, sellCurrency, ...amounts.value, counterparty, reference: reference || null, valueDate }
  const results = { crossAmount, buyResult, sellResult, resultAmount: buyResult + sellResult }
  const measured = await measureDeskTrade(tx, institution.value, terms, now)
  const market = { worth: measured.worth, marketRate: measured.marketRate }
  const made = { id, ...terms, ...results, ...market, tradeDate: tradeDateOf(now).toString() }
  const trade = await insertDeskTrade(tx, tenantId, made)
  await books.write(now)
  const subject = { kind: 'fxDeskTrade', id: String(trade.tradeNo) }
  const change = { tenantId, actor: clientId, action: 'fx.deskTrade.made', subject }
  await recordChange(tx, { ...change, after: renderDeskTrade(trade, currency) }, now)
  return accept({ trade, currency })
}

export function parseDeskAmounts(
  { settings }: Pick<Institution, 'settings'>,
  { buyCurrency, sellCurrency, valueDate, ...body }: DeskTradeBody,
  now: Temporal.Instant,
): Result<{ buyAmount: bigint; sellAmount: bigint }, string> {
  const [buyAmount, sellAmount] = [parseAmount(body.buyAmount, buyCurrency), parseAmount(body.sellAmount, sellCurrency)]
  if (buyCurrency === sellCurrency) return refuse('sellCurrency must differ from buyCurrency')
  const isTrade = (amount: typeof buyAmount) => amount.ok && amount.value > 0n && amount.value <= LARGEST_TRADE
  if (!buyAmount.ok || !isTrade(buyAmount)) return refuse(`buyAmount must be an amount of ${buyCurrency}`)
  if (!sellAmount.ok || !isTrade(sellAmount)) return refuse(`sellAmount must be an amount of ${sellCurrency}`)
  const pair = pairOf(buyCurrency, sellCurrency)
  const date = Temporal.PlainDate.from(valueDate)
  const calendars = currencyCalendars(settings.currencyCalendars)
  if (!isValueDay(date, { base: pair.baseCurrency, quote: pair.quoteCurrency, calendars }))
    return refuse('valueDate must be a business day of both currencies and of USD')
  if (Temporal.PlainDate.compare(date, tradeDateOf(now)) < 0)
    return refuse('valueDate must not be before the trade date')
  return accept({ buyAmount: buyAmount.value, sellAmount: sellAmount.value })
}
