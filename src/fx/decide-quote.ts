import { Temporal } from 'temporal-polyfill'
import { requireCustomer } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { type Institution, readInstitution } from '../institution/institution.ts'
import { newId } from '../kernel/id.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { OpenBooks } from '../ledger/ledger.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { applyBookings, openExchangeBooks } from './book-exchange.ts'
import { openCross } from './cross-amount.ts'
import { bookContract } from './domain/bookings.ts'
import { exchangeOf } from './domain/exchange.ts'
import { atMarket, bookNewMargin } from './domain/margin.ts'
import { changeByContract, ownValueOf } from './domain/position.ts'
import { expiryOf } from './expiry.ts'
import { chooseFunding, fundingAccounts, refund } from './funding.ts'
import { type AcceptBody, renderQuote } from './fx-trades.schema.ts'
import {
  type Contract,
  findContractOfQuote,
  insertContracts,
  lockQuote,
  type Quote,
  reserveContractNumbers,
  writeQuoteStatus,
} from './fx-trades.store.ts'
import { takeLastLook } from './last-look.ts'
import { checkLine, lineTradeOf } from './lines/check-line.ts'
import { newMargin } from './new-margin.ts'
import { addToPositions } from './positions.store.ts'
import { recordContracts } from './record-contracts.ts'
import { mayTrade } from './require-fx-customer.ts'

const NOTHING_USED = { drawnSellAmount: 0n, drawnBuyAmount: 0n, closedSellAmount: 0n, closedBuyAmount: 0n }

/**
 * Turns a quote into a contract, once. A repeated acceptance, concurrent or later, returns the same
 * contract and ignores its own fields. Refused after the market has moved too far. With
 * `autoCover`, the worker covers the contract after the delay. A customer without an FX line, or
 * one that names an account, prefunds the contract: the amount sold is held.
 */
export async function acceptQuote(
  tx: Transaction,
  principal: Principal,
  { quoteUUID, autoCover = false, autoCoverDelay, fundingAccountUID }: AcceptBody,
  now: Temporal.Instant,
): Promise<Result<Contract, Refusal>> {
  const { tenantId, clientId } = principal
  if (autoCoverDelay !== undefined && !autoCover) return refusal('invalidFxTrade', 'autoCoverDelay requires autoCover')
  const found = await requireQuote(tx, principal, quoteUUID)
  if (!found.ok) return found
  const { quote, customer } = found.value
  if (quote.status === 'Accepted') return accept((await findContractOfQuote(tx, tenantId, quote.id))!)
  if (quote.status === 'Rejected') return refusal('fxQuoteEnded', 'the quote was rejected')
  if (hasExpired(quote, now)) return refusal('fxQuoteEnded', `the quote expired at ${quote.expiresAt}`)
  const allowed = mayTrade(customer)
  if (!allowed.ok) return allowed

  const institution = await readInstitution(tx, tenantId)
  const looked = await takeLastLook(tx, institution, quote, now)
  if (!looked.ok) return looked
  const funding = await fundingOf(tx, principal, { institution, quote, fundingAccountUID }, now)
  if (!funding.ok) return funding
  const { books, fundingAccountId } = funding.value
  const id = newId(now)
  const coverDueAt = autoCover ? now.add({ seconds: autoCoverDelay ?? 0 }).toString() : null
  await writeQuoteStatus(tx, tenantId, quote.id, 'Accepted')
  const [contractNo] = await reserveContractNumbers(tx, 1)
  const expiresAt = expiryOf(institution, quote.valueDate)
  const undrawn = { status: 'Open', paymentId: null, ...NOTHING_USED } as const
  const margin = newMargin(quote, institution)
  const exchange = exchangeOf(quote)
  const position = atMarket(exchange, quote.quoteCurrency, margin.marginAmount)
  const crossAmount = (await openCross(tx, institution, quote, now))(position)
  const made = {
    ...quote,
    ...undrawn,
    ...margin,
    crossAmount,
    id,
    contractNo: contractNo!,
    quoteId: quote.id,
    coverDueAt,
    expiresAt,
  }
  const held = refund(books, undefined, { ...made, fundingAccountId, fundingHoldId: null }, now)
  await insertContracts(tx, tenantId, [held], now)
  const bookings = [...bookContract(exchange), ...bookNewMargin(held)]
  applyBookings(books, { bookings, contractId: id }, now)
  const value = ownValueOf(position, institution.currency, crossAmount)
  await addToPositions(tx, tenantId, changeByContract(position, { valueDate: quote.valueDate, value }), now)
  await books.write(now)
  const contract = (await findContractOfQuote(tx, tenantId, quote.id))!
  await recordContracts(tx, tenantId, [{ action: 'fx.contract.made', actor: clientId, after: contract }], now)
  return accept(contract)
}

