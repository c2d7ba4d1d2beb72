import { hash } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { machineTime } from '../../kernel/machine-time.ts'

/**
 * The write-ahead log outside the cluster: each finished segment, compressed, under its own name.
 * PostgreSQL runs this file as its archive command and its restore command, so that neither needs a
 * tool that the machine may lack. It imports no package.
 */

const SUFFIX = '.gz'
/** A segment and the history of a timeline; nothing else is archived. */
const ARCHIVED = /^[0-9A-F]{24}(\.partial)?$|^[0-9A-F]{8}\.history$|^[0-9A-F]{24}\.[0-9A-F]{8}\.backup$/
/** Storage that hangs longer fails the command: archiving is tried again, a restore is given up. */
const TIMEOUT_MS = 120_000
/** PostgreSQL gives a recovery up only for a code above 125: it reads 1 as the archive's end. */
const RESTORE_FAILED = 255

export const archivedPath = (directory: string, name: string): string => join(directory, name + SUFFIX)

/** The names in an archive, without their suffix, in order. */
export function archivedNames(files: readonly string[]): string[] {
  return files
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
    .filter((name) => ARCHIVED.test(name))
    .sort()
}

/** The content of an archived file. Throws if it is damaged. */
export async function readArchived(directory: string, name: string): Promise<Buffer> {
  return gunzipSync(await readFile(archivedPath(directory, name)))
}

/**
 * Archives a segment: under a temporary name, synced to disk, then linked. The same segment again
 * changes nothing. Throws if another content has the name: two servers archive to one directory.
 * A killed command may leave its draft as a second name of the archived segment, or still run: so
 * a draft is always a new file, of this process alone.
 */
export async function archiveSegment(directory: string, path: string, name: string): Promise<void> {
  if (!ARCHIVED.test(name)) throw new Error(`${name} is not the name of a WAL file`)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const content = await readFile(path)
  await removeDrafts(directory, name)
  const draft = join(directory, `.${name}.${process.pid}.unfinished`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(gzipSync(content, { level: 1 }))
      await file.sync()
    } finally {
      await file.close()
    }
    await link(draft, archivedPath(directory, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (hash('sha256', await readArchived(directory, name)) !== hash('sha256', content))
      throw new Error(`${archivedPath(directory, name)} has another content: another server archives here`, {
        cause: error,
      })
  } finally {
    await rm(draft, { force: true })
  }
  await syncDirectory(directory)
}

/** What commands that were killed left of this segment. */
async function removeDrafts(directory: string, name: string): Promise<void> {
  for (const file of await readdir(directory))
    if (file.startsWith(`.${name}.`) && file.endsWith('.unfinished')) await rm(join(directory, file), { force: true })
}

/**
 * Puts an archived segment where recovery asks for it. Returns false if the archive lacks it.
 * Throws if it is damaged or cannot be read or written, or if the archive itself is missing:
 * PostgreSQL must not take that for the end of the log.
 */
export async function restoreSegment(directory: string, name: string, path: string): Promise<boolean> {
  const content = await readIfArchived(directory, name)
  if (content === undefined) return false
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(content)
  } finally {
    await file.close()
  }
  return true
}

async function readIfArchived(directory: string, name: string): Promise<Buffer | undefined> {
  try {
    return await readArchived(directory, name)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw new Error(`the archived ${name} cannot be read: ${message}`, { cause: error })
    // Throws if the whole archive is missing, such as on a disk that is not mounted.
    await stat(directory)
    return undefined
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** The settings with which a server archives to a directory. A minute is lost at most. */
export function archiveSettings(directory: string): Record<string, string> {
  return { archive_mode: 'on', archive_timeout: '60s', archive_command: command('archive', directory, '%p', '%f') }
}

/** What a server runs to get a segment during recovery. */
export const restoreCommand = (directory: string, timeoutMs = TIMEOUT_MS): string =>
  command('restore', directory, '%f', '%p', String(timeoutMs))

/** PostgreSQL replaces %p and %f, and gives the text to `/bin/sh`. */
function command(verb: 'archive' | 'restore', directory: string, ...placeholders: string[]): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`.replaceAll('%', '%%')
  const words = [process.execPath, fileURLToPath(import.meta.url), verb, directory].map(quote)
  return [...words, ...placeholders.map((placeholder) => `"${placeholder}"`)].join(' ')
}

async function run([verb, directory, first, second]: [string, string, string, string]): Promise<number> {
  if (verb === 'archive') {
    await archiveSegment(directory, first, second)
    return 0
  }
  return (await restoreSegment(directory, first, second)) ? 0 : 1
}

if (import.meta.main) {
  const [verb, directory, first, second, timeoutMs] = process.argv.slice(2) as [string, string, string, string, string?]
  machineTime.after(
    Number(timeoutMs ?? TIMEOUT_MS),
    () => {
      console.error(`${directory} did not answer in time`)
      // An exit would wait for the storage. PostgreSQL takes a signal for a failure.
      process.kill(process.pid, 'SIGKILL')
    },
    { unref: true },
  )
  try {
    process.exitCode = await run([verb, directory, first, second])
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = verb === 'restore' ? RESTORE_FAILED : 1
  }
}
