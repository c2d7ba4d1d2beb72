import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { currencyCalendars } from '../kernel/currency-calendars.ts'
import { type Pair, pairName, pairOf } from '../kernel/currency-pair.ts'
import { newId } from '../kernel/id.ts'
import { formatAmount } from '../kernel/money.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { timestamp } from '../kernel/timestamp.ts'
import type { OpenBooks } from '../ledger/ledger.ts'
import { fxBooksOf, openFxBooks } from '../ledger/open-account.ts'
import { applyBookings } from './book-exchange.ts'
import { openCross } from './cross-amount.ts'
import { bookContract, type Exchange } from './domain/bookings.ts'
import { CONTRACT_NO } from './domain/contract-no.ts'
import { type Amounts, type Drawing, type DrawRefusal, drawOf, leftOf, statusWhenDrawn } from './domain/drawdown.ts'
import { exchangeOf, otherAmountAt } from './domain/exchange.ts'
import { atMarket, bookMargin, bookNewMargin } from './domain/margin.ts'
import { changeByContract, ownValueOf } from './domain/position.ts'
import { formatRate } from './domain/rate.ts'
import { checkTicket } from './domain/smallest-ticket.ts'
import { NEW_YORK, tradeDateOf, valueDateOf } from './domain/value-date.ts'
import { expiryOf } from './expiry.ts'
import { refund } from './funding.ts'
import {
  type Contract,
  insertContracts,
  insertQuotes,
  lockContracts,
  readContracts,
  reserveContractNumbers,
  writeDrawn,
} from './fx-trades.store.ts'
import { newMargin } from './new-margin.ts'
import { addToPositions } from './positions.store.ts'
import { priceTrade, type TradePrice } from './price-trade.ts'
import { readMargin } from './read-margin.ts'
import { type ContractChange, recordContracts } from './record-contracts.ts'

/** The exchange that a payment needs. */
export interface WantedExchange extends Drawing {
  /** The contract that the payment names. Without one, a new contract is made for the payment. */
  contractNo: string | undefined
  /** The tenor of a new contract. */
  tenor: 'SPOT' | 'ON' | 'TN'
  /** Whether the smallest ticket does not apply: a return sells any amount. */
  isReturn?: boolean
}

/** A priced exchange and its contract. Amounts are minor units. */
export interface PricedExchange extends Amounts {
  contract: Contract
  /** Whether the contract is made for this payment. */
  isOwn: boolean
  /** What the draw releases on the paying account: the part of the contract's hold. */
  fundedAmount: bigint
  /**
   * The contract's value date, yyyy-mm-dd: the market delivers the bought currency on it, so no
   * payout in that currency has an earlier date.
   */
  deliversOn: string
}

/**
 * The FX contracts of one transaction's payments, as `openBooks` is for ledger accounts: each draw
 * sees the draws before it, and all are written together. Named contracts are locked, after the
 * ledger accounts, so that two transactions never draw the same amount.
 */
export interface OpenExchanges {
  /** Prices the exchange for a payment on that date, or refuses it. Changes nothing. */
  price(wanted: WantedExchange, on: Temporal.PlainDate): Result<PricedExchange, Refusal>
  /** Draws a price that `price` returned, with no other draw in between. Books a new contract. */
  draw(priced: PricedExchange, by: { paymentId: string; actor: string }): void
  /**
   * Writes new contracts, drawn amounts and positions. Call it after the payments are written,
   * because new contracts refer to them, and before the books are written.
   */
  write(): Promise<void>
}

/**
 * Opens the contracts and books that the wanted exchanges need. `unlocked` is for a preview: it
 * takes no locks and reserves no contract numbers, and its caller never writes.
 */
