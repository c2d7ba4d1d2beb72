import { pairOf } from '../../kernel/currency-pair.ts'
import { convert, type Rate } from './rate.ts'

/** A position at the end of a business day, in minor units. */
export interface OpenPosition {
  currency: string
  /** yyyy-mm-dd. The spot date stands for every date until then. */
  valueDate: string
  /** To receive (positive) or to deliver (negative). */
  position: bigint
  /** In the institution's currency. */
  cost: bigint
}

/** What the position is worth in the institution's currency at a mid rate, rounded half to even. */
export function valueAt(
  { currency, position }: Pick<OpenPosition, 'currency' | 'position'>,
  own: string,
  rate: Rate,
): bigint {
  const direction = pairOf(currency, own).baseCurrency === currency ? 'multiply' : 'divide'
  return convert(position, currency, own, rate, { direction, rounding: 'halfEven' })
}

/**
 * The positions of a currency with all dates until `spot` as one, the earliest first. They are
 * valued at the spot rate, later ones at the forward rate of their date. Empty positions are left
 * out.
 */
export function dueBySpot(positions: readonly OpenPosition[], spot: string): OpenPosition[] {
  const byDate = new Map<string, OpenPosition>()
  for (const one of positions) {
    const valueDate = one.valueDate < spot ? spot : one.valueDate
    const { position = 0n, cost = 0n } = byDate.get(valueDate) ?? {}
    byDate.set(valueDate, { ...one, valueDate, position: position + one.position, cost: cost + one.cost })
  }
  return [...byDate.values()]
    .filter(({ position, cost }) => position !== 0n || cost !== 0n)
    .toSorted((one, other) => (one.valueDate < other.valueDate ? -1 : 1))
}
