import { divideRounded } from '../../kernel/rounding.ts'
import type { Exchange } from './bookings.ts'
import { closingAmount, partOf } from './market-value.ts'
import type { Rate } from './rate.ts'

/** A part of a contract at the market rate of its trade, with its `crossAmount`. */
export interface CoveredPart {
  exchange: Exchange
  crossAmount: bigint
}

/**
 * The part of what is closed out that a cover still has: `open` is what it has of the base currency
 * beyond what is left to exchange. Usually that is all of it. A contract that was covered after its
 * end, while its close-out waited for a rate, is covered for what was drawn alone.
 */
export function partToUnwind(
  { exchange, crossAmount }: CoveredPart,
  { baseCurrency, open }: { baseCurrency: string; open: bigint },
): CoveredPart | undefined {
  const { baseAmount } = partOf(exchange, baseCurrency)
  if (open <= 0n || baseAmount <= 0n) return undefined
  if (open >= baseAmount) return { exchange, crossAmount }
  const shareOf = (amount: bigint) => divideRounded(amount * open, baseAmount, 'halfEven')
  const { receives, delivers } = exchange
  return {
    exchange: {
      receives: { ...receives, amount: shareOf(receives.amount) },
      delivers: { ...delivers, amount: shareOf(delivers.amount) },
    },
    crossAmount: shareOf(crossAmount),
  }
}

/**
 * The trade that ends the cover of an exchange, at the market of now. `taken` is what the cover has
 * in the position, the other way round, and `market` what the market now exchanges for its base
 * amount. Undefined if a side is zero.
 */
export function tradeToUnwind(
  { receives, delivers }: Exchange,
  { baseCurrency, rate }: { baseCurrency: string; rate: { bid: Rate; ask: Rate } },
): { taken: Exchange; market: Exchange; marketAmount: bigint } | undefined {
  const marketAmount = closingAmount(partOf({ receives, delivers }, baseCurrency), rate)
  if (marketAmount <= 0n || receives.amount <= 0n || delivers.amount <= 0n) return undefined
  const atMarket = ({ currency, amount }: Exchange['receives']) => ({
    currency,
    amount: currency === baseCurrency ? amount : marketAmount,
  })
  const taken = { receives: delivers, delivers: receives }
  return { taken, market: { receives: atMarket(receives), delivers: atMarket(delivers) }, marketAmount }
}