export async function openExchanges(
  tx: Transaction,
  institution: Institution,
  wanted: readonly WantedExchange[],
  { books, unlocked = false }: { books: OpenBooks; unlocked?: boolean },
  now: Temporal.Instant,
): Promise<OpenExchanges> {
  const { tenantId } = institution
  const currencies = [...new Set(wanted.flatMap(({ sellCurrency, buyCurrency }) => [sellCurrency, buyCurrency]))]
  if (!unlocked) await openFxBooks(tx, tenantId, currencies, now)
  await books.include(fxBooksOf(currencies))

  const named = await openNamed(tx, tenantId, wanted, { unlocked })
  const own = wanted.filter(({ contractNo }) => contractNo === undefined)
  const prices = await priceEachOwn(tx, institution, own, now)
  const ownNumbers = unlocked || own.length === 0 ? [] : await reserveContractNumbers(tx, own.length)
  const draws: Draws = { made: [], changed: new Set(), changes: [] }

  return {
    price(one, on) {
      if (one.contractNo !== undefined) return priceNamed(institution, named.get(one.contractNo), one, { on, now })
      const price = prices.get(priceKey(one))
      if (!price) throw new Error('the exchange was not opened')
      return price.ok ? priceAt(institution, price.value, one, now) : price
    },
    draw(priced, { paymentId, actor }) {
      if (!priced.isOwn) return drawNamed(draws, books, { priced, actor }, now)
      const contractNo = ownNumbers[draws.made.length] ?? 0n
      const contract = Object.assign(priced.contract, { contractNo, paymentId })
      drawOwn(draws, books, { contract, actor }, now)
    },
    write: () => writeDraws(tx, institution, draws, now),
  }
}

/** What the payments of the transaction have drawn so far. */
interface Draws {
  /** New contracts, each for one payment. */
  made: Contract[]
  /** Named contracts with new drawn amounts. */
  changed: Set<Contract>
  changes: ContractChange[]
}

/** The named contracts by number. A text that is not a contract number matches no contract. */
async function openNamed(
  tx: Transaction,
  tenantId: bigint,
  wanted: readonly WantedExchange[],
  { unlocked }: { unlocked: boolean },
): Promise<Map<string, Contract>> {
  const numbers = [
    ...new Set(wanted.flatMap(({ contractNo }) => (isContractNo(contractNo) ? [BigInt(contractNo)] : []))),
  ]
  const open = unlocked ? readContracts : lockContracts
  const contracts = numbers.length === 0 ? [] : await open(tx, tenantId, { numbers, ids: [] })
  return new Map(contracts.map((contract) => [String(contract.contractNo), contract]))
}

/** The prices of new contracts, each computed once per customer, currencies and tenor. */
async function priceEachOwn(
  tx: Transaction,
  institution: Institution,
  own: readonly WantedExchange[],
  now: Temporal.Instant,
): Promise<Map<string, Result<OwnPrice, Refusal>>> {
  const asked = new Map(own.map((one) => [priceKey(one), one]))
  return new Map(
    await Promise.all(
      Array.from(asked, async ([key, one]) => [key, await priceOwn(tx, institution, one, now)] as const),
    ),
  )
}

function drawNamed(
  draws: Draws,
  books: OpenBooks,
  { priced, actor }: { priced: PricedExchange; actor: string },
  now: Temporal.Instant,
): void {
  const { contract, sellAmount, buyAmount } = priced
  const before = { ...contract }
  contract.drawnSellAmount += sellAmount
  contract.drawnBuyAmount += buyAmount
  contract.status = statusWhenDrawn(contract)
  contract.fundingHoldId = refund(books, before, contract, now).fundingHoldId
  applyBookings(books, { bookings: bookMargin(before, contract), contractId: contract.id }, now)
  draws.changed.add(contract)
  draws.changes.push({ action: 'fx.contract.drawn', actor, before, after: { ...contract } })
}

function drawOwn(
  draws: Draws,
  books: OpenBooks,
  { contract, actor }: { contract: Contract; actor: string },
  now: Temporal.Instant,
): void {
  draws.made.push(contract)
  draws.changes.push({ action: 'fx.contract.made', actor, after: contract })
  const bookings = [...bookContract(exchangeOf(contract)), ...bookNewMargin(contract)]
  applyBookings(books, { bookings, contractId: contract.id }, now)
}

