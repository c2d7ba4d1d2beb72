import { RECORD_LENGTH, writeRecord } from './fields.ts'
import { layoutOf, type NachaFile, recordsOf } from './file.ts'

/**
 * Formats a file as 94-character records, padded with nines to a multiple of ten records (NACHA
 * file header 38-39). A file from `parseNachaFile` gives the same bytes again; a file from
 * `buildNachaFile` has `\n` after each line. It checks nothing: the file must be parsed, built, or
 * validated by `validateNachaFile`.
 */
export function formatNachaFile(file: NachaFile): string {
  const lines: string[] = []
  for (const record of recordsOf(file)) lines.push(writeRecord(layoutOf(record), record))
  for (let i = 0; i < file.form.paddingRecords; i++) lines.push('9'.repeat(RECORD_LENGTH))
  return lines.join(file.form.lineEnding) + file.form.trailer
}
