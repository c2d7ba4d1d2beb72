import type { NachaBatch, NachaEntry, NachaFile, NachaRefusal } from './file.ts'
import { NachaFileReader } from './file-reader.ts'
import { TOLERATE_NOTHING, ToleranceNotes } from './tolerances.ts'

export type ParsedNachaFile = { ok: true; file: NachaFile } | { ok: false; error: NachaRefusal }

/**
 * Parses and validates a NACHA file: the order and length of records, every field, the rules of
 * each SEC code, hashes, counts, totals and blocks. It returns the first refusal as data, with a
 * line number from 1. A missing record is refused on the line where it is expected. It tolerates
 * nothing, so that `formatNachaFile` gives the same bytes again.
 *
 * @param text the file's characters: LF or CRLF, with or without an ending on the last line
 */
export function parseNachaFile(text: string): ParsedNachaFile {
  const lineEnding = text.includes('\r\n') ? '\r\n' : '\n'
  const trailer = /[\r\n]*$/.exec(text)![0]
  const batches: NachaBatch[] = []
  let open: Omit<NachaBatch, 'control'> | undefined
  const reader = new NachaFileReader(
    {
      batch(header) {
        open = { header, entries: [] as NachaEntry[] }
      },
      entry: (entry) => void open!.entries.push(entry),
      batchControl: (control) => void batches.push({ ...open!, control }),
    },
    new ToleranceNotes(TOLERATE_NOTHING),
  )
  const body = text.slice(0, text.length - trailer.length)
  for (const line of body === '' ? [] : body.split(lineEnding)) {
    const error = reader.read(line)
    if (error) return { ok: false, error }
  }
  const read = reader.end()
  if (!read.ok) return read
  const { header, control, paddingRecords } = read.frame
  return { ok: true, file: { header, batches, control, form: { lineEnding, paddingRecords, trailer } } }
}
