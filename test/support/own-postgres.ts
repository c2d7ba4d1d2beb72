import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { appendFile, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { takePort } from './ports.ts'

const run = promisify(execFile)
/** Where Debian, Red Hat and macOS put the programs of each version. */
const FOLDERS = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt']
const NEEDED = ['initdb', 'pg_ctl', 'pg_basebackup', 'postgres']
const OLDEST = 15

const programs = FOLDERS.flatMap((folder) => {
  if (!existsSync(folder)) return []
  const versions = readdirSync(folder).filter((name) => Number.parseInt(name.replace(/^postgresql@/, ''), 10) >= OLDEST)
  return versions.map((name) => join(folder, name, 'bin'))
}).find((folder) => NEEDED.every((name) => existsSync(join(folder, name))))

/** For the `skip` option of a test: why it cannot run. */
export const noPostgres =
  programs === undefined && `no PostgreSQL ${OLDEST} or newer with pg_basebackup is installed on this machine`

export interface OwnPostgres {
  /** The login of the superuser, and the directories as the user of PostgreSQL sees them. */
  url: string
  backups: string
  data: string
  /** Runs shell commands as the user of PostgreSQL, with these variables set. */
  shell(commands: string, variables?: Record<string, string>): Promise<string>
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root: then the user of the package runs it. */
function accountOfPackage(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** A PostgreSQL that this machine has, with a new cluster in which `settings` apply. */
export async function startOwnPostgres(settings: (backups: string) => string): Promise<OwnPostgres> {
  const account = accountOfPackage()
  const directory = await mkdtemp(join(tmpdir(), 'giro-own-postgres-'))
  if (account) await chown(directory, account.uid, account.gid)
  const [data, backups, port] = [join(directory, 'data'), join(directory, 'backups'), await takePort()]
  for (const path of [data, backups, join(backups, 'wal'), join(backups, 'base')]) {
    await mkdir(path, { mode: 0o700 })
    if (account) await chown(path, account.uid, account.gid)
  }
  const environment = {
    PATH: `${programs}:${process.env.PATH}`,
    LC_ALL: 'C',
    PGDATA: data,
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGUSER: 'postgres',
  }
  const shell: OwnPostgres['shell'] = async (commands, variables = {}) => {
    const env = { ...environment, ...variables }
    try {
      const { stdout } = await run('bash', ['-ec', commands], { ...account, cwd: '/', env, timeout: 120_000 })
      return stdout
    } catch (error) {
      const said = await readFile(join(backups, 'server.log'), 'utf8').catch(() => 'no log')
      throw new Error(`${(error as { stderr: string }).stderr}\n${said.slice(-2_000)}`, { cause: error })
    }
  }
  await shell('initdb --username=postgres --auth=trust --no-sync')
  await appendFile(
    join(data, 'postgresql.conf'),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n${settings(backups)}\n`,
  )
  // Without a log file, the server would keep the pipes of the shell open.
  const log = `--log=${join(backups, 'server.log')}`
  await shell(`pg_ctl start --wait ${log}`)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/giro`,
    ...{ backups, data },
    shell: (commands, variables) => shell(commands.replace(/pg_ctl start/g, `pg_ctl ${log} start`), variables),
    async stop() {
      await shell('pg_ctl stop --mode=immediate').catch(() => {})
      await rm(directory, { recursive: true, force: true })
    },
  }
}
