import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { ServiceMessage } from './serve.ts'

export interface RunningService {
  ready: Extract<ServiceMessage, { kind: 'ready' }>
  /** The processor time used so far. */
  cpuMs(): Promise<number>
  /** Resolves when the service and its database have ended. */
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 120_000

/** Never reached, but counted, as in production. Requests per second. */
const UNREACHED_RATE_LIMIT = '1000000'

/**
 * Starts the service in its own process, on an empty directory. `rateLimit` is
 * GIRO_RATE_LIMIT_PER_CLIENT, and `broker` GIRO_AMQP_URL.
 */
export async function startServiceProcess(
  dataDir: string,
  { rateLimit = UNREACHED_RATE_LIMIT, broker }: { rateLimit?: string; broker?: string } = {},
): Promise<RunningService> {
  const serve = fileURLToPath(import.meta.resolve('./serve.ts'))
  const child = fork(serve, [dataDir, rateLimit, ...(broker === undefined ? [] : [broker])])
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
