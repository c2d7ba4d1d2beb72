import { join } from 'node:path'
import { processIdentity } from '../data-dir.ts'
import { StartupError } from '../startup-error.ts'
import { endServer } from './end-server.ts'
import { disownPidFile, findPidFile, servesCluster } from './pid-file.ts'

/**
 * Ends a server that outlived its service. The caller holds the lock of the data directory, so nobody uses that server.
 * A pid file whose pid now belongs to another program, as happens in containers where pids start anew, is made harmless.
 */
export async function stopOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const left = await findPidFile(cluster)
  if (left === undefined) return
  const identity = processIdentity(left.pid)
  const ours = identity === undefined ? false : await servesCluster(left.pid, cluster)
  if (ours === undefined) {
    throw new StartupError(
      `process ${left.pid} may be a PostgreSQL that still runs on ${cluster}: end it if so, or delete ${join(cluster, 'postmaster.pid')} if not`,
    )
  }
  if (ours && identity !== undefined) {
    log(`stopping the PostgreSQL (process ${left.pid}) that an earlier, killed service left running`)
    if (await endServer(left.pid, identity)) return
    throw new StartupError(`the PostgreSQL of an earlier service (process ${left.pid}) does not end: end it by hand`)
  }
  await disownPidFile(cluster)
}
