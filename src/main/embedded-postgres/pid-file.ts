import { readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.ts'

/**
 * Line 1 of the file is the pid, line 4 the port, line 8 the state (PostgreSQL: miscadmin.h,
 * LOCK_FILE_LINE_*).
 */
export async function findPidFile(cluster: string): Promise<{ pid: number; port: number; state: string } | undefined> {
  try {
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 1 ? { pid, port: Number(lines[3]), state: lines[7]?.trim() ?? '' } : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Whether the process is a PostgreSQL server on this cluster; undefined if the system does not
 * tell.
 */
export async function servesCluster(pid: number, cluster: string): Promise<boolean | undefined> {
  if (process.platform === 'linux') {
    // The server's working directory is its data directory.
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    if (cwd !== undefined) return cwd === cluster
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
    return commandLine?.split('\0').includes(cluster)
  }
  return await run('ps', ['-o', 'command=', '-p', String(pid)]).then(
    (commandLine) => commandLine.includes(cluster),
    () => undefined,
  )
}

/**
 * Writes this process's pid into the file, if it exists. PostgreSQL refuses to start if the pid in
 * the file is alive, unless it is its parent's. The file is not deleted, because its other lines
 * let PostgreSQL see whether processes of the killed server still use the data.
 */
export async function disownPidFile(cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  // A server that shut down in the meantime has deleted its file.
  if (text === undefined) return
  const lines = text.split('\n')
  await writeFile(path, [String(process.pid), ...lines.slice(1)].join('\n'))
}
