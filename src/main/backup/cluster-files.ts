import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The state of the cluster. It is copied last, so that it is not older than what it describes. */
export const CONTROL_FILE = join('global', 'pg_control')

/** Directories that a start fills again: they are in a backup, and empty. */
const EMPTIED = new Set([
  ...['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans', 'pg_wal'],
])
/** Files of the running server, and those that the backup writes itself. */
const LEFT_OUT = new Set([
  ...['postmaster.pid', 'postmaster.opts', 'current_logfiles', 'backup_manifest', 'recovery.signal', 'standby.signal'],
  ...['backup_label', 'backup_label.old', 'tablespace_map', 'tablespace_map.old', CONTROL_FILE],
])
const TEMPORARY = /^pgsql_tmp|^pg_internal\.init|^\.s\.PGSQL\./

export interface ClusterEntry {
  path: string
  isDirectory: boolean
}

/**
 * What a base backup of a cluster has, without its control file and its log (PostgreSQL manual,
 * 25.3.4). A directory comes before what is in it.
 */
export async function* filesOfCluster(cluster: string, below = ''): AsyncGenerator<ClusterEntry> {
  const entries = await readdir(join(cluster, below), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    // A database may be dropped meanwhile.
    if (error.code === 'ENOENT' && below !== '') return []
    throw error
  })
  for (const entry of entries) {
    const path = join(below, entry.name)
    if (LEFT_OUT.has(path) || TEMPORARY.test(entry.name)) continue
    if (entry.isDirectory()) {
      yield { path, isDirectory: true }
      if (!EMPTIED.has(path)) yield* filesOfCluster(cluster, path)
    } else if (entry.isFile()) yield { path, isDirectory: false }
    else throw new Error(`${join(cluster, path)} is neither a file nor a directory: tablespaces cannot be backed up`)
  }
}
