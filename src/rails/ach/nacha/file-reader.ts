import { type Addenda, addendaLayoutOf } from './addenda.ts'
import { type BatchControl, batchControlLayoutOf } from './batch-control.ts'
import { type BatchHeader, batchHeaderLayoutOf } from './batch-header.ts'
import { entryLayoutOf } from './entry-detail.ts'
import { type Layout, RECORD_LENGTH, type RecordOf, readRecord } from './fields.ts'
import { BLOCKING_FACTOR, type NachaEntry, type NachaRefusal } from './file.ts'
import { type FileControl, fileControlLayoutOf } from './file-control.ts'
import { type FileHeader, fileHeaderLayout } from './file-header.ts'
import type { ToleranceNotes } from './tolerances.ts'
import { FileCheck } from './validate-file.ts'

const PADDING = '9'.repeat(RECORD_LENGTH)
/** The first byte of a file header in EBCDIC, the digit 1. */
const EBCDIC_ONE = '\u00f1'

/** What a reader reports as it reads, in the order of the file. */
export interface RecordSink {
  batch?(header: BatchHeader): void
  /** `line` is that of the entry detail record. */
  entry?(entry: NachaEntry, header: BatchHeader, line: number): void
  batchControl?(control: BatchControl): void
}

/** The records of a whole file that do not repeat. */
export interface FileFrame {
  header: FileHeader
  control: FileControl
  paddingRecords: number
}

/**
 * Reads the lines of a file one by one, and checks them as they come: the order and length of
 * records, every field, the rules of each SEC code, and all totals. It keeps one entry at a time.
 * Records that have gone to the sink are known to be right only when `end` accepts the file.
 */
export class NachaFileReader {
  readonly #sink: RecordSink
  readonly #notes: ToleranceNotes
  readonly #check: FileCheck
  #line = 0
  #header: FileHeader | undefined
  #batch: BatchHeader | undefined
  #isAdv = false
  #entry: NachaEntry | undefined
  #entryLine = 0
  #control: FileControl | undefined
  #controlLine = 0
  #paddingRecords = 0

  constructor(sink: RecordSink, notes: ToleranceNotes) {
    this.#sink = sink
    this.#notes = notes
    this.#check = new FileCheck(notes)
  }

