import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, opendir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type MachineTime, machineTime } from '../../../kernel/machine-time.ts'
import { ChangingFile, type Inbox, type Unfit, type WaitingFile } from '../../incoming/inbox.ts'
import { bounded } from '../outbox/bounded.ts'
import { nameOutbox, readIdentity } from '../outbox/identity.ts'
import { syncDirectory } from '../outbox/sync-directory.ts'
import { isUnfinished, objectionToName } from './file-names.ts'
import { REST_MS, Resting } from './resting.ts'

/** Longer than any healthy disk or share takes for one step. */
const TIMEOUT_MS = 20_000
/** The most names that one look reads, and the most files that it returns. */
const MAX_NAMES = 10_000
const MAX_FILES = 200
const PIECE_BYTES = 256 * 1024

/**
 * Directories in which the networks put files. In `root`, beside the outbox and with its identity,
 * for each institution by its code:
 *
 * - `in/CODE/` has what came and is not imported yet.
 * - `done/CODE/` has what was imported, and `quarantine/CODE/` what was refused.
 */
export function createDirectoryInbox(options: { root: string; restMs?: number; time?: MachineTime }): Inbox {
  const { root, restMs = REST_MS, time = machineTime } = options
  const inbox = new DirectoryInbox(root, new Resting(restMs, time))
  const within = bounded(TIMEOUT_MS, { place: join(root, 'in'), time })
  return {
    identity: () => within(() => inbox.identity()),
    look: (institution) => within(() => inbox.look(institution)),
    read: (institution, file) => inbox.read(institution, file, within),
    putAway: (institution, file, place) => within(() => inbox.putAway(institution, file, place)),
  }
}

type Within = <T>(work: () => Promise<T>) => Promise<T>

/** A file whose inode, size or time of change differ is another one. */
const stateOf = ({ ino, size, mtimeMs, ctimeMs }: Stats) => `${ino}-${size}-${mtimeMs}-${ctimeMs}`
/** The same, across a rename, which changes the time of change of the inode. */
const contentOf = ({ ino, size, mtimeMs }: Stats) => `${ino}-${size}-${mtimeMs}`

const kindOf = (stats: Stats) =>
  stats.isSymbolicLink() ? 'a symbolic link' : stats.isDirectory() ? 'a directory' : 'no regular file'

class DirectoryInbox {
  readonly #root: string
  readonly #resting: Resting

  constructor(root: string, resting: Resting) {
    this.#root = root
    this.#resting = resting
  }

  async identity(): Promise<string> {
    const known = await readIdentity(this.#root)
    if (known !== undefined) return known
    await nameOutbox(this.#root)
    return (await readIdentity(this.#root))!
  }

  async look(institution: string): Promise<{ files: WaitingFile[]; unfit: Unfit[] }> {
    const directory = await this.#placeOf('in', institution)
    const unfit: Unfit[] = []
    const found: (WaitingFile & { atMs: number })[] = []
    for (const name of await namesIn(directory)) {
      const objection = objectionToName(name)
      const stats = objection === undefined ? await statsOf(join(directory, name)) : undefined
      if (objection !== undefined) unfit.push({ name: JSON.stringify(name), why: objection })
      else if (stats && !stats.isFile()) unfit.push({ name, why: `it is ${kindOf(stats)}` })
      else if (stats) found.push({ name, sizeBytes: stats.size, state: stateOf(stats), atMs: stats.mtimeMs })
    }
    const files = this.#resting.of(institution, found).toSorted((one, other) => one.atMs - other.atMs)
    return { files: files.slice(0, MAX_FILES), unfit }
  }

  async *read(institution: string, file: WaitingFile, within: Within): AsyncGenerator<Uint8Array> {
    const handle = await within(() => this.#open(institution, file))
    try {
      for (let at = 0; at < file.sizeBytes; ) {
        const length = Math.min(PIECE_BYTES, file.sizeBytes - at)
        const { bytesRead, buffer } = await within(() => handle.read(Buffer.allocUnsafe(length), 0, length, at))
        if (bytesRead === 0) throw new ChangingFile(`${file.name} became shorter while it was read`)
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      }
      if (stateOf(await within(() => handle.stat())) !== file.state)
        throw new ChangingFile(`${file.name} changed while it was read`)
    } finally {
      await within(() => handle.close())
    }
  }

  /** Opens the file itself and nothing that took its name: no link is followed, no device waits. */
  async #open(institution: string, file: WaitingFile): Promise<FileHandle> {
    const path = join(this.#root, 'in', institution, file.name)
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stats = await handle.stat()
    if (stats.isFile() && stateOf(stats) === file.state) return handle
    await handle.close()
    throw new ChangingFile(`${file.name} changed before it was read`)
  }

  async putAway(institution: string, file: WaitingFile, place: 'done' | 'quarantine'): Promise<void> {
    const from = join(this.#root, 'in', institution, file.name)
    const directory = await this.#placeOf(place, institution)
    const before = await statsOf(from)
    if (!before || stateOf(before) !== file.state) return
    const to = await freePath(directory, file.name)
    try {
      await rename(from, to)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
      throw error
    }
    const after = await statsOf(to)
    // Another file took the name in between: it comes back, and is taken by itself.
    if (after && contentOf(after) !== contentOf(before)) await rename(to, from)
    await syncDirectory(directory)
  }

  async #placeOf(place: 'in' | 'done' | 'quarantine', institution: string): Promise<string> {
    const directory = join(this.#root, place, institution)
    await mkdir(directory, { recursive: true, mode: 0o700 })
    return directory
  }
}

/** The names in a directory that are not on their way, a bounded number. */
async function namesIn(directory: string): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of await opendir(directory)) {
    if (isUnfinished(name)) continue
    names.push(name)
    if (names.length === MAX_NAMES) break
  }
  return names
}

async function statsOf(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/** The name, or the name with a number: a file that was put away before stays. */
async function freePath(directory: string, name: string): Promise<string> {
  for (let number = 1; number < MAX_NAMES; number++) {
    const path = join(directory, number === 1 ? name : `${name}.${number}`)
    if (!(await statsOf(path))) return path
  }
  throw new Error(`${directory} has ${MAX_NAMES} files of the name ${name}: move them elsewhere`)
}