/**
 * The books for the contract, and the account that prefunds it: null if the trade is on the
 * customer's FX line.
 */
async function fundingOf(
  tx: Transaction,
  principal: Principal,
  {
    institution,
    quote,
    fundingAccountUID,
  }: { institution: Institution; quote: Quote; fundingAccountUID: AcceptBody['fundingAccountUID'] },
  now: Temporal.Instant,
): Promise<Result<{ books: OpenBooks; fundingAccountId: bigint | null }, Refusal>> {
  const { tenantId } = principal
  const { customerId, sellCurrency: currency, buyCurrency, sellAmount: amount } = quote
  const currencies = [currency, buyCurrency]
  if (fundingAccountUID === undefined) {
    const onLine = await checkLine(tx, principal, institution, lineTradeOf(quote), { now, locked: true })
    if (!onLine.ok) return onLine
    if (onLine.value)
      return accept({ books: await openExchangeBooks(tx, tenantId, { currencies }, now), fundingAccountId: null })
  }
  const named = fundingAccountUID === undefined ? undefined : BigInt(fundingAccountUID)
  const accountIds = await fundingAccounts(tx, tenantId, { customerId, currency, named })
  const books = await openExchangeBooks(tx, tenantId, { currencies, accountIds }, now)
  const chosen = chooseFunding(books, { accountIds, amount, currency })
  return chosen.ok ? accept({ books, fundingAccountId: chosen.value }) : chosen
}

/**
 * Rejects a quote. Repeating it changes nothing. An accepted quote is refused: cancel its contract.
 */
export async function rejectQuote(
  tx: Transaction,
  principal: Principal,
  quoteUUID: string,
  now: Temporal.Instant,
): Promise<Result<Quote, Refusal>> {
  const { tenantId, clientId } = principal
  const found = await requireQuote(tx, principal, quoteUUID)
  if (!found.ok) return found
  const { quote } = found.value
  if (quote.status === 'Rejected') return accept(quote)
  if (quote.status === 'Accepted') return refusal('fxQuoteEnded', 'the quote was accepted')
  const rejected: Quote = { ...quote, status: 'Rejected' }
  await writeQuoteStatus(tx, tenantId, quote.id, 'Rejected')
  const subject = { kind: 'fxQuote', id: quote.id, customerId: quote.customerId }
  const change = { before: renderQuote(quote), after: renderQuote(rejected) }
  await recordChange(tx, { tenantId, actor: clientId, action: 'fx.quote.rejected', subject, ...change }, now)
  return accept(rejected)
}

/** A quote has expired from the moment of its expiry on. */
function hasExpired({ expiresAt }: Quote, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, Temporal.Instant.from(expiresAt)) >= 0
}

async function requireQuote(
  tx: Transaction,
  principal: Principal,
  quoteUUID: string,
): Promise<Result<{ quote: Quote; customer: { status: string } }, Refusal>> {
  const quote = await lockQuote(tx, principal.tenantId, quoteUUID)
  if (!quote) return refusal('fxQuoteNotFound')
  const customer = await requireCustomer(tx, principal, String(quote.customerId))
  return customer.ok ? accept({ quote, customer: customer.value }) : refusal('fxQuoteNotFound')
}
