import assert from 'node:assert/strict'
import { Temporal } from 'temporal-polyfill'
import { add, divide, minorOf, nonZero, type Sums } from './arithmetic.ts'
import { type Contract, coverOf, type Gains, marginOf, newContract, settle, type Told, usedOf } from './fx-contracts.ts'
import type { MarketHistory } from './market.ts'

/** An event of the feed. */
export interface Event {
  type: string
  occurredAt: string
  subjectId: string
  data: Told
}

/** What the FX accounts should be, by currency, computed from contracts, trades and rates alone. */
export interface FxBook {
  market: MarketHistory
  /** Who got the gains of close-outs, and since when. */
  gains: { from: Temporal.Instant; to: Gains }[]
  isAtDraw: boolean
  contracts: Map<string, Contract>
  position: Sums
  /** What the position in each foreign currency cost in dollars: all pairs are with the dollar. */
  cost: Sums
  result: Sums
  margin: Sums
  /** What close-outs have left on receivables. */
  owed: Sums
  /** What the market owes (debit) or is owed, by value date. */
  unsettled: { valueDate: string; currency: string; amount: bigint }[]
}

export function newFxBook(terms: Pick<FxBook, 'market' | 'gains' | 'isAtDraw'>): FxBook {
  const empty = () => new Map<string, bigint>()
  return {
    ...terms,
    ...{ contracts: new Map(), unsettled: [] },
    ...{ position: empty(), cost: empty(), result: empty(), margin: empty(), owed: empty() },
  }
}

/** The balances that the FX accounts should have at the end of a day, by code. */
export function fxBalances(book: FxBook, businessDate: string): Record<string, bigint> {
  const { position, result, margin, unsettled } = book
  const market: Sums = new Map()
  for (const { valueDate, currency, amount } of unsettled) if (valueDate > businessDate) add(market, currency, amount)
  const named = Object.entries({ position, result, margin, market })
  return Object.fromEntries(
    named.flatMap(([name, sums]) =>
      Object.entries(nonZero(sums)).map(([currency, sum]) => [`fx-${name}:${currency}`, sum]),
    ),
  )
}

const effects: Readonly<Record<string, (book: FxBook, event: Event, at: Temporal.Instant) => void>> = {
  'fx.contract.made': make,
  'fx.contract.drawn': follow,
  'fx.contract.released': follow,
  'fx.contract.cancelled': follow,
  'fx.contract.expired': follow,
  'fx.contract.covered': cover,
  'fx.contract.closedOut': closeOut,
  'fx.deskTrade.made': deskTrade,
}

/** Applies an event to what the FX accounts should be. Other events change nothing. */
export function applyEvent(book: FxBook, event: Event): void {
  effects[event.type]?.(book, event, Temporal.Instant.from(event.occurredAt))
}

/** Moves the position in both currencies of a pair. The dollars are what the other costs. */
function move(book: FxBook, foreign: string, amounts: readonly (readonly [string, bigint])[]): void {
  for (const [currency, amount] of amounts) {
    add(book.position, currency, amount)
    if (currency === 'USD') add(book.cost, foreign, -amount)
  }
}

const foreignOf = ({ base, quote }: Pick<Contract, 'base' | 'quote'>) => (base === 'USD' ? quote : base)

function make(book: FxBook, { subjectId, data }: Event, at: Temporal.Instant): void {
  const contract = newContract(data, { market: book.market, at, isAtDraw: book.isAtDraw })
  book.contracts.set(subjectId, contract)
  const { sell, sellAmount, buy, buyAmount, quote, margin } = contract
  move(book, foreignOf(contract), [
    [sell, sellAmount],
    [buy, -buyAmount],
    [quote, -margin],
  ])
  addMargin(book, contract, 1n)
}

/** Adds the earned and the deferred part of a margin, or takes them out. */
function addMargin({ result, margin }: FxBook, contract: Contract, sign: 1n | -1n): void {
  const { earned, deferred } = marginOf(contract)
  add(result, contract.quote, sign * earned)
  add(margin, contract.quote, sign * deferred)
}

function change(book: FxBook, no: string, changed: Partial<Contract>): Contract {
  const before = contractOf(book, no)
  addMargin(book, before, -1n)
  const after = { ...before, ...changed }
  addMargin(book, after, 1n)
  book.contracts.set(no, after)
  return after
}

function contractOf({ contracts }: FxBook, no: string): Contract {
  const contract = contracts.get(no)
  assert.ok(contract, `contract ${no} was never made`)
  return contract
}

function follow(book: FxBook, { subjectId, data }: Event): void {
  const { closedSell, closedBuy } = change(book, subjectId, usedOf(data))
  const { sellCurrency, buyCurrency, closeOut } = data
  assert.equal(minorOf(closeOut?.sellAmount ?? 0, sellCurrency), closedSell, `what ${subjectId} closed out`)
  assert.equal(minorOf(closeOut?.buyAmount ?? 0, buyCurrency), closedBuy, `what ${subjectId} closed out`)
}

