import { RECORD_LENGTH } from './fields.ts'
import type { ToleranceNotes } from './tolerances.ts'

/**
 * The most characters that are kept for a line without an end. It is longer than any record, so the
 * line is refused with this many.
 */
const MAX_LINE_LENGTH = 1_000
/** The most empty lines that are read before one of them counts as a record, and is refused. */
const MAX_EMPTY_LINES = 1_000
/** The record type after a file header, in a file without line breaks. */
const SECOND_RECORD = /[59]/
/** What some systems write at the end of a text file (Ctrl-Z). */
const END_OF_TEXT = '\u001a'

/**
 * Cuts the bytes of a file into the lines of its records, as they arrive. It keeps at most one
 * unfinished line. Each byte is one character: those above 127 are refused by the records' fields.
 * Empty lines at the end are ignored; others are lines.
 */
export class RecordLines {
  readonly #notes: ToleranceNotes
  #rest = ''
  #lineBreak: 'none' | 'LF' | 'CRLF' | undefined
  #emptyLines = 0

  constructor(notes: ToleranceNotes) {
    this.#notes = notes
  }

  /** The lines that these bytes complete. */
  *push(bytes: Uint8Array): Generator<string> {
    const { buffer, byteOffset, byteLength } = bytes
    const text = this.#rest + Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
    this.#rest = ''
    if (this.#lineBreak === undefined) {
      if (text.length <= RECORD_LENGTH + 1) {
        this.#rest = text
        return
      }
      this.#lineBreak = this.#findLineBreak(text)
    }
    yield* this.#lineBreak === 'none' ? this.#cutByLength(text) : this.#cutByBreaks(text)
  }

  /** The last line, if it has no end. */
  *end(): Generator<string> {
    const last = this.#rest.endsWith(END_OF_TEXT) ? this.#rest.slice(0, -1) : this.#rest
    this.#rest = ''
    if (last.includes('\n')) yield* this.#cutByBreaks(`${last}\n`)
    else yield* this.#line(last)
  }

  #findLineBreak(text: string): 'none' | 'LF' | 'CRLF' {
    const at = text.indexOf('\n')
    if (at >= 0 && at <= RECORD_LENGTH + 1) return text[at - 1] === '\r' ? 'CRLF' : 'LF'
    const isWithoutBreaks = SECOND_RECORD.test(text[RECORD_LENGTH]!) && this.#notes.takes('noLineBreaks')
    return isWithoutBreaks ? 'none' : 'LF'
  }

  *#cutByLength(text: string): Generator<string> {
    let from = 0
    for (; from + RECORD_LENGTH <= text.length; from += RECORD_LENGTH) {
      // Line breaks at the end of the file are part of no record.
      if (text[from] === '\n' || text[from] === '\r') break
      yield* this.#line(text.slice(from, from + RECORD_LENGTH))
    }
    this.#rest = text.slice(from)
    while (this.#rest.startsWith('\n') || this.#rest.startsWith('\r')) {
      this.#rest = this.#rest.slice(1)
      yield* this.#line('')
    }
  }

  *#cutByBreaks(text: string): Generator<string> {
    let from = 0
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      const isCrLf = text.charCodeAt(at - 1) === 0x0d
      const wanted = this.#lineBreak === 'CRLF'
      // Without the tolerance, a CR stays, and makes its line too long.
      const hasOther = isCrLf !== wanted && this.#lineBreak !== undefined && this.#notes.takes('mixedLineBreaks')
      yield* this.#line(text.slice(from, isCrLf && (wanted || hasOther) ? at - 1 : at))
      from = at + 1
    }
    this.#rest = text.slice(from)
    if (this.#rest.length <= MAX_LINE_LENGTH) return
    const line = this.#rest.slice(0, MAX_LINE_LENGTH)
    this.#rest = ''
    yield* this.#line(line)
  }

  *#line(line: string): Generator<string> {
    if (line === '' && this.#emptyLines < MAX_EMPTY_LINES) {
      this.#emptyLines += 1
      return
    }
    for (; this.#emptyLines > 0; this.#emptyLines--) yield ''
    if (line !== '') yield line
  }
}
