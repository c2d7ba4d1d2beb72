import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { asStartupError, StartupError } from '../startup-error.ts'

export const FORMAT = 'giro archive 1'
const MANIFEST = 'manifest.json'

/** A file of an archive: rows in JSON, one on each line, compressed with Zstandard. */
export interface ArchivedFile {
  name: string
  rows: number
  bytes: number
  /** Of the file as it is stored. */
  sha256: string
}

/** What an archive contains and proves. Its own hash stands for all of it. */
export interface Manifest {
  format: typeof FORMAT
  institution: string
  /** `2026-05`. */
  month: string
  exportedAt: string
  release: string
  /** The hash of the manifest of the month before, if it is in the same directory. */
  previous: string | null
  files: ArchivedFile[]
  /** Payments of the month that had not reached their last state when they were exported. */
  openPayments: number
  /**
   * How many payments and approvals are not what the service wrote, by their digests: `altered` of
   * the row says why. Absent in archives of earlier releases.
   */
  altered?: number
  /** What was posted in the month, in minor units by currency: debits, which equal the credits. */
  posted: Record<string, string>
  /** The audit chain before the first archived record, and at the last: `<sequence>:<hash>`. */
  audit: { from: string; to: string } | null
}

export interface SectionWriter {
  write(lines: readonly string[]): Promise<void>
  close(): Promise<ArchivedFile>
}

export const fileName = (section: string) => `${section}.jsonl.zst`

/** A new file for rows. It is on disk when `close` resolves. */
export function openSection(directory: string, section: string): SectionWriter {
  const name = fileName(section)
  const compress = createZstdCompress()
  const stored = createHash('sha256')
  let [rows, bytes] = [0, 0]
  async function* measured(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      stored.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const file = createWriteStream(join(directory, name), { flags: 'wx', mode: 0o600, flush: true })
  const written = pipeline(compress, measured, file)
  // Reported by `write` or `close`, whichever comes first.
  written.catch(() => {})
  return {
    async write(lines) {
      if (lines.length === 0) return
      rows += lines.length
      if (!compress.write(`${lines.join('\n')}\n`)) await Promise.race([once(compress, 'drain'), written])
    },
    async close() {
      compress.end()
      await written
      return { name, rows, bytes, sha256: stored.digest('hex') }
    },
  }
}

/** The rows of a file, as they are written. Throws if the file cannot be read or decompressed. */
export async function* readSection(directory: string, section: string): AsyncGenerator<string> {
  const decompress = createZstdDecompress()
  const reading = pipeline(createReadStream(join(directory, fileName(section))), decompress)
  reading.catch((error) => decompress.destroy(error))
  for await (const line of createInterface({ input: decompress, crlfDelay: Number.POSITIVE_INFINITY })) yield line
  await reading
}

/** The rows of a file, parsed. Amounts of the ledger are text. */
export async function* readRows<Row>(directory: string, section: string): AsyncGenerator<Row> {
  for await (const line of readSection(directory, section)) yield JSON.parse(line)
}

export async function hashFile(path: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(path)) digest.update(chunk)
  return digest.digest('hex')
}

export const manifestPath = (directory: string) => join(directory, MANIFEST)

/** The manifest of an archive, with its hash. Refuses a directory without one. */
export async function readManifest(directory: string): Promise<{ manifest: Manifest; text: string; sha256: string }> {
  let text: string
  try {
    text = await readFile(manifestPath(directory), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw asStartupError(error, directory)
    throw new StartupError(
      `${directory} has no ${MANIFEST}: name the directory of one month, as giro archive export printed it`,
    )
  }
  const manifest = parseManifest(text)
  if (manifest?.format !== FORMAT)
    throw new StartupError(`${directory} is not an archive of this release: its manifest is not "${FORMAT}"`)
  return { manifest, text, sha256: hashText(text) }
}

/** The hash of a manifest, which stands for the whole archive. */
export const hashText = (text: string) => createHash('sha256').update(text).digest('hex')

function parseManifest(text: string): Manifest | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
