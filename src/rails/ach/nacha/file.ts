import { ADDENDA_LAYOUTS, type Addenda } from './addenda.ts'
import { advBatchControlLayout, type BatchControl, batchControlLayout } from './batch-control.ts'
import { type BatchHeader, batchHeaderLayout, iatBatchHeaderLayout } from './batch-header.ts'
import { ENTRY_LAYOUTS, type EntryDetail } from './entry-detail.ts'
import type { AnyRecord, Layout } from './fields.ts'
import { advFileControlLayout, type FileControl, fileControlLayout } from './file-control.ts'
import { type FileHeader, fileHeaderLayout } from './file-header.ts'

/** One payment, return or notification: an entry detail record and the addenda that follow it. */
export interface NachaEntry {
  detail: EntryDetail
  addenda: Addenda[]
}

/** Entries of one originator, one SEC code and one effective entry date. */
export interface NachaBatch {
  header: BatchHeader
  entries: NachaEntry[]
  control: BatchControl
}

/**
 * The parts of a file that are not records, kept so that a parsed file is written byte for byte.
 */
export interface NachaForm {
  lineEnding: '\n' | '\r\n'
  /** Number of records of nines that fill the last block. */
  paddingRecords: number
  /** The text after the last record: zero or more line endings. */
  trailer: string
}

/**
 * The records of a NACHA file. Amounts are cents; dates, codes and trace numbers are field text.
 */
export interface NachaFile {
  header: FileHeader
  batches: NachaBatch[]
  control: FileControl
  form: NachaForm
}

/** Where and why a file is refused: 1-based line, record, field, and a reason in words. */
export interface NachaRefusal {
  line: number
  record: string
  field: string
  reason: string
}

/** Ten records make a block (file header 38-39, Blocking Factor). */
export const BLOCKING_FACTOR = 10

const LAYOUTS: ReadonlyMap<string, Layout> = new Map(
  [
    fileHeaderLayout,
    batchHeaderLayout,
    iatBatchHeaderLayout,
    ...ENTRY_LAYOUTS,
    ...ADDENDA_LAYOUTS,
    batchControlLayout,
    advBatchControlLayout,
    fileControlLayout,
    advFileControlLayout,
  ].map((layout) => [layout.record, layout as Layout]),
)

/** The layout of a record, found by its tag. */
export function layoutOf(record: AnyRecord): Layout {
  const layout = LAYOUTS.get(record.record)
  if (layout === undefined) throw new TypeError(`unknown NACHA record ${record.record}`)
  return layout
}

/** All record layouts. */
export function allLayouts(): Layout[] {
  return [...LAYOUTS.values()]
}

/** The records of a file in line order: the nth record is on line n. */
export function* recordsOf(file: Pick<NachaFile, 'header' | 'batches' | 'control'>): Generator<AnyRecord> {
  yield file.header
  for (const batch of file.batches) {
    yield batch.header
    for (const entry of batch.entries) {
      yield entry.detail
      yield* entry.addenda
    }
    yield batch.control
  }
  yield file.control
}
