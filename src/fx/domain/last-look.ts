import { type Rate, rateOf } from './rate.ts'

const ofBasisPoints = '10000'

/**
 * Whether the market has moved against the institution since a quote, by more than a tolerance in
 * basis points of the quoted rate. Both are outright market rates, without a margin: asks if the
 * customer buys the base currency, else bids. Exactly the tolerance is not more.
 */
export function hasMovedAgainst(
  { quoted, market, customerBuysBase }: { quoted: Rate; market: Rate; customerBuysBase: boolean },
  toleranceBps: number,
): boolean {
  const loss = customerBuysBase ? market.minus(quoted) : quoted.minus(market)
  return loss.times(ofBasisPoints).gt(quoted.times(rateOf(String(toleranceBps))))
}
