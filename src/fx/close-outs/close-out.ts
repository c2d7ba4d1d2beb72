import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { closeOutGainsOf, type Institution } from '../../institution/institution.ts'
import { newId } from '../../kernel/id.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { divideRounded } from '../../kernel/rounding.ts'
import type { OpenBooks } from '../../ledger/ledger.ts'
import type { NewItem } from '../../suspense/suspense.ts'
import { applyBookings } from '../book-exchange.ts'
import { bookClosing } from '../domain/bookings.ts'
import { hasEnded } from '../domain/contract-state.ts'
import { leftOf } from '../domain/drawdown.ts'
import { amountsOfPair, exchangeOf } from '../domain/exchange.ts'
import { atMarket, bookMargin, marginParts } from '../domain/margin.ts'
import { partOf } from '../domain/market-value.ts'
import { changeByClosing, ownValueOf, type PositionChange } from '../domain/position.ts'
import { formatRate } from '../domain/rate.ts'
import { type Settlement, settleCloseOut } from '../domain/settle-close-out.ts'
import { releaseFunding } from '../funding.ts'
import { type Cover, findCover, insertUnwind } from '../fx-covers.store.ts'
import type { Contract } from '../fx-trades.store.ts'
import type { MarketRates, OutrightRate } from '../market-rates.ts'
import { contractSubject } from '../record-contracts.ts'
import { renderCloseOut } from './close-outs.schema.ts'
import { insertCloseOut, type NewCloseOut } from './close-outs.store.ts'
import { settleWithCustomer } from './settle-with-customer.ts'
import { unwindCover } from './unwind-cover.ts'

/** The parts of a transaction that closes contracts out. */
export interface CloseOutSet {
  institution: Institution
  /** With the FX books of the contract, and the locked accounts that settle its close-out. */
  books: OpenBooks
  rates: MarketRates
}

/**
 * A contract with nothing left, and the changes to the positions, which the caller writes. Then it
 * records the items of suspense, which only a customer without an open account has.
 */
export interface ClosedOut {
  contract: Contract
  positions: PositionChange[]
  unplaced: NewItem[]
}

/**
 * Closes out what is left of a contract that has ended, at the market rate of now: reverses the
 * booking and the margin, unwinds the cover, releases the hold, and settles the loss or the gain
 * with the customer, at first with its account `payerId` (`settleWithCustomer`). Refused, in words,
 * without a current rate, and of a contract or cover that the service did not store; nothing is
 * changed then. The caller holds the lock on the contract, and writes the contract, the positions
 * and the books.
 */
