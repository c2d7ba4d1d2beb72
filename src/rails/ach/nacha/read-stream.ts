import type { BatchHeader } from './batch-header.ts'
import type { NachaEntry, NachaRefusal } from './file.ts'
import type { FileHeader } from './file-header.ts'
import { NachaFileReader } from './file-reader.ts'
import { RecordLines } from './record-lines.ts'
import { type Tolerance, type ToleranceNote, ToleranceNotes, USUAL_TOLERANCES } from './tolerances.ts'
import type { Totals } from './totals.ts'

/** An entry as it is read. */
export interface ReadEntry {
  header: BatchHeader
  entry: NachaEntry
  /** Its place among the entries of the file, from 1. */
  number: number
  /** The line of its entry detail record, from 1. */
  line: number
}

/** A file whose records, counts and totals agree. Amounts are cents. */
export interface NachaSummary extends Totals {
  header: FileHeader
  batchCount: number
  entryCount: number
  /** The tolerances that the file needed. */
  notes: ToleranceNote[]
}

export type ReadNachaFile = { ok: true; summary: NachaSummary } | { ok: false; error: NachaRefusal }

/**
 * A file that is being read: bytes go in, entries come out. Each entry comes before it is known
 * whether the whole file adds up, which only `end` says.
 *
 * @param tolerated the departures from the rules that are accepted with a note
 */
export class NachaReading {
  readonly #notes: ToleranceNotes
  readonly #lines: RecordLines
  readonly #reader: NachaFileReader
  #entries: ReadEntry[] = []
  #entryCount = 0

  constructor(tolerated: ReadonlySet<Tolerance> = USUAL_TOLERANCES) {
    this.#notes = new ToleranceNotes(tolerated)
    this.#lines = new RecordLines(this.#notes)
    const entry = (entry: NachaEntry, header: BatchHeader, line: number) => {
      this.#entryCount += 1
      this.#entries.push({ header, entry, line, number: this.#entryCount })
    }
    this.#reader = new NachaFileReader({ entry }, this.#notes)
  }

  push(bytes: Uint8Array): NachaRefusal | undefined {
    return this.#read(this.#lines.push(bytes))
  }

  takeEntries(): ReadEntry[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }

  end(): ReadNachaFile {
    const error = this.#read(this.#lines.end())
    if (error) return { ok: false, error }
    const read = this.#reader.end()
    if (!read.ok) return read
    const { header, control } = read.frame
    const { batchCount, entryAddendaCount, entryHash, totalDebitCents, totalCreditCents } = control
    const totals = { entryAddendaCount, entryHash, totalDebitCents, totalCreditCents }
    const entryCount = this.#entryCount
    return { ok: true, summary: { header, batchCount, entryCount, ...totals, notes: this.#notes.list() } }
  }

  #read(lines: Iterable<string>): NachaRefusal | undefined {
    for (const line of lines) {
      const refused = this.#reader.read(line)
      if (refused) return refused
    }
    return undefined
  }
}
