import { type Pair, pairName } from '../kernel/currency-pair.ts'
import { isFar, type Outrights } from './domain/far-rate.ts'
import type { Reference } from './fx-rates.store.ts'
import type { PairRate } from './rate-source.ts'
import { crossRate } from './read-rate.ts'

/** What new rates are compared with. The maps are by the name of the pair. */
export interface Present {
  rates: ReadonlyMap<string, PairRate>
  references: ReadonlyMap<string, Reference>
  /** The institution's date. */
  today: string
}

/**
 * Whether a second person must confirm the rate: it changes more than `maxPercent`, or nothing
 * shows whether it does.
 */
export function changesFar(rate: PairRate, present: Present, maxPercent: number): boolean {
  const compared = comparedWith(rate, present)
  return compared.length === 0 || compared.some((from) => isFar(rate, from, maxPercent))
}

/**
 * The present rate and that at the start of the day. For the first rate of a pair, the cross at
 * which the pair was quoted until now; nothing if there was none.
 */
function comparedWith(pair: Pair, present: Present): Outrights[] {
  const last = present.rates.get(pairName(pair))
  if (last) return [last, referenceNow(last, present)]
  const cross = crossRate(pair, present.rates)
  return cross ? [cross] : []
}

/**
 * The reference to keep with a new rate. A rate that a second person confirmed, and the first rate
 * of a pair, are the reference from now on.
 */
export function referenceAfter(
  rate: PairRate,
  { present, isConfirmed }: { present: Present; isConfirmed: boolean },
): Reference {
  const last = present.rates.get(pairName(rate))
  if (last && !isConfirmed) return referenceNow(last, present)
  return { mid: rate.mid, forwardPoints: rate.forwardPoints, on: present.today }
}

/** The first new rate of a day makes the last rate before it the reference of that day. */
function referenceNow(last: PairRate, { references, today }: Present): Reference {
  const kept = references.get(pairName(last))
  if (kept && kept.on >= today) return kept
  return { mid: last.mid, forwardPoints: last.forwardPoints, on: today }
}
