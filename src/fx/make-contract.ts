import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { newId } from '../kernel/id.ts'
import type { Refusal } from '../kernel/refusal.ts'
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
import type { AcceptBody } from './fx-trades.schema.ts'
import {
  type Contract,
  findContractOfQuote,
  insertContracts,
  type Quote,
  reserveContractNumbers,
  writeQuoteStatus,
} from './fx-trades.store.ts'
import { checkLine, lineTradeOf } from './lines/check-line.ts'
import { newMargin } from './new-margin.ts'
import { addToPositions } from './positions.store.ts'
import { recordContracts } from './record-contracts.ts'

const NOTHING_USED = { drawnSellAmount: 0n, drawnBuyAmount: 0n, closedSellAmount: 0n, closedBuyAmount: 0n }

/** A quote that the caller has locked, and how it is accepted. */
export interface Acceptance {
  institution: Institution
  quote: Quote
  acceptance: AcceptBody
}

/**
 * Makes the contract of a quote at its price. A customer without an FX line, or an acceptance that
 * names an account, prefunds it: the amount sold is held.
 */
export async function makeContract(
  tx: Transaction,
  principal: Principal,
  { institution, quote, acceptance }: Acceptance,
  now: Temporal.Instant,
): Promise<Result<Contract, Refusal>> {
  const { tenantId, clientId } = principal
  const { autoCover = false, autoCoverDelay } = acceptance
  const funding = await fundingOf(tx, principal, { institution, quote, acceptance }, now)
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
export async function fundingOf(
  tx: Transaction,
  principal: Principal,
  { institution, quote, acceptance: { fundingAccountUID } }: Acceptance,
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
