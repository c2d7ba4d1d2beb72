import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * How to start a PostgreSQL program: the account it runs as, if not the one of this process, and
 * the command that switches to that account, if Node.js cannot do it.
 */
export type Launcher = { account?: Account; prefix: string[] }

export type Account = { uid: number; gid: number }

/** Only initdb takes longer than a moment. */
const RUN_TIMEOUT_MS = 5 * 60_000

/**
 * Replaces the service's environment, where PGDATA or PGOPTIONS would change what the programs do.
 */
export const CHILD_ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

export function credentials({ account, prefix }: Launcher): Partial<Account> {
  return prefix.length === 0 && account !== undefined ? account : {}
}

const execute = promisify(execFile)

export async function run(command: string, args: string[], launcher: Launcher = { prefix: [] }): Promise<string> {
  const [file, ...rest] = [...launcher.prefix, command, ...args]
  const { stdout } = await execute(file!, rest, {
    ...credentials(launcher),
    cwd: '/',
    env: CHILD_ENVIRONMENT,
    timeout: RUN_TIMEOUT_MS,
  })
  return stdout.trim()
}
