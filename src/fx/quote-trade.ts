import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { readInstitution } from '../institution/institution.ts'
import { currencyCalendars } from '../kernel/currency-calendars.ts'
import { pairOf } from '../kernel/currency-pair.ts'
import { newId } from '../kernel/id.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { amountsAt, settlementOf } from './domain/exchange.ts'
import { formatRate } from './domain/rate.ts'
import { checkTicket } from './domain/smallest-ticket.ts'
import { tradeDateOf } from './domain/value-date.ts'
import { expiryOf } from './expiry.ts'
import { parseQuoteNames, type QuoteBody, renderQuote } from './fx-trades.schema.ts'
import { insertQuotes, type Quote } from './fx-trades.store.ts'
import { checkLine, lineTradeOf } from './lines/check-line.ts'
import { checkOpenQuotes } from './open-quotes.ts'
import { priceTrade } from './price-trade.ts'
import { readMargin } from './read-margin.ts'
import { requireFxCustomer } from './require-fx-customer.ts'

/** How long a quote can be accepted. The institution bears small moves of the market meanwhile. */
const QUOTE_LIFETIME = { seconds: 30 }

/**
 * Quotes a price that the customer can accept for thirty seconds, after a last look at the market.
 * A customer with an FX line is quoted only what fits into it.
 */
export async function quoteTrade(
  tx: Transaction,
  principal: Principal,
  body: QuoteBody,
  now: Temporal.Instant,
): Promise<Result<Quote, Refusal>> {
  const { tenantId, clientId } = principal
  const { sellCurrency, buyCurrency, fundingAmount, transferAmount } = body
  const { customerIdType, productType } = parseQuoteNames(body)
  if (sellCurrency === buyCurrency) return refusal('invalidFxTrade', 'buyCurrency must differ from sellCurrency')
  if ((fundingAmount === undefined) === (transferAmount === undefined))
    return refusal('invalidFxTrade', 'exactly one of fundingAmount and transferAmount is required')
  const institution = await readInstitution(tx, tenantId)
  const calendars = currencyCalendars(institution.settings.currencyCalendars)
  const wanted = { ...body, tenor: body.tenor || undefined, productType }
  const settlement = settlementOf(wanted, { tradedAt: now, calendars })
  if (!settlement.ok) return refusal('invalidFxTrade', settlement.refusal)

  const customerRef = String(body.customerId)
  const customer = await requireFxCustomer(tx, principal, { customerIdType, customerId: customerRef })
  if (!customer.ok) return customer
  const { valueDate, tenor } = settlement.value
  const marginBps = await readMargin(tx, tenantId, customer.value, pairOf(sellCurrency, buyCurrency))
  const expiresAt = now.add(QUOTE_LIFETIME)
  // East of New York, the value date may already be over locally. No payment could draw the
  // contract.
  if (Temporal.Instant.compare(expiryOf(institution, valueDate.toString()), expiresAt) < 0)
    return refusal('fxNotQuoted', `${valueDate} ends in ${institution.timeZone} before the quote expires`)
  const price = await priceTrade(tx, institution, { sellCurrency, buyCurrency, valueDate, marginBps }, now)
  if (!price.ok) return refusal('fxNotQuoted', price.refusal)
  const amounts = amountsAt(body, price.value.allInRate)
  if (!amounts.ok) return refusal('invalidFxTrade', amounts.refusal)

  const { baseCurrency, quoteCurrency, spotRate, forwardPoints, allInRate, pricingReference } = price.value
  const trade = { sellCurrency, buyCurrency, ...amounts.value, baseCurrency, quoteCurrency }
  const ticket = checkTicket(institution.settings.fx?.smallestTickets ?? [], trade)
  if (!ticket.ok) return refusal('fxBelowSmallestTicket', ticket.refusal)
  const quote: Quote = {
    id: newId(now),
    customerId: customer.value,
    customerRefType: customerIdType,
    customerRef,
    channel: body.channel || null,
    productType,
    tenor,
    ...trade,
    spotRate: formatRate(spotRate),
    forwardPoints: formatRate(forwardPoints),
    allInRate: formatRate(allInRate),
    pricingReference,
    tradeDate: tradeDateOf(now).toString(),
    valueDate: valueDate.toString(),
    status: 'Open',
    expiresAt: expiresAt.toString({ smallestUnit: 'millisecond' }),
    ...{ madeBy: clientId, madeByUser: principal.person?.userId ?? null },
  }
  const onLine = await checkLine(tx, principal, institution, lineTradeOf(quote), { now, locked: false })
  if (!onLine.ok) return onLine
  const isAllowed = await checkOpenQuotes(tx, institution, quote, now)
  if (!isAllowed.ok) return isAllowed
  await insertQuotes(tx, tenantId, [quote], now)
  const subject = { kind: 'fxQuote', id: quote.id, customerId: quote.customerId }
  await recordChange(
    tx,
    { tenantId, actor: clientId, action: 'fx.quote.made', subject, after: renderQuote(quote) },
    now,
  )
  return accept(quote)
}