function cover(book: FxBook, { subjectId, data }: Event, at: Temporal.Instant): void {
  const contract = contractOf(book, subjectId)
  const { base, quote, buysBase } = contract
  const { baseAmount, quoteAmount, quoteAtTrade } = coverOf(contract, data, { market: book.market, at })
  // The institution passes on to the market what it took from the customer.
  const sign = buysBase ? 1n : -1n
  move(book, foreignOf(contract), [
    [base, sign * baseAmount],
    [quote, -sign * quoteAtTrade],
  ])
  add(book.result, quote, sign * (quoteAtTrade - quoteAmount))
  const { valueDate } = data
  book.unsettled.push({ valueDate, currency: base, amount: -sign * baseAmount })
  book.unsettled.push({ valueDate, currency: quote, amount: sign * quoteAmount })
  book.contracts.set(subjectId, { ...contract, cover: { baseAmount, quoteAmount } })
}

function closeOut(book: FxBook, { subjectId, data }: Event, at: Temporal.Instant): void {
  const before = contractOf(book, subjectId)
  const { sell, buy, quote } = before
  const [sold, bought] = [minorOf(data.sellAmount, sell), minorOf(data.buyAmount, buy)]
  // A payment of its own contract gives back all that it drew before it is closed out.
  const isReleased = data.reason === 'Released'
  const drawn = isReleased
    ? {
        drawnSell: before.sellAmount - before.closedSell - sold,
        drawnBuy: before.buyAmount - before.closedBuy - bought,
      }
    : {}
  const closed = { closedSell: before.closedSell + sold, closedBuy: before.closedBuy + bought }
  const margin = marginOf({ ...before, ...closed }).closed - marginOf(before).closed
  assert.equal(minorOf(data.marginReversed, quote), margin, `the margin that the close-out of ${subjectId} reverses`)
  change(book, subjectId, { ...drawn, ...closed })
  move(book, foreignOf(before), [
    [sell, -sold],
    [buy, bought],
    [quote, margin],
  ])
  const { market } = book
  const gains = book.gains.findLast(({ from }) => Temporal.Instant.compare(from, at) <= 0)!.to
  const { loss, gain } = settle(before, data, { market, at, gains, margin })
  const told = [minorOf(data.loss, sell), minorOf(data.gain, sell)]
  assert.deepEqual(told, [loss, gain], `the loss and the gain of the close-out of contract ${subjectId}`)
  add(book.result, sell, loss - gain)
  add(book.owed, sell, loss - minorOf(data.charged, sell))
  if (data.coverUnwound) unwind(book, before, { told: data.coverUnwound, sold, bought, margin })
}

/** The opposite trade with the market, which ends the cover of what is closed out. */
function unwind(
  book: FxBook,
  contract: Contract,
  {
    told,
    sold,
    bought,
    margin,
  }: { told: NonNullable<Told['coverUnwound']>; sold: bigint; bought: bigint; margin: bigint },
): void {
  const { base, quote, buysBase } = contract
  const sign = buysBase ? 1n : -1n
  const [baseAmount, quoteAmount] = [minorOf(told.baseAmount, base), minorOf(told.quoteAmount, quote)]
  assert.equal(baseAmount, buysBase ? bought : sold, 'the base amount that is unwound')
  const quoteAtTrade = buysBase ? sold - margin : bought + margin
  move(book, foreignOf(contract), [
    [base, -sign * baseAmount],
    [quote, sign * quoteAtTrade],
  ])
  add(book.result, quote, sign * (quoteAmount - quoteAtTrade))
  const { valueDate } = told
  book.unsettled.push({ valueDate, currency: base, amount: sign * baseAmount })
  book.unsettled.push({ valueDate, currency: quote, amount: -sign * quoteAmount })
}

function deskTrade(book: FxBook, { data }: Event): void {
  const { buyCurrency, sellCurrency, valueDate } = data
  const [bought, sold] = [minorOf(data.buyAmount, buyCurrency), minorOf(data.sellAmount, sellCurrency)]
  const foreign = buyCurrency === 'USD' ? sellCurrency : buyCurrency
  const [open, cost] = [book.position.get(foreign) ?? 0n, book.cost.get(foreign) ?? 0n]
  move(book, foreign, [
    [buyCurrency, bought],
    [sellCurrency, -sold],
  ])
  book.unsettled.push({ valueDate, currency: buyCurrency, amount: -bought })
  book.unsettled.push({ valueDate, currency: sellCurrency, amount: sold })
  const traded = foreign === buyCurrency ? bought : -sold
  const paid = foreign === buyCurrency ? sold : -bought
  const realized = realizedBy({ open, cost }, { traded, paid })
  assert.equal(minorOf(data.result, 'USD'), realized, 'the result of a trade of the desk')
  move(book, foreign, [['USD', -realized]])
  add(book.result, 'USD', realized)
}

/** The part of the position that the trade closes, at average cost. */
function realizedBy(
  { open, cost }: { open: bigint; cost: bigint },
  { traded, paid }: { traded: bigint; paid: bigint },
): bigint {
  if (open === 0n) return -cost
  if (open > 0n === traded > 0n) return 0n
  const size = (amount: bigint) => (amount < 0n ? -amount : amount)
  const closed = size(open) < size(traded) ? size(open) : size(traded)
  return -divide(cost * closed, size(open), 'halfEven') - divide(paid * closed, size(traded), 'halfEven')
}
