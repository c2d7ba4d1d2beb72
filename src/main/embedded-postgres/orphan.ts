import { join } from 'node:path'
import { processIdentity } from '../data-dir.ts'
import { StartupError } from '../startup-error.ts'
import { endServer } from './end-server.ts'
import { disownPidFile, findPidFile, servesCluster } from './pid-file.ts'

/**
 * Ends a server that outlived its service. The caller holds the lock of the data directory, so no
 * process uses that server. The pid file that a killed server leaves is made harmless: its pid may
 * now belong to another program, as happens in containers that reuse pids, or to a zombie, which
 * PostgreSQL takes for a live server.
 */
export async function stopOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const left = await findPidFile(cluster)
  if (left === undefined) return
  const identity = processIdentity(left.pid)
  const ours = identity === undefined ? false : await servesCluster(left.pid, cluster)
  if (ours === undefined && processIdentity(left.pid) === identity) {
    throw new StartupError(
      `process ${left.pid} may be a PostgreSQL server that still runs on ${cluster}: if it is, end it; if not, delete ${join(cluster, 'postmaster.pid')}`,
    )
  }
  if (ours && identity !== undefined) {
    log(`stopping the PostgreSQL server (process ${left.pid}) that a killed service left running`)
    if (!(await endServer(left.pid, identity))) {
      throw new StartupError(
        `the PostgreSQL server of an earlier service (process ${left.pid}) does not end: end it by hand`,
      )
    }
  }
  await disownPidFile(cluster)
}
