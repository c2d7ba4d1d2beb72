import type { Temporal } from 'temporal-polyfill'
import { type Rate, rateOf, roundRate, ZERO } from './rate.ts'
import { type TradedPair, valueDateOf } from './value-date.ts'

/** What is added to the spot rate of a pair to settle at another date, by tenor; signed, in the unit of the rate. */
export type ForwardPoints = ReadonlyMap<string, Rate>

/**
 * The forward points of a value date: zero at spot, those given for the tenor that settles on it, and between two such
 * dates in proportion to the days. Undefined outside the dates that points are given for: nothing is guessed, because a
 * forward at the spot rate gives the difference in interest away.
 */
export function forwardPointsOn(
  points: ForwardPoints,
  trade: TradedPair & { tradedAt: Temporal.Instant; valueDate: Temporal.PlainDate },
): Rate | undefined {
  const { valueDate, ...traded } = trade
  let before: Node | undefined
  let after: Node | undefined
  for (const node of nodesOf(points, traded, valueDate)) {
    if (node.days === 0) return node.points
    if (node.days < 0 && (!before || node.days > before.days)) before = node
    if (node.days > 0 && (!after || node.days < after.days)) after = node
  }
  return before && after && between(before, after)
}

/** Points, and how many days after the value date they hold. */
interface Node {
  days: number
  points: Rate
}

function nodesOf(
  points: ForwardPoints,
  traded: TradedPair & { tradedAt: Temporal.Instant },
  valueDate: Temporal.PlainDate,
): Node[] {
  // Spot comes first: where TN settles on the spot date, nothing is swapped, whatever its points are.
  return [['SPOT', ZERO] as const, ...points].flatMap(([tenor, points]) => {
    const date = valueDateOf({ ...traded, tenor })
    return date.ok ? [{ days: valueDate.until(date.value, { largestUnit: 'days' }).days, points }] : []
  })
}

function between(before: Node, after: Node): Rate {
  const step = after.points.minus(before.points).times(rateOf(String(-before.days)))
  return roundRate(before.points.plus(step.div(rateOf(String(after.days - before.days)))), 'halfEven')
}
