import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { closeOutGainsOf, type Institution } from '../../institution/institution.ts'
import { newId } from '../../kernel/id.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { divideRounded } from '../../kernel/rounding.ts'
import { mustTransfer, type OpenBooks } from '../../ledger/ledger.ts'
import { posting } from '../../ledger/postings.ts'
import { availableOf } from '../../ledger/transfer.ts'
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
import { findCover } from '../fx-covers.store.ts'
import type { Contract } from '../fx-trades.store.ts'
import type { MarketRates, OutrightRate } from '../market-rates.ts'
import { contractSubject } from '../record-contracts.ts'
import { renderCloseOut } from './close-outs.schema.ts'
import { insertCloseOut, type NewCloseOut } from './close-outs.store.ts'

/** How long after a close-out, or after an attempt, an owed amount is collected. */
export const COLLECTION_INTERVAL = { hours: 1 }

/** The parts of a transaction that closes contracts out. */
export interface CloseOutSet {
  institution: Institution
  /** With the FX books of the contract, and the locked accounts that can be charged. */
  books: OpenBooks
  rates: MarketRates
}

/** A contract with nothing left, and the changes to the positions, which the caller writes. */
export interface ClosedOut {
  contract: Contract
  positions: PositionChange[]
}

/**
 * Closes out what is left of a contract that has ended, at the market rate of now: reverses the
 * booking and the margin, releases the hold, and charges the customer's loss to the first of the
 * accounts that has it, or credits its gain. What no account has is owed. Refused, in words,
 * without a current rate; nothing is changed then. The caller holds the lock on the contract, and
 * writes the contract, the positions and the books.
 */
export async function closeOut(
  tx: Transaction,
  { institution, books, rates }: CloseOutSet,
  contract: Contract,
  { reason, accountIds, actor }: { reason: NewCloseOut['reason']; accountIds: readonly bigint[]; actor: string },
  now: Temporal.Instant,
): Promise<Result<ClosedOut, string>> {
  const rest = leftOf(contract)
  if (!hasEnded(contract.status)) throw new Error(`contract ${contract.contractNo} has not ended`)
  if (rest.sellAmount === 0n && rest.buyAmount === 0n) return accept({ contract, positions: [] })
  const rate = await rates.outright(contract, contract.valueDate)
  if (!rate.ok) return rate

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
  const settled = await settle(tx, institution, { contract, rest, marginAmount, rate: rate.value })
  const paid = pay(books, contract, settled, accountIds, now)
  const made: NewCloseOut = {
    ...{ id: newId(now), contractId: contract.id, customerId: contract.customerId, reason },
    ...{ sellCurrency: contract.sellCurrency, buyCurrency: contract.buyCurrency, ...rest },
    marketRate: formatRate(contract.buyCurrency === contract.baseCcy ? rate.value.bid : rate.value.ask),
    ...{ pricingReference: rate.value.pricingReference, marginAmount, loss: settled.loss, ...paid },
  }
  await insertCloseOut(tx, institution.tenantId, made, { now, collectAt: now.add(COLLECTION_INTERVAL) })
  const { contractNo, quoteCcy } = contract
  const after = renderCloseOut({ ...made, contractNo, quoteCcy, collectedAmount: 0n, closedAt: now })
  const subject = contractSubject(contract)
  const change = { tenantId: institution.tenantId, actor, action: 'fx.contract.closedOut', subject, after }
  await recordChange(tx, change, now)
  const contractAfter = {
    ...closed,
    closeOutLoss: contract.closeOutLoss + made.loss,
    closeOutGain: contract.closeOutGain + made.gain,
  }
  const position = atMarket(exchange, quoteCcy, marginAmount)
  const crossAmount = closedCrossAmount(closed) - closedCrossAmount(contract)
  const value = ownValueOf(position, institution.currency, crossAmount)
  const positions = changeByClosing(position, { valueDate: contract.valueDate, value })
  return accept({ contract: contractAfter, positions })
}

/**
 * The part of a contract's value that was closed out. It follows from what is closed, as margins
 * do.
 */
function closedCrossAmount({ crossAmount, closedSellAmount, sellAmount }: Contract): bigint {
  return divideRounded(crossAmount * closedSellAmount, sellAmount, 'down')
}

/** What the close-out of `rest` settles with the customer. */
async function settle(
  tx: Transaction,
  { tenantId, settings }: Institution,
  {
    contract,
    rest,
    marginAmount,
    rate,
  }: {
    contract: Contract
    rest: { sellAmount: bigint; buyAmount: bigint }
    marginAmount: bigint
    rate: OutrightRate
  },
): Promise<Settlement> {
  const exchange = atMarket(exchangeOf({ ...contract, ...rest }), contract.quoteCcy, marginAmount)
  const part = partOf(exchange, contract.baseCcy)
  const cover = contract.coverNo === null ? undefined : await findCover(tx, tenantId, contract.id)
  const whole = amountsOfPair(contract).baseAmount
  const isCovered = cover && amountsOfPair({ ...contract, ...cover }).baseAmount === whole
  // The share of the cover's price, against the customer.
  const rounding = part.customerBuysBase ? 'up' : 'down'
  const coverQuote = isCovered ? divideRounded(cover.quoteAmount * part.baseAmount, whole, rounding) : null
  const gains = closeOutGainsOf(settings)
  return settleCloseOut(part, { rate, sellAmount: rest.sellAmount, coverQuote, gains })
}

/** Charges the loss or credits the gain, as far as the customer has an account for it. */
function pay(
  books: OpenBooks,
  { id: referenceId, sellCurrency: currency }: Contract,
  { loss, gain, kept }: Settlement,
  accountIds: readonly bigint[],
  now: Temporal.Instant,
): Pick<NewCloseOut, 'chargedAmount' | 'gain' | 'keptAmount' | 'accountId'> {
  const terms = (amount: bigint) => ({ id: newId(now), amount, currency, referenceId })
  const account = chooseAccount(books, accountIds, loss)
  if (loss === 0n) {
    if (gain === 0n || !account) return { chargedAmount: 0n, gain: 0n, keptAmount: kept + gain, accountId: null }
    mustTransfer(books, posting(books, 'closeOutGain', { ...terms(gain), customer: account.id }))
    return { chargedAmount: 0n, gain, keptAmount: kept, accountId: account.id }
  }
  const chargedAmount = account && account.available > 0n ? least(account.available, loss) : 0n
  if (chargedAmount > 0n)
    mustTransfer(books, posting(books, 'closeOutLoss', { ...terms(chargedAmount), customer: account!.id }))
  if (chargedAmount < loss) mustTransfer(books, posting(books, 'closeOutOwed', terms(loss - chargedAmount)))
  return { chargedAmount, gain: 0n, keptAmount: 0n, accountId: chargedAmount > 0n ? account!.id : null }
}

/** The first account that has the amount, or else the one that has most. */
export function chooseAccount(
  books: OpenBooks,
  accountIds: readonly bigint[],
  amount: bigint,
): { id: bigint; available: bigint } | undefined {
  const accounts = accountIds.flatMap((id) => {
    const account = books.account(id)
    return account ? [{ id, available: availableOf(account) }] : []
  })
  return (
    accounts.find(({ available }) => available >= amount) ??
    accounts.toSorted((one, other) => (one.available < other.available ? 1 : -1))[0]
  )
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
