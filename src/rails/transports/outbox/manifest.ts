import { hash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BrokenEvidence } from '../../handover/transport.ts'
import { type ItemList, type ItemsRef, writeItems } from './items.ts'
import { syncDirectory } from './sync-directory.ts'

/** What a line says: a file is about to become visible, or it was. */
export type ManifestEvent = 'begun' | 'handedOver'

export interface ManifestLine {
  /** RFC 3339, by the machine's clock. */
  at: string
  institution: string
  rail: string
  name: string
  sha256: string
  token: number
  event: ManifestEvent
  /** What the file has; lines of earlier releases do not say it. */
  items?: ItemsRef
  /** The boot of the machine that wrote the line. */
  boot: string
}

/** A line with its own hash, which the next line repeats. */
export type HashedLine = ManifestLine & { hash: string }

const MONTH = /^\d{4}-\d{2}$/
const SUFFIX = '.jsonl'
const FIRST = '0'.repeat(64)
/** A line is a few hundred bytes; a file with a longer one is not a manifest. */
const MAX_FILE_BYTES = 64 * 1024 * 1024

/** What was read of a file so far. */
interface FileState {
  bytes: number
  last: string
}

/**
 * The record of what left, beside the outbox: JSON lines that are only appended to, one folder for
 * each month. Each process writes its own file, so that processes on several machines need no lock.
 * Each line repeats the hash of the line before it, so an edited line is seen.
 */
export class Manifest {
  readonly #directory: string
  #writer = randomUUID() as string
  #own: { month: string; last: string } | undefined
  readonly #files = new Map<string, FileState>()
  readonly #lines = new Map<string, HashedLine[]>()

  constructor(directory: string) {
    this.#directory = directory
  }

  /**
   * Appends a line and waits until it is on disk, and before it the list of what the file has.
   * Returns the hash of the line.
   */
  async append(line: ManifestLine, list?: ItemList): Promise<string> {
    const month = line.at.slice(0, 7)
    if (list) await writeItems(this.#directory, month, list)
    const isNew = this.#own?.month !== month
    const previous = isNew ? FIRST : this.#own!.last
    const text = JSON.stringify({ ...line, previous })
    try {
      await this.#write(month, isNew, `${text}\n`)
    } catch (error) {
      // Whether the line is in the file is not known, so the next one begins another file.
      this.#writer = randomUUID()
      this.#own = undefined
      throw error
    }
    const last = hash('sha256', text)
    this.#own = { month, last }
    return last
  }

  async #write(month: string, isNew: boolean, text: string): Promise<void> {
    const folder = join(this.#directory, month)
    if (isNew) await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = await open(join(folder, `${this.#writer}${SUFFIX}`), 'a', 0o600)
    try {
      await file.appendFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    if (!isNew) return
    await syncDirectory(folder)
    await syncDirectory(this.#directory)
  }

  /**
   * Reads what was added since the last call, in the months from `since` on. Throws
   * `BrokenEvidence` if a line was changed, removed or cut off.
   */
  async refresh(since: string): Promise<void> {
    const first = since.slice(0, 7)
    for (const month of (await namesIn(this.#directory)).filter((name) => MONTH.test(name) && name >= first).sort())
      for (const name of (await namesIn(join(this.#directory, month))).filter((name) => name.endsWith(SUFFIX)))
        await this.#read(join(this.#directory, month, name))
  }

  async #read(path: string): Promise<void> {
    // Kept only when every line was right, so that a broken one is found again.
    const state = { ...(this.#files.get(path) ?? { bytes: 0, last: FIRST }) }
    const lines: HashedLine[] = []
    const file = await open(path, 'r')
    let added: string
    try {
      const { size } = await file.stat()
      if (size < state.bytes || size > MAX_FILE_BYTES)
        throw new BrokenEvidence(`the manifest ${path} was cut off or replaced`)
      const buffer = Buffer.alloc(size - state.bytes)
      const { bytesRead } = await file.read(buffer, 0, buffer.length, state.bytes)
      const end = buffer.subarray(0, bytesRead).lastIndexOf(0x0a) + 1
      // A process that ended while it wrote a line leaves a part of it: what it announces did not
      // happen.
      added = buffer.subarray(0, end).toString('utf8')
      state.bytes += end
    } finally {
      await file.close()
    }
    for (const text of added.split('\n').slice(0, -1)) {
      const parsed = parseLine(text)
      if (parsed?.previous !== state.last)
        throw new BrokenEvidence(`the manifest ${path} was changed, before or at: ${text.slice(0, 200)}`)
      state.last = hash('sha256', text)
      lines.push({ ...parsed.line, hash: state.last })
    }
    for (const line of lines) this.#keep(line)
    this.#files.set(path, state)
  }

  #keep(line: HashedLine): void {
    const key = keyOf(line)
    const lines = this.#lines.get(key)
    if (lines) lines.push(line)
    else this.#lines.set(key, [line])
  }

  /** What was read about a file of an institution. */
  linesOf(file: { institution: string; name: string }): readonly HashedLine[] {
    return this.#lines.get(keyOf(file)) ?? []
  }

  /** What was read about an institution. */
  allOf(institution: string): HashedLine[] {
    return [...this.#lines.values()].flat().filter((line) => line.institution === institution)
  }
}

const keyOf = ({ institution, name }: { institution: string; name: string }) => `${institution}/${name}`

function parseLine(text: string): { line: ManifestLine; previous: string } | undefined {
  try {
    const { previous, ...line } = JSON.parse(text) as ManifestLine & { previous: string }
    return typeof line.name === 'string' && typeof line.token === 'number' ? { line, previous } : undefined
  } catch {
    return undefined
  }
}

async function namesIn(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
