import type { CloseOutGains } from '../../institution/institution.ts'
import { lossAtMarket, type OpenPart } from './market-value.ts'
import { convert, type Rate } from './rate.ts'

/** What a close-out settles, in minor units of the currency that the customer sold. */
export interface Settlement {
  /** What the customer pays. */
  loss: bigint
  /** What the customer receives. */
  gain: bigint
  /** The part of the gain that the institution keeps. */
  kept: bigint
}

/**
 * Settles a part of a contract that will not be exchanged. `part` has the quote amount at the
 * market rate of the trade, without the margin, and `rate` is the market of now. The institution
 * closes the part in the market and compares: if the base currency is worth less to it than at the
 * trade, the customer pays the difference. Rounded in the institution's favor; the loss is at most
 * `sellAmount`.
 *
 * With `UpToLoss`, the institution keeps of a gain what it lost on the contract. Without a cover,
 * that is the whole gain: the position that it carried lost the same. With a cover, which cost
 * `coverQuote` for the base amount, it is what the cover cost more than the trade.
 */
export function settleCloseOut(
  part: OpenPart,
  {
    rate,
    sellAmount,
    coverQuote,
    gains,
  }: { rate: { bid: Rate; ask: Rate }; sellAmount: bigint; coverQuote: bigint | null; gains: CloseOutGains },
): Settlement {
  const { customerBuysBase, baseCurrency, quoteCurrency, quoteAmount } = part
  const inSold = (amount: bigint, rounding: 'up' | 'down') =>
    customerBuysBase
      ? amount
      : convert(amount, quoteCurrency, baseCurrency, rate.ask, { direction: 'divide', rounding })
  const loss = lossAtMarket(part, rate)
  if (loss >= 0n) return { loss: least(inSold(loss, 'up'), sellAmount), gain: 0n, kept: 0n }
  const costs = coverQuote === null ? -loss : customerBuysBase ? coverQuote - quoteAmount : quoteAmount - coverQuote
  const keeps: Record<CloseOutGains, bigint> = { UpToLoss: costs, Institution: -loss, Customer: 0n }
  const kept = least(keeps[gains] > 0n ? keeps[gains] : 0n, -loss)
  const gain = inSold(-loss - kept, 'down')
  return { loss: 0n, gain, kept: inSold(-loss, 'down') - gain }
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
