import assert from 'node:assert/strict'
import type { Temporal } from 'temporal-polyfill'
import { divide, minorOf, RATE_UNIT, type Rounding, rateOf, toBase, toQuote } from './arithmetic.ts'
import { MARGINS, type MarketHistory, type PairName, pointsOf, spotAt } from './market.ts'

/** What the event feed says of a contract, a cover or a close-out. */
// biome-ignore lint/suspicious/noExplicitAny: the test knows the shape
export type Told = any

/** An FX contract as the controller knows it. Amounts are minor units. */
export interface Contract {
  pair: PairName
  base: string
  quote: string
  sell: string
  buy: string
  buysBase: boolean
  sellAmount: bigint
  buyAmount: bigint
  baseAmount: bigint
  quoteAmount: bigint
  /** In the quote currency, as are the amounts of a margin. */
  margin: bigint
  isDeferred: boolean
  drawnSell: bigint
  drawnBuy: bigint
  closedSell: bigint
  closedBuy: bigint
  hasEnded: boolean
  cover: { baseAmount: bigint; quoteAmount: bigint } | undefined
}

/** Checks the price of a new contract against the market of its moment, and computes its margin. */
export function newContract(
  told: Told,
  { market, at, isAtDraw }: { market: MarketHistory; at: Temporal.Instant; isAtDraw: boolean },
): Contract {
  const { baseCcy: base, quoteCcy: quote, sellCurrency: sell, buyCurrency: buy } = told
  const pair = `${base}/${quote}` as PairName
  const buysBase = buy === base
  const [sellAmount, buyAmount] = [minorOf(told.sellAmount, sell), minorOf(told.buyAmount, buy)]
  const [baseAmount, quoteAmount] = buysBase ? [buyAmount, sellAmount] : [sellAmount, buyAmount]
  const spot = spotAt(market, pair, at)
  const side = buysBase ? spot.ask : spot.bid
  assert.equal(rateOf(told.spotRate), side, `the spot rate of contract ${told.forexContractNo}`)
  const outright = side + checkedPoints(pair, rateOf(told.fwdPoints))
  const factor = 10_000n + (buysBase ? MARGINS[pair] : -MARGINS[pair])
  const allIn = divide(outright * factor, 10_000n, buysBase ? 'up' : 'down')
  assert.equal(rateOf(told.allInRate), allIn, `the rate of contract ${told.forexContractNo}`)
  // Either amount was given, and the other follows from it, against the customer.
  const pairOf = [base, quote] as const
  const follows =
    quoteAmount === toQuote(baseAmount, allIn, pairOf, buysBase ? 'up' : 'down') ||
    baseAmount === toBase(quoteAmount, allIn, pairOf, buysBase ? 'down' : 'up')
  assert.ok(follows, `${baseAmount} ${base} are not ${quoteAmount} ${quote} at ${allIn}`)
  const atMarket = toQuote(baseAmount, outright, pairOf, 'halfEven')
  const margin = buysBase ? quoteAmount - atMarket : atMarket - quoteAmount
  return {
    ...{ pair, base, quote, sell, buy, buysBase, sellAmount, buyAmount, baseAmount, quoteAmount },
    ...{ margin: margin > 0n ? margin : 0n, isDeferred: isAtDraw && told.paymentUID === undefined },
    ...{ drawnSell: 0n, drawnBuy: 0n, closedSell: 0n, closedBuy: 0n, hasEnded: false, cover: undefined },
    ...usedOf(told),
  }
}

/** What has been drawn and closed out of a contract by an event. */
export function usedOf(told: Told): Pick<Contract, 'drawnSell' | 'drawnBuy' | 'hasEnded'> {
  const { sellCurrency, buyCurrency, tradeStatus } = told
  return {
    drawnSell: minorOf(told.drawnSellAmount, sellCurrency),
    drawnBuy: minorOf(told.drawnBuyAmount, buyCurrency),
    hasEnded: tradeStatus === 'Cancelled' || tradeStatus === 'Expired',
  }
}

