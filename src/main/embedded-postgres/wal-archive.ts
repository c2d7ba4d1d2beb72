import { hash } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'

/**
 * The write-ahead log outside the cluster: each finished segment, compressed, under its own name.
 * PostgreSQL runs this file as its archive command and its restore command, so that neither needs a
 * tool that the machine may lack. It imports nothing but Node.js.
 */

const SUFFIX = '.gz'
/** A segment and the history of a timeline; nothing else is archived. */
const ARCHIVED = /^[0-9A-F]{24}(\.partial)?$|^[0-9A-F]{8}\.history$|^[0-9A-F]{24}\.[0-9A-F]{8}\.backup$/
/** Storage that hangs longer fails the command, and PostgreSQL tries again. */
const TIMEOUT_MS = 120_000

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
 */
export async function archiveSegment(directory: string, path: string, name: string): Promise<void> {
  if (!ARCHIVED.test(name)) throw new Error(`${name} is not the name of a WAL file`)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const content = await readFile(path)
  const draft = join(directory, `.${name}.unfinished`)
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(gzipSync(content, { level: 1 }))
    await file.sync()
  } finally {
    await file.close()
  }
  try {
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

/** Puts an archived segment where recovery asks for it. Returns false if the archive lacks it. */
export async function restoreSegment(directory: string, name: string, path: string): Promise<boolean> {
  try {
    const content = await readArchived(directory, name)
    const file = await open(path, 'w', 0o600)
    try {
      await file.writeFile(content)
    } finally {
      await file.close()
    }
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
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
export const restoreCommand = (directory: string): string => command('restore', directory, '%f', '%p')

/** PostgreSQL replaces %p and %f, and gives the text to `/bin/sh`. */
function command(verb: 'archive' | 'restore', directory: string, ...placeholders: string[]): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`.replaceAll('%', '%%')
  const words = [process.execPath, fileURLToPath(import.meta.url), verb, directory].map(quote)
  return [...words, ...placeholders.map((placeholder) => `"${placeholder}"`)].join(' ')
}

async function run([verb, directory, ...rest]: string[]): Promise<number> {
  const [first, second] = rest as [string, string]
  if (verb === 'archive') {
    await archiveSegment(directory!, first, second)
    return 0
  }
  return (await restoreSegment(directory!, first, second)) ? 0 : 1
}

if (import.meta.main) {
  setTimeout(() => process.exit(1), TIMEOUT_MS).unref()
  try {
    process.exitCode = await run(process.argv.slice(2))
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