async function writeDraws(
  tx: Transaction,
  institution: Institution,
  { made, changed, changes }: Draws,
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId } = institution
  const quotes = made.map((contract) => quoteOf(contract, now))
  const contracts = made.map((contract) => ({ ...contract, expiresAt: expiryOf(institution, contract.valueDate) }))
  const positions = made.flatMap(({ valueDate, ...contract }) => {
    const exchange = atMarket(exchangeOf(contract), contract.quoteCurrency, contract.marginAmount)
    const value = ownValueOf(exchange, institution.currency, contract.crossAmount)
    return changeByContract(exchange, { valueDate, value })
  })
  await Promise.all([
    quotes.length > 0 && insertQuotes(tx, tenantId, quotes, now),
    contracts.length > 0 && insertContracts(tx, tenantId, contracts, now),
    changed.size > 0 && writeDrawn(tx, tenantId, [...changed], now),
    positions.length > 0 && addToPositions(tx, tenantId, positions, now),
  ])
  await recordContracts(tx, tenantId, changes, now)
}

const isContractNo = (text: string | undefined): text is string => text !== undefined && CONTRACT_NO.test(text)

const priceKey = ({ customerId, sellCurrency, buyCurrency, tenor }: WantedExchange) =>
  `${customerId} ${sellCurrency} ${buyCurrency} ${tenor}`

interface OwnPrice {
  price: TradePrice
  valueDate: string
  crossAmountOf: (exchange: Exchange) => bigint
}

async function priceOwn(
  tx: Transaction,
  institution: Institution,
  { customerId, sellCurrency, buyCurrency, tenor }: WantedExchange,
  now: Temporal.Instant,
): Promise<Result<OwnPrice, Refusal>> {
  const pair = pairOf(sellCurrency, buyCurrency)
  const calendars = currencyCalendars(institution.settings.currencyCalendars)
  const valueDate = valueDateOf({ base: pair.baseCurrency, quote: pair.quoteCurrency, tenor, tradedAt: now, calendars })
  if (!valueDate.ok) return refusal('fxNotQuoted', `${pairName(pair)} is not a supported pair`)
  const marginBps = await readMargin(tx, institution.tenantId, customerId, pair)
  const wanted = { sellCurrency, buyCurrency, valueDate: valueDate.value, marginBps }
  const price = await priceTrade(tx, institution, wanted, now)
  if (!price.ok) return refusal('fxNotQuoted', price.refusal)
  const crossAmountOf = await openCross(tx, institution, { sellCurrency, buyCurrency }, now)
  return accept({ price: price.value, valueDate: valueDate.value.toString(), crossAmountOf })
}

function priceNamed(
  institution: Institution,
  contract: Contract | undefined,
  wanted: WantedExchange,
  { on, now }: { on: Temporal.PlainDate; now: Temporal.Instant },
): Result<PricedExchange, Refusal> {
  if (!contract) return refusal('fxContractMismatch', `the sender's customer has no contract ${wanted.contractNo}`)
  if (contract.altered !== undefined && contract.customerId === wanted.customerId)
    return refusal('fxContractMismatch', `contract ${wanted.contractNo} is not drawn: ${contract.altered}`)
  const spot = spotOf(institution, contract, { on, now })
  const drawn = drawOf(contract, wanted, { on, spot })
  if (!drawn.ok) return refusal('fxContractMismatch', whyNot(contract, wanted, { refusal: drawn.refusal, on, spot }))
  const fundedAmount = contract.fundingAccountId === null ? 0n : drawn.value.sellAmount
  return accept({ ...drawn.value, contract, isOwn: false, fundedAmount, deliversOn: contract.valueDate })
}

/**
 * The spot date for a payment's date: that of a trade made now, or at the start of a later date.
 */
function spotOf(
  { settings }: Pick<Institution, 'settings'>,
  { baseCurrency, quoteCurrency }: Pair,
  { on, now }: { on: Temporal.PlainDate; now: Temporal.Instant },
): Temporal.PlainDate {
  const begins = on.toZonedDateTime(NEW_YORK).toInstant()
  const tradedAt = Temporal.Instant.compare(begins, now) > 0 ? begins : now
  const calendars = currencyCalendars(settings.currencyCalendars)
  const date = valueDateOf({ base: baseCurrency, quote: quoteCurrency, tenor: 'SPOT', tradedAt, calendars })
  return date.ok ? date.value : on
}

