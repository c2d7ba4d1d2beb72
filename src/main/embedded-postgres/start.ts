import { resolve } from 'node:path'
import { lockDataDir } from '../data-dir.ts'
import { asStartupError } from '../startup-error.ts'
import { prepareArchiving } from './archiving.ts'
import { locateBinaries } from './binaries.ts'
import { checkCluster, createCluster, requireNoUnfinishedRestore } from './cluster.ts'
import { connectTo } from './connection.ts'
import { endServer } from './end-server.ts'
import { exists, type Files, filesIn, readPassword } from './files.ts'
import { chooseLauncher } from './launcher.ts'
import type { EmbeddedPostgresOptions } from './options.ts'
import { stopOrphan } from './orphan.ts'
import { type Server, startServer } from './server.ts'

export type EmbeddedPostgres = {
  /** Connects as the superuser to the database `giro`. Contains the password. */
  connectionString: string
  /** The version of the server, such as '18.4'. */
  version: string
  port: number
  /** The pid of the postmaster. */
  pid: number
  /** Resolves with one line if the server ends before `stop` is called. Never rejects. */
  crashed: Promise<string>
  /**
   * Ends the server within 20 seconds and releases the data directory. May be called repeatedly.
   */
  stop(): Promise<void>
}

/**
 * Locks the data directory, starts the embedded PostgreSQL and resolves when it accepts
 * connections. The first start creates the cluster. A later start recovers it after a crash, and
 * replaces a server that outlived a killed service.
 *
 * Throws a StartupError if the directory is in use, cannot be written, or was created by another
 * major version of PostgreSQL; if a restore into it did not finish; if root has no user to run the
 * server as; and if the server does not start, with the end of its log.
 *
 * The server runs in its own session, because Ctrl-C in a terminal must not end it before the
 * service has finished its work.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const unlock = await lockDataDir(options.dataDir)
  let release = unlock
  let server: Server | undefined
  try {
    const files = await filesIn(options.dataDir)
    await requireNoUnfinishedRestore(files)
    await checkCluster(files)
    const binaries = await locateBinaries()
    const launcher = await chooseLauncher(files, binaries, options.log)
    await stopOrphan(files.cluster, options.log)
    if (!(await exists(files.cluster))) await createCluster(files, binaries, launcher, options)
    const password = await readPassword(files)
    const archiving = await prepareArchiving(files, launcher, options)
    release = () => archiving.release().finally(unlock)
    const settings = { ...options.settings, ...archiving.settings }
    server = await startServer(files, binaries, launcher, { ...options, settings })
    const { version, connectionString } = await connectTo(files, server.port, password)
    return { connectionString, version, port: server.port, pid: server.pid, ...supervise(server, files, release) }
  } catch (error) {
    if (server !== undefined) await endServer(server.pid, server.identity)
    await release()
    throw asStartupError(error, (error as NodeJS.ErrnoException).path ?? resolve(options.dataDir))
  }
}

function supervise(
  server: Server,
  files: Files,
  release: () => Promise<void>,
): Pick<EmbeddedPostgres, 'crashed' | 'stop'> {
  let stopping: Promise<void> | undefined
  const crashed = new Promise<string>((report) => {
    void server.exited.then((how) => {
      if (stopping === undefined) report(`PostgreSQL ended unexpectedly (${how}); see ${files.log}`)
    })
  })
  const end = async () => {
    await endServer(server.pid, server.identity)
    await release()
  }
  const stop = () => {
    stopping ??= end()
    return stopping
  }
  return { crashed, stop }
}
