import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** How a PostgreSQL program is started: as whom if not as this process, and by which command, which then sees to that. */
export type Launcher = { account?: Account; prefix: string[] }

export type Account = { uid: number; gid: number }

/** Only initdb takes more than a moment. */
const RUN_AT_MOST_MS = 5 * 60_000

/** The children get this instead of the environment of the service, where PGDATA or PGOPTIONS would change what they do. */
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
    timeout: RUN_AT_MOST_MS,
  })
  return stdout.trim()
}