/** The parts of a margin: reversed with what was closed out, earned, and still to be earned. */
export function marginOf({ margin, isDeferred, sellAmount, drawnSell, closedSell }: Contract) {
  const closed = divide(margin * closedSell, sellAmount, 'down')
  const isDone = drawnSell + closedSell === sellAmount
  const earned = isDeferred && !isDone ? divide(margin * drawnSell, sellAmount, 'down') : margin - closed
  return { closed, earned, deferred: margin - closed - earned }
}

/** The cover of a contract, checked against the market of its moment, without margin. */
export function coverOf(
  contract: Contract,
  told: Told,
  { market, at }: { market: MarketHistory; at: Temporal.Instant },
): { baseAmount: bigint; quoteAmount: bigint; quoteAtTrade: bigint } {
  const { pair, base, quote, buysBase, hasEnded, sellAmount, margin } = contract
  const sold = hasEnded ? contract.drawnSell : sellAmount
  const bought = hasEnded ? contract.drawnBuy : contract.buyAmount
  const kept = margin - divide(margin * (sellAmount - sold), sellAmount, 'down')
  const [baseAmount, quoteOfCustomer] = buysBase ? [bought, sold] : [sold, bought]
  assert.equal(minorOf(told.baseAmount, base), baseAmount, `the cover of contract ${told.forexContractNo}`)
  const spot = spotAt(market, pair, at)
  const side = buysBase ? spot.ask : spot.bid
  assert.equal(rateOf(told.referenceSpotRate), side, `the spot rate of the cover of contract ${told.forexContractNo}`)
  const outright = side + checkedPoints(pair, rateOf(told.allInRate) - side)
  const quoteAmount = toQuote(baseAmount, outright, [base, quote], 'halfEven')
  assert.equal(minorOf(told.quoteAmount, quote), quoteAmount, `the price of the cover of ${told.forexContractNo}`)
  return { baseAmount, quoteAmount, quoteAtTrade: quoteOfCustomer + (buysBase ? -kept : kept) }
}

export type Gains = 'UpToLoss' | 'Institution' | 'Customer'

/** What a close-out settles, in the currency sold. */
export interface Settled {
  loss: bigint
  gain: bigint
}

/**
 * What the customer loses or gains when a part of its contract is closed out: the difference of the
 * part at the market of the trade and at the market of now, against the customer.
 */
export function settle(
  contract: Contract,
  told: Told,
  { market, at, gains, margin }: { market: MarketHistory; at: Temporal.Instant; gains: Gains; margin: bigint },
): Settled {
  const { pair, base, quote, sell, buy, buysBase, cover } = contract
  const [sold, bought] = [minorOf(told.sellAmount, sell), minorOf(told.buyAmount, buy)]
  const [baseAmount, ofCustomer] = buysBase ? [bought, sold] : [sold, bought]
  const atTrade = ofCustomer + (buysBase ? -margin : margin)
  const spot = spotAt(market, pair, at)
  const side = buysBase ? spot.bid : spot.ask
  const now = side + checkedPoints(pair, rateOf(told.marketRate) - side)
  const atMarket = toQuote(baseAmount, now, [base, quote], buysBase ? 'down' : 'up')
  const lost = buysBase ? atTrade - atMarket : atMarket - atTrade
  const ask = spot.ask + now - side
  const inSold = (amount: bigint, rounding: Rounding) =>
    buysBase ? amount : toBase(amount, ask, [base, quote], rounding)
  if (lost >= 0n) return { loss: least(inSold(lost, 'up'), sold), gain: 0n }
  const gained = -lost
  const isCovered = cover?.baseAmount === contract.baseAmount
  const share = isCovered
    ? divide(cover.quoteAmount * baseAmount, contract.baseAmount, buysBase ? 'up' : 'down')
    : undefined
  const costs = share === undefined ? gained : buysBase ? share - atTrade : atTrade - share
  const keeps = { UpToLoss: costs, Institution: gained, Customer: 0n }[gains]
  return { loss: 0n, gain: inSold(gained - least(keeps > 0n ? keeps : 0n, gained), 'down') }
}

function checkedPoints(pair: string, points: bigint): bigint {
  const { least, most } = pointsOf(pair)
  assert.ok(points >= least && points <= most, `forward points of ${points} per ${RATE_UNIT} for ${pair}`)
  return points
}

const least = (one: bigint, other: bigint) => (one < other ? one : other)
