import { NachaReading, type ReadEntry, type ReadNachaFile, type Tolerance } from './nacha/index.ts'

/** The bytes that are read at once. An entry in memory is some ten times as large as in a file. */
const PIECE_BYTES = 16 * 1024

/**
 * Reads a NACHA file of any size from its bytes, and keeps no more than one piece of them. Each
 * entry goes to `take` as it is read, before it is known whether the whole file adds up: read a
 * file once to check it, and again to use it.
 *
 * @param take is called with the entries of each piece; the reader waits for its promise
 * @param tolerated the departures from the rules that are accepted; by default the usual ones
 */
export async function readNachaStream(
  content: AsyncIterable<Uint8Array>,
  take?: (entries: ReadEntry[]) => Promise<void>,
  tolerated?: ReadonlySet<Tolerance>,
): Promise<ReadNachaFile> {
  const reading = new NachaReading(tolerated)
  for await (const bytes of content)
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      const error = reading.push(bytes.subarray(from, from + PIECE_BYTES))
      if (error) return { ok: false, error }
      const entries = reading.takeEntries()
      if (take) await take(entries)
    }
  const read = reading.end()
  if (read.ok && take) await take(reading.takeEntries())
  return read
}
