import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { eventually } from './eventually.ts'
import { takePort } from './ports.ts'

const PATHS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer']
const program = PATHS.find((path) => existsSync(path))

/** For the `skip` option of a test: why it cannot run. */
export const noPgbouncer = program === undefined && 'pgbouncer is not installed'

export interface Pgbouncer {
  /** The URL of the login through PgBouncer. */
  url: string
  stop(): Promise<void>
}

/** PgBouncer in front of a database, with few connections, so that clients share them. */
export async function startPgbouncer(
  login: string,
  { connections = 4, settings = {} }: { connections?: number; settings?: Record<string, string> } = {},
): Promise<Pgbouncer> {
  const target = new URL(login)
  const directory = await mkdtemp(join(tmpdir(), 'giro-pgbouncer-'))
  const port = await takePort()
  const [user, password] = [target.username, target.password].map(decodeURIComponent)
  const config = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: join(directory, 'users.txt'),
    pool_mode: 'transaction',
    default_pool_size: String(connections),
    max_client_conn: '300',
    // As root, it refuses to run.
    ...(process.getuid?.() === 0 && { user: 'nobody' }),
    ...settings,
  }
  const place = `host=${target.hostname} port=${target.port || 5432}`
  const lines = Object.entries(config).map(([name, value]) => `${name} = ${value}`)
  await writeFile(join(directory, 'pgbouncer.ini'), `[databases]\n* = ${place}\n[pgbouncer]\n${lines.join('\n')}\n`)
  await writeFile(join(directory, 'users.txt'), `"${user}" "${password}"\n`)
  await chmod(directory, 0o755)
  const child = spawn(program!, [join(directory, 'pgbouncer.ini')], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const url = new URL(login)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  url.searchParams.delete('host')
  await eventually('PgBouncer answers', () => answers(url.href))
  return {
    url: url.href,
    async stop() {
      child.kill('SIGKILL')
      await ended
      await rm(directory, { recursive: true })
    },
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
