import { type Addenda, addendaLayoutOf } from './addenda.ts'
import { batchControlLayoutOf } from './batch-control.ts'
import { batchHeaderLayoutOf } from './batch-header.ts'
import { entryLayoutOf } from './entry-detail.ts'
import { type Layout, RECORD_LENGTH, type RecordOf, readRecord } from './fields.ts'
import type { NachaBatch, NachaEntry, NachaFile, NachaForm, NachaRefusal } from './file.ts'
import { fileControlLayoutOf } from './file-control.ts'
import { fileHeaderLayout } from './file-header.ts'
import { validateRules } from './validate-file.ts'

export type ParsedNachaFile = { ok: true; file: NachaFile } | { ok: false; error: NachaRefusal }

type Read<T> = { ok: true; value: T } | { ok: false; error: NachaRefusal }

const PADDING = '9'.repeat(RECORD_LENGTH)

/**
 * Parses and validates a NACHA file: the order and length of records, every field, the rules of
 * each SEC code, hashes, counts, totals and blocks. It returns the first refusal as data, with a
 * line number from 1. A missing record is refused on the line where it is expected.
 *
 * @param text the file's characters: LF or CRLF, with or without an ending on the last line
 */
export function parseNachaFile(text: string): ParsedNachaFile {
  const lineEnding = text.includes('\r\n') ? '\r\n' : '\n'
  const trailer = /[\r\n]*$/.exec(text)![0]
  const cursor = new LineCursor(text.slice(0, text.length - trailer.length).split(lineEnding))

  const header = cursor.take(fileHeaderLayout, '1')
  if (!header.ok) return header

  const batches: NachaBatch[] = []
  while (cursor.isAt('5')) {
    const batch = readBatch(cursor)
    if (!batch.ok) return batch
    batches.push(batch.value)
  }

  const controlLayout = fileControlLayoutOf(batches[0]?.header.secCode === 'ADV')
  if (cursor.line === PADDING) {
    return cursor.refuse(controlLayout.record, 'recordType', 'the file control record is missing')
  }
  const control = cursor.take(controlLayout, '9')
  if (!control.ok) return control

  const form: NachaForm = { lineEnding, paddingRecords: 0, trailer }
  for (; cursor.line !== undefined; cursor.skip()) {
    if (cursor.line !== PADDING)
      return cursor.refuse('padding', 'recordType', 'must be 94 nines after the file control')
    form.paddingRecords += 1
  }

  const file: NachaFile = { header: header.value, batches, control: control.value, form }
  const error = validateRules(file)
  return error === undefined ? { ok: true, file } : { ok: false, error }
}

function readBatch(cursor: LineCursor): Read<NachaBatch> {
  const header = cursor.take(batchHeaderLayoutOf(cursor.line ?? ''), '5')
  if (!header.ok) return header
  const { secCode, record } = header.value
  const isInternational = record === 'IAT batch header'

  const entries: NachaEntry[] = []
  while (cursor.isAt('6')) {
    const entry = readEntry(cursor, secCode, isInternational)
    if (!entry.ok) return entry
    entries.push(entry.value)
  }
  const control = cursor.take(batchControlLayoutOf(secCode), '8')
  if (!control.ok) return control
  return { ok: true, value: { header: header.value, entries, control: control.value } }
}

function readEntry(cursor: LineCursor, secCode: string, isInternational: boolean): Read<NachaEntry> {
  const detail = cursor.take(entryLayoutOf(secCode, isInternational), '6')
  if (!detail.ok) return detail
  const addenda: Addenda[] = []
  while (cursor.isAt('7')) {
    const layout = addendaLayoutOf(cursor.line ?? '', isInternational)
    if (layout === undefined) return cursor.refuse('addenda', 'addendaType', 'is not a valid addenda type')
    const one = cursor.take(layout, '7')
    if (!one.ok) return one
    addenda.push(one.value)
  }
  return { ok: true, value: { detail: detail.value, addenda } }
}

/** Reads the lines of a file in order. A refusal has the number of the current line. */
class LineCursor {
  readonly #lines: readonly string[]
  #index = 0

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  /** The current line. Undefined after the last line. */
  get line(): string | undefined {
    return this.#lines[this.#index]
  }

  isAt(recordType: string): boolean {
    return this.line?.[0] === recordType
  }

  skip(): void {
    this.#index += 1
  }

  /** Reads the line as a record of this layout and type, and moves to the next line. */
  take<L extends Layout>(layout: L, recordType: string): Read<RecordOf<L>> {
    const { line } = this
    if (line === undefined) return this.refuse(layout.record, 'recordType', `the ${layout.record} record is missing`)
    if (line !== '' && line[0] !== recordType) {
      const reason = `must be a record of type ${recordType}, not of type ${JSON.stringify(line[0])}`
      return this.refuse(layout.record, 'recordType', reason)
    }
    if (line.length !== RECORD_LENGTH) {
      return this.refuse(layout.record, 'recordLength', `must be ${RECORD_LENGTH} characters, not ${line.length}`)
    }
    const read = readRecord(layout, line)
    if (!read.ok) return this.refuse(layout.record, read.error.field, read.error.reason)
    this.skip()
    return { ok: true, value: read.record }
  }

  refuse(record: string, field: string, reason: string): { ok: false; error: NachaRefusal } {
    return { ok: false, error: { line: this.#index + 1, record, field, reason } }
  }
}
