/**
 * The NACHA file codec: parses, validates, builds and formats ACH files. It is pure: no I/O, no
 * clock. Start with `file.ts` for the structure of a file and `fields.ts` for the layout of a
 * record.
 */
export type { Addenda } from './addenda.ts'
export type { BatchControl } from './batch-control.ts'
export type { BatchHeader, ServiceClass } from './batch-header.ts'
export {
  type BuiltNachaFile,
  buildNachaFile,
  type ForwardTransactionCode,
  type NachaBatchInput,
  type NachaBuildRefusal,
  type NachaEntryInput,
  type NachaFileInput,
  type NachaHeaderInput,
} from './build-file.ts'
export type { EntryDetail } from './entry-detail.ts'
export type { NachaBatch, NachaEntry, NachaFile, NachaForm, NachaRefusal } from './file.ts'
export type { FileControl } from './file-control.ts'
export type { FileHeader } from './file-header.ts'
export { formatNachaFile } from './format-file.ts'
export { toNachaText } from './nacha-text.ts'
export { type ParsedNachaFile, parseNachaFile } from './parse-file.ts'
export { RETURN_REASON_CODES } from './return-codes.ts'
export type { SecCode } from './sec-codes.ts'
export { sideOf } from './transaction-codes.ts'
export { categoryOf, type EntryCategory } from './validate-addenda.ts'
export { validateNachaFile } from './validate-file.ts'
export { checkDigitOf, endsInCheckDigit } from './values.ts'
