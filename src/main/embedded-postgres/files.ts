import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { asStartupError, StartupError } from '../startup-error.ts'

export type Files = {
  dataDir: string
  cluster: string
  draft: string
  password: string
  log: string
  /** Names the directory that the server archives to. */
  backupDir: string
  /** What a restore has made so far. */
  restoring: string
  /** What is noted of a restore until a worker has held the rails. */
  restoreNote: string
}

export const restoreNoteIn = (dataDir: string): string => join(dataDir, 'restored.json')

export async function filesIn(dataDir: string): Promise<Files> {
  // The real path, because the operating system reports it as the directory of a running server.
  const real = await realpath(dataDir)
  return {
    dataDir: real,
    cluster: join(real, 'postgres'),
    draft: join(real, 'postgres.new'),
    password: join(real, 'postgres.password'),
    log: join(real, 'postgres.log'),
    backupDir: join(real, 'backup-dir'),
    restoring: join(real, 'restoring'),
    restoreNote: restoreNoteIn(real),
  }
}

export async function readPassword(files: Files): Promise<string> {
  try {
    return (await readFile(files.password, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw asStartupError(error, files.password)
    throw new StartupError(
      `${files.password}, the password of ${files.cluster}, is missing: restore it from a backup, or choose another data directory`,
    )
  }
}

export async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}
