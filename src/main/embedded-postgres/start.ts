import { resolve } from 'node:path'
import { lockDataDir } from '../data-dir.ts'
import { asStartupError } from '../startup-error.ts'
import { locateBinaries } from './binaries.ts'
import { checkCluster, createCluster } from './cluster.ts'
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
  /** Of the server, such as '18.4'. */
  version: string
  port: number
  /** Of the postmaster. */
  pid: number
  /** Resolves with one line if the server ends although nobody called `stop`. Never rejects. */
  crashed: Promise<string>
  /** Ends the server, at the latest after some seconds, and releases the data directory. May be called more than once. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL and resolves when it answers. The first start creates the cluster; a later one recovers
 * it after a crash, and replaces a server that outlived a killed service. Takes the data directory for this process.
 *
 * Throws a StartupError when the directory is in use, cannot be written, or was made by another major version of
 * PostgreSQL; when root has no user to run the server as; and when the server does not start, with the end of its log.
 *
 * The server runs in a session of its own, because Ctrl-C in a terminal must not end it before the service has drained.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const release = await lockDataDir(options.dataDir)
  let server: Server | undefined
  try {
    const files = await filesIn(options.dataDir)
    await checkCluster(files)
    const binaries = await locateBinaries()
    const launcher = await chooseLauncher(files, binaries, options.log)
    await stopOrphan(files.cluster, options.log)
    if (!(await exists(files.cluster))) await createCluster(files, binaries, launcher, options)
    const password = await readPassword(files)
    server = await startServer(files, binaries, launcher, options)
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
