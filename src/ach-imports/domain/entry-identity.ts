import type { ReadEntry } from '../../rails/rails.ts'

/**
 * What makes an entry the same as one of another file: its batch and detail records without what
 * depends on the file. The number of the batch is left out, because an operator numbers batches
 * again when it sends them in another order. Addenda count by their number and, for an answer, by
 * what they answer: a trace number is given once a day by each bank.
 */
export function identityText({ header, entry }: ReadEntry, settlesOn: string): string {
  const { detail, addenda } = entry
  const last = addenda.at(-1)
  const answered = last && 'originalTraceNumber' in last ? [last.record, last.originalTraceNumber] : []
  return [
    header.originatingDfi,
    header.record === 'batch header' ? header.companyIdentification : header.originatorIdentification,
    header.secCode,
    header.effectiveEntryDate,
    settlesOn,
    'traceNumber' in detail ? detail.traceNumber : String(detail.sequenceNumber),
    detail.transactionCode,
    detail.receivingRouting,
    detail.accountNumber,
    detail.amountCents,
    addenda.length,
    ...answered,
  ].join('|')
}

/** Two independent 32-bit FNV-1a hashes of a text, as one number of 53 bits. */
export function hashOf(text: string): number {
  let [low, high] = [0x811c9dc5, 0x01000193]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ (code + i), 0x85ebca6b)
  }
  return (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0)
}

/**
 * Finds the entries of one file that have the same identity as another of the same file: true
 * doubles, which all count. It keeps eight bytes for each entry.
 */
export class Doubles {
  #hashes = new Float64Array(1_024)
  #count = 0

  add(text: string): void {
    if (this.#count === this.#hashes.length) {
      const larger = new Float64Array(this.#hashes.length * 2)
      larger.set(this.#hashes)
      this.#hashes = larger
    }
    this.#hashes[this.#count++] = hashOf(text)
  }

  /** The hashes that more than one entry has. Some entries may share a hash by chance. */
  repeated(): ReadonlySet<number> {
    const sorted = this.#hashes.subarray(0, this.#count).sort()
    const repeated = new Set<number>()
    for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) repeated.add(sorted[i]!)
    return repeated
  }
}

/** Numbers the entries of one identity in the order of their file: 0 for the first. */
export class Occurrences {
  readonly #repeated: ReadonlySet<number>
  readonly #counts = new Map<string, number>()

  constructor(repeated: ReadonlySet<number>) {
    this.#repeated = repeated
  }

  next(text: string): number {
    if (this.#repeated.size === 0 || !this.#repeated.has(hashOf(text))) return 0
    const count = this.#counts.get(text) ?? 0
    this.#counts.set(text, count + 1)
    return count
  }
}
