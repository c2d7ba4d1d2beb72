import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { machineTime } from '../../kernel/machine-time.ts'
import { processIdentity } from '../data-dir.ts'
import { StartupError } from '../startup-error.ts'
import type { Binaries } from './binaries.ts'
import { socketDirectoryOf } from './connection.ts'
import { endServer } from './end-server.ts'
import type { Files } from './files.ts'
import { firstError, limitLog, readLog, remedyFor } from './log.ts'
import { DEFAULT_SETTINGS, type EmbeddedPostgresOptions } from './options.ts'
import { findPidFile } from './pid-file.ts'
import { CHILD_ENVIRONMENT, credentials, type Launcher } from './run.ts'

const STALLED_START_TIMEOUT_MS = 30_000
const START_TIMEOUT_MS = 15 * 60_000
const MAX_PORT_ATTEMPTS = 5
const MAX_INTERLOCK_WAIT_MS = 10_000

export type Server = { pid: number; identity: string; port: number; exited: Promise<string> }

/**
 * Retries two failures. Another program may take the port between its choice and its use; then
 * another port is chosen. And the processes of a killed postmaster may need a moment to end; until
 * then, PostgreSQL's interlock refuses a new server.
 */
export async function startServer(
  files: Files,
  binaries: Binaries,
  launcher: Launcher,
  options: EmbeddedPostgresOptions,
): Promise<Server> {
  const startedMs = machineTime.nowMs()
  await limitLog(files.log)
  for (let attempt = 1; ; ) {
    const port = options.port ?? (await freePort())
    const outcome = await launch(files, binaries, launcher, port, options)
    if ('pid' in outcome) return outcome
    if (/Address already in use/.test(outcome.log)) {
      if (options.port !== undefined) {
        throw new StartupError(
          `port ${port} on 127.0.0.1 is in use: stop the program that listens there, or choose another port`,
        )
      }
      if (attempt++ < MAX_PORT_ATTEMPTS) continue
    }
    if (
      /shared memory block .* still in use/.test(outcome.log) &&
      machineTime.nowMs() - startedMs < MAX_INTERLOCK_WAIT_MS
    ) {
      await machineTime.sleep(200)
      continue
    }
    const cause = firstError(outcome.log) ?? outcome.how
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
  const place = { port: String(port), unix_socket_directories: listedDirectory(socketDirectoryOf(files)) }
  const settings = Object.entries({ ...DEFAULT_SETTINGS, ...options.settings, ...place })
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
    // A running server must not keep the service's process alive.
    child.unref()
    const pid = child.pid
    if (pid === undefined) return { how: await exited, log: '' }
    const server: Server = { pid, identity: processIdentity(pid) ?? 'unknown', port, exited }
    const how = await whenReady(server, files, logStart, options)
    if (how === undefined) return server
    await endServer(pid, server.identity)
    return { how, log: await readLog(files.log, logStart) }
  } finally {
    await log.close()
  }
}

/**
 * Waits until the postmaster's pid file says that it accepts connections. Returns undefined when it
 * does, or else the reason it does not. Recovery after a crash may take long, so the first limit is
 * on the time without a new line in the log, where PostgreSQL reports its progress every ten
 * seconds.
 */
async function whenReady(
  server: Server,
  files: Files,
  logStart: number,
  { log, recoveryTimeoutMs: timeoutMs = START_TIMEOUT_MS }: EmbeddedPostgresOptions,
): Promise<string | undefined> {
  let how: string | undefined
  void server.exited.then((reason) => {
    how = reason
  })
  const startedMs = machineTime.nowMs()
  let logSize = logStart
  let progressAtMs = startedMs
  let told = false
  while (how === undefined) {
    const status = await findPidFile(files.cluster)
    if (status?.pid === server.pid && status.state === 'ready') return undefined
    const nowMs = machineTime.nowMs()
    const { size } = await stat(files.log)
    if (size > logSize) {
      logSize = size
      progressAtMs = nowMs
    }
    if (nowMs - progressAtMs > STALLED_START_TIMEOUT_MS)
      return `not ready after ${STALLED_START_TIMEOUT_MS / 1000} seconds without progress`
    if (nowMs - startedMs > timeoutMs) return `not ready after ${timeoutMs / 60_000} minutes`
    if (nowMs - startedMs > 5_000 && !told) {
      told = true
      log('PostgreSQL is still starting; it may be recovering from a crash')
    }
    await machineTime.sleep(10)
  }
  return how
}

/** A list of one directory. Without quotes, PostgreSQL would take a comma in it for a separator. */
const listedDirectory = (directory = '') => directory && `"${directory.replaceAll('"', '""')}"`

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port')
  return address.port
}
