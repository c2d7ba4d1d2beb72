import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { processIdentity } from '../data-dir.ts'
import { asStartupError } from '../startup-error.ts'
import { connectionStringOf } from './connection.ts'
import { exists, filesIn, readPassword } from './files.ts'
import { findPidFile, servesCluster } from './pid-file.ts'

/**
 * The connection string of the server that a live Giro process runs on this data directory, for
 * commands next to that process; undefined if no server runs or it is not ready. Takes no lock and
 * changes nothing, so the server may end at any moment. A server that outlived its killed service
 * does not count: the next start replaces it.
 *
 * Throws a StartupError if this user cannot read the data directory, or if the password is missing.
 */
export async function runningEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  try {
    if (!(await exists(dataDir))) return undefined
    const files = await filesIn(dataDir)
    if (!(await isHeld(files.dataDir))) return undefined
    const status = await findPidFile(files.cluster)
    if (status?.state !== 'ready' || !(await servesCluster(status.pid, files.cluster))) return undefined
    return connectionStringOf(files, status.port, await readPassword(files))
  } catch (error) {
    throw asStartupError(error, (error as NodeJS.ErrnoException).path ?? resolve(dataDir))
  }
}

/**
 * Whether the process that holds the lock of `lockDataDir` is alive. In doubt it is, as in
 * `lockDataDir`.
 */
async function isHeld(dataDir: string): Promise<boolean> {
  const lock = await readFile(join(dataDir, 'giro.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (lock === undefined) return false
  let owner: { pid?: unknown; identity?: unknown } | null
  try {
    owner = JSON.parse(lock)
  } catch {
    return false
  }
  if (typeof owner?.pid !== 'number' || owner.pid <= 0) return false
  const identity = processIdentity(owner.pid)
  return identity !== undefined && (identity === owner.identity || identity === 'unknown')
}
