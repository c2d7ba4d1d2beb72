import { chown, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { lockDataDir } from '../data-dir.ts'
import { StartupError } from '../startup-error.ts'
import type { Files } from './files.ts'
import type { EmbeddedPostgresOptions } from './options.ts'
import { type Launcher, run } from './run.ts'
import { archiveSettings } from './wal-archive.ts'

export interface Archiving {
  settings: Record<string, string>
  /** Lets another server archive to the directory. Called when the server has ended. */
  release(): Promise<void>
}

const NOT_ARCHIVING: Archiving = { settings: {}, release: async () => {} }

/** What a backup directory has: base backups, the archived log, and whose they are. */
export const layoutOf = (backupDir: string) => ({
  base: join(backupDir, 'base'),
  wal: join(backupDir, 'wal'),
  identity: join(backupDir, 'database.json'),
})

/**
 * Lets the server of this cluster archive to its backup directory, if it has one. Throws a
 * StartupError if that belongs to another database, if another service on this machine archives
 * there, or if the server cannot write there.
 */
export async function prepareArchiving(
  files: Files,
  launcher: Launcher,
  { backupDir: asked }: Pick<EmbeddedPostgresOptions, 'backupDir'>,
): Promise<Archiving> {
  const directory = await rememberedDirectory(files, asked)
  if (directory === undefined) return NOT_ARCHIVING
  const { wal } = layoutOf(directory)
  await mkdir(wal, { recursive: true, mode: 0o700 })
  const release = await lockDataDir(directory)
  try {
    await claimDirectory(directory, await systemOf(files.cluster))
    if (launcher.account !== undefined)
      for (const path of [directory, wal]) await chown(path, launcher.account.uid, launcher.account.gid)
    await requireWritable(wal, launcher)
    return { settings: archiveSettings(wal), release }
  } catch (error) {
    await release()
    throw error
  }
}

async function rememberedDirectory(files: Files, asked: string | undefined): Promise<string | undefined> {
  if (asked === 'off') {
    await rm(files.backupDir, { force: true })
    return undefined
  }
  if (asked !== undefined) {
    await writeFile(files.backupDir, `${resolve(asked)}\n`, { mode: 0o600 })
    return resolve(asked)
  }
  return readBackupDirOf(files)
}

/** The directory to which the server of a data directory archives; undefined if it does not. */
export async function readBackupDirOf({ backupDir }: Pick<Files, 'backupDir'>): Promise<string | undefined> {
  const text = await readFile(backupDir, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.trim() || undefined
}

/** The identifier that initdb gave a cluster and its copies (PostgreSQL: pg_control.h). */
export async function systemOf(cluster: string): Promise<string> {
  const file = await open(join(cluster, 'global', 'pg_control'), 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return String(buffer.readBigUInt64LE())
  } finally {
    await file.close()
  }
}

/** A directory has the backups of one database. The first one takes it. */
export async function claimDirectory(directory: string, system: string): Promise<void> {
  const { identity } = layoutOf(directory)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const known = await readFile(identity, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  // A crash may leave the file empty.
  if (known.trim() === '') await writeFile(identity, `${JSON.stringify({ system })}\n`, { mode: 0o600 })
  else if (!known.includes(`"${system}"`))
    throw new StartupError(`${directory} has the backups of another database: choose another directory for backups`)
}

/** A server that cannot archive keeps its log, until its disk is full. */
async function requireWritable(wal: string, launcher: Launcher): Promise<void> {
  try {
    const script = 'test -w "$1" && test -x "$1" && test -x "$2"'
    await run('/bin/sh', ['-c', script, 'sh', wal, process.execPath], launcher)
  } catch (error) {
    throw new StartupError(
      `the user that runs PostgreSQL cannot write to ${wal} or run ${process.execPath}: put backups in a directory that this user may enter`,
      { cause: error },
    )
  }
}