/** The refusal in words. Another customer's contract reads like one that does not exist. */
function whyNot(
  contract: Contract,
  { given, contractNo, sellCurrency, buyCurrency }: WantedExchange,
  { refusal: why, on, spot }: { refusal: DrawRefusal; on: Temporal.PlainDate; spot: Temporal.PlainDate },
): string {
  const its = `contract ${contractNo}`
  switch (why) {
    case 'otherCustomer':
      return `the sender's customer has no ${its}`
    case 'otherCurrencies':
      return `${its} sells ${contract.sellCurrency} for ${contract.buyCurrency}, but the payment sells ${sellCurrency} for ${buyCurrency}`
    case 'otherAccount':
      return `${its} is prefunded from account ${contract.fundingAccountId}, and only payments from that account draw it`
    case 'contractEnded':
      return `${its} is ${contract.status}`
    case 'valueDatePassed':
      return `the value date of ${its}, ${contract.valueDate}, is before the payment date`
    case 'beyondSpot':
      return `${its} settles on ${contract.valueDate}, after ${spot}, the spot date of a payment on ${on}`
    case 'exceedsContract': {
      const left = leftOf(contract)
      const [amount, currency] = given === 'sell' ? [left.sellAmount, sellCurrency] : [left.buyAmount, buyCurrency]
      return `${its} has ${formatAmount(amount, currency)} ${currency} left to draw`
    }
    case 'tooSmall':
      return `at the rate of ${its}, the amount converts to less than the smallest amount of ${given === 'sell' ? buyCurrency : sellCurrency}`
  }
}

/** A new contract for the payment, fully drawn. It has no number until it is drawn. */
function priceAt(
  institution: Institution,
  { price, valueDate, crossAmountOf }: OwnPrice,
  wanted: WantedExchange,
  now: Temporal.Instant,
): Result<PricedExchange, Refusal> {
  const amounts = otherAmountAt(wanted, price.allInRate)
  if (!amounts.ok) return refusal('invalidPayment', `paymentAmount ${amounts.refusal}`)
  const { customerId, sellCurrency, buyCurrency, tenor } = wanted
  const { sellAmount, buyAmount } = amounts.value
  const trade = {
    sellCurrency,
    buyCurrency,
    sellAmount,
    buyAmount,
    baseCurrency: price.baseCurrency,
    quoteCurrency: price.quoteCurrency,
  }
  const ticket = checkTicket(wanted.isReturn ? [] : (institution.settings.fx?.smallestTickets ?? []), trade)
  if (!ticket.ok) return refusal('fxBelowSmallestTicket', ticket.refusal)
  const terms = {
    id: newId(now),
    contractNo: 0n,
    quoteId: newId(now),
    status: 'Completed' as const,
    customerId,
    ...{ customerRefType: 'CustomerUID', customerRef: String(customerId), channel: 'Payment' },
    ...{ productType: 'SPOT' as const, tenor, ...trade },
    spotRate: formatRate(price.spotRate),
    forwardPoints: formatRate(price.forwardPoints),
    allInRate: formatRate(price.allInRate),
    pricingReference: price.pricingReference,
    tradeDate: tradeDateOf(now).toString(),
    valueDate,
    expiresAt: timestamp(now),
    ...{ madeBy: null, madeByUser: null },
    ...{ executedAt: timestamp(now), endsAt: timestamp(expiryOf(institution, valueDate)) },
    ...{ coverDueAt: null, coverNo: null, paymentId: null, fundingAccountId: null, fundingHoldId: null },
    ...{ drawnSellAmount: sellAmount, drawnBuyAmount: buyAmount, closedSellAmount: 0n, closedBuyAmount: 0n },
    ...{ closeOutLoss: 0n, closeOutGain: 0n, closeOutWaitsFor: null },
  }
  // The payment draws all of it, so its margin is earned at once.
  const margin = { ...newMargin(terms, institution), marginDeferred: false }
  const crossAmount = crossAmountOf(atMarket(exchangeOf(trade), price.quoteCurrency, margin.marginAmount))
  const contract: Contract = { ...terms, ...margin, crossAmount }
  return accept({ sellAmount, buyAmount, contract, isOwn: true, fundedAmount: 0n, deliversOn: valueDate })
}

/**
 * The quote behind a contract made for a payment. It counts as accepted when the contract is made.
 */
function quoteOf({ quoteId, ...terms }: Contract, now: Temporal.Instant) {
  return { ...terms, id: quoteId, status: 'Accepted', expiresAt: now.toString() } as const
}