  /** Reads the next line, and returns the refusal of the file if it has one. */
  read(line: string): NachaRefusal | undefined {
    this.#line += 1
    if (this.#entry !== undefined && line[0] === '7') return this.#readAddenda(line, this.#entry)
    // Another record cannot follow an entry: it is refused, rather than the entry before it.
    if (this.#batch && line[0] !== '6' && line[0] !== '8') return this.#readControl(line, this.#batch)
    const refused = this.#closeEntry()
    if (refused) return refused
    if (this.#batch) return line[0] === '6' ? this.#readEntry(line, this.#batch) : this.#readControl(line, this.#batch)
    if (this.#control) return this.#readPadding(line, this.#control)
    if (this.#header === undefined) return this.#readHeader(line)
    return line[0] === '5' ? this.#readBatch(line) : this.#readFileControl(line)
  }

  /** Ends the file: every record must be there, and all totals must agree. */
  end(): { ok: true; frame: FileFrame } | { ok: false; error: NachaRefusal } {
    this.#line += 1
    const refused = this.#closeEntry() ?? this.#refuseMissing()
    if (refused) return { ok: false, error: refused }
    const [header, control, paddingRecords] = [this.#header!, this.#control!, this.#paddingRecords]
    const mayLackPadding = this.#notes.allows('missingPadding')
    const error = this.#check.end(control, this.#controlLine, { paddingRecords, mayLackPadding })
    if (error) return { ok: false, error }
    if ((this.#controlLine + paddingRecords) % BLOCKING_FACTOR !== 0) this.#notes.takes('missingPadding')
    return { ok: true, frame: { header, control, paddingRecords } }
  }

  #readHeader(line: string): NachaRefusal | undefined {
    if (line[0] === EBCDIC_ONE) return this.#refuse(fileHeaderLayout.record, 'recordType', 'is EBCDIC, must be ASCII')
    const header = this.#take(line, fileHeaderLayout, '1')
    if (header.ok) this.#header = header.record
    return header.ok ? undefined : header.error
  }

  #readBatch(line: string): NachaRefusal | undefined {
    const header = this.#take(line, batchHeaderLayoutOf(line), '5')
    if (!header.ok) return header.error
    this.#isAdv = header.record.secCode === 'ADV'
    const refused = this.#check.header(header.record, this.#line)
    if (refused) return refused
    this.#batch = header.record
    this.#sink.batch?.(header.record)
    return undefined
  }

  #readEntry(line: string, { secCode, record }: BatchHeader): NachaRefusal | undefined {
    const detail = this.#take(line, entryLayoutOf(secCode, record === 'IAT batch header'), '6')
    if (!detail.ok) return detail.error
    this.#entry = { detail: detail.record, addenda: [] }
    this.#entryLine = this.#line
    return undefined
  }

  #readAddenda(line: string, { addenda }: NachaEntry): NachaRefusal | undefined {
    const layout = addendaLayoutOf(line, this.#batch?.record === 'IAT batch header', this.#notes)
    if (layout === undefined) return this.#refuse('addenda', 'addendaType', 'is not a valid addenda type')
    const one = this.#take<Layout>(line, layout, '7')
    if (!one.ok) return one.error
    addenda.push(one.record as Addenda)
    return undefined
  }

  /** An entry ends at the first record that is not one of its addenda. */
  #closeEntry(): NachaRefusal | undefined {
    if (this.#entry === undefined) return undefined
    const entry = this.#entry
    this.#entry = undefined
    const refused = this.#check.entry(entry, this.#entryLine)
    if (!refused) this.#sink.entry?.(entry, this.#batch!, this.#entryLine)
    return refused
  }

  #readControl(line: string, { secCode }: BatchHeader): NachaRefusal | undefined {
    const control = this.#take<Layout>(line, batchControlLayoutOf(secCode), '8')
    if (!control.ok) return control.error
    const record = control.record as BatchControl
    const refused = this.#check.batch(record, this.#line)
    this.#batch = undefined
    if (!refused) this.#sink.batchControl?.(record)
    return refused
  }

  #readFileControl(line: string): NachaRefusal | undefined {
    const layout = fileControlLayoutOf(this.#isAdv)
    if (line === PADDING) return this.#refuse(layout.record, 'recordType', 'the file control record is missing')
    const control = this.#take<Layout>(line, layout, '9')
    if (!control.ok) return control.error
    this.#control = control.record as FileControl
    this.#controlLine = this.#line
    return undefined
  }

  #readPadding(line: string, { blockCount }: FileControl): NachaRefusal | undefined {
    if (line !== PADDING) return this.#refuse('padding', 'recordType', 'must be 94 nines after the file control')
    this.#paddingRecords += 1
    if (this.#paddingRecords < BLOCKING_FACTOR || this.#line <= blockCount * BLOCKING_FACTOR) return undefined
    const [at, record] = [this.#controlLine, fileControlLayoutOf(this.#isAdv).record]
    const reason = `is ${blockCount}, but at least ${this.#line} records follow each other`
    return { line: at, record, field: 'blockCount', reason }
  }

  /** Reads the line as a record of this layout and type. */
  #take<L extends Layout>(
    line: string,
    layout: L,
    recordType: string,
  ): { ok: true; record: RecordOf<L> } | { ok: false; error: NachaRefusal } {
    if (line !== '' && line[0] !== recordType) {
      const reason = `must be a record of type ${recordType}, not of type ${JSON.stringify(line[0])}`
      return { ok: false, error: this.#refuse(layout.record, 'recordType', reason) }
    }
    const isShort = line.length < RECORD_LENGTH && line !== ''
    if (line.length !== RECORD_LENGTH && !(isShort && this.#notes.allows('trimmedBlanks'))) {
      const reason = `must be ${RECORD_LENGTH} characters, not ${line.length}`
      return { ok: false, error: this.#refuse(layout.record, 'recordLength', reason) }
    }
    if (isShort) this.#notes.takes('trimmedBlanks')
    const read = readRecord(layout, isShort ? line.padEnd(RECORD_LENGTH) : line)
    if (!read.ok) return { ok: false, error: this.#refuse(layout.record, read.error.field, read.error.reason) }
    return read
  }

  /** The record that the end of the file lacks. */
  #refuseMissing(): NachaRefusal | undefined {
    if (this.#control) return undefined
    if (this.#line === 1) return this.#refuse(fileHeaderLayout.record, 'recordLength', 'the file is empty')
    const expected = this.#batch
      ? batchControlLayoutOf(this.#batch.secCode)
      : this.#header
        ? fileControlLayoutOf(this.#isAdv)
        : fileHeaderLayout
    return this.#refuse(expected.record, 'recordType', `the ${expected.record} record is missing`)
  }

  #refuse(record: string, field: string, reason: string): NachaRefusal {
    return { line: this.#line, record, field, reason }
  }
}
