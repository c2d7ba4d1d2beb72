import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Database } from '../src/db/client.ts'
import { readEnvironment } from '../src/main/config.ts'
import { withDatabase } from '../src/main/database.ts'
import type { ServiceMessage } from './serve.ts'

export interface RunningService {
  ready: Extract<ServiceMessage, { kind: 'ready' }>
  /** The processor time used so far. */
  cpuMs(): Promise<number>
  /** Resolves when the service and its database have ended. */
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 120_000

/** Settings of Giro, by the names of its environment variables. */
export type Settings = Readonly<Record<`GIRO_${string}`, string>>

/** Only warnings are logged, and a rate limit that no bench reaches is counted. */
const SETTINGS: Settings = { GIRO_LOG_LEVEL: 'warn', GIRO_RATE_LIMIT_PER_CLIENT: '1000000' }

/**
 * The environment of Giro's processes. It has only the given settings, so that those of whoever
 * runs a bench cannot change the result.
 */
function environmentWith(settings: Settings): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^(GIRO|OTEL)_/.test(name))
  return { ...Object.fromEntries(others), ...SETTINGS, ...settings }
}

/**
 * The database of a data directory, as a command of `giro` opens it: migrated, with the service's
 * login and its data keys, next to a running service or alone.
 */
export function withBenchDatabase<T>(
  dataDir: string,
  work: (db: Database, analyse: () => Promise<void>) => Promise<T>,
): Promise<T> {
  return withDatabase(readEnvironment({}), dataDir, work, { mayCreate: true })
}

/** Starts a command of `giro` in its own process, and waits until it says `ready`. */
export async function startGiro(
  args: readonly string[],
  { ready, settings = {} }: { ready: string; settings?: Settings },
): Promise<ChildProcess> {
  const cli = fileURLToPath(import.meta.resolve('../src/main/cli.ts'))
  // As bin/giro.js starts it.
  const memory = args[0] === 'worker' ? ['--max-semi-space-size=8', '--heap-growing-percent=50'] : []
  const child = spawn(process.execPath, [...memory, cli, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environmentWith(settings),
  })
  child.stdout.setEncoding('utf8')
  for await (const said of child.stdout.iterator({ destroyOnReturn: false }))
    if (said.includes(ready)) {
      child.stdout.resume()
      return child
    }
  throw new Error(`giro ${args[0]} ended before it said "${ready}"`)
}

/**
 * Starts the service with its worker in its own process, on an empty directory, with the accounts
 * of so many customers. For a short run it refuses no request because the machine is busy.
 */
export async function startServiceProcess(
  dataDir: string,
  { customers, isShort, settings = {} }: { customers: number; isShort: boolean; settings?: Settings },
): Promise<RunningService> {
  const serve = fileURLToPath(import.meta.resolve('./serve.ts'))
  const child = fork(serve, [dataDir, String(customers), ...(isShort ? ['short'] : [])], {
    env: environmentWith(settings),
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  try {
    const ready = await Promise.race([
      messageOf(child, 'ready'),
      ended.then(([code]) => Promise.reject(new Error(`the service ended with exit code ${code} before it was ready`))),
    ])
    return {
      ready,
      async cpuMs() {
        const told = messageOf(child, 'cpu')
        child.send('cpu')
        return (await told).ms
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function messageOf<Kind extends ServiceMessage['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<ServiceMessage, { kind: Kind }>> {
  const signal = AbortSignal.timeout(START_TIMEOUT_MS)
  for (;;) {
    const [message] = (await once(child, 'message', { signal })) as [ServiceMessage]
    if (message.kind === kind) return message as Extract<ServiceMessage, { kind: Kind }>
  }
}

/** An access token for an API client; by default, for the client of the seed. */
export async function fetchToken(
  { port, tenantCode, ...own }: Pick<RunningService['ready'], 'port' | 'tenantCode' | 'apiKey' | 'apiSecret'>,
  client: { apiKey: string; apiSecret: string } = own,
): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/auth/realms/${tenantCode}/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client.apiKey}:${client.apiSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token: token } = (await response.json()) as { access_token?: string }
  if (!token) throw new Error(`no access token: ${response.status}`)
  return token
}

/** A port of this machine that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen({ host: '127.0.0.1', port: 0 }, () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => found(port))
    })
  })
}
