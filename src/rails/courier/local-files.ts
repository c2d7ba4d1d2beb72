import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { MachineTime } from '../../kernel/machine-time.ts'
import { bounded } from '../transports/outbox/bounded.ts'
import { syncDirectory } from '../transports/outbox/sync-directory.ts'

const TIMEOUT_MS = 20_000
const PIECE_BYTES = 512 * 1024

/** Where a file of the outbox is: to be picked up, or about to get its name on the server. */
export type Place = 'out' | 'sending'

/** A file of the outbox. */
export interface LocalFile {
  place: Place
  path: string
  sizeBytes: number
}

/**
 * The side of the outbox from which files are collected. A file moves to `sending/` before it may
 * appear on the server, so that a database from a backup, which lost the marker, does not send it
 * again. It is removed when the server has it.
 */
export class LocalFiles {
  readonly #root: string
  readonly #within: <T>(work: () => Promise<T>) => Promise<T>

  constructor(root: string, time: MachineTime) {
    this.#root = root
    this.#within = bounded(TIMEOUT_MS, { place: root, time })
  }

  /** The names of the files that have not been delivered, at most `limit` of them. */
  names(limit: number): Promise<string[]> {
    return this.#within(async () => {
      const found = await Promise.all((['out', 'sending'] as const).map((place) => namesIn(join(this.#root, place))))
      return found.flat().toSorted().slice(0, limit)
    })
  }

  find(name: string): Promise<LocalFile | undefined> {
    return this.#within(async () => {
      for (const place of ['out', 'sending'] as const) {
        const path = join(this.#root, place, name)
        const stats = await stat(path).catch(ignoreMissing)
        if (stats?.isFile()) return { place, path, sizeBytes: stats.size }
      }
      return undefined
    })
  }

  read({ path }: LocalFile): AsyncIterable<Uint8Array> {
    return createReadStream(path, { highWaterMark: PIECE_BYTES })
  }

  /** Durable when it returns. */
  setAside(name: string): Promise<void> {
    return this.#within(async () => {
      const [from, to] = [join(this.#root, 'out'), join(this.#root, 'sending')]
      await mkdir(to, { recursive: true, mode: 0o700 })
      await rename(join(from, name), join(to, name)).catch(ignoreMissing)
      await syncDirectory(to)
      await syncDirectory(from)
    })
  }

  remove(name: string): Promise<void> {
    return this.#within(async () => {
      for (const place of ['out', 'sending']) await rm(join(this.#root, place, name), { force: true })
    })
  }
}

const namesIn = async (directory: string): Promise<string[]> => (await readdir(directory).catch(ignoreMissing)) ?? []

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
