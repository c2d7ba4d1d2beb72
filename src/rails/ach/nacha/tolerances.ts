/**
 * Departures from the rules that real files have. Each is an option of a reader, with the note that
 * it leaves in the summary of a file. None changes an amount, an account or a date.
 */
export const TOLERANCES = {
  /** Records end before position 94, where only blanks are left. */
  trimmedBlanks: 'the blanks at the end of records are cut off',
  /** The last block is not filled with records of nines. */
  missingPadding: 'the last block is not padded with nines',
  /** Records of 94 characters follow each other without line breaks. */
  noLineBreaks: 'the records have no line breaks',
  /** Some lines end in LF, and others in CRLF. */
  mixedLineBreaks: 'some lines end in LF, and others in CRLF',
  /** A contested return repeats the addenda 99 of the return and of its dishonor. */
  repeatedReturnAddenda: 'the addenda 99 of a return before it are repeated',
  /** An addenda 99 or 98 has a code that Appendix Four and Five do not list. */
  unknownReasonCodes: 'returns or notifications of change have codes that the rules do not list',
} as const

export type Tolerance = keyof typeof TOLERANCES

/** A tolerance that a file needed, and the number of its records that did. */
export interface ToleranceNote {
  tolerance: Tolerance
  records: number
}

/**
 * What is tolerated in files that others send: all but codes whose meaning nobody knows. Those are
 * for institutions that have agreed on codes of their own.
 */
export const USUAL_TOLERANCES: ReadonlySet<Tolerance> = new Set<Tolerance>([
  ...(['trimmedBlanks', 'missingPadding', 'noLineBreaks', 'mixedLineBreaks', 'repeatedReturnAddenda'] as const),
])

/** Tolerates nothing: for files that must be written again as the same bytes. */
export const TOLERATE_NOTHING: ReadonlySet<Tolerance> = new Set()

/** Counts the records of one file that need each tolerance. */
export class ToleranceNotes {
  readonly #counts = new Map<Tolerance, number>()
  readonly #tolerated: ReadonlySet<Tolerance>

  constructor(tolerated: ReadonlySet<Tolerance>) {
    this.#tolerated = tolerated
  }

  /** Whether the departure is tolerated. Counts it if so. */
  takes(tolerance: Tolerance): boolean {
    if (!this.#tolerated.has(tolerance)) return false
    this.#counts.set(tolerance, (this.#counts.get(tolerance) ?? 0) + 1)
    return true
  }

  allows(tolerance: Tolerance): boolean {
    return this.#tolerated.has(tolerance)
  }

  list(): ToleranceNote[] {
    return Array.from(this.#counts, ([tolerance, records]) => ({ tolerance, records }))
  }
}
