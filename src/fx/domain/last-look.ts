import { type Rate, rateOf } from './rate.ts'

/**
 * Whether the institution would be paid less than the market's mid rate. Both are outright rates;
 * `allIn` is that of the customer, with the margin.
 */
export function isBelowMid({
  allIn,
  mid,
  customerBuysBase,
}: {
  allIn: Rate
  mid: Rate
  customerBuysBase: boolean
}): boolean {
  return customerBuysBase ? allIn.lt(mid) : allIn.gt(mid)
}

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
