import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asStartupError, StartupError } from '../startup-error.ts'
import type { Binaries } from './binaries.ts'
import { SUPERUSER } from './connection.ts'
import { exists, type Files } from './files.ts'
import { firstError, remedyFor } from './log.ts'
import type { EmbeddedPostgresOptions } from './options.ts'
import { type Launcher, run } from './run.ts'

const MAJOR_VERSION = '18'

/**
 * A start must not create an empty bank where a restore did not finish, or where a restored
 * database was moved away before it was started.
 */
export async function requireNoUnfinishedRestore({ cluster, password, restoring, restoreNote }: Files): Promise<void> {
  const isWhole = (await exists(cluster)) && (await exists(password))
  if (isWhole) return
  if (await exists(restoring))
    throw new StartupError(
      `a restore did not finish (${restoring}): move ${cluster} away if it exists, and run "giro restore" again; or move ${restoring} away to start without it`,
    )
  if (!(await exists(cluster)) && (await exists(restoreNote)))
    throw new StartupError(
      `the restored database is not there (${cluster}): put it back, or run "giro restore" again; to start with an empty database, remove ${restoreNote}`,
    )
}

export async function checkCluster({ cluster }: Files): Promise<void> {
  if (!(await exists(cluster))) return
  let version: string
  try {
    version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw asStartupError(error, cluster)
    throw new StartupError(
      `${cluster} is not a PostgreSQL data directory: move it elsewhere, or choose another data directory`,
    )
  }
  if (version !== MAJOR_VERSION) {
    throw new StartupError(
      `${cluster} was created by PostgreSQL ${version}, but this release runs PostgreSQL ${MAJOR_VERSION}: dump it with version ${version} and restore it into a new data directory, or choose another data directory`,
    )
  }
}

/**
 * Created under another name and renamed when complete, so that an interrupted first start leaves
 * nothing that looks like a cluster.
 */
export async function createCluster(
  files: Files,
  binaries: Binaries,
  launcher: Launcher,
  options: EmbeddedPostgresOptions,
) {
  options.log(`creating a PostgreSQL ${MAJOR_VERSION} cluster in ${files.cluster}`)
  await rm(files.draft, { recursive: true, force: true })
  await rm(files.password, { force: true })
  await mkdir(files.draft, { mode: 0o700 })
  await writeFile(files.password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  // initdb runs as this account, and must read the password file.
  const { account } = launcher
  if (account !== undefined) {
    await chown(files.draft, account.uid, account.gid)
    await chown(files.password, account.uid, account.gid)
  }
  const flags = [
    `--pgdata=${files.draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${files.password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's built-in C.UTF-8 sorts the same with every C library, so indexes stay valid when
    // the data moves to another machine.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
  ]
  if (options.settings?.['fsync'] === 'off') flags.push('--no-sync')
  try {
    await run(binaries.initdb, flags, launcher)
  } catch (error) {
    await rm(files.draft, { recursive: true, force: true })
    const { stderr = '', message } = error as { stderr?: string; message: string }
    const output = stderr || message
    const cause = firstError(output)
    throw new StartupError(`PostgreSQL could not create its data in ${files.dataDir} (${cause})${remedyFor(output)}`, {
      cause: error,
      detail: output,
    })
  }
  await rename(files.draft, files.cluster)
}