export async function closeOut(
  tx: Transaction,
  { institution, books, rates }: CloseOutSet,
  contract: Contract,
  { reason, payerId, actor }: { reason: NewCloseOut['reason']; payerId: bigint | null; actor: string },
  now: Temporal.Instant,
): Promise<Result<ClosedOut, string>> {
  const rest = leftOf(contract)
  if (!hasEnded(contract.status)) throw new Error(`contract ${contract.contractNo} has not ended`)
  if (rest.sellAmount === 0n && rest.buyAmount === 0n) return accept({ contract, positions: [], unplaced: [] })
  if (contract.altered !== undefined) return refuse(contract.altered)
  const rate = await rates.outright(contract, contract.valueDate)
  if (!rate.ok) return rate

  const { tenantId } = institution
  const cover = contract.coverNo === null ? undefined : await findCover(tx, tenantId, contract.id)
  if (cover?.altered !== undefined) return refuse(cover.altered)

  const closed: Contract = {
    ...contract,
    closedSellAmount: contract.closedSellAmount + rest.sellAmount,
    closedBuyAmount: contract.closedBuyAmount + rest.buyAmount,
    ...{ closeOutWaitsFor: null, fundingHoldId: null },
  }
  const marginAmount = marginParts(closed).closed - marginParts(contract).closed
  const exchange = exchangeOf({ ...contract, ...rest })
  const end = contract.status === 'Expired' ? 'expiry' : 'cancellation'
  const bookings = [...bookClosing(exchange, end), ...bookMargin(contract, closed)]
  applyBookings(books, { bookings, contractId: contract.id }, now)
  releaseFunding(books, contract, now)
  const settlement = settle(institution, { contract, rest, marginAmount, rate: rate.value, cover })
  const settled = await settleWithCustomer(tx, { tenantId, books, payerId }, contract, settlement, now)
  const { chargedAmount, accountId, unplaced } = settled
  const made: NewCloseOut = {
    ...{ id: newId(now), contractId: contract.id, customerId: contract.customerId, reason },
    ...{ sellCurrency: contract.sellCurrency, buyCurrency: contract.buyCurrency, ...rest },
    marketRate: formatRate(contract.buyCurrency === contract.baseCurrency ? rate.value.bid : rate.value.ask),
    ...{ pricingReference: rate.value.pricingReference, marginAmount, chargedAmount, accountId },
    ...{ loss: settlement.loss, gain: settlement.gain, keptAmount: settlement.kept },
  }
  await insertCloseOut(tx, tenantId, made, now)
  const { contractNo, baseCurrency, quoteCurrency } = contract
  const position = atMarket(exchange, quoteCurrency, marginAmount)
  const crossAmount = closedCrossAmount(closed) - closedCrossAmount(contract)
  const part = cover && { contract: closed, cover, exchange: position, crossAmount, rate: rate.value }
  const unwound = part && (await unwindCover(tx, { institution, books }, part, now))
  const unwind = unwound?.unwind ?? null
  if (unwind) await insertUnwind(tx, tenantId, { closeOutId: made.id, contractId: contract.id }, unwind)
  const after = renderCloseOut({ ...made, contractNo, baseCurrency, quoteCurrency, closedAt: now, unwind })
  const subject = contractSubject(contract)
  const change = { tenantId, actor, action: 'fx.contract.closedOut', subject, after }
  await recordChange(tx, change, now)
  const contractAfter = {
    ...closed,
    closeOutLoss: contract.closeOutLoss + made.loss,
    closeOutGain: contract.closeOutGain + made.gain,
  }
  const value = ownValueOf(position, institution.currency, crossAmount)
  const closing = changeByClosing(position, { valueDate: contract.valueDate, value })
  return accept({ contract: contractAfter, positions: [...closing, ...(unwound?.positions ?? [])], unplaced })
}

/**
 * The part of a contract's value that was closed out. It follows from what is closed, as margins
 * do.
 */
function closedCrossAmount({ crossAmount, closedSellAmount, sellAmount }: Contract): bigint {
  return divideRounded(crossAmount * closedSellAmount, sellAmount, 'down')
}

/** What the close-out of `rest` settles with the customer. */
function settle(
  { settings }: Institution,
  {
    contract,
    rest,
    marginAmount,
    rate,
    cover,
  }: {
    contract: Contract
    rest: { sellAmount: bigint; buyAmount: bigint }
    marginAmount: bigint
    rate: OutrightRate
    cover: Cover | undefined
  },
): Settlement {
  const exchange = atMarket(exchangeOf({ ...contract, ...rest }), contract.quoteCurrency, marginAmount)
  const part = partOf(exchange, contract.baseCurrency)
  const whole = amountsOfPair(contract).baseAmount
  const isCovered = cover && amountsOfPair({ ...contract, ...cover }).baseAmount === whole
  // The share of the cover's price, against the customer.
  const rounding = part.customerBuysBase ? 'up' : 'down'
  const coverQuote = isCovered ? divideRounded(cover.marketAmount * part.baseAmount, whole, rounding) : null
  const gains = closeOutGainsOf(settings)
  return settleCloseOut(part, { rate, sellAmount: rest.sellAmount, coverQuote, gains })
}
