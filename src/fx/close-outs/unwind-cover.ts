import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import type { OpenBooks } from '../../ledger/ledger.ts'
import { applyBookings } from '../book-exchange.ts'
import { coverDateOf } from '../cover-contract.ts'
import { bookCover, type Exchange } from '../domain/bookings.ts'
import { amountsToExchange } from '../domain/drawdown.ts'
import { amountsOfPair } from '../domain/exchange.ts'
import { changeByCover, ownValueOf, type PositionChange } from '../domain/position.ts'
import { partToUnwind, tradeToUnwind } from '../domain/unwind.ts'
import { type Cover, type CoverUnwind, readUnwound } from '../fx-covers.store.ts'
import type { Contract } from '../fx-trades.store.ts'
import type { OutrightRate } from '../market-rates.ts'

/** What is closed out of a covered contract, at the market rate of its trade. */
interface ClosedPart {
  /** The contract, with the part counted as closed. */
  contract: Contract
  cover: Cover
  exchange: Exchange
  crossAmount: bigint
  rate: OutrightRate
}

/** The opposite trade, to record, and the changes to the positions. */
export interface Unwound {
  unwind: CoverUnwind | undefined
  positions: PositionChange[]
}

/**
 * Unwinds what a cover has for a part of its contract that is closed out: the institution makes the
 * opposite trade with the market, at the rate of the close-out, so that nothing of the part stays
 * open. It is on the cover's value date, or at spot if that date is over. A part that was not
 * covered, and one that the market would exchange for nothing, has nothing to unwind. Books it in
 * `books`, which the caller writes.
 */
export async function unwindCover(
  tx: Transaction,
  { institution, books }: { institution: Institution; books: OpenBooks },
  { contract, cover, exchange, crossAmount, rate }: ClosedPart,
  now: Temporal.Instant,
): Promise<Unwound> {
  const { baseCurrency } = contract
  const baseOf = (amounts: { sellAmount: bigint; buyAmount: bigint }) =>
    amountsOfPair({ ...contract, ...amounts }).baseAmount
  const unwound = await readUnwound(tx, institution.tenantId, contract.id)
  const open = baseOf(cover) - baseOf(unwound) - baseOf(amountsToExchange(contract))
  const part = partToUnwind({ exchange, crossAmount }, { baseCurrency, open })
  const trade = part && tradeToUnwind(part.exchange, { baseCurrency, rate })
  if (!part || !trade) return { unwind: undefined, positions: [] }
  applyBookings(books, { bookings: bookCover(trade.taken, trade.market), contractId: contract.id }, now)
  const value = ownValueOf(part.exchange, institution.currency, part.crossAmount)
  const { receives, delivers } = part.exchange
  return {
    unwind: {
      ...{ sellAmount: receives.amount, buyAmount: delivers.amount, crossAmount: part.crossAmount },
      marketAmount: trade.marketAmount,
      valueDate: coverDateOf(institution, contract, now).toString(),
    },
    positions: changeByCover(trade.taken, { valueDate: contract.valueDate, value }),
  }
}
