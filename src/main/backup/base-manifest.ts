import { createHash, type Hash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const MANIFEST = 'manifest.jsonl'

/** What a base backup is, as the last line of its manifest says. */
export interface BaseBackup {
  /** The time of its start, such as `20261123T101500Z`. */
  id: string
  /** The release of Giro and of PostgreSQL that made it. */
  giro: string
  postgres: string
  /** The identifier of the cluster. */
  system: string
  timeline: number
  /** The positions of the log between which it was copied, and their segments. */
  startLsn: string
  stopLsn: string
  firstSegment: string
  lastSegment: string
  /** RFC 3339. It can restore any moment after its end that the archive covers. */
  startedAt: string
  endedAt: string
  files: number
  bytes: number
}

export interface ManifestFile {
  path: string
  bytes: number
  sha256: string
}

type Line = ManifestFile | { directory: string } | { backup: BaseBackup; sha256: string }

/** Writes the manifest of a base backup: a line for each file, and a last line with their hash. */
export class ManifestWriter {
  readonly #file: FileHandle
  readonly #hash: Hash = createHash('sha256')
  files = 0
  bytes = 0

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async create(directory: string): Promise<ManifestWriter> {
    return new ManifestWriter(await open(join(directory, MANIFEST), 'wx', 0o600))
  }

  async addDirectory(directory: string): Promise<void> {
    await this.#add({ directory })
  }

  async addFile(file: ManifestFile): Promise<void> {
    this.files++
    this.bytes += file.bytes
    await this.#add(file)
  }

  async #add(line: Line): Promise<void> {
    const text = `${JSON.stringify(line)}\n`
    this.#hash.update(text)
    await this.#file.appendFile(text)
  }

  /** Writes the last line, and waits until all is on disk. */
  async finish(backup: Omit<BaseBackup, 'files' | 'bytes'>): Promise<BaseBackup> {
    const whole = { ...backup, files: this.files, bytes: this.bytes }
    this.#hash.update(JSON.stringify(whole))
    await this.#file.appendFile(`${JSON.stringify({ backup: whole, sha256: this.#hash.digest('hex') })}\n`)
    await this.#file.sync()
    return whole
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/** Longer than any last line. */
const MAX_LAST_BYTES = 8_192

/** The last line of the manifest; undefined if the backup is not complete. */
export async function readBaseBackup(directory: string): Promise<BaseBackup | undefined> {
  const file = await open(join(directory, MANIFEST), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return undefined
  try {
    const { size } = await file.stat()
    const buffer = Buffer.alloc(Math.min(size, MAX_LAST_BYTES))
    await file.read(buffer, 0, buffer.length, size - buffer.length)
    const line = parse(buffer.toString('utf8').trimEnd().split('\n').at(-1) ?? '')
    return line && 'backup' in line ? line.backup : undefined
  } finally {
    await file.close()
  }
}

/**
 * What a manifest lists, in order. Throws if a line was changed or is missing, at the latest after
 * the last line, so take nothing as right before the end.
 */
export async function* readManifest(directory: string): AsyncGenerator<ManifestFile | { directory: string }> {
  const path = join(directory, MANIFEST)
  const sum = createHash('sha256')
  let isComplete = false
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const line = parse(text)
    if (!line || isComplete) throw new Error(`${path} has a line that is not of a manifest`)
    if ('backup' in line) {
      sum.update(JSON.stringify(line.backup))
      if (sum.copy().digest('hex') !== line.sha256) throw new Error(`${path} was changed`)
      isComplete = true
      continue
    }
    sum.update(`${text}\n`)
    requireInside('directory' in line ? line.directory : line.path)
    yield line
  }
  if (!isComplete) throw new Error(`${path} is not complete`)
}

/** A path of a manifest never leads out of its backup. */
function requireInside(path: string): void {
  if (path.startsWith('/') || path.split('/').includes('..')) throw new Error(`${path} leads out of the backup`)
}

function parse(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Line
    return typeof line === 'object' && line !== null ? line : undefined
  } catch {
    return undefined
  }
}

/** The size and the hash of a file, read in pieces. */
export async function digestOf(path: string): Promise<Omit<ManifestFile, 'path'>> {
  const sum = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    sum.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: sum.digest('hex') }
}

export const digestOfText = (text: string | Buffer): Omit<ManifestFile, 'path'> => ({
  bytes: Buffer.byteLength(text),
  sha256: hash('sha256', text),
})
