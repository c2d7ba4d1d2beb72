import type { Temporal } from 'temporal-polyfill'
import { type Rate, rateOf, roundRate, ZERO } from './rate.ts'
import { type Traded, type TradedPair, valueDateOf } from './value-date.ts'

/** Points added to a pair's spot rate for another date, by tenor. Signed, in units of the rate. */
export type ForwardPoints = ReadonlyMap<string, Rate>

/**
 * The forward points of a value date: zero at spot, those of the tenor that settles on the date, or
 * a linear interpolation by days between two such dates. Undefined outside the dates with points: a
 * guess, such as a forward at the spot rate, would give away the interest differential.
 */
export function forwardPointsOn(
  points: ForwardPoints,
  trade: TradedPair & Traded & { valueDate: Temporal.PlainDate },
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

/** Points, and the number of days from the value date to their own date. */
interface Node {
  days: number
  points: Rate
}

function nodesOf(points: ForwardPoints, traded: TradedPair & Traded, valueDate: Temporal.PlainDate): Node[] {
  // Spot comes first: if TN settles on the spot date, the points of TN do not apply.
  return [['SPOT', ZERO] as const, ...points].flatMap(([tenor, points]) => {
    const date = valueDateOf({ ...traded, tenor })
    return date.ok ? [{ days: valueDate.until(date.value, { largestUnit: 'days' }).days, points }] : []
  })
}

function between(before: Node, after: Node): Rate {
  const step = after.points.minus(before.points).times(rateOf(String(-before.days)))
  return roundRate(before.points.plus(step.div(rateOf(String(after.days - before.days)))), 'halfEven')
}
