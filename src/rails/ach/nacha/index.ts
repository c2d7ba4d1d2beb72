/**
 * The NACHA file codec: parses, validates, builds and formats ACH files. It is pure: no I/O, no
 * clock. Start with `file.ts` for the structure of a file and `fields.ts` for the layout of a
 * record.
 */
export type { Addenda } from './addenda.ts'
export type { BatchControl } from './batch-control.ts'
export type { BatchHeader, ServiceClass } from './batch-header.ts'
export { type BuiltNachaFile, buildNachaFile, type NachaBuildRefusal } from './build-file.ts'
export type {
  BuiltSecCode,
  ForwardTransactionCode,
  IatBank,
  IatEntryInput,
  IatParty,
  NachaBatchInput,
  NachaEntryInput,
  NachaFileInput,
  NachaHeaderInput,
} from './build-input.ts'
export { buildReturnFile, isReturnWritable } from './build-returns.ts'
export type { EntryDetail } from './entry-detail.ts'
export type { NachaBatch, NachaEntry, NachaFile, NachaForm, NachaRefusal } from './file.ts'
export { type FileControl, readFileControl } from './file-control.ts'
export type { FileHeader } from './file-header.ts'
export { formatNachaFile } from './format-file.ts'
export { type IatRecords, iatRecordsOf } from './iat-records.ts'
export { toNachaText } from './nacha-text.ts'
export { type ParsedNachaFile, parseNachaFile } from './parse-file.ts'
export { NachaReading, type NachaSummary, type ReadEntry, type ReadNachaFile } from './read-stream.ts'
export { CONTESTED_RETURN_CODES, DISHONORED_RETURN_CODES, RETURN_REASON_CODES } from './return-codes.ts'
export type { ReturnAddenda, ReturnBatch, ReturnedEntry } from './return-input.ts'
export type { SecCode } from './sec-codes.ts'
export { TOLERANCES, type Tolerance, type ToleranceNote, USUAL_TOLERANCES } from './tolerances.ts'
export { sideOf } from './transaction-codes.ts'
export { categoryOf, type EntryCategory } from './validate-addenda.ts'
export { validateNachaFile } from './validate-file.ts'
export { checkDigitOf, endsInCheckDigit } from './values.ts'
