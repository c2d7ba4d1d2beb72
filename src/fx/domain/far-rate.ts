import type { ForwardPoints } from './forward-points.ts'
import type { MarketRate } from './price.ts'
import { type Rate, ZERO } from './rate.ts'

/** The market's mid rate at spot, and the points to its forward rates by tenor. */
export interface Outrights {
  mid: Rate
  forwardPoints: ForwardPoints
}

/**
 * Whether a rate is further than `maxPercent` from another one: its bid, mid or ask from the mid
 * rate, or the forward mid rate of a tenor from that of the same tenor, which is the spot rate if
 * the other one has no points for it. Exactly `maxPercent` is not far.
 */
export function isFar(rate: MarketRate & Outrights, from: Outrights, maxPercent: number): boolean {
  const apart = (one: Rate, other: Rate) => isApart(one, other, maxPercent)
  const forward = ({ mid, forwardPoints }: Outrights, tenor: string) => mid.plus(forwardPoints.get(tenor) ?? ZERO)
  return (
    [rate.bid, rate.mid, rate.ask].some((spot) => apart(spot, from.mid)) ||
    [...rate.forwardPoints.keys()].some((tenor) => apart(forward(rate, tenor), forward(from, tenor)))
  )
}

/** Whether a rate is more than `maxPercent` of another one away from it. */
export function isApart(rate: Rate, from: Rate, maxPercent: number): boolean {
  return rate
    .minus(from)
    .abs()
    .times('100')
    .gt(from.abs().times(String(maxPercent)))
}
