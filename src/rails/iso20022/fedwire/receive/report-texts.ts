import type { Range } from '../requests.ts'

/** Bounds what a text can make of a report. */
const MOST_NUMBERS = 1000

/**
 * The missing numbers of a gap report, such as `Next sequence number: 011062. List of missing
 * sequence numbers: 000463 000503-000508`. Undefined for a text in another form.
 */
export function parseGaps(text: string): Range[] | undefined {
  const list = /^Next sequence number: \d{1,6}\. List of missing sequence numbers:\s*([\d\s-]*)\.?$/.exec(text.trim())
  if (!list) return /no missing|missing sequence numbers: none/i.test(text) ? [] : undefined
  const parts = list[1]!.split(/\s+/).filter((part) => part !== '')
  const ranges = parts.map((part) => /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part))
  if (ranges.some((range) => !range)) return undefined
  return ranges.map((range) => ({ from: Number(range![1]), to: Number(range![2] ?? range![1]) }))
}

/** What the totals of an endpoint say of its numbers. */
export interface Totals {
  nextImad: number
  nextOmad: number
  missingImads: number
}

/**
 * Such as `Next IMAD sequence number: 7794. Next OMAD sequence number: 6840. Count of missing …:
 * 0.`
 */
export function parseTotals(text: string): Totals | undefined {
  const numberAfter = (label: string) => new RegExp(`${label}:\\s*(\\d{1,6})\\b`).exec(text)?.[1]
  const nextImad = numberAfter('Next IMAD sequence number')
  const nextOmad = numberAfter('Next OMAD sequence number')
  const missing = numberAfter('Count of missing IMAD sequence numbers')
  if (nextImad === undefined || nextOmad === undefined || missing === undefined) return undefined
  return { nextImad: Number(nextImad), nextOmad: Number(nextOmad), missingImads: Number(missing) }
}

/** The numbers of ranges; at most 1,000 of them. */
export function sequencesIn(ranges: readonly Range[]): number[] {
  const numbers: number[] = []
  for (const { from, to } of ranges)
    for (let number = from; number <= to && numbers.length < MOST_NUMBERS; number++) numbers.push(number)
  return numbers
}

/** The numbers from 1 to the last that are not among those known, as ranges of at most so many. */
export function missingRanges(known: ReadonlySet<number>, last: number, most: number): Range[] {
  const ranges: Range[] = []
  let count = 0
  for (let number = 1; number <= last && count < most; number++) {
    if (known.has(number)) continue
    count++
    const open = ranges.at(-1)
    if (open?.to === number - 1) open.to = number
    else ranges.push({ from: number, to: number })
  }
  return ranges
}
