import { RECORD_LENGTH, writeRecord } from './fields.ts'
import { layoutOf, type NachaFile, recordsOf } from './file.ts'

/**
 * Writes a file as its 94-character records, filled with nines to a multiple of ten (NACHA file header 38-39).
 * A file that came from `parseNachaFile` gives the same bytes again; one from `buildNachaFile` has `\n` endings and a
 * final `\n`. It never refuses: the file is one that was parsed, built, or passed `validateNachaFile`.
 */
export function formatNachaFile(file: NachaFile): string {
  const lines: string[] = []
  for (const record of recordsOf(file)) lines.push(writeRecord(layoutOf(record), record))
  for (let i = 0; i < file.form.paddingRecords; i++) lines.push('9'.repeat(RECORD_LENGTH))
  return lines.join(file.form.lineEnding) + file.form.trailer
}
